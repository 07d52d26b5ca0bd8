//! Boards of cards as pictures: white cards with rank and suit in the corner,
//! columns that overlap upright, all other piles above them. Every card is a
//! group of the class `card` named as in text (`9H`; a face-down card that
//! nobody knows has no name), every pile a group of the class `pile` named by
//! its place, so that programs can find them.

use super::Card;
use super::show::rank_name;
use super::table::{CELL_LETTERS, Face, Pile, Spot, Table};
use engine::picture::{Picture, Style};

/// A card's sides, and the rounding of its corners.
const CARD: (f64, f64) = (50.0, 70.0);
const CORNER: f64 = 5.0;
/// From the left side of a column to that of the next.
const PITCH: f64 = 58.0;
/// The edge around a board, and the room between its two rows.
const EDGE: f64 = 12.0;
/// How much of a card is seen beneath the one on it: face up or known, and
/// face down.
const STEP_UP: f64 = 21.0;
const STEP_DOWN: f64 = 9.0;
/// The same for the waste, whose cards overlap sideways.
const STEP_WASTE: f64 = 18.0;
/// The strip below stock and waste that counts their cards.
const COUNTS: f64 = 16.0;

const FELT: &str = "#dcebe0";
const EMPTY: &str = "#93b59d";
const BACK: &str = "#4a6fa5";
const LINE: &str = "#777777";
/// The paper of cards that lie face down but are known.
const KNOWN: &str = "#d5dbe3";
const RED: &str = "#c8102e";
const BLACK: &str = "#111111";

/// Outlines of the suits around the origin, ten units high, in the order of
/// [`super::SUITS`].
const OUTLINES: [&str; 4] = [
    "M0-5A2.3 2.3 0 0 1 1.8-1.3A2.4 2.4 0 1 1 .5 2.2Q.7 4.2 1.9 5H-1.9Q-.7 4.2-.5 2.2A2.4 2.4 0 1 1-1.8-1.3A2.3 2.3 0 0 1 0-5Z",
    "M0-5Q1.7-2 4 0Q1.7 2 0 5Q-1.7 2-4 0Q-1.7-2 0-5Z",
    "M0 5C-.8 3-4.7.9-4.7-2C-4.7-5.4-.9-5.6 0-2.7C.9-5.6 4.7-5.4 4.7-2C4.7.9.8 3 0 5Z",
    "M0-5C.8-3.2 4.7-1.2 4.7 1.4C4.7 4.3 1.5 4.3.5 2.4Q.7 4.2 1.9 5H-1.9Q-.7 4.2-.5 2.4C-1.5 4.3-4.7 4.3-4.7 1.4C-4.7-1.2-.8-3.2 0-5Z",
];

/// The colour of a card's signs.
fn ink(card: Card) -> Style {
    Style::fill(if card.is_red() { RED } else { BLACK })
}

/// A suit's sign around a point.
fn suit_sign(picture: &mut Picture, suit: u8, at: (f64, f64), height: f64, style: &Style) {
    let outline = OUTLINES[suit as usize];
    picture.shape(outline, at.0, at.1, height / 10.0, style);
}

/// A card's rank and suit in a line of text; says where it ends.
pub fn card_in_text(picture: &mut Picture, card: Card, x: f64, y: f64, size: f64) -> f64 {
    picture.label(x, y, size, &rank_name(card), &ink(card));
    let sign = (x + size * (rank_width(card) + 0.4), y);
    suit_sign(picture, card.suit(), sign, size * 0.8, &ink(card));
    x + card_width(card, size)
}

/// The width of [`card_in_text`].
pub fn card_width(card: Card, size: f64) -> f64 {
    size * (rank_width(card) + 0.85)
}

/// A rank's width in parts of its font size, enough for usual sans-serif fonts.
fn rank_width(card: Card) -> f64 {
    match card.rank() {
        10 => 1.28,
        11 => 0.52,
        12 => 0.8,
        _ => 0.66,
    }
}

