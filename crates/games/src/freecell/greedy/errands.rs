//! Errands: several moves with one aim, made as one. *Dig* clears all cards
//! off a suit's next card, *clear* empties a column. Each run goes onto a card
//! that it fits, or else its last card into a cell or an empty column. An
//! errand is planned on a few masks, and made only if it can be done.

use super::super::board::{CELL, HOME, PackedMove, ROOT, rank};
use super::deal::Deal;
use super::table::{Table, first, last};
use crate::cards::KING;

/// In place of where a card goes: all that lies on it goes elsewhere.
pub const DIG: u8 = 55;
/// In place of where a card goes: all of its column goes elsewhere.
pub const CLEAR: u8 = 56;

/// The moves of an errand.
pub struct Plan {
    moves: [PackedMove; MOST],
    length: usize,
}

/// No errand moves a card twice.
const MOST: usize = 64;

impl Default for Plan {
    fn default() -> Self {
        Plan {
            moves: [PackedMove::default(); MOST],
            length: 0,
        }
    }
}

/// What an errand needs to know of the position as it changes on the way.
struct Room {
    /// The last cards of the other columns.
    exposed: u64,
    /// The next cards of all suits, where all go home that can.
    next: u64,
    /// Free cells.
    free: u8,
    /// Empty columns.
    empty: u8,
}

/// Whether there is too little room for an errand: each card that fits neither
/// on an exposed one nor on one that has to go as well takes a cell or an
/// empty column.
#[inline(always)]
pub fn is_hopeless(deal: &Deal, table: &Table, errand: PackedMove) -> bool {
    let run = table.run(table.column(errand.card));
    let target = if errand.to == DIG { errand.card } else { ROOT };
    if run >> target & 1 == 1 {
        return false;
    }
    let under = deal.up_to[(table.below(first(run)) & 63) as usize];
    let going = run | under & !deal.up_to[(target & 63) as usize];
    let takers = deal.takers(table.exposed & !(1 << last(run)) | going);
    let next = if deal.weights.greedy { table.next } else { 0 };
    let stuck = going & !takers & !next;
    stuck.count_ones() > u32::from(table.free + table.empty)
}

impl Plan {
    /// Plans an errand, and tells whether it can be done. Of the cards that
    /// could go home on the way only those that the errand uncovers do so.
    #[inline]
    pub fn make(&mut self, deal: &Deal, table: &Table, errand: PackedMove) -> bool {
        self.length = 0;
        let mut run = table.run(table.column(errand.card));
        let mut room = Room {
            exposed: table.exposed & !(1 << last(run)),
            next: if deal.weights.greedy { table.next } else { 0 },
            free: table.free,
            empty: table.empty,
        };
        // All cards of a column have been cleared off at ROOT.
        let target = if errand.to == DIG { errand.card } else { ROOT };
        loop {
            let beneath = table.below(first(run));
            let found = run >> target & 1 == 1;
            if found {
                run &= (1 << target) - 1;
            }
            while run != 0 {
                let rooted = beneath == ROOT && !found;
                let Some(mv) = room.next_step(deal, run, rooted) else {
                    return false;
                };
                self.moves[self.length % MOST] = mv;
                self.length += 1;
                run &= !((2 << mv.card) - 1);
            }
            if found || beneath == target {
                return true;
            }
            run = deal.run[(beneath & 63) as usize];
        }
    }
}

impl std::ops::Deref for Plan {
    type Target = [PackedMove];

    #[inline]
    fn deref(&self) -> &[PackedMove] {
        &self.moves[..self.length.min(MOST)]
    }
}

/// The cards of ranks below this one.
#[inline]
fn lower_than(rank: u8) -> u64 {
    (1 << (4 * rank.min(KING))) - 1
}

impl Room {
    /// The move that takes these last cards of a column, or some of them,
    /// elsewhere; `rooted` if nothing lies beneath them.
    #[inline]
    fn next_step(&mut self, deal: &Deal, run: u64, rooted: bool) -> Option<PackedMove> {
        let top = last(run);
        if self.next >> top & 1 == 1 {
            self.next ^= 0b10001 << top;
            return Some(PackedMove {
                card: top,
                to: HOME,
            });
        }
        let longest = deal.longest_run(self.free, self.empty);
        let fitting = run & deal.takers(self.exposed) & lower_than(rank(top) + longest);
        if fitting != 0 {
            let card = first(fitting);
            let to = last(deal.fits_on[(card & 63) as usize] & self.exposed);
            self.exposed = self.exposed & !(1 << to) | 1 << top;
            return Some(PackedMove { card, to });
        }
        let lead = first(run);
        let single = lead == top;
        if self.empty > 0 && !rooted && (!single || self.free == 0) {
            let longest = deal.longest_run(self.free, self.empty - 1);
            let whole = rank(lead) - rank(top) < longest;
            let card = if whole { lead } else { top };
            if (whole || self.free == 0) && deal.fits_empty >> card & 1 == 1 {
                self.empty -= 1;
                self.exposed |= 1 << top;
                return Some(PackedMove { card, to: ROOT });
            }
        }
        if self.free > 0 {
            self.free -= 1;
            return Some(PackedMove {
                card: top,
                to: CELL,
            });
        }
        None
    }
}
