//! Cards on a table that a person touches, for every card game that has a
//! hand ([`Played`]): scenes, gestures, moves in words, moves that nobody has
//! to think about, and what a move is good for.

use super::hand::{MoveOf, Played};
use super::table::{CELL_LETTERS, Face, Pile, Spot, Table};
use super::{Card, SUITS};
use engine::tabletop::{Choice, Gesture, Piece, Place, Scene, Tabletop};
use engine::{Plain, Puzzle};
use std::marker::PhantomData;

/// A game as the table needs it, beside what its hand knows.
pub trait Laid: Played {
    /// The same game as somebody sees it who sees no more than a player.
    type Covered: Played<Position = Self::Position>;
    /// Where a move goes from and to, and how many cards it takes.
    fn parts(mv: MoveOf<Self>) -> (Spot, Spot, usize);
    /// The cards at home, by suit, the lowest first.
    fn home(position: &Self::Position) -> [Vec<Card>; 4];
    /// Whether a card is the next of its suit to go home.
    fn is_next_home(position: &Self::Position, card: Card) -> bool;
}

/// The table of a game.
pub struct CardTable<G>(pub PhantomData<G>);

const RANK_NAMES: [&str; 13] = [
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king",
];
const SUIT_NAMES: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

/// A card in words.
pub fn card_name(card: Card) -> String {
    let (rank, suit) = (card.rank() as usize - 1, card.suit() as usize);
    format!("{} of {}", RANK_NAMES[rank], SUIT_NAMES[suit])
}

fn spot_name(spot: Spot) -> String {
    match spot {
        Spot::Cell(cell) => CELL_LETTERS[cell as usize].to_string(),
        Spot::Stock => "t".into(),
        Spot::Waste => "w".into(),
        Spot::Home(suit) => format!("h{}", SUITS[suit as usize]),
        Spot::Column(column) => (column + 1).to_string(),
    }
}

fn spot_words(spot: Spot) -> String {
    match spot {
        Spot::Cell(cell) => format!("free cell {}", CELL_LETTERS[cell as usize]),
        Spot::Home(suit) => format!("foundation of {}", SUIT_NAMES[suit as usize]),
        other => other.name(),
    }
}

fn piles(table: &Table) -> impl Iterator<Item = &Pile> {
    table.top.iter().chain(&table.columns)
}

fn pile(table: &Table, spot: Spot) -> Option<&Pile> {
    piles(table).find(|pile| pile.spot == spot)
}

fn spot_named(table: &Table, name: &str) -> Result<Spot, String> {
    let found = piles(table).find(|pile| spot_name(pile.spot) == name);
    found
        .map(|pile| pile.spot)
        .ok_or_else(|| format!("there is no place {name:?}"))
}

/// The last card of a pile that the viewer sees.
fn shown(table: &Table, spot: Spot) -> Option<Card> {
    match pile(table, spot)?.cards.last() {
        Some(&Face::Up(card)) => Some(card),
        _ => None,
    }
}

fn scene(table: &Table, home: &[Vec<Card>; 4], open: bool) -> Scene {
    let mut scene = Scene {
        columns: table.slots(),
        rows: 2,
        ..Scene::default()
    };
    for pile in piles(table) {
        scene.places.push(place(pile));
        let name = spot_name(pile.spot);
        if let Spot::Home(suit) = pile.spot {
            // The card under the last one is seen while that one moves.
            let cards = &home[suit as usize];
            let last = &cards[cards.len().saturating_sub(2)..];
            let last = last.iter().map(|&card| piece(Face::Up(card), &name));
            scene.pieces.extend(last);
            continue;
        }
        scene
            .pieces
            .extend(pile.cards.iter().map(|&face| match (face, open) {
                (Face::Known(_), false) => piece(Face::Down, &name),
                (face, _) => piece(face, &name),
            }));
    }
    scene
}

