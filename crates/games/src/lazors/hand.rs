//! How a person plays: a cursor over the cells, a key for each kind of block,
//! and the light as it goes at the moment.

use super::beams::{self, Light};
use super::rules::{Block, Cell, Move, Position};
use engine::{Hand, Ink, Key, Plain, Pressed, Screen, Span};

/// The cursor, as column and row from 0.
#[derive(Default)]
pub struct Finger {
    column: usize,
    row: usize,
}

/// The colours of light, lasers, points and blocks in the palette.
const LIGHT: Ink = Ink::Colour(0);
const LASER: Ink = Ink::Colour(5);
const DARK_POINT: Ink = Ink::Colour(1);
const LIT_POINT: Ink = Ink::Colour(2);

/// The colour of a kind of block, of screens and pictures.
pub fn block_colour(block: Block) -> u8 {
    match block {
        Block::Reflect => 20,
        Block::Absorb => 22,
        Block::Refract => 13,
    }
}

impl Finger {
    /// The cell under the cursor. Levels differ in size, so a cursor that
    /// stood on a larger one is brought back in.
    fn cell(&self, position: &Position) -> usize {
        let level = position.level();
        let column = self.column.min(usize::from(level.columns) - 1);
        let row = self.row.min(usize::from(level.rows) - 1);
        row * usize::from(level.columns) + column
    }

    fn go(&mut self, position: &Position, right: isize, down: isize) -> Pressed<Move> {
        let level = position.level();
        let (columns, rows) = (usize::from(level.columns), usize::from(level.rows));
        let (column, row) = level.place(self.cell(position));
        // The cursor leaves the grid on one side and comes in on the other.
        self.column = (column as isize + right).rem_euclid(columns as isize) as usize;
        self.row = (row as isize + down).rem_euclid(rows as isize) as usize;
        Pressed::Looked
    }

    /// Puts a block on the cell under the cursor, in place of what stands
    /// there; the same kind again takes it away.
    fn put(&self, position: &Position, block: Block) -> Pressed<Move> {
        let cell = self.cell(position);
        let put = |block, away| Move {
            block,
            cell: cell as u16,
            away,
        };
        let moves = match position.placed(cell) {
            Some(old) if old == block => vec![put(old, true)],
            Some(_) if position.left(block) == 0 => {
                return Pressed::Refused(format!("no free {} is left", block.letter()));
            }
            Some(old) => vec![put(old, true), put(block, false)],
            None => vec![put(block, false)],
        };
        match position.check(moves[0]) {
            Ok(()) => Pressed::Moves(moves),
            Err(why) => Pressed::Refused(why),
        }
    }

    fn take(&self, position: &Position) -> Pressed<Move> {
        let cell = self.cell(position);
        match position.placed(cell) {
            Some(block) => self.put(position, block),
            None => Pressed::Refused("no free block stands here".into()),
        }
    }

    /// The next kind that is left after the one that stands here, then none.
    fn turn(&self, position: &Position) -> Pressed<Move> {
        let old = position.placed(self.cell(position));
        let from = old.map_or(0, |block| block as usize + 1);
        let next = Block::ALL.into_iter().skip(from);
        let next = next.into_iter().find(|&block| position.left(block) > 0);
        match (next, old) {
            (Some(block), _) => self.put(position, block),
            (None, Some(_)) => self.take(position),
            (None, None) => Pressed::Refused("no free block is left".into()),
        }
    }
}

impl Hand<Position> for Finger {
    fn press(&mut self, position: &Position, key: Key) -> Pressed<Move> {
        match key {
            Key::Up => self.go(position, 0, -1),
            Key::Down => self.go(position, 0, 1),
            Key::Left => self.go(position, -1, 0),
            Key::Right => self.go(position, 1, 0),
            Key::Enter | Key::Char(' ') => self.turn(position),
            Key::Erase | Key::Char('x' | 'X') => self.take(position),
            Key::Char(digit @ '1'..='3') => {
                let index = digit as usize - '1' as usize;
                self.put(position, Block::ALL[index])
            }
            Key::Char(letter) => match Block::of_letter(letter) {
                Some(block) => self.put(position, block),
                None => Pressed::Unknown,
            },
        }
    }

