//! The moves that wait to be made, best first, and the positions that they lead
//! to. The moves of a position are looked at in stages: runs, clearing columns,
//! digging for cards, single cards into cells. Once one clearly gains, the
//! rest wait: most positions are left by the first such move.

use super::super::board::{CELL, HOME, PackedMove, ROOT, rank};
use super::super::bucket_queue::BucketQueue;
use super::super::visited::Visited;
use super::deal::Deal;
use super::errands::{CLEAR, DIG, Plan, is_hopeless};
use super::outlook::{Outlook, score};
use super::table::{Table, first, last};

/// A move that was looked at and waits, linked to the next of its bucket.
#[derive(Clone, Copy)]
pub struct Waiting {
    /// The node that it starts from.
    pub parent: u32,
    next: u32,
    /// The move, an errand, or [`LATER`].
    pub mv: PackedMove,
}

/// In place of where a waiting move goes: the moves of its parent from this
/// stage on.
pub const LATER: u8 = 57;

/// The slots for positions that a search has for each check. Short ones may
/// find ten new positions a check; in long ones most were seen before.
const SLOTS: usize = 20;
const LONG: usize = 10_000;
const LONG_SLOTS: usize = 7;

/// The moves that wait to be made, and the positions they lead to.
#[derive(Default)]
pub struct Frontier {
    visited: Visited,
    queue: BucketQueue,
    waiting: Vec<Waiting>,
    plan: Plan,
    made: Made,
}

/// The move or errand that was made last to be looked at: mostly it is the one
/// that the search goes on with.
#[derive(Default)]
struct Made {
    parent: u32,
    mv: PackedMove,
    table: Option<Table>,
    moves: Vec<PackedMove>,
}

impl Made {
    /// Makes moves from a position, and the moves home that follow.
    #[inline]
    fn make(&mut self, origin: &Origin, mv: PackedMove, path: &[PackedMove]) -> &Table {
        (self.parent, self.mv) = (origin.at, mv);
        self.moves.clear();
        let table = self.table.insert(*origin.table);
        table.follow(origin.deal, path, |mv| self.moves.push(mv));
        table
    }

    /// Where this move of a node leads, if it was the last one made.
    #[inline]
    fn get(&self, parent: u32, mv: PackedMove) -> Option<Table> {
        self.table
            .filter(|_| (self.parent, self.mv) == (parent, mv))
    }
}

/// The position whose moves are listed.
pub struct Origin<'a> {
    deal: &'a Deal,
    table: &'a Table,
    outlook: Outlook<'a>,
    /// Its node, and what the moves made so far add to scores.
    at: u32,
    depth: i32,
    /// The moves looked at.
    pub looked: u64,
}

/// Why no more moves are looked at.
enum Stop {
    /// This one solves the game.
    Won(PackedMove),
    /// One gains so much that the others can wait.
    Enough,
}

impl<'a> Origin<'a> {
    /// Node `at`, with this position, and what the moves made so far add to
    /// scores.
    #[inline(always)]
    pub fn new(deal: &'a Deal, table: &'a Table, at: usize, depth: i32) -> Self {
        Origin {
            deal,
            table,
            outlook: Outlook::new(deal, table),
            at: at as u32,
            depth,
            looked: 0,
        }
    }

    /// Stops at a move with this score if it clearly gains.
    #[inline]
    fn compare(&self, score: i32) -> Result<(), Stop> {
        if score < self.outlook.score - self.deal.weights.gain {
            return Err(Stop::Enough);
        }
        Ok(())
    }
}

impl Frontier {
    /// Clears what the search before left, for one of so many positions that
    /// starts from the one with this hash.
    pub fn begin(&mut self, quota: usize, start: u64) {
        let slots = if quota < LONG { SLOTS } else { LONG_SLOTS };
        self.visited.begin_small(quota * slots);
        self.waiting.clear();
        self.visited.insert(start);
        self.queue.clear();
        self.made.table = None;
        // Item 0 is none.
        self.push(0, PackedMove::default(), 0);
    }

