//! Boards as text: a row a line, its cells apart by blanks. A capital letter
//! is a ball of that colour, a small one a goal; a ball that stands on a goal
//! has both, as `Ab`. `@` is a rock, `.` an empty cell, and a line that begins
//! with `#` a comment.

use super::rules::Board;
use super::variant::{CELLS, MOST_BALLS, MOST_SIDE, Size};
use engine::Fault;
use engine::notation::quoted;

/// What stands in one cell.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Cell {
    rock: bool,
    ball: Option<u8>,
    goal: Option<u8>,
}

/// The letter of a colour's balls.
pub fn letter(colour: u8) -> char {
    (b'A' + colour) as char
}

/// Reads a board; an empty variant leaves its size to the board.
pub fn read(variant: &str, text: &str) -> Result<Board, Fault> {
    let wanted = match variant {
        "" => None,
        name => Some(Size::parse(name)?),
    };
    // Some editors put a mark of the byte order before a text.
    let text = text.trim_start_matches('\u{feff}');
    let mut rows: Vec<(usize, Vec<Cell>)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let line = line.split('#').next().unwrap_or_default();
        let words = line.split_whitespace().enumerate();
        let cells = words.map(|(at, word)| {
            let place = || format!("line {line_number}, cell {}", at + 1);
            cell(word).ok_or_else(|| {
                Fault::new(
                    place(),
                    quoted(word),
                    "`.`, `@` for a rock, a capital letter for a ball, a small one for a goal, or both as in Ab",
                )
            })
        });
        let cells: Vec<Cell> = cells.collect::<Result<_, Fault>>()?;
        if !cells.is_empty() {
            rows.push((line_number, cells));
        }
    }
    let size = size(&rows)?;
    if let Some(wanted) = wanted.filter(|&wanted| wanted != size) {
        let found = format!("a board of {}", size.name());
        return Err(Fault::new(
            "board",
            found,
            format!("{} as its variant says", wanted.name()),
        ));
    }
    build(size, &rows)
}

fn cell(word: &str) -> Option<Cell> {
    let mut cell = Cell::default();
    match word {
        "." | ".." => return Some(cell),
        "@" | "@@" => {
            cell.rock = true;
            return Some(cell);
        }
        _ => {}
    }
    let mut letters = word.chars().peekable();
    if let Some(ball) = letters.next_if(char::is_ascii_uppercase) {
        cell.ball = Some(ball as u8 - b'A');
    }
    if let Some(goal) = letters.next_if(char::is_ascii_lowercase) {
        cell.goal = Some(goal as u8 - b'a');
    }
    let found = cell.ball.is_some() || cell.goal.is_some();
    (found && letters.next().is_none()).then_some(cell)
}

fn size(rows: &[(usize, Vec<Cell>)]) -> Result<Size, Fault> {
    let sides = format!("1 to {MOST_SIDE}");
    let Some((_, first)) = rows.first() else {
        return Err(Fault::new("board", "nothing", format!("{sides} rows")));
    };
    let width = first.len();
    for (line, row) in rows {
        if row.len() != width {
            return Err(Fault::new(
                format!("line {line}"),
                format!("{} cells", row.len()),
                format!("{width}, as in the first row"),
            ));
        }
    }
    let side = |n: usize| u8::try_from(n).ok().filter(|n| (1..=MOST_SIDE).contains(n));
    match (side(rows.len()), side(width)) {
        (Some(rows), Some(columns)) => Ok(Size { rows, columns }),
        _ => Err(Fault::new(
            "board",
            format!("{} rows of {width} cells", rows.len()),
            format!("{sides} rows of {sides} cells"),
        )),
    }
}

fn build(size: Size, rows: &[(usize, Vec<Cell>)]) -> Result<Board, Fault> {
    let mut rocks = 0;
    let (mut goals, mut balls) = ([None; CELLS], [None; CELLS]);
    let cells = rows.iter().flat_map(|(_, row)| row);
    for (at, cell) in size.cells().zip(cells) {
        rocks |= u64::from(cell.rock) << at;
        goals[at] = cell.goal;
        balls[at] = cell.ball;
    }
    let count = |cells: &[Option<u8>], colour| cells.iter().filter(|&&c| c == Some(colour)).count();
    for colour in 0..26 {
        let (here, there) = (count(&balls, colour), count(&goals, colour));
        if here != there {
            let (ball, goal) = (letter(colour), letter(colour).to_ascii_lowercase());
            return Err(Fault::new(
                "board",
                format!("balls {ball}: {here}, goals {goal}: {there}"),
                "as many balls as goals of each colour",
            ));
        }
    }
    let all = balls.iter().flatten().count();
    if !(1..=MOST_BALLS).contains(&all) {
        let found = format!("{all} balls");
        return Err(Fault::new(
            "board",
            found,
            format!("1 to {MOST_BALLS} balls"),
        ));
    }
    Ok(Board::new(size, rocks, goals, balls))
}

/// Writes a board, its columns aligned.
pub fn write(board: &Board) -> String {
    let ground = board.ground();
    let mut text = String::new();
    for row in 0..ground.size.rows {
        let cells = (0..ground.size.columns).map(|column| {
            let cell = Size::cell(row, column);
            let ball = board.balls()[cell].map(letter);
            let goal = ground.goals[cell].map(|colour| letter(colour).to_ascii_lowercase());
            let word: String = ball.into_iter().chain(goal).collect();
            match (ground.has_rock(cell), word.is_empty()) {
                (true, _) => "@".to_string(),
                (_, true) => ".".to_string(),
                _ => word,
            }
        });
        let cells: Vec<String> = cells.map(|cell| format!("{cell:2}")).collect();
        text.push_str(cells.join(" ").trim_end());
        text.push('\n');
    }
    text
}
