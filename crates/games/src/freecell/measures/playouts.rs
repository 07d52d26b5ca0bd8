//! Playouts of a relaxed game: cells without limit, and nobody counts how
//! many cards a run may have to move at once. A playout digs for the next card
//! of some suit until all cards are home. Cards that are in the way go onto
//! columns where they fit, and are held where they fit nowhere. How many cards
//! have to be held, and for how long, says how crowded the real game is.

use super::links::{Cards, DECK, NONE, Table, bit, each};
use crate::cards::{Card, KING};
use crate::freecell::rules::Position;

/// What a held card costs when a place to dig is chosen, beside noise of 0 to
/// 255 that each card gets in each playout.
const HOLD: i32 = 25;
/// What a move costs then.
const MOVE: i32 = 8;
/// Cards of this rank and higher are worth an empty column of their own.
const HIGH: u8 = 9;

/// Half of the deck: what happens before so many cards are home is early.
const HALF: u8 = 26;
/// Cells beside those of the game with which is told how far a playout comes.
pub const MORE_CELLS: usize = 4;

/// What is random in a playout.
#[derive(Clone, Copy)]
pub struct Mood {
    /// By how much digging for each card is put off.
    pub delay: [u8; DECK],
    /// Runs led by these cards are laid on columns wherever they fit, others
    /// only when they are in the way.
    pub eager: Cards,
}

/// What came of a playout.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Moves, of which a run takes one.
    pub moves: u32,
    /// Held cards, summed over all moves.
    pub held: u32,
    /// The same before half of the cards are home.
    pub early_held: u32,
    /// Cards that were put where they are held, each time counted.
    pub parked: u32,
    /// Moves after which more cards are held than there are cells.
    pub crowded: u32,
    /// Cards held beyond the number of cells, summed over all moves.
    pub excess: u32,
    /// The most cards held at once.
    pub most: u32,
    /// Cards at home before more were held than there are cells, then before
    /// more than with one cell more, and so on.
    pub home: [u8; MORE_CELLS],
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
    pub fn play(&self, mood: &Mood) -> Tally {
        let (mut table, mut tally) = (self.start, Tally::default());
        self.settle(&mut table, NONE, &mut tally);
        loop {
            self.tidy(&mut table, mood.eager, &mut tally);
            let Some(card) = self.easiest(&table, mood) else {
                return tally;
            };
            self.dig(&mut table, card, &mut tally);
        }
    }

    /// Moves runs of eager leads off cards that they do not fit on. This ends,
    /// since each such move leaves one misfit less.
    fn tidy(&self, table: &mut Table, eager: Cards, tally: &mut Tally) {
        'again: loop {
            for top in each(table.exposed) {
                let (lead, _) = self.run(table, top, NONE);
                let spots = self.parents[lead as usize] & table.exposed;
                let bottom = table.under[lead as usize] == NONE;
                if spots != 0 && !bottom && eager & bit(lead) != 0 {
                    table.take(lead);
                    table.lay(lead, spots);
                    self.count(table, tally);
                    self.settle(table, NONE, tally);
                    continue 'again;
                }
            }
            return;
        }
    }

    /// The next card of a suit that is easiest to reach, give or take noise.
    fn easiest(&self, table: &Table, mood: &Mood) -> Option<u8> {
        let next = (0..4).filter_map(|suit| table.next(suit));
        next.min_by_key(|&card| {
            self.cost(table, card) - table.gain(card) + i32::from(mood.delay[card as usize])
        })
    }

    /// What it costs to dig for a card, as the table lies now.
    fn cost(&self, table: &Table, card: u8) -> i32 {
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
    fn run(&self, table: &Table, top: u8, floor: u8) -> (u8, i32) {
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
        let home = table.home.iter().sum();
        if home < HALF {
            tally.early_held += held;
        }
        for (more, reached) in (0..).zip(&mut tally.home) {
            if tally.most <= self.cells + more {
                *reached = home;
            }
        }
    }
}
