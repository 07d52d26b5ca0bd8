//! Several cards at once: runs as far as there is room, and digging, which
//! takes everything off a card that can go home, or onto another column, and
//! then takes it there. A dig is written as the hop of the card that is dug
//! out; [`spell_out`] says which hops it stands for.

use super::super::board::{Board, CELL, HOME, Hop, ROOT, Room};
use super::super::layout::{ALL, Layout};
use super::super::metrics::run_moves;

/// How many cards a hop moves at once.
#[inline]
fn cards(board: &Board, hop: Hop) -> u8 {
    board.depth(hop.card) + 1
}

/// How many single-card moves a hop is that is no dig.
#[inline]
pub fn cost(layout: &Layout, board: &Board, room: &Room, hop: Hop) -> u32 {
    let count = cards(board, hop);
    if count == 1 {
        return 1;
    }
    let empty = match layout.fits_empty == ALL {
        true => room.empty as usize - usize::from(hop.to == ROOT),
        false => 0,
    };
    run_moves(count.into(), room.cells.into(), empty) as u32
}

/// Whether a hop stands for a dig: the cards on it do not move along.
#[inline]
pub fn is_dig(layout: &Layout, board: &Board, room: &Room, hop: Hop) -> bool {
    let count = cards(board, hop);
    if count == 1 {
        return false;
    }
    let top = board.top(board.slot(hop.card).column);
    let empty = room.empty as usize - usize::from(hop.to == ROOT);
    let most = layout.variant.longest_run(room.cells as usize, empty);
    hop.to >= CELL || count > board.slot(top).run || usize::from(count) > most
}

/// Makes a dig, telling each of its hops with what it costs; `None` if there
/// is no room for the cards on top.
pub fn dig(
    layout: &Layout,
    board: &mut Board,
    hop: Hop,
    mut each: impl FnMut(Hop, u32),
) -> Option<()> {
    let column = board.slot(hop.card).column;
    while board.depth(hop.card) > 0 {
        let room = board.room(layout);
        let step = clear_one(layout, board, &room, column, hop)?;
        each(step, cost(layout, board, &room, step));
        board.hop(layout, step);
    }
    each(hop, 1);
    board.hop(layout, hop);
    Some(())
}

/// The next hop that takes cards off the one to dig for: home if it can go,
/// the longest part of the last run that another column takes, or its last
/// card to a cell, or at worst to an empty column.
fn clear_one(
    layout: &Layout,
    board: &Board,
    room: &Room,
    column: u8,
    Hop { card: wanted, to }: Hop,
) -> Option<Hop> {
    let top = board.top(column);
    if board.goes_home(top) {
        return Some(Hop {
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
            found = Some(Hop { card, to });
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
    Some(Hop { card: top, to })
}

/// Adds every dig with its cost.
pub fn digs(layout: &Layout, board: &Board, room: &Room, mut each: impl FnMut(Hop, u32)) {
    let mut consider = |hop: Hop| {
        let (mut after, mut moves) = (*board, 0);
        if dig(layout, &mut after, hop, |_, cost| moves += cost).is_some() {
            each(hop, moves);
        }
    };
    for suit in 0..4u8 {
        let card = 4 * board.home[suit as usize] + suit;
        if card < ROOT && board.below(card) < CELL && board.depth(card) > 0 {
            consider(Hop { card, to: HOME });
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
            let hop = Hop { card, to };
            if elsewhere && slot.below != to && is_dig(layout, board, room, hop) {
                consider(hop);
            }
        }
    }
}

/// Writes every dig among these moves as the hops that it stands for.
pub fn spell_out(layout: &Layout, start: &Board, hops: &[Hop]) -> Vec<Hop> {
    let mut board = *start;
    let mut all = Vec::with_capacity(hops.len() * 2);
    for &hop in hops {
        let room = board.room(layout);
        if is_dig(layout, &board, &room, hop) {
            dig(layout, &mut board, hop, |step, _| all.push(step)).expect("a dig with room");
        } else {
            board.hop(layout, hop);
            all.push(hop);
        }
    }
    all
}
