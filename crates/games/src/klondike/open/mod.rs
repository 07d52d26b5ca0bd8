//! Klondike with all cards known (thoughtful solitaire): decides whether a
//! deal can be won. [`judge`] is the depth-first search, [`transposition`] its
//! table of positions met, [`node`] its stack with the steps to try and the
//! proof that they are enough; [`state`] is a table with its stock by places,
//! [`order`] says which step comes next. [`forced_moves`] and [`pruning`] reduce the
//! steps by dominance. [`path`] turns steps into plain moves, [`solver`] puts
//! it behind a budget. [`short`] looks for few moves, with [`best_first`].

mod best_first;
mod forced_moves;
mod judge;
mod node;
mod order;
mod path;
mod pruning;
mod short;
mod solver;
mod state;
mod transposition;

pub(super) use forced_moves::make_forced_moves;
pub use judge::{Judge, Verdict};
pub use path::Path;
pub use short::Short;
pub use solver::Open;

#[cfg(test)]
mod tests;