fn place(pile: &Pile) -> Place {
    let (kind, face, row) = match pile.spot {
        Spot::Cell(_) => ("cell", String::new(), 0.0),
        Spot::Stock => ("stock", String::new(), 0.0),
        Spot::Waste => ("waste", String::new(), 0.0),
        Spot::Home(suit) => ("home", SUITS[suit as usize].to_string(), 0.0),
        Spot::Column(_) => ("column", String::new(), 1.0),
    };
    Place {
        name: spot_name(pile.spot),
        kind,
        x: pile.slot as f64,
        y: row,
        face,
        colour: 0,
        says: spot_words(pile.spot),
    }
}

/// A card that lies face up is a `card`, another one is `down`.
fn piece(face: Face, place: &str) -> Piece {
    let (kind, card, says) = match face {
        Face::Up(card) => ("card", Some(card), card_name(card)),
        Face::Known(card) => (
            "down",
            Some(card),
            format!("{}, face down", card_name(card)),
        ),
        Face::Down => ("down", None, "card face down".into()),
    };
    let face = card.map(|card| card.to_string()).unwrap_or_default();
    Piece {
        id: face.clone(),
        kind,
        face,
        place: place.to_string(),
        says,
        ..Piece::default()
    }
}

/// A move in words, before it is made.
fn words(table: &Table, from: Spot, to: Spot, count: usize) -> String {
    if from == Spot::Stock {
        let empty = pile(table, Spot::Stock).is_none_or(|pile| pile.cards.is_empty());
        return match empty {
            true => "turn the waste over".into(),
            false => "turn cards from the stock".into(),
        };
    }
    let cards = pile(table, from).map_or(&[][..], |pile| &pile.cards);
    let lead = cards.len().checked_sub(count).map(|index| cards[index]);
    let what = match lead {
        Some(Face::Up(card)) => card_name(card),
        _ => "card".into(),
    };
    let what = match count {
        1 => what,
        _ => format!("{count} cards from the {what} on"),
    };
    match to {
        Spot::Home(_) => format!("{what} home"),
        Spot::Column(_) => match shown(table, to) {
            Some(on) => format!("{what} onto the {}", card_name(on)),
            None => format!("{what} to empty {}", to.name()),
        },
        other => format!("{what} to {}", spot_words(other)),
    }
}

impl<G: Laid> CardTable<G> {
    /// A legal move, or the reason why it is none; on a card, another count
    /// that fits.
    fn carry(state: &G::Position, from: Spot, to: Spot, count: usize) -> Result<MoveOf<G>, String> {
        match G::most(state, from)? {
            0 => return Err(format!("{} is empty", spot_words(from))),
            most if count > most && matches!(from, Spot::Column(_)) => {
                return Err("these cards are no run that moves together".into());
            }
            _ => {}
        }
        let mv = G::carry(state, from, to, count);
        state.check(mv).map(|()| mv)
    }

    /// Whether the last card of a place can go home.
    fn goes_home(state: &G::Position, from: Spot) -> Option<MoveOf<G>> {
        Self::carry(state, from, Spot::Home(0), 1).ok()
    }
}

