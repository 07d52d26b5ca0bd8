//! What one move leads to from a position, each with its bound.

use super::super::board::{CELL, HOME, PackedMove, ROOT};
use super::super::layout::Layout;
use super::super::metrics::free_run_moves;
use super::super::variant::Runs;
use super::cores::Cores;
use super::relaxation::Relaxation;
use super::table::{Key, Table, code_of, is_solved};

use std::cell::{Cell, RefCell};

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
    shape: [u32; 3],
    cores: RefCell<&'a mut Cores>,
    cards: Cell<Option<u64>>,
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
    let parent = Parent {
        extra: bound - relaxation.base(),
        layout,
        table,
        relaxation,
        bound,
        shape: shape(layout, table),
        cores: RefCell::new(cores),
        cards: Cell::new(None),
    };
    let exposed = (0..table.count)
        .map(|column| table.top(column))
        .filter(|&top| top != ROOT);
    let exposed = exposed.fold(0u64, |mask, top| mask | 1 << top);
    let free_cell = table.cells.count_ones() < u32::from(layout.variant.cells);
    each(exposed, |card| {
        let below = table.below(card);
        let mut aside = None;
        if table.goes_home(card) {
            parent.child(card, below, HOME, &mut aside, search);
        }
        if free_cell {
            parent.child(card, below, CELL, &mut aside, search);
        }
        each(layout.fits_on[card as usize] & exposed, |to| {
            parent.child(card, below, to, &mut aside, search)
        });
        if below != ROOT && parent.shape[1] > 0 && layout.fits_empty >> card & 1 == 1 {
            parent.child(card, below, ROOT, &mut aside, search);
        }
    });
    each(table.cells, |card| {
        let mut aside = Some(bound);
        if table.goes_home(card) {
            parent.child(card, CELL, HOME, &mut aside, search);
        }
        if search.slack() == 0 {
            return;
        }
        each(layout.fits_on[card as usize] & exposed, |to| {
            parent.child(card, CELL, to, &mut aside, search)
        });
        if parent.shape[1] > 0 && layout.fits_empty >> card & 1 == 1 {
            parent.child(card, CELL, ROOT, &mut aside, search);
        }
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
    /// Shows what the move of one card leads to. `aside` has the bound once
    /// this card is aside, if it is known already.
    #[inline]
    fn child(
        &self,
        card: u8,
        below: u8,
        to: u8,
        aside: &mut Option<u32>,
        search: &mut impl Search,
    ) {
        if to != HOME && !self.may_go_aside(card, aside, search.slack()) {
            return;
        }
        let mv = PackedMove { card, to };
        let (table, layout) = (self.table, self.layout);
        let uncovers = below < ROOT && table.goes_home(below) && table.is_safe_home(layout, below);
        if uncovers || to == HOME {
            let mut after = table.clone();
            after.play(layout, mv);
            let mut steps = 1;
            after.safe_homes(layout, |_| steps += 1);
            if is_solved(&after.home) {
                return search.win(mv, steps);
            }
            let key = after.key();
            if search.is_known(&key, mv, steps) {
                return;
            }
            let Some(bound) = self.bound_after(card, to, aside, search.slack()) else {
                return;
            };
            return search.add(Child {
                key,
                mv,
                steps,
                bound: bound + 1 - steps,
                shape: shape(layout, &after),
            });
        }
        let key = table.key_after(layout, card, below, to);
        if search.is_known(&key, mv, 1) {
            return;
        }
        if let Some(bound) = self.bound_after(card, to, aside, search.slack()) {
            search.add(Child {
                key,
                mv,
                steps: 1,
                bound,
                shape: self.shape_after(card, below, to),
            });
        }
    }

    /// Whether cost and bound rise by no more than `slack` when a card goes
    /// aside.
    #[inline]
    fn may_go_aside(&self, card: u8, aside: &mut Option<u32>, slack: u32) -> bool {
        *aside.get_or_insert_with(|| self.bound_aside(card)) < self.bound + slack
    }

    /// The bound after a move, before any further move home; nothing if cost
    /// and bound rise by more than `slack`.
    #[inline]
    fn bound_after(&self, card: u8, to: u8, aside: &mut Option<u32>, slack: u32) -> Option<u32> {
        if to == HOME {
            return Some(self.bound - 1);
        }
        let aside = *aside.get_or_insert_with(|| self.bound_aside(card));
        let most = self.bound + slack;
        if to >= ROOT {
            return Some(aside);
        }
        let column = self.table.column_of(to);
        let extra = self.extra + aside + u32::from(self.is_forced(card)) - self.bound;
        let code = u64::from(code_of(self.layout, card, to));
        let again = self.relaxation.is_forced_on(card, column)
            || !self.relaxation.is_enough_on(
                card,
                column,
                code,
                extra,
                &mut self.cores.borrow_mut(),
            );
        let bound = aside + u32::from(again);
        (bound < most).then_some(bound)
    }

    fn is_forced(&self, card: u8) -> bool {
        self.relaxation.is_forced(card)
    }

    /// The bound once an exposed card is in a cell.
    fn bound_aside(&self, card: u8) -> u32 {
        let mut cards = self.cards.get();
        if cards.is_none() {
            let mut cores = self.cores.borrow_mut();
            cards = Some(self.relaxation.extra(self.extra, &mut cores).1);
            self.cards.set(cards);
        }
        let pays = self.is_forced(card) || cards.unwrap_or(0) >> card & 1 == 1;
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
    fn runs(&self, exposed: u64, search: &mut impl Search) {
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

    fn run(&self, mv: PackedMove, count: u32, search: &mut impl Search) {
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
        let bound = Relaxation::new(&after).bound(&mut self.cores.borrow_mut());
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