/// A card; `covered` ones show their corner alone.
fn card_picture(face: Face, covered: bool) -> Picture {
    let mut picture = Picture::new(CARD.0, CARD.1);
    let paper = |colour| Style::fill(colour).edge(LINE, 1.0);
    let (card, colour) = match face {
        Face::Up(card) => (card, "#ffffff"),
        Face::Known(card) => (card, KNOWN),
        Face::Down => {
            picture.rounded_rect((0.0, 0.0), CARD, CORNER, &paper("#ffffff"));
            let inner = (CARD.0 - 6.0, CARD.1 - 6.0);
            picture.rounded_rect((3.0, 3.0), inner, CORNER - 2.0, &Style::fill(BACK));
            return picture;
        }
    };
    picture.rounded_rect((0.0, 0.0), CARD, CORNER, &paper(colour));
    card_in_text(&mut picture, card, 5.0, 11.0, 16.0);
    if !covered {
        let middle = (CARD.0 / 2.0, CARD.1 * 0.62);
        suit_sign(&mut picture, card.suit(), middle, 30.0, &ink(card));
    }
    picture
}

/// Puts a card into a picture as a group of its own.
fn place_card(picture: &mut Picture, face: Face, covered: bool, x: f64, y: f64) {
    let name = match face {
        Face::Up(card) | Face::Known(card) => card.to_string(),
        Face::Down => String::new(),
    };
    picture.place_named(&card_picture(face, covered), x, y, "card", &name);
}

/// The outline of a place without cards, with a sign of what it is for.
fn empty_place(picture: &mut Picture, spot: Spot) {
    let outline = Style::stroke(EMPTY, 1.5);
    picture.rounded_rect((0.0, 0.0), CARD, CORNER, &outline);
    let (middle, style) = ((CARD.0 / 2.0, CARD.1 / 2.0), Style::fill(EMPTY));
    match spot {
        Spot::Home(suit) => suit_sign(picture, suit, middle, 24.0, &style),
        Spot::Cell(cell) => {
            let letter = CELL_LETTERS[cell as usize].to_string();
            picture.text(middle.0, middle.1, 18.0, &letter, &style);
        }
        _ => {}
    }
}

/// A pile above the columns.
fn pile_picture(pile: &Pile) -> Picture {
    let fan = pile.fan();
    let mut picture = Picture::new(CARD.0, CARD.1);
    if fan.is_empty() {
        empty_place(&mut picture, pile.spot);
    }
    for (index, &face) in fan.iter().enumerate() {
        let covered = index + 1 < fan.len();
        place_card(&mut picture, face, covered, index as f64 * STEP_WASTE, 0.0);
    }
    if pile.is_counted() {
        let count = pile.cards.len().to_string();
        let y = CARD.1 + COUNTS / 2.0 + 1.0;
        picture.text(CARD.0 / 2.0, y, 12.0, &count, &Style::fill("#33523d"));
    }
    picture
}

/// A column, and how high it is.
fn column_picture(pile: &Pile) -> Picture {
    let mut picture = Picture::new(CARD.0, CARD.1);
    if pile.cards.is_empty() {
        empty_place(&mut picture, pile.spot);
    }
    let mut y = 0.0;
    for (index, &face) in pile.cards.iter().enumerate() {
        place_card(&mut picture, face, index + 1 < pile.cards.len(), 0.0, y);
        picture.height = y + CARD.1;
        y += match face {
            Face::Down => STEP_DOWN,
            _ => STEP_UP,
        };
    }
    picture
}

/// A board.
pub fn board(table: &Table) -> Picture {
    let counts = match table.top.iter().any(Pile::is_counted) {
        true => COUNTS,
        false => 0.0,
    };
    let columns_top = match table.top.is_empty() {
        true => EDGE,
        false => EDGE + CARD.1 + counts + EDGE,
    };
    let columns: Vec<Picture> = table.columns.iter().map(column_picture).collect();
    let longest = columns.iter().map(|column| column.height);
    let height = columns_top + longest.fold(CARD.1, f64::max) + EDGE;
    let width = table.slots() as f64 * PITCH - (PITCH - CARD.0) + 2.0 * EDGE;
    let mut picture = Picture::new(width, height);
    picture.rounded_rect((0.0, 0.0), (width, height), CORNER, &Style::fill(FELT));
    let x = |pile: &Pile| EDGE + pile.slot as f64 * PITCH;
    for pile in &table.top {
        let name = pile.spot.name();
        picture.place_named(&pile_picture(pile), x(pile), EDGE, "pile", &name);
    }
    for (pile, column) in table.columns.iter().zip(&columns) {
        let name = pile.spot.name();
        picture.place_named(column, x(pile), columns_top, "pile", &name);
    }
    picture
}
