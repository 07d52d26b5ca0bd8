//! Moves as text: `U`, `D`, `L` or `R` for the way the tile goes, which is
//! what slidy and most people who race write. Read with or without spaces
//! between them, in small letters too, and with counts: `U3` is three tiles up.

use super::rules::{Board, Move};
use crate::letters;
use engine::{Fault, Step};

/// The letter of a move.
pub fn write(mv: Move) -> &'static str {
    match mv {
        Move::Up => "U",
        Move::Down => "D",
        Move::Left => "L",
        Move::Right => "R",
    }
}

fn parse(letter: char) -> Option<Move> {
    let of = |mv: &Move| write(*mv).starts_with(letter);
    Move::ALL.into_iter().find(of)
}

/// Reads a solution.
pub fn read_all(text: &str) -> Result<Vec<Move>, Fault> {
    letters::read(text, "U, D, L or R for the way the tile goes", parse)
}

/// The parts of a legal move: the tile, and the cells it goes between as row
/// and column.
pub fn step(board: &Board, mv: Move) -> Step {
    let place = |cell| {
        let (row, column) = board.variant().place(cell);
        format!("{},{}", row + 1, column + 1)
    };
    let from = board.source(mv);
    Step {
        from: place(from),
        to: place(board.blank()),
        count: 1,
        card: board.tiles()[from].to_string(),
    }
}

/// The ways to count a solution's length.
pub const METRICS: &[&str] = &["moves", "slides"];

/// Adds a move to the length in each metric: tiles moved, and rows or columns
/// of tiles pushed at once.
pub fn count(lengths: &mut [u64], mv: Move, before: Option<Move>) {
    lengths[0] += 1;
    lengths[1] += u64::from(before != Some(mv));
}

/// Plays moves on a copy.
#[cfg(test)]
pub fn played(board: &Board, moves: &[Move]) -> Board {
    use engine::Puzzle;
    let mut board = board.clone();
    moves.iter().for_each(|&mv| board.apply(mv));
    board
}
