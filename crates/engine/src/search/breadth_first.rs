//! Breadth-first search over canonical keys: the fewest moves, or a proof that
//! there are none. Slow and memory-hungry, and therefore the yardstick that a
//! game's fast solvers are tested against.

use super::tree::Tree;
use super::{DEFAULT_MEMORY, Search, at_once, ran_dry};
use crate::heuristic::Blind;
use crate::{
    Answer, Budget, Fault, Heuristic, Meter, Outcome, Puzzle, Setting, Settings, Solve, Watch,
};

/// The search.
pub struct BreadthFirst;

impl Search for BreadthFirst {
    const NAME: &'static str = "breadth";
    const SUMMARY: &'static str = "breadth-first: the fewest moves, or a proof";
    const SETTINGS: &'static [Setting] = &[];
    const GUIDED: bool = false;

    fn new(_: &Settings) -> Result<Self, Fault> {
        Ok(BreadthFirst)
    }

    fn run<P: Puzzle, H: Heuristic<P>>(
        &self,
        start: &P,
        _: &H,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        if let Some(outcome) = at_once(start) {
            return outcome;
        }
        meter.or_memory(DEFAULT_MEMORY);
        let mut tree = Tree::new(start);
        let mut moves = Vec::new();
        let (mut at, mut end) = (0, 1);
        // Nodes are numbered in the order in which they were reached.
        while at < end {
            if let Some(limit) = tree.check(meter, 0) {
                return Outcome::GaveUp(limit);
            }
            let state = tree.state(at);
            moves.clear();
            state.moves(&mut moves);
            for &mv in &moves {
                let mut child = state.clone();
                child.apply(mv);
                meter.effort.generated += 1;
                if let Some(new) = tree.reach(at, mv, &child, false) {
                    end = new + 1;
                    if child.is_solved() {
                        return Outcome::Solved(tree.path(new));
                    }
                }
            }
            at += 1;
        }
        ran_dry(start)
    }
}

impl<S: Puzzle> Solve<S> for BreadthFirst {
    fn solve(&mut self, start: &S, budget: &Budget, watch: &dyn Watch) -> Answer<S> {
        let mut meter = Meter::new(budget, watch);
        let outcome = self.run(start, &Blind, &mut meter);
        Answer::new(outcome, meter.effort)
    }
}
