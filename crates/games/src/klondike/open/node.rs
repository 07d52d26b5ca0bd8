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
//!
//! What can be done first with a fresh card of the stock (see
//! [`super::state`]), before or after cards come back and columns are emptied,
//! does not depend on how a table was reached. So it is tried once; after that,
//! only what needs a card onward is ([`Expanded::cards`]).

use super::pruning::UsefulMoves;
use super::state::{Known, State};
use crate::klondike::bits::one_more;
use crate::klondike::table::{
    Cards, KINGS, Layout, Moves, Step, one_less, pairs, partners, same_suit,
};

/// A state with what its steps are computed from.
#[derive(Clone, Copy)]
pub struct Expanded {
    /// The state.
    pub state: State,
    /// Pairs of which a card can be laid bare.
    pub bare: Cards,
    /// Cards that there is room for.
    pub room: Cards,
    /// Cards of the stock that may be played next.
    pub cards: Cards,
}

impl Expanded {
    /// Expands a state, with the cards of the stock that may be played next.
    #[inline]
    pub fn of(state: &State, cards: Cards) -> Expanded {
        let bare = state.table.bare_pairs();
        Expanded {
            state: *state,
            bare,
            room: state.table.room(bare),
            cards,
        }
    }

    /// All steps with these cards.
    #[inline]
    pub fn all(&self, layout: &Layout) -> Moves {
        let table = &self.state.table;
        table.moves_from(layout, self.bare, self.room, self.cards)
    }
}

/// A node on the search stack, with the steps that were not tried yet.
pub struct Node {
    /// The state, and everything that can be done.
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

/// Cards of the stock that may be played next.
#[inline]
fn cards_to_try(state: &State, layout: &Layout, known: Known) -> Cards {
    match known {
        Known::Nothing => state.reach(layout),
        Known::Fresh => state.onward(layout),
        Known::All => 0,
    }
}

impl Node {
    /// The steps to try on a settled table: one without forced moves, after a
    /// firm step.
    #[inline]
    pub fn settled(state: &State, layout: &Layout, known: Known, trail: usize) -> Node {
        let view = Expanded::of(state, cards_to_try(state, layout, known));
        let mut left = view.all(layout);
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

    /// The steps to try after a held step from the stock, where what the order
    /// of the stock allows may be known; none if there is nothing to try.
    #[inline]
    pub fn after_stock(
        &self,
        state: &State,
        layout: &Layout,
        step: Step,
        known: Known,
        trail: usize,
    ) -> Option<Node> {
        if known == Known::All && !self.may_enable(step) {
            return None;
        }
        let view = Expanded::of(state, cards_to_try(state, layout, known));
        let all = view.all(layout);
        let mut left = self.newly(&view, &all, step);
        let mut loose = 0;
        if layout.draw() > 1 {
            (left.stock_home, left.stock_column) = (all.stock_home, all.stock_column);
            if view.cards != 0 {
                let bottoms = layout.bottoms();
                loose = all.back & !left.back | all.reveal & bottoms & !left.reveal;
                left.back = all.back;
                left.reveal |= all.reveal & bottoms;
            }
        }
        narrow(&mut left, &view, layout);
        (!left.is_empty()).then_some(Node {
            view,
            left,
            is_settled: false,
            owed: false,
            loose,
            trail,
        })
    }

    /// The steps to try after a held step that is not from the stock; none if
    /// there is nothing to try.
    #[inline]
    pub fn after_placing(
        &self,
        state: &State,
        layout: &Layout,
        step: Step,
        trail: usize,
    ) -> Option<Node> {
        let view = Expanded::of(state, self.view.cards);
        let (all, bottoms, bit) = (view.all(layout), layout.bottoms(), step.bit());
        let mut left = self.newly(&view, &all, step);
        let owed = self.owed || self.loose >> bit & 1 == 1;
        if owed {
            left.home = 0;
            left.reveal &= bottoms;
        }
        let safe = state.table.safe();
        if matches!(step, Step::Back(_)) && one_less(1 << bit) & !safe & !view.room != 0 {
            left.stock_column = all.stock_column;
            left.back = all.back;
            left.reveal |= all.reveal & bottoms;
        }
        narrow(&mut left, &view, layout);
        (!left.is_empty()).then_some(Node {
            view,
            left,
            is_settled: false,
            owed,
            loose: 0,
            trail,
        })
    }

    /// Whether a step from the stock can make one possible that is not from the
    /// stock: with a card that lies on it, is free of what lay on it, comes
    /// after it or is itself.
    #[inline]
    fn may_enable(&self, step: Step) -> bool {
        let (table, card) = (&self.view.state.table, 1 << step.bit());
        match step {
            Step::StockColumn(_) => {
                let below = (table.leads | one_less(table.next)) & pairs(card) >> 4;
                below | table.open & table.next & partners(card) != 0
            }
            _ => table.open & one_more(card) | self.view.room & card != 0,
        }
    }

    /// The steps that a held step has made possible.
    #[inline]
    fn newly(&self, view: &Expanded, all: &Moves, step: Step) -> Moves {
        let (before, table) = (&self.view, &view.state.table);
        let was = &before.state.table;
        let new_room = view.room & !before.room;
        let mut left = Moves {
            home: all.home & !(before.bare & was.open & was.next) & !(1 << step.bit()),
            reveal: all.reveal & new_room,
            stock_home: all.stock_home & !was.next,
            stock_column: all.stock_column & new_room,
            back: all.back & !(one_less(was.next) & before.room),
        };
        // The other card of the pair has come free, but others of its suit,
        // from the stock, must go home before it.
        let other = step.bit() ^ 1;
        if (view.bare & !before.bare & table.open) >> other & 1 == 1 {
            left.stock_home |= all.stock_home & same_suit(other);
        }
        left
    }
}

/// Prunes steps that are dominated or of no use.
#[inline]
fn narrow(left: &mut Moves, view: &Expanded, layout: &Layout) {
    let bottoms = layout.bottoms();
    if left.stock_column != 0 {
        let table = &view.state.table;
        left.stock_column &= !(table.safe() & table.next);
    }
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
