//! The score of a position, and of the positions one move ahead, worked out
//! from the move without making it.

use super::super::board::{CELL, PackedMove, ROOT, rank};
use super::super::score::{LANES, LEVELS, Weights};
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
    /// By column, the weights of the cards looked ahead for, and of those
    /// among them that are covered.
    wanted: [i16; 16],
    covered: [i16; 16],
    /// Columns, depths and weights of the cards looked ahead for.
    lanes: [(u8, u8, i16); LANES],
    /// Cards in cells.
    held: u8,
}

/// The next cards of each suit that lie in columns, with their levels.
#[inline(always)]
fn looked_for(table: &Table, mut call: impl FnMut(usize, u8, usize)) {
    for lane in 0..LANES {
        let (level, suit) = (lane / 4, lane % 4);
        let card = 4 * (table.home[suit] + level as u8) + suit as u8;
        // What is beyond the king counts as home.
        if table.below(card) <= ROOT {
            call(lane, card, level);
        }
    }
}

/// The score of a position.
pub fn score(deal: &Deal, table: &Table) -> i32 {
    let weights = &deal.weights;
    let mut buried = 0;
    looked_for(table, |_, card, level| {
        buried += i32::from(weights.buried[level]) * i32::from(table.depth(deal, card));
    });
    buried + shape(deal, table)
}

/// The part of the score that does not look ahead.
#[inline]
fn shape(deal: &Deal, table: &Table) -> i32 {
    let held = deal.variant.cells - table.free;
    let empty = table.empty.into();
    let weights = &deal.weights;
    table.disorder + weights.held(table.cells) + weights.shape(table.home, held.into(), empty)
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
            lanes: [(NOWHERE, 0, 0); LANES],
            held: deal.variant.cells - table.free,
        };
        looked_for(table, |lane, card, level| {
            let weight = deal.weights.buried[level];
            let column = table.column(card);
            let depth = table.depth(deal, card);
            outlook.lanes[lane] = (column, depth, weight);
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

    /// The weights of the cards looked for that lie under the last `count`
    /// cards of a column.
    #[inline]
    fn uncovered(&self, column: u8, count: u8) -> i16 {
        if count == 1 {
            return self.covered[(column & 15) as usize];
        }
        let under = |lane: &&(u8, u8, i16)| lane.0 == column && lane.1 >= count;
        self.lanes.iter().filter(under).map(|lane| lane.2).sum()
    }
}

/// A level of the look-ahead for each weight.
const _: () = assert!(LANES == 4 * LEVELS);
