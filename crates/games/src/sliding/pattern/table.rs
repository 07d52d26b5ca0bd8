//! A pattern's stored table: for each way its tiles can lie, a few bits of the
//! number of their moves to the goal. A tile's move changes that number by an
//! odd amount within known bounds, so that the bits tell the new number from
//! the old one, and one walk to the goal tells the first.

use super::build;
use super::layout::{Cells, Layout, bits};
use crate::sliding::variant::Variant;
use engine::settings::Progress;
use engine::{Limit, Table, TableStore, Watch};
use std::sync::Arc;

/// What a table knows of the blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The zone that the blank is in: a move changes the number by one, and
    /// its second bit is stored.
    Zoned,
    /// Nothing, as Korf and Felner (2002) have it: the least number of all
    /// zones. That many bits of it are stored, from the second on.
    Blind(usize),
}

/// How many bits a blind table has of each number: enough to tell a number
/// from one that is within 15 of it. No move of a tile of the 24-puzzle's
/// patterns changes it by more than 9, which a test goes through.
pub const BLIND_BITS: usize = 4;

/// The tiles of a pattern on standard boards of one size, and their table.
pub struct Pattern {
    /// The tiles, in order.
    pub tiles: Vec<u8>,
    /// Where they can lie.
    pub layout: Arc<Layout>,
    variant: Variant,
    kind: Kind,
    table: Table,
}

/// A pattern whose table is at hand, for one search.
#[derive(Clone, Copy)]
pub struct Open<'a> {
    /// Where the tiles can lie.
    pub layout: &'a Layout,
    pattern: &'a Pattern,
    bytes: &'a [u8],
    /// How far it is from one zone, or from one set, to the next.
    stride: usize,
}

/// How a pattern's tiles lie, and the number of their moves to the goal.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Lies {
    /// The cells they fill.
    pub set: Cells,
    /// Their order in those cells.
    pub order: u16,
    /// The moves they have to make.
    pub moves: u8,
}

impl Pattern {
    /// A pattern with its table from the store. The blank must reach its own
    /// goal cell, the first, without leaving its zone when the tiles are home.
    pub fn new(
        variant: Variant,
        tiles: &[u8],
        kind: Kind,
        layout: Arc<Layout>,
        store: &dyn TableStore,
        watch: &dyn Watch,
    ) -> Result<Pattern, Limit> {
        let numbers: Vec<String> = tiles.iter().map(u8::to_string).collect();
        let kind_name = match kind {
            Kind::Zoned => "zoned",
            Kind::Blind(_) => "blind",
        };
        let size = variant.size_name();
        let name = format!("sliding-{size}-{kind_name}-{}-v1", numbers.join("-"));
        let goal = tiles.iter().fold(0, |set, tile| set | 1 << tile);
        let table = store.table(&name, watch, &mut |progress| {
            let words = build::build(&layout, kind, goal, 0, progress)?;
            match kind {
                Kind::Zoned => bytes(&words, progress),
                Kind::Blind(_) => nibbles(&layout, &words, progress),
            }
        })?;
        Ok(Pattern {
            tiles: tiles.to_vec(),
            layout,
            variant,
            kind,
            table,
        })
    }

    /// Whether the blank reaches all other cells when the tiles are home.
    pub fn leaves_one_zone(&self) -> bool {
        let goal = self.tiles.iter().fold(0, |set, tile| set | 1 << tile);
        self.layout.zones_of(self.layout.set_number(goal)).len() == 1
    }

    /// How large the table is.
    pub fn bytes(&self) -> usize {
        (*self.table).as_ref().len()
    }

    /// The pattern with its table at hand.
    pub fn open(&self) -> Open<'_> {
        Open {
            layout: &self.layout,
            pattern: self,
            bytes: (*self.table).as_ref(),
            stride: match self.kind {
                Kind::Zoned => self.layout.orders.count().next_multiple_of(64),
                Kind::Blind(_) => self.layout.orders.count().next_multiple_of(2),
            },
        }
    }
}

/// Words that are turned into bytes between two questions whether to go on.
const WORDS_AT_A_TIME: usize = 1 << 17;

/// The bytes of words, the lowest first.
fn bytes(words: &[u64], progress: Progress) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(size_of_val(words));
    for words in words.chunks(WORDS_AT_A_TIME) {
        words
            .iter()
            .for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        progress(1.0).then_some(())?;
    }
    Some(bytes)
}

