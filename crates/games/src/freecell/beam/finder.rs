//! Looks at the moves of a position, and finds those that lead to new
//! positions which the next generation of a beam may keep.

use super::super::board::{CELL, HOME, PackedMove, ROOT, rank};
use super::super::greedy::deal::Deal;
use super::super::greedy::table::{Table, each, first, last};
use super::super::layout::ALL;
use super::super::visited::Visited;
use super::candidates::Candidates;
use super::ground::Ground;
use super::outlook::{Lifted, Outlook, Worth};

/// The position whose moves are looked at.
pub struct Origin<'a> {
    ground: &'a Ground,
    deal: &'a Deal,
    table: &'a Table,
    outlook: Outlook<'a>,
    /// The cards that go home as soon as they are free.
    homeward: u64,
    /// Its place in its generation.
    parent: usize,
    /// A solution has fewer moves than this after the next.
    left: usize,
}

impl<'a> Origin<'a> {
    /// Position `parent` of its generation, with this outlook; a solution has
    /// fewer moves than `left` after the next.
    #[inline(always)]
    pub fn new(ground: &'a Ground, outlook: Outlook<'a>, parent: usize, left: usize) -> Self {
        let (deal, table) = (&ground.deal, outlook.table);
        let mut homeward = table.next & ALL;
        if !deal.weights.greedy && !ground.scale.waits {
            each(homeward, |card| {
                if !table.sends_home(deal, card) {
                    homeward ^= 1 << card;
                }
            });
        }
        Origin {
            ground,
            deal,
            table,
            outlook,
            homeward,
            parent,
            left,
        }
    }

    /// Whether a card goes home once the run that this one leads is gone.
    #[inline(always)]
    fn frees(&self, card: u8) -> bool {
        self.homeward >> (self.table.below(card) & 63) & 1 == 1
    }
}

/// A position that was of use when it was found, and is not looked up yet.
struct Found {
    hash: u64,
    parent: u32,
    mv: PackedMove,
    worth: Worth,
}

/// How many positions are looked up or made at once.
pub const BATCH: usize = 32;
/// A table with more entries than these, of four bytes each, is not small.
const SMALL: usize = 1 << 17;

/// Looks at moves, and gathers what they lead to.
#[derive(Default)]
pub struct Finder {
    /// The positions found so far that were of use.
    pub visited: Visited,
    /// The positions that the next generation may keep.
    pub candidates: Candidates,
    found: Vec<Found>,
    /// Whether the table of known positions is small enough for the caches.
    pub is_small: bool,
}

impl Finder {
    /// Forgets all positions, and makes room for so many entries.
    pub fn begin(&mut self, slots: usize) {
        self.visited.begin(slots);
        self.found.clear();
        self.is_small = slots <= SMALL;
    }

    /// Looks at all moves of a position and counts them: the longest part of a
    /// run that can go onto a card; into an empty column the whole run, or
    /// else its last card; single cards into cells and home. Fails with the
    /// move that solves the game.
    #[inline]
    pub fn look_from(&mut self, origin: &Origin, looked: &mut u64) -> Result<(), PackedMove> {
        let (table, outlook) = (origin.table, &origin.outlook);
        let mut ready = table.ready();
        // Cards that wait were sent home before, and do not wait in cells.
        let waiting = if origin.ground.scale.waits { ready } else { 0 };
        ready ^= waiting;
        while ready != 0 {
            *looked += 1;
            self.look_at_made(origin, last(ready), HOME)?;
            ready &= ready - 1;
        }
        self.look_at_cards(origin, looked)?;
        if table.free > 0 {
            let mut exposed = table.exposed & !waiting;
            while exposed != 0 {
                let card = last(exposed);
                exposed &= exposed - 1;
                *looked += 1;
                if origin.frees(card) {
                    self.look_at_made(origin, card, CELL)?;
                } else {
                    let worth = outlook.in_cell(&outlook.off_column(card, 1));
                    self.offer(origin, card, CELL, worth);
                }
            }
        }
        if table.empty > 0 {
            self.look_at_empty(origin, looked)?;
        }
        Ok(())
    }

