//! A beam: breadth-first by moves that are not moves home, keeping only the
//! best positions of each generation. With greedy weights every card goes home
//! as soon as it can, at no cost, so the first generation that holds a
//! solution holds the shortest the beam can see; with others only safe moves
//! home are free. Where cards may wait, all moves home are free, and a
//! generation holds what its positions become by any of them.

pub(crate) mod candidates;
mod finder;
pub(crate) mod ground;
pub(crate) mod outlook;

use super::board::{HOME, PackedMove};
use super::greedy::table::Table;
use super::rules::Position;
use candidates::Candidate;
use engine::{Limit, Meter};
use finder::{BATCH, Finder, Origin};
use ground::{Ground, Scale, homeward};
use outlook::{Outlook, Worth};

/// How a kept position was reached: from which of the generation before, how.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    mv: PackedMove,
}

/// The tables of a beam.
#[derive(Default)]
pub struct Beam {
    finder: Finder,
    tables: Vec<Table>,
    next: Vec<Table>,
    /// The kept positions of all generations, one after the other, and where
    /// each generation starts.
    links: Vec<Link>,
    starts: Vec<usize>,
    /// What the positions of this generation are worth.
    worths: Vec<Worth>,
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

/// How many new positions of use a beam finds at most, for each that it keeps:
/// there are about one and a half.
const FINDS: usize = 2;

/// How many positions a generation may hold, for each that it kept, once cards
/// that wait have gone home.
const WAITS: usize = 8;

impl Beam {
    /// A beam of the same width throughout from a deal on, for a solution of
    /// fewer than `bound` moves that are not moves home. Returns all moves.
    pub fn solve(
        &mut self,
        start: &Position,
        scale: &Scale,
        width: usize,
        bound: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<PackedMove>>, Limit> {
        let ground = Ground::new(start, scale);
        let first = Table::new(&ground.deal, start);
        let mut table = first;
        ground.follow(&mut table, &[], |_| {});
        let path = self.search(&ground, &table, width, bound, meter)?;
        Ok(path.map(|path| with_moves_home(&ground, first, &path)))
    }

    /// Looks for a solution of fewer than `bound` moves from `start` on, not
    /// counting moves home.
    pub fn search(
        &mut self,
        ground: &Ground,
        start: &Table,
        width: impl Width,
        bound: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<PackedMove>>, Limit> {
        self.begin(ground, start, width.widest() * bound * FINDS);
        // Set when a limit is reached and the beam may finish.
        let mut last_width = None;
        for made in 1..bound {
            if ground.scale.waits {
                self.end_waits(ground, bound - made + 1);
            }
            self.hold(meter).map_or(Ok(()), Err)?;
            let planned = last_width.unwrap_or_else(|| width.next(made - 1, meter));
            self.finder.candidates.begin(planned);
            if let Some(last) = self.expand(ground, bound - made, &width, &mut last_width, meter)? {
                return Ok(Some(self.path(last, ground.scale.waits)));
            }
            if self.finder.candidates.len() == 0 {
                return Ok(None);
            }
            self.keep(ground, last_width.unwrap_or(planned));
        }
        Ok(None)
    }

    /// Clears the tables, makes room for so many finds, and puts `start` in.
    fn begin(&mut self, ground: &Ground, start: &Table, finds: usize) {
        self.finder.begin(2 * finds);
        self.finder.visited.insert(start.hash);
        self.tables.clear();
        self.tables.push(*start);
        self.worths.clear();
        self.worths.push(Worth::of(ground, start));
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
    /// this generation, if it can be solved from there in fewer than `left`
    /// moves. Returns the move that solves the game, if one does.
    /// Where a limit allows to finish, `last_width` is set and the rest of the
    /// generation is left out.
    fn expand(
        &mut self,
        ground: &Ground,
        left: usize,
        width: &impl Width,
        last_width: &mut Option<usize>,
        meter: &mut Meter,
    ) -> Result<Option<Link>, Limit> {
        let positions = self.tables.iter().zip(&self.worths);
        for (parent, (table, &worth)) in positions.enumerate() {
            if let Some(limit) = meter.check_state() {
                let narrow = width.finish(limit).ok_or(limit)?;
                if last_width.is_none() {
                    *last_width = Some(narrow);
                    self.complete = false;
                    self.finder.look_up();
                    if self.finder.candidates.len() >= narrow {
                        break;
                    }
                }
            }
            let outlook = Outlook::new(ground, table, worth);
            let origin = Origin::new(ground, outlook, parent, left);
            let end = self.finder.look_from(&origin, &mut meter.effort.generated);
            if let Err(mv) = end {
                let parent = parent as u32;
                return Ok(Some(Link { parent, mv }));
            }
        }
        self.finder.look_up();
        Ok(None)
    }

    /// Adds to this generation what its positions become when cards that wait
    /// go home, if it can be solved from there in fewer than `left` moves. This
    /// comes before the next generation, which may find the same positions a
    /// move later.
    fn end_waits(&mut self, ground: &Ground, left: usize) {
        let most = WAITS * self.tables.len() + WAITS;
        let mut at = 0;
        while let Some(&waiting) = self.tables.get(at) {
            if self.tables.len() > most {
                self.complete = false;
                return;
            }
            let mut ready = waiting.ready();
            while ready != 0 {
                let mv = homeward(ready);
                ready &= ready - 1;
                let mut table = waiting;
                ground.follow(&mut table, &[mv], |_| {});
                let worth = Worth::of(ground, &table);
                if usize::from(worth.blocked) < left && self.finder.visited.insert(table.hash) {
                    let parent = at as u32;
                    self.tables.push(table);
                    self.worths.push(worth);
                    self.links.push(Link { parent, mv });
                }
            }
            at += 1;
        }
    }

    /// Whether the last search kept every position it found.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Makes the best candidates the next generation.
    fn keep(&mut self, ground: &Ground, width: usize) {
        self.complete &= !self.finder.candidates.is_cut() && !self.finder.visited.is_full();
        self.starts.push(self.links.len());
        self.next.clear();
        self.worths.clear();
        for batch in self.finder.candidates.best(width).chunks(BATCH) {
            if !self.finder.is_small {
                // Parents lie anywhere in a wide generation: memory is waited
                // for once and not for each.
                let parents = batch.iter().map(|kept| &self.tables[kept.parent as usize]);
                std::hint::black_box(parents.fold(0, |any, table| any | table.touch()));
            }
            for candidate in batch {
                let &Candidate { parent, mv, .. } = candidate;
                self.links.push(Link { parent, mv });
                self.next.push(self.tables[parent as usize]);
                let table = self.next.last_mut().expect("just pushed");
                ground.follow(table, &[mv], |_| {});
                self.worths
                    .push(if ground.scale.waits && table.ready() != 0 {
                        Worth::of(ground, table)
                    } else {
                        candidate.worth()
                    });
            }
        }
        std::mem::swap(&mut self.tables, &mut self.next);
    }

    /// The moves to the last generation, and one more. Where cards may wait,
    /// a move home links two positions of the same generation.
    fn path(&self, last: Link, waits: bool) -> Vec<PackedMove> {
        let mut path = vec![last.mv];
        let mut parent = last.parent;
        for (generation, &start) in self.starts.iter().enumerate().rev() {
            let mut link = self.links[start + parent as usize];
            while waits && link.mv.to == HOME {
                path.push(link.mv);
                link = self.links[start + link.parent as usize];
            }
            if generation > 0 {
                path.push(link.mv);
                parent = link.parent;
            }
        }
        path.reverse();
        path
    }

    /// The widest beam with fewer than `bound` generations that this many bytes
    /// are enough for.
    pub fn widest_in(bytes: u64, bound: usize) -> usize {
        // The table gets the next power of two of the entries asked for.
        let entries = 2 * 2 * FINDS * bound * size_of::<u32>();
        let kept = 2 * (size_of::<Table>() + size_of::<Candidate>()) + bound * size_of::<Link>();
        (bytes / (entries + kept) as u64) as usize
    }

    fn hold(&self, meter: &mut Meter) -> Option<Limit> {
        let bytes = 2 * self.tables.len() * size_of::<Table>()
            + self.links.len() * size_of::<Link>()
            + self.finder.candidates.len() * size_of::<Candidate>()
            + self.finder.visited.bytes();
        meter.hold(bytes as u64)
    }
}

/// Spells out the moves home that go before a path and follow its moves.
pub fn with_moves_home(ground: &Ground, mut table: Table, path: &[PackedMove]) -> Vec<PackedMove> {
    let mut all = Vec::with_capacity(path.len() + 52);
    ground.follow(&mut table, &[], |mv| all.push(mv));
    for &mv in path {
        ground.follow(&mut table, &[mv], |mv| all.push(mv));
    }
    ground.send_all_home(&mut table, |mv| all.push(mv));
    all
}
