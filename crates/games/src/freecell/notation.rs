//! Boards as text, in the form that fc-solve reads and prints: a line a
//! column, optional `Foundations:` and `Freecells:` lines, `#` comments, `10`
//! or `T`, any case. Rows across the columns, as people lay out a deal, are
//! understood too. Moves have a file of their own.

use super::rules::Position;
use super::variant::Variant;
use crate::cards::board_text::{Places, after_label, foundations};
use crate::cards::{Card, KING, RANKS, SUITS};
use engine::Fault;
use engine::notation::quoted;

/// Suits in the order of the `Foundations:` line.
const HOME_ORDER: [usize; 4] = [2, 0, 1, 3];

/// What the line of the foundations may start with; we write the first.
const FOUNDATIONS: [&str; 6] = [
    "Foundations:",
    "Foundation:",
    "Founds:",
    "Found:",
    "Decks:",
    "Deck:",
];
/// What the line of the cells may start with; we write the first.
const FREECELLS: [&str; 3] = ["Freecells:", "Freecell:", "FC:"];

/// Writes a board: lines that say nothing are left out, so that a fresh deal
/// is just its columns.
pub fn write(position: &Position) -> String {
    let mut text = String::new();
    if position.home != [0; 4] {
        text.push_str(FOUNDATIONS[0]);
        for suit in HOME_ORDER {
            let rank = match position.home[suit] {
                0 => '0',
                n => RANKS[(n + position.first_rank - 2) as usize % 13],
            };
            text.push_str(&format!(" {}-{rank}", SUITS[suit]));
        }
        text.push('\n');
    }
    if position.cells.iter().any(Option::is_some) {
        text.push_str(FREECELLS[0]);
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

impl Line<'_> {
    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }
}

/// Reads a board of the given variant.
pub fn read(variant: Variant, text: &str) -> Result<Position, Fault> {
    let mut reader = Reader {
        position: Position::bare(variant),
        places: Places::default(),
        tops: None,
        cells_line: None,
    };
    let mut columns = Vec::new();
    // Some editors put a byte order mark in front of every text.
    let text = text.trim_start_matches('\u{feff}');
    for (index, whole) in text.lines().enumerate() {
        let number = index + 1;
        let text = whole.split('#').next().unwrap_or_default().trim_end();
        if let Some(rest) = after_label(text, &FOUNDATIONS) {
            reader.foundations(number, rest)?;
        } else if let Some(rest) = after_label(text, &FREECELLS) {
            reader.cells(number, rest)?;
        } else if !text.is_empty() || !whole.contains('#') {
            columns.push(Line { number, text });
        }
    }
    reader.columns(columns)?;
    reader.finish()
}

/// A board half read. Cards stand in the position as they are printed until
/// `finish` counts their ranks from the first one.
struct Reader {
    position: Position,
    /// Where each printed card was read.
    places: Places,
    /// The printed rank on each foundation, 0 for none, if they were told.
    tops: Option<[u8; 4]>,
    /// The line that told the cells.
    cells_line: Option<usize>,
}

impl Reader {
    fn foundations(&mut self, line: usize, text: &str) -> Result<(), Fault> {
        if self.tops.is_some() {
            let found = "the foundations a second time";
            return Err(Fault::new(format!("line {line}"), found, "one such line"));
        }
        self.tops = Some(foundations(line, text)?);
        Ok(())
    }

    /// Cards in cell order, `-` or `*` for an empty cell; or as fc-solve
    /// prints them, four characters a cell, blanks for an empty one.
    fn cells(&mut self, line: usize, text: &str) -> Result<(), Fault> {
        if self.cells_line.replace(line).is_some() {
            let found = "the cells a second time";
            return Err(Fault::new(format!("line {line}"), found, "one such line"));
        }
        let is_empty = |word: &str| word == "-" || word == "*";
        let ends_at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize + word.len();
        let mut words = text.split_whitespace();
        let padded = words.all(|word| ends_at(word).is_multiple_of(4) && !is_empty(word));
        let most = self.position.cells.len();
        for (index, word) in text.split_whitespace().enumerate() {
            let slot = if padded { ends_at(word) / 4 - 1 } else { index };
            let place = format!("line {line}, cell {}", slot + 1);
            if slot >= most {
                let expected = format!("at most {most} cells");
                return Err(
                    Fault::new(place, quoted(word), expected).hint("--variant names other rules")
                );
            }
            if !is_empty(word) {
                self.position.cells[slot] = Some(self.places.card(word, place)?);
            }
        }
        Ok(())
    }

