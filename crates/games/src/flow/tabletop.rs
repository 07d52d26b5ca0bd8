//! Paths on a table that a person draws with a finger.

use super::rules::{Cell, Colour, Move, NOBODY, Position, Way};
use engine::tabletop::{
    Choice, Gesture, Line, Piece, Scene, Tabletop, cell_name, cell_named, cell_place,
};
use engine::{Plain, Puzzle};

/// The table.
pub struct Sheet;

/// The colours that pictures have.
const PALETTE: usize = 24;

fn cell_at(position: &Position, name: &str) -> Result<Cell, String> {
    let variant = position.level().variant();
    let (width, height) = (usize::from(variant.width), usize::from(variant.height));
    let inside = |&(row, column): &(usize, usize)| row < height && column < width;
    let (row, column) = cell_named(name)
        .filter(inside)
        .ok_or("there is no such cell")?;
    Ok((row * width + column) as Cell)
}

fn name(position: &Position, cell: Cell) -> String {
    let (row, column) = position.level().variant().place(cell.into());
    cell_name(row, column)
}

/// Paths as they change under the finger, and the moves that change them.
struct Pen {
    position: Position,
    moves: Vec<Move>,
}

impl Pen {
    fn make(&mut self, mv: Move) {
        self.position.apply(mv);
        self.moves.push(mv);
    }

    /// Takes back a path until it has this many steps.
    fn cut(&mut self, colour: Colour, steps: usize) {
        while self.position.path(colour).len() > steps {
            let way = *self.position.path(colour).last().expect("it has steps");
            self.make(Move {
                colour,
                way,
                erase: true,
                far: self.position.is_far(colour),
            });
        }
    }

    /// Brings a path's head to a cell of that colour. A path that is touched
    /// at the end it comes to starts anew from there.
    fn take(&mut self, colour: Colour, cell: Cell) {
        let cells = self.position.cells_of(colour);
        let steps = cells.iter().position(|&other| other == cell);
        let is_end = self.position.level().end_of(cell) == colour;
        self.cut(colour, steps.filter(|_| !is_end).unwrap_or_default());
    }

    fn draw(&mut self, from: Cell, to: Cell) -> Result<(), String> {
        let level = self.position.level();
        let colour = self.position.owner(from);
        let way = level.way(from, to).ok_or("draw from cell to cell")?;
        if colour == NOBODY {
            return Err("start at a letter or on a path".into());
        }
        // Going back along a path takes it back.
        let cells = self.position.cells_of(colour);
        if let Some(steps) = cells.iter().position(|&cell| cell == to)
            && self.position.ends(colour)[1] != to
        {
            let far = self.position.is_far(colour);
            self.cut(colour, steps);
            // From the other end onto the path: both are joined.
            if !cells.contains(&from) {
                self.step(Move {
                    colour,
                    way: way.back(),
                    erase: false,
                    far,
                })?;
            }
            return Ok(());
        }
        self.take(colour, from);
        let other = self.position.owner(to);
        if other != NOBODY && other != colour && self.position.level().end_of(to) == NOBODY {
            let crossed = self.position.cells_of(other);
            let steps = crossed.iter().position(|&cell| cell == to);
            self.cut(other, steps.unwrap_or(1) - 1);
        }
        let starts_far = self.position.level().ends(colour)[1] == from;
        let far = match self.position.path(colour).is_empty() {
            true => starts_far,
            false => self.position.is_far(colour),
        };
        self.step(Move {
            colour,
            way,
            erase: false,
            far,
        })
    }

    fn step(&mut self, mv: Move) -> Result<(), String> {
        self.position.check(mv)?;
        self.make(mv);
        Ok(())
    }
}

impl Tabletop<Position> for Sheet {
    fn scene(&self, position: &Position, _: bool) -> Scene {
        let level = position.level();
        let variant = level.variant();
        let mut scene = Scene {
            columns: variant.width.into(),
            rows: variant.height.into(),
            ..Scene::default()
        };
        for cell in 0..variant.cells() {
            let (row, column) = variant.place(cell);
            let mut place = cell_place(row, column, "floor");
            let owner = position.owner(cell as Cell);
            if owner != NOBODY {
                place.face = level.name(owner).to_string();
                place.colour = (owner as usize % PALETTE) as u8;
            }
            scene.places.push(place);
        }
        for colour in 0..level.colours() as Colour {
            let face = level.name(colour).to_string();
            let shade = (colour as usize % PALETTE) as u8;
            for end in level.ends(colour) {
                scene.pieces.push(Piece {
                    kind: "end",
                    says: format!("end of {face}"),
                    face: face.clone(),
                    colour: shade,
                    place: name(position, end),
                    fixed: true,
                    ..Piece::default()
                });
            }
            let cells = position.cells_of(colour);
            if cells.len() > 1 {
                let middle = |&cell: &Cell| {
                    let (row, column) = variant.place(cell.into());
                    (column as f64 + 0.5, row as f64 + 0.5)
                };
                scene.lines.push(Line {
                    kind: "path",
                    face,
                    colour: shade,
                    points: cells.iter().map(middle).collect(),
                    whole: position.is_finished(colour),
                });
            }
        }
        scene
    }

    fn choice(&self, position: &Position, mv: Move) -> Choice {
        let step = super::moves::step(position, mv);
        let way = match if mv.erase { mv.way.back() } else { mv.way } {
            Way::Up => "up",
            Way::Right => "right",
            Way::Down => "down",
            Way::Left => "left",
        };
        let verb = if mv.erase { "back " } else { "" };
        Choice {
            says: format!("{} {verb}{way} to {}", step.card, spoken(&step.to)),
            from: step.from,
            to: step.to,
            count: 1,
            face: step.card,
            ..Choice::default()
        }
    }

    /// A drag to a neighbouring cell draws a step, goes back, or cuts what is
    /// in the way; a touch takes a whole path back.
    fn gesture(&self, position: &Position, gesture: &Gesture) -> Result<Vec<Move>, String> {
        let mut pen = Pen {
            position: position.clone(),
            moves: Vec::new(),
        };
        match *gesture {
            Gesture::Drag { from, to, .. } => {
                let (from, to) = (cell_at(position, from)?, cell_at(position, to)?);
                pen.draw(from, to)?;
            }
            Gesture::Tap { place, .. } | Gesture::Send { place } => {
                let colour = position.owner(cell_at(position, place)?);
                if colour == NOBODY || position.path(colour).is_empty() {
                    return Err("no path to take back here".into());
                }
                pen.cut(colour, 0);
            }
        }
        Ok(pen.moves)
    }

    fn reason(&self, position: &Position, mv: Move, _: bool) -> Option<String> {
        let letter = position.level().name(mv.colour);
        if mv.erase {
            return Some(format!("the path of {letter} is in the way of a solution"));
        }
        let mut after = position.clone();
        after.apply(mv);
        if after.is_finished(mv.colour) {
            return Some(format!("joins the ends of {letter}"));
        }
        let ways = Way::ALL
            .into_iter()
            .filter(|&way| position.check(Move { way, ..mv }).is_ok());
        Some(match ways.count() {
            1 => format!("{letter} can go nowhere else"),
            _ => format!("so {letter} leaves room for the others"),
        })
    }
}

/// A cell's name in words.
fn spoken(name: &str) -> String {
    match name.split_once(',') {
        Some((row, column)) => format!("row {row}, column {column}"),
        None => name.to_string(),
    }
}
