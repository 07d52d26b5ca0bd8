//! The stock of three cards at a time: at which turns of a pass the waste's
//! card can be played, found without a branch for each turn.

use super::board::{Board, STOCK};
use crate::klondike::table::Cards;

/// The card of the waste and those that eight turns, a whole pass, bring up.
const PLACES: usize = 25;

impl Board {
    /// Bit `n` tells whether one of the cards `playable` is on top `n` turns
    /// after `waste` cards lay in the waste, with `turns` of them until the
    /// pass ends.
    #[inline(always)]
    pub(super) fn hits(&self, waste: u8, turns: u32, playable: Cards) -> u64 {
        let can = |bit: u8| u64::from(playable & 1 << (bit % 64) != 0);
        // Behind the last card stands no card, which cannot be played.
        let stock = &self.cards[STOCK..];
        let places = &stock[usize::from(waste % 32)..][..PLACES];
        let thirds = (0..PLACES).step_by(3).rev();
        let full = thirds.fold(0, |hits, place| hits + hits + can(places[place]));
        // The last turn may have fewer than three cards.
        full | can(stock[usize::from(self.left % 32)]) << turns
    }
}
