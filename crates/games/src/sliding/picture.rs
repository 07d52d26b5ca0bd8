//! A board of tiles as a picture: as it lies, or as moves leave it.

use super::rules::{Board, Move};
use engine::Puzzle;
use engine::picture::{Picture, Style};

/// The side of a tile.
const TILE: f64 = 48.0;

/// The board after the moves; tiles that are where they belong are darker.
pub fn draw(start: &Board, moves: &[Move]) -> Picture {
    let mut board = start.clone();
    moves.iter().for_each(|&mv| board.apply(mv));
    let variant = board.variant();
    let (width, height) = (f64::from(variant.columns), f64::from(variant.rows));
    let mut picture = Picture::new(width * TILE + 8.0, height * TILE + 8.0);
    let frame = Style::fill("#5b4636").rounded();
    picture.rect(0.0, 0.0, picture.width, picture.height, &frame);
    for (cell, &tile) in board.tiles().iter().enumerate().take(variant.cells()) {
        if tile == 0 {
            continue;
        }
        let (row, column) = variant.place(cell);
        let (x, y) = (f64::from(column) * TILE + 5.0, f64::from(row) * TILE + 5.0);
        let colour = match tile == variant.goal_tile(cell) {
            true => "#e2c08d",
            false => "#f6ead7",
        };
        picture.rect(x, y, TILE - 2.0, TILE - 2.0, &Style::fill(colour).rounded());
        let ink = Style::fill("#33271d");
        let middle = TILE / 2.0 - 1.0;
        picture.text(x + middle, y + middle, 20.0, &tile.to_string(), &ink);
    }
    picture
}
