//! Klondike's plain rules: a position as it lies on the table, every legal
//! move, and why another is not. Packed positions, players and searches live
//! elsewhere; this file judges them.

use super::variant::{Runs, Variant};
use crate::cards::{Card, KING};
use engine::{Plain, Puzzle};

/// Columns of the tableau.
pub const COLUMNS: usize = 7;

/// Where a card can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The cards not turned yet.
    Stock,
    /// The cards turned from the stock.
    Waste,
    /// A column, from the left.
    Column(u8),
    /// The foundation of a suit.
    Home(u8),
}

/// The last `count` cards of one place go to another. From stock to waste is
/// the turning of the next cards, after the waste was turned over where the
/// stock is empty; its count is always 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where cards come from.
    pub from: Place,
    /// Where they go.
    pub to: Place,
    /// More than one only from column to column.
    pub count: u8,
}

/// Turns the next cards of the stock.
pub const TURN: Move = Move {
    from: Place::Stock,
    to: Place::Waste,
    count: 1,
};

/// A column of the tableau.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Column {
    /// Cards that lie face down, the lowest first.
    pub hidden: Vec<Card>,
    /// Cards that lie face up on them, the exposed one last.
    pub open: Vec<Card>,
}

/// What a move changed beside the cards it moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trace {
    /// Whether a card was turned up where cards left a column.
    Moved { turned_up: bool },
    /// How many cards were turned, whether the waste was turned over first,
    /// and which cards had been seen before.
    Turned { cards: usize, over: bool, seen: u64 },
}

/// A position in mid-game or at its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The rules in force.
    pub variant: Variant,
    /// The tableau, from the left.
    pub columns: [Column; COLUMNS],
    /// Cards not turned yet, the next one last.
    pub stock: Vec<Card>,
    /// Cards turned, the one that can be played last.
    pub waste: Vec<Card>,
    /// The highest rank at home, by suit; 0 for none.
    pub home: [u8; 4],
    /// How often the waste was turned over.
    pub turned_over: u32,
    /// Bit `i` is set once the card of index `i` was turned from the stock.
    pub seen: u64,
    past: Vec<Trace>,
}

impl Position {
    /// A position without cards.
    pub fn bare(variant: Variant) -> Position {
        Position {
            variant,
            columns: Default::default(),
            stock: Vec::new(),
            waste: Vec::new(),
            home: [0; 4],
            turned_over: 0,
            seen: 0,
            past: Vec::new(),
        }
    }

    /// Lays out a deck as people do: a row of seven cards, a row of six on the
    /// columns from the second on, and so forth; the last 24 cards are the
    /// stock in the order in which they are turned.
    pub fn deal(variant: Variant, deck: &[Card; 52]) -> Position {
        let mut position = Position::bare(variant);
        let mut cards = deck.iter().copied();
        for row in 0..COLUMNS {
            for (column, card) in (row..COLUMNS).zip(&mut cards) {
                let place = &mut position.columns[column];
                let side = match row == column {
                    true => &mut place.open,
                    false => &mut place.hidden,
                };
                side.push(card);
            }
        }
        position.stock = cards.rev().collect();
        position
    }

    /// Whether `card` can lie on the exposed card of a column, or begin it.
    pub fn fits(&self, card: Card, column: usize) -> bool {
        match self.columns[column].open.last() {
            Some(on) => on.rank() == card.rank() + 1 && on.is_red() != card.is_red(),
            None => card.rank() == KING && self.columns[column].hidden.is_empty(),
        }
    }

    /// Whether `card` is the next of its suit.
    pub fn goes_home(&self, card: Card) -> bool {
        self.home[card.suit() as usize] + 1 == card.rank()
    }

    /// Cards still face down in the tableau.
    pub fn face_down(&self) -> usize {
        self.columns.iter().map(|c| c.hidden.len()).sum()
    }

    /// Cards at home: the thesis's fitness.
    pub fn cards_home(&self) -> u32 {
        self.home.iter().map(|&rank| u32::from(rank)).sum()
    }

    fn check_turn(&self) -> Result<(), String> {
        if !self.stock.is_empty() {
            return Ok(());
        }
        if self.waste.len() <= self.variant.draw as usize {
            return Err("turning the stock would change nothing".into());
        }
        match self.variant.passes {
            0 => Ok(()),
            passes if self.turned_over + 1 < u32::from(passes) => Ok(()),
            passes => Err(format!("the stock was gone through {passes} times")),
        }
    }

