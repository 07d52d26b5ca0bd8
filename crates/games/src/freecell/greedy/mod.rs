//! A greedy best-first search on a packed position of its own. It remembers
//! positions by a fingerprint, so it can find solutions but prove nothing.

pub mod deal;
pub mod errands;
pub mod outlook;
pub mod table;

use super::board::{CELL, HOME, PackedMove, ROOT};
use super::bucket_queue::BucketQueue;
use super::rules::Position;
use super::score::Weights;
use super::visited::Visited;
use deal::Deal;
use engine::{Limit, Meter};
use errands::{CLEAR, DIG, Plan, is_hopeless};
use outlook::{Outlook, score};
use table::{Table, each, first, last};

/// How one quick search ended.
pub enum Ending {
    /// With all moves of a solution, moves home included.
    Solved(Vec<PackedMove>),
    /// Without one, within its quota.
    Quota,
    /// Because the budget of the whole solve is spent.
    Limit(Limit),
}

/// How a position of the search was reached.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    mv: PackedMove,
    depth: u16,
}

/// A move that was looked at and waits, linked to the next of its bucket.
#[derive(Clone, Copy)]
struct Waiting {
    parent: u32,
    next: u32,
    mv: PackedMove,
}

/// In place of where a waiting move goes: the moves of its parent from this
/// stage on.
const LATER: u8 = 57;

/// The moves that wait to be made, and the positions they lead to.
#[derive(Default)]
struct Frontier {
    visited: Visited,
    queue: BucketQueue,
    waiting: Vec<Waiting>,
    plan: Plan,
}

/// The position whose moves are listed.
struct Origin<'a> {
    deal: &'a Deal,
    table: &'a Table,
    outlook: Outlook<'a>,
    /// Its node, and what the moves made so far add to scores.
    at: u32,
    depth: i32,
    /// The best score among its moves, without that.
    best: i32,
    /// The moves looked at.
    looked: u64,
}

/// Why no more moves are looked at.
enum Stop {
    /// This one solves the game.
    Won(PackedMove),
    /// One gains so much that the others can wait.
    Enough,
}

impl Origin<'_> {
    /// Takes note of the score of a move.
    #[inline]
    fn compare(&mut self, score: i32) -> Result<(), Stop> {
        self.best = self.best.min(score);
        if score < self.outlook.score - self.deal.weights.gain {
            return Err(Stop::Enough);
        }
        Ok(())
    }
}

