//! Which boards there are: how wide and how high, and whether every cell must
//! be covered. Sizes are written width x height, as the collections do.

use engine::Fault;
use engine::notation::quoted;

/// Fewest cells of a side.
pub const FEWEST: u16 = 2;
/// Most cells of a side.
pub const MOST: u16 = 128;

/// The word for boards where cells may stay empty.
const PATHS: &str = "paths";
/// The word for the usual rule, which may be left out.
const COVERED: &str = "covered";

/// The size of a board and its rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Cells in a row.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Whether the paths must cover every cell.
    pub covered: bool,
}

/// What a user says of a board before it is read: the size may be left to
/// the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Width and height, if they were said.
    pub size: Option<(u16, u16)>,
    /// Whether the paths must cover every cell.
    pub covered: bool,
}

impl Wanted {
    /// Reads `9x9`, `paths` or `9x9-paths`; nothing said is a board of any
    /// size that must be covered.
    pub fn parse(text: &str) -> Result<Wanted, Fault> {
        let fault = || {
            Fault::new(
                "variant of flow",
                quoted(text),
                format!(
                    "width x height from {FEWEST}x{FEWEST} to {MOST}x{MOST}, {PATHS}, or both: 9x9-{PATHS}"
                ),
            )
        };
        let (size, rule) = match text.split_once('-') {
            Some((size, rule)) => (size, rule),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => (text, COVERED),
            None if text.is_empty() => ("", COVERED),
            None => ("", text),
        };
        let covered = match rule {
            COVERED => true,
            PATHS => false,
            _ => return Err(fault()),
        };
        let size = match size {
            "" if !text.starts_with('-') => None,
            size => Some(parse_size(size).ok_or_else(fault)?),
        };
        Ok(Wanted { size, covered })
    }

    /// The variant of a board of this size.
    pub fn sized(self, width: u16, height: u16) -> Variant {
        Variant {
            width,
            height,
            covered: self.covered,
        }
    }
}

fn parse_size(text: &str) -> Option<(u16, u16)> {
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
    #[inline]
    pub fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Row and column of a cell, both from 0.
    #[inline]
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.width as usize, cell % self.width as usize)
    }

    /// City-block distance between two cells.
    pub fn distance(self, one: usize, other: usize) -> usize {
        let (a, b) = (self.place(one), self.place(other));
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
    }

    /// The size as it stands in ids: `9x9`, width first.
    pub fn size_name(self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    /// The name that [`Wanted::parse`] reads.
    pub fn name(self) -> String {
        match self.covered {
            true => self.size_name(),
            false => format!("{}-{PATHS}", self.size_name()),
        }
    }
}
