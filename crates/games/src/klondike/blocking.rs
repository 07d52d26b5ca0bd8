//! Proofs, without a search, that a position cannot be won: sets of cards that
//! block each other (Donkersteeg 2010, 3.1.2), of any size and over any number
//! of columns. How likely the thesis's own sets are is counted in
//! [`odds`](super::odds).
//!
//! **What could ever happen.** [`Start::reach`] collects more than can happen
//! from a position on, by rules that look at what could happen before:
//!
//! - a card *comes home* if it can be played and the one before it in its suit
//!   comes home;
//! - a card *lies open* in a column if it does so now, or if the card above it
//!   leaves; a card of the stock that can be turned up, or one that comes home
//!   where cards may come back, also if it finds *room*;
//! - room is a card one rank higher of the other colour that lies open, or for
//!   a king a column that can be emptied;
//! - the card that leads a column leaves if it comes home or finds room;
//! - a card of the stock can be turned up as [`Table::reachable`] says; or if
//!   so many cards before it leave the stock that its turn comes; or if the
//!   card after it leaves.
//!
//! Each move of a real game is one that these rules allow, given the moves
//! before it; so by induction nothing happens in any game that is not
//! collected. If a card is not among those that come home, no game is won.
//! Nothing here depends on limits of passes or of part-runs, which only forbid
//! more; so a proof holds for every variant with that draw and that rule on
//! coming back. A set that blocks itself, such as the thesis's, is one whose
//! cards are each missing a card beneath them: no rule ever gets into it.
//!
//! For the stock: a card comes to the top of the waste as the last of a draw,
//! or because the card on it, which is the next in order that is left, was
//! played. Draws of the pass under way are in `reachable`, since what is played
//! meanwhile does not change which cards are drawn together. In a later pass
//! the card at place p has moved up by the k cards before it that are gone; it
//! ends a draw if p - k is a multiple of the draw, hence k >= p mod draw, or if
//! it is the last that is left, hence all after it are gone.
//!
//! **Cases.** Two cards of one rank and colour share the two cards on which
//! they can lie. Say that the first of them to be put there from now on is a,
//! the other b. If b is put there while only one of the two parents has ever
//! lain open, then a, which lay on it and can be nowhere else in the tableau,
//! is home. So b finds room only where both parents lie open, or one does and a
//! comes home. Where one of the two lies on a parent already, it is a. Where
//! neither does, both cases are tried: if neither wins, the position is lost,
//! and if one does not, the other can be relied on. Likewise, say that x is the
//! first king to begin an empty column: another one finds room only once two
//! columns have been emptied, or x comes home. (That kings which begin a column
//! move to another one is left aside: it changes nothing.) Cases within cases
//! prove more, at a cost that grows with each level.

use super::bits::{ALL, Cards, FIRSTS, KINGS, card_of, each, one_more, partners};
use super::rules::{COLUMNS, Position};
use super::stock_offset::Thirds;
use super::table::{Layout, Table};
use super::variant::{Runs, Variant};
use crate::cards::Card;

const ACES: Cards = 0xf;

/// Why a position cannot be won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Cards that can never come home; where cases were needed, which differ
    /// in that, none are named.
    pub cards: Vec<Card>,
    /// How many levels of cases were needed.
    pub levels: u32,
}

/// A proof that a position cannot be won, with at most so many levels of cases
/// within cases, if one is found. Two levels take milliseconds.
pub fn blocked(position: &Position, levels: u32) -> Option<Proof> {
    let mut free = position.clone();
    free.variant = Variant {
        passes: 0,
        runs: Runs::Any,
        ..position.variant
    };
    let (layout, table) = Layout::new(&free)?;
    let never = never_home(&layout, &table);
    if never != 0 {
        let cards = each(never).map(card_of).collect();
        return Some(Proof { cards, levels: 0 });
    }
    let level = (1..=levels).find(|&level| is_lost(&layout, &table, level))?;
    Some(Proof {
        cards: Vec::new(),
        levels: level,
    })
}

/// Cards that can never come home; none if nothing is proved. This is the
/// quick check, without cases.
pub fn never_home(layout: &Layout, table: &Table) -> Cards {
    let start = Start::new(layout, table);
    ALL & !start.reach(&start.given())
}

/// Whether [`never_home`] finds a card, for a table whose stock is known by
/// places and whose cards in reach are these.
pub fn is_blocked(layout: &Layout, table: &Table, thirds: &Thirds, turned: Cards) -> bool {
    let start = Start::with_stock(layout, table, *thirds, turned);
    start.reach(&start.given()) != ALL
}

/// Whether cases, so many levels of them, prove that nothing wins.
pub fn is_lost(layout: &Layout, table: &Table, levels: u32) -> bool {
    let start = Start::new(layout, table);
    start.is_refuted(start.given(), levels)
}

/// What a case takes for granted.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Case {
    /// Cards whose sibling is put on a parent before them.
    second: Cards,
    /// Kings that do not begin an empty column first; none if that is open.
    later: Cards,
    /// The first cards of the pairs of which either may be first.
    undecided: Cards,
}

/// What all cases of a position start from.
struct Start<'a> {
    layout: &'a Layout,
    table: &'a Table,
    /// Cards that are home.
    home: Cards,
    /// Cards of the stock that can be turned up now.
    turned: Cards,
    /// The stock by places, where three cards are drawn at a time.
    thirds: Thirds,
    /// Empty columns.
    empty: u32,
}

