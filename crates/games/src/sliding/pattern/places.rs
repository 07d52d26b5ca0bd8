//! Tables that are looked up by the cells of the tiles, without a word on the
//! blank, as Korf and Felner (2002) have them for the 24-puzzle. The cell of
//! each tile is a digit to the base 25, so a move adds a constant to the place
//! in the table. A table has half a byte for each place: by how many pairs of
//! moves the tiles need more than their distances from home. Places with two
//! tiles in one cell are never looked at; they double the table, but finding a
//! number without them takes far longer than reading it.

use super::layout::Layout;
use super::partition::Partition;
use super::table::{BLIND_BITS, Kind};
use super::{Patterns, Slide};
use crate::sliding::rules::{Board, Move};
use engine::settings::Progress;

/// Cells of the board, which are the digits of a place.
const CELLS: usize = 25;
/// Tiles of a pattern.
const TILES: usize = 6;
/// Views of tables: four patterns in each of two sums.
const VIEWS: usize = 8;
const SUMS: usize = 2;
/// Bits of a place; those above them have what the table says there.
const PLACE_BITS: u32 = 28;
const PLACE: u32 = (1 << PLACE_BITS) - 1;

/// The tables of the 24-puzzle at hand for one search.
pub struct Places<'a> {
    tables: [&'a [u8]; VIEWS],
    /// By view: where it has each of the board's cells.
    cells: [[u8; CELLS]; VIEWS],
    /// By sum and tile: the view that has the tile, and what a move of the
    /// tile adds to its place, by the move.
    tiles: [[Seen; CELLS]; SUMS],
    /// By tile and cell: the tile's distance from home.
    distance: [[u8; CELLS]; CELLS],
}

/// How a sum sees a tile.
#[derive(Clone, Copy, Default)]
struct Seen {
    view: u32,
    /// The weight of the tile's digit.
    weight: u32,
    steps: [u32; 4],
}

/// Where the tiles of all views lie, and the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lying {
    /// The place in each table and, in the bits above, what it says.
    places: [u32; VIEWS],
    sums: [u8; SUMS],
}

#[cfg(test)]
impl Lying {
    /// The sums of the board and of the mirrored one.
    pub fn sums(&self) -> [u8; SUMS] {
        self.sums
    }
}

/// From words that have bits of each number, as they were made, to a table by
/// places.
pub fn table(layout: &Layout, tiles: &[u8], words: &[u64], progress: Progress) -> Option<Vec<u8>> {
    let mut filler = Filler {
        layout,
        tiles,
        words,
        orders: orders(layout),
        bytes: vec![0; CELLS.pow(TILES as u32).div_ceil(2)],
    };
    for cell in 0..CELLS {
        progress(1.0).then_some(())?;
        filler.put(&Put::default(), cell);
    }
    Some(filler.bytes)
}

/// Goes through all places, the first tile's cells outermost, so that bytes
/// are written one after the other.
struct Filler<'a> {
    layout: &'a Layout,
    tiles: &'a [u8],
    words: &'a [u64],
    orders: Vec<u16>,
    bytes: Vec<u8>,
}

/// Some of the tiles, the first ones, put into cells.
#[derive(Clone, Copy, Default)]
struct Put {
    tiles: usize,
    set: u32,
    /// Which of the orders it is, as [`orders`] counts them.
    order: usize,
    place: usize,
    distance: usize,
}

impl Filler<'_> {
    /// Puts one more tile into a cell.
    fn put(&mut self, put: &Put, cell: usize) {
        if put.set >> cell & 1 == 1 {
            return;
        }
        let home = self.tiles[put.tiles] as usize;
        let below = (put.set & ((1 << cell) - 1)).count_ones() as usize;
        let put = Put {
            tiles: put.tiles + 1,
            set: put.set | 1 << cell,
            order: put.order * (put.tiles + 1) + below,
            place: put.place * CELLS + cell,
            distance: put.distance + distance(cell, home),
        };
        if put.tiles < TILES {
            (0..CELLS).for_each(|cell| self.put(&put, cell));
            return;
        }
        let number = self.number(self.layout.set_number(put.set), self.orders[put.order]);
        // Numbers are known up to multiples of 16 pairs, and never fall below
        // the distance, nor by so much above it.
        let more = number.wrapping_sub((put.distance / 2) as u8) & 15;
        self.bytes[put.place / 2] |= more << (put.place % 2 * 4);
    }

    /// The bits of a number from the second on.
    fn number(&self, set: usize, order: u16) -> u8 {
        let orders_in_words = self.layout.orders.count().div_ceil(64);
        let word = set * orders_in_words + order as usize / 64;
        let words = &self.words[word * BLIND_BITS..][..BLIND_BITS];
        let bits = words.iter().map(|word| (word >> (order % 64)) as u8 & 1);
        bits.rev().fold(0, |all, bit| all << 1 | bit)
    }
}

/// The numbers of orders by how many of the tiles put before lie in lower
/// cells, for each tile from the first to the last.
fn orders(layout: &Layout) -> Vec<u16> {
    let number = |code: usize| {
        let mut rest = code;
        let mut lower = [0; TILES];
        for tiles in (0..TILES).rev() {
            lower[tiles] = rest % (tiles + 1);
            rest /= tiles + 1;
        }
        let mut order = Vec::with_capacity(TILES);
        for (tiles, lower) in lower.into_iter().enumerate() {
            order.insert(lower, tiles as u8);
        }
        layout.orders.number(&order) as u16
    };
    (0..layout.orders.count()).map(number).collect()
}

