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
    /// The column of each card that lies in one.
    column: [u8; 52],
    cells: Vec<u8>,
}

impl Cards {
    fn new(start: &Position) -> Cards {
        let mut cards = Cards {
            columns: [[ROOT; 52]; MOST_COLUMNS],
            lengths: vec![0; start.columns.len()],
            column: [CELL; 52],
            cells: Vec::with_capacity(start.cells.len()),
        };
        for (at, column) in start.columns.iter().enumerate() {
            column.iter().for_each(|card| cards.put(at, card.index()));
        }
        let held = |cell: &Option<Card>| cell.map_or(ROOT, Card::index);
        cards.cells.extend(start.cells.iter().map(held));
        cards
    }

    fn put(&mut self, column: usize, card: u8) {
        let length = &mut self.lengths[column];
        self.columns[column][usize::from(*length)] = card;
        self.column[usize::from(card)] = column as u8;
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
        let (to, column) = match mv.to {
            HOME => (Place::Home(mv.card & 3), None),
            CELL => (Place::Cell(self.holder(ROOT)), None),
            ROOT => {
                let free = self.lengths.iter().position(|&length| length == 0);
                let column = free.expect("an empty column");
                (Place::Column(column as u8), Some(column))
            }
            card => {
                let column = self.column[usize::from(card)];
                (Place::Column(column), Some(usize::from(column)))
            }
        };
        let from = self.column[usize::from(mv.card)];
        let (from, count) = if from == CELL {
            let cell = self.holder(mv.card);
            self.cells[usize::from(cell)] = ROOT;
            if let Some(column) = column {
                self.put(column, mv.card);
            }
            (Place::Cell(cell), 1)
        } else {
            (
                Place::Column(from),
                self.lift(usize::from(from), mv.card, column),
            )
        };
        if let Place::Cell(cell) = to {
            self.cells[usize::from(cell)] = mv.card;
            self.column[usize::from(mv.card)] = CELL;
        }
        Move { from, to, count }
    }

    /// Takes the run that a card leads from its column, and puts it into
    /// another if there is one. Returns its length.
    fn lift(&mut self, from: usize, card: u8, to: Option<usize>) -> u8 {
        let column = self.columns[from];
        let length = usize::from(self.lengths[from]);
        let lead = column[..length].iter().rposition(|&other| other == card);
        let lead = lead.expect("a card of its column");
        if let Some(to) = to {
            column[lead..length]
                .iter()
                .for_each(|&card| self.put(to, card));
        }
        self.lengths[from] = lead as u8;
        (length - lead) as u8
    }
}
