//! Boards as text, in the form that fc-solve reads and prints: a line a
//! column, optional `Foundations:` and `Freecells:` lines, `#` comments, `10`
//! or `T`, any case. Rows across the columns, as people lay out a deal, are
//! understood too. Moves have a file of their own.

use super::rules::Position;
use super::variant::Variant;
use crate::cards::{Card, RANKS, SUITS, parse_rank};
use engine::Fault;
use engine::notation::quoted;

/// Suits in the order of the `Foundations:` line.
const HOME_ORDER: [usize; 4] = [2, 0, 1, 3];

/// Writes a board: lines that say nothing are left out, so that a fresh deal
/// is just its columns.
pub fn write(position: &Position) -> String {
    let mut text = String::new();
    let beak = position.variant.beak;
    if position.home != [0; 4] || beak {
        text.push_str("Foundations:");
        for suit in HOME_ORDER {
            let rank = match position.home[suit] {
                // In Penguin an empty foundation tells the rank it waits for.
                0 if beak => format!("0:{}", RANKS[position.first_rank as usize - 1]),
                0 => "0".to_string(),
                n => RANKS[(n + position.first_rank - 2) as usize % 13].to_string(),
            };
            text.push_str(&format!(" {}-{rank}", SUITS[suit]));
        }
        text.push('\n');
    }
    if position.cells.iter().any(Option::is_some) {
        text.push_str("Freecells:");
        for cell in &position.cells {
            match cell {
                Some(card) => text.push_str(&format!(" {}", position.printed(*card))),
                None => text.push_str(" -"),
            }
        }
        text.push('\n');
    }
    for column in &position.columns {
        let cards: Vec<_> = column
            .iter()
            .map(|&c| position.printed(c).to_string())
            .collect();
        text.push_str(if cards.is_empty() { ":" } else { "" });
        text.push_str(&cards.join(" "));
        text.push('\n');
    }
    text
}

/// A line of a board with its number in the text, for messages.
struct Line<'a> {
    number: usize,
    text: &'a str,
}

/// Reads a board of the given variant.
pub fn read(variant: Variant, text: &str) -> Result<Position, Fault> {
    let mut reader = Reader {
        position: Position::bare(variant),
        places: [const { None }; 52],
    };
    let mut columns = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let bare = line.split('#').next().unwrap_or_default().trim_end();
        let line = Line {
            number: index + 1,
            text: bare,
        };
        let is_comment =
            bare.is_empty() && text.lines().nth(index).is_some_and(|l| l.contains('#'));
        if let Some(rest) = after_word(bare, "foundations:") {
            reader.foundations(line.number, rest)?;
        } else if let Some(rest) = after_word(bare, "freecells:") {
            reader.cells(line.number, rest)?;
        } else if !is_comment {
            columns.push(line);
        }
    }
    reader.columns(columns)?;
    reader.finish()
}

/// What follows `word` at the start of a line, whatever its case.
fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let line = line.trim_start();
    let head = line.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &line[word.len()..])
}

struct Reader {
    position: Position,
    /// Where each card was read, by printed card.
    places: [Option<String>; 52],
}

impl Reader {
    /// Reads one card and notes where it stands.
    fn card(&mut self, text: &str, place: String) -> Result<Card, Fault> {
        let Some(card) = Card::parse(text) else {
            return Err(Fault::new(
                place,
                quoted(text),
                "a card such as 9S, TH or 10H",
            ));
        };
        let known = &mut self.places[card.index() as usize];
        if let Some(first) = known {
            return Err(Fault::new(
                place,
                format!("{card}, which stands at {first} already"),
                "each card once",
            ));
        }
        *known = Some(place);
        Ok(card)
    }

    /// `H-3 C-0 D-K S-A`, in any order; a suit left out has nothing at home.
    fn foundations(&mut self, line: usize, text: &str) -> Result<(), Fault> {
        let beak = self.position.variant.beak;
        let mut tops = [None; 4];
        for word in text.split_whitespace() {
            let place = format!("line {line}, foundation {}", quoted(word));
            let bad = |found: &str| {
                Fault::new(
                    place.clone(),
                    found.to_string(),
                    "a suit and a rank, as in H-3 or S-0",
                )
            };
            let (suit, rank) = word.split_once('-').ok_or_else(|| bad("no dash"))?;
            let letter = suit.chars().next().map(|c| c.to_ascii_uppercase());
            let suit = (suit.chars().count() == 1)
                .then(|| SUITS.iter().position(|&s| Some(s) == letter))
                .flatten()
                .ok_or_else(|| bad("no suit"))?;
            let (rank, first) = match rank.split_once(':') {
                Some((rank, first)) if beak => (rank, Some(first)),
                _ => (rank, None),
            };
            let rank = match rank {
                "0" => 0,
                other => parse_rank(other).ok_or_else(|| bad("no rank"))?,
            };
            if let Some(first) = first {
                self.position.first_rank = parse_rank(first).ok_or_else(|| bad("no first rank"))?;
            }
            if tops[suit].replace(rank).is_some() {
                return Err(bad("the same suit again"));
            }
        }
        for (suit, top) in tops.iter().enumerate() {
            let top = top.unwrap_or(0);
            if top == 0 {
                continue;
            }
            if beak && tops.iter().all(|t| t.is_some_and(|t| t != 0)) && text.find(':').is_none() {
                // With every foundation begun nothing tells the first rank,
                // but nothing hides it either: it is the rank that no column
                // or cell holds, found in `finish`.
                self.position.first_rank = 0;
            }
            self.position.home[suit] = top;
        }
        Ok(())
    }

