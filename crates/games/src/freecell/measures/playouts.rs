//! Playouts of a relaxed game: cells without limit, and nobody counts how
//! many cards a run may have to move at once. A playout digs for the next card
//! of some suit until all cards are home. Cards that are in the way go onto
//! columns where they fit, and are held where they fit nowhere. How many cards
//! have to be held, and for how long, says how crowded the real game is.
//!
//! A column is a list of links from card to card, so that a run of any length
//! moves in constant time, and no column has a number.

use crate::cards::{Card, KING};
use crate::freecell::rules::Position;

const DECK: usize = 52;
/// Stands for no card, and for the bottom of a column.
const NONE: u8 = u8::MAX;
/// A set of cards, by index.
type Cards = u64;

/// What a held card costs when a place to dig is chosen, beside noise of 0 to
/// 255 that each card gets in each playout.
const HOLD: u32 = 25;
/// What a move costs then.
const MOVE: u32 = 8;
/// Cards of this rank and higher are worth an empty column of their own.
const HIGH: u8 = 9;

/// By how much each card's suit is put off in a playout.
pub type Noise = [u8; DECK];

const fn bit(card: u8) -> Cards {
    1 << card
}

/// The cards of a set, the highest first.
fn each(mut cards: Cards) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let card = cards.checked_ilog2()? as u8;
        cards &= !bit(card);
        Some(card)
    })
}

/// What came of a playout.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Moves, of which a run takes one.
    pub moves: u32,
    /// Held cards, summed over all moves.
    pub held: u32,
    /// Cards that were put where they are held, each time counted.
    pub parked: u32,
    /// Moves after which more cards are held than there are cells.
    pub crowded: u32,
    /// Cards held beyond the number of cells, summed over all moves.
    pub excess: u32,
    /// The most cards held at once.
    pub most: u32,
    /// Moves onto a card of a column.
    pub builds: u32,
}

/// Where the cards are.
#[derive(Clone, Copy)]
struct Table {
    /// The card beneath each card.
    under: [u8; DECK],
    /// The card on top of each card.
    above: [u8; DECK],
    exposed: Cards,
    held: Cards,
    empty: u32,
    /// The rank at home, by suit.
    home: [u8; 4],
}

/// A deal under relaxed rules.
pub struct Relaxed {
    start: Table,
    /// What each card can be laid on.
    parents: [Cards; DECK],
    /// What can be laid on each card.
    children: [Cards; DECK],
    /// What an empty column takes.
    settlers: Cards,
    cells: u32,
}

impl Relaxed {
    /// A deal; without `building`, every card in the way is held.
    pub fn new(start: &Position, building: bool) -> Relaxed {
        let deck = || (0..DECK as u8).map(Card::from_index);
        let set = |wanted: &dyn Fn(Card) -> bool| {
            let cards = deck().filter(|&card| building && wanted(card));
            cards.fold(0, |set, card| set | bit(card.index()))
        };
        let (mut parents, mut children) = ([0; DECK], [0; DECK]);
        for card in deck() {
            let index = card.index() as usize;
            parents[index] = set(&|on| start.variant.fits(card, on));
            children[index] = set(&|child| start.variant.fits(child, card));
        }
        Relaxed {
            start: Table::new(start),
            parents,
            children,
            settlers: set(&|card| start.variant.fits_empty(card)),
            cells: start.cells.len() as u32,
        }
    }

    /// One playout. It ends, since every round brings a card home.
    pub fn play(&self, noise: &Noise) -> Tally {
        let (mut table, mut tally) = (self.start, Tally::default());
        self.settle(&mut table, NONE, &mut tally);
        while let Some(card) = self.easiest(&table, noise) {
            self.dig(&mut table, card, &mut tally);
        }
        tally
    }

    /// The next card of a suit that is easiest to reach, give or take noise.
    fn easiest(&self, table: &Table, noise: &Noise) -> Option<u8> {
        let next = (0..4).filter_map(|suit| table.next(suit));
        next.min_by_key(|&card| self.cost(table, card) + u32::from(noise[card as usize]))
    }

    /// What it costs to dig for a card, as the table lies now.
    fn cost(&self, table: &Table, card: u8) -> u32 {
        let mut top = table.top(card);
        let (mut cost, mut empty) = (0, table.empty);
        while top != card {
            let (lead, length) = self.run(table, top, card);
            if self.parents[lead as usize] & table.exposed != 0 {
                cost += MOVE;
            } else if empty > 0 && length > 1 && self.settlers & bit(lead) != 0 {
                empty -= 1;
                cost += MOVE + HOLD;
            } else {
                cost += length * (MOVE + HOLD);
            }
            top = table.under[lead as usize];
        }
        cost
    }

    /// The lead of the run that ends in `top` and lies wholly on `floor`, and
    /// how many cards it has.
    fn run(&self, table: &Table, top: u8, floor: u8) -> (u8, u32) {
        let (mut lead, mut length) = (top, 1);
        loop {
            let under = table.under[lead as usize];
            if under == floor || under == NONE || self.parents[lead as usize] & bit(under) == 0 {
                return (lead, length);
            }
            lead = under;
            length += 1;
        }
    }

