//! Klondike with all cards known: decides whether a deal can be won.

mod frame;
mod judge;
mod seen;
mod settle;
mod wanted;

pub use judge::{Judge, Verdict};

#[cfg(test)]
mod tests;
