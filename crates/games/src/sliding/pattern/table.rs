//! A pattern's stored table. One that knows the blank's zone has, for each way
//! its tiles can lie, one bit of the number of their moves to the goal. A
//! tile's move changes that number by one, so that the bit tells the new
//! number from the old one, and one walk to the goal tells the first. Tables
//! that do not know the zone are laid out and looked up by [`places`].

use super::build;
use super::layout::{Cells, Layout, bits};
use super::places;
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
    /// zones. While the table is made, it has that many bits of it, from the
    /// second on.
    Blind(usize),
}

/// How many bits of each number are enough while a blind table is made: they
/// tell a number from the tiles' distances if it is less than 32 above them.
/// A test goes through all numbers of the 24-puzzle's patterns, of which none
/// is more than 10 above.
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
    /// How many bits it is from one order to the next.
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
            Kind::Zoned => "zones",
            Kind::Blind(_) => "places",
        };
        let size = variant.size_name();
        let name = format!("sliding-{size}-{kind_name}-{}-v1", numbers.join("-"));
        let goal = tiles.iter().fold(0, |set, tile| set | 1 << tile);
        let table = store.table(&name, watch, &mut |progress| {
            let words = build::build(&layout, kind, goal, 0, progress)?;
            match kind {
                Kind::Zoned => by_order(&layout, &words, progress),
                Kind::Blind(_) => places::table(&layout, tiles, &words, progress),
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

    /// The table.
    pub fn table(&self) -> &[u8] {
        (*self.table).as_ref()
    }

    /// The pattern with its table at hand, which must know the blank's zone.
    pub fn open(&self) -> Open<'_> {
        debug_assert_eq!(self.kind, Kind::Zoned);
        Open {
            layout: &self.layout,
            pattern: self,
            bytes: self.table(),
            stride: self.layout.zones().next_multiple_of(64),
        }
    }
}

/// Zones that are laid out between two questions whether to go on.
const ZONES_AT_A_TIME: usize = 1 << 10;

/// From words that have one bit for each order of a zone to bytes that have
/// one bit for each zone of an order. Tiles that slide along their rows keep
/// their order, so that a search finds more of its numbers beside each other.
fn by_order(layout: &Layout, words: &[u64], progress: Progress) -> Option<Vec<u8>> {
    let orders = layout.orders.count();
    let (in_zone, in_order) = (orders.div_ceil(64), layout.zones().div_ceil(64));
    let mut bytes = vec![0; 8 * orders * in_order];
    for (column, zones) in words.chunks(64 * in_zone).enumerate() {
        if column % (ZONES_AT_A_TIME / 64) == 0 {
            progress(1.0).then_some(())?;
        }
        for word in 0..in_zone {
            let mut square = [0; 64];
            for (row, zone) in square.iter_mut().zip(zones.chunks(in_zone)) {
                *row = zone[word];
            }
            transpose(&mut square);
            let orders = orders - 64 * word;
            for (order, row) in square.iter().enumerate().take(orders) {
                let at = 8 * ((64 * word + order) * in_order + column);
                bytes[at..at + 8].copy_from_slice(&row.to_le_bytes());
            }
        }
    }
    Some(bytes)
}

/// Exchanges rows and columns of a square of bits: quarters first, then the
/// quarters of each quarter.
fn transpose(square: &mut [u64; 64]) {
    let mut side = 32;
    let mut low: u64 = 0xffff_ffff;
    while side > 0 {
        for row in (0..64).filter(|row| row & side == 0) {
            let swapped = (square[row] >> side ^ square[row + side]) & low;
            square[row] ^= swapped << side;
            square[row + side] ^= swapped;
        }
        side /= 2;
        low ^= low << side;
    }
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
        lies.moves = self.walk(lies, blank, odd);
        lies
    }

    /// Counts the moves of a way to the goal on which every move counts down.
    fn walk(&self, mut lies: Lies, mut blank: usize, odd: u8) -> u8 {
        // The number is known up to multiples of 4, which any number that is
        // large enough and has these bits stands for.
        let start = 128 + 2 * self.second_bit(lies.set, lies.order, blank) + odd;
        lies.moves = start;
        while let Some((next, from)) = self.nearer(lies, blank) {
            (lies, blank) = (next, from);
        }
        start - lies.moves
    }

    /// A way to lie that is one move nearer to the goal, if there is one, and
    /// the blank's cell then.
    fn nearer(&self, lies: Lies, blank: usize) -> Option<(Lies, usize)> {
        let zone = self.layout.zone(lies.set, blank);
        let open = self.layout.zone_cells(lies.set, zone);
        for from in bits(lies.set) {
            for to in bits(self.layout.beside(from) & open) {
                let next = self.slid(lies, from, to);
                if next.moves < lies.moves {
                    return Some((next, from));
                }
            }
        }
        None
    }

    /// The second bit of the number of moves.
    #[inline(always)]
    fn second_bit(&self, set: Cells, order: u16, blank: usize) -> u8 {
        let at = order as usize * self.stride + self.layout.zone(set, blank);
        self.bytes[at / 8] >> (at % 8) & 1
    }

    /// How the tiles lie after one of them has gone from a cell to another.
    #[inline(always)]
    pub fn slid(&self, lies: Lies, from: usize, to: usize) -> Lies {
        let (set, before, after) = self.layout.slid(lies.set, from, to);
        let order = match before == after {
            true => lies.order,
            false => self.layout.orders.passed(lies.order.into(), before, after) as u16,
        };
        let more = lies.moves + 1;
        let moves = match more >> 1 & 1 == self.second_bit(set, order, from) {
            true => more,
            false => more - 2,
        };
        Lies { set, order, moves }
    }
}
