//! The solver: the judge behind a budget, and its steps as plain moves. The
//! judge cannot express limits of passes and of part-runs, so it decides the
//! relaxed game without them first. What is lost in the relaxed game is lost.
//! A win is replayed under the limits; if that fails, a depth-first search
//! under the plain rules decides.

use super::judge::Judge;
use super::path::Path;
use crate::klondike::features::{LEFT, MAXIMA, read};
use crate::klondike::rules::{Move, Position};
use crate::klondike::table::Layout;
use crate::klondike::variant::{Runs, Variant};
use engine::heuristic::Weighted;
use engine::search::{DepthFirst, Search};
use engine::{Answer, Budget, Limit, Meter, Outcome, Puzzle, Settings, Solve, Watch};

/// The memory it may use unless told otherwise.
pub const DEFAULT_MEMORY: u64 = 1 << 30;

/// The solver with its tables.
#[derive(Default)]
pub struct Open {
    pub(super) judge: Judge,
}

impl Solve<Position> for Open {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let mut meter = Meter::new(budget, watch);
        meter.or_memory(DEFAULT_MEMORY);
        let outcome = self.decide(start, &mut meter);
        Answer::new(outcome, meter.effort)
    }
}

impl Open {
    /// Solves a position, counting against the meter.
    pub fn decide(&mut self, start: &Position, meter: &mut Meter) -> Outcome<Move> {
        if start.is_solved() {
            return Outcome::Solved(Vec::new());
        }
        let free = without_limits(start);
        let (layout, table) = Layout::new(&free).expect("rules without limits can be packed");
        let memory = meter.budget().memory.unwrap_or(DEFAULT_MEMORY);
        self.judge.clear(memory);
        if let Some(limit) = meter.hold(self.judge.bytes()) {
            return Outcome::GaveUp(limit);
        }
        let mut limit = Limit::States;
        let won = self.judge.search(&layout, &table, |_| {
            let hit = meter.check_state();
            limit = hit.unwrap_or(limit);
            hit.is_some()
        });
        meter.hold(self.judge.bytes());
        meter.effort.generated += self.judge.visited;
        match won {
            Some(false) => Outcome::Unsolvable,
            None => Outcome::GaveUp(limit),
            Some(true) => match Path::to_win(start, self.judge.won_by()) {
                Some(moves) => Outcome::Solved(moves),
                None => under_limits(start, meter),
            },
        }
    }
}

/// The same position without limits of passes and part-runs.
pub fn without_limits(start: &Position) -> Position {
    let mut free = start.clone();
    free.variant = Variant {
        passes: 0,
        runs: Runs::Any,
        ..start.variant
    };
    free
}

/// Solves a position under the plain rules.
fn under_limits(start: &Position, meter: &mut Meter) -> Outcome<Move> {
    let search = DepthFirst::new(&Settings::default()).expect("its own settings are good");
    let sum = LEFT.sum(&MAXIMA);
    search.run(start, &Weighted { sum, read }, meter)
}
