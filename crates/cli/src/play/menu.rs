//! The menu of games, for a call that names no level.

use super::board::{TICK, Terminal, pressed};
use super::lines;
use super::window::{Picture, Window};
use crate::watch;
use anyhow::Result;
use engine::{Ink, Span};
use host::playing::Keeper;
use host::playing::menu::{Choice, Entry, entries, find};
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

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
        if let Some(index) = find(entries, word) {
            return Ok(Some(index));
        }
        let last = entries.len();
        lines::say(&format!("a number from 1 to {last}, a name, or quit"))?;
    }
    Ok(None)
}

fn by_keys(terminal: &mut Terminal, entries: &[Entry]) -> Result<Option<usize>> {
    let mut window = Window::default();
    let mut chosen = 0;
    while !watch::stop_asked() {
        terminal.draw(&mut window, &picture(entries, chosen))?;
        let Some(key) = pressed(TICK)? else { continue };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => return Ok(None),
            KeyCode::Esc | KeyCode::Char('q') => return Ok(None),
            KeyCode::Enter | KeyCode::Char(' ') => return Ok(Some(chosen)),
            KeyCode::Up => chosen = chosen.saturating_sub(1),
            KeyCode::Down => chosen = (chosen + 1).min(entries.len() - 1),
            KeyCode::Char(digit) => {
                if let Some(index) = find(entries, digit.encode_utf8(&mut [0; 4])) {
                    return Ok(Some(index));
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The menu as it is drawn.
fn picture(entries: &[Entry], chosen: usize) -> Picture {
    let line = |(index, entry): (usize, &Entry)| {
        let mut span = Span::new(format!(" {} {} ", index + 1, entry.title), Ink::Plain);
        span.marked = index == chosen;
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
