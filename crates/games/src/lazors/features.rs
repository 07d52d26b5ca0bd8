//! What can be read off a position, each number from 0 to 1 and smaller for
//! better positions, and the heuristics that are sums of them.

use super::beams::{self, Light};
use super::rules::{Level, Position};
use engine::Feature;
use engine::search::{Guide, Guides};
use std::convert::Infallible;

/// How many features there are.
pub const COUNT: usize = 6;

/// The features, in the order of [`read`].
pub static FEATURES: [Feature; COUNT] = [
    Feature {
        name: "unplaced",
        summary: "free blocks still to be put down; of all free blocks",
    },
    Feature {
        name: "dark-points",
        summary: "points that no light comes to; of all points",
    },
    Feature {
        name: "distance",
        summary: "how far dark points are from light in half cells, added up; of the longer side for each point",
    },
    Feature {
        name: "farthest",
        summary: "the largest of these distances; of the longer side",
    },
    Feature {
        name: "idle-blocks",
        summary: "free blocks that were put down where no light comes, while points are dark; of all free blocks",
    },
    Feature {
        name: "dark-cells",
        summary: "open cells that no light comes to, while points are dark; of all open cells",
    },
];

/// Heuristics by name: `light` counts the blocks to put down and the points
/// to light.
pub static GUIDES: Guides<Infallible, COUNT> = Guides {
    game: "lazors",
    named: &[("light", Guide::counts(&[(0, 1.0), (1, 1.0)]))],
    features: &FEATURES,
};

/// Half cells along the longer side.
fn longer_side(level: &Level) -> u8 {
    2 * level.columns.max(level.rows)
}

/// What each feature is divided by on a level.
pub fn maxima(level: &Level) -> [f32; COUNT] {
    let at_least_one = |count: usize| count.max(1) as f32;
    let side = f32::from(longer_side(level));
    let points = at_least_one(level.points.len());
    let blocks = at_least_one(level.blocks());
    [
        blocks,
        points,
        side * points,
        side,
        blocks,
        at_least_one(level.open_cells().count()),
    ]
}

/// How far a point is from light, sideways or up and down, whichever is more.
fn distance(level: &Level, light: &Light, (x, y): (u8, u8)) -> u8 {
    let lit = light.lit().map(|(a, b)| a.abs_diff(x).max(b.abs_diff(y)));
    lit.min().unwrap_or(longer_side(level))
}

/// The features of a position.
pub fn read(position: &Position) -> [f32; COUNT] {
    let level = position.level();
    let light = beams::trace(position);
    let dark = level.points.iter().filter(|&&point| !light.lights(point));
    let distances: Vec<u8> = dark.map(|&point| distance(level, &light, point)).collect();
    let while_dark = |count: usize| if distances.is_empty() { 0 } else { count };
    let is_dark = |cell: &usize| !light.touched.contains(cell);
    let placed = position.all_placed();
    let counts = [
        level.blocks() - position.all_placed().count(),
        distances.len(),
        distances.iter().map(|&d| usize::from(d)).sum(),
        distances.iter().max().copied().unwrap_or(0).into(),
        while_dark(placed.filter(|(cell, _)| is_dark(cell)).count()),
        while_dark(level.open_cells().filter(is_dark).count()),
    ];
    let maxima = maxima(level);
    std::array::from_fn(|place| counts[place] as f32 / maxima[place])
}
