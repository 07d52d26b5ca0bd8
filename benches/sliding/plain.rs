//! The yardstick for the 24-puzzle.

use games::internals::sliding::{Board, Move, Partition};

/// Iterative-deepening A* for the 24-puzzle as plainly as it can be written:
/// recursive, with a byte for every place of six tiles, and a place counted
/// anew from the cells of its tiles.
pub struct PlainSearch<'a> {
    partition: &'a Partition,
    tables: Vec<Vec<u8>>,
    /// By sum and tile: the view that has the tile.
    view_of: [[usize; 25]; 2],
    /// By view: its tiles.
    tiles: Vec<Vec<u8>>,
    /// The cell of each tile.
    cells: [u8; 25],
    board: [u8; 25],
    /// Nodes generated for the board solved last.
    pub nodes: u64,
}

impl<'a> PlainSearch<'a> {
    /// With the tables of a partition.
    pub fn new(partition: &'a Partition) -> Self {
        let distance = |tile: usize, cell: usize| {
            (tile / 5).abs_diff(cell / 5) + (tile % 5).abs_diff(cell % 5)
        };
        let whole = partition.patterns.iter().map(|pattern| {
            let number = |place: usize| {
                let mut rest = place;
                let homes = pattern.tiles.iter().rev();
                let distances = homes.map(|&tile| {
                    let cell = rest % 25;
                    rest /= 25;
                    distance(tile.into(), cell)
                });
                let distances: usize = distances.sum();
                let more = pattern.table()[place / 2] >> (place % 2 * 4) & 15;
                distances as u8 + 2 * more
            };
            (0..25usize.pow(6)).map(number).collect()
        });
        let mut view_of = [[0; 25]; 2];
        let mut tiles = Vec::new();
        for (index, view) in partition.views.iter().enumerate() {
            let homes = &partition.patterns[view.table].tiles;
            let tile = |home: &u8| (1..25).find(|&tile| view.cells[tile as usize] == *home);
            let own: Vec<u8> = homes
                .iter()
                .map(|home| tile(home).expect("a tile"))
                .collect();
            own.iter()
                .for_each(|&tile| view_of[index / 4][tile as usize] = index);
            tiles.push(own);
        }
        PlainSearch {
            partition,
            tables: whole.collect(),
            view_of,
            tiles,
            cells: [0; 25],
            board: [0; 25],
            nodes: 0,
        }
    }

    fn number(&self, view: usize) -> u8 {
        let seen = &self.partition.views[view];
        let digits = self.tiles[view].iter();
        let place = digits.fold(0, |place, &tile| {
            place * 25 + seen.cells[self.cells[tile as usize] as usize] as usize
        });
        self.tables[seen.table][place]
    }

    /// The fewest moves.
    pub fn solve(&mut self, start: &Board) -> usize {
        self.board.copy_from_slice(start.tiles());
        for (cell, &tile) in start.tiles().iter().enumerate() {
            self.cells[tile as usize] = cell as u8;
        }
        self.nodes = 0;
        let numbers: [u8; 8] = std::array::from_fn(|view| self.number(view));
        let sum = |range: std::ops::Range<usize>| numbers[range].iter().sum::<u8>();
        let sums = [sum(0..4), sum(4..8)];
        let mut bound = sums[0].max(sums[1]);
        loop {
            let mut next = u8::MAX;
            if self.visit(numbers, sums, 0, bound, &mut next, None) {
                return bound.into();
            }
            bound = next;
        }
    }

    fn visit(
        &mut self,
        numbers: [u8; 8],
        sums: [u8; 2],
        made: u8,
        bound: u8,
        next: &mut u8,
        last: Option<Move>,
    ) -> bool {
        let blank = self.cells[0] as usize;
        for mv in Move::ALL {
            let from = match mv {
                Move::Down if blank >= 5 => blank - 5,
                Move::Right if !blank.is_multiple_of(5) => blank - 1,
                Move::Left if blank % 5 < 4 => blank + 1,
                Move::Up if blank < 20 => blank + 5,
                _ => continue,
            };
            if last.is_some_and(|last| last.back() == mv) {
                continue;
            }
            self.nodes += 1;
            let tile = self.board[from] as usize;
            self.cells[tile] = blank as u8;
            let (mut numbers, mut sums) = (numbers, sums);
            for (sum, views) in sums.iter_mut().zip(&self.view_of) {
                let view = views[tile];
                let number = self.number(view);
                *sum = *sum + number - numbers[view];
                numbers[view] = number;
            }
            let estimate = sums[0].max(sums[1]);
            let mut found = false;
            if made + 1 + estimate > bound {
                *next = (*next).min(made + 1 + estimate);
            } else {
                self.board[blank] = tile as u8;
                self.cells[0] = from as u8;
                found = estimate == 0 || self.visit(numbers, sums, made + 1, bound, next, Some(mv));
                self.board[from] = tile as u8;
                self.cells[0] = blank as u8;
            }
            self.cells[tile] = from as u8;
            if found {
                return true;
            }
        }
        false
    }
}
