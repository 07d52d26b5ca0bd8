//! A board on a terminal, and the keys a person plays it with. A game may
//! bring a [`Hand`] with a cursor of its own; every other game is played by
//! typing moves.

use crate::puzzle::Puzzle;

/// The colour of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// As the terminal has it.
    Plain,
    /// Less visible.
    Dim,
    /// A colour of the palette that pictures have ([`crate::picture::colour`]).
    Colour(u8),
}

/// A piece of text on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What it says.
    pub text: String,
    /// Its colour.
    pub ink: Ink,
    /// The colour behind it.
    pub paper: Option<Ink>,
    /// Whether it stands out.
    pub strong: bool,
    /// Whether the cursor is on it.
    pub marked: bool,
}

impl Span {
    /// Text in one colour.
    pub fn new(text: impl Into<String>, ink: Ink) -> Span {
        Span {
            text: text.into(),
            ink,
            paper: None,
            strong: false,
            marked: false,
        }
    }
}

/// Lines of text in colours.
pub type Screen = Vec<Vec<Span>>;

/// Plain text as a screen.
pub fn plain(text: &str) -> Screen {
    let line = |line: &str| vec![Span::new(line, Ink::Plain)];
    text.lines().map(line).collect()
}

/// A screen as plain text.
pub fn text(screen: &Screen) -> String {
    let line = |line: &Vec<Span>| {
        let text: String = line.iter().map(|span| span.text.as_str()).collect();
        text.trim_end().to_string() + "\n"
    };
    screen.iter().map(line).collect()
}

/// A key as games know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// The enter key.
    Enter,
    /// The backspace key.
    Erase,
    /// Any other, the space bar among them.
    Char(char),
}

/// What pressing a key did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed<M> {
    /// It asks for these moves.
    Moves(Vec<M>),
    /// Only the cursor or what is picked up changed.
    Looked,
    /// It asks for something that cannot be done, and why.
    Refused(String),
    /// It means nothing here.
    Unknown,
}

/// A person's hand over the board: where the cursor is, and what it holds.
pub trait Hand<S: Puzzle>: Send {
    /// Presses a key. The program makes the moves that this asks for.
    fn press(&mut self, state: &S, key: Key) -> Pressed<S::Move>;
    /// The board with the cursor on it.
    fn show(&self, state: &S) -> Screen;
    /// What the keys do, in a line or two.
    fn help(&self) -> &'static str;
}
