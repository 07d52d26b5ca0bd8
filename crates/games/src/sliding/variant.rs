//! Which boards there are: how wide and how high, and where the blank ends.
//! Sizes are written width x height. Every board has a *standard* form with the blank first and no more
//! rows than columns; the others are that one turned by half or mirrored, so
//! that searches and their tables know the standard form only.

use engine::Fault;
use engine::notation::quoted;

/// Fewest rows or columns.
pub const FEWEST: u8 = 2;
/// Most rows or columns.
pub const MOST: u8 = 10;
/// Most cells.
pub const MOST_CELLS: usize = MOST as usize * MOST as usize;

/// The size of a board and its goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Rows.
    pub rows: u8,
    /// Columns.
    pub columns: u8,
    /// Whether the goal has the blank first (0, 1, 2, …) instead of last
    /// (1, 2, …, 0).
    pub blank_first: bool,
}

/// The word for a goal with the blank first.
const BLANK_FIRST: &str = "blank-first";
/// The word for the other goal, which may be left out.
const BLANK_LAST: &str = "blank-last";

/// What a user says of a board before it is read: the size may be left to
/// the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Width and height, if they were said.
    pub size: Option<(u8, u8)>,
    /// Whether the goal has the blank first.
    pub blank_first: bool,
}

impl Wanted {
    /// Reads `4x4`, `blank-first` or `4x4-blank-first`; nothing said is a
    /// board of any size with the blank last.
    pub fn parse(text: &str) -> Result<Wanted, Fault> {
        let fault = || {
            Fault::new(
                "variant of sliding",
                quoted(text),
                format!(
                    "width x height from {FEWEST}x{FEWEST} to {MOST}x{MOST}, {BLANK_FIRST}, or both: 4x4-{BLANK_FIRST}"
                ),
            )
        };
        let mut wanted = Wanted::default();
        let (size, goal) = match text.split_once('-') {
            Some((size, goal)) if size.starts_with(|c: char| c.is_ascii_digit()) => (size, goal),
            _ if text.starts_with(|c: char| c.is_ascii_digit()) => (text, BLANK_LAST),
            _ if text.is_empty() => ("", BLANK_LAST),
            _ => ("", text),
        };
        match goal {
            BLANK_FIRST => wanted.blank_first = true,
            BLANK_LAST => {}
            _ => return Err(fault()),
        }
        if !size.is_empty() {
            wanted.size = Some(parse_size(size).ok_or_else(fault)?);
        }
        Ok(wanted)
    }

    /// The variant of a board of this size.
    pub fn sized(self, width: u8, height: u8) -> Variant {
        Variant {
            rows: height,
            columns: width,
            blank_first: self.blank_first,
        }
    }
}

fn parse_size(text: &str) -> Option<(u8, u8)> {
    let side = |digits: &str| {
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let side = digits.parse().ok().filter(|_| plain)?;
        (FEWEST..=MOST).contains(&side).then_some(side)
    };
    let (width, height) = text.split_once('x')?;
    Some((side(width)?, side(height)?))
}

impl Variant {
    /// How many cells a board has.
    pub fn cells(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The number that stands in a cell of the goal, 0 for the blank.
    #[inline]
    pub fn goal_tile(self, cell: usize) -> u8 {
        match self.blank_first {
            true => cell as u8,
            false if cell + 1 == self.cells() => 0,
            false => cell as u8 + 1,
        }
    }

    /// The cell of the goal where a number stands, 0 for the blank.
    #[inline]
    pub fn goal_cell(self, tile: u8) -> usize {
        match self.blank_first {
            true => tile as usize,
            false if tile == 0 => self.cells() - 1,
            false => tile as usize - 1,
        }
    }

    /// Row and column of a cell.
    #[inline]
    pub fn place(self, cell: usize) -> (u8, u8) {
        let columns = self.columns as usize;
        ((cell / columns) as u8, (cell % columns) as u8)
    }

    /// The size as it stands in ids: `4x3` has four columns and three rows.
    pub fn size_name(self) -> String {
        format!("{}x{}", self.columns, self.rows)
    }

    /// The name that [`Wanted::parse`] reads.
    pub fn name(self) -> String {
        match self.blank_first {
            true => format!("{}-{BLANK_FIRST}", self.size_name()),
            false => self.size_name(),
        }
    }
}
