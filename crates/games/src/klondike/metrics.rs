//! The ways to count a solution's moves. `moves`: each move of the list, turns
//! of the stock among them. `flips`: the same, and one more for each face-down
//! card that is turned up, as ShootMe's Klondike-Solver counts. `turns`: turns
//! of the stock alone.

use super::rules::{Move, Position, TURN};
use engine::Puzzle;

/// Their names, in the order of [`lengths`].
pub const METRICS: &[&str] = &["moves", "flips", "turns"];

/// The length of a legal solution in each metric.
pub fn lengths(start: &Position, moves: &[Move]) -> Vec<u64> {
    let mut position = start.clone();
    for &mv in moves {
        position.apply(mv);
    }
    let flipped = start.face_down() - position.face_down();
    let turns = moves.iter().filter(|&&mv| mv == TURN).count();
    vec![
        moves.len() as u64,
        (moves.len() + flipped) as u64,
        turns as u64,
    ]
}
