//! A board on a terminal: it stands still, keys move things, and the last
//! lines say what the keys do.

use super::{Answer, Table};
use crate::DONE;
use crate::words::count;
use anyhow::{Context, Result};
use engine::picture;
use engine::play::Reply;
use engine::{Ink, Key, Screen, Span};
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{self, Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

/// What the keys do in every game.
const KEYS: &str = "u undo · ? hint · c can it be won? · r restart · q quit";
/// The same where letters are moves.
const TYPED: &str = "type a move and press Enter; Ctrl-Z undo · Tab hint · Esc quit; \
                     also: moves, can, restart, quit";

/// What stands on the screen beside the board.
struct View {
    typed: String,
    note: String,
    colours: bool,
}

pub(super) fn play(table: &mut Table) -> Result<u8> {
    let mut terminal = ratatui::try_init().context("cannot use the terminal; try --lines")?;
    let mut view = View {
        typed: String::new(),
        note: String::new(),
        // A convention of many programs: see no-color.org.
        colours: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    };
    let outcome = loop {
        let drawn = terminal.draw(|frame| view.render(table, frame));
        let pressed = match drawn.and_then(|_| event::read()) {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => key,
            Ok(_) => continue,
            Err(error) => break Err(error.into()),
        };
        match view.press(table, pressed) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    ratatui::restore();
    outcome?;
    // Whoever leaves has not lost, as in the mode of lines.
    Ok(DONE)
}

impl View {
    /// Does what a key asks for; false when the person leaves.
    fn press(&mut self, table: &mut Table, key: KeyEvent) -> Result<bool> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let by_keys = table.session.keys().is_some();
        self.note.clear();
        let command = match key.code {
            KeyCode::Char('c' | 'd') if control => return Ok(false),
            KeyCode::Esc => return Ok(false),
            KeyCode::Char('z') if control => "undo",
            KeyCode::Tab => "hint",
            KeyCode::Char(_) if control => return Ok(true),
            KeyCode::Char('u') if by_keys => "undo",
            KeyCode::Char('?') if by_keys => "hint",
            KeyCode::Char('c') if by_keys => "can",
            KeyCode::Char('r') if by_keys => "restart",
            KeyCode::Char('q') if by_keys => return Ok(false),
            code if by_keys => {
                self.reply(table, code);
                return Ok(true);
            }
            KeyCode::Char(letter) => {
                self.typed.push(letter);
                return Ok(true);
            }
            KeyCode::Backspace => {
                self.typed.pop();
                return Ok(true);
            }
            KeyCode::Enter => &std::mem::take(&mut self.typed),
            _ => return Ok(true),
        };
        match table.command(command)? {
            Answer::Leave => return Ok(false),
            Answer::Say(text) => self.note = text,
            Answer::Board => {}
        }
        Ok(true)
    }

    fn reply(&mut self, table: &mut Table, code: KeyCode) {
        let key = match code {
            KeyCode::Up => Key::Up,
            KeyCode::Down => Key::Down,
            KeyCode::Left => Key::Left,
            KeyCode::Right => Key::Right,
            KeyCode::Enter => Key::Enter,
            KeyCode::Backspace | KeyCode::Delete => Key::Erase,
            KeyCode::Char(letter) => Key::Char(letter),
            _ => return,
        };
        match table.session.press(key) {
            Reply::Made | Reply::Looked => {}
            Reply::Refused(why) => self.note = why,
            Reply::Unknown => self.note = "that key does nothing here".into(),
        }
    }

    fn render(&self, table: &Table, frame: &mut Frame) {
        let screen = table.session.show();
        let [title, board, note, prompt, keys] = Layout::vertical([
            Constraint::Length(2),
            Constraint::Min(1),
            Constraint::Length(2),
            Constraint::Length(1),
            Constraint::Length(3),
        ])
        .areas(frame.area());
        let made = count(table.session.made().len() as u64, "move");
        let head = format!("{} · {made}", table.name);
        let strong = Style::new().add_modifier(Modifier::BOLD);
        frame.render_widget(Paragraph::new(head).style(strong), title);
        frame.render_widget(Paragraph::new(self.painted(&screen)), board);
        let said = match table.over() {
            Some(over) if self.note.is_empty() => over,
            _ => self.note.clone(),
        };
        frame.render_widget(Paragraph::new(said).wrap(Wrap { trim: true }), note);
        let help = match table.session.keys() {
            Some(keys) => format!("{keys}\n{KEYS}"),
            None => {
                frame.render_widget(Paragraph::new(format!("> {}_", self.typed)), prompt);
                TYPED.to_string()
            }
        };
        let dim = Style::new().add_modifier(Modifier::DIM);
        let help = Paragraph::new(help).style(dim).wrap(Wrap { trim: true });
        frame.render_widget(help, keys);
    }

    fn painted(&self, screen: &Screen) -> Text<'static> {
        let line = |line: &Vec<Span>| {
            let spans = line.iter().map(|span| self.span(span));
            Line::from(spans.collect::<Vec<_>>())
        };
        Text::from(screen.iter().map(line).collect::<Vec<_>>())
    }

    fn span(&self, span: &Span) -> text::Span<'static> {
        let mut style = Style::new();
        match span.ink {
            Ink::Plain => {}
            Ink::Dim => style = style.add_modifier(Modifier::DIM),
            Ink::Colour(index) if self.colours => style = style.fg(colour(index)),
            Ink::Colour(_) => {}
        }
        if let (Some(Ink::Colour(index)), true) = (span.paper, self.colours) {
            style = style.bg(colour(index));
        }
        if span.strong {
            style = style.add_modifier(Modifier::BOLD);
        }
        if span.marked {
            style = style.add_modifier(Modifier::REVERSED);
        }
        text::Span::styled(span.text.clone(), style)
    }
}

