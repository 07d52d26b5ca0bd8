//! A node of the depth-first search: a table, and the steps to try from it.
//! What follows proves that these steps are enough.
//!
//! Some steps only make others possible: from the stock, back from a
//! foundation, and over to another column where that empties the first. These
//! are *held*, the others *firm*. A won game falls into blocks, each some held
//! steps and then a firm one. Of all games won from a settled table, take one
//! whose first block is shortest. If a held step `h` of it could as well be
//! done after the next step `g`, do that; and so on, past the firm step, which
//! makes the block shorter. So some step of the block needs `h`, for one of
//! these:
//!
//! 1. room: `h` placed a card that `g`'s card can lie on, where there was no
//!    room, or emptied the column that a king begins;
//! 2. a bare card: `h` placed the other card of its pair, which takes what lies
//!    on it;
//! 3. the next card of a suit: `h` sent home, from the stock, the one before it;
//! 4. the top of a foundation: `h` took back the card above;
//! 5. reach: with more than one card turned at a time, a step from the stock
//!    changes what is in reach, so each is taken to need the one before.
//!
//! In all else steps do not get into each other's way: if `h` and `g` can
//! follow each other, they can in the other order. For a spot on a pair is
//! taken by each card that is placed and given by each that leaves, and after
//! both there are as many as before, whatever the order; foundations and turns
//! are counted alike.
//!
//! A step has at most one need of each kind, and two only as follows: going
//! home, 2 and 3; coming back, 4 and 1; from the stock to a column, 5 and 1. So
//! the held steps of the block are a tree below the firm one, and can be put in
//! order such that each step comes right after those that it needs, with the
//! needs in the order just named. Then a held step is followed either by one
//! that it made possible, or by the first of the steps for a second need:
//!
//! - after the placing of a card whose partner came bare, cards of the
//!   partner's suit go home from the stock;
//! - after a card came back, and the one below it has no room, anything may be
//!   placed;
//! - after a step from the stock, anything may be placed, but then a step from
//!   the stock is *owed* before the next firm one.
//!
//! Those are the steps tried after a held one. A card of the stock that may as
//! well be home ([`Table::safe`]) is never put in a column instead, and one
//! that may stay home never comes back. What [`UsefulMoves`] leaves out cannot be
//! needed.

use super::pruning::UsefulMoves;
use crate::klondike::table::{Cards, KINGS, Layout, Moves, Step, Table, one_less, same_suit};

/// A table with what its steps are computed from.
#[derive(Clone, Copy)]
pub struct Expanded {
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
    /// All steps.
    pub all: Moves,
}

impl Expanded {
    /// Expands a table.
    #[inline]
    pub fn of(table: &Table, layout: &Layout) -> Expanded {
        let bare = table.bare_pairs();
        let room = table.room(bare);
        let reach = table.reachable(layout);
        Expanded {
            table: *table,
            bare,
            room,
            reach,
            safe: table.safe(),
            all: table.moves_from(layout, bare, room, reach),
        }
    }
}

/// A node on the search stack, with the steps that were not tried yet.
pub struct Node {
    /// The table, and everything that can be done.
    pub view: Expanded,
    /// What is left to try.
    pub left: Moves,
    /// Whether the step that led here was firm: no later step has to need it.
    pub is_settled: bool,
    /// Whether a step from the stock must come before any that turns up a card
    /// or sends one home.
    pub owed: bool,
    /// Cards whose step owes such a one.
    pub loose: Cards,
    /// The length of the trail of steps that led here.
    pub trail: usize,
}

impl Node {
    /// The steps to try on a settled table: one without forced moves, after a
    /// firm step.
    pub fn settled(table: &Table, layout: &Layout, trail: usize) -> Node {
        let view = Expanded::of(table, layout);
        let mut left = view.all;
        narrow(&mut left, &view, layout);
        Node {
            view,
            left,
            is_settled: true,
            owed: false,
            loose: 0,
            trail,
        }
    }

    /// The steps to try after the held `step`.
    pub fn held(&self, table: &Table, layout: &Layout, step: Step, trail: usize) -> Node {
        let (view, before) = (Expanded::of(table, layout), &self.view);
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
        Node {
            view,
            left,
            is_settled: false,
            owed,
            loose,
            trail,
        }
    }
}

/// Prunes steps that are dominated or of no use.
fn narrow(left: &mut Moves, view: &Expanded, layout: &Layout) {
    left.stock_column &= !(view.safe & view.table.next);
    let bottoms = layout.bottoms();
    if view.room & KINGS != 0 {
        left.reveal &= !bottoms;
    }
    let places = if layout.draw() == 1 {
        left.stock_column
    } else {
        0
    };
    if places | left.back | left.reveal & bottoms == 0 {
        return;
    }
    let useful = UsefulMoves::on(view, layout);
    left.back &= useful.back;
    if layout.draw() == 1 {
        left.stock_column &= useful.place;
    }
    if !useful.empty {
        left.reveal &= !bottoms;
    }
}
