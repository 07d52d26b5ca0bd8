//! Levels up to symmetry: turned, mirrored, and with the colours renamed.

use super::rules::{Cell, Level, NOBODY};

/// Equal exactly for levels that are the same up to turning, mirroring and
/// renaming colours.
pub fn signature(level: &Level) -> Vec<u8> {
    let variant = level.variant();
    let (width, height) = (variant.width as usize, variant.height as usize);
    let mut best: Option<Vec<u8>> = None;
    for turn in 0..8 {
        let (flip_rows, flip_columns, mirror) = (turn & 1 > 0, turn & 2 > 0, turn & 4 > 0);
        let (rows, columns) = if mirror {
            (width, height)
        } else {
            (height, width)
        };
        // An oblong board lies down, so that it has one size.
        if rows > columns {
            continue;
        }
        let mut names = vec![NOBODY; level.colours()];
        let mut next = 0;
        let mut seen = vec![variant.covered.into(), rows as u8, columns as u8];
        for place in 0..rows * columns {
            let (mut row, mut column) = (place / columns, place % columns);
            if mirror {
                (row, column) = (column, row);
            }
            if flip_rows {
                row = height - 1 - row;
            }
            if flip_columns {
                column = width - 1 - column;
            }
            let name = match level.end_of((row * width + column) as Cell) {
                NOBODY => NOBODY,
                colour => {
                    let name = &mut names[colour as usize];
                    if *name == NOBODY {
                        *name = next;
                        next += 1;
                    }
                    *name
                }
            };
            seen.extend(name.to_be_bytes());
        }
        if best.as_ref().is_none_or(|best| seen < *best) {
            best = Some(seen);
        }
    }
    best.unwrap_or_default()
}
