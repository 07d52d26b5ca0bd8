//! Levels and solutions drawn: the grid, blocks as squares with their
//! letters, lasers, beams as lines, points as rings that are filled when lit.

use super::beams;
use super::hand::block_colour;
use super::rules::{Block, Cell, Position};
use engine::Picture;
use engine::picture::{Style, colour};

/// The side of a cell.
const CELL: f64 = 56.0;
/// The edge around the grid.
const EDGE: f64 = 26.0;
/// Room for the free blocks that are still to be put down.
const HAND: f64 = 40.0;

const LIGHT: &str = "#e02020";
const INK: &str = "#222222";

/// Draws a position.
pub fn draw(position: &Position) -> Picture {
    let level = position.level();
    let (columns, rows) = (f64::from(level.columns), f64::from(level.rows));
    let left: Vec<Block> = Block::ALL
        .into_iter()
        .flat_map(|block| std::iter::repeat_n(block, position.left(block)))
        .collect();
    let hand = if left.is_empty() { 0.0 } else { HAND };
    let (width, height) = (columns * CELL + 2.0 * EDGE, rows * CELL + 2.0 * EDGE + hand);
    let mut picture = Picture::new(width, height);
    picture.rect(0.0, 0.0, width, height, &Style::fill("#ffffff"));
    for cell in 0..level.cells.len() {
        draw_cell(&mut picture, position, cell);
    }
    draw_light(&mut picture, position);
    let small = (width - 2.0 * EDGE) / left.len().max(1) as f64;
    let small = small.min(HAND - 8.0);
    for (index, &block) in left.iter().enumerate() {
        let x = EDGE + index as f64 * small;
        draw_block(&mut picture, block, (x, height - HAND), small, false);
    }
    picture
}

fn draw_cell(picture: &mut Picture, position: &Position, cell: usize) {
    let level = position.level();
    let (column, row) = level.place(cell);
    let (x, y) = (EDGE + column as f64 * CELL, EDGE + row as f64 * CELL);
    let (fill, edge) = match level.cells[cell] {
        Cell::Closed => ("#ffffff", "#eeeeee"),
        _ => ("#e9e9e9", "#ffffff"),
    };
    picture.rect(x, y, CELL, CELL, &Style::fill(fill).edge(edge, 2.0));
    if let Some(block) = position.block(cell) {
        let fixed = matches!(level.cells[cell], Cell::Fixed(_));
        draw_block(picture, block, (x, y), CELL, fixed);
    }
}

/// A block; a fixed one has bolts in its corners.
fn draw_block(picture: &mut Picture, block: Block, (x, y): (f64, f64), side: f64, fixed: bool) {
    let gap = side / 16.0;
    let inner = side - 2.0 * gap;
    let fill = colour(usize::from(block_colour(block)));
    let style = Style::fill(fill).edge(INK, 1.5).rounded();
    let style = match block {
        Block::Refract => style.faded(0.7),
        _ => style,
    };
    picture.rect(x + gap, y + gap, inner, inner, &style);
    let ink = match block {
        Block::Absorb => "#ffffff",
        _ => INK,
    };
    let letter = block.letter().to_string();
    let (x, y) = (x + side / 2.0, y + side / 2.0);
    picture.text(x, y, side / 2.4, &letter, &Style::fill(ink));
    if fixed {
        let far = side * 0.33;
        for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            picture.circle(
                x + right * far,
                y + down * far,
                side / 24.0,
                &Style::fill(ink),
            );
        }
    }
}

fn draw_light(picture: &mut Picture, position: &Position) {
    let level = position.level();
    let at = |(x, y): (u8, u8)| {
        let half = CELL / 2.0;
        (EDGE + f64::from(x) * half, EDGE + f64::from(y) * half)
    };
    let light = beams::trace(position);
    for &(from, to) in &light.segments {
        picture.line(&[at(from), at(to)], &Style::stroke(LIGHT, 3.0).rounded());
    }
    for &point in &level.points {
        let (x, y) = at(point);
        let style = match light.lights(point) {
            true => Style::fill(LIGHT),
            false => Style::fill("#ffffff"),
        };
        picture.circle(x, y, CELL / 9.0, &style.edge(INK, 2.5));
    }
    for ray in &level.lasers {
        // A dot with a pointer the way its light goes.
        let (x, y) = at((ray.x, ray.y));
        let (right, down) = (f64::from(ray.vx), f64::from(ray.vy));
        let far = CELL / 4.5;
        let tip = (x + right * far, y + down * far);
        let (a, b) = (far * 0.45, far * 0.1);
        let wings = [
            (tip.0 - right * a, tip.1 - down * b),
            tip,
            (tip.0 - right * b, tip.1 - down * a),
        ];
        picture.circle(x, y, CELL / 12.0, &Style::fill(INK));
        picture.line(&[(x, y), tip], &Style::stroke(INK, 2.5).rounded());
        picture.line(&wings, &Style::stroke(INK, 2.5).rounded());
    }
}
