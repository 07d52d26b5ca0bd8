//! Cards as bits and sets of cards as words: four bits a rank, the two pairs of
//! a rank side by side and so ordered that a pair lies on the same pair of bits
//! one rank higher.

use crate::cards::{Card, KING};

/// A set of cards.
pub type Cards = u64;

/// The first bit of each pair.
pub(in crate::klondike) const FIRSTS: Cards = 0x0005_5555_5555_5555;
/// The first pair of each rank, and of what follows the kings.
pub(in crate::klondike) const FIRST_PAIRS: Cards = 0x0033_3333_3333_3333;
/// All 52 cards.
pub(in crate::klondike) const ALL: Cards = (1 << 52) - 1;
/// The four kings.
pub const KINGS: Cards = 0xf << 48;
/// What follows the kings on foundations that are full.
pub(in crate::klondike) const FULL: Cards = 0xf << 52;

/// The bit of a card.
pub const fn bit_of(card: Card) -> u8 {
    let odd = card.rank() % 2 == 1;
    let pair = (card.is_red() != odd) as u8;
    4 * (card.rank() - 1) + 2 * pair + card.suit() / 2
}

/// The card of a bit.
pub const fn card_of(bit: u8) -> Card {
    let rank = bit / 4 + 1;
    let red = (bit / 2 % 2 == 1) != (rank % 2 == 1);
    let suit = match (red, bit % 2) {
        (false, 0) => 0,
        (true, 0) => 1,
        (true, _) => 2,
        (false, _) => 3,
    };
    Card::new(rank, suit)
}

/// The red cards: every rank's other pair in turn.
pub(super) const RED: Cards = 0x0003_c3c3_c3c3_c3c3;

/// The cards of each suit.
pub(in crate::klondike) const SUITS: [Cards; 4] = {
    let mut suits = [0; 4];
    let mut index = 0;
    while index < 52 {
        suits[index as usize % 4] |= only(Card::from_index(index));
        index += 1;
    }
    suits
};

/// The cards up to a rank.
pub(super) const fn up_to(rank: u8) -> Cards {
    let rank = if rank > KING { KING } else { rank };
    (1 << (4 * rank)) - 1
}

/// All cards of a card's suit.
pub fn same_suit(bit: u8) -> Cards {
    SUITS[card_of(bit).suit() as usize]
}

/// Both cards of each pair that has one in the set.
pub const fn pairs(cards: Cards) -> Cards {
    ((cards | cards >> 1) & FIRSTS) * 3
}

/// Each card replaced by the other of its pair.
pub const fn partners(cards: Cards) -> Cards {
    (cards & FIRSTS) << 1 | cards >> 1 & FIRSTS
}

/// The set of one card.
pub const fn only(card: Card) -> Cards {
    1 << bit_of(card)
}

/// Each card of the set replaced by the next of its suit; kings by nothing.
pub(in crate::klondike) const fn one_more(cards: Cards) -> Cards {
    followers(cards) & ALL
}

/// Each card of the set replaced by what follows it on its foundation, kings
/// by bits of [`FULL`].
pub(in crate::klondike) const fn followers(cards: Cards) -> Cards {
    ((cards & FIRST_PAIRS) << 2 | cards >> 2 & FIRST_PAIRS) << 4
}

/// Each card of the set replaced by the card before it in its suit.
pub const fn one_less(cards: Cards) -> Cards {
    ((cards & FIRST_PAIRS) << 2 | cards >> 2 & FIRST_PAIRS) >> 4
}

/// The bits of a set, from the lowest.
pub fn each(mut cards: Cards) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = cards.trailing_zeros() as u8;
        cards &= cards.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_cards_are_one_to_one_and_parents_one_rank_up() {
        for index in 0..52 {
            let card = Card::from_index(index);
            assert_eq!(card_of(bit_of(card)), card);
            for other in 0..52 {
                let on = Card::from_index(other);
                let fits = on.rank() == card.rank() + 1 && on.is_red() != card.is_red();
                let bits = bit_of(on) / 2 == bit_of(card) / 2 + 2;
                assert_eq!(fits, bits, "{card} on {on}");
            }
        }
    }

    #[test]
    fn red_cards_are_red() {
        for index in 0..52 {
            let card = Card::from_index(index);
            assert_eq!(RED & only(card) != 0, card.is_red(), "{card}");
        }
    }

    #[test]
    fn the_card_before_is_of_the_same_suit() {
        for index in 0..52 {
            let card = Card::from_index(index);
            let next = match card.rank() {
                KING => FULL & 1 << ((bit_of(card) + 4) ^ 2),
                rank => only(Card::new(rank + 1, card.suit())),
            };
            assert_eq!(one_less(next), only(card), "{card}");
        }
    }
}