impl Start<'_> {
    fn new<'a>(layout: &'a Layout, table: &'a Table) -> Start<'a> {
        let thirds = Thirds::new(table.left(), table.waste());
        Start::with_stock(layout, table, thirds, table.reachable(layout))
    }

    fn with_stock<'a>(
        layout: &'a Layout,
        table: &'a Table,
        thirds: Thirds,
        turned: Cards,
    ) -> Start<'a> {
        let taken = table.leads | table.open & KINGS;
        Start {
            layout,
            table,
            home: table.at_home(),
            turned,
            thirds,
            empty: COLUMNS as u32 - taken.count_ones(),
        }
    }

    /// What holds in every case: cards that lie on a parent come before their
    /// siblings.
    fn given(&self) -> Case {
        let lying = self.table.open & !self.table.leads & !KINGS;
        Case {
            second: partners(lying) & !lying,
            later: 0,
            undecided: ALL & FIRSTS & !KINGS & !(lying | partners(lying)),
        }
    }

    /// Cards that could ever come home in a case.
    fn reach(&self, case: &Case) -> Cards {
        let mut home = self.home;
        let mut open = self.table.open;
        let mut leads = self.table.leads;
        let mut stock = self.turned;
        // Kings at the very bottom of their column, which need not leave it,
        // and columns whose last card left for another place.
        let mut settled = open & KINGS & !leads;
        let mut left = 0;
        let (mut played, mut turns) = (0, 0);
        loop {
            let before = (home, open, stock, leads);
            loop {
                let more = home | (open | stock) & (one_more(home) | ACES);
                if more == home {
                    break;
                }
                home = more;
            }
            let empty = self.empty + left + (settled & home).count_ones();
            let room = case.room(open, home, empty);
            let back = if self.layout.take_back() { home } else { 0 };
            open |= (stock | back) & room;
            let mut leaving = leads & (home | room);
            while leaving != 0 {
                let bit = leaving.trailing_zeros() as u8;
                leaving &= leaving - 1;
                leads ^= 1 << bit;
                let Some(under) = self.layout.under(bit) else {
                    left += 1;
                    continue;
                };
                let card = 1 << under;
                open |= card;
                match KINGS & card != 0 && self.layout.under(under).is_none() {
                    true => settled |= card,
                    false => leads |= card,
                }
                leaving |= card & leads & (home | room);
            }
            let more = stock & (home | room) & !played;
            if more != 0 && stock != self.table.stock {
                played |= more;
                each(more).for_each(|bit| turns |= 1 << self.layout.turn(bit));
                stock |= self.turned_after(turns);
            }
            if leads & !self.layout.bottoms() == 0 && stock == self.table.stock {
                // Nothing is face down or out of reach any more, so the lowest
                // card that is not home can always go there.
                return ALL;
            }
            // What else changes changes with one of these.
            if before == (home, open, stock, leads) {
                return home;
            }
        }
    }

    /// Cards of the stock that can be turned up once those of these turns may
    /// have left it.
    fn turned_after(&self, played: u32) -> Cards {
        let draw = u32::from(self.layout.draw());
        match draw {
            1 => return 0,
            3 => return self.layout.turned(self.thirds.after(played)),
            _ => {}
        }
        let (mut turns, mut last, mut gone) = (0, 0, 0);
        let mut left = self.table.left();
        for place in 1..=left.count_ones() {
            let turn = left & left.wrapping_neg();
            left ^= turn;
            if place % draw <= gone {
                turns |= turn;
            }
            if played & turn != 0 {
                turns |= last;
                gone += 1;
            }
            last = turn;
        }
        self.layout.turned(turns)
    }

    /// Whether nothing wins in a case, with so many levels of cases within it.
    fn is_refuted(&self, mut case: Case, levels: u32) -> bool {
        if self.reach(&case) != ALL {
            return true;
        }
        if levels == 0 {
            return false;
        }
        loop {
            let before = case;
            for first in each(case.undecided) {
                let within = |second: Cards| Case {
                    second: case.second | second << first,
                    undecided: case.undecided & !(1 << first),
                    ..case
                };
                let (one, other) = (within(1), within(2));
                let one_fails = self.is_refuted(one, levels - 1);
                let other_fails = self.is_refuted(other, levels - 1);
                match (one_fails, other_fails) {
                    (true, true) => return true,
                    (true, false) => case = other,
                    (false, true) => case = one,
                    (false, false) => {}
                }
            }
            if case.later == 0 {
                let within = |king: u8| Case {
                    later: KINGS & !(1 << king),
                    ..case
                };
                let mut able = each(KINGS).filter(|&k| !self.is_refuted(within(k), levels - 1));
                match (able.next(), able.next()) {
                    (None, _) => return true,
                    (Some(king), None) => case = within(king),
                    _ => {}
                }
            }
            // What was decided may decide more.
            if case == before {
                return false;
            }
        }
    }
}

impl Case {
    /// Cards that find room in columns, given those that lie open, those that
    /// come home and how many columns can be emptied.
    #[inline]
    fn room(&self, open: Cards, home: Cards, empty: u32) -> Cards {
        // Both cards of each pair that has one parent open, or two.
        let under = |parents: Cards| (3 * (parents & FIRSTS)) >> 4;
        let (one, both) = (under(open | open >> 1), under(open & open >> 1));
        let first = KINGS & !self.later;
        let kings = match empty {
            0 => 0,
            1 if self.later != 0 && first & home == 0 => first,
            _ => KINGS,
        };
        one & (!self.second | both | partners(home)) | kings
    }
}
