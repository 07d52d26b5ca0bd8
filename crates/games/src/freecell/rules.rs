//! FreeCell's plain rules: a position as a player sees it, every legal move,
//! and why another is not. Packed positions and searches live elsewhere; this
//! file judges them.
//!
//! Ranks are counted from the rank that foundations start with, which is the
//! ace except in Penguin; only notation knows the difference.

use super::variant::{Empty, Variant};
use crate::cards::{Card, KING};
use engine::{Plain, Puzzle};

/// Where a card can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A column, from the left.
    Column(u8),
    /// A free cell, from the left.
    Cell(u8),
    /// The foundation of a suit.
    Home(u8),
}

/// The last `count` cards of one place go to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// A column or a cell.
    pub from: Place,
    /// Anywhere else.
    pub to: Place,
    /// More than one only from column to column.
    pub count: u8,
}

/// Columns seldom hold more cards than this.
const HIGH: usize = 16;

/// A position in mid-game or at its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The rules in force.
    pub variant: Variant,
    /// The rank that foundations start with, as printed: 1 but in Penguin.
    pub first_rank: u8,
    /// Cards of each column, the exposed one last.
    pub columns: Vec<Vec<Card>>,
    /// What each cell holds.
    pub cells: Vec<Option<Card>>,
    /// The highest rank at home, by suit; 0 for none.
    pub home: [u8; 4],
}

impl Position {
    /// A position without cards.
    pub fn bare(variant: Variant) -> Position {
        Position {
            variant,
            first_rank: 1,
            columns: (0..variant.columns)
                .map(|_| Vec::with_capacity(HIGH))
                .collect(),
            cells: vec![None; variant.cells as usize],
            home: [0; 4],
        }
    }

    /// How many cards at the end of a column are in sequence.
    pub fn run_length(&self, column: usize) -> usize {
        let cards = &self.columns[column];
        let breaks = cards
            .windows(2)
            .rev()
            .position(|two| !self.variant.fits(two[1], two[0]));
        breaks.map_or(cards.len(), |length| length + 1)
    }

    /// The longest run that can go to column `to`.
    pub fn longest_run(&self, to: usize) -> usize {
        let cells = self.cells.iter().filter(|cell| cell.is_none()).count();
        let columns = self.columns.iter().enumerate();
        let empty = columns.filter(|(i, c)| *i != to && c.is_empty()).count();
        self.variant.longest_run(cells, empty)
    }

    /// The card that a move of one card takes from a place.
    pub fn exposed(&self, place: Place) -> Option<Card> {
        match place {
            Place::Column(i) => self.columns.get(i as usize)?.last().copied(),
            Place::Cell(i) => *self.cells.get(i as usize)?,
            Place::Home(_) => None,
        }
    }

    /// The highest card that a move takes: of a run, the one that leads it.
    pub fn leading_card(&self, mv: Move) -> Option<Card> {
        match mv.from {
            Place::Column(i) => {
                let column = self.columns.get(i as usize)?;
                column
                    .len()
                    .checked_sub(mv.count as usize)
                    .and_then(|at| column.get(at))
                    .copied()
            }
            other => self.exposed(other),
        }
    }

    /// Whether a card can go home.
    pub fn goes_home(&self, card: Card) -> bool {
        self.home[card.suit() as usize] + 1 == card.rank()
    }

    /// A card as it is printed.
    pub fn printed(&self, card: Card) -> Card {
        Card::new((card.rank() + self.first_rank - 2) % 13 + 1, card.suit())
    }

    /// The reverse of [`Position::printed`].
    pub fn from_printed(&self, card: Card) -> Card {
        Card::new((card.rank() + 13 - self.first_rank) % 13 + 1, card.suit())
    }

    fn push(&mut self, place: Place, card: Card) {
        match place {
            Place::Column(i) => self.columns[i as usize].push(card),
            Place::Cell(i) => self.cells[i as usize] = Some(card),
            Place::Home(suit) => self.home[suit as usize] += 1,
        }
    }

    fn pop(&mut self, place: Place) -> Card {
        let card = match place {
            Place::Column(i) => self.columns[i as usize].pop(),
            Place::Cell(i) => self.cells[i as usize].take(),
            Place::Home(suit) => {
                self.home[suit as usize] -= 1;
                Some(Card::new(self.home[suit as usize] + 1, suit))
            }
        };
        card.expect("a legal move takes a card")
    }

    fn shift(&mut self, from: Place, to: Place, count: u8) {
        if let (Place::Column(a), Place::Column(b), 2..) = (from, to, count) {
            let both = [a as usize, b as usize];
            let [a, b] = self.columns.get_disjoint_mut(both).expect("two columns");
            b.extend(a.drain(a.len() - count as usize..));
        } else {
            let card = self.pop(from);
            self.push(to, card);
        }
    }

    fn check_run(&self, from: usize, to: usize, count: usize) -> Result<(), String> {
        if count == 1 {
            return Ok(());
        }
        let run = self.run_length(from);
        if count > run {
            let are = if run == 1 { "is" } else { "are" };
            return Err(format!(
                "{count} cards of column {}, of which {run} {are} in sequence",
                from + 1
            ));
        }
        let most = self.longest_run(to);
        if count > most {
            return Err(format!(
                "a run of {count} cards where only {most} can move at once"
            ));
        }
        Ok(())
    }

