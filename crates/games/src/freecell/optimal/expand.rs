//! What one move leads to from a position, each with its bound.

use super::super::board::{CELL, HOME, PackedMove, ROOT};
use super::super::layout::Layout;
use super::super::metrics::free_run_moves;
use super::super::variant::Runs;
use super::cores::Cores;
use super::relaxation::Relaxation;
use super::table::{Key, Table, code_of, is_solved};

/// A position that one move and the safe moves home after it lead to.
pub struct Child {
    /// The position.
    pub key: Key,
    /// The move.
    pub mv: PackedMove,
    /// What it costs, moves home included.
    pub steps: u32,
    /// The least that is left to pay.
    pub bound: u32,
    /// Cards in cells, empty columns, and cards that lie on one they do not
    /// fit on.
    pub shape: [u32; 3],
}

/// What a search does with positions.
pub trait Search {
    /// Whether a position that was reached at this cost from the one that is
    /// looked at needs no further look.
    fn is_known(&mut self, key: &Key, mv: PackedMove, steps: u32) -> bool;
    /// Takes a position that is not known.
    fn add(&mut self, child: Child);
    /// The game can be won with this move, at this cost.
    fn win(&mut self, mv: PackedMove, steps: u32);
    /// How far the sum of cost and bound may rise.
    fn slack(&self) -> u32;
}

/// A position with what its children need.
struct Parent<'a> {
    layout: &'a Layout,
    table: &'a Table,
    relaxation: Relaxation,
    bound: u32,
    extra: u32,
    /// The cards that are extra ones in some shortest relaxed solution.
    extra_cards: u64,
    shape: [u32; 3],
    cores: &'a mut Cores,
}

/// Shows a search all positions that one move leads to, except those whose
/// cost and bound are more than the search allows.
pub fn expand(
    layout: &Layout,
    table: &Table,
    bound: u32,
    cores: &mut Cores,
    search: &mut impl Search,
) {
    let relaxation = Relaxation::new(table);
    let extra = bound - relaxation.base();
    let mut parent = Parent {
        extra_cards: relaxation.extra(extra, cores).1,
        extra,
        layout,
        table,
        relaxation,
        bound,
        shape: shape(layout, table),
        cores,
    };
    let tops = (0..table.count).map(|column| table.top(column));
    let tops = tops.filter(|&top| top != ROOT);
    let exposed = tops.fold(0u64, |mask, top| mask | 1 << top);
    each(exposed, |card| {
        parent.moves_of(card, table.below(card), exposed, search)
    });
    each(table.cells, |card| {
        parent.moves_of(card, CELL, exposed, search)
    });
    if layout.variant.runs == Runs::Free {
        parent.runs(exposed, search);
    }
}

/// See [`Child::shape`].
pub fn shape(layout: &Layout, table: &Table) -> [u32; 3] {
    [
        table.cells.count_ones(),
        table.empty_columns(),
        table.splits(layout),
    ]
}

/// Calls for each card of a mask.
#[inline(always)]
fn each(mut cards: u64, mut call: impl FnMut(u8)) {
    while cards != 0 {
        call(cards.trailing_zeros() as u8);
        cards &= cards - 1;
    }
}

