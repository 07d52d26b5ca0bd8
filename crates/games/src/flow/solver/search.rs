//! The search: decide an edge, draw conclusions, and learn from every
//! contradiction a clause that rules it out for good (conflict-driven clause
//! learning: Marques-Silva and Sakallah, 1996). Complete, and free of any
//! assumption on what solutions look like: tight turns are left out at first,
//! since few solutions have any, and let in once all others are refuted.

use super::trail::{Lit, Reason, Trail, UNSET};
use super::order::Order;
use engine::{Limit, Meter};

/// A search under way.
pub struct Search {
    /// What is known.
    pub trail: Trail,
    order: Order,
    /// Whether the search excludes tight turns for now.
    strict: bool,
    seen: Vec<bool>,
    learnt: Vec<Lit>,
    why: Vec<Lit>,
    levels: Vec<u32>,
    level_stamp: u32,
    conflicts: u64,
    restart_at: u64,
    restarts: u64,
    most_learnt: usize,
    /// Nothing more can be found.
    exhausted: bool,
}

/// Conflicts between restarts, times a Luby number.
const RESTART: u64 = 100;
/// Learnt clauses before half are forgotten; grows by a tenth each time.
const MOST_LEARNT: usize = 4000;

impl Search {
    /// A search that has drawn no conclusion yet.
    pub fn new(trail: Trail) -> Search {
        let vars = trail.vars();
        Search {
            order: Order::new(&trail),
            strict: true,
            seen: vec![false; vars],
            learnt: Vec::new(),
            why: Vec::new(),
            levels: vec![0; vars + 1],
            level_stamp: 0,
            conflicts: 0,
            restart_at: RESTART,
            restarts: 0,
            most_learnt: MOST_LEARNT,
            exhausted: false,
            trail,
        }
    }

    /// Draws the conclusions that hold from the start.
    pub fn begin(&mut self) {
        self.exhausted = !self.trail.begin();
    }

    /// Looks for the next solution, which then stands in the trail. False
    /// when there is none.
    pub fn next(&mut self, meter: &mut Meter) -> Result<bool, Limit> {
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
            if !self.decide() {
                return Ok(true);
            }
        }
    }

    /// Decides the next question; false when all are answered.
    fn decide(&mut self) -> bool {
        if self.strict {
            let tight = self.trail.tight;
            match self.trail.value(tight) {
                UNSET => {
                    self.trail.decide(Lit::no(tight));
                    return true;
                }
                1 => self.strict = false,
                _ => {}
            }
        }
        match self.order.next(&self.trail) {
            Some(lit) => {
                self.trail.decide(lit);
                true
            }
            None => false,
        }
    }

    fn retreat(&mut self, depth: u32) {
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

    /// Excludes the solution that stands in the trail.
    pub fn exclude(&mut self) {
        let mut lits: Vec<Lit> = Vec::new();
        for edge in 0..self.trail.grid.edges {
            if self.trail.value(edge) == 1 && self.trail.depth_of(edge) > 0 {
                lits.push(Lit::no(edge));
            }
        }
        self.retreat(0);
        match lits[..] {
            [] => self.exhausted = true,
            [only] => self.trail.set(only, Reason::None),
            _ => {
                self.trail.clauses.add(&lits, 0, false);
            }
        }
    }

    /// Learns from the contradiction that stands in the trail.
    fn learn(&mut self) {
        let depths = self.trail.conflict.iter();
        let deepest = depths.map(|lit| self.trail.depth_of(lit.var())).max();
        let deepest = deepest.unwrap_or(0);
        if deepest == 0 {
            self.exhausted = true;
            return;
        }
        self.retreat(deepest);
        self.first_unique_point();
        self.shorten();
        let (back, glue) = self.back_depth();
        self.retreat(back);
        self.order.decay();
        match self.learnt[..] {
            [only] => self.trail.set(only, Reason::None),
            _ => {
                let at = self.trail.clauses.add(&self.learnt, glue, true);
                self.trail.set(self.learnt[0], Reason::Clause(at));
            }
        }
    }

    /// Goes back along the reasons until one literal of the last decision is
    /// left, which then stands first in `learnt`.
    fn first_unique_point(&mut self) {
        self.learnt.clear();
        self.learnt.push(Lit::default());
        self.why.clear();
        self.why.extend_from_slice(&self.trail.conflict);
        let here = self.trail.depth();
        let mut open = 0;
        let mut at = self.trail.lits().len();
        loop {
            for index in 0..self.why.len() {
                let lit = self.why[index];
                let var = lit.var();
                if self.seen[var] || self.trail.depth_of(var) == 0 {
                    continue;
                }
                self.seen[var] = true;
                self.order.bump(var);
                if self.trail.depth_of(var) == here {
                    open += 1;
                } else {
                    self.learnt.push(lit);
                }
            }
            let lit = loop {
                at -= 1;
                let lit = self.trail.lits()[at];
                if self.seen[lit.var()] {
                    break lit;
                }
            };
            self.seen[lit.var()] = false;
            open -= 1;
            if open == 0 {
                self.learnt[0] = lit.not();
                return;
            }
            self.why.clear();
            self.trail.explain(lit.var(), &mut self.why);
        }
    }

    /// Drops literals that follow from the others.
    fn shorten(&mut self) {
        let mut keep = 1;
        let all = self.learnt.len();
        let mut dropped = Vec::new();
        for index in 1..all {
            let lit = self.learnt[index];
            let var = lit.var();
            let follows = self.trail.reason_of(var) != Reason::None && {
                self.why.clear();
                self.trail.explain(var, &mut self.why);
                self.why
                    .iter()
                    .all(|l| self.seen[l.var()] || self.trail.depth_of(l.var()) == 0)
            };
            if follows {
                dropped.push(var);
            } else {
                self.learnt[keep] = lit;
                keep += 1;
            }
        }
        self.learnt.truncate(keep);
        for lit in &self.learnt {
            self.seen[lit.var()] = false;
        }
        for var in dropped {
            self.seen[var] = false;
        }
    }

    /// How far the learnt clause reaches back, and on how many decisions it
    /// hangs. Its second literal becomes one of the deepest of the rest.
    fn back_depth(&mut self) -> (u32, u32) {
        self.level_stamp += 1;
        let mut glue = 1;
        let mut back = 0;
        for index in 1..self.learnt.len() {
            let depth = self.trail.depth_of(self.learnt[index].var());
            if self.levels[depth as usize] != self.level_stamp {
                self.levels[depth as usize] = self.level_stamp;
                glue += 1;
            }
            if depth > back {
                back = depth;
                self.learnt.swap(1, index);
            }
        }
        (back, glue)
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
