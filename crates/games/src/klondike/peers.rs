//! Levels as other programs write them: decks in the order of dealing,
//! ShootMe's string of digits, lonelybot's `exact` number, Solvitaire's JSON.

use super::notation::Board;
use super::rules::{Column, Position};
use super::variant::Variant;
use crate::cards::board_text::Places;
use crate::cards::{Card, KING, lonelybot};
use engine::Fault;
use engine::notation::quoted;
use serde_json::Value;

/// How many digits ShootMe's string has, and lonelybot's number at most.
const SHOOTME_DIGITS: usize = 3 * 52;
const EXACT_DIGITS: usize = 68;

/// A deck as cards in the order of dealing, with white space between them or
/// without.
pub fn deck<'a>(lines: impl Iterator<Item = &'a str>) -> Result<[Card; 52], Fault> {
    let mut places = Places::default();
    let mut deck = Vec::with_capacity(52);
    for (index, line) in lines.enumerate() {
        let mut nth = 0;
        for mut word in line.split_whitespace() {
            while !word.is_empty() {
                nth += 1;
                let (card, rest) = first_card(word);
                let place = format!("line {}, card {nth}", index + 1);
                deck.push(places.card(card, place)?);
                word = rest;
            }
        }
    }
    whole(&places, deck)
}

/// Divides a word after its first card. What is no card is left in one piece.
fn first_card(word: &str) -> (&str, &str) {
    let fits = |&end: &usize| word.get(..end).and_then(Card::parse).is_some();
    let end = [2, 3].into_iter().find(fits).unwrap_or(word.len());
    word.split_at(end)
}

fn whole(places: &Places, deck: Vec<Card>) -> Result<[Card; 52], Fault> {
    let hint =
        "52 cards in the order of dealing, or columns with | between face-down and open cards";
    places.check_whole(|_| false, hint)?;
    Ok(deck.try_into().expect("each card is there once"))
}

/// A text of nothing but digits: ShootMe's deck or lonelybot's number.
pub fn digits(text: &str) -> Result<[Card; 52], Fault> {
    if text.len() <= EXACT_DIGITS {
        return lonelybot::exact(text).ok_or_else(|| {
            let expected = "a number below 52!, as lonelybot's exact prints them";
            Fault::new("deck", quoted(text), expected)
        });
    }
    if text.len() != SHOOTME_DIGITS {
        return Err(Fault::new(
            "deck",
            format!("{} digits", text.len()),
            format!("{SHOOTME_DIGITS}, three a card, or a number of at most {EXACT_DIGITS}"),
        ));
    }
    let mut places = Places::default();
    let mut deck = Vec::with_capacity(52);
    for nth in 0..52 {
        let three = &text[3 * nth..3 * nth + 3];
        let place = format!("card {} of the deck", nth + 1);
        let number: u8 = three[..2].parse().unwrap_or_default();
        let suit = match &three[2..] {
            "1" => Some(0),
            "2" => Some(1),
            "3" => Some(2),
            "4" => Some(3),
            _ => None,
        };
        let card = suit
            .filter(|_| (1..=KING).contains(&number))
            .map(|suit| Card::new(number, suit))
            .ok_or_else(|| {
                let expected = "a rank from 01 to 13 and a suit from 1 to 4, as in 014";
                Fault::new(&place, quoted(three), expected)
            })?;
        deck.push(places.note(card, place)?);
    }
    whole(&places, deck)
}

const TABLEAU: &str = "tableau piles";
const KEYS: [&str; 4] = [TABLEAU, "stock", "waste", "foundation"];

/// Solvitaire's JSON: piles of cards with the exposed one last, small letters
/// for the suits of face-down cards, the stock's next card last. Its piles are
/// our columns; lonelybot adds the waste.
pub fn json(variant: Variant, text: &str) -> Result<Position, Fault> {
    let bad = |found: String| {
        Fault::new("JSON", found, "an object as Solvitaire has them")
            .hint(r#"{"tableau piles": [["KC"], ["6s", "8C"], …], "stock": ["JD", …]}"#)
    };
    let value: Value = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
    let object = value.as_object().ok_or_else(|| bad("no object".into()))?;
    if let Some(key) = object.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let expected = format!("keys among {}", KEYS.join(", "));
        return Err(Fault::new("JSON", quoted(key), expected));
    }
    if !object.contains_key(TABLEAU) {
        return Err(bad(format!("no {}", quoted(TABLEAU))));
    }
    let mut board = Board::new(variant);
    let part = |key: &str| object.get(key).unwrap_or(&Value::Null);
    for (index, pile) in list(part(TABLEAU), TABLEAU)?.iter().enumerate() {
        let place = format!("pile {}", index + 1);
        let column = column(&mut board, pile, &place)?;
        board.add_column(column, &place)?;
    }
    board.position.stock = cards(&mut board, part("stock"), "stock")?;
    board.position.waste = cards(&mut board, part("waste"), "waste")?;
    for (index, pile) in list(part("foundation"), "foundation")?.iter().enumerate() {
        home(&mut board, pile, &format!("foundation {}", index + 1))?;
    }
    board.finish()
}

/// The items of a list; one that is not there has none.
fn list<'a>(value: &'a Value, place: &str) -> Result<&'a [Value], Fault> {
    match value {
        Value::Null => Ok(&[]),
        Value::Array(items) => Ok(items),
        other => Err(Fault::new(place, quoted(&other.to_string()), "a list")),
    }
}

/// The cards of a list as they are written.
fn words<'a>(value: &'a Value, place: &str) -> Result<Vec<(&'a str, String)>, Fault> {
    let items = list(value, place)?.iter().enumerate();
    items
        .map(|(nth, item)| {
            let place = format!("{place}, card {}", nth + 1);
            match item.as_str() {
                Some(word) => Ok((word, place)),
                None => {
                    let found = quoted(&item.to_string());
                    Err(Fault::new(place, found, "a card as text, such as \"10H\""))
                }
            }
        })
        .collect()
}

fn cards(board: &mut Board, value: &Value, place: &str) -> Result<Vec<Card>, Fault> {
    let words = words(value, place)?.into_iter();
    words
        .map(|(word, place)| board.places.card(word, place))
        .collect()
}

fn column(board: &mut Board, pile: &Value, place: &str) -> Result<Column, Fault> {
    let mut column = Column::default();
    for (word, place) in words(pile, place)? {
        let card = board.places.card(word, place.clone())?;
        let down = word.ends_with(|c: char| c.is_ascii_lowercase());
        if down && !column.open.is_empty() {
            let found = format!("{} on an open card", quoted(word));
            return Err(Fault::new(place, found, "face-down cards first"));
        }
        match down {
            true => column.hidden.push(card),
            false => column.open.push(card),
        }
    }
    Ok(column)
}

/// The cards of one foundation, from the ace on.
fn home(board: &mut Board, pile: &Value, place: &str) -> Result<(), Fault> {
    let mut suit = None;
    for (nth, (word, place)) in words(pile, place)?.into_iter().enumerate() {
        let bad = |expected: String| Fault::new(place.clone(), quoted(word), expected);
        let card = Card::parse(word).ok_or_else(|| bad("a card such as 10H".into()))?;
        let suit = *suit.get_or_insert(card.suit());
        let wanted = Card::new((nth as u8 + 1).min(KING), suit);
        if card != wanted || board.position.home[suit as usize] != nth as u8 {
            return Err(bad(format!("{wanted}, once")));
        }
        board.position.home[suit as usize] += 1;
    }
    Ok(())
}
