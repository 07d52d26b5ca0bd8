//! What a position is worth to a search: a weighted sum, lower is better, of
//! what still has to be done and what stands in the way. A search asks for
//! the score of many positions that are one move from another, so the score
//! after a move is worked out from the move, without making it.

use super::board::{Board, CELL, HOME, Hop, Layout, ROOT, rank};
use super::variant::MOST_COLUMNS;
use crate::cards::KING;

/// The weights of the sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// For each card that is not home.
    pub out: i32,
    /// For so many cards in cells (the last one for all beyond).
    pub cells: [i32; 5],
    /// For so many empty columns (the last one for all beyond).
    pub empty: [i32; 4],
    /// For each card that lies above a lower one.
    pub bad: u16,
    /// For each card that does not fit on the card beneath it.
    pub split: u16,
    /// For each card that lies on the next card of a suit to go home, on the
    /// one after that, and so on.
    pub buried: [i16; LEVELS],
    /// For each rank between the fullest and the emptiest foundation.
    pub spread: i32,
    /// Whether every card goes home as soon as it can, safe or not.
    pub greedy: bool,
    /// For each move made; negative weights make a search dive.
    pub depth: i32,
}

/// One greedy search of the default solver.
pub struct Attempt {
    /// How it scores positions.
    pub weights: Weights,
    /// How many states it may check.
    pub quota: usize,
}

/// The searches of the default solver, in turn.
pub const PORTFOLIO: [Attempt; 4] = [
    Attempt {
        weights: FIRST,
        quota: 100,
    },
    Attempt {
        weights: Weights {
            greedy: false,
            ..FIRST
        },
        quota: 200,
    },
    Attempt {
        weights: CAUTIOUS,
        quota: 400,
    },
    Attempt {
        weights: FIRST,
        quota: 2000,
    },
];

const FIRST: Weights = Weights {
    out: 63,
    cells: [0, 45, 63, 155, 223],
    empty: [0, -66, -125, -129],
    bad: 11,
    split: 38,
    buried: [28, 6, 0, 0],
    spread: -15,
    depth: -8,
    greedy: true,
};

/// For beams, which compare positions after the same number of moves.
pub const BEAM: [Weights; 2] = [
    Weights {
        out: 32,
        cells: [0, 16, 32, 48, 64],
        empty: [0, -16, -32, -48],
        bad: 32,
        split: 16,
        buried: [4, 1, 0, 0],
        spread: 0,
        depth: 0,
        greedy: true,
    },
    Weights {
        out: 32,
        cells: [0, 16, 32, 48, 64],
        empty: [0, -16, -32, -48],
        bad: 16,
        split: 0,
        buried: [0, 0, 0, 0],
        spread: 0,
        depth: 0,
        greedy: true,
    },
];

/// For the complete search, which must not send cards home that may be needed.
pub const CAUTIOUS: Weights = Weights {
    out: 32,
    cells: [0, 16, 48, 96, 192],
    empty: [0, -64, -112, -144],
    bad: 48,
    split: 16,
    buried: [24, 8, 0, 0],
    spread: 0,
    depth: 0,
    greedy: false,
};

/// How many cards of each suit are looked ahead.
const LEVELS: usize = 4;
/// All cards looked ahead for.
const LANES: usize = 4 * LEVELS;
/// The column of a card that is in none.
const NOWHERE: u8 = 255;

impl Weights {
    /// Weights that count nothing, for boards that are not searched.
    pub const NONE: Weights = Weights {
        out: 0,
        cells: [0; 5],
        empty: [0; 4],
        bad: 0,
        split: 0,
        buried: [0; LEVELS],
        spread: 0,
        depth: 0,
        greedy: false,
    };

    /// The score of a position.
    pub fn score(&self, board: &Board) -> i32 {
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
        disorder + buried + self.shape(board.home, board.cells.count_ones(), board.empty_columns())
    }

    /// The part of the score that does not depend on how columns are built.
    #[inline]
    fn shape(&self, home: [u8; 4], cells: u32, empty: u32) -> i32 {
        let most = home.iter().fold(0, |a, &b| a.max(b));
        let least = home.iter().fold(KING, |a, &b| a.min(b));
        let done: i32 = home.iter().map(|&h| i32::from(h)).sum();
        self.out * (52 - done)
            + self.cells[(cells as usize).min(4)]
            + self.empty[(empty as usize).min(3)]
            + self.spread * i32::from(most - least)
    }
}

/// A position reached by one move and the safe moves home that follow.
pub struct Child {
    /// Its identity.
    pub key: [u64; 3],
    /// Its score, without what the number of moves adds.
    pub score: i32,
    /// Whether the game is won.
    pub solved: bool,
}

