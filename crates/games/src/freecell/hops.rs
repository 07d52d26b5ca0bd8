//! The moves of a packed position: single cards for proofs, whole runs for
//! searches that want to get on.

use super::board::{Board, CELL, HOME, Hop, Layout, ROOT, Room};
use super::variant::Runs;

/// A list of moves without allocation. No position of ten columns and eight
/// cells has more than fit: each of eighteen places has at most one run for
/// each of ten columns, plus its moves home, to a cell and to an empty column.
pub struct Hops {
    hops: [Hop; MOST],
    length: usize,
}

/// A power of two, so that an index needs no check.
const MOST: usize = 256;

impl Default for Hops {
    fn default() -> Self {
        Hops {
            hops: [Hop::default(); MOST],
            length: 0,
        }
    }
}

impl Hops {
    #[inline]
    fn push(&mut self, hop: Hop) {
        self.hops[self.length % MOST] = hop;
        self.length += 1;
    }
}

impl std::ops::Deref for Hops {
    type Target = [Hop];

    #[inline]
    fn deref(&self) -> &[Hop] {
        &self.hops[..self.length]
    }
}

/// Every move of a single card that leads to another position up to the
/// order of columns, and every part of a run where runs move freely.
pub fn single(layout: &Layout, board: &Board, room: &Room, out: &mut Hops) {
    let free_runs = layout.variant.runs == Runs::Free;
    list(layout, board, room, out, |top, out| {
        let mut card = top;
        let length = if free_runs { board.slot(top).run } else { 1 };
        for _ in 0..length {
            onto_cards(layout, board, card, room, out);
            if board.below(card) != ROOT {
                onto_empty(layout, card, room, out);
            }
            card = board.below(card);
        }
    });
}

/// The moves that a player would think of: runs as long as can move onto
/// other cards; onto an empty column the whole run, or else its last card.
#[inline(always)]
pub fn whole_runs(layout: &Layout, board: &Board, room: &Room, out: &mut Hops) {
    let (cells, empty) = (room.cells as usize, room.empty as usize);
    let longest = layout.variant.longest_run(cells, empty);
    let longest_to_empty = layout.variant.longest_run(cells, empty.saturating_sub(1));
    list(layout, board, room, out, |top, out| {
        let run = board.slot(top).run as usize;
        onto_cards(layout, board, top, room, out);
        let mut card = top;
        for length in 2..=run {
            card = board.below(card);
            if length <= longest {
                onto_cards(layout, board, card, room, out);
            }
        }
        if run > longest_to_empty {
            onto_empty(layout, top, room, out);
        } else if board.below(card) != ROOT {
            onto_empty(layout, card, room, out);
        }
    });
}

/// Lists moves home and into cells, what `from_column` adds for the exposed
/// card of each column, and moves out of cells.
#[inline(always)]
fn list(
    layout: &Layout,
    board: &Board,
    room: &Room,
    out: &mut Hops,
    from_column: impl Fn(u8, &mut Hops),
) {
    out.length = 0;
    let next = board.next_homes();
    let mut exposed = if room.cells > 0 { room.exposed } else { 0 };
    while exposed != 0 {
        let top = exposed.trailing_zeros() as u8;
        exposed &= exposed - 1;
        out.push(Hop {
            card: top,
            to: CELL,
        });
    }
    let mut exposed = room.exposed;
    while exposed != 0 {
        let top = exposed.trailing_zeros() as u8;
        exposed &= exposed - 1;
        if next >> top & 1 == 1 {
            out.push(Hop {
                card: top,
                to: HOME,
            });
        }
        from_column(top, out);
    }
    let mut held = board.cells;
    while held != 0 {
        let card = held.trailing_zeros() as u8;
        held &= held - 1;
        if next >> card & 1 == 1 {
            out.push(Hop { card, to: HOME });
        }
        onto_cards(layout, board, card, room, out);
        onto_empty(layout, card, room, out);
    }
}

/// The moves of the run that `card` leads onto exposed cards.
#[inline(always)]
fn onto_cards(layout: &Layout, board: &Board, card: u8, room: &Room, out: &mut Hops) {
    let mut onto = layout.fits_on[(card & 63) as usize] & room.exposed;
    while onto != 0 {
        let to = onto.trailing_zeros() as u8;
        onto &= onto - 1;
        if board.below(card) != to {
            out.push(Hop { card, to });
        }
    }
}

#[inline(always)]
fn onto_empty(layout: &Layout, card: u8, room: &Room, out: &mut Hops) {
    if room.empty > 0 && layout.fits_empty >> card & 1 == 1 {
        out.push(Hop { card, to: ROOT });
    }
}