    /// Cards in cell order, `-` for an empty cell; or as fc-solve prints
    /// them, four characters a cell, blanks for an empty one.
    fn cells(&mut self, line: usize, text: &str) -> Result<(), Fault> {
        let words: Vec<(usize, &str)> = words(text).collect();
        let padded = !words.is_empty()
            && words
                .iter()
                .all(|(start, word)| (start + word.len()).is_multiple_of(4) && *word != "-");
        let most = self.position.cells.len();
        for (index, (start, word)) in words.iter().enumerate() {
            let slot = if padded {
                (start + word.len()) / 4 - 1
            } else {
                index
            };
            let place = format!("line {line}, cell {}", slot + 1);
            if slot >= most {
                return Err(Fault::new(
                    place,
                    quoted(word),
                    format!("at most {most} cells"),
                ));
            }
            if *word != "-" {
                self.position.cells[slot] = Some(self.card(word, place)?);
            }
        }
        Ok(())
    }

    fn columns(&mut self, mut lines: Vec<Line>) -> Result<(), Fault> {
        let most = self.position.columns.len();
        while lines.last().is_some_and(|line| line.text.is_empty()) {
            lines.pop();
        }
        // Blank lines before the board are no columns, unless it needs them.
        while lines.len() > most && lines[0].text.is_empty() {
            lines.remove(0);
        }
        let rows = self.are_rows(&lines);
        for (index, line) in lines.iter().enumerate() {
            if index >= most && !rows {
                return Err(Fault::new(
                    format!("line {}", line.number),
                    format!("column {}", index + 1),
                    format!("at most {most} columns"),
                )
                .hint("--variant names other rules"));
            }
            let cards = line.text.trim_start().trim_start_matches(':');
            for (nth, word) in cards.split_whitespace().enumerate() {
                let card = self.card(word, format!("line {}, card {}", line.number, nth + 1))?;
                self.position.columns[if rows { nth } else { index }].push(card);
            }
        }
        Ok(())
    }

    /// Whether the lines go across the columns: a whole deck in full rows,
    /// the last one perhaps shorter. No deal's columns look like that.
    fn are_rows(&self, lines: &[Line]) -> bool {
        let most = self.position.columns.len();
        let counts: Vec<_> = lines
            .iter()
            .map(|l| l.text.split_whitespace().count())
            .collect();
        let Some((last, full)) = counts.split_last() else {
            return false;
        };
        let plain = !lines.iter().any(|line| line.text.contains(':'));
        plain
            && lines.len() != most
            && full.iter().all(|&n| n == most)
            && *last <= most
            && counts.iter().sum::<usize>() == 52
    }

    /// Checks that the deck is whole and counts ranks from the first one.
    fn finish(mut self) -> Result<Position, Fault> {
        let held = self.places.iter().flatten().count();
        if held == 0 && self.position.home == [0; 4] {
            return Err(Fault::new(
                "board",
                "no cards at all",
                "a line of cards for each column",
            ));
        }
        if self.position.variant.beak {
            self.find_first_rank()?;
        }
        let first = self.position.first_rank;
        for suit in 0..4 {
            let top = self.position.home[suit];
            if top != 0 {
                self.position.home[suit] = (top + 13 - first) % 13 + 1;
            }
        }
        self.check_deck()?;
        let position = self.position.clone();
        let cells = self.position.cells.iter_mut().flatten();
        for card in self.position.columns.iter_mut().flatten().chain(cells) {
            *card = position.from_printed(*card);
        }
        Ok(self.position)
    }

    /// In Penguin the foundations' first rank is told by an empty foundation,
    /// or by the only rank that is wholly at home, or, on a fresh deal without
    /// a `Foundations:` line, by the beak in the first column.
    fn find_first_rank(&mut self) -> Result<(), Fault> {
        if self.position.home == [0; 4] && self.places.iter().flatten().count() == 49 {
            let beak = self.position.columns[0]
                .first()
                .map_or(1, |card| card.rank());
            self.position.first_rank = beak;
            let beak_suit = self.position.columns[0].first().map(|card| card.suit());
            for suit in 0..4u8 {
                let away = self.places[Card::new(beak, suit).index() as usize].is_none();
                if away && Some(suit) != beak_suit {
                    self.position.home[suit as usize] = beak;
                }
            }
        } else if self.position.first_rank == 0 {
            // Each foundation is begun, so the first rank is at home in all
            // suits; the top ranks bound it from above.
            let at_home = |rank: u8| {
                (0..4).all(|suit| self.places[Card::new(rank, suit).index() as usize].is_none())
            };
            let before = |rank: u8| (rank + 11) % 13 + 1;
            let start = (1..=13).find(|&r| at_home(r) && !at_home(before(r)));
            self.position.first_rank = start.unwrap_or(1);
        }
        Ok(())
    }

    fn check_deck(&self) -> Result<(), Fault> {
        for index in 0..52 {
            let printed = Card::from_index(index);
            let card = self.position.from_printed(printed);
            let home = card.rank() <= self.position.home[card.suit() as usize];
            let place = &self.places[index as usize];
            match (home, place) {
                (true, Some(place)) => {
                    return Err(Fault::new(
                        place.clone(),
                        format!("{printed}, which the foundations have already"),
                        "each card once",
                    ));
                }
                (false, None) => {
                    return Err(Fault::new("board", format!("no {printed}"), "each card once")
                        .hint("a Foundations: line such as `Foundations: H-3 C-0 D-0 S-2` tells which cards are home"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The words of a text with the byte at which each starts.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace()
        .map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}
