//! How large a grid is: width x height, as `5x6`, and the bounds on all that
//! a level holds.

use engine::Fault;
use engine::notation::quoted;

/// Most columns or rows.
pub const MOST: u8 = 16;
/// Most cells.
pub const MOST_CELLS: usize = MOST as usize * MOST as usize;
/// Most lasers.
pub const MOST_LASERS: usize = 64;
/// Most points: searches keep which are lit as bits of one word.
pub const MOST_POINTS: usize = 64;

/// Reads width and height; nothing said leaves them to the level.
pub fn parse(text: &str) -> Result<Option<(u8, u8)>, Fault> {
    if text.is_empty() {
        return Ok(None);
    }
    let side = |digits: &str| {
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let side = digits.parse().ok().filter(|_| plain)?;
        (1..=MOST).contains(&side).then_some(side)
    };
    let size = text.split_once('x').and_then(|(columns, rows)| {
        let (columns, rows) = (side(columns)?, side(rows)?);
        Some((columns, rows))
    });
    let expected = format!("width x height from 1x1 to {MOST}x{MOST}, as 5x6");
    let fault = || Fault::new("variant of lazors", quoted(text), expected);
    size.map(Some).ok_or_else(fault)
}

/// The name that [`parse`] reads.
pub fn name(columns: u8, rows: u8) -> String {
    format!("{columns}x{rows}")
}
