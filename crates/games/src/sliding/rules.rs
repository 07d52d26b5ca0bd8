//! The plain rules: a board of numbered tiles and one blank, and the moves of
//! a tile into the blank. The judge of every solution.

use super::variant::{MOST_CELLS, Variant};
use engine::puzzle::block_bytes;
use engine::{Plain, Puzzle};
use std::fmt;

/// The way a tile goes when it slides into the blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The tile beneath the blank goes up.
    Up,
    /// The tile to the right of the blank goes left.
    Left,
    /// The tile to the left of the blank goes right.
    Right,
    /// The tile above the blank goes down.
    Down,
}

impl Move {
    /// All moves, in the order in which searches try them. With this one they
    /// generate as many nodes as Korf and Felner (2002) did.
    pub const ALL: [Move; 4] = [Move::Down, Move::Right, Move::Left, Move::Up];

    /// Its place in [`Move::ALL`].
    #[inline]
    pub fn place(self) -> usize {
        match self {
            Move::Down => 0,
            Move::Right => 1,
            Move::Left => 2,
            Move::Up => 3,
        }
    }

    /// The move that takes this one back.
    #[inline]
    pub fn back(self) -> Move {
        match self {
            Move::Up => Move::Down,
            Move::Down => Move::Up,
            Move::Left => Move::Right,
            Move::Right => Move::Left,
        }
    }

    /// The same move on a board that is turned by half.
    pub fn turned(self) -> Move {
        self.back()
    }

    /// The same move on a board that is mirrored about its main diagonal.
    pub fn mirrored(self) -> Move {
        match self {
            Move::Up => Move::Left,
            Move::Left => Move::Up,
            Move::Down => Move::Right,
            Move::Right => Move::Down,
        }
    }
}

/// A position. Numbers in rows from the top left, 0 for the blank. Boards that
/// searches copy by the million have no more room than they need.
#[derive(Clone, PartialEq, Eq)]
pub struct Board<const ROOM: usize = MOST_CELLS> {
    variant: Variant,
    /// Row and column of the blank, kept so that no move divides.
    row: u8,
    column: u8,
    blank: u8,
    tiles: [u8; ROOM],
}

impl<const ROOM: usize> fmt::Debug for Board<ROOM> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.variant.name(), self.tiles())
    }
}

impl<const ROOM: usize> Board<ROOM> {
    /// A board of these numbers, each of which must be there once.
    pub fn new(variant: Variant, tiles: &[u8]) -> Self {
        debug_assert!({
            let mut sorted = tiles.to_vec();
            sorted.sort_unstable();
            sorted.len() == variant.cells() && sorted.iter().zip(0..).all(|(&t, n)| t == n)
        });
        let blank = tiles.iter().position(|&t| t == 0).unwrap_or_default();
        let (row, column) = variant.place(blank);
        let mut all = [0; ROOM];
        all[..tiles.len()].copy_from_slice(tiles);
        Board {
            variant,
            row,
            column,
            blank: blank as u8,
            tiles: all,
        }
    }

    /// The solved board.
    pub fn goal(variant: Variant) -> Self {
        let tiles: Vec<u8> = (0..variant.cells()).map(|c| variant.goal_tile(c)).collect();
        Board::new(variant, &tiles)
    }

    /// The same board with room for this many cells, which must be enough.
    pub fn resized<const OTHER: usize>(&self) -> Board<OTHER> {
        Board::new(self.variant, self.tiles())
    }

