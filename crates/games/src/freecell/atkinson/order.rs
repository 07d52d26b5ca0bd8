//! Which move to try first: the ten preferences of Atkinson and Holstege.
//!
//! Two of them rest on how near a column is to something good: the fewest
//! cards to take off it until a card that could go home is free, or until it
//! is empty. The paper does not say whether the ten are kinds of moves, tried
//! one kind after another, or tests, of which each settles the ties of those
//! before it. [`Order`] has both.

use super::super::board::{Board, CELL, HOME, PackedMove, ROOT, Room, rank};
use super::super::layout::Layout;

/// How the ten preferences are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// A move belongs to the first kind that fits it.
    Kinds,
    /// A move passes or fails each test; the first that tells two moves apart
    /// decides.
    Tests,
}

/// A column with at most so many cards on a card that could go home, or at
/// most so many cards at all, is near to something good.
const NEAR: u8 = 5;
/// Beyond every distance.
const FAR: u8 = 63;

/// What the order needs to know of a position.
pub struct Ranking<'a> {
    layout: &'a Layout,
    board: &'a Board,
    free: u64,
    /// For each column, how many moves off it something good takes.
    leaving: [u8; 16],
    /// The same where a card that lies free already counts, which a move onto
    /// it would cover.
    covering: [u8; 16],
}

impl<'a> Ranking<'a> {
    /// Looks at the columns of a position.
    pub fn new(layout: &'a Layout, board: &'a Board, room: &Room) -> Self {
        let mut leaving = [FAR; 16];
        for (column, &top) in board.tops().iter().enumerate() {
            if top != ROOT {
                leaving[column] = board.slot(top).height + 1;
            }
        }
        let mut covering = leaving;
        for suit in 0..4u8 {
            let next = 4 * board.home[suit as usize] + suit;
            if next >= ROOT || board.below(next) >= CELL {
                continue;
            }
            let (column, depth) = (board.slot(next).column as usize, board.depth(next));
            covering[column] = covering[column].min(depth);
            if depth > 0 {
                leaving[column] = leaving[column].min(depth);
            }
        }
        Ranking {
            layout,
            board,
            free: room.exposed | board.cells,
            leaving,
            covering,
        }
    }

    /// The place of a move in the order: the least is tried first.
    pub fn rank(&self, order: Order, mv: PackedMove) -> u32 {
        match order {
            Order::Kinds => {
                let (kind, within) = self.kind(mv);
                u32::from(kind) << 16 | u32::from(within)
            }
            Order::Tests => self.tests(mv),
        }
    }

    /// Which of the ten kinds a move is, and its place among them.
    pub fn kind(&self, PackedMove { card, to }: PackedMove) -> (u8, u8) {
        let slot = self.board.slot(card);
        let held = slot.below == CELL;
        if to == HOME && self.free >> card & 1 == 1 {
            return (1, 0);
        }
        if to == ROOT && rank(card) == 12 {
            return (2, 0);
        }
        let place = match to {
            ROOT => 3,
            CELL => 2,
            HOME => 0,
            _ => 1,
        };
        let near = self.leaving[slot.column as usize];
        if !held && (near <= NEAR || to == HOME) {
            return (3, near * 4 + place);
        }
        if to == ROOT && self.another_follows(card) {
            return (4, 0);
        }
        if to < ROOT {
            let covered = self.covering[self.board.slot(to).column as usize];
            if covered > NEAR {
                return (5, FAR - covered);
            }
        }
        match to {
            _ if held => (6, place),
            _ if slot.below == ROOT => (7, place),
            CELL => (9, near),
            ROOT => (10, 0),
            _ => (8, 0),
        }
    }

    /// The results of the ten tests, the first in the highest bits; a test
    /// that is passed is a zero.
    fn tests(&self, PackedMove { card, to }: PackedMove) -> u32 {
        let slot = self.board.slot(card);
        let held = slot.below == CELL;
        let leaving = match held {
            true => FAR,
            false => self.leaving[slot.column as usize],
        };
        let covering = match to < ROOT {
            true => FAR - self.covering[self.board.slot(to).column as usize],
            false => FAR,
        };
        let fails = |passed: bool| (u32::from(!passed), 1);
        let results = [
            fails(to == HOME && self.free >> card & 1 == 1),
            fails(to == ROOT && rank(card) == 12),
            (u32::from(leaving), 6),
            fails(to == ROOT && self.another_follows(card)),
            (u32::from(covering), 6),
            fails(held),
            fails(slot.below == ROOT),
            fails(to < ROOT),
            fails(to == CELL),
        ];
        results
            .iter()
            .fold(0, |sum, (result, bits)| sum << bits | result)
    }

    /// Whether a card lies free that could go onto this one.
    fn another_follows(&self, card: u8) -> bool {
        self.layout.takes[(card & 63) as usize] & self.free != 0
    }
}
