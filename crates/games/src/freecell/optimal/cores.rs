//! What is known of relaxed games: a cache of their extra cards under exact
//! keys. It grows with its use; when it may not grow further, a newer entry
//! takes the place of an older one.

/// How the cards of a relaxed game lie that its answer depends on: four bits a
/// card, a word a suit.
pub type Core = [u64; 4];

/// The cache.
#[derive(Default)]
pub struct Cores {
    entries: Vec<Entry>,
    /// The deal that entries belong to: keys mean something else in another.
    deal: u32,
    kept: usize,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    core: Core,
    cards: u64,
    deal: u32,
    least: u8,
    /// Whether `least` is the number and not a bound of it.
    exact: bool,
}

/// The numbers of entries, both powers of two: 200 KB, and 50 MB.
const ENTRIES: (usize, usize) = (1 << 12, 1 << 20);

impl Cores {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.deal = self.deal.wrapping_add(1);
        if self.entries.is_empty() || self.deal == 0 {
            self.entries = vec![Entry::default(); ENTRIES.0];
            self.deal = 1;
        }
        // What an answer says of memory must not depend on the deals before.
        self.entries.truncate(ENTRIES.0);
        self.kept = 0;
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    #[inline]
    fn index(&self, core: &Core) -> usize {
        let h = core[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ core[1].wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(17)
            ^ core[2].wrapping_mul(0x1656_67b1_9e37_79f9).rotate_left(31)
            ^ core[3].wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(47);
        let h = (h ^ h >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (h >> 36) as usize & (self.entries.len() - 1)
    }

    /// The fewest extra cards and which they may be, or a bound above `most`.
    #[inline]
    pub fn find(&self, core: &Core, most: u32) -> Option<(u32, u64)> {
        let entry = &self.entries[self.index(core)];
        let least = u32::from(entry.least);
        let same = entry.core == *core && entry.deal == self.deal;
        (same && (entry.exact || least > most)).then_some((least, entry.cards))
    }

    /// Remembers the fewest extra cards; above `most` it is a bound.
    #[inline]
    pub fn keep(&mut self, core: &Core, most: u32, least: u32, cards: u64) {
        let index = self.index(core);
        self.entries[index] = Entry {
            core: *core,
            cards,
            deal: self.deal,
            least: least as u8,
            exact: least <= most,
        };
        self.kept += 1;
        if self.kept > self.entries.len() && self.entries.len() < ENTRIES.1 {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = 4 * self.entries.len();
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); size]);
        for entry in old.into_iter().filter(|entry| entry.deal == self.deal) {
            let index = self.index(&entry.core);
            self.entries[index] = entry;
        }
    }
}
