//! Pattern databases: how many moves some of the tiles need at least, counted
//! for every way in which they can lie, and kept in tables. [`orders`] and
//! [`layout`] number those ways, [`build`] makes a table, [`table`] looks it
//! up, [`partition`] says which tiles go together, and [`additive`] is the
//! heuristic. [`places`] does both for tables that know nothing of the blank.

pub(crate) mod additive;
pub(crate) mod build;
pub(crate) mod layout;
pub(crate) mod orders;
pub(crate) mod partition;
pub(crate) mod places;
pub(crate) mod table;

use super::rules::{Board, Move};
use engine::Heuristic;

/// A tile that has slid into the blank.
#[derive(Clone, Copy)]
pub struct Slide {
    /// Its number.
    pub tile: u8,
    /// The cell that it came from, where the blank is now.
    pub from: u8,
    /// Where it lies.
    pub to: u8,
    /// The way it went.
    pub mv: Move,
}

/// Sums of patterns' moves, as searches of this game take them: they ask for
/// no board but the first one.
pub trait Patterns<const ROOM: usize> {
    /// What is carried from a board to the next.
    type Carry: Copy;

    /// What to carry at the start of a search.
    fn lying(&self, board: &Board<ROOM>) -> Self::Carry;
    /// What to carry after a tile has slid, and the estimate. If that is above
    /// `most`, nobody goes on from there: then any number above `most` that
    /// does not overestimate will do, and anything to carry.
    fn slid_within(&self, carry: Self::Carry, slide: Slide, most: u32) -> (Self::Carry, u32);
    /// The largest sum; 0 exactly for the solved board.
    fn estimate(&self, carry: Self::Carry) -> u32;
}

/// Patterns as the heuristic of a generic search.
pub struct Guiding<'a, S>(pub &'a S);

impl<const ROOM: usize, S: Patterns<ROOM>> Heuristic<Board<ROOM>> for Guiding<'_, S> {
    type Carry = S::Carry;

    fn start(&self, board: &Board<ROOM>) -> S::Carry {
        self.0.lying(board)
    }

    #[inline]
    fn after(&self, carry: S::Carry, board: &Board<ROOM>, mv: Move) -> S::Carry {
        self.after_within(carry, board, mv, u32::MAX).0
    }

    #[inline]
    fn after_within(
        &self,
        carry: S::Carry,
        board: &Board<ROOM>,
        mv: Move,
        most: u32,
    ) -> (S::Carry, u32) {
        let (from, to, tile) = board.slid(mv);
        let (from, to) = (from as u8, to as u8);
        self.0.slid_within(carry, Slide { tile, from, to, mv }, most)
    }

    #[inline]
    fn estimate(&self, carry: S::Carry, _: &Board<ROOM>) -> u32 {
        self.0.estimate(carry)
    }
}
