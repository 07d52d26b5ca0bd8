//! FreeCell as an environment: what a learner sees and what it may do. The
//! table is kept in the form in which it is shown, so that a step changes a
//! few bytes and an observation is a copy.
//!
//! Rows of an observation are the columns, then the cells, then the highest
//! ranks at home by suit. A card is its index and one more; 0 is no card.
//! Ranks are counted from the one that foundations start with.
//!
//! Actions, column by column: the run that fits goes onto another column's
//! card; the last card goes to the first empty cell; home; the last 1, 2, …,
//! 13 cards go to the first empty column. Then cell by cell: its card goes to
//! a column (of the empty ones, the first); home. Empty columns are all the
//! same, and so are empty cells, so that no position is out of reach. Only
//! where a run goes round the corner of king and ace without being of one
//! suit, a shorter run may fit as well, and a run may have more than 13
//! cards; there the longest run goes, of at most 13 cards.

mod mask;
mod table;

use super::deals;
use super::rules::{Move, Place, Position};
use super::variant::{Build, Variant};
use crate::cards::{Card, KING};
use engine::env::{Encode, Spaces, too_large};
use engine::{Fault, LevelId};
use mask::Look;
use table::Table;

/// Longest run that goes to an empty column.
const LONGEST: usize = KING as usize;
/// Cards of a deck, the most that a column can hold.
const CARDS: usize = 52;
/// A power of two above every byte of a card, so that an index needs no check.
const BYTES: usize = 64;
/// The same above every number of cells and columns.
const BOUND: usize = 16;

/// The encoding of the variant that an id names.
pub fn encoding(id: &LevelId) -> Result<Columns, Fault> {
    Ok(Columns::new(Variant::parse(&deals::variant_of(id)?)?))
}

/// How tables of one variant become bytes. Sets of cards have a bit a byte.
pub struct Columns {
    variant: Variant,
    /// Cards that a column can hold: the width of an observation.
    height: usize,
    /// The cards that each card may lie on, and those that may lie on it, by
    /// its byte.
    fits_on: [u64; BYTES],
    takes: [u64; BYTES],
    /// The cards that an empty column takes.
    fits_empty: u64,
    /// The longest run that can move, by empty cells and other empty columns.
    longest: [[u8; BOUND]; BOUND],
}

/// The card of a byte.
fn card(byte: u8) -> Card {
    Card::from_index(byte - 1)
}

/// The byte of a card.
fn byte(card: Card) -> u8 {
    card.index() + 1
}

impl Columns {
    /// The encoding of a variant.
    pub fn new(variant: Variant) -> Columns {
        let dealt = CARDS - usize::from(variant.dealt);
        let dealt = dealt.div_ceil(usize::from(variant.columns));
        let round = variant.beak && variant.build != Build::Suit;
        let cards = || (0..CARDS as u8).map(Card::from_index);
        let set = |fits: &dyn Fn(Card) -> bool| {
            let fitting = cards().filter(|&card| fits(card));
            fitting.fold(0u64, |all, card| all | 1 << byte(card))
        };
        let (mut fits_on, mut takes) = ([0; BYTES], [0; BYTES]);
        for card in cards() {
            fits_on[usize::from(byte(card))] = set(&|on| variant.fits(card, on));
            takes[usize::from(byte(card))] = set(&|other| variant.fits(other, card));
        }
        let longest = |cells, empty| variant.longest_run(cells, empty).min(CARDS) as u8;
        Columns {
            variant,
            height: if round {
                CARDS
            } else {
                (dealt + LONGEST - 1).min(CARDS)
            },
            fits_on,
            takes,
            fits_empty: set(&|card| variant.fits_empty(card)),
            longest: std::array::from_fn(|cells| {
                std::array::from_fn(|empty| longest(cells, empty))
            }),
        }
    }

    fn columns(&self) -> usize {
        usize::from(self.variant.columns)
    }

    fn cells(&self) -> usize {
        usize::from(self.variant.cells)
    }

    /// Actions of a column: to columns, to a cell, home, to an empty column.
    fn column_actions(&self) -> usize {
        self.columns() + 2 + LONGEST
    }

    /// Actions of a cell: to columns, home.
    fn cell_actions(&self) -> usize {
        self.columns() + 1
    }

    /// Whether a card may lie on another.
    #[inline(always)]
    fn fits(&self, card: u8, on: u8) -> bool {
        self.fits_on[usize::from(card) % BYTES] >> on & 1 == 1
    }

    #[inline(always)]
    fn fits_empty(&self, card: u8) -> bool {
        self.fits_empty >> card & 1 == 1
    }

    /// The height that a column may grow to: a run has at most 13 cards.
    fn tallest(&self, column: &[Card]) -> usize {
        let mut pairs = column.windows(2).rev();
        let breaks = pairs.position(|two| !self.variant.fits(two[1], two[0]));
        let buried = breaks.map_or(0, |run| column.len() - run - 1);
        (buried + LONGEST).min(CARDS)
    }

