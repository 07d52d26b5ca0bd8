//! A position as a table: places, pieces on them, lines across it, and what a
//! person's gestures over it mean. Programs with pictures draw a [`Scene`] and
//! hand [`Gesture`]s back; they need to know no rule of a game. A game without
//! a [`Tabletop`] is drawn as a picture, and played by typing moves.

use crate::puzzle::Plain;
use serde::Serialize;

/// A position as a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// Its width in cells, or in columns of cards.
    pub columns: usize,
    /// Its height in cells; a table of cards has two rows.
    pub rows: usize,
    /// Where pieces can be.
    pub places: Vec<Place>,
    /// The pieces, in the order in which they are drawn: later ones of a place
    /// lie on earlier ones.
    pub pieces: Vec<Piece>,
    /// Paths and beams.
    pub lines: Vec<Line>,
}

/// Where pieces can be.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Place {
    /// As gestures and choices name it, unique in a scene.
    pub name: String,
    /// What kind of place it is: `column`, `floor`, `rock`.
    pub kind: &'static str,
    /// The column, from 0 at the left.
    pub x: f64,
    /// The row, from 0 at the top.
    pub y: f64,
    /// What is marked on it: a suit, a letter, or nothing.
    pub face: String,
    /// The colour of that mark in the palette.
    pub colour: u8,
    /// Its name for people: `column 3`.
    pub says: String,
}

/// A piece on a place.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Piece {
    /// The same piece keeps its id through moves; empty where pieces are alike.
    pub id: String,
    /// What kind of piece it is: `card`, `tile`, `ball`, `block`, `end`.
    pub kind: &'static str,
    /// What is on it: a card, a number, a letter; empty if it lies face down.
    pub face: String,
    /// Its colour in the palette.
    pub colour: u8,
    /// The name of its place.
    pub place: String,
    /// Its name for people: `king of hearts`.
    pub says: String,
    /// Whether it never moves.
    pub fixed: bool,
}

/// A line across the table. Points are in cells from the top left corner.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Line {
    /// `path` or `beam`.
    pub kind: &'static str,
    /// The letter of a path.
    pub face: String,
    /// Its colour in the palette.
    pub colour: u8,
    /// The points it goes through.
    pub points: Vec<(f64, f64)>,
    /// Whether a path joins both ends.
    pub whole: bool,
}

/// A legal move as a person would point at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Choice {
    /// The move as text.
    pub text: String,
    /// The place it leaves; empty if it leaves none.
    pub from: String,
    /// The place it reaches, or the way it goes.
    pub to: String,
    /// How many pieces move.
    pub count: u32,
    /// What is on the piece that leads.
    pub face: String,
    /// In words: `seven of hearts onto the eight of clubs`.
    pub says: String,
    /// Where each piece goes that has no id, as pairs of places.
    pub motions: Vec<(String, String)>,
}

/// What a person did with a finger, a mouse or keys.
#[derive(Clone, Copy, Debug)]
pub enum Gesture<'a> {
    /// Took so many pieces from a place and let go of them over another.
    Drag {
        /// The place they left.
        from: &'a str,
        /// How many.
        count: usize,
        /// Where they were let go.
        to: &'a str,
    },
    /// Touched a place.
    Tap {
        /// The place.
        place: &'a str,
        /// How many pieces lie on the touched one, itself counted.
        count: usize,
    },
    /// Wants the last piece of a place out of the way: a card sent home.
    Send {
        /// The place.
        place: &'a str,
    },
}

/// How a game lies on a table. Where `open` is false, nothing may be told of
/// what is hidden from a player.
pub trait Tabletop<S: Plain>: Sync {
    /// The position.
    fn scene(&self, state: &S, open: bool) -> Scene;
    /// A legal move as a person would point at it; its text is filled in by
    /// whoever asks.
    fn choice(&self, state: &S, mv: S::Move) -> Choice;
    /// The moves that a gesture asks for, or why it asks for none. They may
    /// still be against the rules, which then say why.
    fn gesture(&self, state: &S, gesture: &Gesture) -> Result<Vec<S::Move>, String>;
    /// A move that nobody has to think about, since it can never be a mistake.
    fn automatic(&self, _state: &S) -> Option<S::Move> {
        None
    }
    /// What a move is good for, in few words: `frees the ace of hearts`.
    fn reason(&self, _state: &S, _mv: S::Move, _open: bool) -> Option<String> {
        None
    }
}

/// Every legal move, those among them that searches leave out.
pub fn legal<S: Plain>(state: &S) -> Vec<S::Move> {
    let mut moves = state.conceivable();
    moves.retain(|&mv| state.check(mv).is_ok());
    moves
}

/// The name of a cell of a grid as gestures have it: row and column from 1.
pub fn cell_name(row: usize, column: usize) -> String {
    format!("{},{}", row + 1, column + 1)
}

/// Row and column from 0 of the cell that is named.
pub fn cell_named(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.split_once(',')?;
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}

/// A cell of a grid as a place.
pub fn cell_place(row: usize, column: usize, kind: &'static str) -> Place {
    Place {
        name: cell_name(row, column),
        kind,
        x: column as f64,
        y: row as f64,
        says: format!("row {}, column {}", row + 1, column + 1),
        ..Place::default()
    }
}
