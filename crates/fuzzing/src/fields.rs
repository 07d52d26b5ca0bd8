//! An input in its parts. The byte `0xff`, which no text in UTF-8 has, parts
//! them, so that inputs stay readable and a damaged part leaves the others
//! whole.

use engine::{Game, Level};
use games::GAMES;

/// The byte between parts.
pub(crate) const SEPARATOR: u8 = 0xff;

/// The parts of an input that are still to be read.
pub(crate) struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// All parts of an input.
    pub(crate) fn new(input: &'a [u8]) -> Fields<'a> {
        Fields(input)
    }

    /// The next part; empty where none is left.
    pub(crate) fn bytes(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|&byte| byte == SEPARATOR);
        let end = end.unwrap_or(self.0.len());
        let part = &self.0[..end];
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        part
    }

    /// The next part as text.
    pub(crate) fn text(&mut self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }

    /// The next part as a game, whatever it holds.
    pub(crate) fn game(&mut self) -> &'static dyn Game {
        let byte = self.bytes().first().copied().unwrap_or(b'0');
        GAMES[usize::from(byte.wrapping_sub(b'0')) % GAMES.len()]
    }

    /// The next three parts as a game and a level that is written out.
    pub(crate) fn level(&mut self) -> (&'static dyn Game, Level) {
        let game = self.game();
        let (variant, text) = (self.text(), self.text());
        (game, written(&variant, &text))
    }

    /// What is left, separators included.
    pub(crate) fn rest(self) -> &'a [u8] {
        self.0
    }
}

/// A level that is written out.
pub(crate) fn written(variant: &str, text: &str) -> Level {
    Level::Written {
        name: "level".into(),
        variant: variant.into(),
        text: text.into(),
    }
}

/// Joins parts to an input.
pub(crate) fn join(parts: &[&[u8]]) -> Vec<u8> {
    parts.join(&SEPARATOR)
}

/// The part that stands for a game.
pub(crate) fn digit_of(game: &dyn Game) -> [u8; 1] {
    let same = |known: &&&dyn Game| known.about().name == game.about().name;
    let index = GAMES.iter().take_while(|known| !same(known)).count();
    [b'0' + index as u8]
}
