//! The default solver: a few short, greedy best-first searches with weights
//! that fail on different deals, one after the other; then beams; and what
//! none of them solves goes to the complete search.

use super::beam::Beam;
use super::board::{Board, CELL, PackedMove};
use super::bucket_queue::BucketQueue;
use super::exact::Exact;
use super::identity::Identity;
use super::layout::Layout;
use super::movegen::{self, MoveList};
use super::parameters::{Attempt, CLEAR_GAIN, FAST_MEMORY, LONGEST, PORTFOLIO};
use super::rules::Position;
use super::score::{Outlook, Weights};
use super::solution::{plain_moves, with_safe_homes};
use super::visited::Visited;
use engine::{Answer, Budget, Limit, Meter, Outcome, Solve, Unwatched, Watch};

/// The search with its tables.
#[derive(Default)]
pub struct Fast {
    greedy: Greedy,
    beam: Beam,
    exact: Exact,
}

impl Fast {
    /// Decides whether `start` can be won, counting against the meter.
    pub fn decide(&mut self, start: &Position, meter: &mut Meter) -> Outcome<PackedMove> {
        match self.attempt(start, meter) {
            Ending::Solved(path) => Outcome::Solved(path),
            Ending::Limit(limit) => Outcome::GaveUp(limit),
            Ending::Quota => self.exact.decide(start, meter),
        }
    }

    /// Whether the quick searches find a solution.
    pub fn wins_quickly(&mut self, start: &Position) -> bool {
        let mut meter = Meter::new(&Budget::default(), &Unwatched);
        matches!(self.attempt(start, &mut meter), Ending::Solved(_))
    }

    /// The quick searches in turn.
    fn attempt(&mut self, start: &Position, meter: &mut Meter) -> Ending {
        for attempt in &PORTFOLIO {
            let end = match attempt {
                Attempt::Greedy(weights, quota) => {
                    self.greedy.search(start, weights, *quota, meter)
                }
                Attempt::Beam(weights, width) => self.beam_from(start, weights, *width, meter),
            };
            if !matches!(end, Ending::Quota) {
                return end;
            }
        }
        Ending::Quota
    }

    fn beam_from(
        &mut self,
        start: &Position,
        weights: &Weights,
        width: usize,
        meter: &mut Meter,
    ) -> Ending {
        let layout = Layout::new(start, weights);
        let first = Board::new(&layout, start);
        let board = first.settled(&layout);
        match self.beam.search(&layout, &board, width, LONGEST, meter) {
            Ok(Some(path)) => Ending::Solved(with_safe_homes(&layout, &first, &path)),
            Ok(None) => Ending::Quota,
            Err(limit) => Ending::Limit(limit),
        }
    }
}

impl Solve<Position> for Fast {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let mut meter = Meter::new(&budget.or_memory(FAST_MEMORY), watch);
        let outcome = self
            .decide(start, &mut meter)
            .map(|path| plain_moves(start, &path));
        Answer::new(outcome, meter.effort)
    }
}

/// How one quick search ended.
pub enum Ending {
    /// With all moves of a solution.
    Solved(Vec<PackedMove>),
    /// Without one, within its quota.
    Quota,
    /// Because the budget of the whole solve is spent.
    Limit(Limit),
}

/// How a position of the search was reached.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    mv: PackedMove,
    depth: u16,
}

/// A move that was looked at and waits, linked to the next of its bucket.
#[derive(Clone, Copy)]
struct Waiting {
    parent: u32,
    next: u32,
    mv: PackedMove,
}

/// In place of a waiting move: all moves into cells from its parent.
const INTO_CELLS: PackedMove = PackedMove {
    card: CELL,
    to: CELL,
};
/// The moves that wait to be made, and the positions they lead to.
#[derive(Default)]
struct Frontier {
    visited: Visited,
    queue: BucketQueue,
    waiting: Vec<Waiting>,
}

impl Frontier {
    /// Clears what the search before left.
    fn begin(&mut self, quota: usize) {
        self.visited.begin(quota * MOVES);
        self.queue.clear();
        self.waiting.clear();
        // Item 0 is none.
        self.push(0, PackedMove::default(), 0);
    }

    #[inline]
    fn push(&mut self, parent: u32, mv: PackedMove, score: i32) {
        let item = self.waiting.len() as u32;
        let next = self.queue.push(score, item);
        self.waiting.push(Waiting { parent, next, mv });
    }

    /// The best waiting move.
    #[inline]
    fn pop(&mut self) -> Option<Waiting> {
        let item = self.queue.pop(|item| self.waiting[item as usize].next)?;
        Some(self.waiting[item as usize])
    }

