//! In which order the steps of a node are tried, and when the search begins
//! anew from the start.
//!
//! Wins are found soon after most beginnings and very late after a few. So a
//! search that was long without success begins again, in another order. What it
//! has tried in full stays known to be lost; only nodes still on its stack are
//! forgotten. Nothing is lost by that: what was tried in full leads to nodes
//! that were tried in full or that were on the stack, and all of those on the
//! stack are reached again through each other from the start.

use crate::klondike::table::{Cards, Moves, Step};

/// States to check before the first restart, and more as the search goes on:
/// this part of all states so far. Both, and [`ODD`], were chosen on
/// Solvitaire's shuffles 1 to 1000.
const FIRST: u64 = 150;
const PART: u64 = 20;
/// Of 256 steps after a restart, how many are of any kind instead of the
/// first that there is.
const ODD: u32 = 80;

/// The order of one search.
pub struct Order {
    random: u64,
    /// States after which the search begins anew.
    end: u64,
    /// Whether it has done so.
    restarted: bool,
}

impl Order {
    /// The order before any state was checked.
    pub fn new() -> Order {
        Order {
            random: 1,
            end: FIRST,
            restarted: false,
        }
    }

    /// Whether to begin anew after so many states.
    #[inline]
    pub fn restarts(&mut self, checked: u64) -> bool {
        if checked < self.end {
            return false;
        }
        self.end = checked + FIRST + checked / PART;
        self.restarted = true;
        true
    }

    /// Takes the next step out of those left to try. Before the first restart
    /// these are the lowest cards first, then any; kinds of steps that turn up
    /// cards come first.
    #[inline]
    pub fn next(&mut self, left: &mut Moves) -> Option<Step> {
        if !self.restarted {
            return by_kind(left, 0, |cards| cards.trailing_zeros());
        }
        let odd = self.below(256) < ODD;
        let kind = if odd { self.below(5) } else { 0 };
        by_kind(left, kind as usize, |mut cards| {
            for _ in 0..self.below(cards.count_ones()) {
                cards &= cards - 1;
            }
            cards.trailing_zeros()
        })
    }

    /// A random number below this.
    #[inline]
    fn below(&mut self, end: u32) -> u32 {
        self.random = self
            .random
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(1);
        ((self.random >> 32) * u64::from(end) >> 32) as u32
    }
}

/// Takes out a step, of this kind if there is one, with the card that `pick`
/// chooses.
#[inline]
fn by_kind(left: &mut Moves, kind: usize, mut pick: impl FnMut(Cards) -> u32) -> Option<Step> {
    let mut take = |cards: &mut Cards| {
        if *cards == 0 {
            return None;
        }
        let bit = pick(*cards);
        *cards ^= 1 << bit;
        Some(bit as u8)
    };
    (kind..5).chain(0..kind).find_map(|kind| match kind {
        0 => take(&mut left.reveal).map(Step::Reveal),
        1 => take(&mut left.home).map(Step::Home),
        2 => take(&mut left.stock_home).map(Step::StockHome),
        3 => take(&mut left.stock_column).map(Step::StockColumn),
        _ => take(&mut left.back).map(Step::Back),
    })
}
