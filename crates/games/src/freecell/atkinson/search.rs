//! The loop of the search. It makes moves on a stack of positions, prunes
//! what cannot better the best solution so far, and jumps up the stack when
//! nothing came of so many states.

use super::super::board::{Board, CELL, HOME, PackedMove};
use super::super::identity::Identity;
use super::super::layout::{ALL, Layout};
use super::super::movegen::{self, MoveList};
use super::jumps::Jumps;
use super::order::Ranking;
use super::table::Table;
use super::{Parameters, Steps, meta};
use engine::{Limit, Meter, Outcome};

/// A move that waits to be made.
#[derive(Clone, Copy)]
struct Waiting {
    rank: u32,
    cost: u32,
    mv: PackedMove,
}

/// A position on the way from the start.
struct Frame {
    board: Board,
    /// The move that led here.
    mv: PackedMove,
    /// Single-card moves made.
    made: u32,
    /// Where its moves begin in the list of all that wait, the best last.
    first: usize,
}

/// The search with its tables.
#[derive(Default)]
pub struct Search {
    table: Table,
    frames: Vec<Frame>,
    waiting: Vec<Waiting>,
    listed: MoveList,
    best: Option<Vec<PackedMove>>,
    counts: Counts,
}

/// What a search has done so far.
#[derive(Default)]
struct Counts {
    solutions: u64,
    jumps: u64,
    first_length: u64,
    first_states: u64,
    most_known: u64,
    /// States since the last solution, and since that or the last jump.
    since_solution: u64,
    since_jump: u64,
    /// Something was left out that might have won.
    cut: bool,
}

/// No packed move at all.
const NONE: PackedMove = PackedMove { card: 63, to: 63 };

/// Cards that are not home.
fn left(board: &Board) -> u32 {
    52 - board.home.iter().map(|&n| u32::from(n)).sum::<u32>()
}

impl Search {
    /// The moves of the best solution; digs are packed moves of the card dug for.
    pub fn best(&self) -> Option<&[PackedMove]> {
        self.best.as_deref()
    }

    /// What the search did, by name.
    pub fn figures(&self) -> Vec<(&'static str, u64)> {
        let counts = &self.counts;
        vec![
            ("solutions", counts.solutions),
            ("first-length", counts.first_length),
            ("first-states", counts.first_states),
            ("jumps", counts.jumps),
            ("most-positions-kept", counts.most_known),
        ]
    }

    /// Searches. What it answers counts only if there is no best solution:
    /// a limit, a proof, or nothing where it cut what might have won.
    pub fn run(
        &mut self,
        layout: &Layout,
        start: &Board,
        parameters: &Parameters,
        meter: &mut Meter,
    ) -> Option<Outcome<PackedMove>> {
        self.table.clear();
        self.frames.clear();
        self.waiting.clear();
        self.best = None;
        self.counts = Counts::default();
        if start.is_solved() {
            self.best = Some(Vec::new());
            return None;
        }
        let mut run = Run {
            layout,
            parameters,
            meter,
            jumps: Jumps::new(parameters.jump_scale),
            bound: parameters.limit.map_or(u32::MAX, |limit| limit + 1),
            search: self,
        };
        match run.all(start) {
            Err(limit) => Some(Outcome::GaveUp(limit)),
            Ok(()) if self.counts.cut || parameters.steps == Steps::Meta => None,
            Ok(()) => Some(Outcome::Unsolvable),
        }
    }
}

/// One search under way.
struct Run<'a, 'm> {
    layout: &'a Layout,
    parameters: &'a Parameters,
    meter: &'a mut Meter<'m>,
    jumps: Jumps,
    /// Solutions must have fewer moves than this.
    bound: u32,
    search: &'a mut Search,
}

impl Run<'_, '_> {
    /// Tries everything that it wants to try.
    fn all(&mut self, start: &Board) -> Result<(), Limit> {
        if left(start) >= self.bound {
            self.search.counts.cut = true;
            return Ok(());
        }
        self.enter(*start, NONE, NONE, 0)?;
        while let Some(frame) = self.search.frames.last() {
            if self.search.waiting.len() == frame.first {
                self.search.frames.pop();
                continue;
            }
            let next = self.search.waiting.pop().expect("a move that waits");
            self.try_move(next)?;
            if self.is_content() {
                return Ok(());
            }
            self.jump_when_due();
        }
        Ok(())
    }

    /// Makes a move of the last frame, unless what it leads to is known or
    /// cannot better the best solution.
    fn try_move(&mut self, Waiting { mv, cost, .. }: Waiting) -> Result<(), Limit> {
        let frame = self.search.frames.last().expect("a frame with moves");
        let made = frame.made + cost;
        self.meter.effort.generated += 1;
        // Each move takes one card home at most, and one to a column none.
        let homeward = cost - u32::from(mv.to != HOME);
        if made + left(&frame.board).saturating_sub(homeward) >= self.bound {
            self.search.counts.cut = true;
            return Ok(());
        }
        let (single, back) = (cost == 1, frame.board.below(mv.card));
        // A dig's key is that of its last position only.
        if single {
            let key = <[u64; 3]>::after(self.layout, &frame.board, mv);
            if self.search.table.knows(key, made) {
                return Ok(());
            }
        }
        let mut board = frame.board;
        let room = board.room(self.layout);
        if !single && meta::is_dig(self.layout, &board, &room, mv) {
            meta::dig(self.layout, &mut board, mv, |_, _| {}).expect("a dig with room");
        } else {
            board.play(self.layout, mv);
        }
        if board.is_solved() {
            self.won(mv, made);
            return Ok(());
        }
        let key = <[u64; 3]>::of(&board);
        if !single && self.search.table.knows(key, made) {
            return Ok(());
        }
        let back = PackedMove {
            card: mv.card,
            to: back,
        };
        self.enter(board, mv, if single { back } else { NONE }, made)
    }

