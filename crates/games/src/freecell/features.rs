//! What can be read off a position, each number from 0 to 1 and smaller for
//! better positions, and the heuristics that are sums of them.
//!
//! The first nine are those of Elyasaf, Hauptman and Sipper (2011, 2012), each
//! divided by its maximum; those of which more is better are turned round.
//! Where they leave open what counts, the feature's sentence says what does.
//! The others are ours.

use super::board::rank;
use super::packed::{Packed, columns, disorder};
use engine::Feature;
use engine::search::{Guide, Guides};
use std::convert::Infallible;

/// How many features there are.
pub const COUNT: usize = 17;

/// The features, in the order of [`read`].
pub static FEATURES: [Feature; COUNT] = [
    Feature {
        name: "hsdh",
        summary: "cards that lie on the next card of each suit, doubled when no cell and no column is free; of 132",
    },
    Feature {
        name: "well-placed",
        summary: "cards that are not in a column in sequence from its first card on; of 52",
    },
    Feature {
        name: "not-at-foundations",
        summary: "cards that are not home; of 52",
    },
    Feature {
        name: "free-cells",
        summary: "cells and columns that are not free; of all there are",
    },
    Feature {
        name: "difference-from-top",
        summary: "mean rank of the columns' exposed cards less mean rank of the foundations' (from -13 to 13, moved to 0 to 1)",
    },
    Feature {
        name: "lowest-home-card",
        summary: "ranks that the emptiest foundation is short of a king; of 13",
    },
    Feature {
        name: "highest-home-card",
        summary: "rank of the fullest foundation; of 13",
    },
    Feature {
        name: "difference-home",
        summary: "ranks between the fullest and the emptiest foundation; of 13",
    },
    Feature {
        name: "sum-of-bottom-cards",
        summary: "ranks that the columns' first cards are short of kings, an empty column of none; of 12 a column",
    },
    Feature {
        name: "buried",
        summary: "cards that lie on the next card of each suit, never doubled; of 66",
    },
    Feature {
        name: "buried-second",
        summary: "cards that lie on the card after the next of each suit; of 66",
    },
    Feature {
        name: "splits",
        summary: "cards in columns that do not fit on the card beneath; of 52",
    },
    Feature {
        name: "inversions",
        summary: "cards in columns that lie above a lower one; of 52",
    },
    Feature {
        name: "cells-used",
        summary: "cards in cells; of the cells",
    },
    Feature {
        name: "cells-full",
        summary: "1 if no cell is free",
    },
    Feature {
        name: "no-empty-column",
        summary: "1 if no column is empty",
    },
    Feature {
        name: "held-ranks",
        summary: "ranks of the cards in cells; of 13 a cell",
    },
];

/// A column of seven dealt cards and a run of twelve on the last one, with
/// all four cards that are looked for at its bottom.
const DEEPEST: f32 = (18 + 17 + 16 + 15) as f32;

/// The features of a position. Where a game of the family goes beyond a
/// maximum, the feature stays at 1.
#[inline]
pub fn read(packed: &Packed) -> [f32; COUNT] {
    let (board, layout) = (&packed.board, packed.layout);
    let room = board.room(layout);
    let mut placed = 0;
    let (mut bad, mut split, mut short, mut tops, mut filled) = (0, 0, 0, 0, 0);
    for top in columns(board) {
        let slot = board.slot(top);
        let length = u32::from(slot.height) + 1;
        if u32::from(slot.run) == length {
            placed += length;
        }
        let (b, s, r) = disorder(slot.disorder);
        bad += b;
        split += s;
        short += r;
        tops += u32::from(rank(top)) + 1;
        filled += 1;
    }
    let home = board.home;
    let at_home: u32 = home.iter().map(|&h| u32::from(h)).sum();
    let highest = f32::from(home.iter().copied().max().unwrap_or(0));
    let lowest = f32::from(home.iter().copied().min().unwrap_or(0));
    let mut buried = [0u32; 2];
    for suit in 0..4u8 {
        for (ahead, buried) in buried.iter_mut().enumerate() {
            let next = home[suit as usize] + ahead as u8;
            if next < 13 {
                *buried += u32::from(board.depth(4 * next + suit));
            }
        }
    }
    let mut held = 0;
    let mut in_cells = board.cells;
    while in_cells != 0 {
        held += u32::from(rank(in_cells.trailing_zeros() as u8)) + 1;
        in_cells &= in_cells - 1;
    }
    let cells = f32::from(layout.variant.cells).max(1.0);
    let all_columns = f32::from(layout.variant.columns);
    let used = board.cells.count_ones() as f32;
    let tight = room.cells == 0 && room.empty == 0;
    let mean_top = if filled == 0 {
        0.0
    } else {
        tops as f32 / filled as f32
    };
    let free = (room.cells + room.empty) as f32;
    [
        (buried[0] as f32 * if tight { 2.0 } else { 1.0 } / (2.0 * DEEPEST)).min(1.0),
        1.0 - placed as f32 / 52.0,
        (52 - at_home) as f32 / 52.0,
        1.0 - free / (f32::from(layout.variant.cells) + all_columns),
        (mean_top - at_home as f32 / 4.0 + 13.0) / 26.0,
        (13.0 - lowest) / 13.0,
        highest / 13.0,
        (highest - lowest) / 13.0,
        short as f32 / (12.0 * all_columns),
        (buried[0] as f32 / DEEPEST).min(1.0),
        (buried[1] as f32 / DEEPEST).min(1.0),
        split as f32 / 52.0,
        bad as f32 / 52.0,
        used / cells,
        f32::from(u8::from(room.cells == 0)),
        f32::from(u8::from(room.empty == 0)),
        held as f32 / (13.0 * cells),
    ]
}

/// What guides a search: always a sum of features.
pub type Named = Guide<Infallible, COUNT>;

/// Heuristics by name. Heineman's score is `hsdh` and the cards that are not
/// home.
pub static GUIDES: Guides<Infallible, COUNT> = Guides {
    game: "freecell",
    named: &[("heineman", Guide::counts(&[(0, 1.0), (2, 1.0)]))],
    features: &FEATURES,
};

/// What each feature was divided by, in the standard game.
pub const MAXIMA: [f32; COUNT] = [
    2.0 * DEEPEST,
    52.0,
    52.0,
    12.0,
    26.0,
    13.0,
    13.0,
    13.0,
    96.0,
    DEEPEST,
    DEEPEST,
    52.0,
    52.0,
    4.0,
    1.0,
    1.0,
    52.0,
];
