//! Where light goes under the plain rules: from the middle of an edge to the
//! middle of the next, half a cell across and half a cell down at a time.
//! The cell ahead decides. Slow and obvious; the solver has its own tables.

use super::rules::{Block, Position, Ray};
use std::collections::BTreeSet;

/// Light on its way through one cell, from one edge to the next.
pub type Segment = ((u8, u8), (u8, u8));

/// All light of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Light {
    /// What was travelled, in the order in which it was; light that goes the
    /// same way again is not repeated.
    pub segments: Vec<Segment>,
    /// Where light is thrown back, as it arrives.
    pub thrown_back: Vec<Ray>,
    /// The cells with a block, and those without, that light came to.
    pub touched: BTreeSet<usize>,
    /// The ends of all segments.
    lit: BTreeSet<(u8, u8)>,
}

impl Light {
    /// Whether a point is an end of a segment that light travels.
    pub fn lights(&self, point: (u8, u8)) -> bool {
        self.lit.contains(&point)
    }

    /// Every point that is lit.
    pub fn lit(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.lit.iter().copied()
    }

    /// Where two beams, or two stretches of one, cross: points that light
    /// passes straight in both slopes. Light crosses nowhere else, since
    /// inside a cell it only cuts corners.
    pub fn crossings(&self) -> usize {
        let straight = |&(x, y): &(u8, u8), down: i16| {
            let beside = |side: i16| {
                let (x, y) = (i16::from(x) + side, i16::from(y) + side * down);
                Some((u8::try_from(x).ok()?, u8::try_from(y).ok()?))
            };
            let travelled = |other: Option<(u8, u8)>| {
                other.is_some_and(|other| {
                    let pair = [((x, y), other), (other, (x, y))];
                    self.segments.iter().any(|segment| pair.contains(segment))
                })
            };
            travelled(beside(-1)) && travelled(beside(1))
        };
        let crossed = |point: &&(u8, u8)| straight(point, 1) && straight(point, -1);
        self.lit.iter().filter(crossed).count()
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
    // Last in, first out: a beam is followed to its end before the next.
    let mut waiting: Vec<Ray> = level.lasers.iter().rev().copied().collect();
    while let Some(ray) = waiting.pop() {
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
            waiting.push(thrown_back(ray));
        }
        if matches!(block, None | Some(Block::Refract)) {
            let next = Ray {
                x: ray.x.wrapping_add_signed(ray.vx),
                y: ray.y.wrapping_add_signed(ray.vy),
                ..ray
            };
            let (from, to) = ((ray.x, ray.y), (next.x, next.y));
            light.segments.push((from, to));
            light.lit.extend([from, to]);
            waiting.push(next);
        }
    }
    light
}
