//! A position in the form in which it is observed, with sets of cards that
//! moves keep up to date. Sets have a bit a byte, a byte a card.

use super::{BYTES, CARDS, Columns};
use crate::freecell::rules::{Place, Position};
use crate::freecell::variant::MOST_COLUMNS;

/// The place of a card in the first cell; before it are the columns.
pub(super) const FIRST_CELL: u8 = 16;
/// A power of two that is not below the number of columns.
const ROOM: usize = 16;

/// A position.
#[derive(Clone)]
pub struct Table {
    /// What is observed: columns, cells and foundations, a row each.
    seen: [u8; (MOST_COLUMNS + 2) * CARDS],
    /// How many cards each column has, its last card or 0, and the cards at
    /// its end that are in sequence.
    lengths: [u8; ROOM],
    tops: [u8; ROOM],
    runs: [u64; ROOM],
    /// The last cards of all columns, and the cards in cells.
    exposed: u64,
    in_cells: u64,
    /// The column of each card, or [`FIRST_CELL`] and its cell.
    places: [u8; BYTES],
    /// Where the rows of cells and of foundations begin.
    cells: u16,
    home: u16,
    height: u8,
    first_rank: u8,
}

impl Table {
    /// The foundations of a position, and no other card.
    pub(super) fn bare(encode: &Columns, state: &Position) -> Table {
        let row = |row: usize| row * encode.height;
        let mut table = Table {
            seen: [0; (MOST_COLUMNS + 2) * CARDS],
            lengths: [0; ROOM],
            tops: [0; ROOM],
            runs: [0; ROOM],
            exposed: 0,
            in_cells: 0,
            places: [0; BYTES],
            cells: row(encode.columns()) as u16,
            home: row(encode.columns() + 1) as u16,
            height: encode.height as u8,
            first_rank: state.first_rank,
        };
        table.seen[usize::from(table.home)..][..4].copy_from_slice(&state.home);
        table
    }

    /// Writes an observation.
    #[inline]
    pub(super) fn show(&self, out: &mut [u8]) {
        out.copy_from_slice(&self.seen[..out.len()]);
    }

    pub(super) fn first_rank(&self) -> u8 {
        self.first_rank
    }

    #[inline(always)]
    pub(super) fn length(&self, column: usize) -> usize {
        usize::from(self.lengths[column % ROOM])
    }

    /// The exposed card of a column, or 0.
    #[inline(always)]
    pub(super) fn top(&self, column: usize) -> u8 {
        self.tops[column % ROOM]
    }

    /// The cards at the end of a column that are in sequence.
    #[inline(always)]
    pub(super) fn run_cards(&self, column: usize) -> u64 {
        self.runs[column % ROOM]
    }

    /// How many they are.
    pub(super) fn run(&self, column: usize) -> usize {
        self.run_cards(column).count_ones() as usize
    }

    #[inline(always)]
    pub(super) fn exposed(&self) -> u64 {
        self.exposed
    }

    #[inline(always)]
    pub(super) fn in_cells(&self) -> u64 {
        self.in_cells
    }

    /// The column of a card, or [`FIRST_CELL`] and its cell.
    #[inline(always)]
    pub(super) fn place(&self, card: usize) -> u8 {
        self.places[card % BYTES]
    }

    /// The card of a column at this height.
    #[inline(always)]
    pub(super) fn at(&self, column: usize, height: usize) -> u8 {
        self.seen[column * usize::from(self.height) + height]
    }

    /// The card that leads the last `count` of a column.
    #[inline(always)]
    pub(super) fn lead(&self, column: usize, count: usize) -> u8 {
        self.at(column, self.length(column) - count)
    }

    #[inline(always)]
    pub(super) fn cell(&self, cell: usize) -> u8 {
        self.seen[usize::from(self.cells) + cell]
    }

    /// The highest ranks at home.
    #[inline(always)]
    pub(super) fn home(&self) -> [u8; 4] {
        let first = usize::from(self.home);
        std::array::from_fn(|suit| self.seen[first + suit])
    }

    /// The next card of each suit; beyond all cards where it is complete.
    #[inline(always)]
    pub(super) fn next_homes(&self) -> u64 {
        let home = self.home();
        (0..4).fold(0, |all, suit| all | 2 << (4 * home[suit] + suit as u8))
    }

    /// Whether a card is the next of its suit.
    pub(super) fn goes_home(&self, card: u8) -> bool {
        self.next_homes() >> card & 1 == 1
    }

    /// Puts a card on a column.
    #[inline]
    pub(super) fn push(&mut self, encode: &Columns, column: usize, card: u8) {
        let column = column % ROOM;
        let under = self.tops[column];
        let bit = 1 << card;
        self.runs[column] = match encode.fits(card, under) {
            true => self.runs[column] | bit,
            false => bit,
        };
        self.exposed = self.exposed & !(1 << under) | bit;
        self.tops[column] = card;
        self.places[usize::from(card) % BYTES] = column as u8;
        self.seen[column * usize::from(self.height) + usize::from(self.lengths[column])] = card;
        self.lengths[column] += 1;
    }

    /// Takes the last card of a column.
    #[inline]
    fn pop(&mut self, encode: &Columns, column: usize) -> u8 {
        let column = column % ROOM;
        let card = self.tops[column];
        let length = usize::from(self.lengths[column]) - 1;
        self.lengths[column] = length as u8;
        self.seen[column * usize::from(self.height) + length] = 0;
        let top = match length {
            0 => 0,
            length => self.at(column, length - 1),
        };
        self.tops[column] = top;
        // A card of a run that went to another column is exposed there.
        self.exposed = self.exposed & !(1 << card) | 1 << top;
        self.exposed &= !1;
        self.runs[column] &= !(1 << card);
        if self.runs[column] == 0 && length > 0 {
            self.runs[column] = self.find_run(encode, column);
        }
        card
    }

    /// The run at the end of a column that has cards.
    fn find_run(&self, encode: &Columns, column: usize) -> u64 {
        let mut card = self.tops[column];
        let mut run = 1 << card;
        for count in 2..=self.length(column) {
            let below = self.lead(column, count);
            if !encode.fits(card, below) {
                break;
            }
            card = below;
            run |= 1 << card;
        }
        run
    }

    /// Takes the last card of a column, or that of a cell.
    #[inline]
    pub(super) fn take(&mut self, encode: &Columns, place: Place) -> u8 {
        match place {
            Place::Column(column) => self.pop(encode, usize::from(column)),
            Place::Cell(cell) => {
                let at = usize::from(self.cells) + usize::from(cell);
                let card = std::mem::take(&mut self.seen[at]);
                self.in_cells &= !(1 << card);
                card
            }
            Place::Home(_) => 0,
        }
    }

    /// Puts a card down on a place that takes it.
    #[inline]
    pub(super) fn put(&mut self, encode: &Columns, place: Place, card: u8) {
        match place {
            Place::Column(column) => self.push(encode, usize::from(column), card),
            Place::Cell(cell) => {
                self.seen[usize::from(self.cells) + usize::from(cell)] = card;
                self.places[usize::from(card) % BYTES] = FIRST_CELL + cell;
                self.in_cells |= 1 << card;
            }
            Place::Home(suit) => self.seen[usize::from(self.home) + usize::from(suit)] += 1,
        }
    }

    /// Exposes the last card of a column, after a run went there.
    pub(super) fn settle(&mut self, column: usize) {
        self.exposed |= 1 << self.top(column);
    }
}
