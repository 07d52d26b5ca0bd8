//! The numbered deals of greenfelt.net: the minimal standard generator
//! (multiplier 16807, modulus 2^31 - 1) and seven rounds of exchanges, as
//! ShootMe's solvers know them.

use super::Card;

/// The largest number: the generator tells no others apart.
pub const LAST: u64 = MODULUS - 1;

const MODULUS: u64 = (1 << 31) - 1;

/// The deck of a number in the order in which it is dealt, row by row and the
/// stock after them, if there is such a deal.
pub fn deck(number: u64) -> Option<[Card; 52]> {
    if !(1..=LAST).contains(&number) {
        return None;
    }
    let mut state = number;
    // Suit by suit: clubs, diamonds, hearts, spades.
    let mut deck: [Card; 52] = std::array::from_fn(|i| Card::new(i as u8 % 13 + 1, i as u8 / 13));
    for one in (0..7).flat_map(|_| 0..52) {
        state = state * 16_807 % MODULUS;
        deck.swap(one, (state % 52) as usize);
    }
    deck.reverse();
    Some(deck)
}
