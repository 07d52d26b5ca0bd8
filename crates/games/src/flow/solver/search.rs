//! The search: decide an edge, draw conclusions, and learn from every
//! contradiction a clause that rules it out for good. Complete, and free of
//! any assumption on what solutions look like: tight turns are left out at
//! first, since few solutions have any, and let in once all others are
//! refuted.

use super::exchange::Exchanges;
use super::lit::Lit;
use super::order::Order;
use super::trail::{Reason, Trail, UNSET};
use engine::{Limit, Meter};

/// A search under way.
pub struct Search {
    /// What is known.
    pub trail: Trail,
    pub(super) order: Order,
    /// Whether tight turns are still left out.
    strict: bool,
    /// Whether patterns that can be exchanged are ruled out.
    canonical: bool,
    /// Whether a solution was found or given.
    found: bool,
    /// Nothing more can be found.
    pub(super) exhausted: bool,
    pub(super) seen: Vec<bool>,
    pub(super) learnt: Vec<Lit>,
    pub(super) dropped: Vec<Lit>,
    pub(super) why: Vec<Lit>,
    pub(super) levels: Vec<u32>,
    pub(super) level_stamp: u32,
    conflicts: u64,
    restart_at: u64,
    restarts: u64,
    most_learnt: usize,
}

/// Conflicts between restarts, times a Luby number.
const RESTART: u64 = 30;
/// Learnt clauses before half are forgotten; grows by a tenth each time.
const MOST_LEARNT: usize = 4000;

impl Search {
    /// A search that has drawn no conclusion but the first.
    pub fn new(mut trail: Trail) -> Search {
        let vars = trail.vars();
        let exhausted = !trail.begin();
        let mut search = Search {
            exhausted,
            order: Order::new(&trail),
            strict: true,
            canonical: false,
            found: false,
            seen: vec![false; vars],
            learnt: Vec::new(),
            dropped: Vec::new(),
            why: Vec::new(),
            levels: vec![0; vars + 1],
            level_stamp: 0,
            conflicts: 0,
            restart_at: RESTART,
            restarts: 0,
            most_learnt: MOST_LEARNT,
            trail,
        };
        search.rule_out_corners();
        search
    }

    /// Without tight turns, the cell inside a corner is a corner alike, or an
    /// endpoint: rules out corners from which such a row of corners leads to
    /// the rim.
    fn rule_out_corners(&mut self) {
        if self.exhausted || self.trail.value(self.trail.tight) != UNSET {
            return;
        }
        for index in 0..self.trail.grid.inside.len() {
            let cell = self.trail.grid.inside[index] as usize;
            if self.trail.grid.need[cell] < 2 {
                continue;
            }
            for turn in 0..4 {
                let pair = self.corner(cell, turn);
                if pair.iter().all(|&edge| self.trail.value(edge) == UNSET)
                    && self.leads_to_rim(cell, turn)
                {
                    let [a, b] = pair.map(Lit::no);
                    self.forbid(&[a, b, Lit::yes(self.trail.tight)]);
                }
            }
        }
    }

    /// The two edges of a corner.
    fn corner(&self, cell: usize, turn: usize) -> [usize; 2] {
        let edges = self.trail.grid.edges_of(cell);
        [edges[turn], edges[(turn + 1) % 4]]
    }

    fn leads_to_rim(&self, mut cell: usize, turn: usize) -> bool {
        let grid = &self.trail.grid;
        loop {
            cell = grid.neighbours(grid.neighbours(cell)[turn])[(turn + 1) % 4];
            if grid.need[cell] < 2 || grid.optional[cell] {
                return false;
            }
            if self
                .corner(cell, turn)
                .iter()
                .any(|&edge| self.trail.value(edge) == 0)
            {
                return true;
            }
        }
    }

    /// Looks for the next solution, which then stands in the trail. False
    /// when there is none. With `canonical`, solutions that can be exchanged
    /// for another are passed over once tight turns are let in.
    pub fn next(&mut self, canonical: bool, meter: &mut Meter) -> Result<bool, Limit> {
        if self.strict {
            if self.next_loose(meter)? {
                return Ok(true);
            }
            self.let_tight_turns_in(canonical);
        }
        self.run(None, meter)
    }

