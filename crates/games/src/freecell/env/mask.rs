//! Which actions are legal, all at once: what fits is found in sets of cards,
//! and no move is tried.

use super::table::{FIRST_CELL, Table};
use super::{BOUND, BYTES, Columns, LONGEST};

/// What all actions of a position depend on.
pub(super) struct Look {
    pub(super) empty_cell: Option<usize>,
    pub(super) empty_column: Option<usize>,
    /// The longest run that goes onto a card, and into an empty column.
    pub(super) longest: usize,
    pub(super) longest_to_empty: usize,
}

impl Look {
    #[inline(always)]
    pub(super) fn new(encode: &Columns, table: &Table) -> Look {
        let free = encode.cells() - table.in_cells().count_ones() as usize;
        let empty = encode.columns() - table.exposed().count_ones() as usize;
        let cell = || (0..encode.cells()).find(|&cell| table.cell(cell) == 0);
        let column = || (0..encode.columns()).find(|&column| table.length(column) == 0);
        let longest = &encode.longest[free % BOUND];
        Look {
            empty_cell: (free > 0).then(cell).flatten(),
            empty_column: (empty > 0).then(column).flatten(),
            longest: usize::from(longest[empty % BOUND]),
            longest_to_empty: usize::from(longest[empty.saturating_sub(1) % BOUND]).min(LONGEST),
        }
    }
}

/// Calls for each card of a set.
#[inline(always)]
fn each(mut cards: u64, mut call: impl FnMut(usize)) {
    while cards != 0 {
        call(cards.trailing_zeros() as usize);
        cards &= cards - 1;
    }
}

impl Columns {
    /// The first action of the column or cell where a card lies, and how many
    /// actions after it the card goes home.
    #[inline(always)]
    fn row(&self, place: u8) -> (usize, usize) {
        let columns = self.columns();
        match place.checked_sub(FIRST_CELL) {
            None => (usize::from(place) * self.column_actions(), columns + 1),
            Some(cell) => {
                let first = columns * self.column_actions();
                (first + usize::from(cell) * self.cell_actions(), columns)
            }
        }
    }

    /// The cards of a column that may lead a run of at most `longest` cards.
    #[inline(always)]
    fn leads(&self, table: &Table, column: usize, longest: usize) -> u64 {
        let run = table.run_cards(column);
        if self.variant.beak {
            let most = longest.min(table.run(column));
            return (1..=most).fold(0, |all, count| all | 1 << table.lead(column, count));
        }
        // Each card of a run is one rank above the next; bytes rise with ranks.
        let rank = usize::from(table.top(column).wrapping_sub(1) / 4);
        let end = (4 * (rank + longest) + 1).min(BYTES - 1);
        run & ((1 << end) - 1)
    }
}

/// Marks all that is legal.
pub(super) fn mark(encode: &Columns, table: &Table, out: &mut [i8]) {
    let look = Look::new(encode, table);
    let columns = encode.columns();
    let (mut leads, mut taken) = (0, 0);
    for column in 0..columns {
        leads |= encode.leads(table, column, look.longest);
        taken |= encode.takes[usize::from(table.top(column)) % BYTES];
        if look.empty_cell.is_some() && table.length(column) > 0 {
            out[column * encode.column_actions() + columns] = 1;
        }
    }
    each((leads | table.in_cells()) & taken, |card| {
        let place = table.place(card);
        let (row, _) = encode.row(place);
        each(encode.fits_on[card % BYTES] & table.exposed(), |on| {
            // Round the corner, a card may fit onto the end of its own run.
            if table.place(on) != place {
                out[row + usize::from(table.place(on))] = 1;
            }
        });
    });
    each(
        table.next_homes() & (table.exposed() | table.in_cells()),
        |card| {
            let (row, home) = encode.row(table.place(card));
            out[row + home] = 1;
        },
    );
    if let Some(empty) = look.empty_column {
        mark_empty(encode, table, &look, empty, out);
    }
}

/// Marks what can go to the first empty column.
fn mark_empty(encode: &Columns, table: &Table, look: &Look, empty: usize, out: &mut [i8]) {
    for column in 0..encode.columns() {
        let (row, home) = encode.row(column as u8);
        for count in 1..=look.longest_to_empty.min(table.run(column)) {
            let fits = encode.fits_empty(table.lead(column, count));
            out[row + home + count] = i8::from(fits);
        }
    }
    each(table.in_cells() & encode.fits_empty, |card| {
        let (row, _) = encode.row(table.place(card));
        out[row + empty] = 1;
    });
}