    /// What a column's cards can do.
    fn column_act(&self, table: &Table, from: usize, to: usize) -> Option<Move> {
        let columns = self.columns();
        let top = table.top(from);
        if top == 0 {
            return None;
        }
        let go = |to, count: usize| Move {
            from: Place::Column(from as u8),
            to,
            count: count as u8,
        };
        let look = Look::new(self, table);
        if to == columns {
            return Some(go(Place::Cell(look.empty_cell? as u8), 1));
        }
        if to == columns + 1 {
            let home = Place::Home(card(top).suit());
            return table.goes_home(top).then_some(go(home, 1));
        }
        let run = table.run(from);
        if to < columns {
            let on = table.top(to);
            let fits = |&count: &usize| self.fits(table.lead(from, count), on);
            let counts = (1..=run.min(look.longest)).rev();
            let count = counts.filter(|_| to != from).find(fits)?;
            return Some(go(Place::Column(to as u8), count));
        }
        let count = to - columns - 1;
        let empty = Place::Column(look.empty_column? as u8);
        let fits =
            count <= run.min(look.longest_to_empty) && self.fits_empty(table.lead(from, count));
        fits.then_some(go(empty, count))
    }

    /// What a cell's card can do.
    fn cell_act(&self, table: &Table, from: usize, to: usize) -> Option<Move> {
        let held = table.cell(from);
        let go = |to| Move {
            from: Place::Cell(from as u8),
            to,
            count: 1,
        };
        if held == 0 {
            return None;
        }
        if to == self.columns() {
            let home = Place::Home(card(held).suit());
            return table.goes_home(held).then_some(go(home));
        }
        let fits = match table.top(to) {
            0 => {
                let first = Look::new(self, table).empty_column == Some(to);
                first && self.fits_empty(held)
            }
            on => self.fits(held, on),
        };
        fits.then_some(go(Place::Column(to as u8)))
    }
}

impl Encode for Columns {
    type State = Position;
    type Table = Table;

    fn spaces(&self) -> Spaces {
        Spaces {
            shape: vec![self.columns() + 2, self.height],
            highest: CARDS as u8,
            actions: self.columns() * self.column_actions() + self.cells() * self.cell_actions(),
        }
    }

    fn table(&self, state: &Position) -> Result<Table, Fault> {
        if state.variant != self.variant {
            let expected = self.variant.name();
            return Err(Fault::new("variant", state.variant.name(), expected));
        }
        let mut table = Table::bare(self, state);
        for (index, column) in state.columns.iter().enumerate() {
            let tallest = self.tallest(column);
            if tallest > self.height {
                return Err(too_large("cards of a column", tallest, self.height));
            }
            for &card in column {
                table.push(self, index, byte(card));
            }
        }
        for (held, cell) in state.cells.iter().zip(0..) {
            if let Some(card) = held {
                table.put(self, Place::Cell(cell), byte(*card));
            }
        }
        Ok(table)
    }

    fn state(&self, table: &Table) -> Position {
        let mut state = Position::bare(self.variant);
        state.first_rank = table.first_rank();
        state.home = table.home();
        for (index, column) in state.columns.iter_mut().enumerate() {
            let heights = 0..table.length(index);
            column.extend(heights.map(|height| card(table.at(index, height))));
        }
        for (index, cell) in state.cells.iter_mut().enumerate() {
            let held = table.cell(index);
            *cell = (held > 0).then(|| card(held));
        }
        state
    }

    fn observe(&self, table: &Table, out: &mut [u8]) {
        table.show(out);
    }

    fn mask(&self, table: &Table, out: &mut [i8]) -> bool {
        mask::mark(self, table, out);
        out.contains(&1)
    }

    fn act(&self, table: &Table, action: usize) -> Option<Move> {
        let each = self.column_actions();
        match action.checked_sub(self.columns() * each) {
            None => self.column_act(table, action / each, action % each),
            Some(rest) => {
                let each = self.cell_actions();
                self.cell_act(table, rest / each, rest % each)
            }
        }
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        if let (Place::Column(from), Place::Column(to), 2..) = (mv.from, mv.to, mv.count) {
            for left in (1..=usize::from(mv.count)).rev() {
                let byte = table.lead(usize::from(from), left);
                table.push(self, usize::from(to), byte);
            }
            for _ in 0..mv.count {
                table.take(self, mv.from);
            }
            // What was taken last is at the other column now.
            return table.settle(usize::from(to));
        }
        let byte = table.take(self, mv.from);
        table.put(self, mv.to, byte);
    }

    fn is_won(&self, table: &Table) -> bool {
        table.home() == [KING; 4]
    }

    fn progress(&self, table: &Table) -> f64 {
        f64::from(table.home().iter().sum::<u8>()) / CARDS as f64
    }
}
