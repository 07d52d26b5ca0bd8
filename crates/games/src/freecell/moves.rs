//! Moves as text. Ours is the standard notation, two places a move: columns
//! `1`…, cells `a`… (the eighth is `k`, since `h` is home), `h` for home; a
//! run into an empty column that is not the longest that fits carries its
//! count, `52:3`. Read as well: the lists that fc-solve prints with `-sn` and
//! `-snx` (whose counts are `26v3`), and its sentences (`Move 2 cards from
//! stack 1 to stack 4`), with boards in between or without.

use super::rules::{Move, Place, Position};
use crate::cards::table::CELL_LETTERS as CELLS;
use engine::notation::quoted;
use engine::{Fault, Plain, Puzzle, Step};

#[inline(always)]
fn add_place(text: &mut String, place: Place) {
    match place {
        Place::Column(i) if i < 9 => text.push(char::from(b'1' + i)),
        Place::Column(i) => text.push_str(&(i + 1).to_string()),
        Place::Cell(i) => text.push(CELLS[i as usize]),
        Place::Home(_) => text.push('h'),
    }
}

/// Adds a move that is legal here to a text.
pub fn add(text: &mut String, position: &Position, mv: Move) {
    add_place(text, mv.from);
    add_place(text, mv.to);
    // On a card only one count fits.
    let free = matches!(mv.to, Place::Column(to) if position.columns[to as usize].is_empty());
    if free && longest(position, mv.from, mv.to).is_some_and(|count| count != mv.count) {
        text.push_str(&format!(":{}", mv.count));
    }
}

fn place_text(place: Place) -> String {
    let mut text = String::new();
    add_place(&mut text, place);
    text
}

/// The parts of a move that is legal here.
pub fn step(position: &Position, mv: Move) -> Step {
    let card = position
        .leading_card(mv)
        .expect("a legal move takes a card");
    Step {
        from: place_text(mv.from),
        to: place_text(mv.to),
        count: mv.count.into(),
        card: position.printed(card).to_string(),
    }
}

/// The count that a move from column to column has when none is written: what
/// fits on the target's card, or the longest run that an empty column takes.
fn longest(position: &Position, from: Place, to: Place) -> Option<u8> {
    let (Place::Column(from), Place::Column(to)) = (from, to) else {
        return None;
    };
    let (source, target) = (
        position.columns.get(from as usize)?,
        position.columns.get(to as usize)?,
    );
    let run = position
        .run_length(from as usize)
        .min(position.longest_run(to as usize)) as u8;
    let card = |count: u8| source[source.len() - count as usize];
    (1..=run).rev().find(|&count| match target.last() {
        Some(&on) => position.variant.fits(card(count), on),
        None => position.variant.fits_empty(card(count)),
    })
}

/// Reads a solution from `start` on.
pub fn read_all(start: &Position, text: &str) -> Result<Vec<Move>, Fault> {
    let counts = Counts::of(text);
    let words = move_words(text);
    let mut position = start.clone();
    let mut moves: Vec<Move> = Vec::new();
    // Where another count could have been meant: the move's number, the
    // position before it and the counts not tried yet.
    let mut forks: Vec<(usize, Position, Vec<u8>)> = Vec::new();
    let mut first_fault = None;
    let mut tries = TRIES;
    while let Some(&(line, word)) = words.get(moves.len()) {
        let place = format!("line {line}, move {} {}", moves.len() + 1, quoted(word));
        // Later moves can only be read from the position they are made in.
        let read = read(&position, word, &place, counts).and_then(|mv| {
            position
                .check(mv)
                .map_err(|why| Fault::new(place, why, "a legal move"))?;
            Ok(mv)
        });
        match read {
            Ok(mv) => {
                if counts == Counts::Untold && forks.len() < FORKS {
                    let left = other_counts(&position, word, mv);
                    if !left.is_empty() {
                        forks.push((moves.len(), position.clone(), left));
                    }
                }
                position.apply(mv);
                moves.push(mv);
            }
            Err(fault) => {
                let fault = first_fault.get_or_insert(fault);
                tries -= 1;
                while forks.pop_if(|(_, _, left)| left.is_empty()).is_some() {}
                let Some((number, before, left)) = forks.last_mut().filter(|_| tries > 0) else {
                    return Err(fault.clone());
                };
                let count = left.pop().expect("a fork without choices was dropped");
                let mv = Move {
                    count,
                    ..moves[*number]
                };
                moves.truncate(*number);
                moves.push(mv);
                position = before.clone();
                position.apply(mv);
            }
        }
    }
    Ok(moves)
}

/// How often a list without counts is read in another way, and at how many of
/// its moves, before it is given up.
const TRIES: u32 = 1000;
const FORKS: usize = 500;

/// How many cards move into an empty column where no count is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// As many as can: the standard notation, and ours.
    Longest,
    /// One: fc-solve's `-snx`, which counts all longer runs.
    One,
    /// Any number: fc-solve's `-sn`, which never says. What leads to a move
    /// that is not legal was meant otherwise.
    Untold,
}

impl Counts {
    /// Told by the lines that fc-solve puts around its moves, and by its way
    /// of writing counts.
    fn of(text: &str) -> Counts {
        let peer = text.lines().any(|line| line.starts_with("-=-"));
        match peer {
            false => Counts::Longest,
            true if move_words(text).iter().any(|(_, word)| word.contains('v')) => Counts::One,
            true => Counts::Untold,
        }
    }
}

