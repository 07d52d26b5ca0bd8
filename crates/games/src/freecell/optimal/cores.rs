//! What is known of relaxed games.

/// Extra cards by the exact core of a position; a newer core takes the place
/// of an older one.
pub struct Cores {
    entries: Vec<Core>,
}

#[derive(Clone, Copy, Default)]
struct Core {
    key: [u64; 4],
    cards: u64,
    least: u8,
    /// Whether `least` is the number and not a bound of it.
    exact: bool,
}

const CORES: usize = 1 << 20;

impl Default for Cores {
    fn default() -> Self {
        Cores {
            entries: vec![Core::default(); CORES],
        }
    }
}

impl Cores {
    /// Forgets all: codes mean something else in another deal.
    pub fn clear(&mut self) {
        self.entries.fill(Core::default());
    }

    fn index(key: &[u64; 4]) -> usize {
        let h = key[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ key[1].wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(17)
            ^ key[2].wrapping_mul(0x1656_67b1_9e37_79f9).rotate_left(31)
            ^ key[3].wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(47);
        let h = (h ^ h >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (h >> 36) as usize % CORES
    }

    /// The fewest extra cards and which they may be, or a bound above `most`.
    #[inline]
    pub fn find(&mut self, key: &[u64; 4], most: u32) -> Option<(u32, u64)> {
        let entry = &self.entries[Cores::index(key)];
        let least = u32::from(entry.least);
        let hit = entry.key == *key && (entry.exact || least > most);
        hit.then_some((least, entry.cards))
    }

    /// Remembers the fewest extra cards; above `most` it is a bound.
    #[inline]
    pub fn keep(&mut self, key: &[u64; 4], most: u32, least: u32, cards: u64) {
        self.entries[Cores::index(key)] = Core {
            key: *key,
            cards,
            least: least as u8,
            exact: least <= most,
        };
    }
}
