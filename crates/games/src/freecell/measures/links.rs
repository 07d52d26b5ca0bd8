//! Where cards are in a playout: a column is a list of links from card to
//! card, so that a run of any length moves in constant time, and no column has
//! a number.

use crate::cards::{Card, KING};
use crate::freecell::rules::Position;

/// Cards of a deck.
pub const DECK: usize = 52;
/// Stands for no card, and for the bottom of a column.
pub const NONE: u8 = u8::MAX;
/// A set of cards, by index.
pub type Cards = u64;

/// What is saved by a card that can follow the one dug for.
const FOLLOWER: i32 = 25;
/// What is saved by a column that becomes empty.
const CLEARED: i32 = 38;

/// The set of one card.
pub const fn bit(card: u8) -> Cards {
    1 << card
}

/// The cards of a set, the highest first.
pub fn each(mut cards: Cards) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let card = cards.checked_ilog2()? as u8;
        cards &= !bit(card);
        Some(card)
    })
}

/// Where the cards are.
#[derive(Clone, Copy)]
pub struct Table {
    /// The card beneath each card.
    pub under: [u8; DECK],
    /// The card on top of each card.
    pub above: [u8; DECK],
    /// Cards with nothing on them, in columns.
    pub exposed: Cards,
    /// Cards that are neither in a column nor at home.
    pub held: Cards,
    /// Empty columns.
    pub empty: u32,
    /// The rank at home, by suit.
    pub home: [u8; 4],
}

impl Table {
    /// A position as it lies.
    pub fn new(start: &Position) -> Table {
        let mut table = Table {
            under: [NONE; DECK],
            above: [NONE; DECK],
            exposed: 0,
            held: 0,
            empty: 0,
            home: start.home,
        };
        for cards in &start.columns {
            for two in cards.windows(2) {
                table.above[two[0].index() as usize] = two[1].index();
                table.under[two[1].index() as usize] = two[0].index();
            }
            match cards.last() {
                Some(card) => table.exposed |= bit(card.index()),
                None => table.empty += 1,
            }
        }
        let held = start.cells.iter().flatten();
        table.held = held.fold(0, |held, card| held | bit(card.index()));
        table
    }

    /// The card of a suit that goes home next.
    pub fn next(&self, suit: u8) -> Option<u8> {
        let rank = self.home[suit as usize];
        (rank < KING).then(|| Card::new(rank + 1, suit).index())
    }

    /// The exposed card of the column that a card lies in.
    pub fn top(&self, mut card: u8) -> u8 {
        while self.above[card as usize] != NONE {
            card = self.above[card as usize];
        }
        card
    }

    /// Takes a card, with all that lies on it, away from what is beneath.
    #[inline]
    pub fn take(&mut self, lead: u8) {
        let under = std::mem::replace(&mut self.under[lead as usize], NONE);
        if under == NONE {
            self.empty += 1;
        } else {
            self.above[under as usize] = NONE;
            self.exposed |= bit(under);
        }
    }

    /// Lays a card, with all that lies on it, on one of these cards: the one
    /// above cards that are needed last, and of several such the lowest.
    #[inline]
    pub fn lay(&mut self, lead: u8, spots: Cards) {
        let lowest = spots.trailing_zeros() as u8;
        let on = match spots & (spots - 1) {
            0 => lowest,
            _ => self.needed_last(spots),
        };
        self.above[on as usize] = lead;
        self.under[lead as usize] = on;
        self.exposed &= !bit(on);
    }

    fn needed_last(&self, spots: Cards) -> u8 {
        // Ties go to the last of the equal ones, which is the lowest.
        let last = each(spots).max_by_key(|&card| self.wait(card));
        last.unwrap_or(NONE)
    }

    /// How many cards of its suit go home before some card beneath this one
    /// does, for the card that has the fewest.
    fn wait(&self, card: u8) -> u8 {
        let (mut card, mut wait) = (card, KING);
        loop {
            card = self.under[card as usize];
            if card == NONE {
                return wait;
            }
            wait = wait.min(card / 4 - self.home[card as usize % 4]);
        }
    }

    /// What is won by digging for a card, beside the card itself.
    pub fn gain(&self, card: u8) -> i32 {
        let ready = |&follower: &u8| (self.held | self.exposed) & bit(follower) != 0;
        let later = (card + 4..DECK as u8).step_by(4);
        let mut gain = later.take_while(ready).count() as i32 * FOLLOWER;
        match self.under[card as usize] {
            NONE => gain += CLEARED,
            under if under == card + 4 || self.next(under % 4) == Some(under) => gain += FOLLOWER,
            _ => {}
        }
        gain
    }

    /// Puts a card, with all that lies on it, into an empty column.
    pub fn found(&mut self, lead: u8) {
        self.under[lead as usize] = NONE;
        self.empty -= 1;
    }
}
