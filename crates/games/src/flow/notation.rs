//! Boards as text, a row a line: `.` for an empty cell, the same character
//! twice for the endpoints of a colour. A line with width and height may stand
//! before the rows, as in files with many boards; lines that start with `#`
//! are comments. Paths drawn so far stand in a comment of their own,
//! `#drawn A:rrd B:l`, so that programs which know nothing of it still read
//! the level.

use super::moves;
use super::rules::{Cell, Level, Position};
use super::variant::{FEWEST, MOST, Wanted};
use engine::notation::quoted;
use engine::{Fault, Plain, Puzzle};
use std::collections::BTreeMap;
use std::ops::Range;

/// An empty cell.
const EMPTY: char = '.';
/// What a comment starts with.
const COMMENT: char = '#';
/// What the comment with the paths starts with.
const DRAWN: &str = "#drawn";

/// Whether a character may name a colour: any printable one of ASCII but
/// `.` and `#`, or any letter or digit of Unicode.
pub fn names_a_colour(name: char) -> bool {
    match name {
        EMPTY | COMMENT => false,
        _ if name.is_ascii() => name.is_ascii_graphic(),
        _ => name.is_alphanumeric(),
    }
}

/// Names for the colours of a level that we make: letters, digits, then the
/// rest of ASCII, then the letters of Latin, Greek and Cyrillic and whatever
/// Unicode has beyond.
pub fn names() -> impl Iterator<Item = char> {
    let first = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let rest = ('!'..='~').filter(|c| !c.is_ascii_alphanumeric());
    let beyond = '\u{c0}'..='\u{9fff}';
    first
        .chain(rest)
        .chain(beyond)
        .filter(|&c| names_a_colour(c))
}

/// Width and height, if the line is a header.
fn header(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    let (width, height) = (words.next()?, words.next()?);
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    (words.next().is_none() && number(width) && number(height)).then_some((width, height))
}

/// Whether something stands in the line that is no comment.
fn is_row(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim();
    !line.is_empty() && !line.starts_with(COMMENT)
}

/// The paths, if the line is the comment that has them.
fn drawn(line: &str) -> Option<&str> {
    let paths = line.strip_prefix(DRAWN)?;
    (paths.is_empty() || paths.starts_with(char::is_whitespace)).then_some(paths)
}

/// The boards of a file: one from each header on, before that one without, or
/// the whole file where there is none. `0 0` ends a file, as the programs for
/// contests have it.
pub fn split(text: &str) -> Vec<Range<usize>> {
    let mut boards: Vec<Range<usize>> = Vec::new();
    let (mut lines, mut headless) = (0, false);
    for (index, line) in text.lines().enumerate() {
        lines = index + 1;
        let Some(size) = header(line) else {
            headless |= is_row(line);
            continue;
        };
        match boards.last_mut() {
            Some(last) => last.end = index,
            None if headless => boards.push(0..index),
            None => {}
        }
        if size == ("0", "0") {
            return boards;
        }
        boards.push(index..index);
    }
    match boards.last_mut() {
        Some(last) => last.end = lines,
        None => boards.push(0..lines),
    }
    boards
}

/// The lines of a board.
#[derive(Default)]
struct Lines<'a> {
    size: Option<(usize, u16, u16)>,
    rows: Vec<(usize, &'a str)>,
    drawn: Vec<(usize, &'a str)>,
}

/// Reads a board.
pub fn read(wanted: Wanted, text: &str) -> Result<Position, Fault> {
    let lines = sort(text)?;
    let (width, height) = size(wanted, &lines)?;
    let level = Level::new(wanted.sized(width, height), pairs(&lines.rows)?);
    let mut position = Position::new(level);
    for (line, text) in lines.drawn {
        let place = |index: usize| format!("line {line}, step {}", index + 1);
        for (index, mv) in moves::read_from(position.level(), text, line)?
            .into_iter()
            .enumerate()
        {
            let legal = position.check(mv);
            legal.map_err(|why| Fault::new(place(index), why, "a legal step"))?;
            position.apply(mv);
        }
    }
    Ok(position)
}

/// Tells the lines apart by what they are for.
fn sort(text: &str) -> Result<Lines<'_>, Fault> {
    let mut lines = Lines::default();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let (number, line) = (index + 1, line.trim_end());
        if line.is_empty() {
            continue;
        }
        if let Some(paths) = drawn(line) {
            lines.drawn.push((number, paths));
        } else if line.starts_with(COMMENT) {
            continue;
        } else if let Some((width, height)) = header(line) {
            if lines.size.is_some() || !lines.rows.is_empty() {
                let found = format!("the size {} after a board's rows", quoted(line));
                return Err(Fault::new(format!("line {number}"), found, "one board")
                    .hint("a file of many boards has such a line before each"));
            }
            lines.size = Some((number, side(number, width)?, side(number, height)?));
        } else if lines.rows.len() == MOST as usize {
            let expected = format!("at most {MOST} rows");
            return Err(Fault::new(
                format!("line {number}"),
                "one row more",
                expected,
            ));
        } else {
            lines.rows.push((number, line));
        }
    }
    Ok(lines)
}

