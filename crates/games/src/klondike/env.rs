//! Klondike as an environment: what a learner sees, which is what a player
//! sees, and what it may do. Stepping allocates nothing.
//!
//! Rows of an observation are the seven columns; the stock, the next card
//! last; the waste, the card that can be played last; and the highest ranks
//! at home by suit with the number of times that the waste was turned over,
//! where that is limited. A card is its index and one more, 53 is a card that
//! lies face down and was never seen, 0 is no card.
//!
//! Actions: turn the stock; the waste's card goes home, or to a column; from
//! each column a card goes home; from each column cards go to a column, as
//! many as fit; from each foundation a card goes to a column. So every legal
//! move is an action.

use super::deals;
use super::rules::{COLUMNS, Move, Place, Position, TURN};
use super::variant::{Runs, Variant};
use crate::cards::{Card, KING};
use engine::env::{Encode, Spaces, too_large};
use engine::{Fault, LevelId};

/// The most cards of a row: the whole stock.
const WIDTH: usize = 24;
/// Rows of an observation.
const STOCK: usize = COLUMNS;
const WASTE: usize = COLUMNS + 1;
const HOME: usize = COLUMNS + 2;
/// A card that nobody has seen.
const UNSEEN: u8 = 53;

/// The first action of each group.
const WASTE_HOME: usize = 1;
const WASTE_TO: usize = 2;
const COLUMN_HOME: usize = WASTE_TO + COLUMNS;
const COLUMN_TO: usize = COLUMN_HOME + COLUMNS;
const HOME_TO: usize = COLUMN_TO + COLUMNS * COLUMNS;
const ACTIONS: usize = HOME_TO + 4 * COLUMNS;

/// How tables of one variant become bytes.
pub struct Tableau(Variant);

/// The encoding of the variant that an id names.
pub fn encoding(id: &LevelId) -> Result<Tableau, Fault> {
    Ok(Tableau(Variant::parse(&deals::variant_of(id)?)?))
}

/// Cards one on the other, without allocation.
#[derive(Clone, Copy)]
struct Pile {
    cards: [Card; WIDTH],
    length: u8,
}

impl Pile {
    fn new(cards: &[Card]) -> Result<Pile, Fault> {
        let mut pile = Pile {
            cards: [Card::from_index(0); WIDTH],
            length: 0,
        };
        match cards.len() > WIDTH {
            true => Err(too_large("cards of a pile", cards.len(), WIDTH)),
            false => {
                cards.iter().for_each(|&card| pile.push(card));
                Ok(pile)
            }
        }
    }

    fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.length)]
    }

    fn push(&mut self, card: Card) {
        self.cards[usize::from(self.length)] = card;
        self.length += 1;
    }

    fn pop(&mut self) -> Option<Card> {
        let card = *self.cards().last()?;
        self.length -= 1;
        Some(card)
    }
}

/// A position.
#[derive(Clone)]
pub struct Table {
    /// Cards of each column, and how many of them lie face down.
    columns: [Pile; COLUMNS],
    hidden: [u8; COLUMNS],
    stock: Pile,
    waste: Pile,
    home: [u8; 4],
    turned_over: u32,
    seen: u64,
}

impl Table {
    fn open(&self, column: usize) -> &[Card] {
        &self.columns[column].cards()[usize::from(self.hidden[column])..]
    }

    fn goes_home(&self, card: Card) -> bool {
        self.home[usize::from(card.suit())] + 1 == card.rank()
    }

    /// Whether a card can lie on a column.
    fn fits(&self, card: Card, column: usize) -> bool {
        match self.columns[column].cards().last() {
            Some(on) => on.rank() == card.rank() + 1 && on.is_red() != card.is_red(),
            None => card.rank() == KING,
        }
    }

    /// Marks the columns that a card can lie on.
    fn mark(&self, card: Card, out: &mut [i8]) {
        for (column, slot) in out.iter_mut().enumerate() {
            *slot |= i8::from(self.fits(card, column));
        }
    }

    /// The top card of a foundation.
    fn at_home(&self, suit: usize) -> Option<Card> {
        let rank = self.home[suit];
        (rank > 0).then(|| Card::new(rank, suit as u8))
    }

    /// Turns the next cards of the stock, after the waste where it is empty.
    fn turn(&mut self, draw: u8) {
        if self.stock.length == 0 {
            std::mem::swap(&mut self.stock, &mut self.waste);
            let cards = usize::from(self.stock.length);
            self.stock.cards[..cards].reverse();
            self.turned_over += 1;
        }
        for _ in 0..draw {
            let Some(card) = self.stock.pop() else { break };
            self.seen |= 1 << card.index();
            self.waste.push(card);
        }
    }