    /// Looks at the moves onto cards.
    #[inline(always)]
    fn look_at_cards(&mut self, origin: &Origin, looked: &mut u64) -> Result<(), PackedMove> {
        let (deal, table, outlook) = (origin.deal, origin.table, &origin.outlook);
        let longest = deal.longest_run(table.free, table.empty);
        let mut fitting = deal.takers(table.exposed) & (table.in_runs() | table.cells);
        while fitting != 0 {
            let card = last(fitting);
            fitting &= fitting - 1;
            let from = if table.below(card) == CELL {
                outlook.out_of_cell(card)
            } else {
                let count = rank(card) - rank(last(table.run(table.column(card)))) + 1;
                if count > longest {
                    continue;
                }
                outlook.off_column(card, count)
            };
            let frees = origin.frees(card);
            let mut onto = deal.fits_on[(card & 63) as usize] & table.exposed;
            while onto != 0 {
                let to = last(onto);
                onto &= onto - 1;
                *looked += 1;
                if frees {
                    self.look_at_made(origin, card, to)?;
                } else {
                    self.offer(origin, card, to, outlook.on_card(&from, to));
                }
            }
        }
        Ok(())
    }

    /// Looks at the moves into an empty column.
    #[inline]
    fn look_at_empty(&mut self, origin: &Origin, looked: &mut u64) -> Result<(), PackedMove> {
        let (deal, table, outlook) = (origin.deal, origin.table, &origin.outlook);
        let mut held = table.cells & deal.fits_empty;
        while held != 0 {
            let from = outlook.out_of_cell(last(held));
            held &= held - 1;
            self.look_into_empty(origin, &from, looked)?;
        }
        let longest = deal.longest_run(table.free, table.empty - 1);
        let mut exposed = table.exposed;
        while exposed != 0 {
            let top = last(exposed);
            exposed &= exposed - 1;
            let lead = first(table.run(table.column(top)));
            let count = rank(lead) - rank(top) + 1;
            let (card, count) = if count <= longest {
                (lead, count)
            } else {
                (top, 1)
            };
            if table.below(card) != ROOT && deal.fits_empty >> card & 1 == 1 {
                let from = outlook.off_column(card, count);
                self.look_into_empty(origin, &from, looked)?;
            }
        }
        Ok(())
    }

    /// Looks at the move of these cards into an empty column.
    #[inline(always)]
    fn look_into_empty(
        &mut self,
        origin: &Origin,
        from: &Lifted,
        looked: &mut u64,
    ) -> Result<(), PackedMove> {
        *looked += 1;
        if origin.frees(from.card) {
            return self.look_at_made(origin, from.card, ROOT);
        }
        let worth = origin.outlook.in_column(from);
        self.offer(origin, from.card, ROOT, worth);
        Ok(())
    }

    /// Adds what a move leads to that no move home follows, if it is of use
    /// and new.
    #[inline(always)]
    fn offer(&mut self, origin: &Origin, card: u8, to: u8, worth: Worth) {
        if usize::from(worth.blocked) < origin.left && self.candidates.is_useful(worth.score) {
            let hash = origin.table.hash_after(card, to);
            self.add(origin, PackedMove { card, to }, worth, hash);
        }
    }

    /// Adds a position that is of use, if it is new; with a large table later,
    /// in [`Self::look_up`].
    #[inline(always)]
    fn add(&mut self, origin: &Origin, mv: PackedMove, worth: Worth, hash: u64) {
        let parent = origin.parent as u32;
        if self.is_small {
            if self.visited.insert(hash) {
                self.candidates.push(parent, mv, worth);
            }
            return;
        }
        self.found.push(Found {
            hash,
            parent,
            mv,
            worth,
        });
        if self.found.len() == BATCH {
            self.look_up();
        }
    }

    /// Adds the positions found that are still of use and new, in the order in
    /// which they were found. The table of a wide beam is far larger than any
    /// cache: its entries are fetched for all of them first, so that the
    /// processor waits for memory once and not for each.
    #[inline(never)]
    pub fn look_up(&mut self) {
        let fetched = self
            .found
            .iter()
            .fold(0, |any, found| any | self.visited.entry(found.hash));
        std::hint::black_box(fetched);
        for found in self.found.drain(..) {
            if self.candidates.is_useful(found.worth.score) && self.visited.insert(found.hash) {
                self.candidates.push(found.parent, found.mv, found.worth);
            }
        }
    }

    /// Looks at a move home or one that moves home follow.
    #[inline(never)]
    fn look_at_made(&mut self, origin: &Origin, card: u8, to: u8) -> Result<(), PackedMove> {
        let mv = PackedMove { card, to };
        let mut made = *origin.table;
        origin.ground.follow(&mut made, &[mv], |_| {});
        let hash = made.hash;
        // It is worth what it becomes for free.
        if origin.ground.scale.waits {
            origin.ground.send_all_home(&mut made, |_| {});
        }
        if made.is_solved() {
            return Err(mv);
        }
        let worth = Worth::of(origin.ground, &made);
        if usize::from(worth.blocked) < origin.left && self.candidates.is_useful(worth.score) {
            self.add(origin, mv, worth, hash);
        }
        Ok(())
    }
}
