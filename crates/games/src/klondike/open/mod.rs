//! Klondike with all cards known: decides whether a deal can be won.

mod cheap;
mod frame;
mod judge;
mod path;
mod seen;
mod settle;
mod short;
mod solver;
mod wanted;

pub use judge::{Judge, Verdict};
pub use path::Path;
pub(super) use settle::settle;
pub use short::Short;
pub use solver::Open;

#[cfg(test)]
mod tests;
