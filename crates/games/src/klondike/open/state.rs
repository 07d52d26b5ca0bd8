//! A table in the search, with its stock by places, and what the transposition
//! table notes of it.
//!
//! After a card of the stock is played, what comes up next depends on how many
//! cards lie in the waste, but only until the next one is played. So tables
//! that differ in nothing else share a slot, which notes the wastes met. Cards
//! come up either from any waste (*fresh*) or only in the pass under way
//! (*onward*). With three cards drawn, the wastes of one remainder modulo three
//! are in order: from a smaller one, everything comes up that does from a
//! larger one. A waste with nothing onward is covered by any other.

use crate::klondike::blocking::is_blocked;
use crate::klondike::stock_offset::Thirds;
use crate::klondike::table::{Cards, Layout, Step, Table};

/// Where the waste's length stands in a table's key.
const WASTE: u32 = 56;
/// The note that a table was met, but with no card onward.
const LATEST: u64 = 9;

/// A table with its stock by places.
#[derive(Clone, Copy)]
pub struct State {
    /// The table.
    pub table: Table,
    /// Kept up to date only where three cards are drawn at a time.
    thirds: Thirds,
}

impl State {
    /// The state of a table.
    pub fn new(table: &Table) -> State {
        State {
            table: *table,
            thirds: Thirds::new(table.left(), table.waste()),
        }
    }

    /// Does one of the table's steps.
    #[inline]
    pub fn apply(&mut self, layout: &Layout, step: Step) {
        self.table.apply(layout, step);
        if layout.draw() == 3
            && let Step::StockHome(bit) | Step::StockColumn(bit) = step
        {
            self.thirds.play(u32::from(layout.turn(bit)));
        }
    }

    /// Cards of the stock that can be turned up.
    #[inline]
    pub fn reach(&self, layout: &Layout) -> Cards {
        match layout.draw() {
            3 => layout.turned(self.thirds.fresh() | self.thirds.onward()),
            _ => self.table.reachable(layout),
        }
    }

    /// Whether it is known without a search that the table is lost.
    #[inline]
    pub fn is_blocked(&self, layout: &Layout) -> bool {
        is_blocked(layout, &self.table, &self.thirds, self.reach(layout))
    }

    /// Those of them that can be from this waste, but not from every other.
    #[inline]
    pub fn onward(&self, layout: &Layout) -> Cards {
        layout.turned(self.thirds.onward())
    }
}

/// Which of the steps that begin with a card of the stock were tried before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// None.
    Nothing,
    /// Those with a fresh card.
    Fresh,
    /// All of them.
    All,
}

/// How a state is found in the transposition table.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The key.
    pub key: u64,
    /// Where the notes for its waste stand.
    shift: u32,
    /// The lower this is, the more comes up, among those with the same shift.
    late: u64,
    /// Bits of the notes of one kind.
    width: u32,
}

impl Entry {
    /// Bits of keys and notes.
    pub fn bits(layout: &Layout) -> (u32, u32) {
        match layout.draw() {
            3 => (WASTE, 16),
            _ => (WASTE + 5, 2),
        }
    }

    /// Where a state is found.
    #[inline]
    pub fn of(state: &State, layout: &Layout) -> Entry {
        let (key, waste) = (state.table.key, state.table.waste());
        if layout.draw() != 3 {
            return Entry {
                key,
                shift: 0,
                late: 1,
                width: 1,
            };
        }
        let (shift, late) = match state.thirds.onward() {
            0 => (0, LATEST),
            _ => (waste % 3 / 2 * 4, u64::from(waste / 3) + 1),
        };
        Entry {
            key: key & ((1 << WASTE) - 1),
            shift,
            late,
            width: 8,
        }
    }

    /// The key of the state after a card was played from the stock, where three
    /// are drawn at a time.
    #[inline]
    pub fn key_after(state: &State, layout: &Layout, step: Step) -> u64 {
        let key = state.table.key_after(layout, step);
        key & ((1 << WASTE) - 1)
    }

    /// Notes that the table is settled; tells whether that is new.
    #[inline]
    pub fn settle(&self, notes: u64) -> (bool, u64) {
        let (known, notes) = self.note(notes, 0);
        (known != Known::All, notes)
    }

    /// Notes that all cards of the stock in reach are tried.
    #[inline]
    pub fn try_stock(&self, notes: u64) -> (Known, u64) {
        self.note(notes, self.width)
    }

    #[inline]
    fn note(&self, notes: u64, base: u32) -> (Known, u64) {
        let mask = (1 << self.width) - 1;
        let (mut wastes, shift) = (notes >> base & mask, self.shift);
        let known = match wastes {
            0 => Known::Nothing,
            _ if wastes >> shift & 15 <= self.late => return (Known::All, notes),
            _ => Known::Fresh,
        };
        if known == Known::Nothing {
            wastes = LATEST << 4 | LATEST;
        }
        wastes = (wastes & !(15 << shift) | self.late << shift) & mask;
        (known, notes & !(mask << base) | wastes << base)
    }
}
