//! Random numbers: ChaCha with eight rounds, and draws and shuffles written
//! out here, so that a seed means the same for ever. A stream is named by a
//! seed, a purpose and a generation, so that a run can go on from any
//! generation without having kept the state of a generator.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::f64::consts::TAU;

/// A stream of random numbers.
pub struct Chance(ChaCha8Rng);

/// What a key of 32 bytes has room for beside the seed.
pub const LONGEST_PURPOSE: usize = 24;

impl Chance {
    /// The stream of this seed and generation; different purposes of at most
    /// [`LONGEST_PURPOSE`] bytes have independent streams.
    pub fn new(purpose: &str, seed: u64, generation: u64) -> Chance {
        debug_assert!(purpose.len() <= LONGEST_PURPOSE, "{purpose} would be cut");
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        for (slot, byte) in key[8..].iter_mut().zip(purpose.bytes()) {
            *slot = byte;
        }
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(generation);
        Chance(stream)
    }

    /// 64 random bits, to seed a cheaper stream with.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in [0, 1), each multiple of 2^-53 equally likely.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether something of this probability happens.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
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

    /// A number of the standard normal distribution (Box and Muller, 1958).
    pub fn normal(&mut self) -> f64 {
        // 1 - u is never 0, whose logarithm there is none of.
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (TAU * self.unit()).cos()
    }

    /// Shuffles in place; every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// `count` different numbers below `bound`, in the order drawn; all of
    /// them where there are fewer.
    pub fn sample(&mut self, bound: usize, count: usize) -> Vec<usize> {
        // Floyd's way: each step draws from one number more, and takes that
        // one where the draw was taken before.
        let count = count.min(bound);
        let mut taken = std::collections::HashSet::new();
        let mut drawn = Vec::with_capacity(count);
        for most in bound - count..bound {
            let draw = self.below(most + 1);
            let draw = if taken.contains(&draw) { most } else { draw };
            taken.insert(draw);
            drawn.push(draw);
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_each_part_of_their_name() {
        let first = |purpose, seed, generation| Chance::new(purpose, seed, generation).unit();
        let base = first("breed", 1, 1);
        assert_eq!(base, first("breed", 1, 1));
        for other in [
            first("deals", 1, 1),
            first("breed", 2, 1),
            first("breed", 1, 2),
        ] {
            assert_ne!(base, other);
        }
    }

    #[test]
    fn draws_are_spread_as_they_should_be() {
        let mut chance = Chance::new("test", 7, 0);
        let n = 100_000;
        let draws: Vec<f64> = (0..n).map(|_| chance.normal()).collect();
        let mean = draws.iter().sum::<f64>() / f64::from(n);
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / f64::from(n);
        // Five standard errors: 5 / sqrt(n) and 5 * sqrt(2 / n).
        assert!(mean.abs() < 0.016, "{mean}");
        assert!((variance - 1.0).abs() < 0.023, "{variance}");
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[chance.below(7)] += 1;
        }
        // Five standard errors of a binomial with mean 10,000.
        assert!(
            counts.iter().all(|c: &i32| (c - 10_000).abs() < 465),
            "{counts:?}"
        );
    }

    #[test]
    fn samples_have_no_number_twice() {
        let mut chance = Chance::new("test", 3, 0);
        let mut counts = [0; 10];
        for _ in 0..10_000 {
            let mut drawn = chance.sample(10, 4);
            drawn.iter().for_each(|&i| counts[i] += 1);
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len(), 4);
        }
        // Each is in two samples of five: 4,000 of 10,000, give or take five
        // standard errors.
        assert!(
            counts.iter().all(|c: &i32| (c - 4_000).abs() < 245),
            "{counts:?}"
        );
        assert_eq!(chance.sample(3, 9).len(), 3);
    }
}
