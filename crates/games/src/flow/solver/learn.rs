//! What a contradiction teaches: a clause that holds one literal of the last
//! decision, found by going back along the reasons (Marques-Silva and
//! Sakallah, 1996; Zhang et al., 2001).

use super::lit::Lit;
use super::search::Search;
use super::trail::Reason;

impl Search {
    /// Learns from the contradiction that stands in the trail.
    pub(super) fn learn(&mut self) {
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
                self.learnt[0] = lit.opposite();
                return;
            }
            self.why.clear();
            self.trail.explain(lit.var(), &mut self.why);
        }
    }

    /// Drops literals that follow from the others.
    fn shorten(&mut self) {
        let mut keep = 1;
        self.dropped.clear();
        for index in 1..self.learnt.len() {
            let lit = self.learnt[index];
            if self.follows(lit.var()) {
                self.dropped.push(lit);
            } else {
                self.learnt[keep] = lit;
                keep += 1;
            }
        }
        self.learnt.truncate(keep);
        for lit in self.learnt.iter().chain(&self.dropped) {
            self.seen[lit.var()] = false;
        }
    }

    /// Whether a variable's reason is made of variables that are in the
    /// clause anyway.
    fn follows(&mut self, var: usize) -> bool {
        if self.trail.reason_of(var) == Reason::None {
            return false;
        }
        self.why.clear();
        self.trail.explain(var, &mut self.why);
        let mut whys = self.why.iter().map(|lit| lit.var());
        whys.all(|why| self.seen[why] || self.trail.depth_of(why) == 0)
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
