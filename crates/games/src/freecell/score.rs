//! What a position is worth to a search: a weighted sum, lower is better, of
//! what still has to be done and what stands in the way. A search asks for
//! the score of many positions that are one move from another, so the score
//! after a move is worked out from the move, without making it.

use super::board::{Board, CELL, HOME, PackedMove, ROOT, Room, rank};
use super::identity::Identity;
use super::layout::Layout;
use crate::cards::KING;

/// The weights of the sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// For each card that is not home.
    pub out: i32,
    /// By the number of cards in cells, then by the number of empty columns
    /// (the last of each for all beyond).
    pub room: [[i32; 4]; 5],
    /// For each card that lies above a lower one.
    pub bad: u16,
    /// For each card that does not fit on the card beneath it.
    pub split: u16,
    /// For each rank that the first card of a column is short of a king.
    pub root: u16,
    /// For each rank of the cards in cells.
    pub held: i32,
    /// For each card that lies on the next card of a suit to go home, on the
    /// one after that, and so on. Greedy searches count the first alone.
    pub buried: [i16; LEVELS],
    /// For each rank between the fullest and the emptiest foundation.
    pub spread: i32,
    /// Whether every card goes home as soon as it can, safe or not.
    pub greedy: bool,
    /// For each move made; negative weights make a search dive.
    pub depth: i32,
    /// A greedy search puts further moves off once one betters the score by
    /// more than this.
    pub gain: i32,
}

/// How many cards of each suit are looked ahead.
const LEVELS: usize = 2;
/// All cards looked ahead for.
const LANES: usize = 4 * LEVELS;
/// The column of a card that is in none.
const NOWHERE: u8 = 255;

impl Weights {
    /// Weights that count nothing, for boards that are not searched.
    pub const NONE: Weights = Weights {
        out: 0,
        room: [[0; 4]; 5],
        bad: 0,
        split: 0,
        root: 0,
        held: 0,
        buried: [0; LEVELS],
        spread: 0,
        depth: 0,
        greedy: false,
        gain: 0,
    };

    /// The score of a position.
    #[inline(never)]
    pub fn score(&self, board: &Board) -> i32 {
        let empty = board.tops().iter().filter(|&&top| top == ROOT).count();
        let tops = board.tops().iter().filter(|&&top| top != ROOT);
        let disorder: i32 = tops.map(|&top| i32::from(board.slot(top).disorder)).sum();
        let mut buried = 0;
        for level in 0..LEVELS as u8 {
            for suit in 0..4 {
                let rank = board.home[suit] + level;
                if rank < KING {
                    let depth = board.depth(rank * 4 + suit as u8);
                    buried += i32::from(self.buried[level as usize]) * i32::from(depth);
                }
            }
        }
        disorder
            + buried
            + self.held(board.cells)
            + self.shape(board.home, board.cells.count_ones(), empty as u32)
    }

    /// What cards in cells and empty columns cost.
    #[inline]
    pub fn room(&self, cells: u32, empty: u32) -> i32 {
        self.room[(cells as usize).min(4)][(empty as usize).min(3)]
    }

    /// What the ranks of the cards in cells cost.
    #[inline]
    fn held(&self, mut cells: u64) -> i32 {
        let mut sum = 0;
        while cells != 0 {
            sum += self.held * i32::from(rank(cells.trailing_zeros() as u8));
            cells &= cells - 1;
        }
        sum
    }

    /// The part of the score that does not depend on how columns are built.
    #[inline]
    pub fn shape(&self, home: [u8; 4], cells: u32, empty: u32) -> i32 {
        let most = home.iter().fold(0, |a, &b| a.max(b));
        let least = home.iter().fold(KING, |a, &b| a.min(b));
        let done: i32 = home.iter().map(|&h| i32::from(h)).sum();
        self.out * (52 - done) + self.room(cells, empty) + self.spread * i32::from(most - least)
    }
}

/// A position made ready for looking one move ahead.
pub struct Outlook<'a> {
    layout: &'a Layout,
    board: &'a Board,
    score: i32,
    /// By column, the weights of the cards looked ahead for, and of those
    /// among them that are covered.
    wanted: [i16; 16],
    covered: [i16; 16],
    /// Depths and weights of the cards looked ahead for.
    lanes: [(u8, u8, i16); LANES],
    cells: u32,
    empty: u32,
}

