//! The games of Stumper. Each has its own folder with the same file names;
//! this file lists them. Nothing here prints, reads files or asks the time.

pub(crate) mod cards;
pub(crate) mod flow;
pub(crate) mod freecell;
pub(crate) mod klondike;
pub(crate) mod lazors;
mod letters;
pub(crate) mod shift;
pub(crate) mod sliding;
pub(crate) mod template;
#[cfg(test)]
mod tests;

#[doc(hidden)]
pub mod internals;

use engine::play::{Hall, HiddenGame};
use engine::{Bridge, Game};

/// Every game, one line each.
pub static GAMES: &[&dyn Game] = &[
    &Bridge(freecell::FreeCell),
    &Bridge(sliding::Sliding),
    &Bridge(klondike::Klondike),
    &Bridge(flow::Flow),
    &Bridge(lazors::Lazors),
    &Bridge(shift::Shift),
    &Bridge(template::Template),
];

/// Every game that can be played without seeing everything.
pub static HIDDEN_GAMES: &[&dyn HiddenGame] = &[&Hall(klondike::Klondike)];
