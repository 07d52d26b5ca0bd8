//! Levels as text: the `.bff` files of the Lazors world. A grid between
//! `GRID START` and `GRID STOP`, then in any order how many free blocks of a
//! kind there are (`A 3`), lasers (`L x y vx vy`) and points (`P x y`); `#`
//! starts a comment. A line of our own, `PLACED A@3,2 …`, tells which free
//! blocks were put down already.

use super::moves;
use super::rules::{Block, Cell, Level, Position, Ray};
use super::variant::{MOST, MOST_LASERS, MOST_POINTS};
use engine::notation::quoted;
use engine::{Fault, Plain, Puzzle};

/// A line without its comment, and its number from 1.
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl Line<'_> {
    fn place(&self) -> String {
        format!("line {}", self.number)
    }

    fn fault(&self, expected: impl Into<String>) -> Fault {
        Fault::new(self.place(), quoted(self.text), expected)
    }

    /// The words after the first, or what should stand there.
    fn words<const N: usize>(&self, expected: &str) -> Result<[&str; N], Fault> {
        let words: Vec<&str> = self.text.split_whitespace().skip(1).collect();
        words.try_into().map_err(|_| self.fault(expected))
    }
}

/// Reads a level; `size` is columns and rows where they were said.
pub fn read(size: Option<(u8, u8)>, text: &str) -> Result<Position, Fault> {
    // Some editors begin a file with a mark of its byte order.
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().map(|(index, line)| Line {
        number: index + 1,
        text: line.split('#').next().unwrap_or_default().trim(),
    });
    let lines: Vec<Line> = lines.filter(|line| !line.text.is_empty()).collect();
    let end = match lines.last() {
        Some(last) => format!("after line {}", last.number),
        None => "line 1".to_string(),
    };
    let missing = |what: &str, expected: &str| Fault::new(end.clone(), what, expected);
    let start = lines.iter().position(|line| is_grid(line, "START"));
    let start = start.ok_or_else(|| missing("no grid", "GRID START, rows of cells, GRID STOP"))?;
    let (mut level, stop) = grid(&lines[start..])?;
    if let Some(size) = size.filter(|&size| size != (level.columns, level.rows)) {
        let found = format!("{} columns and {} rows", level.columns, level.rows);
        let place = lines[start].place();
        return Err(Fault::new(
            place,
            found,
            format!("{} and {}", size.0, size.1),
        ));
    }
    let placed = rest(
        &mut level,
        lines[..start].iter().chain(&lines[start + stop + 1..]),
    )?;
    if level.lasers.is_empty() {
        return Err(missing("no laser", "at least one: L x y vx vy"));
    }
    if level.points.is_empty() {
        return Err(missing("no point", "at least one: P x y"));
    }
    put_down(Position::new(level), &placed)
}

fn is_grid(line: &Line, word: &str) -> bool {
    let mut words = line.text.split_whitespace();
    let mut is = |word: &str| words.next().is_some_and(|w| w.eq_ignore_ascii_case(word));
    is("GRID") && is(word) && words.next().is_none()
}

/// Reads the grid that starts with the first of these lines, and says which
/// of them ends it.
fn grid(lines: &[Line]) -> Result<(Level, usize), Fault> {
    let stop = lines.iter().position(|line| is_grid(line, "STOP"));
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let most = usize::from(MOST);
    for line in &lines[1..stop.unwrap_or(lines.len())] {
        let row = row(line, stop.is_none())?;
        if rows.first().is_some_and(|first| first.len() != row.len()) {
            let expected = format!("{}, as in the first row", rows[0].len());
            return Err(Fault::new(line.place(), cells(row.len()), expected));
        }
        if row.len() > most || rows.len() == most {
            let found = format!("row {} with {}", rows.len() + 1, cells(row.len()));
            let expected = format!("at most {MOST} rows of {MOST} cells");
            return Err(Fault::new(line.place(), found, expected));
        }
        rows.push(row);
    }
    let last = &lines[stop.unwrap_or(lines.len() - 1)];
    let Some(stop) = stop else {
        let place = format!("after line {}", last.number);
        return Err(Fault::new(place, "the end of the text", "GRID STOP"));
    };
    let Some(first) = rows.first() else {
        return Err(last.fault("at least one row of cells before it"));
    };
    let level = Level {
        columns: first.len() as u8,
        rows: rows.len() as u8,
        cells: rows.concat(),
        free: [0; 3],
        lasers: Vec::new(),
        points: Vec::new(),
    };
    Ok((level, stop))
}

