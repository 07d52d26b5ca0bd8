//! The moves of a packed position: single cards for proofs, whole runs for
//! searches that want to get on.

use super::board::{Board, CELL, HOME, Hop, Layout, ROOT};
use super::variant::Runs;

/// Every move of a single card that leads to another position up to the
/// order of columns, and every part of a run where runs move freely.
pub fn single(layout: &Layout, board: &Board, out: &mut Vec<Hop>) {
    let free_runs = layout.variant.runs == Runs::Free;
    let exposed = board.exposed();
    list(layout, board, exposed, out, |board, top, empty, out| {
        let mut card = top;
        let length = if free_runs { board.slot(top).run } else { 1 };
        for _ in 0..length {
            onto_cards(layout, board, card, exposed, out);
            if empty > 0 && board.below(card) != ROOT {
                onto_empty(layout, card, out);
            }
            card = board.below(card);
        }
    });
}

/// The moves that a player would think of: runs as long as can move onto
/// other cards; onto an empty column the whole run, or else its last card.
#[inline]
pub fn whole_runs(layout: &Layout, board: &Board, out: &mut Vec<Hop>) {
    let exposed = board.exposed();
    let cells = board.free_cells(layout) as usize;
    list(layout, board, exposed, out, |board, top, empty, out| {
        let longest = layout.variant.longest_run(cells, empty as usize);
        let run = board.slot(top).run as usize;
        let mut card = top;
        for length in 1..=run {
            if length <= longest {
                onto_cards(layout, board, card, exposed, out);
            }
            if length < run {
                card = board.below(card);
            }
        }
        if empty == 0 {
            return;
        }
        if run > layout.variant.longest_run(cells, empty as usize - 1) {
            onto_empty(layout, top, out);
        } else if board.below(card) != ROOT {
            onto_empty(layout, card, out);
        }
    });
}

/// Lists moves home and into cells, what `from_column` adds for the exposed
/// card of each column, and moves out of cells.
#[inline]
fn list(
    layout: &Layout,
    board: &Board,
    exposed: u64,
    out: &mut Vec<Hop>,
    mut from_column: impl FnMut(&Board, u8, u32, &mut Vec<Hop>),
) {
    out.clear();
    let (cells, empty) = (board.free_cells(layout), board.empty_columns());
    for &top in board.tops() {
        if top == ROOT {
            continue;
        }
        if board.goes_home(top) {
            out.push(Hop {
                card: top,
                to: HOME,
            });
        }
        from_column(board, top, empty, out);
        if cells > 0 {
            out.push(Hop {
                card: top,
                to: CELL,
            });
        }
    }
    let mut held = board.cells;
    while held != 0 {
        let card = held.trailing_zeros() as u8;
        held &= held - 1;
        if board.goes_home(card) {
            out.push(Hop { card, to: HOME });
        }
        onto_cards(layout, board, card, exposed, out);
        if empty > 0 {
            onto_empty(layout, card, out);
        }
    }
}

/// The moves of the run that `card` leads onto exposed cards.
#[inline]
fn onto_cards(layout: &Layout, board: &Board, card: u8, exposed: u64, out: &mut Vec<Hop>) {
    let mut onto = layout.fits_on[card as usize] & exposed;
    while onto != 0 {
        let to = onto.trailing_zeros() as u8;
        onto &= onto - 1;
        if board.below(card) != to {
            out.push(Hop { card, to });
        }
    }
}

#[inline]
fn onto_empty(layout: &Layout, card: u8, out: &mut Vec<Hop>) {
    if layout.fits_empty >> card & 1 == 1 {
        out.push(Hop { card, to: ROOT });
    }
}
