//! The quick solver. Small boards: weighted A*. Boards of middle size: a beam
//! search, and [`line_by_line`] where the beam finds nothing or a longer
//! solution. Large boards: [`line_by_line`] alone, since a beam that is narrow
//! enough to be quick finds nothing there.

mod line_by_line;

use super::features::Chosen;
use super::heuristics::{self, Admissible, Tables};
use super::rules::{Board, Move};
use super::symmetry::Standard;
use engine::search::{Beam, Search, WeightedAStar};
use engine::{Answer, Budget, Fault, Meter, Outcome, Puzzle, Settings, Solve, Watch};

/// Most cells of a board that weighted A* solves.
const SMALL: usize = 16;
/// The weight of weighted A*: no solution is longer than this many times the
/// shortest.
const WEIGHT: &str = "2";
/// Most cells of a board that the beam is tried on.
const LARGE: usize = 42;
/// Width of the beam.
const WIDTH: &str = "100";
/// States that the beam may check, for each cell of the board.
const STATES_A_CELL: u64 = 1500;

/// The solver.
pub struct Quick {
    weighted: WeightedAStar,
    beam: Beam,
    tables: Tables,
}

impl Quick {
    /// With nothing to set.
    pub fn new(settings: &Settings) -> Result<Quick, Fault> {
        let with = |name: &str, value: &str| {
            let mut own = Settings::default();
            own.values.insert(name.into(), value.into());
            own
        };
        Ok(Quick {
            weighted: WeightedAStar::new(&with("weight", WEIGHT))?,
            beam: Beam::new(&with("width", WIDTH))?,
            tables: Tables::new(&settings.tables),
        })
    }

    /// The shorter solution of line by line and the beam.
    fn large(&mut self, start: &Board, meter: &mut Meter, watch: &dyn Watch) -> Outcome<Move> {
        let standard = Standard::of(start);
        let moves = match line_by_line::solve(&standard.board, meter) {
            Ok(moves) => moves,
            Err(limit) => return Outcome::GaveUp(limit),
        };
        let moves: Vec<Move> = moves.into_iter().map(|mv| standard.as_given(mv)).collect();
        let moves = without_detours(start, &moves);
        if start.tiles().len() > LARGE {
            return Outcome::Solved(moves);
        }
        let cells = start.tiles().len() as u64;
        let left = |most: u64| most.saturating_sub(meter.effort.checked);
        let states = meter.budget().states.map_or(u64::MAX, left);
        let budget = Budget {
            states: Some(states.min(STATES_A_CELL * cells)),
            ..*meter.budget()
        };
        let mut own = Meter::new(&budget, watch);
        let chosen = Chosen::Own(Admissible::Conflict);
        let found = heuristics::search(&self.beam, &chosen, &mut self.tables, start, &mut own);
        meter.effort.checked += own.effort.checked;
        meter.effort.generated += own.effort.generated;
        meter.effort.peak_bytes = meter.effort.peak_bytes.max(own.effort.peak_bytes);
        match found {
            Outcome::Solved(shorter) if shorter.len() < moves.len() => Outcome::Solved(shorter),
            _ => Outcome::Solved(moves),
        }
    }
}

/// The moves without those between two visits of the same position.
fn without_detours(start: &Board, moves: &[Move]) -> Vec<Move> {
    let mut board = start.clone();
    let mut last = std::collections::HashMap::from([(board.key(), 0)]);
    for (index, &mv) in moves.iter().enumerate() {
        board.apply(mv);
        last.insert(board.key(), index + 1);
    }
    let mut board = start.clone();
    let mut short = Vec::new();
    let mut at = last[&board.key()];
    while let Some(&mv) = moves.get(at) {
        short.push(mv);
        board.apply(mv);
        at = last[&board.key()];
    }
    short
}

impl Solve<Board> for Quick {
    fn solve(&mut self, start: &Board, budget: &Budget, watch: &dyn Watch) -> Answer<Board> {
        let mut meter = Meter::new(budget, watch);
        let small = start.tiles().len() <= SMALL || start.is_solved() || start.is_hopeless();
        let outcome = match small {
            true => {
                let chosen = Chosen::Own(Admissible::Walking);
                heuristics::search(&self.weighted, &chosen, &mut self.tables, start, &mut meter)
            }
            false => self.large(start, &mut meter, watch),
        };
        Answer::new(outcome, meter.effort)
    }
}