fn cells(count: usize) -> String {
    match count {
        1 => "1 cell".to_string(),
        n => format!("{n} cells"),
    }
}

/// Reads a row, with or without spaces between its cells.
fn row(line: &Line, endless: bool) -> Result<Vec<Cell>, Fault> {
    let letters = line.text.chars().filter(|c| !c.is_whitespace());
    let cell = |(index, letter): (usize, char)| {
        let cell = match letter {
            'o' | 'O' => Some(Cell::Open),
            'x' | 'X' => Some(Cell::Closed),
            letter => Block::of_letter(letter).map(Cell::Fixed),
        };
        cell.ok_or_else(|| {
            let place = format!("{}, cell {}", line.place(), index + 1);
            let found = quoted(&letter.to_string());
            let fault = Fault::new(place, found, "o, x, A, B or C, or GRID STOP");
            match endless {
                true => fault.hint(format!(
                    "no line GRID STOP ends the grid; here stands {}",
                    quoted(line.text)
                )),
                false => fault,
            }
        })
    };
    letters.enumerate().map(cell).collect()
}

/// Reads what stands outside the grid into the level; gives back the lines
/// that tell which blocks were put down.
fn rest<'a>(
    level: &mut Level,
    lines: impl Iterator<Item = &'a Line<'a>>,
) -> Result<Vec<&'a Line<'a>>, Fault> {
    let mut placed = Vec::new();
    let mut counted: [Option<usize>; 3] = [None; 3];
    for line in lines {
        let word = line.text.split_whitespace().next().unwrap_or_default();
        let word = word.to_ascii_uppercase();
        match word.as_str() {
            "L" => laser(level, line)?,
            "P" => point(level, line)?,
            "PLACED" => placed.push(line),
            "A" | "B" | "C" => count(level, &mut counted, line)?,
            _ => {
                let expected = "A, B or C and how many, L x y vx vy, P x y, or PLACED";
                return Err(line.fault(match word.as_str() {
                    "GRID" => "one grid, from GRID START to GRID STOP",
                    _ => expected,
                }));
            }
        }
    }
    Ok(placed)
}

/// Reads how many free blocks of a kind there are.
fn count(level: &mut Level, counted: &mut [Option<usize>; 3], line: &Line) -> Result<(), Fault> {
    let kind = line.text.chars().next().and_then(Block::of_letter);
    let kind = kind.ok_or_else(|| line.fault("A, B or C"))?;
    let letter = kind.letter();
    if let Some(earlier) = counted[kind as usize].replace(line.number) {
        let expected = format!("{letter} once; it stands in line {earlier}");
        return Err(line.fault(expected));
    }
    let open = level.open_cells().count();
    let others = level.blocks();
    let [digits] = line.words(&format!("{letter} and how many, as {letter} 3"))?;
    let number = whole(digits, 0, (open - others) as i64).ok_or_else(|| {
        let room = match others {
            0 => format!("{open} cells are open"),
            _ => format!("{open} cells are open and {others} other blocks are free"),
        };
        line.fault(format!(
            "a number of blocks from 0 to {}: {room}",
            open - others
        ))
    })?;
    level.free[kind as usize] = number as u16;
    Ok(())
}

/// A whole number within bounds, written plainly.
fn whole(digits: &str, least: i64, most: i64) -> Option<i64> {
    let plain = digits.strip_prefix('-').unwrap_or(digits);
    let plain = !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| plain)?;
    (least..=most).contains(&number).then_some(number)
}

/// Reads the middle of an edge.
fn edge(level: &Level, line: &Line, x: &str, y: &str) -> Result<(u8, u8), Fault> {
    let coordinate = |name: &str, digits: &str, cells: u8| {
        let most = 2 * i64::from(cells);
        whole(digits, 0, most).ok_or_else(|| {
            line.fault(format!("{name} a whole number of half cells from 0 to {most}, as the grid is {cells} cells that way"))
        })
    };
    let x = coordinate("x", x, level.columns)? as u8;
    let y = coordinate("y", y, level.rows)? as u8;
    if (x + y).is_multiple_of(2) {
        return Err(
            line.fault("exactly one of x and y odd: light meets cells in the middle of an edge")
        );
    }
    Ok((x, y))
}

