//! Moves as text: the colour's character, a colon, and the way of the step:
//! `A:r` for right, `u`, `d` and `l` for the others. A minus before the way
//! takes that step back: `A:-r`. A star after the colour stands where the path
//! starts at the colour's second endpoint, the one further down or right:
//! `A*:l`. Read with as many steps as one likes after the colon, so that
//! `A:rrdd` is a whole path.

use super::rules::{Level, Move, Position, Way};
use engine::notation::quoted;
use engine::{Fault, Step};

/// No solution has more steps than a board has cells; a text with many more
/// is a slip.
const MOST: usize = 1_000_000;

fn letter(way: Way) -> char {
    match way {
        Way::Up => 'u',
        Way::Right => 'r',
        Way::Down => 'd',
        Way::Left => 'l',
    }
}

fn way(letter: char) -> Option<Way> {
    Way::ALL
        .into_iter()
        .find(|&way| self::letter(way) == letter.to_ascii_lowercase())
}

/// Writes one move.
pub fn write(level: &Level, mv: Move) -> String {
    let sign = if mv.erase { "-" } else { "" };
    let far = if mv.far { "*" } else { "" };
    format!("{}{far}:{sign}{}", level.name(mv.colour), letter(mv.way))
}

/// Writes a path.
pub fn write_path(name: char, far: bool, path: &[Way]) -> String {
    let steps: String = path.iter().map(|&way| letter(way)).collect();
    let far = if far { "*" } else { "" };
    format!("{name}{far}:{steps}")
}

/// Reads a solution: words with white space between them; `#` starts a
/// comment.
pub fn read_all(level: &Level, text: &str) -> Result<Vec<Move>, Fault> {
    read_from(level, text, 1)
}

/// Reads moves that stand in a file from this line on.
pub fn read_from(level: &Level, text: &str, first: usize) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        for (word_index, word) in line.split_whitespace().enumerate() {
            let place = || format!("line {}, word {}", first + index, word_index + 1);
            read_word(level, word, &mut moves)
                .map_err(|(found, expected)| Fault::new(place(), found, expected))?;
        }
    }
    Ok(moves)
}

/// Reads the steps of one word; a fault is what was found and expected.
fn read_word(level: &Level, word: &str, moves: &mut Vec<Move>) -> Result<(), (String, String)> {
    let shape = || {
        let expected = "a colour, a colon and steps, as A:rrd";
        (quoted(word), expected.to_string())
    };
    let mut letters = word.chars();
    let name = letters.next().ok_or_else(shape)?;
    let far = letters.as_str().starts_with('*');
    if far {
        letters.next();
    }
    if letters.next() != Some(':') {
        return Err(shape());
    }
    let colour = level.named(name).ok_or_else(|| {
        let found = quoted(&name.to_string());
        (found, "the character of a colour on the board".to_string())
    })?;
    let before = moves.len();
    let mut erase = false;
    for letter in letters {
        if letter == '-' && !erase {
            erase = true;
            continue;
        }
        let way = way(letter).ok_or_else(|| {
            let found = format!("{} in {}", quoted(&letter.to_string()), quoted(word));
            let expected = "u, r, d or l, with a minus where the step is taken back";
            (found, expected.to_string())
        })?;
        if moves.len() == MOST {
            return Err(("one more".into(), format!("at most {MOST} steps")));
        }
        moves.push(Move {
            colour,
            way,
            erase,
            far,
        });
        erase = false;
    }
    match erase || moves.len() == before {
        true => Err(shape()),
        false => Ok(()),
    }
}

/// The parts of a legal move: the colour, and the cells it goes between as
/// row and column.
pub fn step(position: &Position, mv: Move) -> Step {
    let level = position.level();
    let head = match position.path(mv.colour) {
        [] => level.ends(mv.colour)[usize::from(mv.far)],
        _ => position.head(mv.colour),
    };
    let way = if mv.erase { mv.way.back() } else { mv.way };
    let place = |cell: u16| {
        let (row, column) = level.variant().place(cell.into());
        format!("{},{}", row + 1, column + 1)
    };
    Step {
        from: place(head),
        to: place(level.next(head, way).unwrap_or(head)),
        count: 1,
        card: level.name(mv.colour).to_string(),
    }
}

/// The ways to count a solution's length.
pub const METRICS: &[&str] = &["moves", "strokes"];

/// Adds a move to the length in each metric: steps, and straight lines drawn.
pub fn count(lengths: &mut [u64], mv: Move, before: Option<Move>) {
    lengths[0] += 1;
    lengths[1] += u64::from(before != Some(mv));
}