    /// Looks for the next solution without tight turns.
    pub fn next_loose(&mut self, meter: &mut Meter) -> Result<bool, Limit> {
        let without = Lit::no(self.trail.tight);
        self.run(Some(without), meter)
    }

    /// All solutions without tight turns are refuted or excluded. Where cells
    /// may stay empty and there was none, there is none at all: the tight
    /// turns of a solution could be cut short one by one.
    fn let_tight_turns_in(&mut self, canonical: bool) {
        self.strict = false;
        self.retreat(0);
        if self.trail.grid.optional.contains(&true) && !self.found {
            self.exhausted = true;
        }
        if canonical {
            self.rule_out_exchanges();
        }
    }

    /// Searches under an assumption.
    fn run(&mut self, assumed: Option<Lit>, meter: &mut Meter) -> Result<bool, Limit> {
        loop {
            if self.exhausted {
                return Ok(false);
            }
            if !self.trail.propagate() {
                self.conflicts += 1;
                meter.effort.generated += 1;
                self.learn();
                continue;
            }
            if self.conflicts >= self.restart_at {
                self.restart();
                if let Some(limit) = meter.hold(self.trail.clauses.bytes()) {
                    return Err(limit);
                }
                continue;
            }
            if let Some(limit) = meter.check_state() {
                return Err(limit);
            }
            let next = match assumed.filter(|&lit| !self.trail.holds(lit)) {
                Some(lit) if self.trail.fails(lit) => return Ok(false),
                Some(lit) => Some(lit),
                None => self.order.next(&self.trail),
            };
            match next {
                Some(lit) => self.trail.decide(lit),
                None => {
                    self.found = true;
                    return Ok(true);
                }
            }
        }
    }

    /// Rules out patterns that can be exchanged for others.
    pub fn rule_out_exchanges(&mut self) {
        if std::mem::replace(&mut self.canonical, true) {
            return;
        }
        self.retreat(0);
        let exchanges = Exchanges::new();
        let patterns: Vec<Vec<usize>> = exchanges.forbidden(&self.trail.grid).collect();
        for edges in patterns {
            if edges.iter().any(|&edge| self.trail.value(edge) == 0) {
                continue;
            }
            let open = edges
                .into_iter()
                .filter(|&edge| self.trail.value(edge) == UNSET);
            let lits: Vec<Lit> = open.map(Lit::no).collect();
            self.forbid(&lits);
        }
    }

    /// Adds a clause whose literals are all open.
    fn forbid(&mut self, lits: &[Lit]) {
        match *lits {
            [] => self.exhausted = true,
            [only] => self.trail.set(only, Reason::None),
            _ => {
                self.trail.clauses.add(lits, 0, false);
            }
        }
    }

    /// Takes back all decisions beyond so many.
    pub(super) fn retreat(&mut self, depth: u32) {
        let order = &mut self.order;
        self.trail.retreat(depth, |lit| order.put_back(lit));
    }

    fn restart(&mut self) {
        self.restarts += 1;
        self.restart_at = self.conflicts + RESTART * luby(self.restarts);
        self.retreat(0);
        if self.trail.clauses.learnt() > self.most_learnt {
            self.trail.clauses.forget_half();
            self.most_learnt += self.most_learnt / 10;
        }
    }

    /// Excludes a solution, given the edges it uses. Another solution does
    /// without one of them: with all of them in use there is no cell left
    /// where a path could go on.
    pub fn exclude(&mut self, on: &[bool]) {
        self.found = true;
        self.retreat(0);
        let open = |edge: &usize| on[*edge] && self.trail.value(*edge) == UNSET;
        let clash = |edge: usize| on[edge] && self.trail.value(edge) == 0;
        if (0..on.len()).any(clash) {
            return;
        }
        let lits: Vec<Lit> = (0..on.len()).filter(open).map(Lit::no).collect();
        self.forbid(&lits);
    }

    /// The edges that the solution in the trail uses.
    pub fn solution(&self) -> Vec<bool> {
        let edges = 0..self.trail.grid.edges;
        edges.map(|edge| self.trail.value(edge) == 1).collect()
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, … of restarts (Luby, Sinclair and
/// Zuckerman, 1993), from 1.
fn luby(index: u64) -> u64 {
    let mut index = index;
    loop {
        let power = (index + 1).next_power_of_two();
        if power == index + 1 {
            return power / 2;
        }
        index -= power / 2 - 1;
    }
}
