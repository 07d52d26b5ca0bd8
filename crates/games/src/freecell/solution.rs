//! From the path of a search, in packed moves, to a solution in plain ones.

use super::board::{Board, CELL, HOME, PackedMove, ROOT};
use super::layout::Layout;
use super::rules::{Move, Place, Position};
use super::score::Weights;

/// Spells out the moves home that follow each move.
pub fn with_safe_homes(layout: &Layout, start: &Board, path: &[PackedMove]) -> Vec<PackedMove> {
    let mut board = *start;
    let mut all = Vec::with_capacity(path.len() + 52);
    board.safe_homes(layout, |card| all.push(PackedMove { card, to: HOME }));
    for &mv in path {
        board.play(layout, mv);
        all.push(mv);
        board.safe_homes(layout, |card| all.push(PackedMove { card, to: HOME }));
    }
    all
}

/// Writes packed moves, moves home included, as plain ones from `start` on.
pub fn plain_moves(start: &Position, path: &[PackedMove]) -> Vec<Move> {
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
    let mut moves = Vec::with_capacity(path.len());
    for &mv in path {
        let slot = *board.slot(mv.card);
        let (from, count) = if slot.below == CELL {
            let cell = holder(&cells, mv.card);
            cells[cell] = ROOT;
            (Place::Cell(cell as u8), 1)
        } else {
            (Place::Column(slot.column), board.depth(mv.card) + 1)
        };
        let to = match mv.to {
            HOME => Place::Home(mv.card & 3),
            CELL => {
                let cell = holder(&cells, ROOT);
                cells[cell] = mv.card;
                Place::Cell(cell as u8)
            }
            ROOT => Place::Column(board.first_empty() as u8),
            card => Place::Column(board.slot(card).column),
        };
        board.play(&layout, mv);
        moves.push(Move { from, to, count });
    }
    moves
}
