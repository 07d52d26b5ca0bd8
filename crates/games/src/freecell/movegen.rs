//! Move generation on packed positions: single cards for the complete search,
//! whole runs for searches that need not be complete.

use super::board::{Board, CELL, HOME, PackedMove, ROOT, Room};
use super::layout::Layout;
use super::variant::Runs;

/// A list of moves without allocation. No position of ten columns and eight
/// cells has more than fit: each of eighteen places has at most one run for
/// each of ten columns, plus its moves home, to a cell and to an empty column.
pub struct MoveList {
    moves: [PackedMove; MOST],
    length: usize,
}

/// A power of two, so that an index needs no check.
const MOST: usize = 256;

impl Default for MoveList {
    fn default() -> Self {
        MoveList {
            moves: [PackedMove::default(); MOST],
            length: 0,
        }
    }
}

impl MoveList {
    #[inline]
    fn push(&mut self, mv: PackedMove) {
        self.moves[self.length % MOST] = mv;
        self.length += 1;
    }
}

impl std::ops::Deref for MoveList {
    type Target = [PackedMove];

    #[inline]
    fn deref(&self) -> &[PackedMove] {
        &self.moves[..self.length]
    }
}

/// Every move of a single card that leads to another position up to the
/// order of columns, and every part of a run where runs move freely.
pub fn single(layout: &Layout, board: &Board, room: &Room, out: &mut MoveList) {
    let free_runs = layout.variant.runs == Runs::Free;
    let longest = if free_runs { u8::MAX } else { 1 };
    list(layout, board, room, longest, out);
    if room.empty == 0 {
        return;
    }
    each(room.exposed, |top| {
        let mut card = top;
        let length = if free_runs { board.slot(top).run } else { 1 };
        for _ in 0..length {
            if board.below(card) != ROOT {
                onto_empty(layout, card, out);
            }
            card = board.below(card);
        }
    });
}

/// Moves of runs, not complete: the longest part of a run that can move onto
/// another card; onto an empty column the whole run, or else its last card.
#[inline]
pub fn whole_runs(layout: &Layout, board: &Board, room: &Room, out: &mut MoveList) {
    let (cells, empty) = (room.cells as usize, room.empty as usize);
    let longest = layout.variant.longest_run(cells, empty);
    list(layout, board, room, longest.min(52) as u8, out);
    if empty == 0 {
        return;
    }
    let longest = layout.variant.longest_run(cells, empty - 1);
    each(room.exposed, |top| {
        let run = board.slot(top).run;
        if usize::from(run) > longest {
            onto_empty(layout, top, out);
            return;
        }
        let mut card = top;
        for _ in 1..run {
            card = board.below(card);
        }
        if board.below(card) != ROOT {
            onto_empty(layout, card, out);
        }
    });
}

/// Lists moves into cells, home, and out of cells, and moves of runs of at
/// most `longest` cards onto exposed cards.
#[inline]
fn list(layout: &Layout, board: &Board, room: &Room, longest: u8, out: &mut MoveList) {
    out.length = 0;
    if room.cells > 0 {
        each(room.exposed, |card| out.push(PackedMove { card, to: CELL }));
    }
    let free = room.exposed | board.cells;
    each(board.next_homes() & free, |card| {
        out.push(PackedMove { card, to: HOME })
    });
    // A loop over the cards that fit somewhere mispredicts fewer branches than
    // one over the columns and their runs.
    let mut fitting = 0;
    each(room.exposed, |top| {
        fitting |= layout.takes[(top & 63) as usize]
    });
    each(fitting, |card| {
        let slot = board.slot(card);
        let top = board.top(slot.column);
        let above = board.slot(top);
        let covering = above.height.wrapping_sub(slot.height);
        let leads = slot.below <= ROOT && covering < above.run && covering < longest;
        if slot.below == CELL || leads {
            // Round the corner a king fits on the ace at the end of its own run.
            let own = u64::from(leads) << (top & 63);
            let onto = layout.fits_on[(card & 63) as usize] & room.exposed & !own;
            each(onto, |to| {
                if to != slot.below {
                    out.push(PackedMove { card, to });
                }
            });
        }
    });
    if room.empty > 0 {
        each(board.cells, |card| onto_empty(layout, card, out));
    }
}

/// Calls for each card of a mask.
#[inline(always)]
fn each(mut cards: u64, mut call: impl FnMut(u8)) {
    while cards != 0 {
        call(cards.trailing_zeros() as u8);
        cards &= cards - 1;
    }
}

#[inline]
fn onto_empty(layout: &Layout, card: u8, out: &mut MoveList) {
    if layout.fits_empty >> card & 1 == 1 {
        out.push(PackedMove { card, to: ROOT });
    }
}