/// The other counts that an uncounted move into an empty column could have.
fn other_counts(position: &Position, word: &str, mv: Move) -> Vec<u8> {
    let (Place::Column(from), Place::Column(to)) = (mv.from, mv.to) else {
        return Vec::new();
    };
    if word.contains([':', ' ']) || !position.columns[to as usize].is_empty() {
        return Vec::new();
    }
    let legal = |&count: &u8| count != mv.count && position.check(Move { count, ..mv }).is_ok();
    let run = position.run_length(from as usize) as u8;
    (1..=run).filter(legal).collect()
}

/// How lines of fc-solve's start that tell no move: rules between parts, the
/// boards between moves, and what it says at the end.
const ASIDES: [&str; 9] = [
    "-=-",
    "==",
    ": ",
    "Foundations:",
    "Freecells:",
    "This game is ",
    "Total number of states",
    "This scan generated",
    "I could not solve",
];

/// The words and sentences that stand for moves, each with its line.
fn move_words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let text = text.trim_start_matches('\u{feff}');
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.starts_with(SENTENCE) {
            words.push((index + 1, line));
        } else if line != ":" && !ASIDES.iter().any(|start| line.starts_with(start)) {
            words.extend(line.split_whitespace().map(|word| (index + 1, word)));
        }
    }
    words
}

fn read(position: &Position, word: &str, place: &str, counts: Counts) -> Result<Move, Fault> {
    if let Some(sentence) = word.strip_prefix(SENTENCE) {
        return read_sentence(position, sentence).ok_or_else(|| {
            let expected = "a sentence such as Move a card from stack 3 to freecell 0";
            Fault::new(place, quoted(word), expected)
        });
    }
    let shape = || Fault::new(place, quoted(word), "two places such as 3a, a5, 52 or 7h");
    let (places, count) = match word.find([':', 'v']) {
        None => (word, None),
        Some(at) => {
            // fc-solve counts in hexadecimal.
            let radix = if word[at..].starts_with('v') { 16 } else { 10 };
            let digits = &word[at + 1..];
            let count = read_number(digits, radix).filter(|n| (1..=52).contains(n));
            let bad = || {
                let found = format!("count {}", quoted(digits));
                Fault::new(place, found, "a number of cards from 1 to 52")
            };
            (&word[..at], Some(count.ok_or_else(bad)?))
        }
    };
    let (from, rest) = read_place(places).ok_or_else(shape)?;
    let (to, rest) = read_place(rest).ok_or_else(shape)?;
    if !rest.is_empty() {
        return Err(shape());
    }
    let to_empty = |to: u8| position.columns.get(to as usize).is_some_and(Vec::is_empty);
    let count = match (counts, to, count) {
        (Counts::One, Place::Column(to), None) if to_empty(to) => Some(1),
        (Counts::Untold, Place::Column(to), None) if to_empty(to) => {
            // A run that must be led by a king has one length only.
            let one = complete(position, from, Place::Column(to), Some(1));
            position.check(one).is_ok().then_some(1)
        }
        _ => count,
    };
    Ok(complete(position, from, to, count))
}

/// A number below 100: digits and nothing else, and few of them.
fn read_number(digits: &str, radix: u32) -> Option<u8> {
    let plain = digits.len() <= 2 && digits.chars().all(|c| c.is_digit(radix));
    u8::from_str_radix(digits, radix).ok().filter(|_| plain)
}

/// A place at the start of a text: `Home` stands without its suit yet.
fn read_place(text: &str) -> Option<(Place, &str)> {
    let letter = text.chars().next()?;
    if let Some(rest) = text.strip_prefix(['h', 'H']) {
        return Some((Place::Home(0), rest));
    }
    if let Some(cell) = CELLS.iter().position(|c| c.eq_ignore_ascii_case(&letter)) {
        return Some((Place::Cell(cell as u8), &text[1..]));
    }
    // There is no column 0, so `10h` cannot be meant otherwise.
    let digits = if text.starts_with("10") { 2 } else { 1 };
    let column = read_number(text.get(..digits)?, 10)?;
    Some((Place::Column(column.checked_sub(1)?), &text[digits..]))
}

/// Fills in the suit of a foundation and the count of a run.
fn complete(position: &Position, from: Place, to: Place, count: Option<u8>) -> Move {
    let to = match to {
        Place::Home(_) => Place::Home(position.exposed(from).map_or(0, |card| card.suit())),
        other => other,
    };
    let count = count.or_else(|| longest(position, from, to)).unwrap_or(1);
    Move { from, to, count }
}

/// What fc-solve's sentences start with.
const SENTENCE: &str = "Move ";

/// `a card from stack 3 to the foundations`, `2 cards from stack 1 to stack
/// 4`, `a card from freecell 0 to stack 2`: places count from 0.
fn read_sentence(position: &Position, text: &str) -> Option<Move> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [count, "card" | "cards", "from", from, at, "to", to, last] = words[..] else {
        return None;
    };
    let count = match count {
        "a" => 1,
        number => read_number(number, 10).filter(|&n| n > 0)?,
    };
    let place = |kind: &str, number: &str| match kind {
        "stack" => read_number(number, 10).map(Place::Column),
        "freecell" => read_number(number, 10).map(Place::Cell),
        "the" if number == "foundations" => Some(Place::Home(0)),
        _ => None,
    };
    Some(complete(
        position,
        place(from, at)?,
        place(to, last)?,
        Some(count),
    ))
}