impl Frontier {
    /// Clears what the search before left.
    fn begin(&mut self, quota: usize) {
        self.visited.begin(quota * MOVES);
        self.queue.clear();
        self.waiting.clear();
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
    fn pop(&mut self) -> Option<Waiting> {
        let item = self.queue.pop(|item| self.waiting[item as usize].next)?;
        Some(self.waiting[item as usize])
    }

    /// Makes a move or an errand and the moves home that follow, and calls
    /// `each` with all of them.
    #[inline]
    fn carry_out(
        &mut self,
        deal: &Deal,
        table: &mut Table,
        mv: PackedMove,
        each: impl FnMut(PackedMove),
    ) {
        if mv.to < DIG {
            table.follow(deal, &[mv], each);
        } else {
            self.plan.make(deal, table, mv);
            table.follow(deal, &self.plan, each);
        }
    }

    /// Queues a move if it leads to a new position.
    #[inline(always)]
    fn look_at(&mut self, origin: &mut Origin, card: u8, to: u8) -> Result<(), Stop> {
        let mv = PackedMove { card, to };
        let (deal, table) = (origin.deal, origin.table);
        origin.looked += 1;
        let below = table.below(card);
        let score = if to == HOME || below < ROOT && table.sends_home(deal, below) {
            let mut made = *table;
            made.follow(deal, &[mv], |_| {});
            if !self.visited.insert(made.hash) {
                return Ok(());
            }
            if made.is_solved() {
                return Err(Stop::Won(mv));
            }
            score(deal, &made)
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
                (card >> 2) - (last(table.run(table.column(card))) >> 2) + 1
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
            let whole = (lead >> 2) - (top >> 2) < longest;
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
        let mut made = *origin.table;
        made.follow(origin.deal, &self.plan, |_| {});
        if !self.visited.insert(made.hash) {
            return Ok(());
        }
        if made.is_solved() {
            return Err(Stop::Won(mv));
        }
        let score = score(origin.deal, &made);
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
}

/// The search with its tables.
#[derive(Default)]
pub struct Greedy {
    frontier: Frontier,
    tables: Vec<Table>,
    nodes: Vec<Node>,
}

/// The table of positions has room for twice as many new ones a state.
const MOVES: usize = 10;

impl Greedy {
    /// Searches until a solution, or until `quota` positions were visited.
    /// Each is checked once, and once more if its moves into cells waited.
    pub fn search(
        &mut self,
        start: &Position,
        weights: &Weights,
        quota: usize,
        meter: &mut Meter,
    ) -> Ending {
        let deal = Deal::new(start, weights);
        let start = Table::new(&deal, start);
        let mut table = start;
        table.go_home(&deal, |_| {});
        self.begin(quota, table);
        if table.is_solved() {
            return Ending::Solved(self.solution(&deal, start, 0, None));
        }
        let (mut at, mut stage) = (0, 0);
        loop {
            if let Some(limit) = meter.check_state().or_else(|| self.hold(meter)) {
                return Ending::Limit(limit);
            }
            if let Err(last) = self.look_ahead(&deal, at, stage, meter) {
                return Ending::Solved(self.solution(&deal, start, at, Some(last)));
            }
            let Some(best) = self.frontier.pop() else {
                return Ending::Quota;
            };
            let put_off = best.mv.to == LATER;
            stage = if put_off { best.mv.card } else { 0 };
            at = if put_off {
                best.parent as usize
            } else if self.nodes.len() < quota {
                self.visit(&deal, best)
            } else {
                return Ending::Quota;
            };
        }
    }

    /// Queues what one move leads to from node `at`: all moves, or those that
    /// go into cells. Fails with the move that solves the game.
    #[inline]
    fn look_ahead(
        &mut self,
        deal: &Deal,
        at: usize,
        stage: u8,
        meter: &mut Meter,
    ) -> Result<(), PackedMove> {
        let table = &self.tables[at];
        let mut origin = Origin {
            deal,
            table,
            outlook: Outlook::new(deal, table),
            at: at as u32,
            depth: deal.weights.depth * i32::from(self.nodes[at].depth),
            best: i32::MAX,
            looked: 0,
        };
        let end = self.frontier.look_from(&mut origin, stage);
        meter.effort.generated += origin.looked;
        end
    }

    /// Clears what the search before left, and starts from a position.
    fn begin(&mut self, quota: usize, table: Table) {
        self.frontier.begin(quota);
        self.frontier.visited.insert(table.hash);
        self.tables.clear();
        self.tables.push(table);
        self.nodes.clear();
        self.nodes.push(Node {
            parent: 0,
            mv: PackedMove::default(),
            depth: 0,
        });
    }

    /// Makes a waiting move; the position it leads to becomes a node.
    #[inline]
    fn visit(&mut self, deal: &Deal, best: Waiting) -> usize {
        let parent = best.parent as usize;
        self.tables.push(self.tables[parent]);
        let table = self.tables.last_mut().expect("just pushed");
        self.frontier.carry_out(deal, table, best.mv, |_| {});
        let depth = self.nodes[parent].depth + 1;
        self.nodes.push(Node {
            parent: best.parent,
            mv: best.mv,
            depth,
        });
        self.nodes.len() - 1
    }

    /// All moves to node `at` and the last one, moves home spelled out.
    fn solution(
        &mut self,
        deal: &Deal,
        mut table: Table,
        mut at: usize,
        last: Option<PackedMove>,
    ) -> Vec<PackedMove> {
        let mut path: Vec<PackedMove> = last.into_iter().collect();
        while at != 0 {
            path.push(self.nodes[at].mv);
            at = self.nodes[at].parent as usize;
        }
        let mut all = Vec::with_capacity(path.len() + 52);
        table.go_home(deal, |card| all.push(PackedMove { card, to: HOME }));
        for &mv in path.iter().rev() {
            self.frontier
                .carry_out(deal, &mut table, mv, |mv| all.push(mv));
        }
        all
    }

    fn hold(&self, meter: &mut Meter) -> Option<Limit> {
        let bytes = self.tables.len() * (size_of::<Table>() + size_of::<Node>())
            + self.frontier.waiting.len() * size_of::<Waiting>()
            + self.frontier.visited.bytes();
        meter.hold(bytes as u64)
    }
}

impl Frontier {
    /// Looks at moves stage by stage. The rest is put off once a move clearly
    /// gains.
    #[inline]
    fn look_from(&mut self, origin: &mut Origin, mut stage: u8) -> Result<(), PackedMove> {
        let now = origin.outlook.score;
        while stage < 4 {
            let end = match stage {
                0 => self.look_at_runs(origin),
                1 => self.look_at_clears(origin),
                2 => self.look_at_digs(origin),
                _ => self.look_at_cells(origin),
            };
            match end {
                Err(Stop::Won(mv)) => return Err(mv),
                Ok(()) => stage += 1,
                Err(Stop::Enough) => {}
            }
            if origin.best < now - origin.deal.weights.gain && stage < 4 {
                let mv = PackedMove {
                    card: stage,
                    to: LATER,
                };
                self.push(origin.at, mv, now + origin.depth);
                return Ok(());
            }
        }
        Ok(())
    }
}