    /// Whether the last `count` face-up cards of a column may go to another.
    fn check_part(&self, column: usize, count: usize) -> Result<(), String> {
        let open = &self.columns[column].open;
        if count == open.len() || self.variant.runs == Runs::Any {
            return Ok(());
        }
        match self.variant.runs {
            Runs::Home if self.goes_home(open[open.len() - count - 1]) => Ok(()),
            Runs::Home => Err("part of a run, and the card beneath it cannot go home".into()),
            _ => Err("part of a run".into()),
        }
    }

    /// The card that leads a move, if there are so many cards there.
    pub fn lead(&self, mv: Move) -> Option<Card> {
        match mv.from {
            Place::Stock => None,
            Place::Waste => self.waste.last().copied(),
            Place::Column(column) => {
                let open = &self.columns.get(column as usize)?.open;
                open.get(open.len().checked_sub(mv.count as usize)?)
                    .copied()
            }
            Place::Home(suit) => {
                let rank = *self.home.get(suit as usize)?;
                (rank > 0).then(|| Card::new(rank, suit))
            }
        }
    }

    fn take(&mut self, from: Place, count: usize) -> Vec<Card> {
        match from {
            Place::Stock => unreachable!("turning is no carrying"),
            Place::Waste => self.waste.split_off(self.waste.len() - count),
            Place::Column(column) => {
                let open = &mut self.columns[column as usize].open;
                open.split_off(open.len() - count)
            }
            Place::Home(suit) => {
                let rank = &mut self.home[suit as usize];
                *rank -= 1;
                vec![Card::new(*rank + 1, suit)]
            }
        }
    }

    fn put(&mut self, to: Place, cards: Vec<Card>) {
        match to {
            Place::Stock => unreachable!("turning is no carrying"),
            Place::Waste => self.waste.extend(cards),
            Place::Column(column) => self.columns[column as usize].open.extend(cards),
            Place::Home(suit) => self.home[suit as usize] += 1,
        }
    }

    fn turn(&mut self) {
        let over = self.stock.is_empty();
        if over {
            self.stock = std::mem::take(&mut self.waste);
            self.stock.reverse();
            self.turned_over += 1;
        }
        let cards = self.stock.len().min(self.variant.draw as usize);
        let seen = self.seen;
        for _ in 0..cards {
            let card = self.stock.pop().expect("as many were counted");
            self.seen |= 1 << card.index();
            self.waste.push(card);
        }
        self.past.push(Trace::Turned { cards, over, seen });
    }

    fn turn_back(&mut self, cards: usize, over: bool, seen: u64) {
        for _ in 0..cards {
            self.stock.extend(self.waste.pop());
        }
        if over {
            self.waste = std::mem::take(&mut self.stock);
            self.waste.reverse();
            self.turned_over -= 1;
        }
        self.seen = seen;
    }
}

impl Puzzle for Position {
    type Move = Move;
    type Key = Vec<u8>;
    type Kept = Self;

    fn moves(&self, out: &mut Vec<Move>) {
        if self.check_turn().is_ok() {
            out.push(TURN);
        }
        let mut sources = vec![Place::Waste];
        sources.extend((0..COLUMNS as u8).map(Place::Column));
        if self.variant.take_back {
            sources.extend((0..4).map(Place::Home));
        }
        for from in sources {
            let most = match from {
                Place::Column(column) => self.columns[column as usize].open.len() as u8,
                _ => 1,
            };
            for count in 1..=most {
                let picked = Move {
                    from,
                    to: from,
                    count,
                };
                let Some(lead) = self.lead(picked) else {
                    continue;
                };
                let home = [Place::Home(lead.suit())].into_iter();
                let moves = home.chain((0..COLUMNS as u8).map(Place::Column));
                let moves = moves.map(|to| Move { to, ..picked });
                out.extend(moves.filter(|&mv| !self.is_left_out(mv) && self.check(mv).is_ok()));
            }
        }
    }

    fn apply(&mut self, mv: Move) {
        if mv == TURN {
            return self.turn();
        }
        let cards = self.take(mv.from, mv.count as usize);
        self.put(mv.to, cards);
        let mut turned_up = false;
        if let Place::Column(column) = mv.from {
            let column = &mut self.columns[column as usize];
            if column.open.is_empty() {
                column.open.extend(column.hidden.pop());
                turned_up = !column.open.is_empty();
            }
        }
        self.past.push(Trace::Moved { turned_up });
    }

    fn is_solved(&self) -> bool {
        self.home == [KING; 4]
    }

