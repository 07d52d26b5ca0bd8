//! Who plays Klondike without seeing what lies face down: a line each. The
//! random player knows no game and lives in the engine.

use super::view::View;
use engine::play::{PlayerLine, Random};

/// Klondike's players.
pub static PLAYERS: &[PlayerLine<View>] = &[PlayerLine {
    name: "random",
    summary: "any move, all equally likely (Donkersteeg's player R)",
    settings: &[],
    make: |_| Ok(Box::new(Random)),
}];
