//! The games of Stumper. Each has its own folder with the same file names;
//! this file lists them. Nothing here prints, reads files or asks the time.

pub mod cards;
pub mod flow;
pub mod freecell;
pub mod klondike;
pub mod lazors;
mod letters;
pub mod shift;
pub mod sliding;
pub mod template;

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