    #[inline]
    fn push(&mut self, parent: u32, mv: PackedMove, score: i32) {
        let item = self.waiting.len() as u32;
        let next = self.queue.push(score, item);
        self.waiting.push(Waiting { parent, next, mv });
    }

    /// The best waiting move.
    #[inline]
    pub fn pop(&mut self) -> Option<Waiting> {
        let item = self.queue.pop(|item| self.waiting[item as usize].next)?;
        Some(self.waiting[item as usize])
    }

    /// Where a move or an errand of node `parent`, with this position, leads;
    /// all moves that are made, moves home included, go onto the trail.
    #[inline]
    pub fn carry_out(
        &mut self,
        deal: &Deal,
        (parent, table): (u32, &Table),
        mv: PackedMove,
        trail: &mut Vec<PackedMove>,
    ) -> Table {
        if let Some(table) = self.made.get(parent, mv) {
            trail.extend_from_slice(&self.made.moves);
            return table;
        }
        let mut table = *table;
        if mv.to < DIG {
            table.follow(deal, &[mv], |mv| trail.push(mv));
        } else {
            self.plan.make(deal, &table, mv);
            table.follow(deal, &self.plan, |mv| trail.push(mv));
        }
        table
    }

    /// Queues a move if it leads to a new position.
    #[inline(always)]
    fn look_at(&mut self, origin: &mut Origin, card: u8, to: u8) -> Result<(), Stop> {
        let mv = PackedMove { card, to };
        let (deal, table) = (origin.deal, origin.table);
        origin.looked += 1;
        let below = table.below(card);
        let score = if to == HOME || below < ROOT && table.sends_home(deal, below) {
            let made = self.made.make(origin, mv, &[mv]);
            if !self.visited.insert(made.hash) {
                return Ok(());
            }
            if made.is_solved() {
                return Err(Stop::Won(mv));
            }
            score(deal, made)
        } else {
            if !self.visited.insert(table.hash_after(card, to)) {
                return Ok(());
            }
            origin.outlook.score_after(mv, below)
        };
        self.push(origin.at, mv, score + origin.depth);
        origin.compare(score)
    }

    /// Looks at all moves of whole runs, moves home and moves out of cells:
    /// the longest part of a run that can go onto a card; into an empty column
    /// the whole run, or else its last card.
    #[inline]
    fn look_at_runs(&mut self, origin: &mut Origin) -> Result<(), Stop> {
        let (deal, table) = (origin.deal, origin.table);
        let mut ready = table.ready();
        while ready != 0 {
            self.look_at(origin, last(ready), HOME)?;
            ready &= ready - 1;
        }
        let longest = deal.longest_run(table.free, table.empty);
        let mut fitting = deal.takers(table.exposed) & (table.in_runs() | table.cells);
        while fitting != 0 {
            let card = last(fitting);
            fitting &= fitting - 1;
            let length = if table.below(card) == CELL {
                1
            } else {
                rank(card) - rank(last(table.run(table.column(card)))) + 1
            };
            if length > longest {
                continue;
            }
            let mut onto = deal.fits_on[(card & 63) as usize] & table.exposed;
            while onto != 0 {
                self.look_at(origin, card, last(onto))?;
                onto &= onto - 1;
            }
        }
        if table.empty > 0 {
            self.look_at_empty(origin)?;
        }
        Ok(())
    }

