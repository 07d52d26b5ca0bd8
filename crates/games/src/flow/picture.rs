//! Pictures: endpoints as dots with their letters, paths as thick rounded
//! lines in the colour of their dots.

use super::rules::{Cell, Colour, Move, Position};
use engine::Puzzle;
use engine::picture::{Picture, Style, colour};

/// The side of a cell.
const CELL: f64 = 40.0;
/// The rim around the board.
const RIM: f64 = 4.0;

/// Draws a position after some moves.
pub fn draw(start: &Position, moves: &[Move]) -> Picture {
    let mut position = start.clone();
    moves.iter().for_each(|&mv| position.apply(mv));
    let level = position.level();
    let variant = level.variant();
    let (width, height) = (f64::from(variant.width), f64::from(variant.height));
    let mut picture = Picture::new(width * CELL + 2.0 * RIM, height * CELL + 2.0 * RIM);
    let paper = Style::fill("#ffffff");
    picture.rect(0.0, 0.0, picture.width, picture.height, &paper);
    let grid = Style::stroke("#b8b8b8", 1.0);
    for row in 0..=variant.height {
        let y = RIM + f64::from(row) * CELL;
        picture.line(&[(RIM, y), (RIM + width * CELL, y)], &grid);
    }
    for column in 0..=variant.width {
        let x = RIM + f64::from(column) * CELL;
        picture.line(&[(x, RIM), (x, RIM + height * CELL)], &grid);
    }
    let centre = |cell: Cell| {
        let (row, column) = variant.place(cell.into());
        let at = |index: usize| RIM + (index as f64 + 0.5) * CELL;
        (at(column), at(row))
    };
    for index in 0..level.colours() {
        let ink = colour(index);
        let cells = position.cells_of(index as Colour);
        if cells.len() > 1 {
            let points: Vec<_> = cells.into_iter().map(centre).collect();
            picture.line(&points, &Style::stroke(ink, CELL * 0.36).rounded());
        }
    }
    for index in 0..level.colours() {
        let name = level.name(index as Colour).to_string();
        for end in level.ends(index as Colour) {
            let (x, y) = centre(end);
            let dot = Style::fill(colour(index)).edge("#222222", 1.0);
            picture.circle(x, y, CELL * 0.36, &dot);
            picture.circle(x, y, CELL * 0.25, &Style::fill("#ffffff").faded(0.85));
            picture.text(x, y, CELL * 0.42, &name, &Style::fill("#000000"));
        }
    }
    picture
}
