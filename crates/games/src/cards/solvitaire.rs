//! The numbered Klondike deals of Solvitaire (`--random N`): the Mersenne
//! Twister MT19937 seeded with the number, and Boost's uniform integers.

use super::Card;

/// The largest number.
pub const LAST: u64 = u32::MAX as u64;

/// The deck of a number in the order in which it is dealt, row by row and the
/// stock after them, if there is such a deal.
pub fn deck(number: u64) -> Option<[Card; 52]> {
    let mut twister = Twister::new(u32::try_from(number).ok()?);
    // Rank by rank: clubs, hearts, spades, diamonds.
    const SUITS: [u8; 4] = [0, 2, 3, 1];
    let mut cards: [Card; 52] = std::array::from_fn(|i| Card::new(i as u8 / 4 + 1, SUITS[i % 4]));
    for last in (1..52).rev() {
        cards.swap(last, twister.below(last as u32 + 1) as usize);
    }
    // The tableau is dealt from the end of its 28 cards, each row from the
    // right; so rows stand in the deck as they lie, the last row first.
    let mut deck = cards;
    let mut end = 28;
    let mut at = 0;
    for length in (1..=7).rev() {
        deck[at..at + length].copy_from_slice(&cards[end - length..end]);
        at += length;
        end -= length;
    }
    Some(deck)
}

/// How many words the twister holds, and how far apart it mixes them.
const WORDS: usize = 624;
const APART: usize = 397;

struct Twister {
    words: [u32; WORDS],
    next: usize,
}

impl Twister {
    fn new(seed: u32) -> Twister {
        let mut words = [seed; WORDS];
        for i in 1..WORDS {
            let last = words[i - 1];
            words[i] = (last ^ last >> 30)
                .wrapping_mul(1_812_433_253)
                .wrapping_add(i as u32);
        }
        Twister { words, next: WORDS }
    }

    fn twist(&mut self) {
        for i in 0..WORDS {
            let next = self.words[(i + 1) % WORDS];
            let joined = self.words[i] & 0x8000_0000 | next & 0x7fff_ffff;
            let odd = if next & 1 == 1 { 0x9908_b0df } else { 0 };
            self.words[i] = self.words[(i + APART) % WORDS] ^ joined >> 1 ^ odd;
        }
        self.next = 0;
    }

    fn draw(&mut self) -> u32 {
        if self.next == WORDS {
            self.twist();
        }
        let mut y = self.words[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        y ^ y >> 18
    }

    /// Boost's way to a number below `bound`: all numbers fall into buckets of
    /// one size, and what falls behind the last bucket is drawn again.
    fn below(&mut self, bound: u32) -> u32 {
        let bucket = u32::MAX / bound + u32::from(u32::MAX % bound == bound - 1);
        loop {
            let value = self.draw() / bucket;
            if value < bound {
                return value;
            }
        }
    }
}
