//! Searches that work on any [`Puzzle`] with any [`Heuristic`].

mod breadth_first;

pub use breadth_first::BreadthFirst;

use crate::{Heuristic, Meter, Outcome, Puzzle};

/// A way to search. Each call makes a monomorphic copy for its puzzle and
/// heuristic, so that nothing is dispatched in the loop over positions.
pub trait Search: Send {
    /// Looks for a way to win, counting against the meter.
    fn run<P: Puzzle, H: Heuristic<P>>(
        &mut self,
        start: &P,
        heuristic: &H,
        meter: &mut Meter,
    ) -> Outcome<P::Move>;
}
