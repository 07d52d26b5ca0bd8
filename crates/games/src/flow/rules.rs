//! The plain rules: a level is a board with pairs of endpoints; a position is
//! the level with the paths drawn so far. A path starts at its colour's first
//! endpoint in reading order and grows by a step at a time; the last step can
//! be taken back. The judge of every solution.
//!
//! A path may touch itself: two of its cells may be neighbours without being
//! consecutive. Nothing here or in the solvers assumes otherwise.

use super::variant::Variant;
use engine::puzzle::block_bytes;
use engine::{Plain, Puzzle};
use std::fmt;
use std::sync::Arc;

/// A cell, numbered in reading order from 0.
pub type Cell = u16;
/// A colour, numbered in the reading order of first endpoints.
pub type Colour = u16;

/// The way a step goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Way {
    /// To the next row above.
    Up,
    /// To the next column on the right.
    Right,
    /// To the next row below.
    Down,
    /// To the next column on the left.
    Left,
}

impl Way {
    /// All ways, in the order in which moves are listed.
    pub const ALL: [Way; 4] = [Way::Up, Way::Right, Way::Down, Way::Left];

    /// The way back.
    pub fn back(self) -> Way {
        Way::ALL[(self as usize + 2) % 4]
    }
}

/// Where there is no colour.
pub const NOBODY: Colour = Colour::MAX;

/// What stays the same while a level is played.
#[derive(PartialEq, Eq, Debug)]
pub struct Level {
    variant: Variant,
    names: Vec<char>,
    ends: Vec<[Cell; 2]>,
    end_of: Vec<Colour>,
}

impl Level {
    /// A level with these pairs, each a name and two cells; they are put into
    /// reading order. No cell may be named twice.
    pub fn new(variant: Variant, mut pairs: Vec<(char, [Cell; 2])>) -> Level {
        for (_, ends) in &mut pairs {
            ends.sort_unstable();
        }
        pairs.sort_unstable_by_key(|(_, ends)| ends[0]);
        let mut end_of = vec![NOBODY; variant.cells()];
        for (colour, (_, ends)) in pairs.iter().enumerate() {
            for &end in ends {
                debug_assert_eq!(end_of[end as usize], NOBODY, "cell {end} ends two paths");
                end_of[end as usize] = colour as Colour;
            }
        }
        Level {
            variant,
            names: pairs.iter().map(|(name, _)| *name).collect(),
            ends: pairs.iter().map(|(_, ends)| *ends).collect(),
            end_of,
        }
    }

    /// Size and rule.
    #[inline]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many colours there are.
    #[inline]
    pub fn colours(&self) -> usize {
        self.ends.len()
    }

    /// The character that names a colour.
    pub fn name(&self, colour: Colour) -> char {
        self.names[colour as usize]
    }

    /// The colour that a character names.
    pub fn named(&self, name: char) -> Option<Colour> {
        let index = self.names.iter().position(|&n| n == name)?;
        Some(index as Colour)
    }

    /// The endpoints of a colour, the first in reading order first.
    #[inline]
    pub fn ends(&self, colour: Colour) -> [Cell; 2] {
        self.ends[colour as usize]
    }

    /// The colour whose endpoint a cell is, or [`NOBODY`].
    #[inline]
    pub fn end_of(&self, cell: Cell) -> Colour {
        self.end_of[cell as usize]
    }

    /// The cell that a step leads to, if it is on the board.
    #[inline]
    pub fn next(&self, cell: Cell, way: Way) -> Option<Cell> {
        let (width, cells) = (self.variant.width, self.end_of.len() as Cell);
        match way {
            Way::Up => cell.checked_sub(width),
            Way::Down => Some(cell + width).filter(|&next| next < cells),
            Way::Left => (!cell.is_multiple_of(width)).then(|| cell - 1),
            Way::Right => (cell % width + 1 < width).then_some(cell + 1),
        }
    }

    /// The way from a cell to a neighbour.
    pub fn way(&self, from: Cell, to: Cell) -> Option<Way> {
        Way::ALL
            .into_iter()
            .find(|&way| self.next(from, way) == Some(to))
    }
}

/// A step of one colour's path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Whose path.
    pub colour: Colour,
    /// The way the step goes.
    pub way: Way,
    /// Whether this takes back that step, which was the path's last.
    pub erase: bool,
    /// Whether the path starts at the colour's second endpoint.
    pub far: bool,
}

/// A level with the paths drawn so far.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    level: Arc<Level>,
    /// The steps of each colour's path.
    paths: Vec<Vec<Way>>,
    /// Whether a path starts at its colour's second endpoint; false where
    /// nothing is drawn.
    far: Vec<bool>,
    /// Where each colour's path has come to.
    heads: Vec<Cell>,
    /// Whose path or endpoint is in each cell.
    owners: Vec<Colour>,
    /// Cells without an owner.
    empty: usize,
    /// Colours whose path has not come to its end.
    unfinished: usize,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.level, self.paths)
    }
}

