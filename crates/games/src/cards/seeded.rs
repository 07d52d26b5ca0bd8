//! Our own shuffles: ChaCha with eight rounds, keyed by a seed and a purpose,
//! and shuffles written out here, so that a seed means the same deck for ever.

use super::Card;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// A stream of random numbers for one seed and one purpose.
pub struct Seeded(ChaCha8Rng);

/// What a key of 32 bytes has room for beside the seed.
pub const LONGEST_PURPOSE: usize = 24;

impl Seeded {
    /// The stream of this seed; different purposes of at most
    /// [`LONGEST_PURPOSE`] bytes have independent streams.
    pub fn new(purpose: &str, seed: u64) -> Seeded {
        debug_assert!(purpose.len() <= LONGEST_PURPOSE, "{purpose} would be cut");
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        for (slot, byte) in key[8..].iter_mut().zip(purpose.bytes()) {
            *slot = byte;
        }
        Seeded(ChaCha8Rng::from_seed(key))
    }

    /// A number below `bound`, each equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // Numbers from the last, incomplete stretch of `bound` are drawn again.
        let whole = u64::MAX - u64::MAX % bound;
        loop {
            let draw = self.0.next_u64();
            if draw < whole {
                return (draw % bound) as usize;
            }
        }
    }

    /// Shuffles in place; every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A shuffled deck.
    pub fn deck(&mut self) -> [Card; 52] {
        let mut deck = std::array::from_fn(|i| Card::from_index(i as u8));
        self.shuffle(&mut deck);
        deck
    }
}
