//! The sum of the tiles' distances from home, counted in rows and columns.
//! Each move changes it by one, so it never overestimates.

use super::rules::{Board, Move};
use super::variant::{MOST_CELLS, Variant};
use engine::Heuristic;

/// Distances of tiles by cell, for one variant.
pub struct Manhattan {
    /// By tile and cell.
    distance: Vec<[u8; MOST_CELLS]>,
}

impl Manhattan {
    /// The distances on boards of this variant.
    pub fn new(variant: Variant) -> Manhattan {
        let row = |tile: u8| {
            let home = variant.place(variant.goal_cell(tile));
            std::array::from_fn(|cell| {
                let place = variant.place(cell);
                match tile {
                    0 => 0,
                    _ => place.0.abs_diff(home.0) + place.1.abs_diff(home.1),
                }
            })
        };
        Manhattan {
            distance: (0..variant.cells() as u8).map(row).collect(),
        }
    }

    /// How far a tile in a cell is from home; 0 for the blank.
    #[inline]
    pub fn distance(&self, tile: u8, cell: usize) -> u32 {
        u32::from(self.distance[tile as usize][cell])
    }

    /// The sum over all tiles.
    pub fn sum<const ROOM: usize>(&self, board: &Board<ROOM>) -> u32 {
        let tiles = board.tiles().iter().enumerate();
        tiles.map(|(cell, &tile)| self.distance(tile, cell)).sum()
    }
}

impl<const ROOM: usize> Heuristic<Board<ROOM>> for Manhattan {
    type Carry = u32;

    fn start(&self, board: &Board<ROOM>) -> u32 {
        self.sum(board)
    }

    #[inline]
    fn after(&self, sum: u32, board: &Board<ROOM>, mv: Move) -> u32 {
        let (from, to, tile) = board.slid(mv);
        sum + self.distance(tile, to) - self.distance(tile, from)
    }

    #[inline]
    fn estimate(&self, sum: u32, _: &Board<ROOM>) -> u32 {
        sum
    }
}
