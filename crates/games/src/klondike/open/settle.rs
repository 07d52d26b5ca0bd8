//! What is done without asking, since it can do no harm.

use crate::klondike::table::{Cards, Layout, Step, Table};

/// Sends home whatever may as well be there, and adds the steps to `trail`.
///
/// With cards that may come back, every card that leads no column goes home:
/// the step can be undone. Others go if they are [`Table::safe`].
pub fn settle(table: &mut Table, layout: &Layout, trail: &mut Vec<Step>) {
    loop {
        let bare = table.bare_pairs();
        let safe = table.safe();
        let free = if layout.take_back() { !table.leads } else { 0 };
        let home = bare & table.open & table.next & (safe | free);
        let step = if home != 0 {
            Step::Home(home.trailing_zeros() as u8)
        } else {
            let stock = from_stock(table, layout, safe);
            if stock == 0 {
                return;
            }
            Step::StockHome(stock.trailing_zeros() as u8)
        };
        table.apply(layout, step);
        trail.push(step);
    }
}

/// Cards of the stock that may as well be home.
fn from_stock(table: &Table, layout: &Layout, safe: Cards) -> Cards {
    let next = table.stock & table.next;
    if next == 0 {
        return 0;
    }
    if layout.draw() == 1 {
        let floor = if layout.take_back() {
            after(safe) | 15
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

/// Each card of the set replaced by the next of its suit.
fn after(cards: Cards) -> Cards {
    let pairs = 0x0033_3333_3333_3333;
    ((cards & pairs) << 2 | cards >> 2 & pairs) << 4
}