/// How far two cells are from each other in rows and columns.
fn distance(one: usize, other: usize) -> usize {
    (one / 5).abs_diff(other / 5) + (one % 5).abs_diff(other % 5)
}

impl<'a> Places<'a> {
    /// Looks at the tables of the 24-puzzle.
    pub fn new(partition: &'a Partition) -> Option<Self> {
        let blind = matches!(partition.kind, Kind::Blind(_));
        if !blind || partition.views.len() != VIEWS || partition.sums != SUMS {
            return None;
        }
        let mut tiles = [[Seen::default(); CELLS]; SUMS];
        for (index, view) in partition.views.iter().enumerate() {
            let homes = &partition.patterns[view.table].tiles;
            let seen_in_sum = &mut tiles[index / (VIEWS / SUMS)];
            for (seen, cell) in seen_in_sum.iter_mut().zip(view.cells) {
                // The blank's home is that of no tile.
                if let Some(digit) = homes.iter().position(|home| *home == cell) {
                    let weight = CELLS.pow((TILES - 1 - digit) as u32) as u32;
                    *seen = Seen {
                        view: index as u32,
                        weight,
                        steps: Move::ALL.map(|mv| step(&view.cells, mv).wrapping_mul(weight)),
                    };
                }
            }
        }
        let view = |index: usize| partition.patterns[partition.views[index].table].table();
        Some(Places {
            tables: std::array::from_fn(view),
            cells: std::array::from_fn(|index| partition.views[index].cells),
            tiles,
            distance: std::array::from_fn(|tile| {
                std::array::from_fn(|cell| match tile {
                    0 => 0,
                    tile => distance(tile, cell) as u8,
                })
            }),
        })
    }
}

/// What a move of a tile adds to the number of its cell in a view. Turning
/// and mirroring a board keep neighbours beside each other, so that it is the
/// same for all cells.
fn step(cells: &[u8; CELLS], mv: Move) -> u32 {
    const MIDDLE: usize = 12;
    let to = match mv {
        Move::Up => MIDDLE - 5,
        Move::Down => MIDDLE + 5,
        Move::Left => MIDDLE - 1,
        Move::Right => MIDDLE + 1,
    };
    u32::from(cells[to]).wrapping_sub(cells[MIDDLE].into())
}

impl Places<'_> {
    /// What a table says in a place.
    #[inline(always)]
    fn look_up(&self, view: usize, place: u32) -> u32 {
        u32::from(self.tables[view][place as usize / 2]) >> (place % 2 * 4) & 15
    }
}

/// The places of the two patterns that have a certain tile, and the sums.
#[derive(Clone, Copy)]
pub struct Change {
    places: [u32; SUMS],
    sums: [u8; SUMS],
}

impl<const ROOM: usize> Patterns<ROOM> for Places<'_> {
    type Lying = Lying;
    type Change = Change;

    fn start(&self, board: &Board<ROOM>) -> Lying {
        let mut lying = Lying {
            places: [0; VIEWS],
            sums: [0; SUMS],
        };
        for (cell, &tile) in board.tiles().iter().enumerate().filter(|(_, t)| **t > 0) {
            for sum in 0..SUMS {
                let seen = &self.tiles[sum][tile as usize];
                let cell_there = self.cells[seen.view as usize][cell];
                lying.places[seen.view as usize] += u32::from(cell_there) * seen.weight;
                lying.sums[sum] += self.distance[tile as usize][cell];
            }
        }
        for view in 0..VIEWS {
            let more = self.look_up(view, lying.places[view]);
            lying.places[view] |= more << PLACE_BITS;
            lying.sums[view / (VIEWS / SUMS)] += 2 * more as u8;
        }
        lying
    }

    #[inline(always)]
    fn look(&self, lying: &Lying, slide: Slide, most: u32) -> (Change, u32) {
        let distance = &self.distance[slide.tile as usize];
        let farther = distance[slide.to as usize].wrapping_sub(distance[slide.from as usize]);
        let mut change = Change {
            places: [0; SUMS],
            sums: lying.sums,
        };
        for sum in 0..SUMS {
            let seen = &self.tiles[sum][slide.tile as usize];
            let view = seen.view as usize % VIEWS;
            let old = lying.places[view];
            let place = (old & PLACE).wrapping_add(seen.steps[slide.mv.place()]);
            let more = self.look_up(view, place);
            change.places[sum] = place | more << PLACE_BITS;
            let pairs = more.wrapping_sub(old >> PLACE_BITS) as u8;
            change.sums[sum] = change.sums[sum]
                .wrapping_add(farther)
                .wrapping_add(pairs.wrapping_mul(2));
            if u32::from(change.sums[sum]) > most {
                return (change, change.sums[sum].into());
            }
        }
        (change, change.sums[0].max(change.sums[1]).into())
    }

    #[inline(always)]
    fn change(&self, lying: &mut Lying, tile: u8, change: Change) {
        lying.sums = change.sums;
        for (sum, place) in change.places.into_iter().enumerate() {
            let view = self.tiles[sum][tile as usize].view as usize;
            lying.places[view % VIEWS] = place;
        }
    }

    #[inline]
    fn estimate(&self, lying: &Lying) -> u32 {
        lying.sums[0].max(lying.sums[1]).into()
    }
}
