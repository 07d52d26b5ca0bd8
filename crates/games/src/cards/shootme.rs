//! The numbered deals of ShootMe's Klondike-Solver (`/G N`): its own generator,
//! and 269 exchanges of two cards.

use super::Card;

/// The largest number.
pub const LAST: u64 = i32::MAX as u64;

/// The deck of a number in the order in which it is dealt, row by row and the
/// stock after them, if there is such a deal.
pub fn deck(number: u64) -> Option<[Card; 52]> {
    let mut mixer = Mixer::new(i32::try_from(number).ok()?);
    // Suit by suit: clubs, diamonds, spades, hearts.
    const SUITS: [u8; 4] = [0, 1, 3, 2];
    let mut deck: [Card; 52] = std::array::from_fn(|i| Card::new(i as u8 % 13 + 1, SUITS[i / 13]));
    for _ in 0..269 {
        let (one, other) = (mixer.below_52(), mixer.below_52());
        deck.swap(one, other);
    }
    Some(deck)
}

/// Signed numbers that wrap, as the program's own on common machines.
struct Mixer {
    value: i32,
    mix: i32,
    twist: i32,
}

impl Mixer {
    fn new(seed: i32) -> Mixer {
        let mut mixer = Mixer {
            value: seed,
            mix: 51_651_237,
            twist: 895_213_268,
        };
        for _ in 0..50 {
            mixer.step();
        }
        mixer.value = 0x9417_b3af_u32 as i32 ^ seed ^ seed >> 15;
        for _ in 0..950 {
            mixer.step();
        }
        mixer
    }

    fn step(&mut self) {
        // The value cancels out of the first of the two exclusive ors.
        let mut y = self.twist.wrapping_sub(self.mix);
        y ^= self.twist ^ self.value ^ self.mix;
        self.mix ^= self.twist ^ self.value;
        self.value ^= self.twist.wrapping_sub(self.mix);
        self.twist ^= self.value ^ y;
        self.value ^= self.twist << 7 ^ self.mix >> 16 ^ y << 8;
    }

    fn below_52(&mut self) -> usize {
        self.step();
        (self.value & i32::MAX) as usize % 52
    }
}
