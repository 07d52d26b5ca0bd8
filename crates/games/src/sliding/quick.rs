//! The quick solver: short solutions of small boards by weighted A*, of middle
//! ones by a beam, with the method of [`lines`](super::lines) to fall back on,
//! so that every board is solved. On large ones a beam that is narrow enough
//! to be quick gets lost, so that the lines are all there is.

use super::features::Chosen;
use super::guess::{self, Guess, Tables};
use super::lines;
use super::rules::{Board, Move};
use super::symmetry::Standard;
use engine::search::{Beam, Search, WeightedAStar};
use engine::{Answer, Budget, Fault, Meter, Outcome, Puzzle, Settings, Solve, Watch};

/// Boards of up to this many cells are left to weighted A*.
const SMALL: usize = 16;
/// What weighted A* trusts its heuristic with: no solution is longer than
/// this many times the shortest.
const WEIGHT: &str = "2";
/// Boards of more than this many cells are left to the lines.
const LARGE: usize = 42;
/// How wide a beam is.
const WIDTH: &str = "100";
/// A beam that has looked at this many states for each cell is lost.
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
            tables: Tables::new(&settings.shelf),
        })
    }

    /// The shorter of what the lines and a beam find.
    fn large(&mut self, start: &Board, meter: &mut Meter, watch: &dyn Watch) -> Outcome<Move> {
        let standard = Standard::of(start);
        let moves = match lines::solve(&standard.board, meter) {
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
        let chosen = Chosen::Own(Guess::Conflict);
        let found = guess::search(&self.beam, &chosen, &mut self.tables, start, &mut own);
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
                let chosen = Chosen::Own(Guess::Walking);
                guess::search(&self.weighted, &chosen, &mut self.tables, start, &mut meter)
            }
            false => self.large(start, &mut meter, watch),
        };
        Answer::new(outcome, meter.effort)
    }
}