    /// Takes away what lies on a card, and brings it home.
    fn dig(&self, table: &mut Table, card: u8, tally: &mut Tally) {
        while table.above[card as usize] != NONE {
            let top = table.top(card);
            let (lead, length) = self.run(table, top, card);
            let spots = self.parents[lead as usize] & table.exposed;
            let worth_a_column = length > 1 || top >= Card::new(HIGH, 0).index();
            if spots != 0 {
                table.take(lead);
                table.lay(lead, spots);
                tally.builds += 1;
            } else if table.empty > 0 && worth_a_column && self.settlers & bit(lead) != 0 {
                table.take(lead);
                table.found(lead);
            } else {
                table.take(top);
                table.exposed &= !bit(top);
                table.held |= bit(top);
                tally.parked += 1;
            }
            self.count(table, tally);
            self.settle(table, card, tally);
        }
    }

    /// Brings home what can go there, and lays held cards on columns, but for
    /// the one in which `dug` is dug for.
    fn settle(&self, table: &mut Table, dug: u8, tally: &mut Tally) {
        loop {
            let mut again = self.bring_home(table, tally);
            let digging = dug != NONE && table.above[dug as usize] != NONE;
            let open = if digging { !bit(table.top(dug)) } else { !0 };
            for card in each(table.held) {
                let spots = self.parents[card as usize] & table.exposed & open;
                if spots != 0 {
                    table.held &= !bit(card);
                    table.exposed |= bit(card);
                    table.lay(card, spots);
                    tally.builds += 1;
                    self.count(table, tally);
                    again = true;
                }
            }
            if !again && !self.fill_column(table, tally) {
                return;
            }
        }
    }

    fn bring_home(&self, table: &mut Table, tally: &mut Tally) -> bool {
        let before = table.home;
        for suit in 0..4 {
            while let Some(card) = table.next(suit) {
                if table.held & bit(card) != 0 {
                    table.held &= !bit(card);
                } else if table.exposed & bit(card) != 0 {
                    table.take(card);
                    table.exposed &= !bit(card);
                } else {
                    break;
                }
                table.home[suit as usize] += 1;
                self.count(table, tally);
            }
        }
        table.home != before
    }

    /// Puts a held card into an empty column where another can follow, or
    /// where it is a king.
    fn fill_column(&self, table: &mut Table, tally: &mut Tally) -> bool {
        if table.empty == 0 {
            return false;
        }
        let mut best = (0, NONE);
        for card in each(table.held & self.settlers) {
            let length = self.held_run(table.held, card);
            if length > best.0 {
                best = (length, card);
            }
        }
        let (length, card) = best;
        if length < 2 && (card == NONE || card < Card::new(KING, 0).index()) {
            return false;
        }
        table.held &= !bit(card);
        table.exposed |= bit(card);
        table.found(card);
        self.count(table, tally);
        true
    }

    /// How long a run of held cards can be that starts with this one.
    fn held_run(&self, mut held: Cards, lead: u8) -> u32 {
        let (mut card, mut length) = (lead, 1);
        loop {
            held &= !bit(card);
            let children = self.children[card as usize] & held;
            if children == 0 {
                return length;
            }
            card = children.trailing_zeros() as u8;
            length += 1;
        }
    }

    #[inline]
    fn count(&self, table: &Table, tally: &mut Tally) {
        let held = table.held.count_ones();
        tally.moves += 1;
        tally.held += held;
        tally.most = tally.most.max(held);
        tally.crowded += u32::from(held > self.cells);
        tally.excess += held.saturating_sub(self.cells);
    }
}

impl Table {
    fn new(start: &Position) -> Table {
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
    fn next(&self, suit: u8) -> Option<u8> {
        let rank = self.home[suit as usize];
        (rank < KING).then(|| Card::new(rank + 1, suit).index())
    }

    /// The exposed card of the column that a card lies in.
    fn top(&self, mut card: u8) -> u8 {
        while self.above[card as usize] != NONE {
            card = self.above[card as usize];
        }
        card
    }

    /// Takes a card, with all that lies on it, away from what is beneath.
    #[inline]
    fn take(&mut self, lead: u8) {
        let under = std::mem::replace(&mut self.under[lead as usize], NONE);
        if under == NONE {
            self.empty += 1;
        } else {
            self.above[under as usize] = NONE;
            self.exposed |= bit(under);
        }
    }

    /// Lays a card, with all that lies on it, on the lowest of these cards.
    #[inline]
    fn lay(&mut self, lead: u8, spots: Cards) {
        let on = spots.trailing_zeros() as u8;
        self.above[on as usize] = lead;
        self.under[lead as usize] = on;
        self.exposed &= !bit(on);
    }

    /// Puts a card, with all that lies on it, into an empty column.
    fn found(&mut self, lead: u8) {
        self.under[lead as usize] = NONE;
        self.empty -= 1;
    }
}