/// From words that have one bit of each number to bytes that have two
/// numbers, so that a number is in one byte.
fn nibbles(layout: &Layout, words: &[u64], progress: Progress) -> Option<Vec<u8>> {
    let orders = layout.orders.count();
    let of_set = orders.div_ceil(64) * BLIND_BITS;
    let mut bytes = Vec::with_capacity(layout.sets() * orders.div_ceil(2));
    for (index, set) in words.chunks(of_set).enumerate() {
        if index % build::STRETCH == 0 {
            progress(1.0).then_some(())?;
        }
        let number = |order: usize| {
            let words = &set[order / 64 * BLIND_BITS..][..BLIND_BITS];
            let bits = words.iter().map(|word| (word >> (order % 64)) as u8 & 1);
            bits.rev().fold(0, |all, bit| all << 1 | bit)
        };
        let pairs = (0..orders).step_by(2);
        bytes.extend(pairs.map(|order| number(order) | number((order + 1).min(orders - 1)) << 4));
    }
    Some(bytes)
}

impl Open<'_> {
    /// The tiles of the pattern, in order.
    pub fn tiles(&self) -> &[u8] {
        &self.pattern.tiles
    }

    /// How the tiles lie in these cells, the tiles in their own order, with
    /// the blank in a cell.
    pub fn lies(&self, cells: &[usize], blank: usize) -> Lies {
        let mut by_cell: Vec<(usize, u8)> = cells.iter().copied().zip(0..).collect();
        by_cell.sort_unstable();
        let order: Vec<u8> = by_cell.iter().map(|&(_, tile)| tile).collect();
        let mut lies = Lies {
            set: cells.iter().fold(0, |set, cell| set | 1 << cell),
            order: self.layout.orders.number(&order) as u16,
            moves: 0,
        };
        let mut odd = 0;
        for (&cell, &tile) in cells.iter().zip(&self.pattern.tiles) {
            let (here, home) = (
                self.pattern.variant.place(cell),
                self.pattern.variant.place(tile.into()),
            );
            odd ^= (here.0 ^ home.0 ^ here.1 ^ home.1) & 1;
        }
        // The parity of the number is that of the tiles' distances.
        lies.moves = match self.pattern.kind {
            Kind::Zoned => self.walk::<true>(lies, blank, odd),
            Kind::Blind(_) => self.walk::<false>(lies, blank, odd),
        };
        lies
    }

    /// Counts the moves of a way to the goal on which every move counts down.
    fn walk<const ZONED: bool>(&self, mut lies: Lies, mut blank: usize, odd: u8) -> u8 {
        // The number is known up to multiples of 8 (4 with zones), which any
        // number that is large enough and has these bits stands for.
        let bits_here = self.stored::<ZONED>(lies.set, lies.order, blank) as u8;
        let start = 128 + 2 * bits_here + odd;
        lies.moves = start;
        while let Some((next, from)) = self.nearer::<ZONED>(lies, blank) {
            (lies, blank) = (next, from);
        }
        start - lies.moves
    }

    /// A way to lie that is one move nearer to the goal, if there is one, and
    /// the blank's cell then.
    fn nearer<const ZONED: bool>(&self, lies: Lies, blank: usize) -> Option<(Lies, usize)> {
        let open = match ZONED {
            true => self
                .layout
                .zone_cells(lies.set, self.layout.zone(lies.set, blank)),
            false => !lies.set,
        };
        for from in bits(lies.set) {
            for to in bits(self.layout.beside(from) & open) {
                let next = self.slid::<ZONED>(lies, from, to);
                if next.moves < lies.moves {
                    return Some((next, from));
                }
            }
        }
        None
    }

    /// What is stored of the number of moves, from its second bit on.
    #[inline(always)]
    fn stored<const ZONED: bool>(&self, set: Cells, order: u16, blank: usize) -> u32 {
        let order = order as usize;
        if ZONED {
            let at = self.layout.zone(set, blank) * self.stride + order;
            return u32::from(self.bytes[at / 8]) >> (at % 8) & 1;
        }
        let at = self.layout.set_number(set) * self.stride + order;
        u32::from(self.bytes[at / 2]) >> (at % 2 * 4) & 15
    }

    /// How the tiles lie after one of them has gone from a cell to another.
    #[inline(always)]
    pub fn slid<const ZONED: bool>(&self, lies: Lies, from: usize, to: usize) -> Lies {
        let (set, before, after) = self.layout.slid(lies.set, from, to);
        let order = match before == after {
            true => lies.order,
            false => self.layout.orders.passed(lies.order.into(), before, after) as u16,
        };
        let stored = self.stored::<ZONED>(set, order, from) as u8;
        let old = lies.moves;
        let moves = match ZONED {
            true => match (old + 1) >> 1 & 1 == stored {
                true => old + 1,
                false => old - 1,
            },
            false => {
                const SPAN: u8 = 2 << BLIND_BITS;
                let new = 2 * stored + ((old + 1) & 1);
                let change = new.wrapping_sub(old).wrapping_add(SPAN / 2 - 1) % SPAN;
                old + change - (SPAN / 2 - 1)
            }
        };
        Lies { set, order, moves }
    }
}
