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
    /// The number of slots up to which the table grows.
    most: usize,
    /// Whether it started with fewer.
    grows: bool,
    /// All that is in a table that grows.
    hashes: Vec<u64>,
}

/// Bits of an entry that hold the number of the search.
const SEARCH_BITS: u32 = 12;
/// The slots with which a table that grows starts, and what they grow by.
const FEW: usize = 1 << 15;
const GROWTH: usize = 4;

impl Visited {
    /// Empties the set, which gets this number of slots or more.
    pub fn begin(&mut self, slots: usize) {
        self.most = slots.next_power_of_two();
        self.grows = false;
        self.hashes.clear();
        self.resize(self.most);
    }

    /// Empties the set, which gets so many slots only when they are needed:
    /// most long searches end early, and a small table stays in the cache.
    pub fn begin_small(&mut self, slots: usize) {
        self.begin(slots.min(FEW));
        self.most = slots.next_power_of_two();
        self.grows = self.most > FEW;
    }

    /// Empties the table, and gives it this number of slots.
    fn resize(&mut self, size: usize) {
        if self.slots.len() < size {
            self.slots.resize(size, 0);
        }
        self.mask = size - 1;
        // One that grows does so before look-ups get long.
        self.room = if size < self.most {
            size / 2
        } else {
            size / 8 * 7
        };
        self.search += 1;
        if self.search >> SEARCH_BITS != 0 {
            self.slots.fill(0);
            self.search = 1;
        }
    }

    /// Makes room for more positions, and returns whether there is any.
    #[cold]
    fn grow(&mut self) -> bool {
        if self.mask + 1 >= self.most {
            return false;
        }
        self.resize((GROWTH * (self.mask + 1)).min(self.most));
        let hashes = std::mem::take(&mut self.hashes);
        for &hash in &hashes {
            self.place(hash);
        }
        self.hashes = hashes;
        true
    }

    /// Whether the room is used up, so that new positions may have been left out.
    pub fn is_full(&self) -> bool {
        self.room == 0
    }

    /// The bytes that this search needs of the table.
    pub fn bytes(&self) -> usize {
        (self.mask + 1) * size_of::<u32>() + self.hashes.len() * size_of::<u64>()
    }

    /// The entry at which a position is looked up first.
    #[inline]
    pub fn entry(&self, hash: u64) -> u32 {
        self.slots[hash as usize & self.mask]
    }

    /// Adds a position by its hash, and returns whether it is new. When the
    /// room is used up, no position is.
    #[inline]
    pub fn insert(&mut self, hash: u64) -> bool {
        if self.room == 0 && !self.grow() {
            return false;
        }
        let is_new = self.place(hash);
        if is_new && self.grows {
            self.hashes.push(hash);
        }
        is_new
    }

    #[inline(always)]
    fn place(&mut self, hash: u64) -> bool {
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
        self.room -= 1;
        self.slots[slot] = tag;
        true
    }
}
