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

/// Which steps may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Any.
    Settled,
    /// One that needs the last one.
    Held,
    /// Those that lead to a card only within reach from the waste as it is.
    Onward,
}

/// A table on the way, with the steps that were not tried yet.
pub struct Frame {
    /// The table, and everything that can be done.
    pub view: View,
    /// What is left to try.
    pub left: Moves,
    /// What is left to try again, keeping the waste.
    pub again: Moves,
    /// What was to be tried at first.
    pub tried: Moves,
    /// Which steps may follow.
    pub mode: Mode,
    /// Whether only what the waste as it is brings within reach is to follow.
    pub must: bool,
    /// Whether a step from the stock must come before any that turns up a card
    /// or sends one home.
    pub owed: bool,
    /// Cards whose step owes such a one.
    pub loose: Cards,
    /// The step that led here.
    pub step: Step,
    /// Where the steps that led here end.
    pub trail: usize,
}

/// A step that makes another possible.
#[derive(Clone, Copy)]
pub struct Hold {
    /// The card.
    pub bit: u8,
    /// Whether it was from the stock.
    pub stock: bool,
    /// See [`Frame::owed`].
    pub owed: bool,
    /// See [`Frame::must`].
    pub must: bool,
}

impl Frame {
    fn new(view: View, left: Moves, mode: Mode, step: Step) -> Frame {
        Frame {
            view,
            left,
            again: Moves::default(),
            tried: left,
            mode,
            must: false,
            owed: false,
            loose: 0,
            step,
            trail: 0,
        }
    }

    /// What to try on a table that is settled.
    pub fn settled(table: &Table, layout: &Layout, step: Step) -> Frame {
        let view = View::of(table, layout);
        let mut left = view.all;
        narrow(&mut left, &view, layout);
        Frame::new(view, left, Mode::Settled, step)
    }

    /// What to try on the way to a card only within reach from the waste as it
    /// is.
    pub fn onward(table: &Table, layout: &Layout, step: Step) -> Frame {
        let mut frame = Frame::settled(table, layout, step);
        drop_stock(&mut frame.left, table.turned_over().reachable(layout));
        frame.tried = frame.left;
        frame.mode = Mode::Onward;
        frame
    }

    /// What to try after a step that is to be followed by one that needs it.
    pub fn held(&self, table: &Table, layout: &Layout, hold: Hold, step: Step) -> Frame {
        let (view, before) = (View::of(table, layout), &self.view);
        let (all, bottoms) = (&view.all, layout.bottoms());
        let new_room = view.room & !before.room;
        let mut left = Moves {
            home: all.home & !before.all.home & !(1 << hold.bit),
            reveal: all.reveal & new_room,
            stock_home: all.stock_home & !before.all.stock_home,
            stock_column: all.stock_column & new_room,
            back: all.back & !before.all.back,
        };
        // The other card of the pair has come free, but others of its suit,
        // from the stock, must go home before it.
        let other = hold.bit ^ 1;
        if (view.bare & !before.bare & view.table.open) >> other & 1 == 1 {
            left.stock_home |= all.stock_home & same_suit(other);
        }
        let mut loose = 0;
        let any_stock = hold.stock && layout.draw() > 1;
        if hold.must {
            let top = table.top_of_waste(layout);
            left.stock_home |= all.stock_home & top;
            left.stock_column |= all.stock_column & top;
        } else if any_stock {
            (left.stock_home, left.stock_column) = (all.stock_home, all.stock_column);
            let back = all.back & !left.back;
            let reveal = all.reveal & bottoms & !left.reveal;
            loose = back | reveal;
            left.back |= back;
            left.reveal |= reveal;
        } else if hold.owed {
            left.home = 0;
            left.reveal &= bottoms;
        }
        if matches!(step, Step::Back(_)) && one_less(1 << hold.bit) & !view.safe & !view.room != 0 {
            left.stock_column = all.stock_column;
            left.back = all.back;
            left.reveal |= all.reveal & bottoms;
        }
        narrow(&mut left, &view, layout);
        let onward = !hold.stock && (self.mode == Mode::Onward || self.must);
        if onward || hold.must {
            drop_stock(&mut left, table.turned_over().reachable(layout));
        }
        let mut again = Moves::default();
        if any_stock && table.waste() != 0 {
            again.home = left.home;
            again.reveal = left.reveal & !bottoms;
        }
        if hold.must {
            left.home = 0;
            left.reveal &= bottoms;
        }
        Frame {
            again,
            must: hold.must,
            owed: hold.owed,
            loose,
            ..Frame::new(view, left, if onward { Mode::Onward } else { Mode::Held }, step)
        }
    }
}

/// Leaves out what is of no use.
fn narrow(left: &mut Moves, view: &View, layout: &Layout) {
    left.stock_column &= !(view.safe & view.table.next);
    let bottoms = layout.bottoms();
    let places = if layout.draw() == 1 { left.stock_column } else { 0 };
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

fn drop_stock(left: &mut Moves, cards: Cards) {
    left.stock_home &= !cards;
    left.stock_column &= !cards;
}
