//! Sliding tiles as an environment. An observation is the board, 0 for the
//! blank; the actions are the ways a tile can go: up, down, left, right.

use super::levels;
use super::rules::{Board, Move};
use super::variant::Variant;
use engine::env::{Encode, Spaces};
use engine::{Fault, LevelId, Puzzle};

/// The move of each action.
const ACTIONS: [Move; 4] = [Move::Up, Move::Down, Move::Left, Move::Right];

/// How boards of one size become bytes.
pub struct Tiles(Variant);

/// The encoding of the boards that an id names.
pub fn encoding(id: &LevelId) -> Result<Tiles, Fault> {
    Ok(Tiles(levels::variant(id)?))
}

impl Encode for Tiles {
    type State = Board;
    type Table = Board;

    fn spaces(&self) -> Spaces {
        Spaces {
            shape: vec![self.0.rows.into(), self.0.columns.into()],
            highest: self.0.cells() as u8 - 1,
            actions: ACTIONS.len(),
        }
    }

    fn table(&self, state: &Board) -> Result<Board, Fault> {
        match state.variant() == self.0 {
            true => Ok(state.clone()),
            false => Err(Fault::new("variant", state.variant().name(), self.0.name())),
        }
    }

    fn state(&self, table: &Board) -> Board {
        table.clone()
    }

    fn observe(&self, table: &Board, out: &mut [u8]) {
        out.copy_from_slice(table.tiles());
    }

    fn mask(&self, table: &Board, out: &mut [i8]) -> bool {
        for (slot, mv) in out.iter_mut().zip(ACTIONS) {
            *slot = i8::from(table.is_legal(mv));
        }
        true
    }

    fn act(&self, table: &Board, action: usize) -> Option<Move> {
        let mv = *ACTIONS.get(action)?;
        table.is_legal(mv).then_some(mv)
    }

    fn apply(&self, table: &mut Board, mv: Move) {
        table.apply(mv);
    }

    fn is_won(&self, table: &Board) -> bool {
        table.is_solved()
    }

    /// The share of tiles that are in their place.
    fn progress(&self, table: &Board) -> f64 {
        let tiles = table.tiles().iter().enumerate();
        let placed = tiles.filter(|&(cell, &tile)| tile != 0 && self.0.goal_tile(cell) == tile);
        placed.count() as f64 / (self.0.cells() - 1) as f64
    }
}
