//! Moves as text. Ours: `t` turns the next cards of the stock; any other move
//! is two places, from where and to where: columns `1` to `7`, `w` the waste,
//! `h` home, and the letter of a suit for the card that comes back from its
//! foundation (`H3`). How many cards move from column to column follows from
//! what they are put on; a count may be written, `35:2`. Read as well: `t*5`
//! for five turns, the lists of ShootMe's solver (`DR2 W4 NEW 35-2 F3 2S`) and
//! lonelybot's (`= A♣:5▸♣ 8♥:1▸4 K♥:D▸2`).

use super::rules::{COLUMNS, Move, Place, Position, TURN};
use crate::cards::{Card, KING, SUITS};
use engine::notation::quoted;
use engine::{Fault, Plain, Puzzle, Step};

/// Most turns that one word can stand for.
const MOST_TURNS: usize = 999;

fn place_text(place: Place) -> String {
    match place {
        Place::Stock => "t".into(),
        Place::Waste => "w".into(),
        Place::Column(column) => (column + 1).to_string(),
        Place::Home(_) => "h".into(),
    }
}

/// Writes a move that is legal here.
pub fn write(_: &Position, mv: Move) -> String {
    match mv.from {
        Place::Stock => "t".into(),
        Place::Home(suit) => format!("{}{}", SUITS[suit as usize], place_text(mv.to)),
        from => place_text(from) + &place_text(mv.to),
    }
}

/// The parts of a move that is legal here. A turn's card is the one that can
/// be played after it.
pub fn step(position: &Position, mv: Move) -> Step {
    let mut count = mv.count.into();
    let card = position.lead(mv).unwrap_or_else(|| {
        let mut after = position.clone();
        after.apply(mv);
        let over = if position.stock.is_empty() {
            0
        } else {
            position.waste.len()
        };
        count = (after.waste.len() - over) as u32;
        *after.waste.last().expect("a turn brings cards")
    });
    Step {
        from: match mv.from {
            Place::Home(suit) => SUITS[suit as usize].to_string(),
            from => place_text(from),
        },
        to: place_text(mv.to),
        count,
        card: card.to_string(),
    }
}

/// Reads a solution from `start` on.
pub fn read_all(start: &Position, text: &str) -> Result<Vec<Move>, Fault> {
    let mut reader = Reader {
        position: start.clone(),
        turned_over: false,
    };
    let mut moves: Vec<Move> = Vec::new();
    let text = text.trim_start_matches('\u{feff}');
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        for word in line.split_whitespace() {
            let number = moves.len() + 1;
            let place = format!("line {}, move {number} {}", index + 1, quoted(word));
            reader.word(word, &place, &mut moves)?;
        }
    }
    Ok(moves)
}

/// A list half read: later moves can only be read from where they are made.
struct Reader {
    position: Position,
    /// Whether a peer has turned the waste over and drawn nothing yet, which
    /// our turns do at once.
    turned_over: bool,
}

impl Reader {
    fn word(&mut self, word: &str, place: &str, moves: &mut Vec<Move>) -> Result<(), Fault> {
        let upper = word.to_ascii_uppercase();
        let bad = |expected: &str| Fault::new(place, quoted(word), expected);
        let turns = |digits: &str| {
            let turns = number(digits).filter(|n| (1..=MOST_TURNS).contains(n));
            turns.ok_or_else(|| bad("a number of turns from 1 to 999"))
        };
        if upper == "T" {
            return self.make(TURN, place, moves);
        }
        if let Some(digits) = upper.strip_prefix("T*") {
            return (0..turns(digits)?).try_for_each(|_| self.make(TURN, place, moves));
        }
        if let Some(digits) = upper.strip_prefix("DR") {
            return (0..turns(digits)?).try_for_each(|_| self.draw(place, moves));
        }
        if word == "=" && (!self.position.stock.is_empty() || self.turned_over) {
            return self.draw(place, moves);
        }
        if word == "=" || upper == "NEW" {
            let can = self.position.stock.is_empty() && !self.turned_over;
            self.turned_over = true;
            return match can {
                true => Ok(()),
                false => Err(bad("an empty stock before the waste is turned over")),
            };
        }
        if let Some(column) = upper.strip_prefix('F').and_then(number) {
            // Our moves turn cards up by themselves.
            return match (1..=COLUMNS).contains(&column) {
                true => Ok(()),
                false => Err(bad("a column from 1 to 7")),
            };
        }
        let mv = match word.contains('▸') {
            true => lonelybot(&self.position, word)
                .ok_or_else(|| bad("a card that is there and where it goes, as in 8♥:1▸4"))?,
            false => two_places(&self.position, word, place)?,
        };
        self.make(mv, place, moves)
    }