impl Position {
    /// The level with nothing drawn.
    pub fn new(level: Level) -> Position {
        let colours = level.colours();
        Position {
            paths: vec![Vec::new(); colours],
            far: vec![false; colours],
            heads: level.ends.iter().map(|ends| ends[0]).collect(),
            owners: level.end_of.clone(),
            empty: level.variant.cells() - 2 * colours,
            unfinished: colours,
            level: Arc::new(level),
        }
    }

    /// The level.
    #[inline]
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The same level with nothing drawn.
    pub fn blank(&self) -> Position {
        let mut blank = self.clone();
        for colour in 0..self.level.colours() {
            blank.erase_all(colour as Colour);
        }
        blank
    }

    /// The steps of a colour's path.
    pub fn path(&self, colour: Colour) -> &[Way] {
        &self.paths[colour as usize]
    }

    /// Where a colour's path has come to.
    pub fn head(&self, colour: Colour) -> Cell {
        self.heads[colour as usize]
    }

    /// Whose path or endpoint is in a cell, or [`NOBODY`].
    pub fn owner(&self, cell: Cell) -> Colour {
        self.owners[cell as usize]
    }

    /// Cells in which there is neither an endpoint nor a path.
    pub fn empty_cells(&self) -> usize {
        self.empty
    }

    /// Whether nothing is drawn.
    pub fn is_blank(&self) -> bool {
        self.paths.iter().all(Vec::is_empty)
    }

    /// Whether a colour's path starts at its second endpoint.
    pub fn is_far(&self, colour: Colour) -> bool {
        self.far[colour as usize]
    }

    /// The endpoint that a path starts at, and the one it must come to.
    pub fn ends(&self, colour: Colour) -> [Cell; 2] {
        let [first, second] = self.level.ends(colour);
        match self.is_far(colour) {
            true => [second, first],
            false => [first, second],
        }
    }

    /// Whether a colour's path has come to its end.
    pub fn is_finished(&self, colour: Colour) -> bool {
        self.head(colour) == self.ends(colour)[1]
    }

    /// The first colour whose path has not come to its end.
    fn first_unfinished(&self) -> Option<Colour> {
        (0..self.level.colours() as Colour).find(|&colour| !self.is_finished(colour))
    }

    /// The cells of a colour's path so far, from where it starts.
    pub fn cells_of(&self, colour: Colour) -> Vec<Cell> {
        let mut cell = self.ends(colour)[0];
        let mut cells = vec![cell];
        for &way in self.path(colour) {
            cell = self.level.next(cell, way).unwrap_or(cell);
            cells.push(cell);
        }
        cells
    }

    /// Takes back a whole path.
    pub fn erase_all(&mut self, colour: Colour) {
        while let Some(&way) = self.path(colour).last() {
            self.erase(colour, way);
        }
    }

    fn draw(&mut self, colour: Colour, way: Way, far: bool) {
        if self.path(colour).is_empty() {
            self.turn(colour, far);
        }
        let head = self.head(colour);
        let Some(next) = self.level.next(head, way) else {
            return;
        };
        self.paths[colour as usize].push(way);
        self.heads[colour as usize] = next;
        if self.level.end_of(next) == colour {
            self.unfinished -= 1;
        } else {
            self.owners[next as usize] = colour;
            self.empty -= 1;
        }
    }

    fn erase(&mut self, colour: Colour, way: Way) {
        let head = self.head(colour);
        let Some(before) = self.level.next(head, way.back()) else {
            return;
        };
        self.paths[colour as usize].pop();
        self.heads[colour as usize] = before;
        if self.level.end_of(head) == colour {
            self.unfinished += 1;
        } else {
            self.owners[head as usize] = NOBODY;
            self.empty += 1;
        }
        if self.path(colour).is_empty() {
            self.turn(colour, false);
        }
    }

    /// Lets a colour that has no path start at one of its endpoints.
    fn turn(&mut self, colour: Colour, far: bool) {
        self.far[colour as usize] = far;
        self.heads[colour as usize] = self.level.ends(colour)[usize::from(far)];
    }

    /// Whether a colour's path may go this way.
    fn may_draw(&self, colour: Colour, way: Way, far: bool) -> Result<(), String> {
        let name = self.level.name(colour);
        if self.is_finished(colour) {
            return Err(format!("a step of {name}, whose path is complete"));
        }
        let drawn = !self.path(colour).is_empty();
        if drawn && self.is_far(colour) != far {
            return Err(format!(
                "a step of {name}, whose path starts at its other end"
            ));
        }
        let [start, goal] = match far {
            true => [1, 0].map(|end| self.level.ends(colour)[end]),
            false => self.level.ends(colour),
        };
        let head = if drawn { self.head(colour) } else { start };
        let Some(next) = self.level.next(head, way) else {
            return Err(format!("{name} leaving the board at {}", self.place(head)));
        };
        let owner = self.owner(next);
        match owner {
            NOBODY => Ok(()),
            _ if next == goal => Ok(()),
            _ if owner == colour => Err(format!(
                "{name} crossing its own path at {}",
                self.place(next)
            )),
            _ => Err(format!(
                "{name} crossing {} at {}",
                self.level.name(owner),
                self.place(next)
            )),
        }
    }

