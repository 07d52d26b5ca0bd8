//! Searches that work on any [`Puzzle`](crate::Puzzle) under its plain rules.

mod breadth_first;

pub use breadth_first::BreadthFirst;
