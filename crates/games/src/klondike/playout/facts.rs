//! Counts of a board, from which features are made, and the cards that are
//! safe on their foundations.

use super::board::Board;
use super::moves::Options;
use crate::cards::KING;
use crate::klondike::bits::SUITS;
use crate::klondike::rules::COLUMNS;
use crate::klondike::table::{Cards, KINGS};

/// Counts of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The lowest rank of a foundation.
    pub lowest_home: u32,
    /// Cards that lie face down in columns.
    pub face_down: u32,
    /// Columns with such.
    pub hiding_columns: u32,
    /// Empty columns.
    pub empty_columns: u32,
    /// Kings at the very bottom of a column.
    pub settled_kings: u32,
    /// Face-up cards in columns.
    pub open: u32,
    /// Cards in stock and waste.
    pub stock: u32,
    /// Those of them that could be played if they were on top.
    pub stock_playable: u32,
    /// Moves with cards of columns.
    pub moves: u32,
    /// Cards that some exposed card would take.
    pub accepted: u32,
    /// Next cards of their suits that lie face down.
    pub next_face_down: u32,
    /// Face-down cards on top of them.
    pub next_depth: u32,
    /// Next cards of their suits beneath others in a run.
    pub next_covered: u32,
    /// Aces and twos that lie face down.
    pub low_face_down: u32,
}

/// Aces and twos.
const LOW: Cards = 0xff;

impl Board {
    /// The next cards of their suits that are aces or twos, or that nothing can
    /// lie on any more since all lower cards of the other colour are home
    /// (Donkersteeg 2010, section 4.5).
    #[inline(never)]
    pub fn safe(&self) -> Cards {
        let rank = |suit: usize| match self.next & SUITS[suit] {
            0 => u32::from(KING) + 1,
            card => card.trailing_zeros() / 4 + 1,
        };
        let ranks = [rank(0), rank(1), rank(2), rank(3)];
        let (black, red) = (ranks[0].min(ranks[3]), ranks[1].min(ranks[2]));
        let mut safe = 0;
        for (suit, other) in [(0, red), (1, black), (2, black), (3, red)] {
            if ranks[suit] <= other.max(2) {
                safe |= SUITS[suit];
            }
        }
        self.next & safe
    }

    /// The counts of this board.
    pub fn facts(&self) -> Facts {
        let options = Options::new(self);
        let up = self.up();
        let mut facts = Facts {
            empty_columns: self.empty.into(),
            settled_kings: (up & KINGS & !self.leads).count_ones(),
            open: up.count_ones(),
            stock: self.left.into(),
            stock_playable: (self.in_stock & options.playable).count_ones(),
            moves: options.count(),
            accepted: options.accepted().count_ones(),
            next_covered: (self.next & up & !self.exposed).count_ones(),
            ..Facts::default()
        };
        facts.lowest_home = self.next.trailing_zeros() / 4;
        for column in 0..COLUMNS {
            facts.hiding_columns += u32::from(self.face_down(column).next().is_some());
            for (depth, bit) in (1..).zip(self.face_down(column)) {
                facts.face_down += 1;
                let card = 1 << bit;
                if card & self.next != 0 {
                    facts.next_face_down += 1;
                    facts.next_depth += depth;
                }
                facts.low_face_down += u32::from(card & LOW != 0);
            }
        }
        facts
    }
}
