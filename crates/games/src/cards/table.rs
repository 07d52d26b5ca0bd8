//! A board of cards as it lies on a table: piles, each in its place. Screens
//! ([`show`](super::show)), pictures ([`picture`](super::picture)) and the
//! cursor ([`hand`](super::hand)) work on this and know no game.

use super::{Card, SUITS};

/// The letters of the free cells; the eighth is `k`, since `h` is home.
pub const CELL_LETTERS: [char; 8] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'k'];

/// Where a pile lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A free cell, from the left.
    Cell(u8),
    /// The cards not turned yet.
    Stock,
    /// The cards turned from the stock.
    Waste,
    /// The foundation of a suit.
    Home(u8),
    /// A column, from the left.
    Column(u8),
}

impl Spot {
    /// Its name for people: `column 3`.
    pub fn name(self) -> String {
        match self {
            Spot::Cell(cell) => format!("cell {}", CELL_LETTERS[cell as usize]),
            Spot::Stock => "stock".into(),
            Spot::Waste => "waste".into(),
            Spot::Home(suit) => format!("foundation {}", SUITS[suit as usize]),
            Spot::Column(column) => format!("column {}", column + 1),
        }
    }
}

/// A card as whoever looks at the table sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// It lies face up.
    Up(Card),
    /// It lies face down, but it is known which card it is.
    Known(Card),
    /// It lies face down and nobody knows which card it is.
    Down,
}

impl Face {
    /// A face-down card, known or not.
    pub fn down(card: Option<Card>) -> Face {
        card.map_or(Face::Down, Face::Known)
    }
}

/// A pile of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pile {
    /// Where it lies.
    pub spot: Spot,
    /// Its distance from the left edge in widths of a column.
    pub slot: usize,
    /// Its cards, the lowest first.
    pub cards: Vec<Face>,
}

impl Pile {
    /// A foundation that has its suit up to this card.
    pub fn home(suit: u8, slot: usize, top: Option<Card>) -> Pile {
        Pile {
            spot: Spot::Home(suit),
            slot,
            cards: top.into_iter().map(Face::Up).collect(),
        }
    }

    /// The cards that can be seen side by side of a pile that is not a column:
    /// three of the waste, one of any other.
    pub fn fan(&self) -> &[Face] {
        let most = match self.spot {
            Spot::Waste => 3,
            _ => 1,
        };
        &self.cards[self.cards.len().saturating_sub(most)..]
    }

    /// Whether its cards are counted for the viewer, who cannot see them all.
    pub fn is_counted(&self) -> bool {
        matches!(self.spot, Spot::Stock | Spot::Waste)
    }
}

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The piles above the columns, from the left.
    pub top: Vec<Pile>,
    /// The columns, from the left.
    pub columns: Vec<Pile>,
}

impl Table {
    /// Its width in widths of a column.
    pub fn slots(&self) -> usize {
        let piles = self.top.iter().chain(&self.columns);
        piles.map(|pile| pile.slot + 1).max().unwrap_or_default()
    }

    /// The row of piles that a spot belongs to.
    pub fn row_of(&self, spot: Spot) -> &[Pile] {
        match spot {
            Spot::Column(_) => &self.columns,
            _ => &self.top,
        }
    }

    /// The other row.
    pub fn other_row(&self, spot: Spot) -> &[Pile] {
        match spot {
            Spot::Column(_) => &self.top,
            _ => &self.columns,
        }
    }

    /// Its place in its row.
    pub fn index_of(&self, spot: Spot) -> Option<usize> {
        self.row_of(spot).iter().position(|pile| pile.spot == spot)
    }
}
