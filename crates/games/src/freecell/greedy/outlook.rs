//! The score of a position, and of the positions one move ahead, worked out
//! from the move without making it.

use super::super::board::{CELL, PackedMove, ROOT, rank};
use super::super::score::Weights;
use super::deal::Deal;
use super::table::{Table, last};

/// The column of a card that is in none.
const NOWHERE: u8 = 255;

/// A position made ready for looking one move ahead.
pub struct Outlook<'a> {
    deal: &'a Deal,
    table: &'a Table,
    /// The score of the position itself, without what moves made add.
    pub score: i32,
    /// By column, the weights of the next cards of all suits that lie in it,
    /// and of those among them that are covered.
    wanted: [i16; 16],
    covered: [i16; 16],
    /// Columns and depths of the next cards of all suits.
    next: [(u8, u8); 4],
    /// Cards in cells.
    held: u8,
}

/// The next cards of all suits, those that lie in columns.
#[inline(always)]
fn looked_for(table: &Table, mut call: impl FnMut(usize, u8)) {
    for suit in 0..4 {
        let card = 4 * table.home[suit] + suit as u8;
        // What is beyond the king counts as home.
        if table.below(card) <= ROOT {
            call(suit, card);
        }
    }
}

/// The score of a position.
pub fn score(deal: &Deal, table: &Table) -> i32 {
    let weights = &deal.weights;
    let mut buried = 0;
    looked_for(table, |_, card| {
        buried += i32::from(table.depth(deal, card))
    });
    i32::from(weights.buried[0]) * buried + shape(deal, table)
}

/// The part of the score that does not look ahead.
#[inline]
fn shape(deal: &Deal, table: &Table) -> i32 {
    let held = deal.variant.cells - table.free;
    let empty = table.empty.into();
    let weights = &deal.weights;
    table.disorder
        + weights.held * i32::from(table.held)
        + weights.shape(table.home, held.into(), empty)
}

impl<'a> Outlook<'a> {
    /// Prepares a position.
    #[inline(always)]
    pub fn new(deal: &'a Deal, table: &'a Table) -> Self {
        let mut outlook = Outlook {
            deal,
            table,
            score: shape(deal, table),
            wanted: [0; 16],
            covered: [0; 16],
            next: [(NOWHERE, 0); 4],
            held: deal.variant.cells - table.free,
        };
        let weight = deal.weights.buried[0];
        looked_for(table, |suit, card| {
            let column = table.column(card);
            let depth = table.depth(deal, card);
            outlook.next[suit] = (column, depth);
            outlook.wanted[(column & 15) as usize] += weight;
            outlook.covered[(column & 15) as usize] += if depth > 0 { weight } else { 0 };
            outlook.score += i32::from(weight) * i32::from(depth);
        });
        outlook
    }

    /// The score after a move of a run or a single card that no move home follows.
    #[inline(always)]
    pub fn score_after(&self, mv: PackedMove, below: u8) -> i32 {
        let (deal, table) = (self.deal, self.table);
        let weights: &Weights = &deal.weights;
        let (mut held, mut empty) = (u32::from(self.held), u32::from(table.empty));
        let before = weights.room(held, empty);
        let mut change = 0;
        let mut count = 1;
        let mut burying = 0;
        if below == CELL {
            held -= 1;
            change -= weights.held * i32::from(rank(mv.card));
        } else {
            let column = table.column(mv.card);
            count = rank(mv.card) - rank(last(table.run(column))) + 1;
            burying -= self.uncovered(column, count);
            change -= table.disorder_of(deal, mv.card, count);
            empty += u32::from(below == ROOT);
        }
        if mv.to == CELL {
            held += 1;
            change += weights.held * i32::from(rank(mv.card));
        } else {
            change += table.disorder_on(deal, mv.card, count, mv.to);
            if mv.to == ROOT {
                empty -= 1;
            } else {
                burying += self.wanted[(table.column(mv.to) & 15) as usize];
            }
        }
        change += weights.room(held, empty) - before;
        self.score + change + i32::from(count) * i32::from(burying)
    }

    /// The weights of the next cards that lie under the last `count`
    /// cards of a column.
    #[inline]
    fn uncovered(&self, column: u8, count: u8) -> i16 {
        if count == 1 {
            return self.covered[(column & 15) as usize];
        }
        let under = |next: &&(u8, u8)| next.0 == column && next.1 >= count;
        let cards = self.next.iter().filter(under).count();
        self.deal.weights.buried[0] * cards as i16
    }
}
