//! The stock of three cards at a time, seen from above: at which turns the
//! waste's card can be played, for several passes at once and without a branch
//! for each turn.

use super::board::{Board, STOCK};
use crate::klondike::table::Cards;

/// The card of the waste and those that eight turns, a whole pass, bring up.
const PLACES: usize = 25;

/// The turns from a position of the waste on.
pub(super) struct Stops {
    /// Bit `n` tells whether the waste's card can be played after `n` turns:
    /// for the rest of this pass, and two more.
    pub(super) hits: u64,
    /// Whether it can be in every pass to come.
    pub(super) again: bool,
    /// Turns until this pass ends, and turns of the next.
    rest: u32,
    pass: u32,
    waste: u8,
    left: u8,
}

impl Stops {
    /// Where one of these cards, of which there are some, can be played.
    #[inline(always)]
    pub(super) fn new(board: &Board, playable: Cards) -> Stops {
        let (waste, left) = (board.waste, board.left);
        let stock = &board.cards[STOCK..];
        let can = |bit: u8| u64::from(playable & 1 << (bit % 64) != 0);
        // Behind the last card stands no card, which cannot be played.
        let thirds = |from: u8| {
            let places = &stock[usize::from(from % 32)..][..PLACES];
            let turns = (0..PLACES).step_by(3).rev();
            turns.fold(0, |hits, place| hits + hits + can(places[place]))
        };
        let rest = u32::from(left - waste).div_ceil(3);
        let pass = u32::from(left).div_ceil(3);
        let last = can(stock[usize::from(left % 32)]);
        // A stock of three cards is turned only once.
        let next = match left > 3 {
            true => thirds(3) | last << (pass - 1),
            false => 0,
        };
        let passes = next | next << pass;
        Stops {
            hits: thirds(waste) | last << rest | passes << (rest + 1),
            again: next != 0,
            rest,
            pass,
            waste,
            left,
        }
    }

    /// The cards in the waste after so many turns.
    #[inline(always)]
    pub(super) fn waste(&self, turns: u32) -> u8 {
        let now = turns <= self.rest;
        let (before, turns) = match now {
            true => (self.waste, turns),
            false => (0, turns - self.rest),
        };
        let again = !now & (turns > self.pass);
        let turns = if again { turns - self.pass } else { turns };
        (before + 3 * turns as u8).min(self.left)
    }

    /// How many turns are made until twice through the stock nothing was
    /// played, if it could be last after `turns` turns, or never (0).
    pub(super) fn idle(&self, turns: u32) -> u32 {
        match self.left > 3 {
            true => turns + 2 * self.pass,
            false => self.rest,
        }
    }
}
