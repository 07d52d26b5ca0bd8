//! A solution of a card game as a picture: the deal, and beneath it the moves
//! as a numbered list in plain words. A row of boards would repeat 52 cards
//! each time; a list can be followed with cards in hand.

use super::Card;
use super::picture::{card_in_text, card_width};
use engine::picture::{Picture, Style};

/// A piece of a line.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// Words, with the spaces around them.
    Words(String),
    /// A card's rank and suit.
    Card(Card),
}

impl From<&str> for Piece {
    fn from(words: &str) -> Piece {
        Piece::Words(words.into())
    }
}

/// A move as a reader follows it. Cards are as printed.
#[derive(Clone, PartialEq, Debug)]
pub enum Told {
    /// A card goes to its foundation.
    Home(Card),
    /// The stock is turned; this card then lies on the waste.
    Turn(Card),
    /// Anything else, in words.
    Words(Vec<Piece>),
}

/// The words for a run that goes somewhere: from its highest card to its
/// lowest, which are the same where one card moves.
pub fn run_goes(highest: Card, lowest: Card, target: impl IntoIterator<Item = Piece>) -> Told {
    let mut pieces = vec![Piece::Card(highest)];
    if lowest != highest {
        pieces.extend(["–".into(), Piece::Card(lowest)]);
    }
    pieces.extend(target);
    Told::Words(pieces)
}

/// A line of the list: the moves it tells, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The number of its first move, from 1.
    pub first: usize,
    /// The number of its last move.
    pub last: usize,
    /// What happens.
    pub pieces: Vec<Piece>,
}

/// Most cards that go home in one line.
const HOME_TOGETHER: usize = 4;

/// Moves as lines: cards that go home one after the other share a line, and so
/// do turns of the stock.
pub fn entries(moves: &[Told]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut start = 0;
    while let Some(told) = moves.get(start) {
        let rest = &moves[start..];
        let same_kind = |other: &&Told| match told {
            Told::Home(_) => matches!(other, Told::Home(_)),
            Told::Turn(_) => matches!(other, Told::Turn(_)),
            Told::Words(_) => false,
        };
        let alike = rest.iter().take_while(same_kind).count().max(1);
        let count = match told {
            Told::Home(_) => alike.min(HOME_TOGETHER),
            _ => alike,
        };
        entries.push(Entry {
            first: start + 1,
            last: start + count,
            pieces: line(&rest[..count]),
        });
        start += count;
    }
    entries
}

/// The words for moves of one kind.
fn line(moves: &[Told]) -> Vec<Piece> {
    match moves {
        [.., Told::Turn(card)] => {
            let turns = match moves.len() {
                1 => "turn: ".to_string(),
                many => format!("turn {many} times: "),
            };
            vec![Piece::Words(turns), Piece::Card(*card)]
        }
        [Told::Words(pieces)] => pieces.clone(),
        moves => {
            let home = moves.iter().flat_map(|told| match told {
                Told::Home(card) => vec![Piece::Card(*card), " ".into()],
                _ => Vec::new(),
            });
            home.chain(["home".into()]).collect()
        }
    }
}

/// Letters of the list, the height of a line, and the room between columns.
const SIZE: f64 = 13.0;
const LINE: f64 = 19.0;
const GAP: f64 = 22.0;
/// The edge around the list.
const EDGE: f64 = 12.0;
/// Most of a list's height in parts of its width.
const STEEP: f64 = 1.2;
/// A letter's width in parts of its font size, as an estimate.
const LETTER: f64 = 0.54;

fn width_of(text: &str) -> f64 {
    text.chars().count() as f64 * SIZE * LETTER
}

fn pieces_width(pieces: &[Piece]) -> f64 {
    let widths = pieces.iter().map(|piece| match piece {
        Piece::Words(words) => width_of(words),
        Piece::Card(card) => card_width(*card, SIZE),
    });
    widths.sum()
}

/// The numbers of an entry's moves: `12`, `12–15`.
fn numbers(entry: &Entry) -> String {
    match entry.first == entry.last {
        true => entry.first.to_string(),
        false => format!("{}–{}", entry.first, entry.last),
    }
}

/// The moves as a list, read down each column: in as many columns as a width
/// has room for, or more where the list would be much higher than wide.
fn list(entries: &[Entry], width: f64) -> Picture {
    let widest = |of: fn(&Entry) -> f64| entries.iter().map(of).fold(0.0, f64::max);
    let numbers_width = widest(|entry| width_of(&numbers(entry))) + 12.0;
    let pitch = numbers_width + widest(|entry| pieces_width(&entry.pieces)) + GAP;
    let fitting = ((width - 2.0 * EDGE + GAP) / pitch) as usize;
    let level = (entries.len() as f64 * LINE / (STEEP * pitch)).sqrt();
    let columns = fitting.max(level.ceil() as usize).max(1);
    let rows = entries.len().div_ceil(columns);
    let needed = columns as f64 * pitch - GAP + 2.0 * EDGE;
    let mut picture = Picture::new(width.max(needed), rows as f64 * LINE + 2.0 * EDGE);
    let (dim, ink) = (Style::fill("#8a8a8a"), Style::fill("#111111"));
    for (index, entry) in entries.iter().enumerate() {
        let mut x = EDGE + (index / rows) as f64 * pitch;
        let y = EDGE + ((index % rows) as f64 + 0.5) * LINE;
        picture.label(x, y, SIZE, &numbers(entry), &dim);
        x += numbers_width;
        for piece in &entry.pieces {
            match piece {
                Piece::Card(card) => x = card_in_text(&mut picture, *card, x, y, SIZE),
                Piece::Words(words) => {
                    // Spaces at the ends of a text are not drawn.
                    let start = words.trim_start();
                    let indent = width_of(words) - width_of(start);
                    picture.label(x + indent, y, SIZE, start, &ink);
                    x += width_of(words);
                }
            }
        }
    }
    picture
}

/// A deal, the moves beneath it, and beneath them where they lead unless that
/// is the won game.
pub fn picture(deal: Picture, moves: &[Told], after: Option<Picture>) -> Picture {
    if moves.is_empty() {
        return deal;
    }
    let width = after
        .as_ref()
        .map_or(deal.width, |p| p.width.max(deal.width));
    let list = list(&entries(moves), width);
    let parts: Vec<Picture> = [deal, list].into_iter().chain(after).collect();
    let width = parts.iter().map(|part| part.width).fold(0.0, f64::max);
    let height = parts.iter().map(|part| part.height).sum();
    let mut whole = Picture::new(width, height);
    whole.rect(0.0, 0.0, width, height, &Style::fill("#ffffff"));
    let mut y = 0.0;
    for part in &parts {
        whole.place(part, (width - part.width) / 2.0, y);
        y += part.height;
    }
    whole
}
