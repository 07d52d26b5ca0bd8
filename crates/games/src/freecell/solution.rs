//! From the path of a search, in packed moves, to a solution in plain ones.

use super::board::{Board, CELL, HOME, PackedMove, ROOT};
use super::layout::Layout;
use super::rules::{Move, Place, Position};
use super::variant::MOST_COLUMNS;
use crate::cards::Card;

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
    let mut cards = Cards::new(start);
    path.iter().map(|&mv| cards.plain(mv)).collect()
}

/// Where the cards lie: all that is needed to name the places of a move.
struct Cards {
    columns: [[u8; 52]; MOST_COLUMNS],
    /// How many cards each column has; as many as there are columns.
    lengths: Vec<u8>,
    /// The column of each card that lies in one, and how many lie beneath it.
    at: [(u8, u8); 52],
    cells: Vec<u8>,
}

impl Cards {
    fn new(start: &Position) -> Cards {
        let mut cards = Cards {
            columns: [[ROOT; 52]; MOST_COLUMNS],
            lengths: vec![0; start.columns.len()],
            at: [(CELL, 0); 52],
            cells: Vec::with_capacity(start.cells.len()),
        };
        for (at, column) in start.columns.iter().enumerate() {
            column.iter().for_each(|card| cards.put(at, card.index()));
        }
        let held = |cell: &Option<Card>| cell.map_or(ROOT, Card::index);
        cards.cells.extend(start.cells.iter().map(held));
        cards
    }

    #[inline]
    fn put(&mut self, column: usize, card: u8) {
        let length = &mut self.lengths[column];
        self.columns[column][usize::from(*length)] = card;
        self.at[usize::from(card)] = (column as u8, *length);
        *length += 1;
    }

    /// The cell that holds a card; an empty one holds [`ROOT`].
    fn holder(&self, card: u8) -> u8 {
        let holds = |&held: &u8| held == card;
        let cell = self.cells.iter().position(holds);
        cell.expect("a cell that holds it") as u8
    }

    /// Makes a move and names its places.
    fn plain(&mut self, mv: PackedMove) -> Move {
        let to = match mv.to {
            HOME => Place::Home(mv.card & 3),
            CELL => Place::Cell(self.holder(ROOT)),
            ROOT => {
                let free = self.lengths.iter().position(|&length| length == 0);
                Place::Column(free.expect("an empty column") as u8)
            }
            card => Place::Column(self.at[usize::from(card)].0),
        };
        let (column, height) = self.at[usize::from(mv.card)];
        let (from, count) = if column == CELL {
            let cell = self.holder(mv.card);
            self.cells[usize::from(cell)] = ROOT;
            (Place::Cell(cell), 1)
        } else {
            let length = std::mem::replace(&mut self.lengths[usize::from(column)], height);
            (Place::Column(column), length - height)
        };
        match to {
            Place::Home(_) => {}
            Place::Cell(cell) => {
                self.cells[usize::from(cell)] = mv.card;
                self.at[usize::from(mv.card)].0 = CELL;
            }
            Place::Column(to) => {
                self.put(to.into(), mv.card);
                // The rest of the run still lies where it was.
                for above in 1..count {
                    let card = self.columns[usize::from(column)][usize::from(height + above)];
                    self.put(to.into(), card);
                }
            }
        }
        Move { from, to, count }
    }
}
