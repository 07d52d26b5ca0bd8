//! Moves as text: `A@3,2` puts a free mirror on column 3 of row 2, counted
//! from 1 at the top left; `-A@3,2` takes it away again.

use super::rules::{Block, Level, Move};
use engine::notation::quoted;
use engine::{Fault, Step};

/// The ways to count a solution's length.
pub const METRICS: &[&str] = &["moves"];

/// The text of a move.
pub fn write(level: &Level, mv: Move) -> String {
    let sign = if mv.away { "-" } else { "" };
    format!("{sign}{}@{}", mv.block.letter(), cell_name(level, mv.cell))
}

fn cell_name(level: &Level, cell: u16) -> String {
    let (column, row) = level.place(usize::from(cell));
    format!("{},{}", column + 1, row + 1)
}

/// Reads one move of a level.
pub fn read(level: &Level, word: &str) -> Option<Move> {
    let (away, rest) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let (letter, place) = rest.split_once('@')?;
    let mut letters = letter.chars();
    let block = Block::of_letter(letters.next()?).filter(|_| letters.next().is_none())?;
    let (column, row) = place.split_once(',')?;
    let number = |digits: &str, most: u8| {
        let plain = digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits.parse::<u16>().ok().filter(|_| plain)?;
        (1..=u16::from(most)).contains(&number).then_some(number)
    };
    let (column, row) = (number(column, level.columns)?, number(row, level.rows)?);
    Some(Move {
        block,
        cell: (row - 1) * u16::from(level.columns) + column - 1,
        away,
    })
}

/// What a move should look like.
pub fn expected(level: &Level) -> String {
    format!(
        "a block and its column and row up to {},{}, as A@1,1, or -A@1,1 to take it away",
        level.columns, level.rows
    )
}

/// Reads a solution.
pub fn read_all(level: &Level, text: &str) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        for word in line.split_whitespace() {
            let place = || format!("line {}, move {}", index + 1, moves.len() + 1);
            let fault = || Fault::new(place(), quoted(word), expected(level));
            moves.push(read(level, word).ok_or_else(fault)?);
        }
    }
    Ok(moves)
}

/// The parts of a legal move.
pub fn step(level: &Level, mv: Move) -> Step {
    let (hand, cell) = ("hand".to_string(), cell_name(level, mv.cell));
    let (from, to) = match mv.away {
        true => (cell, hand),
        false => (hand, cell),
    };
    Step {
        from,
        to,
        count: 1,
        card: mv.block.letter().to_string(),
    }
}
