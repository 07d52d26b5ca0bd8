//! A table on the way, and which steps are to be tried from it.

use super::wanted::Wanted;
use crate::klondike::table::{Cards, Layout, Moves, Step, Table, one_less, same_suit};

/// A table with what its steps are made of.
#[derive(Clone, Copy)]
pub struct View {
    /// The table.
    pub table: Table,
    /// Pairs of which a card can be laid bare.
    pub bare: Cards,
    /// Cards that there is room for.
    pub room: Cards,
    /// Cards of the stock in reach.
    pub reach: Cards,
    /// Cards that may as well be home.
    pub safe: Cards,
    /// Everything that can be done.
    pub all: Moves,
}

impl View {
    /// Looks at a table.
    #[inline]
    pub fn of(table: &Table, layout: &Layout) -> View {
        let bare = table.bare_pairs();
        let room = table.room(bare);
        let reach = table.reachable(layout);
        View {
            table: *table,
            bare,
            room,
            reach,
            safe: table.safe(),
            all: table.moves_from(layout, bare, room, reach),
        }
    }
}

/// A table on the way, with the steps that were not tried yet.
pub struct Frame {
    /// The table, and everything that can be done.
    pub view: View,
    /// What is left to try.
    pub left: Moves,
    /// Whether a step from the stock must come before any that turns up a card
    /// or sends one home.
    pub owed: bool,
    /// Cards whose step owes such a one.
    pub loose: Cards,
    /// Where the steps that led here end.
    pub trail: usize,
}

impl Frame {
    /// What to try on a table that is settled.
    pub fn settled(table: &Table, layout: &Layout, trail: usize) -> Frame {
        let view = View::of(table, layout);
        let mut left = view.all;
        narrow(&mut left, &view, layout);
        Frame {
            view,
            left,
            owed: false,
            loose: 0,
            trail,
        }
    }

    /// What to try after `step`, which is to be followed by one that needs it.
    pub fn held(&self, table: &Table, layout: &Layout, step: Step, trail: usize) -> Frame {
        let (view, before) = (View::of(table, layout), &self.view);
        let (all, bottoms, bit) = (&view.all, layout.bottoms(), step.bit());
        let new_room = view.room & !before.room;
        let mut left = Moves {
            home: all.home & !before.all.home & !(1 << bit),
            reveal: all.reveal & new_room,
            stock_home: all.stock_home & !before.all.stock_home,
            stock_column: all.stock_column & new_room,
            back: all.back & !before.all.back,
        };
        // The other card of the pair has come free, but others of its suit,
        // from the stock, must go home before it.
        let other = bit ^ 1;
        if (view.bare & !before.bare & view.table.open) >> other & 1 == 1 {
            left.stock_home |= all.stock_home & same_suit(other);
        }
        let stock = matches!(step, Step::StockColumn(_) | Step::StockHome(_));
        let owed = !stock && (self.owed || self.loose >> bit & 1 == 1);
        let mut loose = 0;
        if stock && layout.draw() > 1 {
            (left.stock_home, left.stock_column) = (all.stock_home, all.stock_column);
            loose = all.back & !left.back | all.reveal & bottoms & !left.reveal;
            left.back = all.back;
            left.reveal |= all.reveal & bottoms;
        } else if owed {
            left.home = 0;
            left.reveal &= bottoms;
        }
        if matches!(step, Step::Back(_)) && one_less(1 << bit) & !view.safe & !view.room != 0 {
            left.stock_column = all.stock_column;
            left.back = all.back;
            left.reveal |= all.reveal & bottoms;
        }
        narrow(&mut left, &view, layout);
        Frame {
            view,
            left,
            owed,
            loose,
            trail,
        }
    }
}

/// Leaves out what is of no use.
fn narrow(left: &mut Moves, view: &View, layout: &Layout) {
    left.stock_column &= !(view.safe & view.table.next);
    let bottoms = layout.bottoms();
    let places = if layout.draw() == 1 {
        left.stock_column
    } else {
        0
    };
    if places | left.back | left.reveal & bottoms == 0 {
        return;
    }
    let wanted = Wanted::on(view, layout);
    left.back &= wanted.back;
    if layout.draw() == 1 {
        left.stock_column &= wanted.place;
    }
    if view.table.has_empty_column() || !wanted.empty {
        left.reveal &= !bottoms;
    }
}
