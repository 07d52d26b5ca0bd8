//! The ways of light on a grid of one size, as tables: a *state* is the
//! middle of an edge with one of four directions.

use crate::lazors::beams;
use crate::lazors::rules::Ray;

/// The tables of one size.
#[derive(Default)]
pub struct Lattice {
    columns: u8,
    rows: u8,
    /// The cell that light in a state is about to enter. Beyond the grid lies
    /// one more cell than it has, which ends light.
    pub ahead: Vec<u16>,
    /// The state behind that cell, for light that passes it.
    pub next: Vec<u16>,
    /// The state of light that the cell throws back.
    pub back: Vec<u16>,
}

/// How many directions there are.
const WAYS: usize = 4;

impl Lattice {
    /// Makes the tables of a size, unless these are.
    pub fn fit(&mut self, columns: u8, rows: u8) {
        if (columns, rows) == (self.columns, self.rows) {
            return;
        }
        (self.columns, self.rows) = (columns, rows);
        let states = self.edges() * WAYS;
        let beyond = u16::from(columns) * u16::from(rows);
        for table in [&mut self.ahead, &mut self.next, &mut self.back] {
            table.clear();
            table.resize(states, 0);
        }
        for (x, y) in self.middles() {
            for (vx, vy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
                let ray = Ray { x, y, vx, vy };
                let state = self.state(ray);
                self.back[state] = self.state(beams::thrown_back(ray)) as u16;
                let cell = beams::ahead(columns, rows, ray);
                self.ahead[state] = cell.map_or(beyond, |cell| cell as u16);
                // Light that leaves the grid has no next state; nobody asks.
                let next = Ray {
                    x: x.wrapping_add_signed(vx),
                    y: y.wrapping_add_signed(vy),
                    ..ray
                };
                self.next[state] = cell.map_or(state, |_| self.state(next)) as u16;
            }
        }
    }

    /// How many edges the cells have.
    pub fn edges(&self) -> usize {
        let (columns, rows) = (usize::from(self.columns), usize::from(self.rows));
        (columns + 1) * rows + columns * (rows + 1)
    }

    /// The middles of all edges.
    pub fn middles(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        let all = (0..=2 * rows).flat_map(move |y| (0..=2 * columns).map(move |x| (x, y)));
        all.filter(|(x, y)| (x + y) % 2 == 1)
    }

    /// The number of an edge, by its middle.
    pub fn edge(&self, (x, y): (u8, u8)) -> usize {
        let columns = usize::from(self.columns);
        let (column, row) = (usize::from(x / 2), usize::from(y / 2));
        match y % 2 {
            1 => row * (columns + 1) + column,
            _ => usize::from(self.rows) * (columns + 1) + row * columns + column,
        }
    }

    /// The number of a state.
    pub fn state(&self, ray: Ray) -> usize {
        let way = usize::from(ray.vx > 0) + 2 * usize::from(ray.vy > 0);
        self.edge((ray.x, ray.y)) * WAYS + way
    }

    /// The edge of a state.
    #[inline]
    pub fn edge_of(state: u16) -> usize {
        usize::from(state) / WAYS
    }
}