    /// Adds the moves that lead to new positions; `depth` is what the moves
    /// made so far add to their scores. Returns the best score among them
    /// without that, or the move that solves the game, if one does.
    #[inline(always)]
    fn add(
        &mut self,
        outlook: &Outlook,
        path: &[PackedMove],
        at: u32,
        depth: i32,
    ) -> Result<i32, PackedMove> {
        let mut best = i32::MAX;
        for &mv in path {
            let visited = &mut self.visited;
            let known = |hash| visited.insert(hash).then_some(());
            let Some((_, score, solved)) = outlook.child(mv, known) else {
                continue;
            };
            if solved {
                return Err(mv);
            }
            best = best.min(score);
            self.push(at, mv, score + depth);
        }
        Ok(best)
    }
}

/// A greedy best-first search that remembers positions by a fingerprint: it
/// can find solutions but prove nothing.
#[derive(Default)]
pub struct Greedy {
    frontier: Frontier,
    boards: Vec<Board>,
    nodes: Vec<Node>,
    moves: MoveList,
}

/// The table of positions has room for twice as many new ones a state.
const MOVES: usize = 10;

impl Greedy {
    /// Searches until a solution, or until `quota` positions were visited.
    /// Each is checked once, and once more if its moves into cells waited.
    pub fn search(
        &mut self,
        start: &Position,
        weights: &Weights,
        quota: usize,
        meter: &mut Meter,
    ) -> Ending {
        let layout = Layout::new(start, weights);
        let first = Board::new(&layout, start);
        let board = first.settled(&layout);
        if board.is_solved() {
            return Ending::Solved(with_safe_homes(&layout, &first, &[]));
        }
        self.begin(quota, board);
        let (mut at, mut into_cells) = (0, false);
        loop {
            if let Some(limit) = meter.check_state().or_else(|| self.hold(meter)) {
                return Ending::Limit(limit);
            }
            if let Err(last) = self.look_ahead(&layout, at, into_cells, meter) {
                let path = self.path(at, last);
                return Ending::Solved(with_safe_homes(&layout, &first, &path));
            }
            let Some(best) = self.frontier.pop() else {
                return Ending::Quota;
            };
            into_cells = best.mv == INTO_CELLS;
            at = if into_cells {
                best.parent as usize
            } else if self.nodes.len() < quota {
                self.visit(&layout, best)
            } else {
                return Ending::Quota;
            };
        }
    }

    /// Queues what one move leads to from node `at`: all moves, or those that
    /// go into cells. Fails with the move that solves the game.
    #[inline]
    fn look_ahead(
        &mut self,
        layout: &Layout,
        at: usize,
        into_cells: bool,
        meter: &mut Meter,
    ) -> Result<(), PackedMove> {
        let board = &self.boards[at];
        let room = board.room(layout);
        movegen::whole_runs(layout, board, &room, &mut self.moves);
        let outlook = Outlook::new(layout, board, &room);
        let depth = layout.weights.depth * i32::from(self.nodes[at].depth);
        let at = at as u32;
        let (cells, others) = self.moves.split_at(movegen::into_cells(&room));
        if !into_cells {
            meter.effort.generated += others.len() as u64;
            let best = self.frontier.add(&outlook, others, at, depth)?;
            if !cells.is_empty() && best < outlook.score() - CLEAR_GAIN {
                self.frontier.push(at, INTO_CELLS, outlook.score() + depth);
                return Ok(());
            }
        }
        meter.effort.generated += cells.len() as u64;
        self.frontier.add(&outlook, cells, at, depth).map(|_| ())
    }

    /// Clears what the search before left, and starts from a position.
    fn begin(&mut self, quota: usize, board: Board) {
        self.frontier.begin(quota);
        self.frontier.visited.insert(u64::of(&board));
        self.boards.clear();
        self.boards.push(board);
        self.nodes.clear();
        self.nodes.push(Node {
            parent: 0,
            mv: PackedMove::default(),
            depth: 0,
        });
    }

    /// Makes a waiting move; the position it leads to becomes a node.
    #[inline]
    fn visit(&mut self, layout: &Layout, best: Waiting) -> usize {
        let parent = best.parent as usize;
        self.boards.push(self.boards[parent]);
        let board = self.boards.last_mut().expect("just pushed");
        board.play(layout, best.mv);
        board.safe_homes(layout, |_| {});
        let depth = self.nodes[parent].depth + 1;
        self.nodes.push(Node {
            parent: best.parent,
            mv: best.mv,
            depth,
        });
        self.nodes.len() - 1
    }

    fn path(&self, mut at: usize, last: PackedMove) -> Vec<PackedMove> {
        let mut path = vec![last];
        while at != 0 {
            path.push(self.nodes[at].mv);
            at = self.nodes[at].parent as usize;
        }
        path.reverse();
        path
    }

    fn hold(&self, meter: &mut Meter) -> Option<Limit> {
        let bytes = self.boards.len() * (size_of::<Board>() + size_of::<Node>())
            + self.frontier.waiting.len() * size_of::<Waiting>()
            + self.frontier.visited.bytes();
        meter.hold(bytes as u64)
    }
}
