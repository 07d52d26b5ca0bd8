//! The games of Stumper. Each has its own folder with the same file names;
//! this file lists them. Nothing here prints, reads files or asks the time.

pub mod cards;
pub mod freecell;
pub mod klondike;
pub mod sliding;
pub mod template;

use engine::{Bridge, Game};

/// Every game, one line each.
pub static GAMES: &[&dyn Game] = &[
    &Bridge(freecell::FreeCell),
    &Bridge(sliding::Sliding),
    &Bridge(klondike::Klondike),
    &Bridge(template::Template),
];
