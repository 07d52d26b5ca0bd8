//! Which actions are legal, all at once: what fits is looked up in sets of
//! cards, and no move is tried.

use super::{BOUND, BYTES, Columns, LONGEST, Table};
use crate::freecell::variant::MOST_COLUMNS;

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
        let (mut cells, mut columns) = (0u32, 0u32);
        for cell in 0..encode.cells() {
            cells |= u32::from(table.cell(cell) == 0) << cell;
        }
        for column in 0..encode.columns() {
            columns |= u32::from(table.lengths[column] == 0) << column;
        }
        let first = |set: u32| (set != 0).then_some(set.trailing_zeros() as usize);
        let longest = &encode.longest[cells.count_ones() as usize % BOUND];
        let empty = columns.count_ones() as usize;
        Look {
            empty_cell: first(cells),
            empty_column: first(columns),
            longest: usize::from(longest[empty % BOUND]),
            longest_to_empty: usize::from(longest[empty.saturating_sub(1) % BOUND]).min(LONGEST),
        }
    }
}

/// What exposed cards take.
pub(super) struct Tops {
    /// The cards that each column's exposed card takes; none where it is empty.
    takes: [u64; MOST_COLUMNS],
    /// Those that any of them takes.
    all: u64,
}

impl Tops {
    #[inline(always)]
    pub(super) fn new(encode: &Columns, table: &Table) -> Tops {
        let mut tops = Tops {
            takes: [0; MOST_COLUMNS],
            all: 0,
        };
        for column in 0..encode.columns() {
            let takes = encode.takes[usize::from(table.top(column)) % BYTES];
            tops.takes[column] = takes;
            tops.all |= takes;
        }
        tops
    }

    /// Marks the columns that take one of these cards.
    #[inline(always)]
    fn mark(&self, cards: u64, out: &mut [i8]) {
        for (slot, takes) in out.iter_mut().zip(&self.takes) {
            *slot = i8::from(takes & cards != 0);
        }
    }
}

impl Columns {
    /// Marks what a column's cards can do; says whether they can do anything.
    #[inline(always)]
    pub(super) fn mark_column(
        &self,
        table: &Table,
        look: &Look,
        tops: &Tops,
        from: usize,
        out: &mut [i8],
    ) -> bool {
        let columns = self.columns();
        let length = usize::from(table.lengths[from]);
        if length == 0 {
            return false;
        }
        let top = table.top(from);
        let (to_cell, home) = (look.empty_cell.is_some(), table.goes_home(top));
        out[columns] = i8::from(to_cell);
        out[columns + 1] = i8::from(home);
        let mut any = to_cell | home;
        let to_empty = match look.empty_column {
            Some(_) => look.longest_to_empty,
            None => 0,
        };
        // The cards that may lead a run onto another card.
        let mut leads = 0u64;
        let mut lead = top;
        for count in 1..=look.longest.max(to_empty).min(length) {
            leads |= u64::from(count <= look.longest) << lead;
            if count <= to_empty {
                out[columns + 1 + count] = i8::from(self.fits_empty(lead));
                any |= self.fits_empty(lead);
            }
            if count == length {
                break;
            }
            let below = table.lead(from, count + 1);
            if !self.fits(lead, below) {
                break;
            }
            lead = below;
        }
        if leads & tops.all != 0 {
            tops.mark(leads, &mut out[..columns]);
            // Round the corner, a card may fit onto the end of its own run.
            out[from] = 0;
            any |= out[..columns].contains(&1);
        }
        any
    }

    /// The same for the card of a cell.
    #[inline(always)]
    pub(super) fn mark_cell(
        &self,
        table: &Table,
        look: &Look,
        tops: &Tops,
        from: usize,
        out: &mut [i8],
    ) -> bool {
        let columns = self.columns();
        let held = table.cell(from);
        if held == 0 {
            return false;
        }
        let home = table.goes_home(held);
        out[columns] = i8::from(home);
        let mut any = home;
        if tops.all >> held & 1 == 1 {
            tops.mark(1 << held, &mut out[..columns]);
            any = true;
        }
        if let Some(empty) = look.empty_column {
            out[empty] = i8::from(self.fits_empty(held));
            any |= self.fits_empty(held);
        }
        any
    }
}
