//! The transposition table: keys of positions met, in a flat table of
//! eight-byte slots that grows up to a limit. A generation tag empties it in
//! constant time. It may forget keys, which costs time but never a wrong
//! answer. It has no false positives: a key's bucket and the bits stored name
//! the key exactly, as the mixing function is a bijection.

/// Slots of a bucket: one line of memory.
const BUCKET: usize = 8;
/// The smallest number of buckets, as a power of two.
const LEAST: u32 = 10;

/// A set of keys that may forget some.
pub struct TranspositionTable {
    slots: Vec<u64>,
    /// Buckets in use, as a power of two.
    bits: u32,
    /// The generation: slots with another tag are empty.
    tag: u64,
    /// Keys to take in before the table grows.
    room: usize,
    most: usize,
}

impl TranspositionTable {
    /// An empty set that never holds more than `bytes`, but at least 64 KB.
    pub fn new(bytes: u64) -> TranspositionTable {
        TranspositionTable {
            slots: vec![0; BUCKET << LEAST],
            bits: LEAST,
            tag: 1,
            room: BUCKET << LEAST >> 1,
            most: (bytes / 8) as usize,
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (8 * BUCKET as u64) << self.bits
    }

    /// Never holds more than `bytes` from now on, but at least 64 KB.
    pub fn set_most(&mut self, bytes: u64) {
        self.most = (bytes / 8) as usize;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.bits > LEAST {
            // A small table stays in the fast caches.
            self.bits = LEAST;
            self.tag = 1 << LEAST;
        }
        self.tag += 1;
        if self.tag >> self.bits != 0 {
            self.slots[..BUCKET << LEAST].fill(0);
            self.tag = 1;
        }
        self.room = BUCKET << self.bits >> 1;
    }

    /// Where a key's bucket begins, the first place to look at in it, and what
    /// stands there if the key is known.
    #[inline]
    fn find(&self, key: u64) -> (usize, usize, u64) {
        let mixed = mix(key);
        let rest = 64 - self.bits;
        let bucket = (mixed >> rest) as usize * BUCKET;
        let slot = self.tag << rest | mixed & ((1 << rest) - 1);
        (bucket, mixed as usize % BUCKET, slot)
    }

    /// Adds a key; tells whether it was not known.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        let (bucket, first, slot) = self.find(key);
        let mut free = bucket + first;
        for step in 0..BUCKET {
            let place = bucket + (first + step) % BUCKET;
            let held = self.slots[place];
            if held == slot {
                return false;
            }
            if (held ^ slot) >> (64 - self.bits) != 0 {
                free = place;
                break;
            }
        }
        self.slots[free] = slot;
        self.room -= 1;
        if self.room == 0 {
            self.grow();
        }
        true
    }

    /// Doubles the table, unless that is too much. A bucket's keys go to two
    /// buckets at twice its place, so from the last one on, all is done where
    /// it is.
    #[cold]
    fn grow(&mut self) {
        self.room = BUCKET << self.bits >> 1;
        let slots = BUCKET << (self.bits + 1);
        if slots > self.most {
            return;
        }
        if self.slots.len() < slots {
            self.slots.resize(slots, 0);
        }
        let (tag, was) = (self.tag, 64 - self.bits);
        self.bits += 1;
        self.tag = 1;
        let now = 64 - self.bits;
        for bucket in (0..1usize << (64 - was)).rev() {
            let mut old = [0; BUCKET];
            old.copy_from_slice(&self.slots[bucket * BUCKET..][..BUCKET]);
            let new = &mut self.slots[bucket * 2 * BUCKET..][..2 * BUCKET];
            new.fill(0);
            for held in old {
                if held >> was != tag {
                    continue;
                }
                let half = (held >> now) as usize % 2 * BUCKET;
                let mut at = held as usize % BUCKET;
                while new[half + at] != 0 {
                    at = (at + 1) % BUCKET;
                }
                new[half + at] = self.tag << now | held & ((1 << now) - 1);
            }
        }
    }
}

/// Mixes the bits of a key; a bijection.
#[inline]
fn mix(key: u64) -> u64 {
    let once = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (once ^ once >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// What it knows was put in since it was cleared last, and while it has
    /// room it forgets little.
    #[test]
    fn knows_only_what_it_was_told() {
        let mut seen = TranspositionTable::new(1 << 20);
        let mut key = 1u64;
        for round in 0..3000 {
            seen.clear();
            let mut told = HashSet::new();
            let keys = if round % 500 == 0 { 100_000 } else { 20 };
            let mut known = 0;
            for _ in 0..keys {
                key = key.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let small = key >> 44;
                let new = seen.insert(small);
                assert!(new || told.contains(&small));
                known += usize::from(!new);
                told.insert(small);
                assert!(!seen.insert(small));
            }
            let repeats = keys - told.len();
            assert!(
                known <= repeats && known * 10 >= repeats * 9,
                "{known} {repeats}"
            );
        }
    }
}
