//! The plain rules: a grid of cells, free blocks to put on them, lasers and
//! points; a block is put down or taken away, and the level is solved when
//! every free block is down and light goes through every point. The judge of
//! every solution; where light goes is left to [`beams`](super::beams).

use super::beams;
use engine::puzzle::block_bytes;
use engine::{Plain, Puzzle};
use std::sync::Arc;

/// What a block does to light that meets it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Block {
    /// `A`, a mirror: light is thrown back.
    Reflect,
    /// `B`, opaque: light ends.
    Absorb,
    /// `C`, glass: light goes on and is thrown back as well.
    Refract,
}

impl Block {
    /// All kinds, in the order of their letters.
    pub const ALL: [Block; 3] = [Block::Reflect, Block::Absorb, Block::Refract];

    /// The letter in files and moves.
    pub fn letter(self) -> char {
        match self {
            Block::Reflect => 'A',
            Block::Absorb => 'B',
            Block::Refract => 'C',
        }
    }

    /// The kind that a letter names, large or small.
    pub fn of_letter(letter: char) -> Option<Block> {
        let large = letter.to_ascii_uppercase();
        Block::ALL.into_iter().find(|block| block.letter() == large)
    }
}

/// What a level says of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// `o`: a free block may stand here.
    Open,
    /// `x`: none may; light passes.
    Closed,
    /// A block that stays where it is.
    Fixed(Block),
}

/// Light at the middle of a cell's edge, and where it is going. In half
/// cells from the top left, x to the right and y down; exactly one of x and
/// y is odd.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Ray {
    /// How far to the right.
    pub x: u8,
    /// How far down.
    pub y: u8,
    /// 1 to the right, -1 to the left.
    pub vx: i8,
    /// 1 down, -1 up.
    pub vy: i8,
}

/// What stays the same while a level is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Cells in a row.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
    /// The cells, row by row from the top left.
    pub cells: Vec<Cell>,
    /// How many free blocks of each kind there are, in the order of
    /// [`Block::ALL`].
    pub free: [u16; 3],
    /// Where light starts.
    pub lasers: Vec<Ray>,
    /// Where light must come, as (x, y).
    pub points: Vec<(u8, u8)>,
}

impl Level {
    /// How many free blocks there are.
    pub fn blocks(&self) -> usize {
        self.free.iter().map(|&n| usize::from(n)).sum()
    }

    /// Column and row of a cell, from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        let columns = usize::from(self.columns);
        (cell % columns, cell / columns)
    }

    /// The cells where free blocks may stand.
    pub fn open_cells(&self) -> impl Iterator<Item = usize> + '_ {
        let open = |&cell: &usize| self.cells[cell] == Cell::Open;
        (0..self.cells.len()).filter(open)
    }
}

/// A level and the free blocks that were put down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    level: Arc<Level>,
    /// A free block or none for each cell.
    placed: Vec<Option<Block>>,
}

/// Put a free block down, or take one away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The block.
    pub block: Block,
    /// The index of the cell.
    pub cell: u16,
    /// Whether the block is taken away.
    pub away: bool,
}

impl Position {
    /// A level with nothing put down.
    pub fn new(level: Level) -> Position {
        let placed = vec![None; level.cells.len()];
        let level = Arc::new(level);
        Position { level, placed }
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The same level with nothing put down.
    pub fn bare(&self) -> Position {
        Position {
            level: self.level.clone(),
            placed: vec![None; self.placed.len()],
        }
    }

    /// The free block on a cell.
    pub fn placed(&self, cell: usize) -> Option<Block> {
        self.placed[cell]
    }

    /// The free blocks that were put down, by cell.
    pub fn all_placed(&self) -> impl Iterator<Item = (usize, Block)> + '_ {
        let placed = self.placed.iter().enumerate();
        placed.filter_map(|(cell, block)| block.map(|block| (cell, block)))
    }