    /// Takes the last card of a place.
    fn take(&mut self, from: Place) -> Option<Card> {
        match from {
            Place::Stock => None,
            Place::Waste => self.waste.pop(),
            Place::Column(column) => self.columns[usize::from(column)].pop(),
            Place::Home(suit) => {
                let card = self.at_home(usize::from(suit));
                self.home[usize::from(suit)] -= 1;
                card
            }
        }
    }

    fn put(&mut self, to: Place, card: Card) {
        match to {
            Place::Column(column) => self.columns[usize::from(column)].push(card),
            Place::Home(suit) => self.home[usize::from(suit)] += 1,
            Place::Stock | Place::Waste => {}
        }
    }
}

impl Tableau {
    fn can_turn(&self, table: &Table) -> bool {
        let passes = u32::from(self.0.passes);
        let again = passes == 0 || table.turned_over + 1 < passes;
        table.stock.length > 0 || (again && table.waste.length > self.0.draw)
    }

    /// Whether the last `count` face-up cards of a column may go to another.
    fn may_part(&self, table: &Table, column: usize, count: usize) -> bool {
        let open = table.open(column);
        count == open.len()
            || match self.0.runs {
                Runs::Any => true,
                Runs::Home => table.goes_home(open[open.len() - count - 1]),
                Runs::Whole => false,
            }
    }

    /// How many cards go from a column to another, if any do.
    fn count(&self, table: &Table, from: usize, to: usize) -> Option<usize> {
        let open = table.open(from);
        let fits = |count: &usize| {
            table.fits(open[open.len() - count], to) && self.may_part(table, from, *count)
        };
        (1..=open.len()).rev().filter(|_| from != to).find(fits)
    }

    /// Refuses a column that may grow beyond the width of a row.
    fn check_height(&self, hidden: usize, cards: &[Card]) -> Result<(), Fault> {
        let grown = cards
            .iter()
            .zip(1..)
            .map(|(card, height)| match height > hidden {
                true => height + usize::from(card.rank()) - 1,
                false => height + usize::from(KING) - 1,
            });
        let tallest = grown.max().unwrap_or(0);
        match tallest > WIDTH {
            true => Err(too_large("cards of a column", tallest, WIDTH)),
            false => Ok(()),
        }
    }
}

/// Writes cards into a row.
fn write(row: &mut [u8], cards: &[Card], is_seen: impl Fn(usize, Card) -> bool) {
    for (at, (slot, &card)) in row.iter_mut().zip(cards).enumerate() {
        *slot = match is_seen(at, card) {
            true => card.index() + 1,
            false => UNSEEN,
        };
    }
}

impl Encode for Tableau {
    type State = Position;
    type Table = Table;

    fn spaces(&self) -> Spaces {
        Spaces {
            shape: vec![HOME + 1, WIDTH],
            highest: UNSEEN.max(self.0.passes),
            actions: ACTIONS,
        }
    }

    fn table(&self, state: &Position) -> Result<Table, Fault> {
        if state.variant != self.0 {
            return Err(Fault::new("variant", state.variant.name(), self.0.name()));
        }
        // Cards of the stock go over to the waste and back.
        let stock = state.stock.len() + state.waste.len();
        if stock > WIDTH {
            return Err(too_large("cards of stock and waste", stock, WIDTH));
        }
        let mut columns = [Pile::new(&[])?; COLUMNS];
        let mut hidden = [0; COLUMNS];
        for (index, column) in state.columns.iter().enumerate() {
            let cards = [column.hidden.as_slice(), &column.open].concat();
            self.check_height(column.hidden.len(), &cards)?;
            columns[index] = Pile::new(&cards)?;
            hidden[index] = column.hidden.len() as u8;
        }
        Ok(Table {
            columns,
            hidden,
            stock: Pile::new(&state.stock)?,
            waste: Pile::new(&state.waste)?,
            home: state.home,
            turned_over: state.turned_over,
            seen: state.seen,
        })
    }

    fn state(&self, table: &Table) -> Position {
        let mut state = Position::bare(self.0);
        for (index, column) in state.columns.iter_mut().enumerate() {
            let hidden = usize::from(table.hidden[index]);
            column.hidden = table.columns[index].cards()[..hidden].to_vec();
            column.open = table.open(index).to_vec();
        }
        state.stock = table.stock.cards().to_vec();
        state.waste = table.waste.cards().to_vec();
        state.home = table.home;
        state.turned_over = table.turned_over;
        state.seen = table.seen;
        state
    }