/// A colour of the palette, which has six hexadecimal digits each.
fn colour(index: u8) -> Color {
    picture::colour(index.into())
        .parse()
        .unwrap_or(Color::Reset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Level;
    use engine::play::Adviser;
    use games::find_game;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn table(id: &str) -> Table<'static> {
        let level = Level::Dealt(id.parse().expect("an id"));
        let game = find_game(id.split(':').next().expect("a game")).expect("a game");
        Table {
            name: id.into(),
            unit: "",
            session: game.play(&level).expect("a level"),
            adviser: Adviser::default(),
        }
    }

    fn seen(view: &View, table: &Table) -> String {
        let mut terminal = Terminal::new(TestBackend::new(60, 30)).expect("a terminal");
        terminal
            .draw(|frame| view.render(table, frame))
            .expect("a frame");
        terminal.backend().to_string()
    }

    fn view() -> View {
        View {
            typed: String::new(),
            note: String::new(),
            colours: true,
        }
    }

    fn press(view: &mut View, table: &mut Table, codes: impl IntoIterator<Item = KeyCode>) -> bool {
        let mut codes = codes.into_iter();
        codes.all(|code| {
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            view.press(table, key).expect("an answer")
        })
    }

    fn typed(text: &str) -> impl Iterator<Item = KeyCode> {
        text.chars().map(KeyCode::Char).chain([KeyCode::Enter])
    }

    #[test]
    fn moves_are_typed_taken_back_and_refused() {
        let (mut table, mut view) = (table("template:row#22"), view());
        assert!(seen(&view, &table).contains(".**."));
        assert!(press(&mut view, &mut table, typed("1")));
        assert!(seen(&view, &table).contains("*.*."));
        assert!(press(&mut view, &mut table, typed("9")));
        assert!(seen(&view, &table).contains("lamp 9, of 4"));
        let control = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
        assert!(view.press(&mut table, control).expect("an answer"));
        assert!(seen(&view, &table).contains(".**."));
        assert!(!press(&mut view, &mut table, [KeyCode::Esc]));
    }

    #[test]
    fn following_hints_wins() {
        let (mut table, mut view) = (table("template:row#22"), view());
        for _ in 0..4 {
            assert!(press(&mut view, &mut table, [KeyCode::Tab]));
            let hint = view.note.split(' ').next().expect("a move").to_string();
            assert!(press(&mut view, &mut table, typed(&hint)));
        }
        assert!(seen(&view, &table).contains("won in 4 moves"));
    }

    /// All blocks are down, the wrong way: no move is listed, but blocks can
    /// be taken away again.
    #[test]
    fn a_game_in_which_things_can_be_taken_away_is_not_over() {
        let mut table = table("lazors:4x4,mirrors=3#1");
        for block in 0..3 {
            let moves = table.session.options();
            let wrong = moves.first().unwrap_or_else(|| panic!("block {block}"));
            table.session.make(wrong).expect("a legal move");
        }
        assert!(table.session.options().is_empty());
        assert!(!table.is_won());
        assert_eq!(table.over(), None);
    }
}
