//! Where light goes under the plain rules: from the middle of an edge to the
//! middle of the next, half a cell across and half a cell down at a time.
//! The cell ahead decides. Slow and obvious; the solver has its own tables.

use super::rules::{Block, Position, Ray};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Light on its way through one cell, from one edge to the next.
pub type Segment = ((u8, u8), (u8, u8));

/// All light of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Light {
    /// What was travelled; light that goes the same way again is not
    /// repeated.
    pub segments: Vec<Segment>,
    /// Where light is thrown back, as it arrives.
    pub thrown_back: Vec<Ray>,
    /// The cells that light came to, with a block or without.
    pub touched: BTreeSet<usize>,
    /// The ends of all segments, each with how often light was thrown back
    /// before it first came there.
    lit: BTreeMap<(u8, u8), usize>,
}

impl Light {
    /// Whether a point is an end of a segment that light travels.
    pub fn lights(&self, point: (u8, u8)) -> bool {
        self.lit.contains_key(&point)
    }

    /// Every point that is lit.
    pub fn lit(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.lit.keys().copied()
    }

    /// How often light is thrown back, at the least, before it comes to a
    /// point.
    pub fn throws_before(&self, point: (u8, u8)) -> Option<usize> {
        self.lit.get(&point).copied()
    }

    /// In how many points two beams, or two stretches of one, cross: light of
    /// both slopes comes to the point or starts there, and none is thrown
    /// back. Light crosses nowhere else, since inside a cell it only cuts
    /// corners.
    pub fn crossings(&self) -> usize {
        let slopes = |&&(x, y): &&(u8, u8)| {
            let ends = |((ax, ay), (bx, by)): &Segment| match (x, y) {
                at if at == (*ax, *ay) => Some((bx > ax) == (by > ay)),
                at if at == (*bx, *by) => Some((bx > ax) == (by > ay)),
                _ => None,
            };
            let slopes: BTreeSet<bool> = self.segments.iter().filter_map(ends).collect();
            let thrown = self.thrown_back.iter().any(|ray| (ray.x, ray.y) == (x, y));
            slopes.len() == 2 && !thrown
        };
        self.lit.keys().filter(slopes).count()
    }
}

/// The cell that light is about to enter, unless it leaves the grid.
pub fn ahead(columns: u8, rows: u8, ray: Ray) -> Option<usize> {
    // The middle of the cell ahead has two odd coordinates.
    let (x, y) = match ray.y % 2 {
        1 => (ray.x.checked_add_signed(ray.vx)?, ray.y),
        _ => (ray.x, ray.y.checked_add_signed(ray.vy)?),
    };
    let (column, row) = (x / 2, y / 2);
    let inside = column < columns && row < rows;
    inside.then_some(usize::from(row) * usize::from(columns) + usize::from(column))
}

/// The ray as the cell ahead throws it back.
pub fn thrown_back(ray: Ray) -> Ray {
    match ray.y % 2 {
        1 => Ray { vx: -ray.vx, ..ray },
        _ => Ray { vy: -ray.vy, ..ray },
    }
}

/// Follows all light of a position.
pub fn trace(position: &Position) -> Light {
    let level = position.level();
    let mut light = Light::default();
    let mut seen = BTreeSet::new();
    // What was thrown back least goes first.
    let mut waiting: VecDeque<(Ray, usize)> = VecDeque::new();
    waiting.extend(level.lasers.iter().map(|&ray| (ray, 0)));
    while let Some((ray, throws)) = waiting.pop_front() {
        if !seen.insert(ray) {
            continue;
        }
        let Some(cell) = ahead(level.columns, level.rows, ray) else {
            continue;
        };
        light.touched.insert(cell);
        let block = position.block(cell);
        if matches!(block, Some(Block::Reflect | Block::Refract)) {
            light.thrown_back.push(ray);
            waiting.push_back((thrown_back(ray), throws + 1));
        }
        if matches!(block, None | Some(Block::Refract)) {
            let next = Ray {
                x: ray.x.wrapping_add_signed(ray.vx),
                y: ray.y.wrapping_add_signed(ray.vy),
                ..ray
            };
            let (from, to) = ((ray.x, ray.y), (next.x, next.y));
            light.segments.push((from, to));
            light.lit.entry(from).or_insert(throws);
            light.lit.entry(to).or_insert(throws);
            waiting.push_front((next, throws));
        }
    }
    light
}
