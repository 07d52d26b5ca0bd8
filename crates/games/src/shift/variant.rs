//! Which boards there are: how wide and how high. Cells are numbered with
//! eight to a row whatever the size, so that a step in a direction is the
//! same number everywhere and a board is one word of 64 bits.

use engine::Fault;
use engine::notation::quoted;

/// Most rows or columns.
pub const MOST_SIDE: u8 = 8;
/// Cells of the largest board, and numbers that a cell may have.
pub const CELLS: usize = 64;
/// Most balls on a board.
pub const MOST_BALLS: usize = 12;

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// Rows.
    pub rows: u8,
    /// Columns.
    pub columns: u8,
}

impl Size {
    /// A board with as many rows as columns.
    pub fn square(side: u8) -> Size {
        Size {
            rows: side,
            columns: side,
        }
    }

    /// Reads `5x4`: width, then height.
    pub fn parse(text: &str) -> Result<Size, Fault> {
        let side = |digits: &str| {
            let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
            let side = digits.parse().ok().filter(|_| plain)?;
            (1..=MOST_SIDE).contains(&side).then_some(side)
        };
        let sides = text.split_once('x');
        let sides = sides.and_then(|(width, height)| Some((side(width)?, side(height)?)));
        let (columns, rows) = sides.ok_or_else(|| {
            Fault::new(
                "variant of shift",
                quoted(text),
                format!("width x height from 1x1 to {MOST_SIDE}x{MOST_SIDE}, as 5x5"),
            )
        })?;
        Ok(Size { rows, columns })
    }

    /// The name that [`Size::parse`] reads.
    pub fn name(self) -> String {
        format!("{}x{}", self.columns, self.rows)
    }

    /// The number of a cell.
    #[inline]
    pub fn cell(row: u8, column: u8) -> usize {
        row as usize * MOST_SIDE as usize + column as usize
    }

    /// Row and column of a cell.
    #[inline]
    pub fn place(cell: usize) -> (u8, u8) {
        ((cell / 8) as u8, (cell % 8) as u8)
    }

    /// The cells of a board of this size, row by row.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        let row = move |row| (0..self.columns).map(move |column| Size::cell(row, column));
        (0..self.rows).flat_map(row)
    }

    /// How many cells there are.
    pub fn count(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The cell beside this one, if the board goes on there.
    pub fn beside(self, cell: usize, rows: i8, columns: i8) -> Option<usize> {
        let (row, column) = Size::place(cell);
        let row = row.checked_add_signed(rows).filter(|&r| r < self.rows)?;
        let column = column.checked_add_signed(columns);
        let column = column.filter(|&c| c < self.columns)?;
        Some(Size::cell(row, column))
    }
}
