//! The transposition table: keys of positions met, each with a few bits of
//! notes, in a flat table of eight-byte slots that grows up to a limit. A
//! generation tag empties it in constant time. It may forget keys, which costs
//! time but never a wrong answer. It has no false positives: a key's bucket and
//! the bits stored name the key exactly, as the mixing function is a bijection.

/// Slots of a bucket.
const SLOTS: usize = 8;
/// The smallest number of buckets, as a power of two.
const LEAST: u32 = 10;

/// The slots of one line of memory. From its highest bits on, a slot holds the
/// tag, the bits of the mixed key that the bucket does not tell, and the notes.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([u64; SLOTS]);

const EMPTY: Bucket = Bucket([0; SLOTS]);

/// A map from keys to notes that may forget some.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Buckets in use, as a power of two.
    bits: u32,
    /// Bits of a key, and of its notes.
    key_bits: u32,
    note_bits: u32,
    /// The generation: slots with another tag are empty.
    tag: u64,
    /// Keys to take in before the table grows.
    room: usize,
    /// The most buckets there may be.
    most: usize,
}

impl TranspositionTable {
    /// An empty map that never holds more than `bytes`, but at least 64 KB.
    pub fn new(bytes: u64) -> TranspositionTable {
        let mut table = TranspositionTable {
            buckets: vec![EMPTY; 1 << LEAST],
            bits: LEAST,
            key_bits: 64,
            note_bits: 0,
            tag: 0,
            room: 0,
            most: 0,
        };
        table.set_most(bytes);
        table
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (size_of::<Bucket>() as u64) << self.bits
    }

    /// Never holds more than `bytes` from now on, but at least 64 KB.
    pub fn set_most(&mut self, bytes: u64) {
        self.most = (bytes / size_of::<Bucket>() as u64) as usize;
    }

    /// Forgets everything. From now on keys and their notes have so many bits;
    /// together no more than 72.
    pub fn clear(&mut self, key_bits: u32, note_bits: u32) {
        debug_assert!(key_bits + note_bits < 64 + LEAST);
        let same = (self.bits, self.key_bits, self.note_bits) == (LEAST, key_bits, note_bits);
        // A small table stays in the fast caches.
        (self.bits, self.key_bits, self.note_bits) = (LEAST, key_bits, note_bits);
        self.tag += 1;
        if !same || self.tag >> (64 + LEAST - key_bits - note_bits) != 0 {
            self.buckets[..1 << LEAST].fill(EMPTY);
            self.tag = 1;
        }
        self.room = SLOTS << LEAST >> 1;
    }

    /// Brings the bucket of a key that will be met soon into the caches.
    #[inline]
    pub fn fetch(&self, key: u64) {
        let bucket = self.mix(key) >> (self.key_bits - self.bits);
        std::hint::black_box(self.buckets[bucket as usize].0[0]);
    }

    /// Meets a key: changes its notes, which are 0 for one that was not known,
    /// and tells what they were.
    #[inline]
    pub fn meet(&mut self, key: u64, change: impl FnOnce(u64) -> u64) -> u64 {
        let mixed = self.mix(key);
        let rest = self.key_bits - self.bits;
        let wanted = self.tag << rest | mixed & ((1 << rest) - 1);
        let Bucket(slots) = &mut self.buckets[(mixed >> rest) as usize];
        let first = mixed as usize % SLOTS;
        let mut free = first;
        for step in 0..SLOTS {
            let place = (first + step) % SLOTS;
            let held = slots[place] >> self.note_bits;
            if held == wanted {
                let notes = slots[place] & ((1 << self.note_bits) - 1);
                slots[place] = held << self.note_bits | change(notes);
                return notes;
            }
            if held >> rest != self.tag {
                free = place;
                break;
            }
        }
        slots[free] = wanted << self.note_bits | change(0);
        self.room -= 1;
        if self.room == 0 {
            self.grow();
        }
        0
    }

    /// Takes back the notes of a key, if it is known.
    pub fn forget(&mut self, key: u64) {
        let mixed = self.mix(key);
        let rest = self.key_bits - self.bits;
        let wanted = self.tag << rest | mixed & ((1 << rest) - 1);
        let Bucket(slots) = &mut self.buckets[(mixed >> rest) as usize];
        for slot in slots {
            if *slot >> self.note_bits == wanted {
                *slot = wanted << self.note_bits;
            }
        }
    }

    /// Doubles the table, unless that is too much. A bucket's keys go to two
    /// buckets at twice its place, so from the last one on, all is done where
    /// it is.
    #[cold]
    fn grow(&mut self) {
        self.room = SLOTS << self.bits >> 1;
        let count = 2 << self.bits;
        if count > self.most {
            return;
        }
        if self.buckets.len() < count {
            self.buckets.resize(count, EMPTY);
        }
        let (tag, was) = (self.tag, self.key_bits - self.bits);
        self.bits += 1;
        self.tag = 1;
        let now = was - 1;
        for at in (0..count / 2).rev() {
            let Bucket(old) = self.buckets[at];
            let mut new = [[0; SLOTS]; 2];
            for slot in old {
                let held = slot >> self.note_bits;
                if held >> was != tag {
                    continue;
                }
                let half = &mut new[(held >> now) as usize % 2];
                let mut place = held as usize % SLOTS;
                while half[place] != 0 {
                    place = (place + 1) % SLOTS;
                }
                let notes = slot & ((1 << self.note_bits) - 1);
                let held = self.tag << now | held & ((1 << now) - 1);
                half[place] = held << self.note_bits | notes;
            }
            self.buckets[2 * at] = Bucket(new[0]);
            self.buckets[2 * at + 1] = Bucket(new[1]);
        }
    }

    /// Mixes the bits of a key; a bijection on keys of as many bits.
    #[inline]
    fn mix(&self, key: u64) -> u64 {
        let most = u64::MAX >> (64 - self.key_bits);
        let once = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & most;
        (once ^ once >> (self.key_bits / 2)).wrapping_mul(0xd6e8_feb8_6659_fd93) & most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// What it knows it was told since it was cleared last, and while it has
    /// room it forgets little.
    #[test]
    fn knows_only_what_it_was_told() {
        let mut table = TranspositionTable::new(1 << 20);
        let mut key = 1u64;
        for round in 0..3000 {
            let (key_bits, note_bits) = [(56, 16), (61, 2)][round / 4 % 2];
            table.clear(key_bits, note_bits);
            let mut told = HashMap::new();
            let keys = if round % 500 == 0 { 100_000 } else { 20 };
            let mut known = 0;
            for _ in 0..keys {
                key = key.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let large = (key >> 44) << (key_bits - 20);
                let notes = 1 + (key >> 20) % 3;
                let was = table.meet(large, |_| notes);
                assert!(was == 0 || told.get(&large) == Some(&was));
                known += usize::from(was != 0);
                told.insert(large, notes);
                assert_eq!(table.meet(large, |notes| notes), notes);
            }
            let repeats = keys - told.len();
            assert!(
                known <= repeats && known * 10 >= repeats * 9,
                "{known} {repeats}"
            );
        }
    }
}
