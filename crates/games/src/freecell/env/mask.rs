//! Which actions are legal, all at once: what fits is looked up in sets of
//! cards, and no move is tried.

use super::{BOUND, BYTES, Columns, LONGEST, Table};

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
            cells |= u32::from(table.cells[cell] == 0) << cell;
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

    /// How many cards at the end of a column are in sequence; it has one at
    /// least.
    pub(super) fn run(&self, encode: &Columns, table: &Table, column: usize) -> usize {
        let cards = &table.columns[column][..usize::from(table.lengths[column])];
        let mut pairs = cards.windows(2).rev();
        let breaks = pairs.position(|two| !encode.fits(two[1], two[0]));
        breaks.map_or(cards.len(), |length| length + 1)
    }
}

/// Exposed cards as a set, and the column of each.
pub(super) struct Tops {
    exposed: u64,
    column: [u8; BYTES],
}

impl Tops {
    #[inline(always)]
    pub(super) fn new(encode: &Columns, table: &Table) -> Tops {
        let mut tops = Tops {
            exposed: 0,
            column: [0; BYTES],
        };
        for column in 0..encode.columns() {
            if let Some(top) = table.top(column) {
                tops.exposed |= 1 << top;
                tops.column[usize::from(top) % BYTES] = column as u8;
            }
        }
        tops
    }

    /// Marks the columns of these exposed cards.
    #[inline(always)]
    fn mark(&self, mut cards: u64, out: &mut [i8]) {
        while cards != 0 {
            let card = cards.trailing_zeros() as usize;
            out[usize::from(self.column[card % BYTES])] = 1;
            cards &= cards - 1;
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
        let Some(top) = table.top(from) else {
            return false;
        };
        let others = tops.exposed & !(1 << top);
        let (to_cell, home) = (look.empty_cell.is_some(), table.goes_home(top));
        out[columns] = i8::from(to_cell);
        out[columns + 1] = i8::from(home);
        let mut any = to_cell | home;
        let to_empty = match look.empty_column {
            Some(_) => look.longest_to_empty,
            None => 0,
        };
        let most = look.longest.max(to_empty).min(length);
        let mut lead = top;
        for count in 1..=most {
            let onto = self.under(lead) & others;
            if onto != 0 && count <= look.longest {
                tops.mark(onto, out);
                any = true;
            }
            if count <= to_empty {
                out[columns + 1 + count] = i8::from(self.fits_empty(lead));
                any |= self.fits_empty(lead);
            }
            if count == length {
                break;
            }
            let below = table.columns[from][length - 1 - count];
            if !self.fits(lead, below) {
                break;
            }
            lead = below;
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
        let card = table.cells[from];
        if card == 0 {
            return false;
        }
        let onto = self.under(card) & tops.exposed;
        tops.mark(onto, out);
        let home = table.goes_home(card);
        out[self.columns()] = i8::from(home);
        let mut any = home | (onto != 0);
        if let Some(empty) = look.empty_column {
            out[empty] = i8::from(self.fits_empty(card));
            any |= self.fits_empty(card);
        }
        any
    }
}
