//! Where the tiles of a pattern can lie: the sets of cells they can fill, the
//! zones that each set leaves to the blank, and the orders of the tiles in the
//! set. Within a zone the blank moves without moving a tile of the pattern, so
//! set, zone and order are all that counts.

use super::orders::Orders;
use crate::sliding::variant::Variant;

/// The cells that some tiles fill, a bit each.
pub type Cells = u32;

/// Set numbers are looked up in two parts, the lower of this many cells.
const LOW: usize = 13;
/// Set numbers are below 2 to the power of this: at most 5,200,300 sets of
/// 12 cells among 25.
const NUMBER_BITS: u32 = 24;
/// Marks a set with several zones.
const SEVERAL: u32 = 1 << 31;

/// The places of that many tiles on boards of one size.
pub struct Layout {
    cells: usize,
    high_cells: usize,
    /// The neighbours of each cell.
    beside: Vec<Cells>,
    tiles: usize,
    /// By the lower cells of a set: their share of its number, and above it
    /// how many they are.
    low: Vec<u32>,
    /// By how many cells are lower, and by the upper cells: their share.
    high: Vec<u32>,
    sets: Vec<Cells>,
    /// By set: its only zone, or [`SEVERAL`] and a row of `zone_rows`.
    zones: Vec<u32>,
    /// The zones of sets that have several.
    zone_rows: Vec<ZoneRow>,
    /// The first zone of each set, and the end.
    first_zone: Vec<u32>,
    /// A cell of each zone.
    in_zone: Vec<u8>,
    /// The orders of the tiles.
    pub orders: Orders,
}

/// The zones of one set, in half a line of the processor's cache.
#[derive(Clone)]
#[repr(align(32))]
struct ZoneRow {
    first: u32,
    /// By cell of the blank: its zone, counted from the first.
    zone: [u8; 25],
}

/// Sets that are laid out between two questions whether to go on.
pub const SETS_AT_A_TIME: usize = 1 << 12;

/// All sets of `count` cells, at least one, out of the first `cells`, in
/// ascending order. The next set moves the upper end of the lowest run of bits
/// up by one and the rest of the run down to the first cells (Gosper).
fn sets(cells: usize, count: usize) -> impl Iterator<Item = Cells> {
    let next = |&set: &Cells| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        Some(carried | ((set ^ carried) / lowest) >> 2)
    };
    let first: Cells = (1 << count) - 1;
    std::iter::successors(Some(first), next).take_while(move |&set| set < 1 << cells)
}

fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1u64, |all, i| {
        all * (n.saturating_sub(i)) as u64 / (i as u64 + 1)
    }) as u32
}

/// The number that the cells of a set add, if `before` cells come earlier and
/// the first bit is this cell.
fn share(set: Cells, first: usize, before: usize) -> u32 {
    let cells = (0..Cells::BITS as usize).filter(|&bit| set >> bit & 1 == 1);
    let shares = cells.enumerate();
    shares
        .map(|(i, bit)| choose(first + bit, before + i + 1))
        .sum()
}

impl Layout {
    /// The places of `tiles` tiles on boards of this size; none if `go_on`
    /// says no meanwhile.
    pub fn new(variant: Variant, tiles: usize, go_on: &dyn Fn() -> bool) -> Option<Layout> {
        let cells = variant.cells();
        debug_assert!(tiles < cells && cells <= 25);
        let columns = variant.columns as usize;
        let beside = (0..cells).map(|cell| {
            let mut set = 0;
            set |= if cell % columns > 0 {
                1 << (cell - 1)
            } else {
                0
            };
            set |= if cell % columns + 1 < columns {
                1 << (cell + 1)
            } else {
                0
            };
            set |= if cell >= columns {
                1 << (cell - columns)
            } else {
                0
            };
            set |= if cell + columns < cells {
                1 << (cell + columns)
            } else {
                0
            };
            set
        });
        let high_cells = cells.saturating_sub(LOW);
        // Sets of many cells have fewer lower cells than tables have rows.
        let rows = LOW.min(cells);
        let mut layout = Layout {
            cells,
            high_cells,
            beside: beside.collect(),
            tiles,
            low: (0..1 << LOW)
                .map(|set: Cells| share(set, 0, 0) | set.count_ones() << NUMBER_BITS)
                .collect(),
            high: Vec::new(),
            sets: vec![0; choose(cells, tiles) as usize],
            zones: Vec::new(),
            zone_rows: Vec::new(),
            first_zone: vec![0],
            in_zone: Vec::new(),
            orders: Orders::new(tiles),
        };
        for before in 0..=rows {
            let shares = (0..1 << high_cells).map(|set| share(set, LOW, before));
            layout.high.extend(shares);
        }
        for set in sets(cells, tiles) {
            let number = layout.set_number(set);
            layout.sets[number] = set;
        }
        for number in 0..layout.sets.len() {
            if number % SETS_AT_A_TIME == 0 {
                go_on().then_some(())?;
            }
            layout.add_zones(number);
        }
        Some(layout)
    }

