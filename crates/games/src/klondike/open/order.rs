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
            return first(left, |cards| cards.trailing_zeros());
        }
        let pick = |order: &mut Order, mut cards: Cards| {
            if cards & (cards - 1) == 0 {
                return cards.trailing_zeros();
            }
            for _ in 0..order.below(cards.count_ones()) {
                cards &= cards - 1;
            }
            cards.trailing_zeros()
        };
        let chance = self.below(256 * 5);
        if chance < ODD * 5 {
            let (cards, step): (_, fn(u8) -> Step) = match chance % 5 {
                0 => (&mut left.reveal, Step::Reveal),
                1 => (&mut left.home, Step::Home),
                2 => (&mut left.stock_home, Step::StockHome),
                3 => (&mut left.stock_column, Step::StockColumn),
                _ => (&mut left.back, Step::Back),
            };
            if *cards != 0 {
                return Some(step(take(cards, |cards| pick(self, cards))));
            }
        }
        first(left, |cards| pick(self, cards))
    }

    /// A random number below this.
    #[inline]
    fn below(&mut self, end: u32) -> u32 {
        self.random = self
            .random
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(1);
        (((self.random >> 32) * u64::from(end)) >> 32) as u32
    }
}

/// Takes out a step of the first kind that there is, with the card that `pick`
/// chooses.
#[inline]
fn first(left: &mut Moves, pick: impl FnOnce(Cards) -> u32) -> Option<Step> {
    if left.reveal != 0 {
        return Some(Step::Reveal(take(&mut left.reveal, pick)));
    }
    if left.home != 0 {
        return Some(Step::Home(take(&mut left.home, pick)));
    }
    if left.stock_home != 0 {
        return Some(Step::StockHome(take(&mut left.stock_home, pick)));
    }
    if left.stock_column != 0 {
        return Some(Step::StockColumn(take(&mut left.stock_column, pick)));
    }
    (left.back != 0).then(|| Step::Back(take(&mut left.back, pick)))
}

/// Takes the card that `pick` chooses out of a set.
#[inline]
fn take(cards: &mut Cards, pick: impl FnOnce(Cards) -> u32) -> u8 {
    let bit = pick(*cards);
    *cards ^= 1 << bit;
    bit as u8
}
