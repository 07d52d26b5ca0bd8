//! Blocks and light on a table that a person touches.

use super::beams::{self, Light};
use super::hand::block_colour;
use super::rules::{Block, Cell, Move, Position, Ray};
use engine::Puzzle;
use engine::tabletop::{
    Choice, Gesture, Line, Piece, Place, Scene, Tabletop, cell_name, cell_named, cell_place,
};

/// The table.
pub struct Bench;

/// What the name of the place starts with where free blocks wait.
const HAND: &str = "hand:";

fn block_words(block: Block) -> &'static str {
    match block {
        Block::Reflect => "mirror",
        Block::Absorb => "absorber",
        Block::Refract => "splitter",
    }
}

fn hand_name(block: Block) -> String {
    format!("{HAND}{}", block.letter())
}

fn piece(block: Block, place: String, fixed: bool) -> Piece {
    let says = block_words(block);
    Piece {
        kind: "block",
        face: block.letter().to_string(),
        colour: block_colour(block),
        place,
        says: if fixed {
            format!("fixed {says}")
        } else {
            says.into()
        },
        fixed,
        ..Piece::default()
    }
}

/// Beams that go on where another ends are one line.
fn lines(light: &Light) -> Vec<Line> {
    let point = |(x, y): (u8, u8)| (f64::from(x) / 2.0, f64::from(y) / 2.0);
    let mut lines: Vec<Line> = Vec::new();
    for &(from, to) in &light.segments {
        let (from, to) = (point(from), point(to));
        match lines.last_mut() {
            Some(line) if line.points.last() == Some(&from) => line.points.push(to),
            _ => lines.push(Line {
                kind: "beam",
                points: vec![from, to],
                ..Line::default()
            }),
        }
    }
    lines
}

fn mark(name: String, kind: &'static str, (x, y): (u8, u8), face: &str, says: String) -> Place {
    Place {
        name,
        kind,
        x: f64::from(x) / 2.0,
        y: f64::from(y) / 2.0,
        face: face.into(),
        colour: 0,
        says,
    }
}

fn laser(number: usize, ray: &Ray) -> Place {
    let way = match (ray.vx, ray.vy) {
        (1, 1) => "se",
        (1, _) => "ne",
        (_, 1) => "sw",
        _ => "nw",
    };
    let says = format!("laser {number}");
    mark(says.clone(), "laser", (ray.x, ray.y), way, says)
}

/// What a name on the table stands for.
enum Spot {
    Hand(Option<Block>),
    Cell(usize),
}

fn spot(position: &Position, name: &str) -> Result<Spot, String> {
    if let Some(kind) = name.strip_prefix(HAND) {
        let letter = kind.chars().next();
        return Ok(Spot::Hand(letter.and_then(Block::of_letter)));
    }
    if name == "hand" {
        return Ok(Spot::Hand(None));
    }
    let level = position.level();
    let (columns, rows) = (usize::from(level.columns), usize::from(level.rows));
    let inside = |&(row, column): &(usize, usize)| row < rows && column < columns;
    let cell = cell_named(name).filter(inside);
    let (row, column) = cell.ok_or("there is no such cell")?;
    Ok(Spot::Cell(row * columns + column))
}

fn put(block: Block, cell: usize, away: bool) -> Move {
    Move {
        block,
        cell: cell as u16,
        away,
    }
}

/// The block that is taken from a cell.
fn taken(position: &Position, cell: usize) -> Result<Block, String> {
    position
        .placed(cell)
        .ok_or_else(|| match position.level().cells[cell] {
            Cell::Fixed(_) => "this block is fixed".into(),
            _ => "no block stands here".into(),
        })
}

