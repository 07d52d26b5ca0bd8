//! What somebody who plays Klondike sees: face-up cards, foundations, how many
//! cards lie face down, and the cards of the stock that were turned before.
//! Cards turned from the stock are seen as they are turned and remembered.

use super::rules::{COLUMNS, Column, Move, Position, TURN};
use super::variant::Variant;
use crate::cards::Card;
use engine::Hidden;
use engine::chance::Chance;

/// A column as it is seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeenColumn {
    /// Cards that lie face down, the lowest first; `None` where it is not
    /// known which, as always unless cards are played openly.
    pub hidden: Vec<Option<Card>>,
    /// Cards that lie face up on them, the exposed one last.
    pub open: Vec<Card>,
}

/// What a player sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The rules in force.
    pub variant: Variant,
    /// The tableau, from the left.
    pub columns: [SeenColumn; COLUMNS],
    /// Cards not turned yet, the next one last; `None` where it was never
    /// turned.
    pub stock: Vec<Option<Card>>,
    /// Cards turned, the one that can be played last.
    pub waste: Vec<Card>,
    /// The highest rank at home, by suit; 0 for none.
    pub home: [u8; 4],
    /// How often the waste was turned over.
    pub turned_over: u32,
    /// Bit `i` is set once the card of index `i` was turned from the stock.
    pub seen: u64,
    /// Bit `i` is set while the place of the card of index `i` is unknown: as
    /// many bits as there are `None`s.
    pub unseen: u64,
}

impl View {
    /// What is seen of a position; with face-down cards too if `open`.
    fn of(position: &Position, open: bool) -> View {
        let mut unseen = 0u64;
        let mut look = |card: Card, known: bool| {
            if !known {
                unseen |= 1 << card.index();
            }
            known.then_some(card)
        };
        let columns = std::array::from_fn(|i| {
            let column = &position.columns[i];
            SeenColumn {
                hidden: column.hidden.iter().map(|&c| look(c, open)).collect(),
                open: column.open.clone(),
            }
        });
        let turned = |card: Card| position.seen >> card.index() & 1 == 1;
        let stock = position.stock.iter();
        let stock = stock.map(|&c| look(c, open || turned(c))).collect();
        View {
            variant: position.variant,
            columns,
            stock,
            waste: position.waste.clone(),
            home: position.home,
            turned_over: position.turned_over,
            seen: position.seen,
            unseen,
        }
    }

    /// The cards whose place is unknown, by index.
    pub fn unseen_cards(&self) -> impl Iterator<Item = Card> {
        let unseen = self.unseen;
        let cards = (0..52).filter(move |index| unseen >> index & 1 == 1);
        cards.map(Card::from_index)
    }

    /// Whether it is known where every card is.
    pub fn is_open(&self) -> bool {
        self.unseen == 0
    }

    /// A position that looks like this, whose unseen cards are these, in the
    /// order of the columns from the left and the lowest card, then of the
    /// stock from the card turned last.
    pub fn fill(&self, cards: &[Card]) -> Position {
        let mut cards = cards.iter();
        let mut card = |known: &Option<Card>| match known {
            Some(card) => *card,
            None => *cards.next().expect("as many as there are unseen"),
        };
        let mut position = Position::bare(self.variant);
        for (column, seen) in position.columns.iter_mut().zip(&self.columns) {
            *column = Column {
                hidden: seen.hidden.iter().map(&mut card).collect(),
                open: seen.open.clone(),
            };
        }
        position.stock = self.stock.iter().map(&mut card).collect();
        position.waste = self.waste.clone();
        position.home = self.home;
        position.turned_over = self.turned_over;
        position.seen = self.seen;
        position
    }
}

impl engine::View for View {
    type Position = Position;

    fn resample(&self, chance: &mut Chance) -> Position {
        let mut cards: Vec<Card> = self.unseen_cards().collect();
        chance.shuffle(&mut cards);
        self.fill(&cards)
    }
}

impl Hidden for Position {
    type View = View;

    fn view(&self) -> View {
        View::of(self, false)
    }

    fn open_view(&self) -> View {
        View::of(self, true)
    }

    fn fitness(&self) -> u32 {
        self.cards_home()
    }

    fn is_idle(mv: Move) -> bool {
        mv == TURN
    }

    /// Twice through the stock (Donkersteeg 2010, section 4.6).
    fn patience(&self) -> usize {
        let cards = self.stock.len() + self.waste.len();
        2 * cards.div_ceil(self.variant.draw as usize)
    }
}
