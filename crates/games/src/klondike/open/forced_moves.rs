//! Forced moves: moves to the foundations that dominate every alternative, so
//! that the search makes them at once.

use crate::klondike::bits::one_more;
use crate::klondike::table::{Cards, Layout, Step, Table};

/// Makes forced moves until none is left, and adds them to `trail`. The table
/// is then *settled*.
///
/// Where cards may come back, every card that leads no column goes home: where
/// it lay there is room for it, so the step can be undone. Cards that lead a
/// column go if they are [`Table::safe`], and so do cards of the stock where
/// that leaves the others in reach:
///
/// - With one card turned at a time, nothing else changes. If cards may come
///   back, it is enough that the card before it, if any, is safe: that one need
///   never come back, and the card itself can come back instead of being placed
///   from the stock.
/// - With more, if the card is the last one and the waste is as good as empty.
///   The others keep their places in the order, and the one before it is then
///   the last, which can always be reached. Nor is anything lost later on: what
///   is in reach after a card was played depends on the cards before that card
///   and on how many it takes to fill a turn from there; and with a waste that
///   is not empty no less is in reach than with one that is.
pub fn make_forced_moves(table: &mut Table, layout: &Layout, trail: &mut Vec<Step>) {
    while let Some(step) = forced_move(table, layout) {
        table.apply(layout, step);
        trail.push(step);
    }
}

/// A forced move, unless the table is settled.
#[inline]
pub fn forced_move(table: &Table, layout: &Layout) -> Option<Step> {
    let safe = table.safe();
    let free = if layout.take_back() { !table.leads } else { 0 };
    let next = table.open & table.next & (safe | free);
    if next != 0 {
        let home = table.bare_pairs() & next;
        if home != 0 {
            return Some(Step::Home(home.trailing_zeros() as u8));
        }
    }
    let stock = from_stock(table, layout, safe);
    (stock != 0).then(|| Step::StockHome(stock.trailing_zeros() as u8))
}

/// Cards of the stock whose move to the foundation is forced.
fn from_stock(table: &Table, layout: &Layout, safe: Cards) -> Cards {
    let next = table.stock & table.next;
    if next == 0 {
        return 0;
    }
    if layout.draw() == 1 {
        let floor = if layout.take_back() {
            one_more(safe) | 15
        } else {
            0
        };
        return next & (safe | floor);
    }
    if table.waste() == 0 {
        return next & safe & layout.last_of(table.left());
    }
    0
}