    /// Looks at the moves into an empty column.
    fn look_at_empty(&mut self, origin: &mut Origin) -> Result<(), Stop> {
        let (deal, table) = (origin.deal, origin.table);
        let mut held = table.cells & deal.fits_empty;
        while held != 0 {
            self.look_at(origin, last(held), ROOT)?;
            held &= held - 1;
        }
        let longest = deal.longest_run(table.free, table.empty - 1);
        let mut exposed = table.exposed;
        while exposed != 0 {
            let top = last(exposed);
            exposed &= exposed - 1;
            let lead = first(table.run(table.column(top)));
            let whole = rank(lead) - rank(top) < longest;
            let card = if whole { lead } else { top };
            if table.below(card) != ROOT && deal.fits_empty >> card & 1 == 1 {
                self.look_at(origin, card, ROOT)?;
            }
        }
        Ok(())
    }

    /// Looks at digging for the next card of each suit.
    #[inline]
    fn look_at_digs(&mut self, origin: &mut Origin) -> Result<(), Stop> {
        let (deal, table) = (origin.deal, origin.table);
        for suit in 0..4u8 {
            let card = 4 * table.home[suit as usize] + suit;
            let mv = PackedMove { card, to: DIG };
            if table.below(card) <= ROOT
                && table.depth(deal, card) > 1
                && !is_hopeless(deal, table, mv)
            {
                self.look_at_errand(origin, mv)?;
            }
        }
        Ok(())
    }

    /// Looks at clearing each column.
    #[inline]
    fn look_at_clears(&mut self, origin: &mut Origin) -> Result<(), Stop> {
        let (deal, table) = (origin.deal, origin.table);
        let mut exposed = table.exposed;
        while exposed != 0 {
            let card = last(exposed);
            exposed &= exposed - 1;
            let mv = PackedMove { card, to: CLEAR };
            if table.height(table.column(card)) > 1 && !is_hopeless(deal, table, mv) {
                self.look_at_errand(origin, mv)?;
            }
        }
        Ok(())
    }

    /// Queues an errand if it can be done and leads to a new position.
    #[inline(never)]
    fn look_at_errand(&mut self, origin: &mut Origin, mv: PackedMove) -> Result<(), Stop> {
        let done = self.plan.make(origin.deal, origin.table, mv);
        origin.looked += self.plan.len() as u64;
        if !done {
            return Ok(());
        }
        // A single move onto a card was looked at before.
        if self.plan.len() == 1 && self.plan[0].to < ROOT {
            return Ok(());
        }
        let made = self.made.make(origin, mv, &self.plan);
        if !self.visited.insert(made.hash) {
            return Ok(());
        }
        if made.is_solved() {
            return Err(Stop::Won(mv));
        }
        let score = score(origin.deal, made);
        self.push(origin.at, mv, score + origin.depth);
        origin.compare(score)
    }

    /// Looks at the moves into cells.
    #[inline]
    fn look_at_cells(&mut self, origin: &mut Origin) -> Result<(), Stop> {
        let free = origin.table.free > 0;
        let mut exposed = if free { origin.table.exposed } else { 0 };
        while exposed != 0 {
            self.look_at(origin, last(exposed), CELL)?;
            exposed &= exposed - 1;
        }
        Ok(())
    }

    /// The bytes that this search uses.
    pub fn bytes(&self) -> usize {
        self.waiting.len() * size_of::<Waiting>() + self.visited.bytes()
    }

    /// Looks at moves from this stage on. Fails with the one that solves the
    /// game.
    #[inline]
    pub fn look_from(&mut self, origin: &mut Origin, mut stage: u8) -> Result<(), PackedMove> {
        loop {
            let end = match stage {
                0 => self.look_at_runs(origin),
                1 => self.look_at_clears(origin),
                2 => self.look_at_digs(origin),
                3 => self.look_at_cells(origin),
                _ => return Ok(()),
            };
            match end {
                Ok(()) => stage += 1,
                Err(Stop::Won(mv)) => return Err(mv),
                Err(Stop::Enough) => {
                    let mv = PackedMove {
                        card: stage,
                        to: LATER,
                    };
                    self.push(origin.at, mv, origin.outlook.score + origin.depth);
                    return Ok(());
                }
            }
        }
    }
}