    fn observe(&self, table: &Table, out: &mut [u8]) {
        let (columns, rest) = out.split_at_mut(STOCK * WIDTH);
        for (index, row) in columns.chunks_exact_mut(WIDTH).enumerate() {
            let hidden = usize::from(table.hidden[index]);
            write(row, table.columns[index].cards(), |at, _| at >= hidden);
        }
        let (stock, rest) = rest.split_at_mut(WIDTH);
        write(stock, table.stock.cards(), |_, card| {
            table.seen >> card.index() & 1 == 1
        });
        let (waste, home) = rest.split_at_mut((HOME - WASTE) * WIDTH);
        write(waste, table.waste.cards(), |_, _| true);
        home[..4].copy_from_slice(&table.home);
        if self.0.passes > 0 {
            home[4] = table.turned_over.min(self.0.passes.into()) as u8;
        }
    }

    fn mask(&self, table: &Table, out: &mut [i8]) -> bool {
        out[0] = i8::from(self.can_turn(table));
        if let Some(&card) = table.waste.cards().last() {
            out[WASTE_HOME] = i8::from(table.goes_home(card));
            table.mark(card, &mut out[WASTE_TO..COLUMN_HOME]);
        }
        for from in 0..COLUMNS {
            let open = table.open(from);
            let Some(&top) = open.last() else { continue };
            out[COLUMN_HOME + from] = i8::from(table.goes_home(top));
            let to = &mut out[COLUMN_TO + from * COLUMNS..][..COLUMNS];
            for (left, &lead) in open.iter().enumerate() {
                if self.may_part(table, from, open.len() - left) {
                    table.mark(lead, to);
                }
            }
            // Cards go to another column.
            to[from] = 0;
        }
        if self.0.take_back {
            for suit in 0..4 {
                if let Some(card) = table.at_home(suit) {
                    table.mark(card, &mut out[HOME_TO + suit * COLUMNS..][..COLUMNS]);
                }
            }
        }
        out.contains(&1)
    }

    fn act(&self, table: &Table, action: usize) -> Option<Move> {
        let one = |from, to| Move { from, to, count: 1 };
        let home = |from, card: Card| {
            let to = Place::Home(card.suit());
            table.goes_home(card).then_some(one(from, to))
        };
        let onto = |from, card: Card, column: usize| {
            let to = Place::Column(column as u8);
            table.fits(card, column).then_some(one(from, to))
        };
        let waste = || table.waste.cards().last().copied();
        match action {
            0 => self.can_turn(table).then_some(TURN),
            WASTE_HOME => home(Place::Waste, waste()?),
            WASTE_TO..COLUMN_HOME => onto(Place::Waste, waste()?, action - WASTE_TO),
            COLUMN_HOME..COLUMN_TO => {
                let column = action - COLUMN_HOME;
                home(Place::Column(column as u8), *table.open(column).last()?)
            }
            COLUMN_TO..HOME_TO => {
                let (from, to) = (
                    (action - COLUMN_TO) / COLUMNS,
                    (action - COLUMN_TO) % COLUMNS,
                );
                let count = self.count(table, from, to)? as u8;
                let (from, to) = (Place::Column(from as u8), Place::Column(to as u8));
                Some(Move { from, to, count })
            }
            _ => {
                let (suit, column) = ((action - HOME_TO) / COLUMNS, (action - HOME_TO) % COLUMNS);
                let card = table.at_home(suit).filter(|_| self.0.take_back)?;
                onto(Place::Home(suit as u8), card, column)
            }
        }
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        if mv == TURN {
            return table.turn(self.0.draw);
        }
        if let (Place::Column(from), Place::Column(to)) = (mv.from, mv.to) {
            let run = table.columns[usize::from(from)];
            let left = run.cards().len() - usize::from(mv.count);
            for &card in &run.cards()[left..] {
                table.columns[usize::from(to)].push(card);
            }
            table.columns[usize::from(from)].length = left as u8;
        } else if let Some(card) = table.take(mv.from) {
            table.put(mv.to, card);
        }
        if let Place::Column(from) = mv.from {
            let from = usize::from(from);
            let hidden = &mut table.hidden[from];
            if *hidden > 0 && *hidden == table.columns[from].length {
                *hidden -= 1;
            }
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.home == [KING; 4]
    }

    fn progress(&self, table: &Table) -> f64 {
        f64::from(table.home.iter().sum::<u8>()) / 52.0
    }
}