    fn add_zones(&mut self, set_number: usize) {
        let set = self.sets[set_number];
        let mut left = !set & ((1 << self.cells) - 1);
        let first = self.in_zone.len() as u32;
        let mut row = ZoneRow {
            first,
            zone: [0; 25],
        };
        while left != 0 {
            let cell = left.trailing_zeros();
            let zone = self.filled(1 << cell, left);
            for cell in bits(zone) {
                row.zone[cell] = (self.in_zone.len() as u32 - first) as u8;
            }
            self.in_zone.push(cell as u8);
            left &= !zone;
        }
        let end = self.in_zone.len() as u32;
        if end - first == 1 {
            self.zones.push(first);
        } else {
            self.zones.push(SEVERAL | self.zone_rows.len() as u32);
            self.zone_rows.push(row);
        }
        self.first_zone.push(end);
    }

    /// All cells of `open` that are joined to `seed`.
    fn filled(&self, seed: Cells, open: Cells) -> Cells {
        let mut zone = seed;
        loop {
            let next = bits(zone).fold(zone, |all, cell| all | self.beside[cell]) & open;
            if next == zone {
                return zone;
            }
            zone = next;
        }
    }

    /// How many tiles there are.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// How many sets of cells there are.
    pub fn sets(&self) -> usize {
        self.sets.len()
    }

    /// How many zones all sets have together.
    pub fn zones(&self) -> usize {
        self.in_zone.len()
    }

    /// The cells of the set with this number.
    pub fn set(&self, number: usize) -> Cells {
        self.sets[number]
    }

    /// The zones of a set.
    pub fn zones_of(&self, set_number: usize) -> std::ops::Range<usize> {
        self.first_zone[set_number] as usize..self.first_zone[set_number + 1] as usize
    }

    /// The cells of a zone of this set.
    pub fn zone_cells(&self, set: Cells, zone: usize) -> Cells {
        let open = !set & ((1 << self.cells) - 1);
        self.filled(1 << self.in_zone[zone], open)
    }

    /// The neighbours of a cell.
    pub fn beside(&self, cell: usize) -> Cells {
        self.beside[cell]
    }

    /// The number of a set of cells.
    #[inline]
    pub fn set_number(&self, set: Cells) -> usize {
        let low = self.low[(set & ((1 << LOW) - 1)) as usize];
        let row = (low >> NUMBER_BITS) << self.high_cells;
        let high = self.high[(row | set >> LOW) as usize];
        ((low & ((1 << NUMBER_BITS) - 1)) + high) as usize
    }

    /// The zone of the blank in a cell.
    #[inline]
    pub fn zone(&self, set: Cells, blank: usize) -> usize {
        let zone = self.zones[self.set_number(set)];
        if zone & SEVERAL == 0 {
            return zone as usize;
        }
        let row = &self.zone_rows[(zone & !SEVERAL) as usize];
        row.first as usize + row.zone[blank] as usize
    }

    /// The set after a tile has gone from one cell to another, and the tile's
    /// places in the old order and the new one, where they differ.
    #[inline]
    pub fn slid(&self, set: Cells, from: usize, to: usize) -> (Cells, usize, usize) {
        let rest = set & !(1 << from);
        let slid = rest | 1 << to;
        let below = |cell: usize| (1 << cell) - 1;
        // Most often it passes no tile of the pattern.
        let passed = rest & (below(from) ^ below(to));
        if passed == 0 {
            return (slid, 0, 0);
        }
        let before = (rest & below(from)).count_ones() as usize;
        let after = (rest & below(to)).count_ones() as usize;
        (slid, before, after)
    }
}

/// The cells of a set.
pub fn bits(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.checked_ilog2().map(|_| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}
