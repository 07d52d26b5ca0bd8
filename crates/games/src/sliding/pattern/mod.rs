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
    /// How the tiles of all patterns lie, and the sums.
    type Lying: Copy;
    /// What of that a move changes.
    type Change: Copy;

    /// How they lie at the start of a search.
    fn start(&self, board: &Board<ROOM>) -> Self::Lying;
    /// What changes when a tile slides, and the estimate then. If that is
    /// above `most`, nobody goes on from there: then any number above `most`
    /// that does not overestimate will do, and the change means nothing.
    fn look(&self, lying: &Self::Lying, slide: Slide, most: u32) -> (Self::Change, u32);
    /// Makes a change that comes from sliding this tile.
    fn change(&self, lying: &mut Self::Lying, tile: u8, change: Self::Change);
    /// The largest sum; 0 exactly for the solved board.
    fn estimate(&self, lying: &Self::Lying) -> u32;
}

/// Patterns as the heuristic of a generic search.
pub struct Guiding<'a, S>(pub &'a S);

impl<const ROOM: usize, S: Patterns<ROOM>> Heuristic<Board<ROOM>> for Guiding<'_, S> {
    type Carry = S::Lying;

    fn start(&self, board: &Board<ROOM>) -> S::Lying {
        self.0.start(board)
    }

    #[inline]
    fn after(&self, lying: S::Lying, board: &Board<ROOM>, mv: Move) -> S::Lying {
        self.after_within(lying, board, mv, u32::MAX).0
    }

    #[inline]
    fn after_within(
        &self,
        mut lying: S::Lying,
        board: &Board<ROOM>,
        mv: Move,
        most: u32,
    ) -> (S::Lying, u32) {
        let (from, to, tile) = board.slid(mv);
        let (from, to) = (from as u8, to as u8);
        let (change, estimate) = self.0.look(&lying, Slide { tile, from, to, mv }, most);
        if estimate <= most {
            self.0.change(&mut lying, tile, change);
        }
        (lying, estimate)
    }

    #[inline]
    fn estimate(&self, lying: S::Lying, _: &Board<ROOM>) -> u32 {
        self.0.estimate(&lying)
    }
}
