//! Boards as text. Written as a grid of numbers, a row a line, 0 for the
//! blank; read from whatever lists the numbers in that order, with white
//! space or commas between them, in rows or in one line.

use super::rules::Board;
use super::variant::{FEWEST, MOST, Variant, Wanted};
use engine::Fault;
use engine::notation::quoted;

/// A number with its place in the text.
struct Entry<'a> {
    line: usize,
    index: usize,
    word: &'a str,
}

impl Entry<'_> {
    fn place(&self) -> String {
        format!("line {}, number {}", self.line, self.index)
    }
}

/// Reads a board.
pub fn read(wanted: Wanted, text: &str) -> Result<Board, Fault> {
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let mut index = 0;
        // One line may hold all rows, with strokes between them.
        for part in line.split('/') {
            let words = part.split([' ', '\t', '\r', ',', ';']);
            let mut row = Vec::new();
            for word in words.filter(|word| !word.is_empty()) {
                index += 1;
                row.push(Entry {
                    line: number + 1,
                    index,
                    word,
                });
            }
            if !row.is_empty() {
                rows.push(row);
            }
        }
    }
    let (width, height) = size(wanted, &rows)?;
    tiles(wanted.sized(width, height), rows.iter().flatten())
}

/// Width and height of the board.
fn size(wanted: Wanted, rows: &[Vec<Entry>]) -> Result<(u8, u8), Fault> {
    let count: usize = rows.iter().map(Vec::len).sum();
    let numbers = |n: usize| match n {
        1 => "1 number".to_string(),
        n => format!("{n} numbers"),
    };
    if let (Some((width, height)), true) = (wanted.size, rows.len() <= 1) {
        let cells = height as usize * width as usize;
        return match count == cells {
            true => Ok((width, height)),
            false => Err(Fault::new(
                "board",
                numbers(count),
                format!("{cells} numbers for {width}x{height}"),
            )),
        };
    }
    if rows.len() <= 1 {
        let side = (FEWEST..=MOST).find(|&side| side as usize * side as usize == count);
        return side.map(|side| (side, side)).ok_or_else(|| {
            Fault::new(
                "board",
                numbers(count),
                "4, 9, 16, 25, … or 100 numbers, or a row a line",
            )
            .hint("the size of an oblong board in one line is its variant, width first: 4x3")
        });
    }
    let width = rows[0].len();
    for row in rows {
        if row.len() != width {
            return Err(Fault::new(
                format!("line {}", row[0].line),
                numbers(row.len()),
                format!("{width}, as in the first row"),
            ));
        }
    }
    let side = |n: usize| u8::try_from(n).ok().filter(|n| (FEWEST..=MOST).contains(n));
    let found = format!("{} rows of {}", rows.len(), numbers(width));
    let (Some(height), Some(width)) = (side(rows.len()), side(width)) else {
        let expected = format!("{FEWEST} to {MOST} rows of {FEWEST} to {MOST} numbers");
        return Err(Fault::new("board", found, expected));
    };
    match wanted.size {
        Some(size) if size != (width, height) => Err(Fault::new(
            "board",
            found,
            format!(
                "{} rows of {}, or all in one line",
                size.1,
                numbers(size.0.into())
            ),
        )),
        _ => Ok((width, height)),
    }
}

/// Reads the numbers themselves, each of which must be there once.
fn tiles<'a>(
    variant: Variant,
    entries: impl Iterator<Item = &'a Entry<'a>>,
) -> Result<Board, Fault> {
    let entries: Vec<&Entry> = entries.collect();
    let tiles = entries.iter().map(|entry| tile(variant, entry));
    let tiles: Vec<u8> = tiles.collect::<Result<_, Fault>>()?;
    let mut first: Vec<Option<&Entry>> = vec![None; variant.cells()];
    for (&tile, entry) in tiles.iter().zip(entries) {
        if let Some(earlier) = first[tile as usize].replace(entry) {
            let found = match tile {
                0 => format!("a second blank, after {}", earlier.place()),
                tile => format!("{tile} again, after {}", earlier.place()),
            };
            let absent = (0..variant.cells() as u8).filter(|tile| !tiles.contains(tile));
            let absent: Vec<String> = absent.map(|tile| tile.to_string()).collect();
            let hint = format!("missing: {}", absent.join(", "));
            return Err(Fault::new(entry.place(), found, "each number once").hint(hint));
        }
    }
    Ok(Board::new(variant, &tiles))
}

fn tile(variant: Variant, entry: &Entry) -> Result<u8, Fault> {
    let most = variant.cells() - 1;
    let plain = entry.word.bytes().all(|b| b.is_ascii_digit());
    let tile = match entry.word {
        "_" | "." => Some(0),
        word => word.parse::<usize>().ok().filter(|&n| plain && n <= most),
    };
    let expected = || format!("a number from 1 to {most}, or 0 for the blank");
    let fault = || Fault::new(entry.place(), quoted(entry.word), expected());
    tile.map(|tile| tile as u8).ok_or_else(fault)
}

/// Writes a board, its numbers aligned.
pub fn write(board: &Board) -> String {
    let width = (board.tiles().len() - 1).to_string().len();
    let mut text = String::new();
    for row in board.tiles().chunks(board.variant().columns as usize) {
        let numbers: Vec<String> = row.iter().map(|tile| format!("{tile:width$}")).collect();
        text.push_str(&numbers.join(" "));
        text.push('\n');
    }
    text
}
