//! Tables already looked at, by key: a flat table of eight-byte slots that is
//! emptied by counting up a tag, and grows up to a limit. It may forget, which
//! costs a search time but never an answer: what it says to have seen, it has.

/// Bits of a key.
const KEY: u32 = 64;
/// Slots of a bucket: one line of memory.
const BUCKET: usize = 8;
/// The smallest number of buckets, as a power of two.
const LEAST: u32 = 10;

/// A set of keys that may forget.
pub struct Seen {
    slots: Vec<u64>,
    /// Buckets, as a power of two.
    bits: u32,
    /// Slots with another tag are empty.
    tag: u64,
    count: usize,
    most: usize,
}

impl Seen {
    /// An empty set that never holds more than so many bytes.
    pub fn new(bytes: u64) -> Seen {
        let bits = LEAST;
        Seen {
            slots: vec![0; BUCKET << bits],
            bits,
            tag: 1,
            count: 0,
            most: (bytes / 8) as usize,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.count = 0;
        self.tag += 1;
        if self.tag >> (64 - KEY + self.bits) != 0 {
            self.slots.fill(0);
            self.tag = 1;
        }
    }

    /// Whether a key is known.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        let mixed = mix(key);
        let rest = KEY - self.bits;
        let at = (mixed >> rest) as usize * BUCKET;
        let slot = self.tag << rest | mixed & ((1 << rest) - 1);
        self.slots[at..at + BUCKET].contains(&slot)
    }

    /// Adds a key; tells whether it was not known.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        let mixed = mix(key);
        let rest = KEY - self.bits;
        let at = (mixed >> rest) as usize * BUCKET;
        let slot = self.tag << rest | mixed & ((1 << rest) - 1);
        let bucket = &mut self.slots[at..at + BUCKET];
        let mut free = mixed as usize % BUCKET;
        for (place, &held) in bucket.iter().enumerate() {
            if held == slot {
                return false;
            }
            if held >> rest != self.tag {
                free = place;
            }
        }
        bucket[free] = slot;
        self.count += 1;
        if self.count * 2 > self.slots.len() {
            self.grow();
        }
        true
    }

    /// Doubles the table, unless that is too much.
    #[cold]
    fn grow(&mut self) {
        if self.slots.len() * 2 > self.most {
            // Nothing is asked again until as many more have come in.
            self.count = 0;
            return;
        }
        let (old, bits, tag) = (std::mem::take(&mut self.slots), self.bits, self.tag);
        self.slots = vec![0; old.len() * 2];
        self.bits += 1;
        self.tag = 1;
        self.count = 0;
        let (was, now) = (KEY - bits, KEY - self.bits);
        for (place, held) in old.into_iter().enumerate() {
            if held >> was != tag {
                continue;
            }
            let mixed = ((place / BUCKET) as u64) << was | held & ((1 << was) - 1);
            let at = (mixed >> now) as usize * BUCKET;
            let slot = self.tag << now | mixed & ((1 << now) - 1);
            // A bucket's eight keys go to two buckets, so there is room.
            let free = self.slots[at..at + BUCKET].iter().position(|&s| s == 0);
            self.slots[at + free.expect("room in a new bucket")] = slot;
            self.count += 1;
        }
    }
}

/// Scatters keys, one to one.
#[inline]
fn mix(key: u64) -> u64 {
    let once = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (once ^ once >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
