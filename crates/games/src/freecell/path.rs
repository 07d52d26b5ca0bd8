//! From packed moves to plain ones.

use super::board::{Board, CELL, HOME, Hop, ROOT};
use super::layout::Layout;
use super::rules::{Move, Place, Position};
use super::score::Weights;

/// Spells out the moves home that follow each move.
pub fn with_safe_homes(layout: &Layout, start: &Board, hops: &[Hop]) -> Vec<Hop> {
    let mut board = *start;
    let mut all = Vec::with_capacity(hops.len() + 52);
    board.safe_homes(layout, |card| all.push(Hop { card, to: HOME }));
    for &hop in hops {
        board.hop(layout, hop);
        all.push(hop);
        board.safe_homes(layout, |card| all.push(Hop { card, to: HOME }));
    }
    all
}

/// Writes packed moves, moves home included, as plain ones from `start` on.
pub fn plain_moves(start: &Position, hops: &[Hop]) -> Vec<Move> {
    let layout = Layout::new(start, &Weights::NONE);
    let mut board = Board::new(&layout, start);
    let mut cells: Vec<u8> = start
        .cells
        .iter()
        .map(|cell| cell.map_or(ROOT, |card| card.index()))
        .collect();
    let holder = |cells: &[u8], card: u8| {
        cells
            .iter()
            .position(|&held| held == card)
            .expect("a cell that holds it")
    };
    let mut moves = Vec::with_capacity(hops.len());
    for &hop in hops {
        let slot = *board.slot(hop.card);
        let (from, count) = if slot.below == CELL {
            let cell = holder(&cells, hop.card);
            cells[cell] = ROOT;
            (Place::Cell(cell as u8), 1)
        } else {
            (Place::Column(slot.column), board.depth(hop.card) + 1)
        };
        let to = match hop.to {
            HOME => Place::Home(hop.card & 3),
            CELL => {
                let cell = holder(&cells, ROOT);
                cells[cell] = hop.card;
                Place::Cell(cell as u8)
            }
            ROOT => Place::Column(board.first_empty() as u8),
            card => Place::Column(board.slot(card).column),
        };
        board.hop(&layout, hop);
        moves.push(Move { from, to, count });
    }
    moves
}
