//! What the search's tables tell of a whole position, for makers of levels:
//! where light comes, and blocks put down at random along the beams.

use super::lattice::Lattice;
use super::search::{EMPTY, Found, OPEN, REFRACT, Search};
use crate::lazors::rules::Position;
use engine::chance::Chance;

impl Search {
    /// The points that are lit in a position, whichever of them are wanted,
    /// in the order of their rows.
    pub fn lit(&mut self, position: &Position) -> Vec<(u8, u8)> {
        self.load(position);
        for content in &mut self.content {
            if *content == OPEN {
                *content = EMPTY;
            }
        }
        self.follow_lasers(position.level());
        let mut lit = vec![false; self.lattice.edges()];
        for &state in &self.trail {
            let ahead = self.lattice.ahead[usize::from(state)];
            if matches!(self.content[usize::from(ahead)], EMPTY | REFRACT) {
                lit[Lattice::edge_of(state)] = true;
                lit[Lattice::edge_of(self.lattice.next[usize::from(state)])] = true;
            }
        }
        let middles = self.lattice.middles();
        middles
            .filter(|&point| lit[self.lattice.edge(point)])
            .collect()
    }

    /// Puts free blocks down at random, each where light comes, and leaves
    /// the other cells that light comes to empty. `likely` is how likely such
    /// a cell gets a block. Blocks may be left at the end.
    pub fn put_at_random(
        &mut self,
        position: &Position,
        likely: f64,
        chance: &mut Chance,
    ) -> Found {
        self.load(position);
        self.follow_lasers(position.level());
        let mut from = 0;
        while self.waiting.len() > from {
            let waiting = from + chance.below(self.waiting.len() - from);
            let cell = self.lattice.ahead[usize::from(self.waiting[waiting])];
            let blocks: Vec<u8> = self.choices().filter(|&choice| choice != EMPTY).collect();
            let put = !blocks.is_empty() && chance.happens(likely);
            let choice = match put {
                true => blocks[chance.below(blocks.len())],
                false => EMPTY,
            };
            let end = self.waiting.len();
            self.decide(cell, choice, from);
            from = end;
        }
        self.decided_blocks()
    }
}