    /// Columns in any order are the same position, since none is special.
    fn key(&self) -> Vec<u8> {
        const END: u8 = 64;
        let bytes = |cards: &[Card], key: &mut Vec<u8>| {
            key.extend(cards.iter().map(|card| card.index()));
            key.push(END);
        };
        let mut columns: Vec<Vec<u8>> = Vec::with_capacity(COLUMNS);
        for column in &self.columns {
            let mut key = Vec::with_capacity(16);
            bytes(&column.hidden, &mut key);
            bytes(&column.open, &mut key);
            columns.push(key);
        }
        columns.sort_unstable();
        let mut key = columns.concat();
        bytes(&self.waste, &mut key);
        bytes(&self.stock, &mut key);
        if self.variant.passes > 0 {
            key.extend(self.turned_over.to_le_bytes());
        }
        key
    }

    fn keep(&self) -> Self {
        let mut kept = self.clone();
        kept.past = Vec::new();
        kept
    }

    fn restore(&self, kept: &Self) -> Self {
        kept.clone()
    }

    /// Sixteen lists of a few cards, each in a block of its own.
    fn heap_bytes(&self) -> usize {
        16 * 24 + self.past.len() * size_of::<Trace>()
    }
}

impl Plain for Position {
    fn check(&self, mv: Move) -> Result<(), String> {
        if mv.from == Place::Stock || mv.to == Place::Waste {
            return match mv == TURN {
                true => self.check_turn(),
                false => Err("cards only go from the stock to the waste".into()),
            };
        }
        let whole = matches!(mv.from, Place::Column(_)) && matches!(mv.to, Place::Column(_));
        if mv.count == 0 || (mv.count > 1 && !whole) {
            return Err(format!("{} cards at once", mv.count));
        }
        let lead = self.lead(mv).ok_or("no such cards there")?;
        match (mv.from, mv.to) {
            (_, Place::Home(suit)) => {
                if matches!(mv.from, Place::Home(_)) || suit != lead.suit() {
                    return Err(format!("{lead} does not belong there"));
                }
                if !self.goes_home(lead) {
                    return Err(format!("{lead} is not the next of its suit"));
                }
            }
            (from, Place::Column(to)) => {
                if from == mv.to || to as usize >= COLUMNS {
                    return Err("no such column to go to".into());
                }
                if !self.fits(lead, to as usize) {
                    return Err(format!("{lead} does not fit there"));
                }
                if matches!(from, Place::Home(_)) && !self.variant.take_back {
                    return Err("no card comes back from a foundation".into());
                }
                if let Place::Column(column) = from {
                    self.check_part(column as usize, mv.count as usize)?;
                }
            }
            _ => return Err("nothing goes back to the stock".into()),
        }
        Ok(())
    }

    fn undo(&mut self, mv: Move) {
        match self.past.pop().expect("a move to take back") {
            Trace::Turned { cards, over, seen } => self.turn_back(cards, over, seen),
            Trace::Moved { turned_up } => {
                if let (true, Place::Column(column)) = (turned_up, mv.from) {
                    let column = &mut self.columns[column as usize];
                    column.hidden.append(&mut column.open);
                }
                let cards = match mv.to {
                    Place::Home(_) => self.take(mv.to, 1),
                    to => self.take(to, mv.count as usize),
                };
                match mv.from {
                    Place::Home(suit) => self.home[suit as usize] += 1,
                    from => self.put(from, cards),
                }
            }
        }
    }

    /// Every number of cards from everywhere to everywhere, with a column
    /// after the last.
    fn conceivable(&self) -> Vec<Move> {
        let mut places = vec![Place::Stock, Place::Waste];
        places.extend((0..=COLUMNS as u8).map(Place::Column));
        places.extend((0..4).map(Place::Home));
        let mut moves = Vec::new();
        for &from in &places {
            for &to in &places {
                moves.extend((0..=KING + 1).map(|count| Move { from, to, count }));
            }
        }
        moves
    }

    /// Into an empty column: a king with all that lies on it, from a column
    /// that would be empty instead, and any king unless the column is the
    /// first of the empty ones, which are all the same.
    fn is_left_out(&self, mv: Move) -> bool {
        let is_empty = |column: u8| self.columns[column as usize].open.is_empty();
        let leaves_nothing = |from: u8| {
            let column = &self.columns[from as usize];
            column.hidden.is_empty() && column.open.len() == mv.count as usize
        };
        match (mv.from, mv.to) {
            (_, Place::Column(to)) if !is_empty(to) => false,
            (Place::Column(from), Place::Column(_)) if leaves_nothing(from) => true,
            (_, Place::Column(to)) => (0..to).any(is_empty),
            _ => false,
        }
    }
}
