//! Boards as text. Ours has labelled lines for what is not in the columns
//! (`Home:`, `Turned over:`, `Stock:`, `Waste:`) and a line a column, in which
//! face-down cards stand before a `|`. Decks and peers' forms are told apart
//! here and read in [`peers`](super::peers); moves have a file of their own.

use super::peers;
use super::rules::{COLUMNS, Column, Position};
use super::variant::Variant;
use crate::cards::board_text::{Places, after_label, foundations};
use crate::cards::{Card, RANKS, SUITS};
use engine::Fault;
use engine::notation::quoted;

/// Cards in the stock of a fresh deal.
pub const STOCK: usize = 24;
/// What each labelled line may start with; we write the first. PySol calls
/// the stock its talon.
const HOME: [&str; 4] = ["Home:", "Foundations:", "Foundation:", "Founds:"];
const TURNED: [&str; 1] = ["Turned over:"];
const STOCKS: [&str; 2] = ["Stock:", "Talon:"];
const WASTE: [&str; 1] = ["Waste:"];

/// Divides face-down cards from open ones.
const BAR: char = '|';

/// Writes a board: lines that say nothing are left out.
pub fn write(position: &Position) -> String {
    let mut text = String::new();
    if position.home != [0; 4] {
        text.push_str(HOME[0]);
        for (suit, &rank) in position.home.iter().enumerate() {
            let rank = match rank {
                0 => '0',
                n => RANKS[n as usize - 1],
            };
            text.push_str(&format!(" {}-{rank}", SUITS[suit]));
        }
        text.push('\n');
    }
    if position.turned_over > 0 {
        text.push_str(&format!("{} {}\n", TURNED[0], position.turned_over));
    }
    let words = |cards: &mut dyn Iterator<Item = &Card>| -> String {
        cards.map(|card| format!(" {card}")).collect()
    };
    if !position.stock.is_empty() {
        let cards = words(&mut position.stock.iter().rev());
        text.push_str(&format!("{}{cards}\n", STOCKS[0]));
    }
    if !position.waste.is_empty() {
        let cards = words(&mut position.waste.iter());
        text.push_str(&format!("{}{cards}\n", WASTE[0]));
    }
    for column in &position.columns {
        let hidden = words(&mut column.hidden.iter());
        let open = words(&mut column.open.iter());
        text.push_str(format!("{hidden} {BAR}{open}").trim_start());
        text.push('\n');
    }
    text
}

/// Reads a board of the given variant, a deck, or a peer's form of either.
pub fn read(variant: Variant, text: &str) -> Result<Position, Fault> {
    // Some editors put a byte order mark in front of every text.
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('{') {
        return peers::json(variant, text);
    }
    let lines = || {
        text.lines()
            .map(|line| line.split('#').next().unwrap_or_default())
    };
    let has = |test: fn(char) -> bool| lines().any(|line| line.contains(test));
    if !has(|c| !c.is_whitespace()) {
        return Err(nothing());
    }
    if !has(|c| !c.is_whitespace() && !c.is_ascii_digit()) {
        let digits: String = lines().flat_map(str::split_whitespace).collect();
        return Ok(Position::deal(variant, &peers::digits(&digits)?));
    }
    if !has(|c| [BAR, ':', '<'].contains(&c)) {
        return Ok(Position::deal(variant, &peers::deck(lines())?));
    }
    let mut board = Board::new(variant);
    for (index, line) in lines().enumerate() {
        board.line(index + 1, line)?;
    }
    board.finish()
}

fn nothing() -> Fault {
    Fault::new(
        "board",
        "no cards at all",
        "a line of cards for each column",
    )
    .hint("`stumper deal klondike:draw3#1` shows a board")
}

/// A board half read.
pub struct Board {
    /// What was read so far.
    pub position: Position,
    /// Where each card was read.
    pub places: Places,
    columns: usize,
    /// Which labelled lines were there.
    told: Vec<&'static str>,
}

impl Board {
    /// Nothing read yet.
    pub fn new(variant: Variant) -> Board {
        Board {
            position: Position::bare(variant),
            places: Places::default(),
            columns: 0,
            told: Vec::new(),
        }
    }

    fn line(&mut self, number: usize, text: &str) -> Result<(), Fault> {
        if let Some(rest) = after_label(text, &HOME) {
            self.tell(HOME[0], number)?;
            self.position.home = foundations(number, rest)?;
        } else if let Some(rest) = after_label(text, &TURNED) {
            self.tell(TURNED[0], number)?;
            self.position.turned_over = turned_over(rest, number)?;
        } else if let Some(rest) = after_label(text, &STOCKS) {
            self.tell(STOCKS[0], number)?;
            self.position.stock = self.cards(rest, &format!("line {number}, card"))?;
            self.position.stock.reverse();
        } else if let Some(rest) = after_label(text, &WASTE) {
            self.tell(WASTE[0], number)?;
            self.position.waste = self.cards(rest, &format!("line {number}, card"))?;
        } else if !text.trim().is_empty() {
            self.column(number, text)?;
        }
        Ok(())
    }

