//! The menu of games, for a call that names no level.

use super::board::{Terminal, pressed};
use super::lines;
use super::window::{Picture, Window};
use crate::words::count;
use anyhow::Result;
use engine::{Game, Ink, Span};
use games::GAMES;
use games::levels::usual_kind;
use host::sitting::Keeper;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

/// What a person wants to play.
#[derive(Clone)]
pub(super) enum Choice {
    /// The game that was played last.
    GoOn,
    /// Levels of a kind.
    Kind(&'static dyn Game, String),
    /// The levels that the call names.
    Listed,
}

/// A line of the menu.
struct Entry {
    /// What a person may type for it.
    name: &'static str,
    title: String,
    summary: String,
    choice: Choice,
}

fn entries(keeper: &Keeper) -> Vec<Entry> {
    let last = keeper.known_last().map(|saved| Entry {
        name: "continue",
        title: format!("Go on: {}", saved.name()),
        summary: format!("left after {}", count(saved.moves.len() as u64, "move")),
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

/// Lets the person choose; none if they leave.
pub(super) fn choose(keeper: &Keeper, has_screen: bool) -> Result<Option<Choice>> {
    let entries = entries(keeper);
    let chosen = match has_screen {
        true => Terminal::with(|terminal| by_keys(terminal, &entries))?,
        false => by_lines(&entries)?,
    };
    Ok(chosen.map(|index| entries[index].choice.clone()))
}

fn by_lines(entries: &[Entry]) -> Result<Option<usize>> {
    for (index, Entry { name, summary, .. }) in entries.iter().enumerate() {
        lines::say(&format!("{} {name}: {summary}", index + 1))?;
    }
    lines::say("Which one? (number or name)")?;
    while let Some(line) = lines::read_line()? {
        let word = line.trim();
        if ["quit", "q"].contains(&word) {
            return Ok(None);
        }
        let found = match word.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|&index| index < entries.len()),
            Err(_) => entries.iter().position(|entry| entry.name == word),
        };
        match found {
            Some(index) => return Ok(Some(index)),
            None => lines::say(&format!(
                "a number from 1 to {}, a name, or quit",
                entries.len()
            ))?,
        }
    }
    Ok(None)
}

fn by_keys(terminal: &mut Terminal, entries: &[Entry]) -> Result<Option<usize>> {
    let mut window = Window::default();
    let mut chosen = 0;
    loop {
        terminal.draw(&mut window, &picture(entries, chosen))?;
        if crate::watch::stop_asked() {
            return Ok(None);
        }
        let Some(key) = pressed()? else { continue };
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Ok(None);
            }
            KeyCode::Esc | KeyCode::Char('q') => return Ok(None),
            KeyCode::Enter | KeyCode::Char(' ') => return Ok(Some(chosen)),
            KeyCode::Up => chosen = chosen.saturating_sub(1),
            KeyCode::Down => chosen = (chosen + 1).min(entries.len() - 1),
            KeyCode::Char(digit) => {
                let number = digit.to_digit(10).unwrap_or_default() as usize;
                if (1..=entries.len()).contains(&number) {
                    return Ok(Some(number - 1));
                }
            }
            _ => {}
        }
    }
}

/// The menu as it is drawn.
fn picture(entries: &[Entry], chosen: usize) -> Picture {
    let line = |(index, entry): (usize, &Entry)| {
        let span = Span {
            marked: index == chosen,
            ..Span::new(format!(" {} {} ", index + 1, entry.title), Ink::Plain)
        };
        vec![span]
    };
    Picture {
        head: "Stumper: what do you want to play?".into(),
        screen: entries.iter().enumerate().map(line).collect(),
        said: entries[chosen].summary.clone(),
        prompt: None,
        keys: "arrows: choose · Enter: play · q: quit".into(),
        short: "Enter plays, q quits",
    }
}
