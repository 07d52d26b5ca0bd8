//! The tables that a small search has met, by their keys. Forgetting them all
//! costs nothing.

/// A set of keys.
pub(super) struct Met {
    /// Keys, each with the search that met it.
    slots: Vec<(u64, u64)>,
    search: u64,
    count: usize,
    /// Bits of a hash less those of a slot.
    shift: u32,
}

impl Default for Met {
    fn default() -> Met {
        Met {
            slots: vec![(0, 0); 512],
            search: 1,
            count: 0,
            shift: u64::BITS - 9,
        }
    }
}

impl Met {
    /// Forgets all keys.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.search += 1;
        self.count = 0;
    }

    /// Adds a key, and says whether it was missing.
    #[inline]
    pub(super) fn insert(&mut self, key: u64) -> bool {
        if 2 * self.count >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(key);
        let is_new = self.slots[slot].1 != self.search;
        self.slots[slot] = (key, self.search);
        self.count += usize::from(is_new);
        is_new
    }

    /// Whether a key is in the set.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        self.slots[self.slot(key)].1 == self.search
    }

    /// Where a key is, or would be.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // The highest bits of the product depend on all bits of the key.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        let mut slot = hash as usize & mask;
        while self.slots[slot].1 == self.search && self.slots[slot].0 != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        self.shift -= 1;
        let more = vec![(0, 0); 2 * self.slots.len()];
        for (key, search) in std::mem::replace(&mut self.slots, more) {
            if search == self.search {
                let slot = self.slot(key);
                self.slots[slot] = (key, search);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_met_once_and_forgotten_together() {
        let mut met = Met::default();
        for round in 0..3 {
            for key in 0..2000 {
                let key = key * 0x1_0000_0001 + round;
                assert!(!met.contains(key) && met.insert(key));
                assert!(met.contains(key) && !met.insert(key));
            }
            met.clear();
        }
        assert!(!met.contains(0));
    }
}
