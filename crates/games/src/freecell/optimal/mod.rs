//! The fewest single-card moves, proved. A solution of the quick solver gives
//! the first upper bound, a beam over single moves ([`upper`]) a better one;
//! A* ([`search`]) then raises the lower bound until both meet. The lower
//! bound of a position is that of [`relaxation`].
//!
//! Positions are stored under exact keys ([`store`]), bounds are cached under
//! exact keys ([`cores`]), and cards go home at once only where that keeps the
//! length ([`super::safe_home`]): the answer is a proof.
//!
//! Every card that moves counts one, moves home included: the length that the
//! metric `single` tells. Where runs move freely, a run counts as that metric
//! counts it.

pub mod cores;
pub mod expand;
pub mod relaxation;
pub mod search;
pub mod store;
pub mod table;
pub mod upper;

use super::FreeCell;
use super::board::{Board, PackedMove};
use super::fast::Fast;
use super::layout::Layout;
use super::metrics::SINGLE;
use super::rules::{Move, Position};
use super::score::Weights;
use super::solution::{plain_moves, with_safe_homes};
use cores::Cores;
use engine::{Answer, Budget, Limit, Meter, Outcome, Rules, Solve, Watch};
use relaxation::Relaxation;
use search::AStar;
use store::{MOST_COST, Store};
use table::Table;

/// The memory that the search may use unless told otherwise: some hundred
/// million positions.
const MEMORY: u64 = 4 << 30;

/// The beams: how wide each is, and after how many states of the search it
/// runs. A beam of width 400 looks at some 24,000 states.
const BEAMS: [(usize, u64); 4] = [
    (400, 0),
    (2_000, 100_000),
    (8_000, 500_000),
    (32_000, 4_000_000),
];

/// The solver with its tables.
#[derive(Default)]
pub struct Optimal {
    fast: Fast,
    store: Store,
    cores: Cores,
}

/// A search's start: the position after its first safe moves home.
pub struct Root {
    layout: Layout,
    table: Table,
    /// Those moves home.
    cost: u32,
    /// The least that is left.
    bound: u32,
}

impl Root {
    fn new(start: &Position, cores: &mut Cores) -> Root {
        let layout = Layout::new(start, &Weights::NONE);
        let mut table = Table::new(&layout, start);
        let mut cost = 0;
        table.safe_homes(&layout, |_| cost += 1);
        cores.clear();
        let bound = Relaxation::new(&table).bound(cores);
        Root {
            layout,
            table,
            cost,
            bound,
        }
    }

    /// No solution is shorter.
    fn lower(&self) -> u32 {
        self.cost + self.bound
    }
}

/// The best solution known: its length, and its moves, which leave out safe
/// moves home; without moves it is the one that the solve began with.
pub struct Best {
    length: u32,
    path: Option<Vec<PackedMove>>,
}

impl Solve<Position> for Optimal {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let mut meter = Meter::new(&budget.or_memory(MEMORY), watch);
        let root = Root::new(start, &mut self.cores);
        let outcome = self.fast.decide(start, &mut meter);
        let outcome = outcome.map(|path| plain_moves(start, &path));
        let Outcome::Solved(first) = outcome else {
            let mut answer = Answer::new(outcome, meter.effort);
            if let Outcome::GaveUp(_) = answer.outcome {
                answer.figures.push(("lower", u64::from(root.lower())));
            }
            return answer;
        };
        let mut best = Best {
            length: single_length(start, &first),
            path: None,
        };
        let (lower, limit) = self.close_in(&root, &mut best, &mut meter);
        let outcome = match limit {
            Some(limit) => Outcome::GaveUp(limit),
            None => Outcome::Solved(best.path.map_or(first, |path| {
                let board = Board::new(&root.layout, start);
                plain_moves(start, &with_safe_homes(&root.layout, &board, &path))
            })),
        };
        let mut answer = Answer::new(outcome, meter.effort);
        answer.figures.push(("lower", u64::from(lower)));
        answer.figures.push(("upper", u64::from(best.length)));
        answer
    }
}

impl Optimal {
    /// Searches until no solution can be shorter than the best one. Returns
    /// the lower bound, and the limit that was reached before that.
    fn close_in(
        &mut self,
        root: &Root,
        best: &mut Best,
        meter: &mut Meter,
    ) -> (u32, Option<Limit>) {
        if best.length > MOST_COST {
            return (root.lower(), Some(Limit::Cuts));
        }
        let mut search = AStar::new(root, &mut self.store);
        for (index, &(width, _)) in BEAMS.iter().enumerate() {
            if search.lower() >= best.length {
                break;
            }
            let beam = upper::beam(root, best, width, &mut self.cores, search.bytes(), meter);
            // The search goes on until it is time for the next beam.
            let until = BEAMS.get(index + 1).map_or(u64::MAX, |beam| beam.1);
            let limit = beam
                .err()
                .or_else(|| search.run(root, best, until, &mut self.cores, meter).err());
            if limit.is_some() {
                return (search.lower().min(best.length), limit);
            }
        }
        (best.length, None)
    }
}

/// The length of a solution as the search counts it.
fn single_length(start: &Position, moves: &[Move]) -> u32 {
    FreeCell.lengths(start, moves)[SINGLE] as u32
}
