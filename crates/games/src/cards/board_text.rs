//! What the boards of all card games share as text: cards that may stand only
//! once, labelled lines, and the line that tells the foundations.

use super::{Card, SUITS, parse_rank};
use engine::Fault;
use engine::notation::quoted;

/// Where each card of a board was read.
#[derive(Default)]
pub struct Places(Vec<(Card, String)>);

impl Places {
    /// Reads one card and notes where it stands.
    pub fn card(&mut self, text: &str, place: String) -> Result<Card, Fault> {
        let card = Card::parse(text).ok_or_else(|| {
            Fault::new(place.clone(), quoted(text), "a card such as 9S, TH or 10H")
        })?;
        self.note(card, place)
    }

    /// Notes where a card stands, unless it stands somewhere already.
    pub fn note(&mut self, card: Card, place: String) -> Result<Card, Fault> {
        if let Some(first) = self.of(card) {
            let found = format!("{card}, which stands at {first} already");
            return Err(Fault::new(place, found, "each card once"));
        }
        self.0.push((card, place));
        Ok(card)
    }

    /// Where a card was read.
    pub fn of(&self, card: Card) -> Option<&str> {
        let known = self.0.iter().find(|(other, _)| *other == card);
        known.map(|(_, place)| place.as_str())
    }

    /// Whether no card was read at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks that each of the 52 cards is either at home or was read. `hint`
    /// is for those who left some out.
    pub fn check_whole(&self, is_home: impl Fn(Card) -> bool, hint: &str) -> Result<(), Fault> {
        let mut missing = Vec::new();
        for card in (0..52).map(Card::from_index) {
            match self.of(card) {
                Some(place) if is_home(card) => {
                    return Err(Fault::new(
                        place,
                        format!("{card}, which the foundations have already"),
                        "each card once",
                    ));
                }
                None if !is_home(card) => missing.push(card),
                _ => {}
            }
        }
        let found = match missing[..] {
            [] => return Ok(()),
            [card] => format!("no {card}"),
            [card, ..] => format!("no {card} and {} more missing", missing.len() - 1),
        };
        Err(Fault::new("board", found, "each card once").hint(hint))
    }
}

/// What follows one of the labels at the start of a line, whatever its case.
pub fn after_label<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    let line = line.trim_start();
    let label = labels.iter().find(|label| {
        line.get(..label.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(label))
    })?;
    Some(&line[label.len()..])
}

/// Reads `H-3 C-0 D-K S-A`, in any order: the printed rank of each suit's
/// highest card at home. A suit left out has nothing at home.
pub fn foundations(line: usize, text: &str) -> Result<[u8; 4], Fault> {
    let mut tops = [None; 4];
    for word in text.split_whitespace() {
        let bad = |found: &str| {
            let place = format!("line {line}, foundation {}", quoted(word));
            Fault::new(place, found, "a suit and a rank, as in H-3 or S-0")
        };
        let (suit, rank) = word.split_once('-').ok_or_else(|| bad("no dash"))?;
        let suit = SUITS
            .iter()
            .position(|s| suit.eq_ignore_ascii_case(s.encode_utf8(&mut [0; 4])))
            .ok_or_else(|| bad("no suit"))?;
        let rank = match rank {
            "0" => 0,
            other => parse_rank(other).ok_or_else(|| bad("no rank"))?,
        };
        if tops[suit].replace(rank).is_some() {
            return Err(bad("the same suit again"));
        }
    }
    Ok(tops.map(Option::unwrap_or_default))
}
