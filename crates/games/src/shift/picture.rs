//! Pictures: goals are rings, balls discs, each with the letter of its colour,
//! and rocks grey blocks. A solution is a row of frames, with the push between
//! one and the next as an arrow.

use super::notation::letter;
use super::rules::{Board, Direction, Move};
use super::variant::Size;
use engine::picture::{Style, colour};
use engine::{Picture, Puzzle};

/// Pixels of a cell, of the edge around a board, and of the strip beneath it
/// that has the arrow.
const CELL: f64 = 44.0;
const EDGE: f64 = 8.0;
const STRIP: f64 = 34.0;

/// Frames side by side.
const COLUMNS: usize = 6;

/// A level, or how it is solved.
pub fn draw(start: &Board, moves: &[Move]) -> Picture {
    if moves.is_empty() {
        return frame(start, 0.0);
    }
    let mut board = start.clone();
    let mut frames = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let mut picture = frame(&board, STRIP);
        caption(&mut picture, index + 1, mv.to);
        frames.push(picture);
        board.apply(mv);
    }
    frames.push(frame(&board, STRIP));
    Picture::rows(&frames, COLUMNS, EDGE)
}

/// A position with room beneath it.
fn frame(board: &Board, strip: f64) -> Picture {
    let ground = board.ground();
    let width = f64::from(ground.size.columns) * CELL + 2.0 * EDGE;
    let height = f64::from(ground.size.rows) * CELL + 2.0 * EDGE;
    let mut picture = Picture::new(width, height + strip);
    picture.rect(0.0, 0.0, width, height + strip, &Style::fill("#ffffff"));
    for cell in ground.size.cells() {
        let (row, column) = Size::place(cell);
        let (x, y) = (
            EDGE + f64::from(column) * CELL,
            EDGE + f64::from(row) * CELL,
        );
        let floor = Style::fill("#f4f1ea").edge("#b9b2a3", 1.0);
        picture.rect(x, y, CELL, CELL, &floor);
        if ground.has_rock(cell) {
            let rock = Style::fill("#6b6560").rounded();
            picture.rect(x + 3.0, y + 3.0, CELL - 6.0, CELL - 6.0, &rock);
        }
        let (x, y) = (x + CELL / 2.0, y + CELL / 2.0);
        if let Some(goal) = ground.goals[cell] {
            draw_goal(&mut picture, x, y, goal, board.balls()[cell].is_some());
        }
        if let Some(ball) = board.balls()[cell] {
            draw_ball(&mut picture, x, y, ball);
        }
    }
    picture
}

fn draw_goal(picture: &mut Picture, x: f64, y: f64, goal: u8, hidden: bool) {
    let ring = Style::stroke(colour(goal.into()), 4.0);
    picture.circle(x, y, CELL * 0.41, &ring);
    if !hidden {
        let name = letter(goal).to_ascii_lowercase().to_string();
        picture.text(x, y, 16.0, &name, &Style::fill("#444444"));
    }
}

fn draw_ball(picture: &mut Picture, x: f64, y: f64, ball: u8) {
    let disc = Style::fill(colour(ball.into())).edge("#222222", 1.0);
    picture.circle(x, y, CELL * 0.31, &disc);
    // A light ground behind the letter, since some colours are dark.
    picture.circle(x, y, CELL * 0.18, &Style::fill("#ffffff"));
    let name = letter(ball).to_string();
    picture.text(x, y, 14.0, &name, &Style::fill("#000000"));
}

/// The number of a move and an arrow the way it goes.
fn caption(picture: &mut Picture, number: usize, to: Direction) {
    let (x, y) = (picture.width / 2.0, picture.height - STRIP / 2.0 - 2.0);
    let black = Style::fill("#333333");
    picture.text(x - 22.0, y, 14.0, &number.to_string(), &black);
    let (rows, columns) = to.step();
    let (dx, dy) = (f64::from(columns), f64::from(rows));
    // Along the arrow and across it, from its middle.
    let at = |along: f64, across: f64| {
        (
            x + 8.0 + along * dx - across * dy,
            y + along * dy + across * dx,
        )
    };
    picture.line(
        &[at(-11.0, 0.0), at(6.0, 0.0)],
        &Style::stroke("#333333", 3.0),
    );
    picture.line(&[at(3.0, -6.0), at(12.0, 0.0), at(3.0, 6.0)], &black);
}
