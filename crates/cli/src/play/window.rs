//! What is drawn on the screen: a head line, the part of the board that fits,
//! what there is to say, and the keys.

use engine::{Ink, Screen, Span, picture};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{self, Line, Text};
use ratatui::widgets::Paragraph;

/// From this height on the lines for what there is to say stay free, so that
/// the board does not jump.
const ROOMY: usize = 20;

/// All that is drawn.
pub(super) struct Picture {
    pub(super) head: String,
    pub(super) screen: Screen,
    pub(super) said: String,
    pub(super) prompt: Option<String>,
    pub(super) keys: String,
    /// What stands in place of the keys where they do not fit.
    pub(super) short: &'static str,
}

/// The part of a board that is seen.
pub(super) struct Window {
    /// The first column and line that are seen.
    offset: (usize, usize),
    /// Whether the person scrolled away from the cursor.
    looks_away: bool,
    /// Columns and lines of the board's place when it was last drawn.
    room: (usize, usize),
    colours: bool,
}

impl Default for Window {
    fn default() -> Window {
        Window {
            offset: (0, 0),
            looks_away: false,
            room: (80, 24),
            // A convention of many programs: see no-color.org.
            colours: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }
}

impl Window {
    /// The width that the board had when it was last drawn.
    pub(super) fn columns(&self) -> usize {
        self.room.0
    }

    /// Back to the board's first line.
    pub(super) fn go_back(&mut self) {
        self.offset = (0, 0);
        self.looks_away = false;
    }

    /// Scrolls, if the key is for that; plain arrows are only if asked for.
    /// Any other key turns back to the cursor.
    pub(super) fn scroll(&mut self, key: KeyEvent, by_arrows: bool) -> bool {
        let shifted = KeyModifiers::SHIFT | KeyModifiers::CONTROL;
        let by_arrows = by_arrows || key.modifiers.intersects(shifted);
        let page = self.room.1.saturating_sub(1).max(1) as isize;
        let (right, down) = match key.code {
            KeyCode::PageUp => (0, -page),
            KeyCode::PageDown => (0, page),
            KeyCode::Up if by_arrows => (0, -1),
            KeyCode::Down if by_arrows => (0, 1),
            KeyCode::Left if by_arrows => (-4, 0),
            KeyCode::Right if by_arrows => (4, 0),
            _ => (0, 0),
        };
        self.offset.0 = self.offset.0.saturating_add_signed(right);
        self.offset.1 = self.offset.1.saturating_add_signed(down);
        self.looks_away = (right, down) != (0, 0);
        self.looks_away
    }

    /// Draws as much as there is room for: of a small window the message and
    /// the prompt come first, then the board.
    pub(super) fn render(&mut self, picture: &Picture, frame: &mut Frame) {
        let (width, height) = (frame.area().width as usize, frame.area().height as usize);
        let mut keys = wrap(&picture.keys, width);
        if keys.len() > height / 4 {
            keys = wrap(picture.short, width);
            keys.truncate(height / 4);
        }
        let mut said = wrap(&picture.said, width);
        cut(&mut said, (height / 3).max(1));
        let roomy = if height >= ROOMY { 2 } else { 0 };
        let note = said.len().max(roomy);
        let prompt = usize::from(picture.prompt.is_some());
        let below = note + prompt + keys.len();
        // An empty line below the head, if the board fits all the same.
        let head = match height.saturating_sub(below) {
            room if room >= picture.screen.len() + 2 => 2,
            _ => usize::from(height > 3),
        };
        let length = |lines: usize| Constraint::Length(lines as u16);
        let [head, board, note, prompt, help] = Layout::vertical([
            length(head),
            Constraint::Fill(1),
            length(note),
            length(prompt),
            length(keys.len()),
        ])
        .areas(frame.area());
        self.follow(&picture.screen, board);
        let (x, y) = (self.offset.0 as u16, self.offset.1 as u16);
        let painted = Paragraph::new(self.painted(&picture.screen)).scroll((y, x));
        frame.render_widget(painted, board);
        let strong = Style::new().add_modifier(Modifier::BOLD);
        let text = self.head(picture, width);
        frame.render_widget(Paragraph::new(text).style(strong), head);
        frame.render_widget(Paragraph::new(said.join("\n")), note);
        if let Some(typed) = &picture.prompt {
            let skip = (typed.chars().count() + 3).saturating_sub(width);
            let end: String = typed.chars().skip(skip).collect();
            frame.render_widget(Paragraph::new(format!("> {end}_")), prompt);
        }
        let dim = Style::new().add_modifier(Modifier::DIM);
        frame.render_widget(Paragraph::new(keys.join("\n")).style(dim), help);
    }