    /// The block that light meets on a cell, fixed or free.
    pub fn block(&self, cell: usize) -> Option<Block> {
        match self.level.cells[cell] {
            Cell::Fixed(block) => Some(block),
            _ => self.placed[cell],
        }
    }

    /// How many free blocks of a kind are still to be put down.
    pub fn left(&self, kind: Block) -> usize {
        let down = self.placed.iter().filter(|&&b| b == Some(kind)).count();
        usize::from(self.level.free[kind as usize]) - down
    }
}

impl Puzzle for Position {
    type Move = Move;
    type Key = Vec<Option<Block>>;
    type Kept = Vec<Option<Block>>;

    /// Every free block on every open cell. Taking away is legal but not
    /// listed: what can be won from a bare level is won without it.
    fn moves(&self, out: &mut Vec<Move>) {
        for block in Block::ALL {
            if self.left(block) == 0 {
                continue;
            }
            let empty = self.level.open_cells();
            let empty = empty.filter(|&cell| self.placed[cell].is_none());
            out.extend(empty.map(|cell| Move {
                block,
                cell: cell as u16,
                away: false,
            }));
        }
    }

    fn apply(&mut self, mv: Move) {
        self.placed[usize::from(mv.cell)] = (!mv.away).then_some(mv.block);
    }

    fn is_solved(&self) -> bool {
        self.all_placed().count() == self.level.blocks() && {
            let light = beams::trace(self);
            self.level.points.iter().all(|&point| light.lights(point))
        }
    }

    fn key(&self) -> Self::Key {
        self.placed.clone()
    }
    fn keep(&self) -> Self::Kept {
        self.placed.clone()
    }
    fn restore(&self, kept: &Self::Kept) -> Self {
        Position {
            level: self.level.clone(),
            placed: kept.clone(),
        }
    }

    /// A block that was put down wrongly must be taken away, which is not
    /// listed.
    fn moves_are_enough(&self) -> bool {
        self.placed.iter().all(Option::is_none)
    }
    fn heap_bytes(&self) -> usize {
        block_bytes(self.placed.len())
    }
}

impl Plain for Position {
    fn check(&self, mv: Move) -> Result<(), String> {
        let cell = usize::from(mv.cell);
        let letter = mv.block.letter();
        let Some(&kind) = self.level.cells.get(cell) else {
            return Err(format!(
                "cell {} of {}",
                mv.cell + 1,
                self.level.cells.len()
            ));
        };
        let (column, row) = self.level.place(cell);
        let place = format!("column {}, row {}", column + 1, row + 1);
        match (kind, self.placed[cell], mv.away) {
            (Cell::Closed, _, _) => Err(format!("{place} takes no block")),
            (Cell::Fixed(b), _, _) => Err(format!("{place} has a fixed {}", b.letter())),
            (_, Some(b), true) if b == mv.block => Ok(()),
            (_, Some(b), true) => Err(format!("{place} has {}, not {letter}", b.letter())),
            (_, None, true) => Err(format!("{place} has no block to take away")),
            (_, Some(b), false) => Err(format!("{place} already has {}", b.letter())),
            (_, None, false) if self.left(mv.block) == 0 => {
                Err(format!("no free {letter} is left"))
            }
            (_, None, false) => Ok(()),
        }
    }

    fn undo(&mut self, mv: Move) {
        self.apply(Move {
            away: !mv.away,
            ..mv
        });
    }

    /// Every block put down on every cell and taken away from it, and on the
    /// cell after the last.
    fn conceivable(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for cell in 0..=self.level.cells.len() as u16 {
            for block in Block::ALL {
                moves.extend([false, true].map(|away| Move { block, cell, away }));
            }
        }
        moves
    }

    /// Taking away: from a bare level, the blocks of a solution are put down
    /// in any order and stay.
    fn is_left_out(&self, mv: Move) -> bool {
        mv.away
    }
}
