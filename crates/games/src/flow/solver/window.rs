//! A window of a solved board: the cells of a small rectangle, and how the
//! paths go on outside it. Another way to fill the window is another solution
//! of the whole board, and most boards that have two solutions have two that
//! differ in a small window only.

use super::grid::Grid;

/// A rectangle of cells: top row, left column, rows and columns, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The first row.
    pub top: usize,
    /// The first column.
    pub left: usize,
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
}

impl Window {
    /// Windows of this side that lie half over each other and cover a board.
    pub fn all(grid: &Grid, side: usize) -> Vec<Window> {
        let width = grid.stride - 1;
        let height = (grid.cells - 1) / grid.stride - 2;
        let starts = |length: usize| {
            let last = length.saturating_sub(side);
            let step = (side / 2).max(1);
            (0..last).step_by(step).chain([last]).collect::<Vec<_>>()
        };
        let mut all = Vec::new();
        for top in starts(height) {
            for left in starts(width) {
                all.push(Window {
                    top,
                    left,
                    height: side.min(height),
                    width: side.min(width),
                });
            }
        }
        all
    }

    /// Whether two windows have a cell in common.
    pub fn meets(self, other: Window) -> bool {
        self.top < other.top + other.height
            && other.top < self.top + self.height
            && self.left < other.left + other.width
            && other.left < self.left + self.width
    }

    fn holds(self, grid: &Grid, cell: usize) -> bool {
        let (row, column) = (cell / grid.stride, cell % grid.stride);
        (self.top + 1..=self.top + self.height).contains(&row)
            && (self.left + 1..=self.left + self.width).contains(&column)
    }

    /// The cell of the whole board that a cell of the window is.
    fn outer(self, inner: &Grid, outer: &Grid, cell: usize) -> usize {
        let (row, column) = (cell / inner.stride, cell % inner.stride);
        (row + self.top) * outer.stride + column + self.left
    }

    /// The edge of the whole board that an edge of the window is.
    pub fn outer_edge(self, inner: &Grid, outer: &Grid, edge: usize) -> usize {
        2 * self.outer(inner, outer, edge / 2) + edge % 2
    }

    /// The window as a board of its own, given the edges that a solution of
    /// the whole board uses.
    pub fn cut(self, outer: &Grid, on: &[bool]) -> Grid {
        let mut inner = Grid::bare(self.width, self.height);
        for place in 0..self.width * self.height {
            let cell = inner.cell((place / self.width, place % self.width));
            inner.inside.push(cell as u32);
            let here = self.outer(&inner, outer, cell);
            inner.need[cell] = outer.need[here];
            inner.colour[cell] = outer.colour[here];
            inner.optional[cell] = outer.optional[here];
            let neighbours = outer.neighbours(here);
            let ways = outer.edges_of(here).into_iter().zip(neighbours);
            let mut out = ways.filter(|&(edge, next)| on[edge] && !self.holds(outer, next));
            if let Some((_, next)) = out.next() {
                inner.optional[cell] = false;
                inner.need[cell] -= 1 + out.count() as u8;
                if inner.need[cell] > 0 {
                    self.follow(&mut inner, outer, on, cell, [here, next]);
                }
            }
        }
        inner
    }

    /// Follows a path out of the window, to its end or to where it is in the
    /// window again and goes on there.
    fn follow(self, inner: &mut Grid, outer: &Grid, on: &[bool], cell: usize, steps: [usize; 2]) {
        let [mut before, mut here] = steps;
        loop {
            let neighbours = outer.neighbours(here);
            let mut ways = outer.edges_of(here).into_iter().zip(neighbours);
            match ways.find(|&(edge, next)| on[edge] && next != before) {
                None => {
                    inner.colour[cell] = outer.colour[here];
                    return;
                }
                Some((_, next)) if self.holds(outer, here) && self.holds(outer, next) => {
                    let place = (
                        here / outer.stride - 1 - self.top,
                        here % outer.stride - 1 - self.left,
                    );
                    inner.link[cell] = inner.cell(place) as u32;
                    return;
                }
                Some((_, next)) => (before, here) = (here, next),
            }
        }
    }
}
