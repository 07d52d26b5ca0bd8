//! The board as the solver sees it: cells with a rim around them, and the
//! edges between neighbours, each of which is a yes-or-no question: does a
//! path use it? The rim's edges are never used, so that nothing has to ask
//! where the board ends.

use crate::flow::rules::{Cell, Colour, Level, NOBODY};

/// The link of a cell that has none.
pub const NO_LINK: u32 = u32::MAX;

/// What stays the same through one solve.
#[derive(Default)]
pub struct Grid {
    /// How far a row lies from the next.
    pub stride: usize,
    /// Cells, the rim counted.
    pub cells: usize,
    /// Edges, the rim's counted.
    pub edges: usize,
    /// How many edges a cell uses at most: 0 on the rim, 1 for an endpoint,
    /// 2 for the others.
    pub need: Vec<u8>,
    /// Whether a cell may use none at all.
    pub optional: Vec<bool>,
    /// The colour of an endpoint.
    pub colour: Vec<Colour>,
    /// Where a path goes on outside, for the piece of a board that stands
    /// alone: the cell where it comes back, or none.
    pub link: Vec<u32>,
    /// The board's cells in reading order.
    pub inside: Vec<u32>,
}

impl Grid {
    /// Cells that nothing is known of, none of them on the board yet.
    pub fn bare(width: usize, height: usize) -> Grid {
        let stride = width + 1;
        // A row above, a row below, and one cell for the last row's right.
        let cells = stride * (height + 2) + 1;
        Grid {
            stride,
            cells,
            edges: 2 * cells,
            need: vec![0; cells],
            optional: vec![false; cells],
            colour: vec![NOBODY; cells],
            link: vec![NO_LINK; cells],
            inside: Vec::with_capacity(width * height),
        }
    }

    /// The board of a level.
    pub fn new(level: &Level) -> Grid {
        let variant = level.variant();
        let mut grid = Grid::bare(variant.width.into(), variant.height.into());
        for plain in 0..variant.cells() {
            let cell = grid.cell(variant.place(plain));
            let colour = level.end_of(plain as Cell);
            grid.colour[cell] = colour;
            grid.need[cell] = if colour == NOBODY { 2 } else { 1 };
            grid.optional[cell] = colour == NOBODY && !variant.covered;
            grid.inside.push(cell as u32);
        }
        grid
    }

    /// The cell of a row and column.
    pub fn cell(&self, (row, column): (usize, usize)) -> usize {
        (row + 1) * self.stride + column + 1
    }

    /// The edges of a cell, in the order of [`crate::flow::rules::Way::ALL`].
    #[inline]
    pub fn edges_of(&self, cell: usize) -> [usize; 4] {
        [
            2 * (cell - self.stride) + 1,
            2 * cell,
            2 * cell + 1,
            2 * (cell - 1),
        ]
    }

    /// The neighbours of a cell, in the same order.
    #[inline]
    pub fn neighbours(&self, cell: usize) -> [usize; 4] {
        [cell - self.stride, cell + 1, cell + self.stride, cell - 1]
    }

    /// The cells that an edge joins, the left or upper one first.
    #[inline]
    pub fn cells_of(&self, edge: usize) -> [usize; 2] {
        let cell = edge / 2;
        [cell, cell + if edge % 2 == 1 { self.stride } else { 1 }]
    }

    /// The edges of the square whose upper left cell this is.
    #[inline]
    pub fn square(&self, cell: usize) -> [usize; 4] {
        [
            2 * cell,
            2 * cell + 1,
            2 * (cell + 1) + 1,
            2 * (cell + self.stride),
        ]
    }

    /// The two squares on either side of an edge.
    #[inline]
    pub fn squares_of(&self, edge: usize) -> [usize; 2] {
        let cell = edge / 2;
        [cell, cell - if edge % 2 == 1 { 1 } else { self.stride }]
    }

    /// Whether an edge joins two cells of the board.
    pub fn is_inside(&self, edge: usize) -> bool {
        let [a, b] = self.cells_of(edge);
        b < self.cells && self.need[a] > 0 && self.need[b] > 0
    }
}
