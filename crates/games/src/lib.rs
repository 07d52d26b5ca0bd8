//! The games of Stumper. Each has its own folder with the same file names;
//! this file lists them. Nothing here prints, reads files or asks the time.

pub(crate) mod cards;
pub(crate) mod flow;
pub(crate) mod freecell;
pub(crate) mod klondike;
pub(crate) mod lazors;
mod letters;
pub mod levels;
pub(crate) mod shift;
pub mod shipped;
pub(crate) mod sliding;
pub(crate) mod template;
#[cfg(test)]
mod tests;

#[doc(hidden)]
pub mod internals;

use engine::notation::quoted;
use engine::{Bridge, Fault, Game};

/// Every game, one line each.
pub static GAMES: &[&dyn Game] = &[
    &Bridge(freecell::FreeCell),
    &Bridge(sliding::Sliding),
    &Bridge(klondike::Klondike),
    &Bridge(flow::Flow),
    &Bridge(lazors::Lazors),
    &Bridge(shift::Shift),
];

/// The smallest complete game, from which others start. It can be found by
/// name, but no list shows it.
static TEMPLATE: &dyn Game = &Bridge(template::Template);

/// Finds a game by name.
pub fn find_game(name: &str) -> Result<&'static dyn Game, Fault> {
    let mut all = GAMES.iter().chain([&TEMPLATE]);
    let found = all.find(|game| game.about().name == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|game| game.about().name).collect();
        Fault::new("game", quoted(name), format!("one of {}", names.join(", ")))
            .hint("`stumper games` lists them")
    })
}
