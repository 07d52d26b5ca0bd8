//! Our own shuffles: streams of [`Chance`] keyed by a seed and a purpose, so
//! that a seed means the same deck for ever.

use super::Card;
use engine::chance::Chance;

/// A stream of random numbers for one seed and one purpose.
pub struct Seeded(Chance);

impl Seeded {
    /// The stream of this seed; different purposes of at most
    /// [`engine::chance::LONGEST_PURPOSE`] bytes have independent streams.
    pub fn new(purpose: &str, seed: u64) -> Seeded {
        Seeded(Chance::new(purpose, seed, 0))
    }

    /// A number below `bound`, each equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// Shuffles in place; every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }

    /// A shuffled deck.
    pub fn deck(&mut self) -> [Card; 52] {
        let mut deck = std::array::from_fn(|i| Card::from_index(i as u8));
        self.shuffle(&mut deck);
        deck
    }
}