    /// Goes on from a position: lists its moves and keeps it, unless it has
    /// none or its local minimum is too much.
    fn enter(
        &mut self,
        board: Board,
        mv: PackedMove,
        back: PackedMove,
        made: u32,
    ) -> Result<(), Limit> {
        // A move home is the only one that leaves moves made plus cards left
        // as they are; every other adds to them.
        let room = board.room(self.layout);
        let ready = board.next_homes() & (room.exposed | board.cells) & ALL;
        let least = made + left(&board) + u32::from(ready == 0);
        if least >= self.bound {
            self.search.counts.cut = true;
            return Ok(());
        }
        if let Some(limit) = self.meter.check_state() {
            return Err(limit);
        }
        let counts = &mut self.search.counts;
        counts.since_solution += 1;
        counts.since_jump += 1;
        let first = self.search.waiting.len();
        self.list(&board, back);
        if self.search.waiting.len() == first {
            return Ok(());
        }
        let search = &mut *self.search;
        search.frames.push(Frame {
            board,
            mv,
            made,
            first,
        });
        let others = (search.frames.len() * size_of::<Frame>()
            + search.waiting.len() * size_of::<Waiting>()) as u64;
        let key = <[u64; 3]>::of(&board);
        search.table.keep(key, made, least, others, self.meter)?;
        search.counts.most_known = search.counts.most_known.max(search.table.known() as u64);
        match self.meter.hold(others + search.table.bytes()) {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }

    /// Lists the moves of a position, the best last.
    fn list(&mut self, board: &Board, back: PackedMove) {
        let (layout, parameters) = (self.layout, self.parameters);
        let room = board.room(layout);
        let ranking = Ranking::new(layout, board, &room);
        let search = &mut *self.search;
        let first = search.waiting.len();
        let mut push = |mv: PackedMove, cost: u32| {
            let rank = ranking.rank(parameters.order, mv);
            search.waiting.push(Waiting { rank, cost, mv });
        };
        let listed = &mut search.listed;
        if parameters.steps != Steps::Meta {
            movegen::single(layout, board, &room, listed);
            for &mv in listed.iter().filter(|&&mv| mv != back) {
                push(mv, meta::cost(layout, board, &room, mv));
            }
        }
        if parameters.steps != Steps::Single {
            movegen::whole_runs(layout, board, &room, listed);
            for &mv in listed.iter() {
                let cost = meta::cost(layout, board, &room, mv);
                let alone = parameters.steps == Steps::Meta;
                if mv.to != CELL && (cost > 1 || alone) && mv != back {
                    push(mv, cost);
                }
            }
            meta::digs(layout, board, &room, &mut push);
        }
        // Equals keep the order in which they were listed, best last.
        search.waiting[first..].reverse();
        search.waiting[first..].sort_by_key(|waiting| std::cmp::Reverse(waiting.rank));
    }

    /// Keeps a solution, which is shorter than all before it.
    fn won(&mut self, last: PackedMove, made: u32) {
        let search = &mut *self.search;
        let mut path: Vec<PackedMove> = search.frames.iter().skip(1).map(|f| f.mv).collect();
        path.push(last);
        search.best = Some(path);
        let counts = &mut search.counts;
        if counts.solutions == 0 {
            counts.first_length = made.into();
            counts.first_states = self.meter.effort.checked;
        }
        counts.solutions += 1;
        (counts.since_solution, counts.since_jump) = (0, 0);
        self.bound = made;
        self.jumps.restart();
        if self.parameters.purge {
            search.table.purge(made);
        }
    }

    /// Whether it has looked long enough.
    fn is_content(&mut self) -> bool {
        let counts = &mut self.search.counts;
        let most = match counts.solutions {
            0 => self.parameters.give_up_after,
            _ => self.parameters.after_sol,
        };
        let content = most.is_some_and(|most| counts.since_solution >= most);
        counts.cut |= content;
        content
    }

    /// Leaves this part of the tree if nothing came of it for long.
    fn jump_when_due(&mut self) {
        let search = &mut *self.search;
        let due = |when| search.counts.since_jump >= when;
        if !self.parameters.jump_when.is_some_and(due) {
            return;
        }
        search.counts.since_jump = 0;
        let depth = search.frames.len().saturating_sub(1);
        let to = self.jumps.jump(depth);
        if let Some(frame) = search.frames.get(to + 1) {
            search.waiting.truncate(frame.first);
            search.frames.truncate(to + 1);
            search.counts.jumps += 1;
            search.counts.cut = true;
        }
    }
}
