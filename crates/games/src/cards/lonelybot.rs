//! The numbered deals of lonelybot: its `default` seeds (xoshiro256++ and the
//! shuffle of Rust's `rand` 0.10), and its `exact` numbers, which name each of
//! the 52! decks.

use super::Card;

/// The deck of a `default` seed in the order in which it is dealt, row by row
/// and the stock after them.
pub fn deck(seed: u64) -> [Card; 52] {
    let mut cards = sorted();
    let mut stream = Stream::new(seed);
    // The first index is always 0; then as many as fit into 32 bits share a
    // random number, the smallest bound first.
    let mut bound: u32 = 2;
    while bound <= 52 {
        let (mut product, first) = (bound, bound);
        bound += 1;
        while let Some(larger) = product.checked_mul(bound) {
            product = larger;
            bound += 1;
        }
        let mut chunk = stream.below(product);
        for i in first..bound.min(53) {
            cards.swap(i as usize - 1, (chunk % i) as usize);
            chunk /= i;
        }
    }
    by_rows(&cards)
}

/// The deck of an `exact` number, given in decimal digits, if it is below 52!.
pub fn exact(digits: &str) -> Option<[Card; 52]> {
    let mut number: Vec<u32> = digits
        .chars()
        .map(|c| c.to_digit(10))
        .collect::<Option<_>>()?;
    let mut cards = sorted();
    for i in 1..52 {
        let left = divide(&mut number, i + 1);
        cards.swap(i as usize, left as usize);
    }
    number.iter().all(|&d| d == 0).then(|| by_rows(&cards))
}

/// Divides a decimal number in place and returns what is left over.
fn divide(number: &mut [u32], by: u32) -> u32 {
    number.iter_mut().fold(0, |left, digit| {
        let value = left * 10 + *digit;
        *digit = value / by;
        value % by
    })
}

/// Rank by rank: hearts, diamonds, clubs, spades.
fn sorted() -> [Card; 52] {
    const SUITS: [u8; 4] = [2, 1, 0, 3];
    std::array::from_fn(|i| Card::new(i as u8 / 4 + 1, SUITS[i % 4]))
}

/// From column by column to row by row.
fn by_rows(cards: &[Card; 52]) -> [Card; 52] {
    let mut deck = *cards;
    let places = (0..7).flat_map(|row| (row..7).map(move |column| (row, column)));
    for (card, (row, column)) in deck.iter_mut().zip(places) {
        *card = cards[column * (column + 1) / 2 + row];
    }
    deck
}

/// xoshiro256++, its state filled by splitmix64.
struct Stream([u64; 4]);

impl Stream {
    fn new(mut seed: u64) -> Stream {
        Stream(std::array::from_fn(|_| {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = seed;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        }))
    }

    fn draw(&mut self) -> u32 {
        let [a, b, c, d] = &mut self.0;
        let drawn = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        (drawn >> 32) as u32
    }

    /// Canon's way to a number below `bound`, one more draw deep.
    fn below(&mut self, bound: u32) -> u32 {
        let wide = u64::from(self.draw()) * u64::from(bound);
        let (high, low) = ((wide >> 32) as u32, wide as u32);
        if low <= bound.wrapping_neg() {
            return high;
        }
        let next = u64::from(self.draw()) * u64::from(bound);
        high + u32::from(low.checked_add((next >> 32) as u32).is_none())
    }
}
