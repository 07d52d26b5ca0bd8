//! The heuristic of Mutser's thesis, equation (2): the farthest that any ball
//! is from the nearest goal of its colour, counted in rows and columns. A move
//! brings a ball nearer by one at most, so it never overestimates.

use super::packed::Packed;
use crate::shift::bits;
use crate::shift::rules::Direction;
use crate::shift::variant::{CELLS, Size};
use engine::Heuristic;

/// How far each cell is from the nearest goal of each colour.
pub struct Thesis {
    nearest: Vec<[u8; CELLS]>,
}

/// The distance of two cells, counted in rows and columns.
fn city_block(a: usize, b: usize) -> u8 {
    let ((row_a, column_a), (row_b, column_b)) = (Size::place(a), Size::place(b));
    row_a.abs_diff(row_b) + column_a.abs_diff(column_b)
}

/// The goal that is nearest to a cell, of several the first.
pub fn nearest(goals: u64, cell: usize) -> Option<usize> {
    bits::cells(goals).min_by_key(|&goal| city_block(cell, goal))
}

impl Thesis {
    /// The distances from these goals, a bit a cell for each colour.
    pub fn new(goals: &[u64]) -> Thesis {
        let row = |&goals: &u64| {
            std::array::from_fn(|cell| {
                nearest(goals, cell).map_or(0, |goal| city_block(cell, goal))
            })
        };
        Thesis {
            nearest: goals.iter().map(row).collect(),
        }
    }

    /// How far each ball is from the nearest goal of its colour.
    pub fn distances<'a>(&'a self, colours: &'a [u64]) -> impl Iterator<Item = u32> + 'a {
        colours
            .iter()
            .zip(&self.nearest)
            .flat_map(|(&balls, row)| bits::cells(balls).map(|cell| u32::from(row[cell])))
    }

    /// The sum of those distances: what makes a move counterintuitive is that
    /// it grows.
    pub fn sum(&self, colours: &[u64]) -> u32 {
        self.distances(colours).sum()
    }
}

impl Heuristic<Packed<'_>> for Thesis {
    type Carry = ();

    fn start(&self, _: &Packed) {}
    fn after(&self, (): (), _: &Packed, _: Direction) {}
    fn estimate(&self, (): (), state: &Packed) -> u32 {
        self.distances(&state.colours).max().unwrap_or(0)
    }
}
