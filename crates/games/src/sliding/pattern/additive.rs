//! The heuristic that a partition makes: the sum of its patterns' moves, or
//! the larger of that sum and the mirrored board's. A move of a tile changes
//! one pattern of each sum.

use super::partition::Partition;
use super::table::{Kind, Lies, Open};
use super::{Patterns, Slide};
use crate::sliding::rules::Board;

/// A partition whose tables know the blank's zone, at hand for one search,
/// with as many views in as many sums.
pub struct Additive<'a, const VIEWS: usize, const SUMS: usize> {
    views: [Seen<'a>; VIEWS],
    /// By sum and tile: the view that has the tile.
    view_of: [[u8; 25]; SUMS],
}

struct Seen<'a> {
    open: Open<'a>,
    cells: [u8; 25],
}

/// How the tiles of all views lie, and the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lying<const VIEWS: usize, const SUMS: usize> {
    lies: [Lies; VIEWS],
    sums: [u8; SUMS],
}

impl<'a, const VIEWS: usize, const SUMS: usize> Additive<'a, VIEWS, SUMS> {
    /// Looks at a partition that has this many views and sums.
    pub fn new(partition: &'a Partition) -> Option<Self> {
        if partition.sums != SUMS || partition.kind != Kind::Zoned {
            return None;
        }
        let seen: Vec<Seen> = partition
            .views
            .iter()
            .map(|view| Seen {
                open: partition.patterns[view.table].open(),
                cells: view.cells,
            })
            .collect();
        let mut view_of = [[0; 25]; SUMS];
        for (index, view) in partition.views.iter().enumerate() {
            let tiles = &partition.patterns[view.table].tiles;
            for (tile, home) in view.cells.iter().enumerate() {
                if tiles.contains(home) {
                    view_of[index / (VIEWS / SUMS)][tile] = index as u8;
                }
            }
        }
        Some(Additive {
            views: seen.try_into().ok()?,
            view_of,
        })
    }

    fn lies<const ROOM: usize>(&self, board: &Board<ROOM>, view: usize) -> Lies {
        let Seen { open, cells } = &self.views[view];
        let homes = &open.tiles();
        let mut at = vec![0; homes.len()];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            // The blank's home is that of no tile.
            let index = homes.iter().position(|&home| home == cells[tile as usize]);
            if let Some(index) = index.filter(|_| tile > 0) {
                at[index] = cells[cell] as usize;
            }
        }
        open.lies(&at, cells[board.blank()] as usize)
    }
}

/// How the tiles of the patterns that have a certain tile lie, one a sum, and
/// the sums.
#[derive(Clone, Copy)]
pub struct Change<const SUMS: usize> {
    lies: [Lies; SUMS],
    sums: [u8; SUMS],
}

impl<const ROOM: usize, const VIEWS: usize, const SUMS: usize> Patterns<ROOM>
    for Additive<'_, VIEWS, SUMS>
{
    type Lying = Lying<VIEWS, SUMS>;
    type Change = Change<SUMS>;

    fn start(&self, board: &Board<ROOM>) -> Self::Lying {
        let lies: [Lies; VIEWS] = std::array::from_fn(|view| self.lies(board, view));
        let in_sum = VIEWS / SUMS;
        let sum = |sum: usize| {
            lies[sum * in_sum..(sum + 1) * in_sum]
                .iter()
                .map(|l| l.moves)
                .sum()
        };
        Lying {
            lies,
            sums: std::array::from_fn(sum),
        }
    }

    /// A sum that is too large by itself saves the look-up of the other.
    #[inline(always)]
    fn look(&self, lying: &Self::Lying, slide: Slide, most: u32) -> (Self::Change, u32) {
        let mut change = Change {
            lies: [Lies::default(); SUMS],
            sums: lying.sums,
        };
        let mut largest = 0;
        for sum in 0..SUMS {
            let index = self.view_of[sum][slide.tile as usize] as usize;
            let (view, old) = (&self.views[index], lying.lies[index]);
            let cell = |cell: u8| view.cells[cell as usize] as usize;
            let new = view.open.slid(old, cell(slide.from), cell(slide.to));
            change.lies[sum] = new;
            change.sums[sum] = change.sums[sum] + new.moves - old.moves;
            largest = largest.max(change.sums[sum].into());
            if largest > most {
                break;
            }
        }
        (change, largest)
    }

    #[inline(always)]
    fn change(&self, lying: &mut Self::Lying, tile: u8, change: Self::Change) {
        lying.sums = change.sums;
        for (sum, lies) in change.lies.into_iter().enumerate() {
            lying.lies[self.view_of[sum][tile as usize] as usize] = lies;
        }
    }

    #[inline]
    fn estimate(&self, lying: &Self::Lying) -> u32 {
        let largest = lying.sums.iter().max().copied();
        largest.unwrap_or_default().into()
    }
}
