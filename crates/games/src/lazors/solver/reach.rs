//! Looking ahead: which points light could still come to. A point out of
//! reach stays dark whatever is decided, and where only opaque blocks are
//! left, cells on the one way to a point must stay empty.

use super::lattice::Lattice;
use super::search::{EMPTY, OPEN, REFLECT, REFRACT, Search};
use crate::lazors::rules::Block;

/// With no more blocks than this, trying them costs less than looking ahead.
const FEW: u16 = 2;
/// No state at all.
const NOWHERE: u16 = u16::MAX;

fn has(bits: &[u64], state: u16) -> bool {
    bits[usize::from(state) / 64] >> (state % 64) & 1 == 1
}

fn add(bits: &mut [u64], state: u16) {
    bits[usize::from(state) / 64] |= 1 << (state % 64);
}

impl Search {
    /// Whether nothing speaks against lighting every point. Cells that must
    /// stay empty for that are left in `must_pass`.
    pub(super) fn could_light(&mut self, from: usize, lit: u64) -> bool {
        match (lit == self.all, self.throws()) {
            (true, _) => true,
            (false, true) => self.blocks <= FEW || self.can_light(from, lit),
            (false, false) => self.can_keep_lit(from, lit),
        }
    }

    /// Whether every point that is dark could be lit if each undecided cell
    /// threw light back and let it pass, as far as the blocks that are left
    /// have it. Light never goes further than that, so a point out of reach
    /// stays dark.
    fn can_light(&mut self, from: usize, lit: u64) -> bool {
        let mut dark = self.all & !lit;
        if dark == 0 {
            return true;
        }
        let glass = self.left[Block::Refract as usize] > 0;
        let throws = self.throws();
        let passes = glass || self.blocks < self.open;
        self.seen.copy_from_slice(&self.travelled);
        let base = self.later.len();
        self.later.extend_from_slice(&self.waiting[from..]);
        while self.later.len() > base {
            let state = self.later.pop().unwrap_or_default();
            let (word, bit) = (usize::from(state) / 64, 1 << (state % 64));
            if self.seen[word] & bit != 0 {
                continue;
            }
            self.seen[word] |= bit;
            let content = self.content[usize::from(self.lattice.ahead[usize::from(state)])];
            let (pass, throw) = match content {
                EMPTY => (true, false),
                REFLECT => (false, true),
                REFRACT => (true, true),
                OPEN => (passes, throws),
                _ => (false, false),
            };
            if pass {
                let next = self.lattice.next[usize::from(state)];
                dark &= !self.points[Lattice::edge_of(state)];
                dark &= !self.points[Lattice::edge_of(next)];
                if dark == 0 {
                    self.later.truncate(base);
                    return true;
                }
                self.later.push(next);
            }
            if throw {
                self.later.push(self.lattice.back[usize::from(state)]);
            }
        }
        false
    }

    /// The same where no block is left that throws light back: all light that
    /// there could be is light that undecided cells let pass. Where it has
    /// one way only to a dark point, no cell on it may get a block.
    fn can_keep_lit(&mut self, from: usize, lit: u64) -> bool {
        if self.blocks == self.open && self.open > 0 {
            return self.can_light(from, lit);
        }
        let dark = self.all & !lit;
        let mut ways = [0u8; 64];
        let mut last = [NOWHERE; 64];
        self.seen.copy_from_slice(&self.travelled);
        self.met.fill(0);
        for index in from..self.waiting.len() {
            let state = self.waiting[index];
            if !has(&self.seen, state) {
                add(&mut self.seen, state);
                self.parent[usize::from(state)] = NOWHERE;
                self.later.push(state);
                // Light that waits at a point lights it as it goes on.
                let here = self.points[Lattice::edge_of(state)] & dark;
                count(here, state, &mut ways, &mut last);
            }
        }
        while let Some(state) = self.later.pop() {
            let content = self.content[usize::from(self.lattice.ahead[usize::from(state)])];
            if matches!(content, EMPTY | REFRACT | OPEN) {
                let next = self.lattice.next[usize::from(state)];
                let there = self.points[Lattice::edge_of(next)] & dark;
                count(there, state, &mut ways, &mut last);
                self.reach(state, next);
            }
            if matches!(content, REFLECT | REFRACT) {
                self.reach(state, self.lattice.back[usize::from(state)]);
            }
        }
        let mut points = dark;
        while points != 0 {
            let point = points.trailing_zeros() as usize;
            points &= points - 1;
            match ways[point] {
                0 => {
                    self.must_pass.clear();
                    return false;
                }
                1 if self.blocks > 0 => self.keep_way(last[point]),
                _ => {}
            }
        }
        true
    }

    /// Comes from one state to another, or notes that it has been there.
    fn reach(&mut self, from: u16, to: u16) {
        if has(&self.seen, to) {
            add(&mut self.met, to);
            return;
        }
        add(&mut self.seen, to);
        self.parent[usize::from(to)] = from;
        self.later.push(to);
    }

    /// Notes the undecided cells on the way to the far side of a state's
    /// cell, back to where two ways meet or light waits.
    fn keep_way(&mut self, mut state: u16) {
        loop {
            let cell = self.lattice.ahead[usize::from(state)];
            let open = self.content[usize::from(cell)] == OPEN;
            if open && !self.must_pass.contains(&cell) {
                self.must_pass.push(cell);
            }
            let parent = self.parent[usize::from(state)];
            if parent == NOWHERE || has(&self.met, state) {
                return;
            }
            state = parent;
        }
    }
}

/// Counts a way to each of these points, by the state that it comes from.
fn count(mut points: u64, state: u16, ways: &mut [u8; 64], last: &mut [u16; 64]) {
    while points != 0 {
        let point = points.trailing_zeros() as usize;
        points &= points - 1;
        ways[point] = ways[point].saturating_add(1);
        last[point] = state;
    }
}
