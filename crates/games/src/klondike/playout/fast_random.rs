//! A fast random number generator for playouts: a Weyl sequence mixed by one
//! wide multiplication (Wang Yi's wyrand).

use engine::chance::Chance;

/// A fast stream of random numbers.
pub struct FastRandom(u64);

impl FastRandom {
    /// The stream of a seed.
    pub fn new(bits: u64) -> FastRandom {
        FastRandom(bits)
    }

    /// A stream seeded from a slower one.
    pub fn from_chance(chance: &mut Chance) -> FastRandom {
        FastRandom(chance.bits())
    }

    /// The seed of what is left of the stream.
    #[inline]
    pub(super) fn state(&self) -> u64 {
        self.0
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A number below `bound`; for the small bounds of a game each is equally
    /// likely within one in 2^26.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}