    fn columns(&mut self, mut lines: Vec<Line>) -> Result<(), Fault> {
        let most = self.position.columns.len();
        let end = lines.iter().rposition(|line| !line.is_blank());
        lines.truncate(end.map_or(0, |last| last + 1));
        let filled = lines.iter().filter(|line| !line.is_blank());
        let rows = self.are_rows(filled.clone());
        if rows || filled.count() >= most {
            lines.retain(|line| !line.is_blank());
        } else {
            // A blank line is an empty column, but those before the board are
            // none unless it needs them.
            let blank = lines.iter().take_while(|line| line.is_blank()).count();
            lines.drain(..blank.min(lines.len().saturating_sub(most)));
        }
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
                let place = format!("line {}, card {}", line.number, nth + 1);
                let card = self.places.card(word, place)?;
                self.position.columns[if rows { nth } else { index }].push(card);
            }
        }
        Ok(())
    }

    /// Whether the lines go across the columns: a whole deck in full rows,
    /// the last one perhaps shorter. No deal's columns look like that, and in
    /// mid-game columns are never taken for rows.
    fn are_rows<'a>(&self, lines: impl Iterator<Item = &'a Line<'a>> + Clone) -> bool {
        let most = self.position.columns.len();
        let counts: Vec<_> = lines
            .clone()
            .map(|line| line.text.split_whitespace().count())
            .collect();
        let Some((last, full)) = counts.split_last() else {
            return false;
        };
        let in_cells = self.position.cells.iter().flatten().count();
        self.tops.is_none_or(|tops| tops == [0; 4])
            && !lines.into_iter().any(|line| line.text.contains(':'))
            && counts.len() != most
            && full.iter().all(|&n| n == most)
            && *last <= most
            && counts.iter().sum::<usize>() + in_cells == 52
    }

    /// Checks that the deck is whole and counts ranks from the first one.
    fn finish(mut self) -> Result<Position, Fault> {
        if self.tops.is_none() && self.places.is_empty() {
            return Err(Fault::new(
                "board",
                "no cards at all",
                "a line of cards for each column",
            ));
        }
        let first = self.first_rank();
        self.check_deck(first)?;
        self.position.first_rank = first;
        self.position.home = self.home(first);
        if self.position.variant.beak && self.position.home == [0; 4] {
            // Nothing would tell the first rank once the beak has moved.
            return Err(Fault::new(
                "board",
                "no card at home",
                "foundations begun by three cards of the beak's rank",
            ));
        }
        let plain = self.position.clone();
        let cells = self.position.cells.iter_mut().flatten();
        for card in self.position.columns.iter_mut().flatten().chain(cells) {
            *card = plain.from_printed(*card);
        }
        Ok(self.position)
    }

    /// The rank that foundations start with. Penguin's is the one with which
    /// the deck is whole, and there is only one: what is missing of a suit
    /// starts there. If the deck is not whole, the closest rank makes the
    /// clearest message. A deal whose foundations are not told starts with
    /// its beak, the first card of the first column.
    fn first_rank(&self) -> u8 {
        if !self.position.variant.beak {
            return 1;
        }
        if self.tops.is_none() {
            let beak = self.position.columns[0].first();
            return beak.map_or(1, |card| card.rank());
        }
        let wrong = |&first: &u8| {
            let home = self.home(first);
            let cards = (0..52).map(Card::from_index);
            cards
                .filter(|&card| is_home(&home, first, card) == self.is_out(card))
                .count()
        };
        (1..=KING).min_by_key(wrong).unwrap_or(1)
    }

    /// How many cards each foundation has if it starts with this rank. Where
    /// nothing is told of Penguin's foundations, those of the beak's rank that
    /// are nowhere else are there.
    fn home(&self, first: u8) -> [u8; 4] {
        std::array::from_fn(|suit| match self.tops {
            Some(tops) if tops[suit] != 0 => (tops[suit] + KING - first) % KING + 1,
            Some(_) => 0,
            None => {
                let begun = !self.is_out(Card::new(first, suit as u8));
                u8::from(self.position.variant.beak && begun)
            }
        })
    }

    /// Whether a column or a cell holds this printed card.
    fn is_out(&self, card: Card) -> bool {
        self.places.of(card).is_some()
    }

    fn check_deck(&self, first: u8) -> Result<(), Fault> {
        let home = self.home(first);
        self.places.check_whole(
            |card| is_home(&home, first, card),
            "a Foundations: line such as `Foundations: H-3 C-0 D-0 S-2` tells which cards are home",
        )
    }
}

/// Whether foundations that start with rank `first` have a printed card.
fn is_home(home: &[u8; 4], first: u8, card: Card) -> bool {
    (card.rank() + KING - first) % KING < home[card.suit() as usize]
}