fn side(line: usize, word: &str) -> Result<u16, Fault> {
    let side = word.parse().ok().filter(|n| (FEWEST..=MOST).contains(n));
    side.ok_or_else(|| {
        Fault::new(
            format!("line {line}"),
            format!("a side of {}", quoted(word)),
            format!("width and height from {FEWEST} to {MOST}"),
        )
    })
}

/// How wide and high the board is, which all who say it must agree on.
fn size(wanted: Wanted, lines: &Lines) -> Result<(u16, u16), Fault> {
    let cells = |text: &str| text.chars().take(MOST as usize + 1).count();
    let Some(&(first, row)) = lines.rows.first() else {
        return Err(Fault::new("board", "no rows", "a row a line")
            .hint("an empty cell is a dot, an endpoint a letter"));
    };
    let said = match lines.size {
        Some((line, width, height)) => Some((format!("line {line} says"), width, height)),
        None => wanted
            .size
            .map(|(width, height)| ("its variant says".to_string(), width, height)),
    };
    let width = said.as_ref().map_or(cells(row), |said| said.1.into());
    for &(line, row) in &lines.rows {
        if cells(row) != width {
            let by = match &said {
                Some((who, ..)) => who.clone(),
                None => format!("line {first} has"),
            };
            return Err(Fault::new(
                format!("line {line}, column {}", cells(row).min(width) + 1),
                counted(cells(row), "cell"),
                format!("{width}, as {by}"),
            ));
        }
    }
    if let Some((who, _, height)) = &said
        && *height as usize != lines.rows.len()
    {
        return Err(Fault::new(
            "board",
            counted(lines.rows.len(), "row"),
            format!("{height}, as {who}"),
        ));
    }
    let fits = |n: usize| {
        u16::try_from(n)
            .ok()
            .filter(|n| (FEWEST..=MOST).contains(n))
    };
    let (Some(width), Some(height)) = (fits(width), fits(lines.rows.len())) else {
        return Err(Fault::new(
            format!("line {first}"),
            format!(
                "{} of {}",
                counted(lines.rows.len(), "row"),
                counted(width, "cell")
            ),
            format!("{FEWEST} to {MOST} rows of {FEWEST} to {MOST} cells"),
        ));
    };
    match wanted.size {
        Some(size) if size != (width, height) => Err(Fault::new(
            "board",
            format!("{width}x{height}"),
            format!("{}x{}, as its variant says", size.0, size.1),
        )),
        _ => Ok((width, height)),
    }
}

fn counted(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// The endpoints, of which each colour must have two.
fn pairs(rows: &[(usize, &str)]) -> Result<Vec<(char, [Cell; 2])>, Fault> {
    let mut seen: BTreeMap<char, Vec<(usize, usize, Cell)>> = BTreeMap::new();
    let mut cell = 0;
    for &(line, row) in rows {
        for (column, name) in row.chars().enumerate() {
            let place = || format!("line {line}, column {}", column + 1);
            if names_a_colour(name) {
                let places = seen.entry(name).or_default();
                if let [first, second] = places[..] {
                    let found = format!(
                        "a third {}, after line {}, column {} and line {}, column {}",
                        quoted(&name.to_string()),
                        first.0,
                        first.1,
                        second.0,
                        second.1
                    );
                    return Err(Fault::new(place(), found, "two endpoints of each colour"));
                }
                places.push((line, column + 1, cell));
            } else if name != EMPTY {
                return Err(Fault::new(
                    place(),
                    quoted(&name.to_string()),
                    "a dot, or a letter or digit for an endpoint",
                ));
            }
            cell += 1;
        }
    }
    if seen.is_empty() {
        return Err(Fault::new("board", "no endpoints", "at least one pair"));
    }
    let mut pairs = Vec::new();
    for (name, places) in seen {
        match places[..] {
            [first, second] => pairs.push((name, [first.2, second.2])),
            _ => {
                let (line, column, _) = places[0];
                return Err(Fault::new(
                    format!("line {line}, column {column}"),
                    format!("{} once", quoted(&name.to_string())),
                    "two endpoints of each colour",
                ));
            }
        }
    }
    Ok(pairs)
}

/// The rows of a board with a character for each cell.
fn rows(level: &Level, shown: impl Fn(Cell) -> char) -> String {
    let mut text = String::new();
    for cell in 0..level.variant().cells() {
        text.push(shown(cell as Cell));
        if (cell + 1) % level.variant().width as usize == 0 {
            text.push('\n');
        }
    }
    text
}

fn name_or_empty(level: &Level, colour: super::rules::Colour) -> char {
    match colour {
        super::rules::NOBODY => EMPTY,
        colour => level.name(colour),
    }
}

/// Writes a board, and the paths drawn on it.
pub fn write(position: &Position) -> String {
    let level = position.level();
    let mut text = rows(level, |cell| name_or_empty(level, level.end_of(cell)));
    if !position.is_blank() {
        text.push_str(DRAWN);
        for colour in 0..level.colours() {
            let path = position.path(colour as Cell);
            if !path.is_empty() {
                text.push(' ');
                text.push_str(&moves::write_path(
                    level.name(colour as Cell),
                    position.is_far(colour as Cell),
                    path,
                ));
            }
        }
        text.push('\n');
    }
    text
}

/// The board with every path filled in.
pub fn write_filled(position: &Position) -> String {
    let level = position.level();
    rows(level, |cell| name_or_empty(level, position.owner(cell)))
}
