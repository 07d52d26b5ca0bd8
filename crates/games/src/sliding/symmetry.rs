//! The same puzzle seen from elsewhere: a board turned by half has the blank
//! at the other end, a board mirrored about its main diagonal has rows for
//! columns. Both take the goal to a goal, so solutions carry over move by move.

use super::rules::{Board, Move};
use super::variant::Variant;

/// The board turned by half, its numbers renamed so that its goal is the one
/// with the blank at the other end.
pub fn turned(board: &Board) -> Board {
    let cells = board.tiles().len() as u8;
    let renamed = |&tile: &u8| match tile {
        0 => 0,
        tile => cells - tile,
    };
    let tiles: Vec<u8> = board.tiles().iter().rev().map(renamed).collect();
    let variant = Variant {
        blank_first: !board.variant().blank_first,
        ..board.variant()
    };
    Board::new(variant, &tiles)
}

/// The board mirrored about its main diagonal, its numbers renamed.
pub fn mirrored(board: &Board) -> Board {
    let old = board.variant();
    let new = Variant {
        rows: old.columns,
        columns: old.rows,
        ..old
    };
    let mut tiles = vec![0; old.cells()];
    for (cell, &tile) in board.tiles().iter().enumerate() {
        tiles[mirrored_cell(old, cell)] = match tile {
            0 => 0,
            tile => new.goal_tile(mirrored_cell(old, old.goal_cell(tile))),
        };
    }
    Board::new(new, &tiles)
}

/// Where a cell of a board lies on the mirrored one.
pub fn mirrored_cell(variant: Variant, cell: usize) -> usize {
    let (row, column) = variant.place(cell);
    column as usize * variant.rows as usize + row as usize
}

/// A board in standard form, with the way back.
pub struct Standard {
    /// The board with its blank first and no more rows than columns.
    pub board: Board,
    turned: bool,
    mirrored: bool,
}

impl Standard {
    /// Brings a board into standard form.
    pub fn of(board: &Board) -> Standard {
        let is_turned = !board.variant().blank_first;
        let is_mirrored = board.variant().rows > board.variant().columns;
        let mut board = board.clone();
        if is_turned {
            board = turned(&board);
        }
        if is_mirrored {
            board = mirrored(&board);
        }
        Standard {
            board,
            turned: is_turned,
            mirrored: is_mirrored,
        }
    }

    /// A move of the standard board as the given one makes it.
    pub fn as_given(&self, mv: Move) -> Move {
        let mv = match self.mirrored {
            true => mv.mirrored(),
            false => mv,
        };
        match self.turned {
            true => mv.turned(),
            false => mv,
        }
    }
}

/// Equal exactly for boards that are the same up to turning and mirroring.
pub fn signature(board: &Board) -> Vec<u8> {
    let board = Standard::of(board).board;
    let variant = board.variant();
    let mut tiles = board.tiles().to_vec();
    if variant.rows == variant.columns {
        tiles = tiles.min(mirrored(&board).tiles().to_vec());
    }
    let mut signature = vec![variant.rows, variant.columns];
    signature.append(&mut tiles);
    signature
}
