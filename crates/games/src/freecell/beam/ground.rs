//! What stays the same through the beams of one deal: what the greedy searches
//! know of it, and which cards have to move.

use super::super::board::{HOME, PackedMove, ROOT, suit};
use super::super::greedy::deal::Deal;
use super::super::greedy::table::{Table, each, first, last};
use super::super::rules::Position;
use super::super::score::Weights;

/// The weights of a beam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// Those that all searches know.
    pub weights: Weights,
    /// For each run that has to move.
    pub blocked: i32,
    /// Whether cards in columns may wait before they go home, so that others
    /// can be put on them, as long as they are not safe there. To send them
    /// home is free at any time. Only for weights that are not greedy.
    pub waits: bool,
}

impl Scale {
    /// The same with cards that may wait.
    pub fn waiting(mut self) -> Scale {
        self.weights.greedy = false;
        self.waits = true;
        self
    }
}

/// What stays the same. A run has to move, other than home, if a card in it
/// lies above a lower one of its suit.
pub struct Ground {
    /// What the greedy searches know.
    pub deal: Deal,
    /// The weights.
    pub scale: Scale,
    /// For each card, the cards that would have to move above it as it lies
    /// at the start.
    higher: [u64; 64],
    /// For each card, how many runs of its column have to move at the start,
    /// from the first up to the one that ends with it.
    blocked: [u8; 64],
}

impl Ground {
    /// What stays the same in beams from this position on.
    pub fn new(start: &Position, scale: &Scale) -> Ground {
        let mut ground = Ground {
            deal: Deal::new(start, &scale.weights),
            scale: *scale,
            higher: [0; 64],
            blocked: [0; 64],
        };
        for column in &start.columns {
            let mut under = ROOT as usize;
            for card in column {
                let card = card.index();
                let at = card as usize;
                let of_suit = 0x1_1111_1111_1111 << suit(card);
                ground.higher[at] = ground.higher[under] | of_suit & !((2 << card) - 1);
                let run = ground.deal.run[at];
                let beneath = ground.deal.below[first(run) as usize];
                ground.blocked[at] =
                    ground.blocked[beneath as usize] + u8::from(ground.is_blocked(run, beneath));
                under = at;
            }
        }
        ground
    }

    /// Whether a run that lies on this card has to move.
    #[inline]
    pub fn is_blocked(&self, run: u64, beneath: u8) -> bool {
        run & self.higher[(beneath & 63) as usize] != 0
    }

    /// How many runs have to move.
    #[inline]
    pub fn all_blocked(&self, table: &Table) -> u8 {
        let mut blocked = 0;
        each(table.exposed, |top| {
            let run = table.run(table.column(top));
            let beneath = table.below(first(run));
            blocked += self.blocked[(beneath & 63) as usize];
            blocked += u8::from(self.is_blocked(run, beneath));
        });
        blocked
    }

    /// Makes moves one after the other, then the moves home that follow, and
    /// calls `each` with all of them. A card in a cell does not wait.
    #[inline]
    pub fn follow(&self, table: &mut Table, path: &[PackedMove], mut each: impl FnMut(PackedMove)) {
        table.follow(&self.deal, path, &mut each);
        if self.scale.waits {
            loop {
                let held = table.ready() & table.cells;
                if held == 0 {
                    return;
                }
                table.follow(&self.deal, &[homeward(held)], &mut each);
            }
        }
    }

    /// Sends home all cards that can go, safe or not, and calls `each` with
    /// every move.
    pub fn send_all_home(&self, table: &mut Table, mut each: impl FnMut(PackedMove)) {
        loop {
            let ready = table.ready();
            if ready == 0 {
                return;
            }
            table.play(&self.deal, homeward(ready));
            each(homeward(ready));
        }
    }
}

/// The move home of the lowest of these cards.
#[inline]
pub fn homeward(cards: u64) -> PackedMove {
    PackedMove {
        card: last(cards),
        to: HOME,
    }
}
