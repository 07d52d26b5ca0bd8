//! Positions of the family on a table, as pictures, and solutions in words.

use super::rules::{Move, Place, Position};
use crate::cards::table::{Face, Pile, Spot, Table};
use crate::cards::{Card, picture, solution};
use engine::{Picture, Puzzle};

/// The place on the table where cards are.
pub fn spot(place: Place) -> Spot {
    match place {
        Place::Column(column) => Spot::Column(column),
        Place::Cell(cell) => Spot::Cell(cell),
        Place::Home(suit) => Spot::Home(suit),
    }
}

/// A position as it lies on a table: cells at the left above the columns,
/// foundations at the right, with a gap between them.
pub fn table(position: &Position) -> Table {
    let up = |card: &Card| Face::Up(position.printed(*card));
    let cells = (0u8..).zip(&position.cells).map(|(cell, card)| Pile {
        spot: Spot::Cell(cell),
        slot: cell.into(),
        cards: card.iter().map(up).collect(),
    });
    let first_home = match position.cells.len() {
        0 => 0,
        cells => cells + 1,
    };
    let first_home = first_home.max(position.columns.len().saturating_sub(4));
    let homes = (0u8..4).zip(position.home).map(|(suit, rank)| {
        let top = (rank > 0).then(|| position.printed(Card::new(rank, suit)));
        Pile::home(suit, first_home + usize::from(suit), top)
    });
    let columns = (0u8..).zip(&position.columns).map(|(column, cards)| Pile {
        spot: Spot::Column(column),
        slot: column.into(),
        cards: cards.iter().map(up).collect(),
    });
    Table {
        top: cells.chain(homes).collect(),
        columns: columns.collect(),
    }
}

/// A deal, or with moves how it is played.
pub fn draw(start: &Position, moves: &[Move]) -> Picture {
    let mut position = start.clone();
    let mut told = Vec::new();
    for &mv in moves {
        told.push(tell(&position, mv));
        position.apply(mv);
    }
    let after = (!position.is_solved()).then(|| picture::board(&table(&position)));
    solution::picture(picture::board(&table(start)), &told, after)
}

/// A legal move in words.
fn tell(position: &Position, mv: Move) -> solution::Told {
    let taken = |count| position.leading_card(Move { count, ..mv });
    let printed = |card: Option<Card>| position.printed(card.expect("a legal move takes a card"));
    let (highest, lowest) = (printed(taken(mv.count)), printed(taken(1)));
    let target = match mv.to {
        Place::Home(_) => return solution::Told::Home(highest),
        place => match position.exposed(place) {
            Some(on) => vec![" on ".into(), solution::Piece::Card(position.printed(on))],
            None => {
                let words = format!(" to {}", spot(place).name());
                vec![solution::Piece::Words(words)]
            }
        },
    };
    solution::run_goes(highest, lowest, target)
}
