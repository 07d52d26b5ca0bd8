//! The ways to count a solution's moves. `moves`: each move of the list, turns
//! of the stock among them. `flips`: the same, and one more for each face-down
//! card that is turned up, as ShootMe's Klondike-Solver counts. `turns`: turns
//! of the stock alone.

use super::rules::{Move, Place, Position, TURN};

/// Their names, in the order of [`count`].
pub const METRICS: &[&str] = &["moves", "flips", "turns"];

/// Adds a move that is legal in `position` to the length in each metric.
pub fn count(lengths: &mut [u64], position: &Position, mv: Move) {
    let flips = match mv.from {
        Place::Column(column) => {
            let column = &position.columns[column as usize];
            column.open.len() == mv.count as usize && !column.hidden.is_empty()
        }
        _ => false,
    };
    lengths[0] += 1;
    lengths[1] += 1 + u64::from(flips);
    lengths[2] += u64::from(mv == TURN);
}
