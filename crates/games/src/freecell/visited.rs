//! The set of visited positions, each by a fingerprint: its slot in a hash table
//! and twenty more bits of its hash. Each entry carries the number of the search that made
//! it, so that nothing is cleared between searches, and takes four bytes, so
//! that the table of a short search stays in the fastest cache. Two positions
//! may be taken for one, once in a million or so: good enough to look for
//! solutions with, never for a proof.

/// The set.
#[derive(Default)]
pub struct Visited {
    slots: Vec<u32>,
    mask: usize,
    search: u32,
    room: usize,
}

/// Bits of an entry that hold the number of the search.
const SEARCH_BITS: u32 = 12;

impl Visited {
    /// Empties the set, which gets this number of slots or more.
    pub fn begin(&mut self, slots: usize) {
        let size = slots.next_power_of_two();
        if self.slots.len() < size {
            self.slots.resize(size, 0);
        }
        self.mask = size - 1;
        self.room = size / 8 * 7;
        self.search += 1;
        if self.search >> SEARCH_BITS != 0 {
            self.slots.fill(0);
            self.search = 1;
        }
    }

    /// The bytes that this search needs of the table.
    pub fn bytes(&self) -> usize {
        (self.mask + 1) * size_of::<u32>()
    }

    /// Adds a position by its hash, and returns whether it is new. When the
    /// room is used up, no position is.
    #[inline]
    pub fn insert(&mut self, hash: u64) -> bool {
        let tag = ((hash >> 44) as u32) << SEARCH_BITS | self.search;
        let mut slot = hash as usize & self.mask;
        loop {
            let entry = self.slots[slot];
            if entry == tag {
                return false;
            }
            if entry & ((1 << SEARCH_BITS) - 1) != self.search {
                break;
            }
            slot = (slot + 1) & self.mask;
        }
        if self.room == 0 {
            return false;
        }
        self.room -= 1;
        self.slots[slot] = tag;
        true
    }
}