impl Parent<'_> {
    /// Shows what the moves of one card lead to.
    #[inline]
    fn moves_of(&mut self, card: u8, below: u8, exposed: u64, search: &mut impl Search) {
        let (table, layout) = (self.table, self.layout);
        if table.goes_home(card) {
            self.child(card, below, HOME, self.bound - 1, search);
        }
        let aside = self.bound_aside(card, below);
        if aside >= self.bound + search.slack() {
            return;
        }
        if below != CELL && self.shape[0] < u32::from(layout.variant.cells) {
            self.child(card, below, CELL, aside, search);
        }
        each(layout.fits_on[card as usize] & exposed, |to| {
            self.child(card, below, to, aside, search)
        });
        if below != ROOT && self.shape[1] > 0 && layout.fits_empty >> card & 1 == 1 {
            self.child(card, below, ROOT, aside, search);
        }
    }

    /// Shows what one move leads to. `aside` is the bound once the card is
    /// aside or home.
    #[inline]
    fn child(&mut self, card: u8, below: u8, to: u8, aside: u32, search: &mut impl Search) {
        let mv = PackedMove { card, to };
        let (table, layout) = (self.table, self.layout);
        let uncovers = below < ROOT && table.goes_home(below) && table.is_safe_home(layout, below);
        let (key, steps, shape) = if uncovers || to == HOME {
            let mut after = table.clone();
            after.play(layout, mv);
            let mut steps = 1;
            after.safe_homes(layout, |_| steps += 1);
            if is_solved(&after.home) {
                return search.win(mv, steps);
            }
            (after.key(), steps, shape(layout, &after))
        } else {
            let key = table.key_after(layout, card, below, to);
            (key, 1, self.shape_after(card, below, to))
        };
        if search.is_known(&key, mv, steps) {
            return;
        }
        let bound = match to {
            ..ROOT => aside + u32::from(self.goes_again(card, to, below, aside)),
            _ => aside,
        };
        // Each move home lowers the bound by what it costs.
        if bound < self.bound + search.slack() {
            search.add(Child {
                key,
                mv,
                steps,
                bound: bound + 1 - steps,
                shape,
            });
        }
    }

    /// Whether a card on top of another one has to be set aside once more than
    /// if it were in a cell, where the bound is `aside`.
    fn goes_again(&mut self, card: u8, to: u8, below: u8, aside: u32) -> bool {
        let column = self.table.column_of(to);
        let was_forced = below != CELL && self.relaxation.is_forced(card);
        let extra = self.extra + aside + u32::from(was_forced) - self.bound;
        let code = u64::from(code_of(self.layout, card, to));
        self.relaxation.is_forced_on(card, column)
            || !self
                .relaxation
                .is_enough_on(card, column, code, extra, self.cores)
    }

    /// The bound once a card is in a cell.
    #[inline]
    fn bound_aside(&self, card: u8, below: u8) -> u32 {
        let pays =
            below != CELL && (self.relaxation.is_forced(card) || self.extra_cards >> card & 1 == 1);
        self.bound - u32::from(pays)
    }

    /// The shape after a move that sends no card home.
    #[inline]
    fn shape_after(&self, card: u8, below: u8, to: u8) -> [u32; 3] {
        let [mut cells, mut empty, mut splits] = self.shape;
        match below {
            CELL => cells -= 1,
            ROOT => empty += 1,
            _ => splits -= u32::from(self.layout.fits_on[card as usize] >> below & 1 == 0),
        }
        match to {
            CELL => cells += 1,
            ROOT => empty -= 1,
            _ => {}
        }
        [cells, empty, splits]
    }

    /// Where runs move freely: those of two cards and more.
    fn runs(&mut self, exposed: u64, search: &mut impl Search) {
        let (table, layout) = (self.table, self.layout);
        for column in 0..table.count {
            let cards = table.column(column);
            for (index, two) in cards.windows(2).enumerate().rev() {
                if layout.fits_on[two[1] as usize] >> two[0] & 1 == 0 {
                    break;
                }
                let count = (cards.len() - index) as u32;
                // Round the corner a king fits on the ace at the end of its own run.
                let others = exposed & !(1 << table.top(column));
                each(layout.fits_on[two[0] as usize] & others, |to| {
                    self.run(PackedMove { card: two[0], to }, count, search)
                });
                if index > 0 && self.shape[1] > 0 && layout.fits_empty >> two[0] & 1 == 1 {
                    let to = ROOT;
                    self.run(PackedMove { card: two[0], to }, count, search);
                }
            }
        }
    }

    fn run(&mut self, mv: PackedMove, count: u32, search: &mut impl Search) {
        let mut after = self.table.clone();
        after.play(self.layout, mv);
        let cost = free_run_moves(u64::from(count)) as u32;
        let mut steps = cost;
        after.safe_homes(self.layout, |_| steps += 1);
        let key = after.key();
        if is_solved(&after.home) {
            return search.win(mv, steps);
        }
        if search.is_known(&key, mv, steps) {
            return;
        }
        let bound = Relaxation::new(&after).bound(self.cores);
        if bound + steps <= self.bound + search.slack() {
            search.add(Child {
                key,
                mv,
                steps,
                bound,
                shape: shape(self.layout, &after),
            });
        }
    }
}
