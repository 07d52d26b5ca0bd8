//! Positions seen, by a 48-bit fingerprint. Each entry carries the number of
//! the search that made it, so that nothing is cleared between searches. Two
//! positions may be taken for one, once in 2^48: good enough to look for
//! solutions with, never for a proof.

/// The table.
#[derive(Default)]
pub struct Seen {
    slots: Vec<u64>,
    mask: usize,
    search: u64,
}

/// Bits of an entry that hold the number of the search.
const SEARCH: u64 = 0xffff;

impl Seen {
    /// Forgets everything, and makes room for so many positions.
    pub fn begin(&mut self, positions: usize) {
        let size = (2 * positions).next_power_of_two();
        if self.slots.len() < size {
            self.slots.resize(size, 0);
        }
        self.mask = size - 1;
        self.search += 1;
        if self.search > SEARCH {
            self.slots.fill(0);
            self.search = 1;
        }
    }

    /// Notes a position by its hash, and tells whether it is new. No more
    /// positions may be noted than there is room for.
    #[inline]
    pub fn is_new(&mut self, hash: u64) -> bool {
        let tag = hash & !SEARCH | self.search;
        let mut slot = hash as usize & self.mask;
        loop {
            let entry = self.slots[slot];
            if entry == tag {
                return false;
            }
            if entry & SEARCH != self.search {
                self.slots[slot] = tag;
                return true;
            }
            slot = (slot + 1) & self.mask;
        }
    }
}
