//! Searches that work on any [`Puzzle`] with any [`Heuristic`], a file each.
//! What can be set on one is listed beside it. A game implements [`Searched`]
//! and lists each search by a [`line()`]; [`Guides`] choose the heuristic.

mod astar;
mod beam;
mod best_first;
mod breadth_first;
mod depth_first;
mod generic;
mod guide;
mod ida_star;
mod staged;
mod tree;

pub use astar::{AStar, WeightedAStar};
pub use beam::Beam;
pub use best_first::Greedy;
pub use breadth_first::BreadthFirst;
pub use depth_first::DepthFirst;
pub use generic::{Featured, Generic, OnFeatures, Searched, WEIGHTS, line};
pub use guide::{Guide, Guides};
pub use ida_star::IdaStar;
pub use staged::Staged;

use crate::{Fault, Heuristic, Limit, Meter, Outcome, Puzzle, Setting, Settings};

/// A way to search. Each call makes a monomorphic copy for its puzzle and
/// heuristic, so that nothing is dispatched in the loop over positions.
pub trait Search: Send + Sized + 'static {
    /// Its name on the command line.
    const NAME: &'static str;
    /// One sentence.
    const SUMMARY: &'static str;
    /// What can be set on it.
    const SETTINGS: &'static [Setting];
    /// Whether it asks the heuristic at all.
    const GUIDED: bool = true;

    /// The search as it was set.
    fn new(settings: &Settings) -> Result<Self, Fault>;
    /// Looks for a way to win, counting against the meter.
    fn run<P: Puzzle, H: Heuristic<P>>(
        &self,
        start: &P,
        heuristic: &H,
        meter: &mut Meter,
    ) -> Outcome<P::Move>;
}

/// The memory that a search which stores positions may use unless told
/// otherwise.
pub const DEFAULT_MEMORY: u64 = 4 << 30;

/// What is known of a start before any search.
fn at_once<P: Puzzle>(start: &P) -> Option<Outcome<P::Move>> {
    if start.is_solved() {
        return Some(Outcome::Solved(Vec::new()));
    }
    start.is_hopeless().then_some(Outcome::Unsolvable)
}

/// How a search ends that has no position left and cut nothing.
fn ran_dry<P: Puzzle>(start: &P) -> Outcome<P::Move> {
    match start.moves_are_enough() {
        true => Outcome::Unsolvable,
        false => Outcome::GaveUp(Limit::Cuts),
    }
}

#[cfg(test)]
mod tests;