    fn show(&self, position: &Position) -> Screen {
        let level = position.level();
        let light = beams::trace(position);
        let canvas = Canvas {
            position,
            light: &light,
            cursor: self.cell(position),
        };
        let lines = 0..=2 * level.rows;
        let mut screen: Screen = lines.map(|y| canvas.line(y)).collect();
        let left = Block::ALL
            .into_iter()
            .filter(|&b| level.free[b as usize] > 0);
        let left = left.map(|b| format!("{} {}", position.left(b), b.letter()));
        let left: Vec<String> = left.collect();
        let lit = level.points.iter().filter(|&&p| light.lights(p)).count();
        let words = format!(
            "left: {}   lit: {lit} of {}",
            left.join(", "),
            level.points.len()
        );
        screen.push(Vec::new());
        screen.push(vec![Span::new(words, Ink::Plain)]);
        screen
    }

    fn help(&self) -> &'static str {
        "arrows: go; a, b, C (or 1, 2, 3): put a block or take it away; x: take away; space: next kind. \
         ◎ point, ◉ lit point, arrows: lasers"
    }
}

/// What the screen is made of: a line for each half cell, three letters for
/// each half cell in it.
struct Canvas<'a> {
    position: &'a Position,
    light: &'a Light,
    cursor: usize,
}

impl Canvas<'_> {
    fn line(&self, y: u8) -> Vec<Span> {
        let across = 0..=2 * self.position.level().columns;
        across.map(|x| self.spot(x, y)).collect()
    }

    /// One half cell: a cell's middle, an edge's middle, or a corner.
    fn spot(&self, x: u8, y: u8) -> Span {
        match (x % 2, y % 2) {
            (1, 1) => self.cell(x, y),
            (0, 0) => Span::new(" · ", Ink::Dim),
            _ => self.edge(x, y),
        }
    }

    fn cell(&self, x: u8, y: u8) -> Span {
        let level = self.position.level();
        let cell = usize::from(y / 2) * usize::from(level.columns) + usize::from(x / 2);
        let (text, block) = match (level.cells[cell], self.position.placed(cell)) {
            (Cell::Fixed(block), _) => (format!("#{}#", block.letter()), Some(block)),
            (_, Some(block)) => (format!("[{}]", block.letter()), Some(block)),
            (Cell::Open, None) => (" o ".to_string(), None),
            (Cell::Closed, None) => ("   ".to_string(), None),
        };
        let ink = match block {
            Some(_) => Ink::Plain,
            None => Ink::Dim,
        };
        Span {
            paper: block.map(|block| Ink::Colour(block_colour(block))),
            strong: block.is_some(),
            marked: cell == self.cursor,
            ..Span::new(text, ink)
        }
    }

    fn edge(&self, x: u8, y: u8) -> Span {
        let level = self.position.level();
        let lit = self.light.lights((x, y));
        let laser = level.lasers.iter().find(|ray| (ray.x, ray.y) == (x, y));
        if level.points.contains(&(x, y)) {
            let (text, ink) = match lit {
                true => (" ◉ ", LIT_POINT),
                false => (" ◎ ", DARK_POINT),
            };
            return Span {
                strong: true,
                ..Span::new(text, ink)
            };
        }
        if let Some(ray) = laser {
            let arrow = match (ray.vx, ray.vy) {
                (1, 1) => " ↘ ",
                (1, _) => " ↗ ",
                (_, 1) => " ↙ ",
                _ => " ↖ ",
            };
            return Span {
                strong: true,
                ..Span::new(arrow, LASER)
            };
        }
        let text = match (lit, self.slopes(x, y)) {
            (false, _) => "   ",
            (true, (true, false)) => " ╲ ",
            (true, (false, true)) => " ╱ ",
            (true, _) => " ╳ ",
        };
        Span::new(text, LIGHT)
    }

    /// Whether light falls to the right, and whether it falls to the left,
    /// through the middle of an edge.
    fn slopes(&self, x: u8, y: u8) -> (bool, bool) {
        let ends = self.light.segments.iter();
        let here = ends.filter(|(from, to)| [from, to].contains(&&(x, y)));
        let falls_right = |&((ax, ay), (bx, by)): &beams::Segment| (bx > ax) == (by > ay);
        let here: Vec<bool> = here.map(falls_right).collect();
        (here.contains(&true), here.contains(&false))
    }
}
