//! The default solver: a few short, greedy best-first searches with weights
//! that fail on different deals, one after the other on growing quotas; what
//! none of them solves goes to the complete search.

use super::board::{Board, Hop, Layout, hash_key};
use super::exact::Exact;
use super::hops;
use super::path::{plain_moves, with_safe_homes};
use super::rules::Position;
use super::score::{Outlook, PORTFOLIO, Weights};
use super::seen::Seen;
use engine::{Answer, Budget, Limit, Meter, Outcome, Solve, Watch};

/// The search with its tables.
#[derive(Default)]
pub struct Fast {
    greedy: Greedy,
    exact: Exact,
}

/// The memory that the complete search may use unless told otherwise.
const DEFAULT_MEMORY: u64 = 4 << 30;

impl Fast {
    /// Decides whether `start` can be won, counting against the meter.
    pub fn decide(&mut self, start: &Position, meter: &mut Meter) -> Outcome<Hop> {
        for attempt in PORTFOLIO {
            match self
                .greedy
                .search(start, &attempt.weights, attempt.quota, meter)
            {
                Ending::Solved(hops) => return Outcome::Solved(hops),
                Ending::Limit(limit) => return Outcome::GaveUp(limit),
                Ending::Quota => {}
            }
        }
        self.exact.decide(start, meter)
    }
}

impl Solve<Position> for Fast {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let memory = Some(budget.memory.unwrap_or(DEFAULT_MEMORY));
        let mut meter = Meter::new(&Budget { memory, ..*budget }, watch);
        let outcome = self
            .decide(start, &mut meter)
            .map(|hops| plain_moves(start, &hops));
        Answer::new(outcome, meter.effort)
    }
}

/// How one greedy search ended.
pub enum Ending {
    /// With all moves of a solution.
    Solved(Vec<Hop>),
    /// Without one, within its quota.
    Quota,
    /// Because the budget of the whole solve is spent.
    Limit(Limit),
}

/// How a position of the search was reached.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    hop: Hop,
    depth: u16,
}

/// A move that was looked at and waits in a bucket, with the one it hides.
#[derive(Clone, Copy)]
struct Waiting {
    parent: u32,
    next: u32,
    hop: Hop,
}

/// Buckets by score, eight points each; the last one takes all that is worse.
const BUCKETS: usize = 1024;
/// Scores below zero occur, but not below this.
const LEAST_SCORE: i32 = -800;

/// A greedy best-first search that remembers positions by a fingerprint, so
/// that it may miss one in 2^48; it can find solutions but prove nothing.
#[derive(Default)]
pub struct Greedy {
    seen: Seen,
    boards: Vec<Board>,
    nodes: Vec<Node>,
    waiting: Vec<Waiting>,
    buckets: Vec<u32>,
    moves: Vec<Hop>,
}

/// A position has seldom more moves than this; the table has room for more.
const MOVES: usize = 16;

impl Greedy {
    /// Searches until a solution, or until `quota` states are checked.
    pub fn search(
        &mut self,
        start: &Position,
        weights: &Weights,
        quota: usize,
        meter: &mut Meter,
    ) -> Ending {
        let layout = Layout::new(start, weights);
        let first = Board::new(&layout, start);
        let mut board = first;
        board.safe_homes(&layout, |_| {});
        if board.is_solved() {
            return Ending::Solved(with_safe_homes(&layout, &first, &[]));
        }
        self.begin(quota);
        self.seen.is_new(hash_key(&board.key()));
        self.boards.push(board);
        self.nodes.push(Node {
            parent: 0,
            hop: Hop::default(),
            depth: 0,
        });
        let mut lowest = BUCKETS;
        loop {
            if let Some(limit) = meter.check_state() {
                return Ending::Limit(limit);
            }
            let at = self.nodes.len() - 1;
            let board = &self.boards[at];
            hops::whole_runs(&layout, board, &mut self.moves);
            let outlook = Outlook::new(&layout, board);
            let deeper = weights.depth * i32::from(self.nodes[at].depth) - LEAST_SCORE;
            meter.effort.generated += self.moves.len() as u64;
            for &hop in &self.moves {
                let child = outlook.child(hop);
                if !self.seen.is_new(hash_key(&child.key)) {
                    continue;
                }
                if child.solved {
                    let hops = self.path(at, hop);
                    self.hold(meter);
                    return Ending::Solved(with_safe_homes(&layout, &first, &hops));
                }
                let bucket = ((child.score + deeper).max(0) as usize / 8).min(BUCKETS - 1);
                lowest = lowest.min(bucket);
                let next = std::mem::replace(&mut self.buckets[bucket], self.waiting.len() as u32);
                self.waiting.push(Waiting {
                    parent: at as u32,
                    next,
                    hop,
                });
            }
            while lowest < BUCKETS && self.buckets[lowest] == 0 {
                lowest += 1;
            }
            if lowest == BUCKETS || self.nodes.len() >= quota {
                return self.hold(meter).map_or(Ending::Quota, Ending::Limit);
            }
            let best = self.waiting[self.buckets[lowest] as usize];
            self.buckets[lowest] = best.next;
            self.visit(&layout, best);
        }
    }

    /// Clears what the search before left.
    fn begin(&mut self, quota: usize) {
        self.seen.begin(quota * MOVES);
        self.boards.clear();
        self.nodes.clear();
        self.buckets.clear();
        self.buckets.resize(BUCKETS, 0);
        self.waiting.clear();
        // Number 0 ends a bucket's list.
        self.waiting.push(Waiting {
            parent: 0,
            next: 0,
            hop: Hop::default(),
        });
    }

    /// Makes a waiting move, and with it the next position to look at.
    #[inline]
    fn visit(&mut self, layout: &Layout, best: Waiting) {
        let parent = best.parent as usize;
        self.boards.push(self.boards[parent]);
        let board = self.boards.last_mut().expect("just pushed");
        board.hop(layout, best.hop);
        board.safe_homes(layout, |_| {});
        let depth = self.nodes[parent].depth + 1;
        self.nodes.push(Node {
            parent: best.parent,
            hop: best.hop,
            depth,
        });
    }

    fn path(&self, mut at: usize, last: Hop) -> Vec<Hop> {
        let mut hops = vec![last];
        while at != 0 {
            hops.push(self.nodes[at].hop);
            at = self.nodes[at].parent as usize;
        }
        hops.reverse();
        hops
    }

    fn hold(&self, meter: &mut Meter) -> Option<Limit> {
        let bytes = self.boards.len() * (size_of::<Board>() + size_of::<Node>())
            + self.waiting.len() * (size_of::<Waiting>() + 8);
        meter.hold(bytes as u64)
    }
}
