//! A beam: breadth-first by moves that are not moves home, keeping only the
//! best positions of each generation. With greedy weights every card goes home
//! as soon as it can, at no cost, so the first generation that holds a
//! solution holds the shortest the beam can see; with others only safe moves
//! home are free.

use super::board::{Board, PackedMove};
use super::identity::Identity;
use super::layout::Layout;
use super::movegen::{self, MoveList};
use super::score::Outlook;
use super::visited::Visited;
use engine::{Limit, Meter};

/// How a kept position was reached: from which of the generation before, how.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    mv: PackedMove,
}

/// A position that the next generation may keep.
struct Candidate {
    link: Link,
    score: i32,
}

/// The tables of a beam.
#[derive(Default)]
pub struct Beam {
    visited: Visited,
    boards: Vec<Board>,
    next: Vec<Board>,
    /// The kept positions of all generations, one after the other, and where
    /// each generation starts.
    links: Vec<Link>,
    starts: Vec<usize>,
    candidates: Vec<Candidate>,
    scores: Vec<i32>,
    moves: MoveList,
    complete: bool,
}

/// Decides how many positions each generation of a beam keeps.
pub trait Width {
    /// The widest that any generation may be.
    fn widest(&self) -> usize;
    /// The width of the next generation, after `made` generations.
    fn next(&self, made: usize, meter: &Meter) -> usize;
    /// The width to finish with once this limit is reached; `None` gives up.
    fn finish(&self, limit: Limit) -> Option<usize>;
}

/// The same width throughout; a limit ends the search.
impl Width for usize {
    fn widest(&self) -> usize {
        *self
    }
    fn next(&self, _: usize, _: &Meter) -> usize {
        *self
    }
    fn finish(&self, _: Limit) -> Option<usize> {
        None
    }
}

/// A beam is seldom longer than this many generations, and finds seldom more
/// new positions than this from each.
const ROOM: usize = 48 * 8;

impl Beam {
    /// Looks for a solution of fewer than `bound` moves from `start` on, not
    /// counting moves home.
    pub fn search(
        &mut self,
        layout: &Layout,
        start: &Board,
        width: impl Width,
        bound: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<PackedMove>>, Limit> {
        self.begin(start, width.widest());
        self.hold(meter).map_or(Ok(()), Err)?;
        // Set when a limit is reached and the beam may finish.
        let mut last_width = None;
        for made in 1..bound {
            if let Some(last) = self.expand(layout, &width, &mut last_width, meter)? {
                return Ok(Some(self.path(last)));
            }
            if self.candidates.is_empty() {
                return Ok(None);
            }
            let width = last_width.unwrap_or_else(|| width.next(made, meter));
            self.keep(layout, width);
            self.hold(meter).map_or(Ok(()), Err)?;
        }
        Ok(None)
    }

    /// Clears the tables and puts `start` in.
    fn begin(&mut self, start: &Board, widest: usize) {
        self.visited.begin(widest * ROOM);
        self.visited.insert(u64::of(start));
        self.boards.clear();
        self.boards.push(*start);
        self.links.clear();
        self.links.push(Link {
            parent: 0,
            mv: PackedMove::default(),
        });
        self.starts.clear();
        self.starts.push(0);
        self.complete = true;
    }

    /// Fills the candidates with what one move leads to from the positions of
    /// this generation. Returns the move that solves the game, if one does.
    /// Where a limit allows to finish, `last_width` is set and the rest of the
    /// generation is left out.
    fn expand(
        &mut self,
        layout: &Layout,
        width: &impl Width,
        last_width: &mut Option<usize>,
        meter: &mut Meter,
    ) -> Result<Option<Link>, Limit> {
        self.candidates.clear();
        for (parent, board) in self.boards.iter().enumerate() {
            if let Some(limit) = meter.check_state() {
                let narrow = width.finish(limit).ok_or(limit)?;
                if last_width.is_none() {
                    *last_width = Some(narrow);
                    self.complete = false;
                    if self.candidates.len() >= narrow {
                        break;
                    }
                }
            }
            let room = board.room(layout);
            movegen::whole_runs(layout, board, &room, &mut self.moves);
            meter.effort.generated += self.moves.len() as u64;
            let outlook = Outlook::new(layout, board, &room);
            for &mv in self.moves.iter() {
                let visited = &mut self.visited;
                let known = |hash| visited.insert(hash).then_some(());
                let Some((_, score, solved)) = outlook.child(mv, known) else {
                    continue;
                };
                let link = Link {
                    parent: parent as u32,
                    mv,
                };
                if solved {
                    return Ok(Some(link));
                }
                self.candidates.push(Candidate { link, score });
            }
        }
        Ok(None)
    }

    /// Whether the last search kept every position it found.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Makes the best candidates the next generation.
    fn keep(&mut self, layout: &Layout, width: usize) {
        if self.candidates.len() > width {
            self.complete = false;
            let worst = self.worst_kept(width);
            let better = self.candidates.iter().filter(|c| c.score < worst).count();
            // Among equals the first ones made are kept.
            let mut equals = width - better;
            self.candidates.retain(|candidate| {
                let equal = candidate.score == worst && equals > 0;
                equals -= usize::from(equal);
                candidate.score < worst || equal
            });
        }
        self.starts.push(self.links.len());
        self.next.clear();
        for Candidate { link, .. } in &self.candidates {
            self.links.push(*link);
            self.next.push(self.boards[link.parent as usize]);
            let board = self.next.last_mut().expect("just pushed");
            board.play(layout, link.mv);
            board.safe_homes(layout, |_| {});
        }
        std::mem::swap(&mut self.boards, &mut self.next);
    }

    /// The score of the last of the best `width` candidates.
    fn worst_kept(&mut self, width: usize) -> i32 {
        self.scores.clear();
        self.scores
            .extend(self.candidates.iter().map(|candidate| candidate.score));
        *self.scores.select_nth_unstable(width - 1).1
    }

    /// The moves to the last generation, and one more.
    fn path(&self, last: Link) -> Vec<PackedMove> {
        let mut path = vec![last.mv];
        let mut parent = last.parent;
        for &start in self.starts[1..].iter().rev() {
            let link = self.links[start + parent as usize];
            path.push(link.mv);
            parent = link.parent;
        }
        path.reverse();
        path
    }

    fn hold(&self, meter: &mut Meter) -> Option<Limit> {
        let bytes = 2 * self.boards.len() * size_of::<Board>()
            + self.links.len() * size_of::<Link>()
            + self.candidates.len() * size_of::<(Candidate, i32)>()
            + self.visited.bytes();
        meter.hold(bytes as u64)
    }
}
