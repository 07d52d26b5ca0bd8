//! Moves as text: `U`, `D`, `L` or `R` for the way the tile goes, which is
//! what slidy and most people who race write. Read with or without spaces
//! between them, in small letters too, and with counts: `U3` is three tiles up.

use super::rules::{Board, Move};
use engine::notation::quoted;
use engine::{Fault, Puzzle, Step};

/// A solution on a board of a hundred cells has thousands of moves; a count
/// beyond this is a slip, not a solution.
const MOST: usize = 1_000_000;

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
    let of = |mv: &Move| write(*mv).starts_with(letter.to_ascii_uppercase());
    Move::ALL.into_iter().find(of)
}

/// Reads a solution.
pub fn read_all(text: &str) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter.is_whitespace() || letter == ',' {
                continue;
            }
            let place = || format!("line {}, move {}", index + 1, moves.len() + 1);
            let expected = "U, D, L or R for the way the tile goes";
            let mv = parse(letter)
                .ok_or_else(|| Fault::new(place(), quoted(&letter.to_string()), expected))?;
            let mut count = String::new();
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                count.push(digit);
            }
            let times = match count.as_str() {
                "" => Some(1),
                digits => digits.parse().ok().filter(|n| (1..=MOST).contains(n)),
            };
            let times = times.filter(|n| moves.len() + n <= MOST).ok_or_else(|| {
                let expected = format!("at most {MOST} moves, and none that is made 0 times");
                Fault::new(place(), quoted(&format!("{letter}{count}")), expected)
            })?;
            moves.extend(std::iter::repeat_n(mv, times));
        }
    }
    Ok(moves)
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

/// The length in each metric: tiles moved, and rows or columns of tiles
/// pushed at once.
pub fn lengths(moves: &[Move]) -> Vec<u64> {
    let same = moves.windows(2).filter(|pair| pair[0] == pair[1]).count();
    vec![moves.len() as u64, (moves.len() - same) as u64]
}

/// Plays moves on a copy.
pub fn played(board: &Board, moves: &[Move]) -> Board {
    let mut board = board.clone();
    moves.iter().for_each(|&mv| board.apply(mv));
    board
}
