//! Levels up to symmetry: two are the same game if one becomes the other by
//! turning or mirroring the board and renaming the colours.

use super::rules::Board;
use super::variant::Size;

/// A rock, and an empty place, in signatures.
const ROCK: u8 = 255;
const NOTHING: u8 = 254;

/// Equal exactly for levels that are the same game.
pub fn signature(board: &Board) -> Vec<u8> {
    let views = (0..8).map(|view| seen_from(board, view));
    views.min().unwrap_or_default()
}

/// The level from one of eight sides, its colours numbered as they appear.
fn seen_from(board: &Board, view: u8) -> Vec<u8> {
    let ground = board.ground();
    let Size { rows, columns } = ground.size;
    let (height, width) = match view & 1 {
        0 => (rows, columns),
        _ => (columns, rows),
    };
    let mut names: Vec<u8> = Vec::new();
    let mut name = |colour: Option<u8>| {
        let Some(colour) = colour else { return NOTHING };
        let known = names.iter().position(|&known| known == colour);
        known.unwrap_or_else(|| {
            names.push(colour);
            names.len() - 1
        }) as u8
    };
    let mut text = vec![height, width];
    for row in 0..height {
        for column in 0..width {
            let (mut r, mut c) = match view & 1 {
                0 => (row, column),
                _ => (column, row),
            };
            if view & 2 != 0 {
                r = rows - 1 - r;
            }
            if view & 4 != 0 {
                c = columns - 1 - c;
            }
            let cell = Size::cell(r, c);
            match ground.has_rock(cell) {
                true => text.extend([ROCK, ROCK]),
                false => text.extend([name(board.balls()[cell]), name(ground.goals[cell])]),
            }
        }
    }
    text
}
