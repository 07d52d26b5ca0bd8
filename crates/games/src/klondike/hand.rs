//! Klondike under a person's hands: which cards the cursor can pick up, and
//! which move a putting down is. [`Open`] shows all cards, [`Covered`] what a
//! player may see.

use super::picture;
use super::rules::{Move, Place, Position, TURN};
use super::view::View;
use crate::cards::Card;
use crate::cards::hand::{Played, Shortcut};
use crate::cards::show::Pointer;
use crate::cards::table::{Spot, Table};
use crate::cards::tabletop::Laid;
use engine::{Hidden, Screen};

/// The game with all cards known, or as it lies, as the cursor needs it.
pub struct Klondike<const OPEN: bool>;

/// All cards are known.
pub type Open = Klondike<true>;
/// Face-down cards are hidden.
pub type Covered = Klondike<false>;

impl<const OPEN: bool> Klondike<OPEN> {
    fn view(position: &Position) -> View {
        match OPEN {
            true => position.open_view(),
            false => position.view(),
        }
    }
}

impl<const OPEN: bool> Played for Klondike<OPEN> {
    type Position = Position;

    const HELP: &'static str = "arrows: point, up and down within a run · enter or space: pick up, put down\n\
         t: turn the stock · w: waste · 1-7: a column · h: home · a: all home";

    fn table(position: &Position) -> Table {
        picture::table(&Self::view(position))
    }

    fn show(position: &Position, pointer: &Pointer) -> Screen {
        picture::screen(&Self::view(position), pointer)
    }

    fn most(position: &Position, spot: Spot) -> Result<usize, String> {
        match place(spot) {
            Place::Column(column) => Ok(position.columns[column as usize].open.len()),
            Place::Waste => Ok(position.waste.len().min(1)),
            Place::Home(_) if !position.variant.take_back => {
                Err("no card comes back from a foundation".into())
            }
            Place::Home(suit) => Ok(position.home[suit as usize].min(1).into()),
            Place::Stock => Err("cards only go from the stock to the waste".into()),
        }
    }

    fn carry(position: &Position, from: Spot, to: Spot, count: usize) -> Move {
        let (from, count) = (place(from), count as u8);
        let to = match place(to) {
            Place::Home(any) => {
                let last = Move {
                    from,
                    to: from,
                    count: 1,
                };
                Place::Home(position.lead(last).map_or(any, |card| card.suit()))
            }
            other => other,
        };
        Move { from, to, count }
    }

    fn at_once(spot: Spot) -> Option<Move> {
        (spot == Spot::Stock).then_some(TURN)
    }

    fn letter(_: &Position, letter: char) -> Option<Shortcut> {
        match letter {
            't' => Some(Shortcut::Go(Spot::Stock)),
            'w' => Some(Shortcut::Go(Spot::Waste)),
            _ => None,
        }
    }
}

impl Laid for Open {
    type Covered = Covered;

    fn parts(mv: Move) -> (Spot, Spot, usize) {
        (
            picture::spot(mv.from),
            picture::spot(mv.to),
            mv.count.into(),
        )
    }

    fn home(position: &Position) -> [Vec<Card>; 4] {
        std::array::from_fn(|suit| {
            let ranks = 1..=position.home[suit];
            ranks.map(|rank| Card::new(rank, suit as u8)).collect()
        })
    }

    fn is_next_home(position: &Position, card: Card) -> bool {
        position.goes_home(card)
    }
}

/// The place in the rules that a spot on the table is.
fn place(spot: Spot) -> Place {
    match spot {
        Spot::Stock => Place::Stock,
        Spot::Waste => Place::Waste,
        Spot::Column(column) => Place::Column(column),
        Spot::Home(suit) => Place::Home(suit),
        Spot::Cell(_) => unreachable!("no table of this game has cells"),
    }
}
