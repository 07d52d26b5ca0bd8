//! Tables already looked at, by key: a flat table of eight-byte slots that is
//! emptied by counting up a tag, and grows up to a limit. It may forget, which
//! costs a search time but never an answer: what it says to have seen, it has.
//! A key's place in the table and the rest of its bits name it exactly.

/// Slots of a bucket: one line of memory.
const BUCKET: usize = 8;
/// The smallest number of buckets, as a power of two.
const LEAST: u32 = 10;

/// A set of keys that may forget.
pub struct Seen {
    slots: Vec<u64>,
    /// Buckets in use, as a power of two.
    bits: u32,
    /// Slots with another tag are empty.
    tag: u64,
    /// Keys to take in before the table grows.
    room: usize,
    most: usize,
}

impl Seen {
    /// An empty set that never holds more than so many bytes, or 64 KB.
    pub fn new(bytes: u64) -> Seen {
        Seen {
            slots: vec![0; BUCKET << LEAST],
            bits: LEAST,
            tag: 1,
            room: BUCKET << LEAST >> 1,
            most: (bytes / 8) as usize,
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        8 * (BUCKET as u64) << self.bits
    }

    /// Never holds more than so many bytes from now on, or 64 KB.
    pub fn set_most(&mut self, bytes: u64) {
        self.most = (bytes / 8) as usize;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.bits > LEAST {
            // A small table stays in the fast caches.
            self.slots.truncate(BUCKET << LEAST);
            self.slots.shrink_to_fit();
            self.bits = LEAST;
            self.slots.fill(0);
            self.tag = 0;
        }
        self.tag += 1;
        if self.tag >> self.bits != 0 {
            self.slots.fill(0);
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

    /// Whether a key is known.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        let (bucket, first, slot) = self.find(key);
        for step in 0..BUCKET {
            let held = self.slots[bucket + (first + step) % BUCKET];
            if held == slot {
                return true;
            }
            if (held ^ slot) >> (64 - self.bits) != 0 {
                return false;
            }
        }
        false
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

    /// Doubles the table, unless that is too much.
    #[cold]
    fn grow(&mut self) {
        self.room = BUCKET << self.bits >> 1;
        if self.slots.len() * 2 > self.most {
            return;
        }
        let (old, bits, tag) = (std::mem::take(&mut self.slots), self.bits, self.tag);
        self.slots = vec![0; old.len() * 2];
        self.bits += 1;
        self.tag = 1;
        let (was, now) = (64 - bits, 64 - self.bits);
        for (place, held) in old.into_iter().enumerate() {
            if held >> was != tag {
                continue;
            }
            let mixed = ((place / BUCKET) as u64) << was | held & ((1 << was) - 1);
            let bucket = (mixed >> now) as usize * BUCKET;
            let slot = self.tag << now | mixed & ((1 << now) - 1);
            // Eight keys at most come to a bucket, so there is room.
            let mut at = mixed as usize % BUCKET;
            while self.slots[bucket + at] != 0 {
                at = (at + 1) % BUCKET;
            }
            self.slots[bucket + at] = slot;
        }
    }
}

/// Scatters keys, one to one.
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
        let mut seen = Seen::new(1 << 20);
        let mut key = 1u64;
        for round in 0..3000 {
            seen.clear();
            let mut told = HashSet::new();
            let keys = if round % 500 == 0 { 100_000 } else { 20 };
            let mut known = 0;
            for _ in 0..keys {
                key = key.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let small = key >> 44;
                assert!(!seen.has(small) || told.contains(&small));
                known += usize::from(!seen.insert(small));
                told.insert(small);
                assert!(seen.has(small));
            }
            let repeats = keys - told.len();
            assert!(known <= repeats && known * 10 >= repeats * 9, "{known} {repeats}");
        }
    }
}
