//! The orders in which a pattern's tiles lie, read cell by cell, each with a
//! number. A tile that slides along its row keeps the order; one that slides
//! along its column passes the tiles between, which is a step in a table.

/// Most tiles of a pattern: their orders fit into 16 bits.
pub const MOST_TILES: usize = 8;

/// All orders of some tiles, and what becomes of them as a tile passes others.
pub struct Orders {
    tiles: usize,
    count: usize,
    /// By place before, place after and order.
    passed: Vec<u16>,
}

impl Orders {
    /// All orders of that many tiles.
    pub fn new(tiles: usize) -> Orders {
        debug_assert!((1..=MOST_TILES).contains(&tiles));
        let count = (1..=tiles).product();
        let mut orders = Orders {
            tiles,
            count,
            passed: vec![0; tiles * tiles * count],
        };
        for number in 0..count {
            let order = orders.order(number);
            for from in 0..tiles {
                // One place at a time, in either direction: two neighbours
                // change places.
                for ahead in [false, true] {
                    let mut moved = order;
                    let mut at = from;
                    loop {
                        let index = (from * tiles + at) * count + number;
                        orders.passed[index] = orders.number(&moved[..tiles]) as u16;
                        let next = match ahead {
                            true => at + 1,
                            false => at.wrapping_sub(1),
                        };
                        if next >= tiles {
                            break;
                        }
                        moved.swap(at, next);
                        at = next;
                    }
                }
            }
        }
        orders
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of an order; the sorted one is 0. Tiles are counted from 0.
    pub fn number(&self, order: &[u8]) -> usize {
        let mut number = 0;
        for (index, tile) in order.iter().enumerate() {
            let smaller = order[index + 1..].iter().filter(|t| *t < tile).count();
            number = number * (self.tiles - index) + smaller;
        }
        number
    }

    /// The order of a number.
    pub fn order(&self, mut number: usize) -> [u8; MOST_TILES] {
        let mut order = [0; MOST_TILES];
        for index in (0..self.tiles).rev() {
            let base = self.tiles - index;
            order[index] = (number % base) as u8;
            number /= base;
            // The places before are counted among one tile less.
            for later in index + 1..self.tiles {
                order[later] += u8::from(order[later] >= order[index]);
            }
        }
        order
    }

    /// The order after the tile in one place has gone to another.
    #[inline]
    pub fn passed(&self, order: usize, from: usize, to: usize) -> usize {
        self.passed[(from * self.tiles + to) * self.count + order] as usize
    }

    /// [`Orders::passed`] for all orders.
    pub fn all_passed(&self, from: usize, to: usize) -> &[u16] {
        let at = (from * self.tiles + to) * self.count;
        &self.passed[at..at + self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_numbers_agree() {
        for tiles in 1..=6 {
            let orders = Orders::new(tiles);
            for number in 0..orders.count() {
                assert_eq!(orders.number(&orders.order(number)[..tiles]), number);
                for from in 0..tiles {
                    for to in 0..tiles {
                        let there = orders.passed(number, from, to);
                        assert_eq!(orders.passed(there, to, from), number);
                    }
                }
            }
            let sorted: Vec<u8> = (0..tiles as u8).collect();
            assert_eq!(orders.number(&sorted), 0);
        }
    }
}
