//! Playing cards; what boards of them share as text ([`board_text`],
//! [`orders`]), on a table ([`table`]), on screens ([`show`]), in pictures
//! ([`picture`], [`solution`]) and under a person's hands ([`hand`]); and decks shuffled by number: those of other programs
//! ([`microsoft`], [`solvitaire`], [`shootme`], [`greenfelt`], [`lonelybot`])
//! and our own ([`seeded`]).

pub(crate) mod board_text;
pub(crate) mod greenfelt;
pub(crate) mod hand;
pub(crate) mod lonelybot;
pub(crate) mod luck;
pub(crate) mod microsoft;
pub(crate) mod orders;
pub(crate) mod picture;
pub(crate) mod seeded;
pub(crate) mod shootme;
pub(crate) mod show;
pub(crate) mod solution;
pub(crate) mod solvitaire;
pub(crate) mod table;
pub(crate) mod tabletop;

/// A card of the 52, as `4 * (rank - 1) + suit`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

/// Suits in alphabetical order; the two in the middle are red.
pub const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// Ranks from ace to king.
pub const RANKS: [char; 13] = [
    'A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K',
];

/// The rank of a king; an ace has rank 1.
pub const KING: u8 = 13;

impl Card {
    /// The card of this rank (1 to 13) and suit (0 to 3).
    pub const fn new(rank: u8, suit: u8) -> Card {
        debug_assert!(rank >= 1 && rank <= KING && suit < 4);
        Card((rank - 1) * 4 + suit)
    }

    /// The card with this index (0 to 51), by rank and within a rank by suit.
    pub const fn from_index(index: u8) -> Card {
        debug_assert!(index < 52);
        Card(index)
    }

    /// Its index, 0 to 51.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its rank, 1 to 13.
    pub const fn rank(self) -> u8 {
        self.0 / 4 + 1
    }

    /// Its suit, 0 to 3.
    pub const fn suit(self) -> u8 {
        self.0 % 4
    }

    /// Whether it is a diamond or a heart.
    pub const fn is_red(self) -> bool {
        matches!(self.suit(), 1 | 2)
    }

    /// Reads `TH`, `10h`, `aS`.
    pub fn parse(text: &str) -> Option<Card> {
        let suit = text.chars().next_back()?.to_ascii_uppercase();
        let rank = text[..text.len() - suit.len_utf8()].to_ascii_uppercase();
        let suit = SUITS.iter().position(|&s| s == suit)?;
        Some(Card::new(parse_rank(&rank)?, suit as u8))
    }
}

/// Reads a rank: `A`, `1`, `2` … `10` or `T`, `J`, `Q`, `K`.
pub fn parse_rank(text: &str) -> Option<u8> {
    let text = match text {
        "10" | "t" => "T",
        "1" => "A",
        other => other,
    };
    let mut letters = text.chars();
    let letter = letters.next()?.to_ascii_uppercase();
    let rank = RANKS.iter().position(|&r| r == letter)?;
    letters.next().is_none().then_some(rank as u8 + 1)
}

impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rank = RANKS[self.rank() as usize - 1];
        write!(f, "{rank}{}", SUITS[self.suit() as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_read_as_they_print() {
        for index in 0..52 {
            let card = Card::from_index(index);
            assert_eq!(Card::parse(&card.to_string()), Some(card));
            assert_eq!(Card::parse(&card.to_string().to_lowercase()), Some(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
    }

    #[test]
    fn what_is_no_card_is_refused() {
        assert_eq!(Card::parse("10h"), Some(Card::new(10, 2)));
        assert_eq!(Card::parse("1S"), Some(Card::new(1, 3)));
        for text in ["", "H", "0H", "11H", "AX", "é", "Aé", "AHH", "10"] {
            assert_eq!(Card::parse(text), None, "{text}");
        }
    }
}
