//! Small operations on cards and sets of them, by tables and masks rather than
//! branches.

use crate::klondike::bits::{followers, partners};
use crate::klondike::table::{Cards, KINGS};

/// The cards one rank up that a card, or none, can lie on.
#[inline]
pub(super) const fn parents(card: Cards) -> Cards {
    PARENTS[card.trailing_zeros() as usize]
}

/// By the bit of a card, with that of no card.
const PARENTS: [Cards; 65] = {
    let mut parents = [0; 65];
    let mut bit = 0;
    while bit < 48 {
        parents[bit] = (1 << bit | partners(1 << bit)) << 4;
        bit += 1;
    }
    parents
};

/// A card and what follows it on its foundation.
#[inline]
pub(super) const fn with_follower(card: Cards) -> Cards {
    WITH_FOLLOWER[card.trailing_zeros() as usize]
}

/// By the bit of a card, with that of no card.
const WITH_FOLLOWER: [Cards; 65] = {
    let mut both = [0; 65];
    let mut bit = 0;
    while bit < 52 {
        both[bit] = 1 << bit | followers(1 << bit);
        bit += 1;
    }
    both
};

/// The position of the only bit, and the lowest of several.
#[inline]
pub(super) const fn lowest(cards: Cards) -> Cards {
    cards & cards.wrapping_neg()
}

/// The bit of the `n`th card of a set.
#[inline(always)]
pub(super) fn nth(mut cards: Cards, n: u32) -> Cards {
    for _ in 0..n {
        cards &= cards.wrapping_sub(1);
    }
    lowest(cards)
}

/// A lead, unless it is a king at the bottom of its column.
#[inline(always)]
pub(super) const fn movable(lead: Cards, at_bottom: bool) -> Cards {
    lead & !(KINGS & all_if(at_bottom))
}

/// All cards or none.
#[inline]
pub(super) const fn all_if(condition: bool) -> Cards {
    (condition as Cards).wrapping_neg()
}

/// From place `32 - n` on: all bits of `n` bytes, and then none.
pub(super) const BEFORE: [u8; 64] = {
    let mut before = [0; 64];
    let mut place = 0;
    while place < 32 {
        before[place] = u8::MAX;
        place += 1;
    }
    before
};
