//! Equal exactly for levels that are the same to a player: turned or mirrored
//! grids, and lasers and points in any order.

use super::rules::{Block, Cell, Level, Position, Ray};

/// The smallest of the eight ways to see a level, as bytes.
pub fn signature(position: &Position) -> Vec<u8> {
    let views = (0..8).map(|view| seen(position, view));
    views.min().unwrap_or_default()
}

/// A level as bytes, seen from one of eight sides: bit 0 mirrors left and
/// right, bit 1 up and down, bit 2 then changes rows for columns.
fn seen(position: &Position, view: u8) -> Vec<u8> {
    let level: &Level = position.level();
    let (width, height) = (2 * level.columns, 2 * level.rows);
    let turned = |x: u8, y: u8| {
        let x = if view & 1 == 0 { x } else { width - x };
        let y = if view & 2 == 0 { y } else { height - y };
        if view & 4 == 0 { (x, y) } else { (y, x) }
    };
    let ray = |ray: &Ray| {
        let (x, y) = turned(ray.x, ray.y);
        let vx = if view & 1 == 0 { ray.vx } else { -ray.vx };
        let vy = if view & 2 == 0 { ray.vy } else { -ray.vy };
        let (vx, vy) = if view & 4 == 0 { (vx, vy) } else { (vy, vx) };
        [y, x, (vy + 1) as u8, (vx + 1) as u8]
    };
    let code = |cell: usize| match (level.cells[cell], position.placed(cell)) {
        (Cell::Open, None) => 0,
        (Cell::Closed, _) => 1,
        (Cell::Fixed(block), _) => 2 + block as u8,
        (Cell::Open, Some(block)) => 5 + block as u8,
    };
    let mut cells: Vec<(u8, u8, u8)> = (0..level.cells.len())
        .map(|cell| {
            let (column, row) = level.place(cell);
            let (x, y) = turned(2 * column as u8 + 1, 2 * row as u8 + 1);
            (y, x, code(cell))
        })
        .collect();
    cells.sort_unstable();
    let mut rays: Vec<[u8; 4]> = level.lasers.iter().map(ray).collect();
    rays.sort_unstable();
    let mut points: Vec<(u8, u8)> = level.points.iter().map(|&(x, y)| turned(x, y)).collect();
    points.sort_unstable();
    let (columns, rows) = match view & 4 {
        0 => (level.columns, level.rows),
        _ => (level.rows, level.columns),
    };
    let mut bytes = vec![columns, rows];
    bytes.extend(cells.into_iter().map(|(_, _, code)| code));
    for block in Block::ALL {
        bytes.extend(level.free[block as usize].to_be_bytes());
    }
    bytes.push(rays.len() as u8);
    bytes.extend(rays.into_iter().flatten());
    bytes.extend(points.into_iter().flat_map(|(x, y)| [x, y]));
    bytes
}
