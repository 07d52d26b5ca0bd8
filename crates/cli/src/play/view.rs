//! What a person looks at while they play, and what their keys do.

use super::window::{Picture, Window, wrap};
use engine::play::Reply;
use engine::{Key, screen};
use host::playing::{Answer, Playing, Question};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What the keys do in every game.
const KEYS: &str =
    "u undo · ^Y redo · Tab hint · c can win? · r restart · n next · ? help · q quit";
/// The same where letters are moves.
const TYPED: &str = "type a move and press Enter; Tab hint · ^Z undo · ^Y redo · Esc quit; \
                     also: moves, can, restart, next, save, help";
/// The same where there is hardly any room.
const SHORT: &str = "? help · q quit";
const SHORT_TYPED: &str = "help, quit";

/// What a key asks of the terminal.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Nothing more.
    Done,
    /// To ask a solver.
    Ask(Question),
    /// To turn to the next level.
    Next,
    /// To end.
    Leave,
}

/// What the person looks at.
#[derive(Default)]
pub(super) struct View {
    /// What is being typed; none while keys are moves.
    typed: Option<String>,
    pub(super) note: String,
    /// A text that stands in place of the board.
    page: Option<String>,
    pub(super) window: Window,
}

impl View {
    /// Turns to a level that was not seen yet.
    pub(super) fn begin(&mut self, playing: &mut Playing) {
        self.note = std::mem::take(&mut playing.current.opening).join("; ");
        self.typed = playing.current.keys().is_none().then(String::new);
        self.window.go_back();
    }

    /// Does what a key asks for, as far as that takes no time.
    pub(super) fn press(&mut self, playing: &mut Playing, key: KeyEvent) -> Deed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return Deed::Leave;
        }
        // Arrows mean something else only where keys are moves.
        let by_arrows = self.page.is_some() || self.typed.is_some();
        if self.window.scroll(key, by_arrows) {
            return Deed::Done;
        }
        if self.page.take().is_some() {
            self.window.go_back();
            return Deed::Done;
        }
        self.note.clear();
        match key.code {
            KeyCode::Char('z') if control => self.command(playing, "undo"),
            KeyCode::Char('y') if control => self.command(playing, "redo"),
            KeyCode::Char(_) if control => Deed::Done,
            KeyCode::Tab => Deed::Ask(Question::Hint),
            code => match self.typed.take() {
                Some(typed) => self.type_on(playing, typed, code),
                None => self.press_plain(playing, code),
            },
        }
    }

    /// A key while something is typed.
    fn type_on(&mut self, playing: &mut Playing, mut typed: String, code: KeyCode) -> Deed {
        let by_keys = playing.current.keys().is_some();
        let mut stays = true;
        match code {
            KeyCode::Char(letter) => typed.push(letter),
            KeyCode::Backspace => stays = typed.pop().is_some() || !by_keys,
            KeyCode::Esc if by_keys => stays = false,
            KeyCode::Esc => return Deed::Leave,
            KeyCode::Enter => {
                self.typed = (!by_keys).then(String::new);
                return match typed.trim().is_empty() && playing.current.is_won() {
                    true => Deed::Next,
                    false => self.command(playing, &typed),
                };
            }
            _ => {}
        }
        self.typed = stays.then_some(typed);
        Deed::Done
    }

    /// A key where keys are moves.
    fn press_plain(&mut self, playing: &mut Playing, code: KeyCode) -> Deed {
        let command = match code {
            KeyCode::Esc | KeyCode::Char('q') => return Deed::Leave,
            KeyCode::Enter if playing.current.is_won() => return Deed::Next,
            KeyCode::Char(':' | '/') => {
                self.typed = Some(String::new());
                return Deed::Done;
            }
            KeyCode::Char('?') => "help",
            KeyCode::Char('u') => "undo",
            KeyCode::Char('c') => "can",
            KeyCode::Char('r') => "restart",
            KeyCode::Char('n') => "next",
            code => return self.hand(playing, code),
        };
        self.command(playing, command)
    }

    fn hand(&mut self, playing: &mut Playing, code: KeyCode) -> Deed {
        let key = match code {
            KeyCode::Up => Key::Up,
            KeyCode::Down => Key::Down,
            KeyCode::Left => Key::Left,
            KeyCode::Right => Key::Right,
            KeyCode::Enter => Key::Enter,
            KeyCode::Backspace | KeyCode::Delete => Key::Erase,
            KeyCode::Char(letter) => Key::Char(letter),
            _ => return Deed::Done,
        };
        let (reply, trouble) = playing.press(key);
        match reply {
            Reply::Made | Reply::Looked => {}
            Reply::Refused(why) => self.note = why,
            Reply::Unknown => self.note = "that key does nothing here; ? lists the keys".into(),
        }
        self.note.extend(trouble);
        Deed::Done
    }

    fn command(&mut self, playing: &mut Playing, text: &str) -> Deed {
        match playing.command(text) {
            Answer::Board => {}
            Answer::Say(text) => self.note = text,
            Answer::Help => {
                self.page = Some(playing.help(true));
                self.window.go_back();
            }
            Answer::Ask(question) => return Deed::Ask(question),
            Answer::Next => return Deed::Next,
            Answer::Leave => return Deed::Leave,
        }
        Deed::Done
    }

    /// What is to be drawn of a playing.
    pub(super) fn picture(&self, playing: &Playing) -> Picture {
        let current = &playing.current;
        if let Some(page) = &self.page {
            return Picture {
                head: "Help".into(),
                screen: screen::plain(&wrap(page, self.window.columns()).join("\n")),
                said: String::new(),
                prompt: None,
                keys: "arrows scroll; any other key: back to the game".into(),
                short: "any key: back",
            };
        }
        let said = match (self.note.is_empty(), current.over()) {
            (true, Some(over)) if current.is_won() => format!("{over} · Enter: next level"),
            (true, Some(over)) => over,
            _ => self.note.clone(),
        };
        let (keys, short) = match current.keys() {
            Some(keys) => (format!("{keys}\n{KEYS}"), SHORT),
            None => (TYPED.to_string(), SHORT_TYPED),
        };
        Picture {
            head: format!(
                "{} · {} · {}",
                current.name(),
                current.length(),
                current.time()
            ),
            screen: current.show(),
            said,
            prompt: self.typed.clone(),
            keys,
            short,
        }
    }
}