    fn make(&mut self, mv: Move, place: &str, moves: &mut Vec<Move>) -> Result<(), Fault> {
        self.position
            .check(mv)
            .map_err(|why| Fault::new(place, why, "a legal move"))?;
        self.position.apply(mv);
        moves.push(mv);
        Ok(())
    }

    /// A peer's draw. One that only lays the same cards out again, after the
    /// waste was turned over, is no move here.
    fn draw(&mut self, place: &str, moves: &mut Vec<Move>) -> Result<(), Fault> {
        let over = std::mem::take(&mut self.turned_over);
        let all = self.position.waste.len() <= self.position.variant.draw as usize;
        match over && all {
            true => Ok(()),
            false => self.make(TURN, place, moves),
        }
    }
}

/// A move as two places, perhaps with a count.
fn two_places(position: &Position, word: &str, place: &str) -> Result<Move, Fault> {
    let shape = || {
        let expected = "t, or two places such as w3, wh, 5h, 35 or H3";
        Fault::new(place, quoted(word), expected)
    };
    let (places, count) = match word.find([':', '-']) {
        None => (word, None),
        Some(at) => {
            let digits = &word[at + 1..];
            let count = number(digits).filter(|n| (1..=KING as usize).contains(n));
            let bad = || {
                let found = format!("count {}", quoted(digits));
                Fault::new(place, found, "a number of cards from 1 to 13")
            };
            (&word[..at], Some(count.ok_or_else(bad)? as u8))
        }
    };
    let mut letters = places.chars();
    let (Some(from), Some(to), None) = (letters.next(), letters.next(), letters.next()) else {
        return Err(shape());
    };
    let from = source(from).ok_or_else(shape)?;
    let to = target(to).ok_or_else(shape)?;
    Ok(complete(position, from, to, count))
}

/// A number of at most three digits and nothing else.
fn number(digits: &str) -> Option<usize> {
    let plain = digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

fn column(letter: char) -> Option<Place> {
    let digit = letter.to_digit(10)?.checked_sub(1)?;
    (digit < COLUMNS as u32).then_some(Place::Column(digit as u8))
}

fn suit(letter: char) -> Option<u8> {
    let letter = match letter {
        '♣' => 'C',
        '♦' => 'D',
        '♥' => 'H',
        '♠' => 'S',
        other => other.to_ascii_uppercase(),
    };
    SUITS.iter().position(|&s| s == letter).map(|s| s as u8)
}

fn source(letter: char) -> Option<Place> {
    match letter {
        'w' | 'W' => Some(Place::Waste),
        other => column(other).or_else(|| suit(other).map(Place::Home)),
    }
}

/// Where a move goes: `h` is home whatever the suit, so it has none yet.
fn target(letter: char) -> Option<Option<Place>> {
    match letter {
        'h' | 'H' => Some(None),
        other => column(other)
            .or_else(|| suit(other).map(Place::Home))
            .map(Some),
    }
}

/// Fills in the suit of a foundation and the count of a run.
fn complete(position: &Position, from: Place, to: Option<Place>, count: Option<u8>) -> Move {
    let last = Move {
        from,
        to: from,
        count: 1,
    };
    let suit = || position.lead(last).map_or(0, Card::suit);
    let to = to.unwrap_or_else(|| Place::Home(suit()));
    let fitting = || {
        let most = open(position, from).len() as u8;
        let mut counts = 1..=most;
        counts.find(|&count| position.check(Move { from, to, count }).is_ok())
    };
    let count = count.or_else(fitting).unwrap_or(1);
    Move { from, to, count }
}

/// The open cards of a column; other places have none.
fn open(position: &Position, from: Place) -> &[Card] {
    match from {
        Place::Column(column) => &position.columns[column as usize].open,
        _ => &[],
    }
}

/// `[card]:[source]▸[destination]`, where `D` is the waste.
fn lonelybot(position: &Position, word: &str) -> Option<Move> {
    let (card, places) = word.split_once(':')?;
    let (from, to) = places.split_once('▸')?;
    let letter = |text: &str| {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.next().is_none())
    };
    let from = match letter(from)? {
        'D' => Place::Waste,
        other => column(other).or_else(|| suit(other).map(Place::Home))?,
    };
    let to = letter(to).and_then(|l| column(l).or_else(|| suit(l).map(Place::Home)))?;
    let mark = card.chars().next_back()?;
    let rank = &card[..card.len() - mark.len_utf8()];
    let card = Card::parse(&format!("{rank}{}", SUITS[suit(mark)? as usize]))?;
    let at = open(position, from).iter().position(|&c| c == card);
    let count = at.map_or(1, |at| (open(position, from).len() - at) as u8);
    let mv = Move { from, to, count };
    (position.lead(mv) == Some(card)).then_some(mv)
}
