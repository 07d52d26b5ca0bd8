//! How a solution goes.

use crate::freecell::rules::{Move, Place, Position};
use engine::Puzzle;

/// What is told of it.
pub struct Way {
    /// Standard moves.
    pub moves: f64,
    /// Moves before the first card goes home.
    pub before_first_home: f64,
    /// The most cells in use at once.
    pub cells_most: f64,
    /// Cells in use, averaged over moves.
    pub cells_mean: f64,
    /// Moves of more than one card.
    pub run_moves: f64,
}

impl Way {
    /// Walks it.
    pub fn walk(start: &Position, moves: &[Move]) -> Way {
        let home = |mv: &Move| matches!(mv.to, Place::Home(_));
        let mut position = start.clone();
        let in_use: Vec<usize> = moves
            .iter()
            .map(|&mv| {
                position.apply(mv);
                position.cells.iter().flatten().count()
            })
            .collect();
        let mean = in_use.iter().sum::<usize>() as f64 / moves.len().max(1) as f64;
        Way {
            moves: moves.len() as f64,
            before_first_home: moves.iter().take_while(|mv| !home(mv)).count() as f64,
            cells_most: in_use.iter().max().copied().unwrap_or_default() as f64,
            cells_mean: mean,
            run_moves: moves.iter().filter(|mv| mv.count > 1).count() as f64,
        }
    }
}
