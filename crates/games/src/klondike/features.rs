//! What can be read off a position with all cards known, each number from 0
//! to 1 and smaller for better positions, and the heuristics that are sums of
//! them.

use super::rules::{Column, Position};
use crate::cards::{Card, KING};
use engine::Feature;
use engine::search::{Guide, Guides};
use std::convert::Infallible;

/// How many features there are.
pub const COUNT: usize = 10;

/// The features, in the order of [`read`].
pub static FEATURES: [Feature; COUNT] = [
    Feature {
        name: "not-home",
        summary: "cards that are not home; of 52",
    },
    Feature {
        name: "face-down",
        summary: "cards that lie face down in columns; of 21",
    },
    Feature {
        name: "stock",
        summary: "cards in stock and waste; of 24",
    },
    Feature {
        name: "buried",
        summary: "cards that lie on the next card of each suit; of 66",
    },
    Feature {
        name: "buried-second",
        summary: "cards that lie on the card after the next of each suit; of 66",
    },
    Feature {
        name: "next-face-down",
        summary: "suits whose next card lies face down; of 4",
    },
    Feature {
        name: "next-in-stock",
        summary: "suits whose next card is in stock or waste; of 4",
    },
    Feature {
        name: "lowest-home",
        summary: "ranks that the emptiest foundation is short of a king; of 13",
    },
    Feature {
        name: "kings-to-settle",
        summary: "kings that are neither home nor the first card of a column; of 4",
    },
    Feature {
        name: "inversions",
        summary: "cards in columns that lie above a lower one of their suit; of 52",
    },
];

/// The cards on four next cards at the bottom of a column of six dealt cards
/// and a run of thirteen.
const DEEPEST: f32 = (18 + 17 + 16 + 15) as f32;

/// What each feature is divided by.
pub const MAXIMA: [f32; COUNT] = [
    52.0, 21.0, 24.0, DEEPEST, DEEPEST, 4.0, 4.0, 13.0, 4.0, 52.0,
];

/// What guides a search: always a sum of features.
pub type Named = Guide<Infallible, COUNT>;

/// How much is left to do: cards that are not home, and face-down ones, which
/// a player wants to see first.
pub const LEFT: Named = Guide::counts(&[(0, 1.0), (1, 4.0), (2, 1.0)]);

/// Heuristics by name.
pub static GUIDES: Guides<Infallible, COUNT> = Guides {
    game: "klondike",
    named: &[("left", LEFT)],
    features: &FEATURES,
};

/// Where a card lies that is not home.
enum Lying {
    /// Face down, with this many cards on it.
    FaceDown(usize),
    /// Face up, with this many cards on it.
    FaceUp(usize),
    /// In the stock or the waste.
    Stock,
}

fn find(position: &Position, card: Card) -> Lying {
    for Column { hidden, open } in &position.columns {
        if let Some(at) = hidden.iter().position(|&c| c == card) {
            return Lying::FaceDown(hidden.len() + open.len() - 1 - at);
        }
        if let Some(at) = open.iter().position(|&c| c == card) {
            return Lying::FaceUp(open.len() - 1 - at);
        }
    }
    Lying::Stock
}

/// Cards of a column that lie above a lower one of their suit.
fn inversions(column: &Column) -> usize {
    // No card is lower than one that has not been met.
    let mut lowest = [u8::MAX; 4];
    let cards = column.hidden.iter().chain(&column.open);
    let above = |card: &&Card| {
        let low = &mut lowest[usize::from(card.suit())];
        let is_above = *low < card.rank();
        *low = card.rank().min(*low);
        is_above
    };
    cards.filter(above).count()
}

/// The features of a position. What goes beyond a maximum counts as 1.
pub fn read(position: &Position) -> [f32; COUNT] {
    let mut buried = [0; 2];
    let (mut face_down, mut in_stock) = (0, 0);
    for (suit, &home) in (0..).zip(&position.home) {
        for (ahead, buried) in (1..).zip(&mut buried) {
            if home + ahead > KING {
                continue;
            }
            let lying = find(position, Card::new(home + ahead, suit));
            if ahead == 1 {
                face_down += usize::from(matches!(lying, Lying::FaceDown(_)));
                in_stock += usize::from(matches!(lying, Lying::Stock));
            }
            if let Lying::FaceDown(on) | Lying::FaceUp(on) = lying {
                *buried += on;
            }
        }
    }
    let first = |column: &Column| column.hidden.first().or(column.open.first()).copied();
    let firsts = position.columns.iter().filter_map(first);
    let settled = firsts.filter(|card| card.rank() == KING).count();
    let home = position.home.iter().filter(|&&rank| rank == KING).count();
    let lowest = position.home.iter().min().copied().unwrap_or(0);
    let counts = [
        52 - position.cards_home() as usize,
        position.face_down(),
        position.stock.len() + position.waste.len(),
        buried[0],
        buried[1],
        face_down,
        in_stock,
        usize::from(KING - lowest),
        4 - settled - home,
        position.columns.iter().map(inversions).sum(),
    ];
    std::array::from_fn(|place| (counts[place] as f32 / MAXIMA[place]).min(1.0))
}
