//! Turns steps on packed tables into plain moves, on the columns as they lie.

use crate::cards::Card;
use crate::klondike::rules::{COLUMNS, Move, Place, Position, TURN};
use crate::klondike::table::{Step, card_of};
use engine::{Plain, Puzzle};

/// A position on its way to a win, with the moves made so far.
pub struct Path {
    /// Where it stands.
    pub position: Position,
    /// The moves from the start.
    pub moves: Vec<Move>,
}

impl Path {
    /// A path that has yet to begin.
    pub fn new(start: &Position) -> Path {
        Path {
            position: start.clone(),
            moves: Vec::new(),
        }
    }

    /// The moves of steps that lead to a sure win, and of the win itself, if
    /// the rules allow each of them.
    pub fn to_win(start: &Position, steps: &[Step]) -> Option<Vec<Move>> {
        let mut path = Path::new(start);
        for &step in steps {
            path.step(step)?;
        }
        while !path.position.is_solved() {
            path.send_home()?;
        }
        Some(path.moves)
    }

    /// Makes a move, if it is legal.
    pub fn make(&mut self, mv: Move) -> Option<()> {
        self.position.check(mv).ok()?;
        self.position.apply(mv);
        self.moves.push(mv);
        Some(())
    }

    /// Does a step, if the rules allow its moves.
    pub fn step(&mut self, step: Step) -> Option<()> {
        let card = card_of(step.bit());
        let (from, to) = match step {
            Step::Home(_) => {
                self.lay_bare(card)?;
                let (column, _) = self.column_of(card)?;
                (Place::Column(column), Place::Home(card.suit()))
            }
            Step::Reveal(_) => return self.make(self.lead(card)?),
            Step::StockHome(_) => {
                self.turn_up(card)?;
                (Place::Waste, Place::Home(card.suit()))
            }
            Step::StockColumn(_) => {
                self.turn_up(card)?;
                (Place::Waste, self.room_for(card)?)
            }
            Step::Back(_) => (Place::Home(card.suit()), self.room_for(card)?),
        };
        self.make(Move { from, to, count: 1 })
    }

    /// Sends the lowest card home, or one that needs no turning.
    fn send_home(&mut self) -> Option<()> {
        let exposed = self.position.columns.iter().position(|column| {
            let last = column.open.last();
            last.is_some_and(|&card| self.position.goes_home(card))
        });
        if let Some(column) = exposed {
            let card = *self.position.columns[column].open.last()?;
            let from = Place::Column(column as u8);
            let to = Place::Home(card.suit());
            return self.make(Move { from, to, count: 1 });
        }
        if !self
            .position
            .waste
            .last()
            .is_some_and(|&card| self.position.goes_home(card))
        {
            return self.make(TURN);
        }
        let to = Place::Home(self.position.waste.last()?.suit());
        let from = Place::Waste;
        self.make(Move { from, to, count: 1 })
    }

    /// The column in which a card lies face up, and how many lie there from it
    /// on.
    fn column_of(&self, card: Card) -> Option<(u8, u8)> {
        (0u8..)
            .zip(&self.position.columns)
            .find_map(|(at, column)| {
                let place = column.open.iter().position(|&c| c == card)?;
                Some((at, (column.open.len() - place) as u8))
            })
    }

    /// A column where a card can lie.
    fn room_for(&self, card: Card) -> Option<Place> {
        let mut columns = 0..COLUMNS;
        let column = columns.find(|&column| self.position.fits(card, column))?;
        Some(Place::Column(column as u8))
    }

    /// The move of a card and all that lie on it.
    fn lead(&self, card: Card) -> Option<Move> {
        let (column, count) = self.column_of(card)?;
        Some(Move {
            from: Place::Column(column),
            to: self.room_for(card)?,
            count,
        })
    }

    /// Moves what lies on a card over to the other card of its pair, which has
    /// room for it.
    fn lay_bare(&mut self, card: Card) -> Option<()> {
        let (column, count) = self.column_of(card)?;
        if count == 1 {
            return Some(());
        }
        let open = &self.position.columns[column as usize].open;
        let on = open[open.len() + 1 - count as usize];
        self.make(self.lead(on)?)
    }

    /// Turns the stock until a card is on top of the waste.
    fn turn_up(&mut self, card: Card) -> Option<()> {
        // Two passes bring up everything that can be.
        for _ in 0..2 * 24 + 2 {
            if self.position.waste.last() == Some(&card) {
                return Some(());
            }
            self.make(TURN)?;
        }
        None
    }
}