/// A position made ready for looking one move ahead.
pub struct Outlook<'a> {
    layout: &'a Layout,
    board: &'a Board,
    score: i32,
    /// By column, the weights of the cards looked ahead for, and of those
    /// among them that are covered.
    wanted: [i16; MOST_COLUMNS],
    covered: [i16; MOST_COLUMNS],
    /// Depths and weights of the cards looked ahead for.
    lanes: [(u8, u8, i16); LANES],
    cells: u32,
    empty: u32,
}

impl<'a> Outlook<'a> {
    /// Prepares a position.
    #[inline]
    pub fn new(layout: &'a Layout, board: &'a Board) -> Self {
        let mut outlook = Outlook {
            layout,
            board,
            score: 0,
            wanted: [0; MOST_COLUMNS],
            covered: [0; MOST_COLUMNS],
            lanes: [(NOWHERE, 0, 0); LANES],
            cells: board.cells.count_ones(),
            empty: 0,
        };
        let mut score = 0;
        for &top in board.tops() {
            if top == ROOT {
                outlook.empty += 1;
            } else {
                score += i32::from(board.slot(top).disorder);
            }
        }
        for level in 0..LEVELS {
            let weight = layout.weights.buried[level];
            for suit in 0..4 {
                let rank = board.home[suit] + level as u8;
                if weight == 0 || rank >= KING {
                    continue;
                }
                let slot = board.slot(rank * 4 + suit as u8);
                if slot.below <= ROOT {
                    let column = slot.column as usize;
                    let depth = board.slot(board.tops[column]).height - slot.height;
                    outlook.lanes[level * 4 + suit] = (slot.column, depth, weight);
                    outlook.wanted[column] += weight;
                    outlook.covered[column] += if depth > 0 { weight } else { 0 };
                    score += i32::from(weight) * i32::from(depth);
                }
            }
        }
        outlook.score = score
            + layout
                .weights
                .shape(board.home, outlook.cells, outlook.empty);
        outlook
    }

    /// The position after a legal move and the safe moves home that follow it.
    #[inline]
    pub fn child(&self, hop: Hop) -> Child {
        let below = self.board.below(hop.card);
        let uncovers_home = below < ROOT
            && self.board.goes_home(below)
            && self.board.is_safe_home(self.layout, below);
        if uncovers_home || hop.to == HOME {
            return self.child_by_making(hop);
        }
        Child {
            key: self.board.key_after(self.layout, hop),
            score: self.score + self.change(hop, below),
            solved: false,
        }
    }

    /// What a move that sends no card home changes in the score.
    #[inline]
    fn change(&self, hop: Hop, below: u8) -> i32 {
        let (board, weights) = (self.board, &self.layout.weights);
        let slot = board.slot(hop.card);
        let (mut cells, mut empty) = (self.cells, self.empty);
        let mut change = 0;
        let mut count = 1;
        let mut burying = 0;
        if below == CELL {
            cells -= 1;
        } else {
            let top = board.slot(board.tops[slot.column as usize]);
            count = top.height - slot.height + 1;
            burying -= self.uncovered(slot.column, count);
            change -= i32::from(top.disorder);
            if below == ROOT {
                empty += 1;
            } else {
                change += i32::from(board.slot(below).disorder);
            }
        }
        match hop.to {
            CELL => cells += 1,
            ROOT => empty -= 1,
            card => {
                let under = board.slot(card);
                burying += self.wanted[under.column as usize];
                // Of the run, all cards above the lowest rank beneath are bad.
                let bad = rank(hop.card).saturating_sub(under.low).min(count);
                change += i32::from(bad) * i32::from(weights.bad);
            }
        }
        change +=
            weights.cells[(cells as usize).min(4)] - weights.cells[(self.cells as usize).min(4)];
        change +=
            weights.empty[(empty as usize).min(3)] - weights.empty[(self.empty as usize).min(3)];
        change + i32::from(count) * i32::from(burying)
    }

    /// The weights of the cards looked for that lie under the last `count`
    /// cards of a column.
    #[inline]
    fn uncovered(&self, column: u8, count: u8) -> i16 {
        if count == 1 {
            return self.covered[column as usize];
        }
        let under = |lane: &&(u8, u8, i16)| lane.0 == column && lane.1 >= count;
        self.lanes.iter().filter(under).map(|lane| lane.2).sum()
    }

    #[inline(never)]
    fn child_by_making(&self, hop: Hop) -> Child {
        let mut board = *self.board;
        board.hop(self.layout, hop);
        board.safe_homes(self.layout, |_| {});
        Child {
            key: board.key(),
            score: self.layout.weights.score(&board),
            solved: board.is_solved(),
        }
    }
}
