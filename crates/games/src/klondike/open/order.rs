//! Steps in an order in which they need not be tried.

use super::frame::{Frame, Mode};
use crate::klondike::table::{Layout, Step};

/// Whether `next`, from the stock, could as well have come before the last
/// step, which was from the stock too, and should have: of the two orders, that
/// of turning is kept.
pub fn is_swapped(frames: &[Frame], layout: &Layout, next: Step) -> bool {
    let [.., before, last] = frames else {
        return false;
    };
    let turn = |step| match step {
        Step::StockColumn(bit) | Step::StockHome(bit) => Some(layout.turn(bit)),
        _ => None,
    };
    if last.mode != Mode::Held || turn(last.step) <= turn(next) || !before.tried.has(next) {
        return false;
    }
    let mut table = before.view.table;
    table.apply(layout, next);
    table.moves(layout).has(last.step)
}

/// Whether one of the steps since the last settled table could as well be done
/// after `last`.
pub fn is_idle(frames: &[Frame], layout: &Layout, last: Step) -> bool {
    let held = frames.iter().rev();
    let held = held.take_while(|frame| frame.mode == Mode::Held).count();
    if held < 2 {
        return false;
    }
    let (base, chain) = frames.split_at(frames.len() - held);
    let Some(base) = base.last() else {
        return false;
    };
    (0..held - 1).any(|out| {
        let mut table = base.view.table;
        let rest = chain.iter().enumerate().filter(|&(at, _)| at != out);
        for step in rest.map(|(_, frame)| frame.step).chain([last]) {
            if !table.moves(layout).has(step) {
                return false;
            }
            table.apply(layout, step);
        }
        table.turned_over().moves(layout).has(chain[out].step)
    })
}