impl<G: Laid> Tabletop<G::Position> for CardTable<G>
where
    CardTable<G>: Sync,
{
    fn scene(&self, state: &G::Position, open: bool) -> Scene {
        let table = match open {
            true => G::table(state),
            false => G::Covered::table(state),
        };
        scene(&table, &G::home(state), open)
    }

    fn choice(&self, state: &G::Position, mv: MoveOf<G>) -> Choice {
        let (from, to, count) = G::parts(mv);
        let table = G::Covered::table(state);
        let cards = pile(&table, from).map_or(&[][..], |pile| &pile.cards);
        let lead = cards.len().checked_sub(count).map(|index| cards[index]);
        Choice {
            from: spot_name(from),
            to: spot_name(to),
            count: count as u32,
            face: match lead {
                Some(Face::Up(card)) if from != Spot::Stock => card.to_string(),
                _ => String::new(),
            },
            says: words(&table, from, to, count),
            ..Choice::default()
        }
    }

    fn gesture(&self, state: &G::Position, gesture: &Gesture) -> Result<Vec<MoveOf<G>>, String> {
        let table = G::Covered::table(state);
        match *gesture {
            Gesture::Drag { from, count, to } => {
                let (from, to) = (spot_named(&table, from)?, spot_named(&table, to)?);
                if from == Spot::Stock && to == Spot::Waste {
                    return Ok(G::at_once(from).into_iter().collect());
                }
                Self::carry(state, from, to, count).map(|mv| vec![mv])
            }
            Gesture::Tap { place, .. } => {
                let spot = spot_named(&table, place)?;
                let mv = G::at_once(spot).ok_or("touch where it should go as well")?;
                Ok(vec![mv])
            }
            Gesture::Send { place } => {
                let spot = spot_named(&table, place)?;
                if let Some(mv) = G::at_once(spot) {
                    return Ok(vec![mv]);
                }
                Self::carry(state, spot, Spot::Home(0), 1).map(|mv| vec![mv])
            }
        }
    }

    /// A card goes home by itself when nothing is left that could be laid on
    /// it: all cards of the next lower rank are home. From the waste nothing
    /// does, since that changes which cards of the stock come next.
    fn automatic(&self, state: &G::Position) -> Option<MoveOf<G>> {
        let table = G::Covered::table(state);
        let home = G::home(state).map(|cards| cards.len());
        let lowest = home.into_iter().min().unwrap_or_default();
        let sources = piles(&table).map(|pile| pile.spot);
        let sources = sources.filter(|spot| matches!(spot, Spot::Column(_) | Spot::Cell(_)));
        sources.into_iter().find_map(|spot| {
            let mv = Self::goes_home(state, spot)?;
            let Spot::Home(suit) = G::parts(mv).1 else {
                return None;
            };
            let before = home[suit as usize];
            (before <= lowest.max(1)).then_some(mv)
        })
    }

    fn reason(&self, state: &G::Position, mv: MoveOf<G>, open: bool) -> Option<String> {
        let see = match open {
            true => G::table,
            false => G::Covered::table,
        };
        let (from, to, _) = G::parts(mv);
        let before = see(state);
        let mut after = state.clone();
        after.apply(mv);
        let left = see(&after);
        if from == Spot::Stock {
            return Some("brings other cards to the waste".into());
        }
        if let Spot::Column(_) = from {
            let rest = &pile(&left, from)?.cards;
            let was_down = pile(&before, from)?.cards[..rest.len()].last();
            match rest.last() {
                None => return Some(format!("empties {}", from.name())),
                Some(_) if matches!(was_down, Some(Face::Down | Face::Known(_))) => {
                    return Some(format!("turns up a card in {}", from.name()));
                }
                Some(&Face::Up(card)) if Self::goes_home(&after, from).is_some() => {
                    return Some(format!("frees the {}", card_name(card)));
                }
                _ => {}
            }
        }
        if let Spot::Home(_) = to {
            return Some("a card home is out of the way".into());
        }
        let next = |card| G::is_next_home(&after, card);
        digs_for(&left, from, next).or_else(|| builds(&left, to))
    }
}

/// Which of the cards that go home next lies under the last cards of a column.
fn digs_for(table: &Table, from: Spot, is_next: impl Fn(Card) -> bool) -> Option<String> {
    let column = pile(table, from).filter(|_| matches!(from, Spot::Column(_)))?;
    let deeper = column.cards.iter().rev().enumerate();
    let (above, card) = deeper.into_iter().find_map(|(above, face)| match face {
        Face::Up(card) if is_next(*card) => Some((above, *card)),
        _ => None,
    })?;
    let rest = match above {
        1 => "one card".to_string(),
        many => format!("{many} cards"),
    };
    Some(format!("digs for the {}, {rest} deeper", card_name(card)))
}

/// That a run got longer.
fn builds(table: &Table, to: Spot) -> Option<String> {
    let column = pile(table, to).filter(|_| matches!(to, Spot::Column(_)))?;
    (column.cards.len() > 1).then(|| format!("builds on {}", to.name()))
}