impl<'a> Outlook<'a> {
    /// Prepares a position.
    #[inline(always)]
    pub fn new(layout: &'a Layout, board: &'a Board, room: &Room) -> Self {
        let mut outlook = Outlook {
            layout,
            board,
            score: 0,
            wanted: [0; 16],
            covered: [0; 16],
            lanes: [(NOWHERE, 0, 0); LANES],
            cells: u32::from(layout.variant.cells) - room.cells,
            empty: room.empty,
        };
        let mut score = layout.weights.held(board.cells)
            + layout
                .weights
                .shape(board.home, outlook.cells, outlook.empty);
        let mut exposed = room.exposed;
        while exposed != 0 {
            score += i32::from(board.slot(exposed.trailing_zeros() as u8).disorder);
            exposed &= exposed - 1;
        }
        for lane in 0..LANES {
            let (level, suit) = (lane / 4, lane % 4);
            let card = 4 * (board.home[suit] + level as u8) + suit as u8;
            let slot = board.slot(card);
            if card >= ROOT || slot.below > ROOT {
                continue;
            }
            let weight = layout.weights.buried[level];
            let column = (slot.column & 15) as usize;
            let depth = board.slot(board.top(slot.column)).height - slot.height;
            outlook.lanes[lane] = (slot.column, depth, weight);
            outlook.wanted[column] += weight;
            outlook.covered[column] += if depth > 0 { weight } else { 0 };
            score += i32::from(weight) * i32::from(depth);
        }
        outlook.score = score;
        outlook
    }

    /// Looks at the position after a legal move and the safe moves home that
    /// follow it. `store` is told its identity and returns nothing if it is known;
    /// else the answer has what `store` returned, the score (without what the
    /// number of moves adds) and whether the game is won.
    #[inline(always)]
    pub fn child<I: Identity, T>(
        &self,
        mv: PackedMove,
        store: impl FnOnce(I) -> Option<T>,
    ) -> Option<(T, i32, bool)> {
        let below = self.board.below(mv.card);
        let uncovers_home = below < ROOT
            && self.board.goes_home(below)
            && self.board.is_safe_home(self.layout, below);
        if uncovers_home || mv.to == HOME {
            let mut board = *self.board;
            board.play(self.layout, mv);
            board.safe_homes(self.layout, |_| {});
            let stored = store(I::of(&board))?;
            return Some((stored, self.layout.weights.score(&board), board.is_solved()));
        }
        let stored = store(I::after(self.layout, self.board, mv))?;
        Some((stored, self.score + self.change(mv, below), false))
    }

    /// What a move that sends no card home changes in the score.
    #[inline(always)]
    fn change(&self, mv: PackedMove, below: u8) -> i32 {
        let (board, weights) = (self.board, &self.layout.weights);
        let slot = board.slot(mv.card);
        let (mut cells, mut empty) = (self.cells, self.empty);
        let mut change = 0;
        let mut count = 1;
        let mut burying = 0;
        if below == CELL {
            cells -= 1;
            change -= weights.held * i32::from(rank(mv.card));
        } else {
            let top = board.slot(board.top(slot.column));
            count = top.height - slot.height + 1;
            burying -= self.uncovered(slot.column, count);
            change -= i32::from(top.disorder);
            if below == ROOT {
                empty += 1;
            } else {
                change += i32::from(board.slot(below).disorder);
            }
        }
        match mv.to {
            CELL => {
                cells += 1;
                change += weights.held * i32::from(rank(mv.card));
            }
            ROOT => {
                empty -= 1;
                change += i32::from(weights.root) * i32::from(12 - rank(mv.card));
            }
            card => {
                let under = board.slot(card);
                burying += self.wanted[(under.column & 15) as usize];
                // Of the run, all cards above the lowest rank beneath are bad.
                let bad = rank(mv.card).saturating_sub(under.low).min(count);
                change += i32::from(bad) * i32::from(weights.bad);
            }
        }
        change += weights.room(cells, empty) - weights.room(self.cells, self.empty);
        change + i32::from(count) * i32::from(burying)
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