impl Tabletop<Position> for Bench {
    fn scene(&self, position: &Position, _: bool) -> Scene {
        let level = position.level();
        let light = beams::trace(position);
        let mut scene = Scene {
            columns: level.columns.into(),
            rows: level.rows.into(),
            lines: lines(&light),
            ..Scene::default()
        };
        for cell in 0..level.cells.len() {
            let (column, row) = level.place(cell);
            let kind = match level.cells[cell] {
                Cell::Open => "floor",
                Cell::Closed | Cell::Fixed(_) => "closed",
            };
            let place = cell_place(row, column, kind);
            if let Some(block) = position.block(cell) {
                let fixed = matches!(level.cells[cell], Cell::Fixed(_));
                scene.pieces.push(piece(block, place.name.clone(), fixed));
            }
            scene.places.push(place);
        }
        for (index, block) in Block::ALL.into_iter().enumerate() {
            if level.free[block as usize] == 0 {
                continue;
            }
            scene.places.push(Place {
                name: hand_name(block),
                kind: "hand",
                x: index as f64,
                y: level.rows.into(),
                face: block.letter().to_string(),
                colour: block_colour(block),
                says: format!("free {}s", block_words(block)),
            });
            let left = (0..position.left(block)).map(|_| piece(block, hand_name(block), false));
            scene.pieces.extend(left);
        }
        let lasers = level.lasers.iter().enumerate();
        scene
            .places
            .extend(lasers.map(|(index, ray)| laser(index + 1, ray)));
        for (index, &point) in level.points.iter().enumerate() {
            let face = if light.lights(point) { "lit" } else { "dark" };
            let number = index + 1;
            let says = format!("point {number}, {face}");
            scene
                .places
                .push(mark(format!("point {number}"), "point", point, face, says));
        }
        scene
    }

    fn choice(&self, position: &Position, mv: Move) -> Choice {
        let (column, row) = position.level().place(mv.cell.into());
        let (hand, cell) = (hand_name(mv.block), cell_name(row, column));
        let block = block_words(mv.block);
        let place = format!("row {}, column {}", row + 1, column + 1);
        let (from, to, says) = match mv.away {
            true => (cell, hand, format!("{block} away from {place}")),
            false => (hand, cell, format!("{block} to {place}")),
        };
        Choice {
            from,
            to,
            count: 1,
            face: mv.block.letter().to_string(),
            says,
            ..Choice::default()
        }
    }

    /// A block goes where it is let go, in place of the one that stands there;
    /// a touch takes it back to the hand.
    fn gesture(&self, position: &Position, gesture: &Gesture) -> Result<Vec<Move>, String> {
        let (from, to) = match *gesture {
            Gesture::Drag { from, to, .. } => (spot(position, from)?, spot(position, to)?),
            Gesture::Tap { place, .. } | Gesture::Send { place } => {
                (spot(position, place)?, Spot::Hand(None))
            }
        };
        let mut moves = Vec::new();
        let block = match from {
            Spot::Hand(block) => block.ok_or("no such block")?,
            Spot::Cell(cell) => {
                let block = taken(position, cell)?;
                moves.push(put(block, cell, true));
                block
            }
        };
        match (from, to) {
            (Spot::Hand(_), Spot::Hand(_)) => return Err("put it on a cell".into()),
            (Spot::Cell(_), Spot::Hand(_)) => {}
            (Spot::Cell(from), Spot::Cell(to)) if from == to => return Ok(Vec::new()),
            (_, Spot::Cell(cell)) => {
                if let Some(old) = position.placed(cell) {
                    moves.push(put(old, cell, true));
                }
                moves.push(put(block, cell, false));
            }
        }
        Ok(moves)
    }

    fn reason(&self, position: &Position, mv: Move, _: bool) -> Option<String> {
        let lit = |position: &Position| {
            let light = beams::trace(position);
            let points = position.level().points.iter();
            points.filter(|&&point| light.lights(point)).count()
        };
        let mut after = position.clone();
        after.apply(mv);
        if mv.away {
            return Some("this block is in the way of a solution".into());
        }
        match lit(&after).checked_sub(lit(position)) {
            Some(0) | None => Some("sends the light where other blocks need it".into()),
            Some(1) => Some("lights another point".into()),
            Some(more) => Some(format!("lights {more} more points")),
        }
    }
}