    /// The head line; arrows say on which sides the board goes on.
    fn head(&self, picture: &Picture, width: usize) -> String {
        let (columns, lines) = size(&picture.screen);
        let sides = [
            ('←', self.offset.0 > 0),
            ('↑', self.offset.1 > 0),
            ('↓', self.offset.1 + self.room.1 < lines),
            ('→', self.offset.0 + self.room.0 < columns),
        ];
        let more: String = sides.iter().filter(|(_, is)| *is).map(|(c, _)| c).collect();
        let room = width.saturating_sub(more.chars().count() + 1);
        let head: String = picture.head.chars().take(room).collect();
        match more.is_empty() {
            true => picture.head.clone(),
            false => format!("{head:<room$} {more}"),
        }
    }

    /// Moves what is seen so that the cursor is on it.
    fn follow(&mut self, screen: &Screen, room: Rect) {
        self.room = (room.width as usize, room.height as usize);
        let cursor = cursor(screen).filter(|_| !self.looks_away);
        let (columns, lines) = size(screen);
        self.offset = (
            slide(self.offset.0, cursor.map(|c| c.0), self.room.0, columns),
            slide(self.offset.1, cursor.map(|c| c.1), self.room.1, lines),
        );
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

/// The width of a piece of text on a terminal.
fn width(text: &str) -> usize {
    text::Span::raw(text).width()
}

/// Columns and lines of a board.
fn size(screen: &Screen) -> (usize, usize) {
    let line = |line: &Vec<Span>| line.iter().map(|span| width(&span.text)).sum();
    let columns = screen.iter().map(line).max();
    (columns.unwrap_or(0), screen.len())
}

/// The first and last of some columns or lines.
type Stretch = (usize, usize);

/// The columns and the lines that the cursor is on.
fn cursor(screen: &Screen) -> Option<(Stretch, Stretch)> {
    let mut found: Option<(Stretch, Stretch)> = None;
    for (y, line) in screen.iter().enumerate() {
        let mut x = 0;
        for span in line {
            let end = x + width(&span.text);
            if span.marked {
                let last = end.saturating_sub(1).max(x);
                let ((left, right), (top, _)) = found.unwrap_or(((x, last), (y, y)));
                found = Some(((left.min(x), right.max(last)), (top, y)));
            }
            x = end;
        }
    }
    found
}

/// Where to start so that `room` of `total` shows the cursor with one more on
/// each side, and nothing beyond the end.
fn slide(start: usize, cursor: Option<Stretch>, room: usize, total: usize) -> usize {
    let furthest = total.saturating_sub(room);
    let mut start = start.min(furthest);
    if let Some((first, last)) = cursor {
        let margin = usize::from(room > 2);
        start = start.max((last + 1 + margin).saturating_sub(room));
        start = start.min(first.saturating_sub(margin));
    }
    start.min(furthest)
}

/// Text in lines of at most this width, broken at blanks where possible.
pub(super) fn wrap(text: &str, most: usize) -> Vec<String> {
    let most = most.max(1);
    let mut lines = Vec::new();
    for line in text.lines() {
        if width(line) <= most {
            lines.push(line.to_string());
            continue;
        }
        let mut current = String::new();
        for word in line.split_whitespace() {
            let letters: Vec<char> = word.chars().collect();
            for part in letters.chunks(most) {
                let part: String = part.iter().collect();
                if !current.is_empty() && width(&current) + 1 + width(&part) > most {
                    lines.push(std::mem::take(&mut current));
                }
                if !current.is_empty() {
                    current.push(' ');
                }
                current.push_str(&part);
            }
        }
        lines.push(current);
    }
    lines
}

/// Leaves out lines beyond a number of them, and shows that some are missing.
fn cut(lines: &mut Vec<String>, most: usize) {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.pop();
            last.push('…');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_always_seen() {
        for (start, cursor, room, total, expected) in [
            (0, None, 10, 5, 0),
            (9, None, 10, 15, 5),
            (0, Some((7, 7)), 5, 20, 4),
            (10, Some((7, 7)), 5, 20, 6),
            (5, Some((7, 7)), 5, 20, 5),
            (0, Some((19, 19)), 5, 20, 15),
            (9, Some((0, 0)), 5, 20, 0),
            (0, Some((3, 3)), 1, 20, 3),
            (0, Some((3, 3)), 0, 20, 3),
            (0, Some((3, 9)), 4, 20, 2),
        ] {
            let row = format!("{start} {cursor:?} {room} {total}");
            assert_eq!(slide(start, cursor, room, total), expected, "{row}");
        }
    }

    #[test]
    fn text_is_broken_at_blanks() {
        for (text, most, lines) in [
            ("one two", 7, vec!["one two"]),
            ("one two", 6, vec!["one", "two"]),
            ("one two", 2, vec!["on", "e", "tw", "o"]),
            ("  a  b", 6, vec!["  a  b"]),
            ("a\n\nb", 9, vec!["a", "", "b"]),
            ("", 9, vec![]),
            ("ab", 0, vec!["a", "b"]),
        ] {
            assert_eq!(wrap(text, most), lines, "{text:?} {most}");
        }
    }
}
