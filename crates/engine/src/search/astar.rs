//! A* and weighted A*: the position with the least sum of moves made and
//! moves expected comes first.

use super::Search;
use super::best_first::{Order, best_first};
use crate::{Fault, Heuristic, Meter, Outcome, Puzzle, Setting, Settings};

/// The fewest moves, if the heuristic never overestimates.
pub struct AStar;

impl Search for AStar {
    const NAME: &'static str = "astar";
    const SUMMARY: &'static str =
        "A*: the fewest moves where the heuristic never overestimates; needs much memory";
    const SETTINGS: &'static [Setting] = &[];

    fn new(_: &Settings) -> Result<Self, Fault> {
        Ok(AStar)
    }

    fn run<P: Puzzle, H: Heuristic<P>>(
        &self,
        start: &P,
        heuristic: &H,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        let order = Order {
            moves: 1,
            estimate: 1,
            // A heuristic may be inconsistent: a position may be reached by a
            // shorter way after it was looked at.
            reopen: true,
        };
        best_first(start, heuristic, &order, meter)
    }
}

/// A* that trusts the heuristic more than it deserves.
pub struct WeightedAStar {
    weight: f64,
}

const WEIGHT: Setting = Setting {
    name: "weight",
    default: "2",
    summary: "how much an expected move counts beside one made; solutions are at most this \
              many times too long where the heuristic never overestimates",
};

/// Weights are counted in these parts of one.
const PARTS: u64 = 256;

impl Search for WeightedAStar {
    const NAME: &'static str = "wastar";
    const SUMMARY: &'static str = "weighted A*: fewer states than A* for a longer solution";
    const SETTINGS: &'static [Setting] = &[WEIGHT];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        let weight = settings.number(&WEIGHT, 1.0..=1000.0)?;
        Ok(WeightedAStar { weight })
    }

    fn run<P: Puzzle, H: Heuristic<P>>(
        &self,
        start: &P,
        heuristic: &H,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        let order = Order {
            moves: PARTS,
            estimate: (self.weight * PARTS as f64).round() as u64,
            reopen: true,
        };
        best_first(start, heuristic, &order, meter)
    }
}