    /// A cell in words.
    fn place(&self, cell: Cell) -> String {
        let (row, column) = self.level.variant().place(cell.into());
        format!("row {}, column {}", row + 1, column + 1)
    }
}

/// The byte before a path in the stored form; one more where the path starts
/// at the second endpoint.
const NEXT_PATH: u8 = Way::ALL.len() as u8;

impl Puzzle for Position {
    type Move = Move;
    type Key = Box<[u8]>;
    type Kept = Box<[u8]>;

    /// Steps of the first colour that is not complete. Every solution is drawn
    /// colour by colour in that order, so these are enough from a blank board.
    fn moves(&self, out: &mut Vec<Move>) {
        let Some(colour) = self.first_unfinished() else {
            return;
        };
        for way in Way::ALL {
            let far = self.is_far(colour);
            if self.may_draw(colour, way, far).is_ok() {
                out.push(Move {
                    colour,
                    way,
                    erase: false,
                    far,
                });
            }
        }
    }

    fn apply(&mut self, mv: Move) {
        match mv.erase {
            true => self.erase(mv.colour, mv.way),
            false => self.draw(mv.colour, mv.way, mv.far),
        }
    }

    fn is_solved(&self) -> bool {
        self.unfinished == 0 && (self.empty == 0 || !self.level.variant.covered)
    }

    fn key(&self) -> Box<[u8]> {
        self.keep()
    }

    /// A byte a step, and one before each path that says where it starts.
    fn keep(&self) -> Box<[u8]> {
        let mut kept = Vec::new();
        for (path, &far) in self.paths.iter().zip(&self.far) {
            kept.push(NEXT_PATH + u8::from(far));
            kept.extend(path.iter().map(|&way| way as u8));
        }
        kept.into()
    }

    fn restore(&self, kept: &Box<[u8]>) -> Self {
        let mut position = self.blank();
        let (mut colours, mut far) = (0, false);
        for &byte in kept.iter() {
            match Way::ALL.get(byte as usize) {
                Some(&way) => position.draw(colours - 1, way, far),
                None => (colours, far) = (colours + 1, byte > NEXT_PATH),
            }
        }
        position
    }

    fn takes_back(last: Move, next: Move) -> bool {
        last.colour == next.colour && last.way == next.way && last.erase != next.erase
    }

    /// What is drawn may have to be erased first, which is not listed.
    fn moves_are_enough(&self) -> bool {
        self.is_blank()
    }

    fn heap_bytes(&self) -> usize {
        let steps: usize = self.paths.iter().map(Vec::len).sum();
        steps + self.paths.len() * 26 + self.owners.len() * 2
    }

    fn kept_bytes(&self) -> usize {
        let steps: usize = self.paths.iter().map(Vec::len).sum();
        block_bytes(steps + self.paths.len())
    }
}

impl Plain for Position {
    fn check(&self, mv: Move) -> Result<(), String> {
        if mv.colour as usize >= self.level.colours() {
            return Err(format!("colour {} of {}", mv.colour, self.level.colours()));
        }
        if !mv.erase {
            return self.may_draw(mv.colour, mv.way, mv.far);
        }
        let name = self.level.name(mv.colour);
        match self.path(mv.colour).last() {
            Some(_) if mv.far != self.is_far(mv.colour) => Err(format!(
                "taking back a step of {name}, whose path starts at its other end"
            )),
            Some(&last) if last == mv.way => Ok(()),
            Some(last) => Err(format!(
                "taking back {:?} of {name}, whose last step is {last:?}",
                mv.way
            )),
            None => Err(format!("taking back a step of {name}, which has none")),
        }
    }

    fn undo(&mut self, mv: Move) {
        self.apply(Move {
            erase: !mv.erase,
            ..mv
        });
    }

    /// Every step of every colour, drawn and taken back, and of a colour after
    /// the last.
    fn conceivable(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for colour in 0..=self.level.colours() as Colour {
            for way in Way::ALL {
                for far in [false, true] {
                    moves.extend([false, true].map(|erase| Move {
                        colour,
                        way,
                        erase,
                        far,
                    }));
                }
            }
        }
        moves
    }

    /// Taking back, starts at the second endpoint, and steps of colours after
    /// the first that is not complete: from a blank board, the paths of a
    /// solution are drawn one by one in the order of colours.
    fn is_left_out(&self, mv: Move) -> bool {
        let starts_far = mv.far && !self.is_far(mv.colour);
        mv.erase || starts_far || self.first_unfinished() != Some(mv.colour)
    }
}
