//! The positions that the search knows, each with the fewest moves that led
//! to it and its local minimum: the fewest moves of any solution through it,
//! as far as one look ahead tells.

use super::super::exact::short_key;
use super::super::identity::hash_key;
use engine::{Limit, Meter};

/// What is known of a position.
#[derive(Clone, Copy)]
struct Entry {
    key: [u32; 5],
    /// The hash again, to find a place in a larger table.
    tag: u32,
    /// The fewest moves that led to it; [`NOBODY`] where no entry is.
    made: u32,
    least: u32,
}

const NOBODY: u32 = u32::MAX;
const EMPTY: Entry = Entry {
    key: [0; 5],
    tag: 0,
    made: NOBODY,
    least: 0,
};
const FIRST_SIZE: usize = 1 << 10;

/// The table: open addressing, at most half full.
#[derive(Default)]
pub struct Table {
    entries: Vec<Entry>,
    used: usize,
}

impl Table {
    /// Forgets everything, the size it had among it.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.entries.resize(FIRST_SIZE, EMPTY);
        self.used = 0;
    }

    /// How many positions it knows.
    pub fn known(&self) -> usize {
        self.used
    }

    /// How many bytes it holds.
    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    /// Where the key is, or where it would be.
    #[inline]
    fn place(&self, key: &[u32; 5], tag: u32) -> usize {
        let mask = self.entries.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            let entry = &self.entries[at];
            if entry.made == NOBODY || entry.tag == tag && entry.key == *key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// Whether the position was reached before in as few moves or fewer.
    #[inline]
    pub fn knows(&self, key: [u64; 3], made: u32) -> bool {
        let tag = hash_key(&key) as u32;
        let entry = &self.entries[self.place(&short_key(key), tag)];
        entry.made != NOBODY && entry.made <= made
    }

    /// Keeps a position that was reached in fewer moves than before.
    /// `others` is what the search holds beside the table.
    #[inline]
    pub fn keep(
        &mut self,
        key: [u64; 3],
        made: u32,
        least: u32,
        others: u64,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let tag = hash_key(&key) as u32;
        let key = short_key(key);
        let at = self.place(&key, tag);
        self.used += usize::from(self.entries[at].made == NOBODY);
        self.entries[at] = Entry {
            key,
            tag,
            made,
            least,
        };
        if self.used * 2 > self.entries.len() {
            // The old table is there until the new one is filled.
            let limit = meter.hold(others + 3 * self.bytes());
            limit.map_or(Ok(()), Err)?;
            self.refill(self.entries.len() * 2, NOBODY);
        }
        Ok(())
    }

    /// Forgets positions from which no solution of fewer than `best` moves can
    /// come, and gives back the room that this frees.
    pub fn purge(&mut self, best: u32) {
        let stays = |entry: &&Entry| entry.made != NOBODY && entry.least < best;
        let staying = self.entries.iter().filter(stays).count();
        let size = (staying * 2 + 1).next_power_of_two().max(FIRST_SIZE);
        if staying < self.used {
            self.refill(size, best);
        }
    }

    /// Moves what may lead to a solution of fewer than `best` moves to a table
    /// of this size.
    #[cold]
    fn refill(&mut self, size: usize, best: u32) {
        let old = std::mem::replace(&mut self.entries, vec![EMPTY; size]);
        self.used = 0;
        for entry in old {
            if entry.made != NOBODY && entry.least < best {
                let at = self.place(&entry.key, entry.tag);
                self.entries[at] = entry;
                self.used += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Budget, Unwatched};

    #[test]
    fn it_keeps_the_shortest_way_and_purges_what_cannot_better_a_solution() {
        let mut meter = Meter::new(&Budget::default(), &Unwatched);
        let mut table = Table::default();
        table.clear();
        let key = |n: u64| [n, n << 7, n % 5];
        for n in 0..5000 {
            let made = 20 + n as u32 % 50;
            table.keep(key(n), made, made + 40, 0, &mut meter).unwrap();
        }
        assert_eq!(table.known(), 5000);
        assert!(table.knows(key(49), 69) && !table.knows(key(49), 68));
        table.keep(key(49), 68, 108, 0, &mut meter).unwrap();
        assert!(table.knows(key(49), 68) && !table.knows(key(5000), 99));
        let full = table.bytes();
        table.purge(70);
        assert_eq!(table.known(), 1000);
        assert!(table.bytes() < full);
        assert!(table.knows(key(9), 29) && !table.knows(key(10), 30));
    }

    #[test]
    fn it_does_not_grow_beyond_the_memory() {
        let budget = Budget {
            memory: Some(200_000),
            ..Budget::default()
        };
        let mut meter = Meter::new(&budget, &Unwatched);
        let mut table = Table::default();
        table.clear();
        let mut keep = |n: u64| table.keep([n, 0, 0], 1, 50, 0, &mut meter);
        let full = (0..1 << 20).find_map(|n| keep(n).err());
        assert_eq!(full, Some(Limit::Memory));
        assert!(table.bytes() <= 200_000);
    }
}
