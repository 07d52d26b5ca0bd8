//! Moves as text: `L`, `R`, `U` or `D` for the way all balls are pushed. Read
//! with or without blanks between them, in small letters too, and with
//! counts: `U3` is three pushes up.

use super::rules::{Board, Direction, Move};
use super::variant::Size;
use crate::letters;
use engine::{Fault, Puzzle, Step};

/// The letter of a direction.
pub fn write(to: Direction) -> &'static str {
    match to {
        Direction::Left => "L",
        Direction::Right => "R",
        Direction::Up => "U",
        Direction::Down => "D",
    }
}

fn parse(letter: char) -> Option<Direction> {
    let of = |to: &Direction| write(*to).starts_with(letter);
    Direction::ALL.into_iter().find(of)
}

/// Reads a solution that is played from `start`.
pub fn read_all(start: &Board, text: &str) -> Result<Vec<Move>, Fault> {
    let ways = letters::read(text, "L, R, U or D for the way the balls go", parse)?;
    Ok(pushed(start, &ways))
}

/// The moves that these pushes are from `start`.
pub fn pushed(start: &Board, ways: &[Direction]) -> Vec<Move> {
    let mut board = start.clone();
    let push = |&to: &Direction| {
        let mv = board.towards(to);
        board.apply(mv);
        mv
    };
    ways.iter().map(push).collect()
}

/// The parts of a legal move: the direction, how many balls it moves, and
/// where those stand afterwards.
pub fn step(board: &Board, mv: Move) -> Step {
    let cells = board.ground().size.cells();
    let places: Vec<String> = cells
        .filter(|cell| mv.moved >> cell & 1 == 1)
        .map(|cell| {
            let (row, column) = Size::place(cell);
            format!("{},{}", row + 1, column + 1)
        })
        .collect();
    Step {
        from: "all".into(),
        to: write(mv.to).into(),
        count: mv.moved.count_ones(),
        card: places.join(" "),
    }
}

/// The ways to count a solution's length.
pub const METRICS: &[&str] = &["moves", "turns"];

/// Adds a move to the length in each metric: pushes, and pushes in another
/// direction than the one before.
pub fn count(lengths: &mut [u64], mv: Move, before: Option<Move>) {
    lengths[0] += 1;
    lengths[1] += u64::from(before.is_none_or(|before| before.to != mv.to));
}
