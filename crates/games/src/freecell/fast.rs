//! The default solver: greedy best-first searches with weights that fail on
//! different deals, one after the other; what none of them solves goes to the
//! complete search.

use super::board::PackedMove;
use super::exact::Exact;
use super::greedy::{Ending, Greedy};
use super::parameters::FAST_MEMORY;
use super::portfolio::PORTFOLIO;
use super::rules::Position;
use super::solution::plain_moves;
use engine::{Answer, Budget, Limit, Meter, Outcome, Solve, Unwatched, Watch};

/// The search with its tables.
#[derive(Default)]
pub struct Fast {
    greedy: Greedy,
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
        for (weights, quota) in &PORTFOLIO {
            let end = self.greedy.search(start, weights, *quota, meter);
            match end {
                Ending::Quota => {}
                // The complete search needs far less for each position.
                Ending::Limit(Limit::Memory) => {
                    self.greedy = Greedy::default();
                    break;
                }
                _ => return end,
            }
        }
        Ending::Quota
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
