//! Several cards at once: runs as far as there is room, and digging, which
//! takes everything off a card that can go home, or onto another column, and
//! then takes it there. A dig is written as the packed move of the card that is
//! dug out; [`spell_out`] says which packed moves it stands for.

use super::super::board::{Board, CELL, HOME, PackedMove, ROOT, Room};
use super::super::layout::{ALL, Layout};
use super::super::metrics::run_moves;

/// How many cards a packed move takes along.
#[inline]
fn cards(board: &Board, mv: PackedMove) -> u8 {
    board.depth(mv.card) + 1
}

/// How many single-card moves a packed move is that is no dig.
#[inline]
pub fn cost(layout: &Layout, board: &Board, room: &Room, mv: PackedMove) -> u32 {
    let count = cards(board, mv);
    if count == 1 {
        return 1;
    }
    let empty = match layout.fits_empty == ALL {
        true => room.empty as usize - usize::from(mv.to == ROOT),
        false => 0,
    };
    run_moves(&layout.variant, count.into(), room.cells.into(), empty) as u32
}

/// Whether a packed move stands for a dig: the cards on it do not move along.
#[inline]
pub fn is_dig(layout: &Layout, board: &Board, room: &Room, mv: PackedMove) -> bool {
    let count = cards(board, mv);
    if count == 1 {
        return false;
    }
    let top = board.top(board.slot(mv.card).column);
    let empty = room.empty as usize - usize::from(mv.to == ROOT);
    let most = layout.variant.longest_run(room.cells as usize, empty);
    mv.to >= CELL || count > board.slot(top).run || usize::from(count) > most
}

/// Makes a dig, and calls `each` with its packed moves and their costs; `None` if there
/// is no room for the cards on top.
pub fn dig(
    layout: &Layout,
    board: &mut Board,
    mv: PackedMove,
    mut each: impl FnMut(PackedMove, u32),
) -> Option<()> {
    let column = board.slot(mv.card).column;
    while board.depth(mv.card) > 0 {
        let room = board.room(layout);
        let step = clear_one(layout, board, &room, column, mv)?;
        each(step, cost(layout, board, &room, step));
        board.play(layout, step);
    }
    each(mv, 1);
    board.play(layout, mv);
    Some(())
}

/// The next packed move that takes cards off the one to dig for: home if it can go,
/// the longest part of the last run that another column takes, or its last
/// card to a cell, or at worst to an empty column.
fn clear_one(
    layout: &Layout,
    board: &Board,
    room: &Room,
    column: u8,
    PackedMove { card: wanted, to }: PackedMove,
) -> Option<PackedMove> {
    let top = board.top(column);
    if board.goes_home(top) {
        return Some(PackedMove {
            card: top,
            to: HOME,
        });
    }
    let most = layout
        .variant
        .longest_run(room.cells as usize, room.empty as usize);
    let covering = board.depth(wanted).min(board.slot(top).run);
    let longest = usize::from(covering).min(most);
    let mut card = top;
    let mut found = None;
    for _ in 0..longest {
        // The card that the dug one goes to must stay free.
        let spare = room.exposed & !(1 << top) & !(1 << (to & 63));
        let onto = layout.fits_on[(card & 63) as usize] & spare;
        if onto != 0 {
            let to = onto.trailing_zeros() as u8;
            found = Some(PackedMove { card, to });
        }
        card = board.below(card);
    }
    if found.is_some() {
        return found;
    }
    let fits = layout.fits_empty >> top & 1 == 1;
    let to = match (room.cells, room.empty) {
        (1.., _) => CELL,
        (0, 1..) if fits => ROOT,
        _ => return None,
    };
    Some(PackedMove { card: top, to })
}

/// Adds every dig with its cost.
pub fn digs(layout: &Layout, board: &Board, room: &Room, mut each: impl FnMut(PackedMove, u32)) {
    let mut consider = |mv: PackedMove| {
        let (mut after, mut moves) = (*board, 0);
        if dig(layout, &mut after, mv, |_, cost| moves += cost).is_some() {
            each(mv, moves);
        }
    };
    for suit in 0..4u8 {
        let card = 4 * board.home[suit as usize] + suit;
        if card < ROOT && board.below(card) < CELL && board.depth(card) > 0 {
            consider(PackedMove { card, to: HOME });
        }
    }
    let mut exposed = room.exposed;
    while exposed != 0 {
        let to = exposed.trailing_zeros() as u8;
        exposed &= exposed - 1;
        let mut fitting = layout.takes[to as usize];
        while fitting != 0 {
            let card = fitting.trailing_zeros() as u8;
            fitting &= fitting - 1;
            let slot = board.slot(card);
            let elsewhere = slot.below < CELL && slot.column != board.slot(to).column;
            let mv = PackedMove { card, to };
            if elsewhere && slot.below != to && is_dig(layout, board, room, mv) {
                consider(mv);
            }
        }
    }
}

/// Writes every dig among these moves as the packed moves that it stands for.
pub fn spell_out(layout: &Layout, start: &Board, path: &[PackedMove]) -> Vec<PackedMove> {
    let mut board = *start;
    let mut all = Vec::with_capacity(path.len() * 2);
    for &mv in path {
        let room = board.room(layout);
        if is_dig(layout, &board, &room, mv) {
            dig(layout, &mut board, mv, |step, _| all.push(step)).expect("a dig with room");
        } else {
            board.play(layout, mv);
            all.push(mv);
        }
    }
    all
}