    fn tell(&mut self, label: &'static str, line: usize) -> Result<(), Fault> {
        if self.told.contains(&label) {
            let found = format!("{label} a second time");
            return Err(Fault::new(format!("line {line}"), found, "one such line"));
        }
        self.told.push(label);
        Ok(())
    }

    fn cards(&mut self, text: &str, place: &str) -> Result<Vec<Card>, Fault> {
        let words = text.split_whitespace().enumerate();
        words
            .map(|(nth, word)| self.places.card(word, format!("{place} {}", nth + 1)))
            .collect()
    }

    /// A column: face-down cards before a bar, or each in pointed brackets as
    /// PySol writes them; without either all cards are open.
    fn column(&mut self, number: usize, text: &str) -> Result<(), Fault> {
        let line = format!("line {number}");
        let spaced = text.replace(BAR, " | ");
        let mut column = Column::default();
        let mut bars = 0;
        let mut nth = 0;
        for word in spaced.split_whitespace() {
            if word == "|" {
                bars += 1;
                if bars > 1 {
                    return Err(Fault::new(line, "a second |", "one | in a column"));
                }
                column.hidden.append(&mut column.open);
                continue;
            }
            nth += 1;
            let place = format!("{line}, card {nth}");
            let inner = word.strip_prefix('<').and_then(|w| w.strip_suffix('>'));
            let card = self.places.card(inner.unwrap_or(word), place.clone())?;
            match inner {
                Some(_) if !column.open.is_empty() || bars > 0 => {
                    let found = format!("{} on an open card", quoted(word));
                    return Err(Fault::new(place, found, "face-down cards first"));
                }
                Some(_) => column.hidden.push(card),
                None => column.open.push(card),
            }
        }
        self.add_column(column, &line)
    }

    /// Takes the next column once it was checked; `line` is where it stands.
    pub fn add_column(&mut self, column: Column, line: &str) -> Result<(), Fault> {
        if self.columns == COLUMNS {
            let found = format!("column {}", COLUMNS + 1);
            let expected = format!("at most {COLUMNS} columns");
            return Err(Fault::new(line, found, expected));
        }
        if column.open.is_empty() && !column.hidden.is_empty() {
            let found = "face-down cards alone";
            return Err(Fault::new(line, found, "an open card on them"));
        }
        for (nth, pair) in column.open.windows(2).enumerate() {
            let (on, card) = (pair[0], pair[1]);
            if on.rank() != card.rank() + 1 || on.is_red() == card.is_red() {
                let nth = column.hidden.len() + nth + 2;
                return Err(Fault::new(
                    format!("{line}, card {nth}"),
                    format!("{card} on {on}"),
                    "open cards that go down by alternate colour",
                )
                .hint("face-down cards stand before a |, as in 9S AH | 5S"));
            }
        }
        self.position.columns[self.columns] = column;
        self.columns += 1;
        Ok(())
    }

    /// Checks what only the whole board tells.
    pub fn finish(mut self) -> Result<Position, Fault> {
        let position = &mut self.position;
        if self.places.is_empty() && position.home == [0; 4] {
            return Err(nothing());
        }
        let home = position.home;
        self.places.check_whole(
            |card| card.rank() <= home[card.suit() as usize],
            "a line such as `Home: C-0 D-2 H-0 S-A` tells which cards are home",
        )?;
        // Packed forms rely on this, as no deal leads to anything else.
        let mut hidden = position.columns.each_ref().map(|c| c.hidden.len());
        hidden.sort_unstable();
        if hidden.iter().enumerate().any(|(most, &cards)| cards > most) {
            let counts = hidden.map(|cards| cards.to_string()).join(", ");
            let found = format!("columns with {counts} face-down cards");
            let expected = "no more of them than a deal has: 0, 1, 2, 3, 4, 5 and 6";
            return Err(Fault::new("board", found, expected));
        }
        let left = position.stock.len() + position.waste.len();
        if left > STOCK {
            let found = format!("{left} cards in stock and waste");
            return Err(Fault::new("board", found, format!("at most {STOCK}")));
        }
        let passes = u32::from(position.variant.passes);
        if passes > 0 && position.turned_over >= passes {
            let found = format!("the waste turned over {} times", position.turned_over);
            let expected = format!("less than the {passes} passes that the rules allow");
            return Err(Fault::new("board", found, expected));
        }
        // Once the waste was turned over, every card of the stock was seen.
        let turned = match position.turned_over {
            0 => &[][..],
            _ => &position.stock[..],
        };
        let seen = position.waste.iter().chain(turned);
        position.seen = seen.fold(0, |seen, card| seen | 1 << card.index());
        Ok(self.position)
    }
}

fn turned_over(text: &str, line: usize) -> Result<u32, Fault> {
    let text = text.trim();
    let plain = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| plain);
    number.ok_or_else(|| {
        let expected = "how often the waste was turned over, a number below 2^32";
        Fault::new(format!("line {line}"), quoted(text), expected)
    })
}
