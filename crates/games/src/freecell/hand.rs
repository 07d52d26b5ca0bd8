//! FreeCell under a person's hands: which cards the cursor can pick up, and
//! which move a putting down is.

use super::picture::{spot, table};
use super::rules::{Move, Place, Position};
use crate::cards::Card;
use crate::cards::hand::{Played, Shortcut};
use crate::cards::show::{self, Pointer};
use crate::cards::table::{Spot, Table};
use crate::cards::tabletop::Laid;
use engine::Screen;

/// The family, as the cursor needs it.
pub struct Family;

impl Played for Family {
    type Position = Position;

    const HELP: &'static str = "arrows: point, up and down within a run · enter or space: pick up, put down\n\
         1-9, 0: a column · f: to a free cell · h: home · a: all home · backspace: drop";

    fn table(position: &Position) -> Table {
        table(position)
    }

    fn show(position: &Position, pointer: &Pointer) -> Screen {
        show::screen(&table(position), pointer)
    }

    fn most(position: &Position, spot: Spot) -> Result<usize, String> {
        match spot {
            Spot::Column(column) => Ok(position.run_length(column as usize)),
            Spot::Home(_) => Err("no card comes back from a foundation".into()),
            other => Ok(usize::from(position.exposed(place(other)).is_some())),
        }
    }

    fn carry(position: &Position, from: Spot, to: Spot, count: usize) -> Move {
        let from = place(from);
        let to = match to {
            Spot::Home(any) => Place::Home(position.exposed(from).map_or(any, |c| c.suit())),
            other => place(other),
        };
        let count = count as u8;
        Move { from, to, count }
    }

    fn at_once(_: Spot) -> Option<Move> {
        None
    }

    fn letter(position: &Position, letter: char) -> Option<Shortcut> {
        let free = || position.cells.iter().position(Option::is_none);
        match letter {
            'f' => Some(match free() {
                Some(cell) => Shortcut::Send(Spot::Cell(cell as u8)),
                None => Shortcut::Refuse("no cell is free".into()),
            }),
            _ => None,
        }
    }
}

impl Laid for Family {
    type Covered = Family;

    fn parts(mv: Move) -> (Spot, Spot, usize) {
        (spot(mv.from), spot(mv.to), mv.count.into())
    }

    fn home(position: &Position) -> [Vec<Card>; 4] {
        std::array::from_fn(|suit| {
            let ranks = 1..=position.home[suit];
            let cards = ranks.map(|rank| position.printed(Card::new(rank, suit as u8)));
            cards.collect()
        })
    }

    fn is_next_home(position: &Position, card: Card) -> bool {
        position.goes_home(position.from_printed(card))
    }
}

/// The place in the rules that a spot on the table is.
fn place(spot: Spot) -> Place {
    match spot {
        Spot::Column(column) => Place::Column(column),
        Spot::Cell(cell) => Place::Cell(cell),
        Spot::Home(suit) => Place::Home(suit),
        Spot::Stock | Spot::Waste => unreachable!("no table of this game has a stock"),
    }
}
