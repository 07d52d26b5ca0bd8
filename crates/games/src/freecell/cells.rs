//! The fewest free cells that win: from none upwards, each number is either
//! refuted by the complete search or answered with a solution.

use super::fast::Fast;
use super::parameters::CELLS_MEMORY;
use super::rules::Position;
use super::solution::plain_moves;
use super::variant::MOST_CELLS;
use engine::{Answer, Budget, Meter, Outcome, Solve, Watch};

/// The search with its tables.
#[derive(Default)]
pub struct Cells {
    fast: Fast,
}

impl Solve<Position> for Cells {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let mut meter = Meter::new(&budget.or_memory(CELLS_MEMORY), watch);
        let held = start.cells.iter().flatten().count();
        for cells in held..=MOST_CELLS {
            let position = with_cells(start, cells);
            match self.fast.decide(&position, &mut meter) {
                Outcome::Unsolvable => {}
                Outcome::Solved(path) => {
                    // With cells to spare the solution is one of the deal as given.
                    let other = (cells > start.cells.len()).then_some(position);
                    let moves = plain_moves(other.as_ref().unwrap_or(start), &path);
                    let mut answer = Answer::new(Outcome::Solved(moves), meter.effort);
                    answer.solved_as = other;
                    answer.figures.push(("cells", cells as u64));
                    return answer;
                }
                Outcome::GaveUp(limit) => {
                    let mut answer = Answer::new(Outcome::GaveUp(limit), meter.effort);
                    answer.figures.push(("cells-at-least", cells as u64));
                    answer.figures.extend(self.at_most(start, cells + 1));
                    return answer;
                }
            }
        }
        Answer::new(Outcome::Unsolvable, meter.effort)
    }
}

impl Cells {
    /// A number of cells that wins, found by the quick searches alone.
    fn at_most(&mut self, start: &Position, from: usize) -> Option<(&'static str, u64)> {
        (from..=MOST_CELLS)
            .find(|&cells| self.fast.wins_quickly(&with_cells(start, cells)))
            .map(|cells| ("cells-at-most", cells as u64))
    }
}

/// The same position with another number of cells, those in use first.
fn with_cells(start: &Position, cells: usize) -> Position {
    let mut position = start.clone();
    position.variant.cells = cells as u8;
    position.variant.dealt = position.variant.dealt.min(cells as u8);
    position.cells.sort_by_key(Option::is_none);
    position.cells.resize(cells, None);
    position
}
