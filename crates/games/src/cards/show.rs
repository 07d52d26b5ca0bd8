//! Cards on a screen: red suits in red, face-down cards grey, columns upright
//! under their numbers, all other piles above them.

use super::table::{CELL_LETTERS, Face, Pile, Spot, Table};
use super::{Card, RANKS};
use engine::{Ink, Screen, Span};

/// Suits as symbols, in the order of [`super::SUITS`].
const SYMBOLS: [char; 4] = ['♣', '♦', '♥', '♠'];

/// Red, as the palette of pictures has it.
const RED: Ink = Ink::Colour(0);

/// The width of a column on the screen.
const WIDTH: usize = 5;

/// What the cursor points at and what is picked up.
#[derive(Clone, Copy, Default)]
pub struct Pointer {
    /// Where the cursor is; in a column, on which card from the end, 1 for
    /// the last one.
    pub cursor: Option<(Spot, usize)>,
    /// The place that cards are picked up from, and how many.
    pub held: Option<(Spot, usize)>,
}

/// A card's rank and suit as people write them: `10♥`.
pub fn card_name(card: Card) -> String {
    format!("{}{}", rank_name(card), SYMBOLS[card.suit() as usize])
}

/// A card's rank as people write it: `10`, `Q`.
pub fn rank_name(card: Card) -> String {
    match card.rank() {
        10 => "10".into(),
        rank => RANKS[rank as usize - 1].to_string(),
    }
}

/// A card without room around it.
pub fn face(face: Face) -> Span {
    let ink = |card: Card, black| if card.is_red() { RED } else { black };
    match face {
        Face::Up(card) => Span::new(card_name(card), ink(card, Ink::Plain)),
        Face::Known(card) => Span::new(card_name(card), ink(card, Ink::Dim)),
        Face::Down => Span::new("▒▒", Ink::Dim),
    }
}

/// A board, with a cursor if there is one.
pub fn screen(table: &Table, pointer: &Pointer) -> Screen {
    let mut lines = vec![top_line(table, pointer)];
    if table.top.iter().any(Pile::is_counted) {
        lines.push(count_line(table));
    }
    let number = |pile: &Pile| match pile.spot {
        Spot::Column(column) => dim(&(column + 1).to_string()),
        _ => dim(""),
    };
    lines.push(table.columns.iter().map(number).collect());
    let longest = table.columns.iter().map(|pile| pile.cards.len()).max();
    // An empty table still has a line for the cursor.
    for row in 0..longest.unwrap_or_default().max(1) {
        let columns = table.columns.iter();
        lines.push(
            columns
                .map(|pile| column_cell(pile, row, pointer))
                .collect(),
        );
    }
    lines
}

/// Dim text in the room of a card.
fn dim(text: &str) -> Span {
    Span::new(format!("{text:^WIDTH$}"), Ink::Dim)
}

/// How a card stands out.
#[derive(Clone, Copy)]
struct Look {
    /// The cursor is on it.
    marked: bool,
    /// It is picked up.
    held: bool,
}

/// A card in its room: in round brackets if it lies face down but is known, in
/// square ones if it is picked up.
fn card_room(card: Face, look: Look) -> Span {
    let brackets = match card {
        _ if look.held => ["[", "]"],
        Face::Known(_) => ["(", ")"],
        _ => [" ", " "],
    };
    room(face(card), brackets, look)
}

/// A place without a card.
fn empty_room(purpose: &str, marked: bool) -> Span {
    let held = false;
    let span = Span::new(purpose, Ink::Dim);
    room(span, [" ", " "], Look { marked, held })
}

fn room(span: Span, [left, right]: [&str; 2], look: Look) -> Span {
    Span {
        text: format!("{left}{:>3}{right}", span.text),
        strong: look.held,
        marked: look.marked,
        ..span
    }
}

/// One card of a column, or the room where one could be.
fn column_cell(pile: &Pile, row: usize, pointer: &Pointer) -> Span {
    // 1 for the last card, 0 for the room beneath it.
    let from_end = pile.cards.len().saturating_sub(row);
    let at = |place: Option<(Spot, usize)>| place.filter(|(spot, _)| *spot == pile.spot);
    let held = at(pointer.held).is_some_and(|(_, count)| (1..=count).contains(&from_end));
    let here = at(pointer.cursor).map(|(_, depth)| pile.cards.len().saturating_sub(depth));
    let marked = here == Some(row);
    match pile.cards.get(row) {
        Some(&card) => card_room(card, Look { marked, held }),
        None if row == 0 => empty_room("--", marked),
        None => empty_room("", marked),
    }
}

/// Cells, foundations, stock and waste, each above the column of its slot.
fn top_line(table: &Table, pointer: &Pointer) -> Vec<Span> {
    let mut line = Vec::new();
    let mut end = 0;
    for pile in &table.top {
        let start = pile.slot * WIDTH;
        let gap = start.saturating_sub(end);
        line.push(Span::new(" ".repeat(gap), Ink::Plain));
        let spans = pile_spans(pile, pointer);
        let width = |span: &Span| span.text.chars().count();
        end = end.max(start) + spans.iter().map(width).sum::<usize>();
        line.extend(spans);
    }
    line
}

/// A pile above the columns: what can be seen of it, or what it is for.
fn pile_spans(pile: &Pile, pointer: &Pointer) -> Vec<Span> {
    let is_here = |place: Option<(Spot, usize)>| place.is_some_and(|(spot, _)| spot == pile.spot);
    let (marked, held) = (is_here(pointer.cursor), is_here(pointer.held));
    let Some((&last, before)) = pile.fan().split_last() else {
        let purpose = match pile.spot {
            Spot::Home(suit) => format!("{}-", SYMBOLS[suit as usize]),
            Spot::Cell(cell) => format!("{} ", CELL_LETTERS[cell as usize]),
            _ => "--".into(),
        };
        return vec![empty_room(&purpose, marked)];
    };
    let squeezed = before.iter().map(|&card| {
        let span = face(card);
        Span {
            text: format!("{:>3}", span.text),
            ..span
        }
    });
    let mut spans: Vec<Span> = squeezed.collect();
    spans.push(card_room(last, Look { marked, held }));
    spans
}

/// How many cards stock and waste have, each below its pile.
fn count_line(table: &Table) -> Vec<Span> {
    let mut text = String::new();
    for pile in table.top.iter().filter(|pile| pile.is_counted()) {
        let start = pile.slot * WIDTH;
        let count = format!("{:>4}", format!("({})", pile.cards.len()));
        text = format!("{text:<start$}{count}");
    }
    vec![Span::new(text, Ink::Dim)]
}
