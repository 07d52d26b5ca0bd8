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

use super::deals;
use super::rules::{Move, Place, Position};
use super::variant::{Build, MOST_CELLS, MOST_COLUMNS, Variant};
use crate::cards::{Card, KING};
use engine::env::{Encode, Spaces, too_large};
use engine::{Fault, LevelId};
use mask::{Look, Tops};

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
    /// The cards that each card may lie on, by its byte.
    fits_on: [u64; BYTES],
    /// The cards that an empty column takes.
    fits_empty: u64,
    /// The longest run that can move, by empty cells and other empty columns.
    longest: [[u8; BOUND]; BOUND],
}

/// A position: cards as they are observed.
#[derive(Clone)]
pub struct Table {
    columns: [[u8; CARDS]; MOST_COLUMNS],
    lengths: [u8; MOST_COLUMNS],
    cells: [u8; MOST_CELLS],
    home: [u8; 4],
    first_rank: u8,
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
        let mut fits_on = [0; BYTES];
        for card in cards() {
            fits_on[usize::from(byte(card))] = set(&|on| variant.fits(card, on));
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

    /// The cards that a card may lie on.
    #[inline(always)]
    fn under(&self, card: u8) -> u64 {
        self.fits_on[usize::from(card) % BYTES]
    }

    #[inline(always)]
    fn fits(&self, card: u8, on: u8) -> bool {
        self.under(card) >> on & 1 == 1
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
        let look = Look::new(self, table);
        let columns = self.columns();
        let place = Place::Column(from as u8);
        let top = table.top(from)?;
        let one = |to| Move {
            from: place,
            to,
            count: 1,
        };
        if to == columns {
            let cell = look.empty_cell?;
            return Some(one(Place::Cell(cell as u8)));
        }
        if to == columns + 1 {
            let home = Place::Home(card(top).suit());
            return table.goes_home(top).then(|| one(home));
        }
        if to < columns {
            let on = table.top(to).filter(|_| to != from)?;
            let run = look.run(self, table, from).min(look.longest);
            let count = (1..=run).rev().find(|&count| {
                let lead = table.from_top(from, count);
                self.fits(lead, on)
            })?;
            return Some(Move {
                count: count as u8,
                ..one(Place::Column(to as u8))
            });
        }
        let count = to - columns - 1;
        let empty = look.empty_column?;
        let most = look.run(self, table, from).min(look.longest_to_empty);
        let goes = count <= most && self.fits_empty(table.from_top(from, count));
        goes.then(|| Move {
            count: count as u8,
            ..one(Place::Column(empty as u8))
        })
    }

    /// What a cell's card can do.
    fn cell_act(&self, table: &Table, from: usize, to: usize) -> Option<Move> {
        let held = table.cells[from];
        if held == 0 {
            return None;
        }
        let to = if to == self.columns() {
            let home = Place::Home(card(held).suit());
            table.goes_home(held).then_some(home)?
        } else {
            let fits = match table.top(to) {
                Some(on) => self.fits(held, on),
                None => {
                    let first = Look::new(self, table).empty_column == Some(to);
                    first && self.fits_empty(held)
                }
            };
            fits.then_some(Place::Column(to as u8))?
        };
        Some(Move {
            from: Place::Cell(from as u8),
            to,
            count: 1,
        })
    }
}

impl Table {
    /// The exposed card of a column.
    #[inline(always)]
    fn top(&self, column: usize) -> Option<u8> {
        let length = usize::from(self.lengths[column]);
        length.checked_sub(1).map(|at| self.columns[column][at])
    }

    /// The card that leads the last `count` of a column.
    #[inline(always)]
    fn from_top(&self, column: usize, count: usize) -> u8 {
        self.columns[column][usize::from(self.lengths[column]) - count]
    }

    /// Whether a card is the next of its suit.
    #[inline(always)]
    fn goes_home(&self, byte: u8) -> bool {
        let index = byte - 1;
        self.home[usize::from(index % 4)] == index / 4
    }

    fn push(&mut self, column: usize, byte: u8) {
        self.columns[column][usize::from(self.lengths[column])] = byte;
        self.lengths[column] += 1;
    }

    /// Takes the last card of a place.
    fn pop(&mut self, place: Place) -> u8 {
        match place {
            Place::Column(column) => {
                let column = usize::from(column);
                self.lengths[column] -= 1;
                std::mem::take(&mut self.columns[column][usize::from(self.lengths[column])])
            }
            Place::Cell(cell) => std::mem::take(&mut self.cells[usize::from(cell)]),
            Place::Home(_) => 0,
        }
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
        let mut table = Table {
            columns: [[0; CARDS]; MOST_COLUMNS],
            lengths: [0; MOST_COLUMNS],
            cells: [0; MOST_CELLS],
            home: state.home,
            first_rank: state.first_rank,
        };
        for (index, column) in state.columns.iter().enumerate() {
            let tallest = self.tallest(column);
            if tallest > self.height {
                return Err(too_large("cards of a column", tallest, self.height));
            }
            column
                .iter()
                .for_each(|card| table.push(index, byte(*card)));
        }
        for (cell, held) in table.cells.iter_mut().zip(&state.cells) {
            *cell = held.map_or(0, byte);
        }
        Ok(table)
    }

    fn state(&self, table: &Table) -> Position {
        let mut state = Position::bare(self.variant);
        state.first_rank = table.first_rank;
        state.home = table.home;
        for (index, column) in state.columns.iter_mut().enumerate() {
            let bytes = &table.columns[index][..usize::from(table.lengths[index])];
            column.extend(bytes.iter().map(|&byte| card(byte)));
        }
        for (cell, &byte) in state.cells.iter_mut().zip(&table.cells) {
            *cell = (byte > 0).then(|| card(byte));
        }
        state
    }

    fn observe(&self, table: &Table, out: &mut [u8]) {
        let columns = self.columns();
        for (row, column) in out
            .chunks_exact_mut(self.height)
            .zip(&table.columns[..columns])
        {
            row.copy_from_slice(&column[..self.height]);
        }
        let (cells, home) = (columns * self.height, (columns + 1) * self.height);
        out[cells..][..self.cells()].copy_from_slice(&table.cells[..self.cells()]);
        out[home..][..4].copy_from_slice(&table.home);
    }

    fn mask(&self, table: &Table, out: &mut [i8]) -> bool {
        let (look, tops) = (Look::new(self, table), Tops::new(self, table));
        let mut any = false;
        let (columns, cells) = out.split_at_mut(self.columns() * self.column_actions());
        for (from, out) in columns.chunks_exact_mut(self.column_actions()).enumerate() {
            any |= self.mark_column(table, &look, &tops, from, out);
        }
        for (from, out) in cells.chunks_exact_mut(self.cell_actions()).enumerate() {
            any |= self.mark_cell(table, &look, &tops, from, out);
        }
        any
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
            let (from, to, count) = (usize::from(from), usize::from(to), usize::from(mv.count));
            for left in (1..=count).rev() {
                let byte = table.from_top(from, left);
                table.push(to, byte);
            }
            for _ in 0..count {
                table.pop(mv.from);
            }
            return;
        }
        let byte = table.pop(mv.from);
        match mv.to {
            Place::Column(column) => table.push(usize::from(column), byte),
            Place::Cell(cell) => table.cells[usize::from(cell)] = byte,
            Place::Home(suit) => table.home[usize::from(suit)] += 1,
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.home == [KING; 4]
    }

    fn progress(&self, table: &Table) -> f64 {
        f64::from(table.home.iter().sum::<u8>()) / CARDS as f64
    }
}
