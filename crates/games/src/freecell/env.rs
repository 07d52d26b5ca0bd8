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

use super::deals;
use super::rules::{Move, Place, Position};
use super::variant::{Build, MOST_CELLS, MOST_COLUMNS, Variant};
use crate::cards::{Card, KING};
use engine::env::{Encode, Spaces, too_large};
use engine::{Fault, LevelId};

/// Longest run that goes to an empty column.
const LONGEST: usize = KING as usize;
/// Cards of a deck, the most that a column can hold.
const CARDS: usize = 52;

/// The encoding of the variant that an id names.
pub fn encoding(id: &LevelId) -> Result<Columns, Fault> {
    Ok(Columns::new(Variant::parse(&deals::variant_of(id)?)?))
}

/// How tables of one variant become bytes.
pub struct Columns {
    variant: Variant,
    /// Cards that a column can hold: the width of an observation.
    height: usize,
    /// The cards that each card may lie on, a bit each.
    fits_on: [u64; CARDS],
    /// The cards that an empty column takes.
    fits_empty: u64,
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

impl Columns {
    /// The encoding of a variant.
    pub fn new(variant: Variant) -> Columns {
        let dealt = CARDS - usize::from(variant.dealt);
        let dealt = dealt.div_ceil(usize::from(variant.columns));
        let round = variant.beak && variant.build != Build::Suit;
        let cards = || (0..CARDS as u8).map(Card::from_index);
        let set = |fits: &dyn Fn(Card) -> bool| {
            let fitting = cards().filter(|&card| fits(card));
            fitting.fold(0u64, |all, card| all | 1 << card.index())
        };
        let mut fits_on = [0; CARDS];
        for card in cards() {
            fits_on[usize::from(card.index())] = set(&|on| variant.fits(card, on));
        }
        Columns {
            variant,
            height: if round {
                CARDS
            } else {
                (dealt + LONGEST - 1).min(CARDS)
            },
            fits_on,
            fits_empty: set(&|card| variant.fits_empty(card)),
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

    /// Whether a card may lie on another; both are bytes of a table.
    #[inline(always)]
    fn fits(&self, card: u8, on: u8) -> bool {
        self.fits_on[usize::from(card - 1)] >> (on - 1) & 1 == 1
    }

    #[inline(always)]
    fn fits_empty(&self, card: u8) -> bool {
        self.fits_empty >> (card - 1) & 1 == 1
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
        let byte = table.cells[from];
        if byte == 0 {
            return None;
        }
        let to = if to == self.columns() {
            let home = Place::Home(card(byte).suit());
            table.goes_home(byte).then_some(home)?
        } else {
            let fits = match table.top(to) {
                Some(on) => self.fits(byte, on),
                None => {
                    let first = Look::new(self, table).empty_column == Some(to);
                    first && self.fits_empty(byte)
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

/// What all actions of a position depend on.
struct Look {
    empty_cell: Option<usize>,
    empty_column: Option<usize>,
    /// The longest run that goes onto a card, and into an empty column.
    longest: usize,
    longest_to_empty: usize,
}

impl Look {
    #[inline]
    fn new(encode: &Columns, table: &Table) -> Look {
        let cells = &table.cells[..encode.cells()];
        let free = cells.iter().filter(|&&byte| byte == 0).count();
        let lengths = &table.lengths[..encode.columns()];
        let empty = lengths.iter().filter(|&&length| length == 0).count();
        let longest = |empty| encode.variant.longest_run(free, empty);
        Look {
            empty_cell: cells.iter().position(|&byte| byte == 0),
            empty_column: lengths.iter().position(|&length| length == 0),
            longest: longest(empty),
            longest_to_empty: longest(empty.saturating_sub(1)).min(LONGEST),
        }
    }

    /// How many cards at the end of a column are in sequence; it has one at
    /// least.
    #[inline]
    fn run(&self, encode: &Columns, table: &Table, column: usize) -> usize {
        let cards = &table.columns[column][..usize::from(table.lengths[column])];
        let mut pairs = cards.windows(2).rev();
        let breaks = pairs.position(|two| !encode.fits(two[1], two[0]));
        breaks.map_or(cards.len(), |length| length + 1)
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
                .for_each(|card| table.push(index, card.index() + 1));
        }
        for (cell, held) in table.cells.iter_mut().zip(&state.cells) {
            *cell = held.map_or(0, |card| card.index() + 1);
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
        let columns = self.columns();
        let look = Look::new(self, table);
        let mut tops = [0u64; MOST_COLUMNS];
        for (column, top) in tops[..columns].iter_mut().enumerate() {
            *top = table.top(column).map_or(0, |top| 1 << (top - 1));
        }
        let exposed = tops.iter().fold(0, |all, top| all | top);
        let mut any = false;
        let (from_columns, from_cells) = out.split_at_mut(columns * self.column_actions());
        for (from, out) in from_columns
            .chunks_exact_mut(self.column_actions())
            .enumerate()
        {
            let Some(top) = table.top(from) else { continue };
            any |= look.empty_cell.is_some() | table.goes_home(top);
            out[columns] = i8::from(look.empty_cell.is_some());
            out[columns + 1] = i8::from(table.goes_home(top));
            let run = look.run(self, table, from);
            for count in 1..=run.min(look.longest) {
                let lead = table.from_top(from, count);
                let onto = self.fits_on[usize::from(lead - 1)] & exposed & !tops[from];
                if onto != 0 {
                    any = true;
                    for (slot, top) in out.iter_mut().zip(&tops[..columns]) {
                        *slot |= i8::from(onto & top != 0);
                    }
                }
            }
            if look.empty_column.is_some() {
                for count in 1..=run.min(look.longest_to_empty) {
                    let goes = self.fits_empty(table.from_top(from, count));
                    out[columns + 1 + count] = i8::from(goes);
                    any |= goes;
                }
            }
        }
        for (&byte, out) in table
            .cells
            .iter()
            .zip(from_cells.chunks_exact_mut(self.cell_actions()))
        {
            if byte == 0 {
                continue;
            }
            let onto = self.fits_on[usize::from(byte - 1)];
            for (slot, top) in out.iter_mut().zip(&tops[..columns]) {
                *slot = i8::from(onto & top != 0);
            }
            if let Some(empty) = look.empty_column {
                out[empty] = i8::from(self.fits_empty(byte));
                any |= self.fits_empty(byte);
            }
            out[columns] = i8::from(table.goes_home(byte));
            any |= onto & exposed != 0 || table.goes_home(byte);
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
