//! Relevance pruning: a card is placed in a column only if something can make
//! use of it there. Another card may lie on it, or it takes what covers the
//! other card of its pair.

use super::node::Expanded;
use crate::klondike::table::{Cards, KINGS, Layout, each, pairs, partners, same_suit};

/// The placements that can be of use on a table.
#[derive(Clone, Copy)]
pub struct UsefulMoves {
    /// Cards in columns.
    pub place: Cards,
    /// Cards back from the foundations: themselves of use, or above one that is.
    pub back: Cards,
    /// Whether a king waits for an empty column.
    pub empty: bool,
}

impl UsefulMoves {
    /// The least set of cards such that a card is in it if
    ///
    /// - what waits and has no room could lie on it. What waits are the leads,
    ///   cards of the set that are in reach of the stock or at home, what lies
    ///   above those at home, and where the order of the stock matters, all of
    ///   the stock in reach: it may be played for what comes after it;
    /// - the other card of its pair is covered, and is next to go home, or will
    ///   be after cards of the stock.
    ///
    /// A card that is not in it changes nothing for the step that a block of
    /// steps leads to (see [`super::node`]), in this table or after more cards
    /// were placed, since those only take room from it.
    pub fn on(view: &Expanded, layout: &Layout) -> UsefulMoves {
        let Expanded {
            state,
            bare,
            room,
            cards,
        } = view;
        let table = &state.table;
        let (waiting, stock) = match layout.draw() {
            1 => (table.leads, *cards),
            _ => (table.leads | cards, 0),
        };
        let home = if layout.take_back() {
            table.at_home() & !table.safe()
        } else {
            0
        };
        let mut suits = table.next;
        each(cards & table.next).for_each(|bit| suits |= same_suit(bit));
        let freeing = partners(suits & table.open & !bare);
        let mut place = freeing;
        loop {
            let back = lifted(home, place);
            let lacking = (waiting | stock & place | back) & !room;
            let more = pairs(lacking) << 4 | freeing;
            if more == place {
                let empty = lacking & KINGS != 0;
                return UsefulMoves { place, back, empty };
            }
            place = more;
        }
    }
}

/// Cards at home that must come back so that the useful ones among them can.
fn lifted(home: Cards, useful: Cards) -> Cards {
    let mut useful = home & useful;
    let mut lifted = 0;
    while useful != 0 {
        let suit = same_suit(useful.trailing_zeros() as u8);
        lifted |= home & suit & !((useful & useful.wrapping_neg()) - 1);
        useful &= !suit;
    }
    lifted
}
