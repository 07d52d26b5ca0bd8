//! What a person may choose who names no level.

use super::{Course, Keeper, moves};
use engine::{Fault, Game};
use games::levels::usual_kind;
use games::{GAMES, find_game};

/// What a person wants to play.
#[derive(Clone)]
pub enum Choice {
    /// The game that was played last.
    GoOn,
    /// Levels of a kind.
    Kind(&'static dyn Game, String),
}

impl Choice {
    /// The levels that follow from it.
    pub fn course(self, keeper: &mut Keeper) -> Result<Course, Fault> {
        match self {
            Choice::GoOn => Ok(Course::one(keeper.last()?.task()?)),
            Choice::Kind(game, kind) => Course::of_kind(game, kind),
        }
    }
}

/// A game or a kind of its levels, if a name stands for one: `flow`,
/// `flow:7x7`.
pub fn game_and_kind(name: &str) -> Option<Choice> {
    if name.contains('#') {
        return None;
    }
    let (game, kind) = name.split_once(':').unwrap_or((name, ""));
    let game = find_game(game).ok()?;
    Some(match name.contains(':') {
        true => Choice::Kind(game, kind.to_string()),
        false => Choice::Kind(game, usual_kind(game)),
    })
}

/// A line of the menu.
pub struct Entry {
    /// What a person may type for it.
    pub name: &'static str,
    /// What it is called.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// What it stands for.
    pub choice: Choice,
}

/// The menu: the game under way, if there is one, then every game.
pub fn entries(keeper: &Keeper) -> Vec<Entry> {
    let last = keeper.known_last().map(|saved| Entry {
        name: "continue",
        title: format!("Go on: {}", saved.name()),
        summary: format!("left after {}", moves(saved.moves.len())),
        choice: Choice::GoOn,
    });
    let of_game = |game: &&'static dyn Game| Entry {
        name: game.about().name,
        title: game.about().title.to_string(),
        summary: game.about().summary.to_string(),
        choice: Choice::Kind(*game, usual_kind(*game)),
    };
    last.into_iter().chain(GAMES.iter().map(of_game)).collect()
}

/// The entry that a person means by its number, from 1, or its name.
pub fn find(entries: &[Entry], word: &str) -> Option<usize> {
    match word.parse::<usize>() {
        Ok(number) => number.checked_sub(1).filter(|&index| index < entries.len()),
        Err(_) => entries.iter().position(|entry| entry.name == word),
    }
}
