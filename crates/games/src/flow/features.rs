//! What can be read off a position, each number from 0 to 1 and smaller for
//! better positions, and the heuristics that are sums of them. Features of
//! free cells are 0 where cells may stay empty, so that all are 0 when a
//! level is solved.

use super::rules::{Cell, Colour, Level, NOBODY, Position, Way};
use engine::Feature;
use engine::search::{Guide, Guides};
use std::convert::Infallible;

/// How many features there are.
pub const COUNT: usize = 8;

/// The features, in the order of [`read`].
pub static FEATURES: [Feature; COUNT] = [
    Feature {
        name: "uncovered",
        summary: "cells that must still be covered; of all cells",
    },
    Feature {
        name: "unfinished",
        summary: "colours whose path is not complete; of all colours",
    },
    Feature {
        name: "distance",
        summary: "rows and columns from the heads of paths to their ends, added up; of the longest way across the board for each colour",
    },
    Feature {
        name: "farthest",
        summary: "the largest of these distances; of the longest way across the board",
    },
    Feature {
        name: "dead-ends",
        summary: "cells to cover that a path cannot enter and leave; of all cells",
    },
    Feature {
        name: "cut-off",
        summary: "cells to cover in regions that do not join the head of a path with its end; of all cells",
    },
    Feature {
        name: "stranded",
        summary: "colours whose head and end no region of free cells joins; of all colours",
    },
    Feature {
        name: "rim",
        summary: "sides of cells to cover that are not shared with another one; of four for each cell",
    },
];

/// Heuristics by name. `steps` is exact where all cells must be covered: each
/// step covers a cell or completes a path.
pub static GUIDES: Guides<Infallible, COUNT> = Guides {
    game: "flow",
    named: &[
        (
            "room",
            Guide::counts(&[(1, 1.0), (4, 16.0), (5, 8.0), (6, 16.0), (7, 1.0)]),
        ),
        ("steps", Guide::counts(&[(0, 1.0), (1, 1.0)])),
    ],
    features: &FEATURES,
};

/// What each feature is divided by on a level.
pub fn maxima(level: &Level) -> [f32; COUNT] {
    let variant = level.variant();
    let cells = variant.cells() as f32;
    let colours = level.colours() as f32;
    // The smallest board has two rows and two columns.
    let across = f32::from(variant.width + variant.height - 2);
    [
        cells,
        colours,
        across * colours,
        across,
        cells,
        cells,
        colours,
        4.0 * cells,
    ]
}

/// Where there is no region.
const NOWHERE: u16 = u16::MAX;

/// Free cells in connected regions.
struct Regions {
    /// The region of each cell.
    of: Vec<u16>,
    /// How many cells each region has.
    sizes: Vec<usize>,
    /// Whether a region joins the head of a path with its end.
    joins: Vec<bool>,
}

/// The cells beside a cell.
fn beside(level: &Level, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
    let ways = Way::ALL.into_iter();
    ways.filter_map(move |way| level.next(cell, way))
}

/// The colours whose paths are not complete.
fn unfinished(position: &Position) -> impl Iterator<Item = Colour> + '_ {
    let colours = 0..position.level().colours() as Colour;
    colours.filter(|&colour| !position.is_finished(colour))
}

impl Regions {
    fn new(position: &Position) -> Regions {
        let cells = position.level().variant().cells();
        let mut regions = Regions {
            of: vec![NOWHERE; cells],
            sizes: Vec::new(),
            joins: Vec::new(),
        };
        let mut waiting = Vec::new();
        for first in 0..cells as Cell {
            let region = regions.sizes.len() as u16;
            let mut size = 0;
            waiting.push(first);
            while let Some(cell) = waiting.pop() {
                let place = cell as usize;
                if regions.of[place] == NOWHERE && position.owner(cell) == NOBODY {
                    regions.of[place] = region;
                    size += 1;
                    waiting.extend(beside(position.level(), cell));
                }
            }
            if size > 0 {
                regions.sizes.push(size);
                regions.joins.push(false);
            }
        }
        regions
    }

    /// Whether a way is left from the head of a colour's path to its end;
    /// notes the regions that it may lead through.
    fn join(&mut self, position: &Position, colour: Colour) -> bool {
        let level = position.level();
        let (head, end) = (position.head(colour), position.ends(colour)[1]);
        let mut joined = level.way(head, end).is_some();
        for cell in beside(level, head) {
            let region = self.of[cell as usize];
            let mut ends = beside(level, end).map(|cell| self.of[cell as usize]);
            if region != NOWHERE && ends.any(|other| other == region) {
                self.joins[region as usize] = true;
                joined = true;
            }
        }
        joined
    }

    /// Cells of regions that join no head with its end.
    fn cut_off(&self) -> usize {
        let regions = self.sizes.iter().zip(&self.joins);
        regions
            .filter(|(_, joins)| !**joins)
            .map(|(size, _)| size)
            .sum()
    }
}

/// Free cells that a path cannot enter and leave, and the sides of free cells
/// that are not shared with another one.
fn dead_ends_and_rim(position: &Position) -> (usize, usize) {
    let level = position.level();
    let is_free = |cell: Cell| position.owner(cell) == NOBODY;
    // A path may come from its head, and go to an end that it has not reached.
    let is_open = |cell: Cell| {
        let owner = position.owner(cell);
        let waits = || cell == position.head(owner) || cell == position.ends(owner)[1];
        owner == NOBODY || (!position.is_finished(owner) && waits())
    };
    let (mut dead_ends, mut rim) = (0, 0);
    for cell in (0..level.variant().cells() as Cell).filter(|&cell| is_free(cell)) {
        dead_ends += usize::from(beside(level, cell).filter(|&c| is_open(c)).count() < 2);
        rim += 4 - beside(level, cell).filter(|&c| is_free(c)).count();
    }
    (dead_ends, rim)
}

/// The features of a position.
pub fn read(position: &Position) -> [f32; COUNT] {
    let level = position.level();
    let variant = level.variant();
    let mut regions = Regions::new(position);
    let (mut left, mut distance, mut farthest, mut stranded) = (0, 0, 0, 0);
    for colour in unfinished(position) {
        let place = |cell: Cell| variant.place(cell.into());
        let (row, column) = place(position.head(colour));
        let (to_row, to_column) = place(position.ends(colour)[1]);
        let way = row.abs_diff(to_row) + column.abs_diff(to_column);
        left += 1;
        distance += way;
        farthest = farthest.max(way);
        stranded += usize::from(!regions.join(position, colour));
    }
    let (dead_ends, rim) = dead_ends_and_rim(position);
    let to_cover = |count: usize| if variant.covered { count } else { 0 };
    let counts = [
        to_cover(position.empty_cells()),
        left,
        distance,
        farthest,
        to_cover(dead_ends),
        to_cover(regions.cut_off()),
        stranded,
        to_cover(rim),
    ];
    let maxima = maxima(level);
    std::array::from_fn(|place| counts[place] as f32 / maxima[place])
}