    fn check_target(&self, card: Card, to: Place) -> Result<(), String> {
        let name = || self.printed(card);
        match to {
            Place::Home(suit) if suit != card.suit() => {
                Err(format!("{} on another suit's foundation", name()))
            }
            Place::Home(_) if self.goes_home(card) => Ok(()),
            Place::Home(_) => Err(format!(
                "{}, whose turn on the foundation has not come",
                name()
            )),
            Place::Cell(i) => match self.cells.get(i as usize) {
                None => Err(format!("no cell {}", i + 1)),
                Some(None) => Ok(()),
                Some(Some(_)) => Err(format!("{} into cell {}, which is full", name(), i + 1)),
            },
            Place::Column(i) => match self.columns.get(i as usize).map(|c| c.last()) {
                None => Err(format!("no column {}", i + 1)),
                Some(None) if self.variant.fits_empty(card) => Ok(()),
                Some(None) if self.variant.empty == Empty::Kings => {
                    let king = self.printed(Card::new(13, card.suit()));
                    Err(format!(
                        "{} into an empty column, which takes only {king} and its like",
                        name()
                    ))
                }
                Some(None) => Err(format!(
                    "{} into an empty column, which takes no card",
                    name()
                )),
                Some(Some(&on)) if self.variant.fits(card, on) => Ok(()),
                Some(Some(&on)) => Err(format!(
                    "{} on {}, where it does not fit",
                    name(),
                    self.printed(on)
                )),
            },
        }
    }
}

/// `1 card`, `2 cards`.
fn cards(count: u8) -> String {
    let noun = if count == 1 { "card" } else { "cards" };
    format!("{count} {noun}")
}

/// A position up to the order of columns and cells: columns sorted, cells sorted.
type Key = (Vec<Vec<Card>>, Vec<Option<Card>>);

impl Puzzle for Position {
    type Move = Move;
    type Key = Key;
    type Kept = Self;

    fn moves(&self, out: &mut Vec<Move>) {
        let columns = (0..self.columns.len()).map(|i| Place::Column(i as u8));
        let cells = (0..self.cells.len()).map(|i| Place::Cell(i as u8));
        for from in columns.clone().chain(cells) {
            let Some(card) = self.exposed(from) else {
                continue;
            };
            let mut add = |to, count| {
                let mv = Move { from, to, count };
                if self.check(mv).is_ok() {
                    out.push(mv);
                }
            };
            add(Place::Home(card.suit()), 1);
            for to in columns.clone() {
                let most = match from {
                    Place::Column(i) => self.run_length(i as usize),
                    _ => 1,
                };
                for count in 1..=most as u8 {
                    add(to, count);
                }
            }
            if let Place::Column(_) = from {
                for cell in 0..self.cells.len() as u8 {
                    add(Place::Cell(cell), 1);
                }
            }
        }
    }

    fn apply(&mut self, mv: Move) {
        self.shift(mv.from, mv.to, mv.count);
    }

    fn is_solved(&self) -> bool {
        self.home == [13; 4]
    }
    fn keep(&self) -> Self {
        self.clone()
    }
    fn restore(&self, kept: &Self) -> Self {
        kept.clone()
    }

    fn key(&self) -> Key {
        let (mut columns, mut cells) = (self.columns.clone(), self.cells.clone());
        columns.sort_unstable();
        cells.sort_unstable();
        (columns, cells)
    }

    fn heap_bytes(&self) -> usize {
        // A short vector takes some 32 bytes, the allocator's own included.
        const SHORT: usize = 32;
        self.columns.len() * (size_of::<Vec<Card>>() + SHORT) + 2 * SHORT
    }
}

impl Plain for Position {
    fn check(&self, mv: Move) -> Result<(), String> {
        let Some(card) = self.leading_card(mv) else {
            return Err(match mv.from {
                Place::Column(i) if i as usize >= self.columns.len() => {
                    format!("no column {}", i + 1)
                }
                Place::Column(i) => {
                    let held = self.columns[i as usize].len();
                    format!("{} of column {}, which has {held}", cards(mv.count), i + 1)
                }
                Place::Cell(i) if i as usize >= self.cells.len() => format!("no cell {}", i + 1),
                Place::Cell(i) => format!("cell {}, which is empty", i + 1),
                Place::Home(_) => "a card taken from a foundation".into(),
            });
        };
        match (mv.from, mv.to, mv.count) {
            (_, _, 0) => return Err("a move of no cards".into()),
            (from, to, _) if from == to => return Err("a move to where it starts".into()),
            (Place::Cell(_), Place::Cell(_), _) => return Err("a move from cell to cell".into()),
            (Place::Column(from), Place::Column(to), count) => {
                if to as usize >= self.columns.len() {
                    return Err(format!("no column {}", to + 1));
                }
                self.check_run(from as usize, to as usize, count as usize)?
            }
            (_, _, 2..) => return Err("several cards where one can move".into()),
            _ => {}
        }
        self.check_target(card, mv.to)
    }
    fn undo(&mut self, mv: Move) {
        self.shift(mv.to, mv.from, mv.count);
    }

    /// Every number of cards from everywhere to everywhere, with a column and
    /// a cell after the last.
    fn conceivable(&self) -> Vec<Move> {
        let columns = (0..=self.columns.len() as u8).map(Place::Column);
        let cells = (0..=self.cells.len() as u8).map(Place::Cell);
        let homes = (0..4).map(Place::Home);
        let places: Vec<Place> = columns.chain(cells).chain(homes).collect();
        let mut moves = Vec::new();
        for &from in &places {
            for &to in &places {
                moves.extend((0..=KING + 1).map(|count| Move { from, to, count }));
            }
        }
        moves
    }
}
