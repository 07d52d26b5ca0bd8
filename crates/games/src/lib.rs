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
    &Bridge(template::Template),
];

/// Finds a game by name.
pub fn find_game(name: &str) -> Result<&'static dyn Game, Fault> {
    let found = GAMES.iter().find(|game| game.about().name == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|game| game.about().name).collect();
        Fault::new("game", quoted(name), format!("one of {}", names.join(", ")))
            .hint("`stumper games` lists them")
    })
}

/// Weights that ship with the games, by name, as the text of their files.
pub static WEIGHTS: &[(&str, &str)] = &[
    ("freecell", include_str!("../data/weights/freecell.json")),
    (
        "klondike-thesis",
        include_str!("../data/weights/klondike-thesis.json"),
    ),
    (
        "klondike-thesis-draw1",
        include_str!("../data/weights/klondike-thesis-draw1.json"),
    ),
    ("sliding", include_str!("../data/weights/sliding.json")),
];

/// Weights of that name.
pub fn shipped_weights(name: &str) -> Option<&'static str> {
    let found = WEIGHTS.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}
