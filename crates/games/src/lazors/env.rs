//! Lazors as an environment. An observation is the grid in half cells, and
//! one row more. The middle of a cell is 0 where no block may stand, 1 where
//! one may, 2 to 4 for a fixed A, B or C, and 5 to 7 for a free one that was
//! put down. The middle of an edge is a sum: 1 for a point, 2 for light, 4, 8,
//! 16 and 32 for lasers to the upper left, upper right, lower left and lower
//! right. The last row begins with the numbers of A, B and C that are left.
//!
//! Actions, kind by kind and cell by cell: put a block down, or take it away
//! where it stands. So every legal move is an action.

use super::levels;
use super::rules::{Block, Cell, Move, Position, Ray};
use super::solver::lattice::Lattice;
use super::variant::MOST_CELLS;
use engine::env::{Encode, Spaces};
use engine::{Fault, LevelId, Puzzle};

/// Bytes of a cell's middle.
const OPEN: u8 = 1;
const FIXED: u8 = 2;
const PLACED: u8 = 5;
/// Parts of an edge's middle; lasers take four bits from the last on.
const POINT: u8 = 1;
const LIGHT: u8 = 2;
const LASER: u8 = 4;
const HIGHEST_PART: u8 = 63;

/// How grids of one size become bytes.
pub struct Grids {
    columns: u8,
    rows: u8,
    lattice: Lattice,
}

/// The encoding of the grids that an id names.
pub fn encoding(id: &LevelId) -> Result<Grids, Fault> {
    let (columns, rows) = levels::size(id)?;
    let mut lattice = Lattice::default();
    lattice.fit(columns, rows);
    Ok(Grids {
        columns,
        rows,
        lattice,
    })
}

/// A position and its light.
#[derive(Clone)]
pub struct Table {
    position: Position,
    /// Free blocks that are not down yet, by kind.
    left: [u16; 3],
    /// Whether light comes to the middle of each edge.
    lit: Vec<bool>,
    /// Whether light goes through each state of the lattice.
    seen: Vec<bool>,
    /// Light to be followed.
    waiting: Vec<u16>,
}

impl Grids {
    fn cells(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Half cells in a row.
    fn width(&self) -> usize {
        2 * usize::from(self.columns) + 1
    }

    fn index(&self, (x, y): (u8, u8)) -> usize {
        usize::from(y) * self.width() + usize::from(x)
    }

    /// Follows all light.
    fn shine(&self, table: &mut Table) {
        table.lit.fill(false);
        table.seen.fill(false);
        let level = table.position.level();
        let lasers = level
            .lasers
            .iter()
            .map(|&ray| self.lattice.state(ray) as u16);
        table.waiting.extend(lasers);
        while let Some(state) = table.waiting.pop() {
            let at = usize::from(state);
            let cell = usize::from(self.lattice.ahead[at]);
            if std::mem::replace(&mut table.seen[at], true) || cell >= self.cells() {
                continue;
            }
            let block = table.position.block(cell);
            if matches!(block, Some(Block::Reflect | Block::Refract)) {
                table.waiting.push(self.lattice.back[at]);
            }
            if matches!(block, None | Some(Block::Refract)) {
                let next = self.lattice.next[at];
                table.lit[Lattice::edge_of(state)] = true;
                table.lit[Lattice::edge_of(next)] = true;
                table.waiting.push(next);
            }
        }
    }

    /// How many points are lit.
    fn lit_points(&self, table: &Table) -> usize {
        let points = table.position.level().points.iter();
        points
            .filter(|&&point| table.lit[self.lattice.edge(point)])
            .count()
    }

    fn cell_byte(&self, position: &Position, cell: usize) -> u8 {
        match (position.level().cells[cell], position.placed(cell)) {
            (Cell::Closed, _) => 0,
            (Cell::Fixed(block), _) => FIXED + block as u8,
            (Cell::Open, Some(block)) => PLACED + block as u8,
            (Cell::Open, None) => OPEN,
        }
    }
}

/// The part that a laser adds to the middle of its edge.
fn laser_part(ray: &Ray) -> u8 {
    LASER << (u8::from(ray.vx > 0) + 2 * u8::from(ray.vy > 0))
}

impl Encode for Grids {
    type State = Position;
    type Table = Table;

    fn spaces(&self) -> Spaces {
        Spaces {
            shape: vec![2 * usize::from(self.rows) + 2, self.width()],
            highest: HIGHEST_PART.max(self.cells().min(MOST_CELLS - 1) as u8),
            actions: Block::ALL.len() * self.cells(),
        }
    }

    fn table(&self, state: &Position) -> Result<Table, Fault> {
        let level = state.level();
        if (level.columns, level.rows) != (self.columns, self.rows) {
            let size = |columns, rows| super::variant::name(columns, rows);
            let found = size(level.columns, level.rows);
            return Err(Fault::new("variant", found, size(self.columns, self.rows)));
        }
        let mut table = Table {
            left: Block::ALL.map(|kind| state.left(kind) as u16),
            lit: vec![false; self.lattice.edges()],
            seen: vec![false; self.lattice.ahead.len()],
            // A state waits once for each that leads to it: two at the most,
            // and once for each laser.
            waiting: Vec::with_capacity(2 * self.lattice.ahead.len() + level.lasers.len()),
            position: state.clone(),
        };
        self.shine(&mut table);
        Ok(table)
    }

    fn state(&self, table: &Table) -> Position {
        table.position.clone()
    }

    fn observe(&self, table: &Table, out: &mut [u8]) {
        let level = table.position.level();
        for cell in 0..self.cells() {
            let (column, row) = level.place(cell);
            let middle = (2 * column as u8 + 1, 2 * row as u8 + 1);
            out[self.index(middle)] = self.cell_byte(&table.position, cell);
        }
        for middle in self.lattice.middles() {
            if table.lit[self.lattice.edge(middle)] {
                out[self.index(middle)] |= LIGHT;
            }
        }
        for &point in &level.points {
            out[self.index(point)] |= POINT;
        }
        for ray in &level.lasers {
            out[self.index((ray.x, ray.y))] |= laser_part(ray);
        }
        let last = self.index((0, 2 * self.rows + 1));
        for (slot, &left) in out[last..].iter_mut().zip(&table.left) {
            *slot = left.min(u8::MAX.into()) as u8;
        }
    }

    fn mask(&self, table: &Table, out: &mut [i8]) -> bool {
        let mut any = false;
        for (action, slot) in out.iter_mut().enumerate() {
            let legal = self.act(table, action).is_some();
            *slot = i8::from(legal);
            any |= legal;
        }
        any
    }

    fn act(&self, table: &Table, action: usize) -> Option<Move> {
        let (kind, cell) = (action / self.cells(), action % self.cells());
        let block = *Block::ALL.get(kind)?;
        let open = table.position.level().cells[cell] == Cell::Open;
        let away = match table.position.placed(cell) {
            Some(placed) => (placed == block).then_some(true)?,
            None => (table.left[kind] > 0).then_some(false)?,
        };
        open.then_some(Move {
            block,
            cell: cell as u16,
            away,
        })
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        table.position.apply(mv);
        let left = &mut table.left[mv.block as usize];
        match mv.away {
            true => *left += 1,
            false => *left -= 1,
        }
        self.shine(table);
    }

    fn is_won(&self, table: &Table) -> bool {
        let points = table.position.level().points.len();
        table.left == [0; 3] && self.lit_points(table) == points
    }

    /// The share of points that are lit.
    fn progress(&self, table: &Table) -> f64 {
        let points = table.position.level().points.len();
        self.lit_points(table) as f64 / points.max(1) as f64
    }
}
