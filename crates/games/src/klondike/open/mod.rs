//! Klondike with all cards known: decides whether a deal can be won.

mod judge;
mod seen;

pub use judge::{Judge, Verdict};
