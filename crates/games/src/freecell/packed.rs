//! The packed position as the generic searches see it: which moves they may
//! make, and what goes home by itself after each.

use super::board::{Board, PackedMove, ROOT};
use super::identity::{Identity, hash_key};
use super::layout::Layout;
use super::movegen::{self, MoveList};
use super::score::Weights;
use engine::Puzzle;
use std::hash::{Hash, Hasher};

/// Which moves a search makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// One card at a time.
    Single,
    /// Runs as far as there is room for them, and single cards.
    Runs,
}

/// What goes home by itself after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Auto {
    /// Nothing: every card is a move.
    Nothing,
    /// What no other card can need any more.
    Safe,
    /// Whatever can.
    All,
}

/// Weights that make a column's disorder three counts: see [`disorder`].
pub const COUNTING: Weights = Weights {
    bad: 1,
    split: 1 << 5,
    root: 1 << 10,
    ..Weights::NONE
};

/// A column's cards above a lower one, its breaks of sequence, and by how
/// much its first card is less than a king.
#[inline]
pub fn disorder(counted: u16) -> (u32, u32, u32) {
    let counted = u32::from(counted);
    (counted & 31, counted >> 5 & 31, counted >> 10)
}

/// A position in a search.
#[derive(Clone)]
pub struct Packed<'a> {
    /// What stays the same in this search.
    pub layout: &'a Layout,
    /// The cards.
    pub board: Board,
    steps: Steps,
    auto: Auto,
}

impl<'a> Packed<'a> {
    /// The start of a search, with what goes home by itself gone there.
    pub fn new(layout: &'a Layout, board: Board, steps: Steps, auto: Auto) -> Self {
        let mut packed = Packed {
            layout,
            board,
            steps,
            auto,
        };
        packed.settle(|_| {});
        packed
    }

    fn settle(&mut self, each: impl FnMut(u8)) {
        if self.auto != Auto::Nothing {
            self.board.safe_homes(self.layout, each);
        }
    }

    /// The weights to lay out a search with.
    pub fn weights(auto: Auto) -> Weights {
        Weights {
            greedy: auto == Auto::All,
            ..COUNTING
        }
    }
}

/// An exact key with a hash of its own.
#[derive(PartialEq, Eq, Debug)]
pub struct Key([u64; 3]);

impl Hash for Key {
    fn hash<S: Hasher>(&self, state: &mut S) {
        state.write_u64(hash_key(&self.0));
    }
}

impl Puzzle for Packed<'_> {
    type Move = PackedMove;
    type Key = Key;
    type Kept = [u64; 3];

    fn moves(&self, out: &mut Vec<PackedMove>) {
        let room = self.board.room(self.layout);
        let mut moves = MoveList::default();
        match self.steps {
            Steps::Single => movegen::single(self.layout, &self.board, &room, &mut moves),
            Steps::Runs => {
                movegen::whole_runs(self.layout, &self.board, &room, &mut moves);
            }
        }
        out.extend_from_slice(&moves);
    }

    fn apply(&mut self, mv: PackedMove) {
        self.board.play(self.layout, mv);
        self.settle(|_| {});
    }

    fn is_solved(&self) -> bool {
        self.board.is_solved()
    }

    fn key(&self) -> Key {
        Key(Identity::of(&self.board))
    }

    fn keep(&self) -> [u64; 3] {
        Identity::of(&self.board)
    }

    fn restore(&self, kept: &[u64; 3]) -> Self {
        Packed {
            board: Board::from_key(self.layout, *kept),
            ..*self
        }
    }

    /// Runs are moved whole or by their last card only, and a card that went
    /// home too early may be missed.
    fn moves_are_enough(&self) -> bool {
        self.steps == Steps::Single && self.auto != Auto::All
    }
}

/// The exposed card of each column that has one.
#[inline]
pub fn columns(board: &Board) -> impl Iterator<Item = u8> {
    board.tops().iter().copied().filter(|&top| top != ROOT)
}