fn laser(level: &mut Level, line: &Line) -> Result<(), Fault> {
    let [x, y, vx, vy] = line.words("L x y vx vy, as L 2 7 1 -1")?;
    let (x, y) = edge(level, line, x, y)?;
    let way = |name: &str, word: &str| {
        let way = whole(word, -1, 1).filter(|&way| way != 0);
        way.ok_or_else(|| line.fault(format!("{name} 1 or -1")))
    };
    let (vx, vy) = (way("vx", vx)? as i8, way("vy", vy)? as i8);
    let ray = Ray { x, y, vx, vy };
    // Light that starts twice at the same place is the same light.
    if level.lasers.contains(&ray) {
        return Ok(());
    }
    if level.lasers.len() == MOST_LASERS {
        return Err(line.fault(format!("at most {MOST_LASERS} lasers")));
    }
    level.lasers.push(ray);
    Ok(())
}

fn point(level: &mut Level, line: &Line) -> Result<(), Fault> {
    let [x, y] = line.words("P x y, as P 3 0")?;
    let point = edge(level, line, x, y)?;
    if level.points.contains(&point) {
        return Ok(());
    }
    if level.points.len() == MOST_POINTS {
        return Err(line.fault(format!("at most {MOST_POINTS} points")));
    }
    level.points.push(point);
    Ok(())
}

/// Puts the free blocks down that stand in these lines.
fn put_down(mut position: Position, lines: &[&Line]) -> Result<Position, Fault> {
    for line in lines {
        for (index, word) in line.text.split_whitespace().skip(1).enumerate() {
            let place = || format!("{}, block {}", line.place(), index + 1);
            let mv = moves::read(position.level(), word).filter(|mv| !mv.away);
            let mv = mv.ok_or_else(|| {
                let expected = "a block and its column and row within the grid, as A@1,1";
                Fault::new(place(), quoted(word), expected)
            })?;
            let legal = position.check(mv);
            legal.map_err(|why| {
                Fault::new(place(), why, "a free block that can be put down there")
            })?;
            position.apply(mv);
        }
    }
    Ok(position)
}

/// Writes a position in standard form.
pub fn write(position: &Position) -> String {
    let level = position.level();
    let mut text = String::from("GRID START\n");
    let letter = |cell: &Cell| match cell {
        Cell::Open => "o".to_string(),
        Cell::Closed => "x".to_string(),
        Cell::Fixed(block) => block.letter().to_string(),
    };
    for row in level.cells.chunks(usize::from(level.columns)) {
        let row: Vec<String> = row.iter().map(letter).collect();
        text.push_str(&(row.join(" ") + "\n"));
    }
    text.push_str("GRID STOP\n\n");
    for block in Block::ALL {
        match level.free[block as usize] {
            0 => {}
            n => text.push_str(&format!("{} {n}\n", block.letter())),
        }
    }
    if level.blocks() > 0 {
        text.push('\n');
    }
    for ray in &level.lasers {
        text.push_str(&format!("L {} {} {} {}\n", ray.x, ray.y, ray.vx, ray.vy));
    }
    text.push('\n');
    for (x, y) in &level.points {
        text.push_str(&format!("P {x} {y}\n"));
    }
    let placed: Vec<String> = position
        .all_placed()
        .map(|(cell, block)| {
            let put = super::rules::Move {
                block,
                cell: cell as u16,
                away: false,
            };
            moves::write(level, put)
        })
        .collect();
    if !placed.is_empty() {
        text.push_str(&format!("\nPLACED {}\n", placed.join(" ")));
    }
    text
}

/// The grid with all blocks; free ones stand in brackets.
pub fn board(position: &Position) -> String {
    let level = position.level();
    let cell = |cell: usize| match (level.cells[cell], position.placed(cell)) {
        (Cell::Fixed(block), _) => format!(" {} ", block.letter()),
        (_, Some(block)) => format!("[{}]", block.letter()),
        (Cell::Open, None) => " o ".to_string(),
        (Cell::Closed, None) => " x ".to_string(),
    };
    let columns = usize::from(level.columns);
    let rows = (0..usize::from(level.rows)).map(|row| {
        let row: String = (row * columns..(row + 1) * columns).map(cell).collect();
        row.trim_end().to_string() + "\n"
    });
    rows.collect()
}
