//! Klondike with all cards known: decides whether a deal can be won.

mod judge;
mod seen;
mod settle;

pub use judge::{Judge, Verdict};

#[cfg(test)]
mod tests;
