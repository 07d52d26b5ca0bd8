//! Donkersteeg's rewards for moves (table 6.1 of his thesis), which break ties
//! of his player C.

use crate::cards::Card;
use crate::klondike::rules::{Move, Place};
use crate::klondike::view::View;

/// No foundation should be further ahead of the shortest than this.
const DIFF_STEP: u8 = 2;

/// The reward of a move that is legal here.
pub(super) fn reward(view: &View, mv: Move) -> i32 {
    match (mv.from, mv.to) {
        (Place::Stock, _) => match next_turned(view) {
            Some(card) if card.rank() <= 2 => 20,
            _ => 3,
        },
        (Place::Waste, Place::Home(suit)) => home(view, suit, [20, 15, 8, 2]),
        (Place::Column(_), Place::Home(suit)) => home(view, suit, [15, 15, 8, 4]),
        (Place::Waste, Place::Column(to)) => match view.columns[to as usize].open.is_empty() {
            true => 8,
            false => 5,
        },
        (Place::Column(from), Place::Column(to)) => {
            let (from, to) = (&view.columns[from as usize], &view.columns[to as usize]);
            let whole = from.open.len() == mv.count as usize;
            // A part moves so that the card beneath it can go home.
            let leaves = from.open.len() - mv.count as usize;
            match leaves <= 1 && !from.hidden.is_empty() {
                true => 12,
                false if to.open.is_empty() || !whole => 3,
                false => 5,
            }
        }
        _ => 0,
    }
}

/// Rewards for aces and twos, for a foundation that is little ahead of the
/// shortest, for one just as far ahead as may be, and for one further ahead.
fn home(view: &View, suit: u8, [low, near, even, far]: [i32; 4]) -> i32 {
    let rank = view.home[suit as usize] + 1;
    let shortest = view.home.iter().min().copied().unwrap_or_default();
    match rank - shortest {
        _ if rank <= 2 => low,
        ahead if ahead < DIFF_STEP => near,
        ahead if ahead == DIFF_STEP => even,
        _ => far,
    }
}

/// The card that can be played after the next turn, if it was seen before.
fn next_turned(view: &View) -> Option<Card> {
    let draw = view.variant.draw as usize;
    if view.stock.is_empty() {
        return view
            .waste
            .get(draw.min(view.waste.len()).checked_sub(1)?)
            .copied();
    }
    view.stock[view.stock.len().saturating_sub(draw)]
}