    /// Size and goal.
    #[inline]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The numbers by cell, 0 for the blank.
    #[inline]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.variant.cells()]
    }

    /// The cell of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        self.blank as usize
    }

    /// Row and column of the blank.
    pub fn blank_place(&self) -> (u8, u8) {
        (self.row, self.column)
    }

    /// A board that differs only in the place it takes for that of its blank,
    /// to ask which moves there are from there.
    pub fn with_blank(&self, cell: usize) -> Self {
        let (row, column) = self.variant.place(cell);
        Board {
            row,
            column,
            blank: cell as u8,
            ..self.clone()
        }
    }

    /// The cell of the tile that the move would slide; the move must be legal.
    #[inline]
    pub fn source(&self, mv: Move) -> usize {
        let (blank, columns) = (self.blank as usize, self.variant.columns as usize);
        match mv {
            Move::Up => blank + columns,
            Move::Left => blank + 1,
            Move::Right => blank.wrapping_sub(1),
            Move::Down => blank.wrapping_sub(columns),
        }
    }

    /// Where the tile that moved last lies now, given the move: the cell it
    /// came from, the cell it went to, and its number.
    #[inline]
    pub fn slid(&self, mv: Move) -> (usize, usize, u8) {
        let to = self.source(mv.back());
        (self.blank as usize, to, self.tiles[to])
    }

    /// Whether there is a tile that the move would slide.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Up => self.row + 1 < self.variant.rows,
            Move::Down => self.row > 0,
            Move::Left => self.column + 1 < self.variant.columns,
            Move::Right => self.column > 0,
        }
    }

    /// Whether the board can be solved. Each move is an exchange of two
    /// numbers, the blank counted as one, and moves the blank by one cell: so
    /// the parity of the permutation that leads to the goal stays equal to
    /// that of the blank's distance. On boards of at least two rows and two
    /// columns that is the only condition.
    pub fn is_solvable(&self) -> bool {
        let home = self.variant.place(self.variant.goal_cell(0));
        let distance = self.row.abs_diff(home.0) + self.column.abs_diff(home.1);
        let mut seen = [false; MOST_CELLS];
        let mut odd = distance % 2 == 1;
        for first in 0..self.tiles().len() {
            let mut cell = first;
            while !seen[cell] {
                seen[cell] = true;
                cell = self.variant.goal_cell(self.tiles[cell]);
                odd ^= cell != first;
            }
        }
        !odd
    }
}

/// A stored board, or a key: five bits a cell where that fits into a number,
/// a byte a cell on larger boards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Packed {
    /// Up to 25 cells.
    Small(u128),
    /// More.
    Large(Box<[u8]>),
}

/// Most cells of five bits each.
const MOST_SMALL: usize = 25;

impl<const ROOM: usize> Puzzle for Board<ROOM> {
    type Move = Move;
    type Key = Packed;
    type Kept = Packed;

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        for mv in Move::ALL {
            if self.is_legal(mv) {
                out.push(mv);
            }
        }
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        let from = self.source(mv);
        self.tiles[self.blank as usize] = self.tiles[from];
        self.tiles[from] = 0;
        self.blank = from as u8;
        match mv {
            Move::Up => self.row += 1,
            Move::Down => self.row -= 1,
            Move::Left => self.column += 1,
            Move::Right => self.column -= 1,
        }
    }

    #[inline]
    fn is_solved(&self) -> bool {
        // Where the blank is tells most boards apart at once.
        let mut tiles = self.tiles().iter().enumerate();
        self.blank() == self.variant.goal_cell(0)
            && tiles.all(|(cell, &tile)| tile == self.variant.goal_tile(cell))
    }

    fn key(&self) -> Packed {
        self.keep()
    }

    fn keep(&self) -> Packed {
        let tiles = self.tiles();
        if tiles.len() > MOST_SMALL {
            return Packed::Large(tiles.into());
        }
        let packed = tiles.iter().fold(0, |all, &t| all << 5 | u128::from(t));
        Packed::Small(packed)
    }

    fn restore(&self, kept: &Packed) -> Self {
        match kept {
            Packed::Large(tiles) => Board::new(self.variant, tiles),
            Packed::Small(packed) => {
                let mut tiles = [0; MOST_SMALL];
                let cells = self.variant.cells();
                let mut rest = *packed;
                for tile in tiles[..cells].iter_mut().rev() {
                    *tile = (rest & 31) as u8;
                    rest >>= 5;
                }
                Board::new(self.variant, &tiles[..cells])
            }
        }
    }

    #[inline]
    fn takes_back(last: Move, next: Move) -> bool {
        last.back() == next
    }

    fn is_hopeless(&self) -> bool {
        !self.is_solvable()
    }

    fn kept_bytes(&self) -> usize {
        match self.variant.cells() > MOST_SMALL {
            true => block_bytes(self.variant.cells()),
            false => 0,
        }
    }
}

impl<const ROOM: usize> Plain for Board<ROOM> {
    fn check(&self, mv: Move) -> Result<(), String> {
        if self.is_legal(mv) {
            return Ok(());
        }
        let (row, column) = self.blank_place();
        Err(format!(
            "{mv:?} with the blank in row {}, column {}",
            row + 1,
            column + 1
        ))
    }

    #[inline]
    fn undo(&mut self, mv: Move) {
        self.apply(mv.back());
    }

    fn conceivable(&self) -> Vec<Move> {
        Move::ALL.to_vec()
    }
}
