//! Staged deepening (Heineman 2009): a depth-first search of a few moves from
//! the best position known; what it reaches at that depth is scored, and the
//! best of that is the next to start from. Positions between two stages are
//! never scored, which is what makes it fast.
//!
//! As its author's columns have it, a stage is seven moves and all positions
//! that ended a stage wait in one frontier, so that the search is complete.
//! As Elyasaf and others describe it, a stage is six moves and what was not
//! the best is thrown away: hill climbing, which may fail.

use super::tree::Tree;
use super::{DEFAULT_MEMORY, Search, at_once, ran_dry};
use crate::notation::quoted;
use crate::{Fault, Heuristic, Limit, Meter, Outcome, Puzzle, Setting, Settings};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The search.
pub struct Staged {
    stage: u32,
    keep: bool,
}

const STAGE: Setting = Setting {
    name: "stage",
    default: "7",
    summary: "moves of a stage",
};
const FRONTIER: Setting = Setting {
    name: "frontier",
    default: "kept",
    summary: "what becomes of positions that end a stage and are not the best: kept or dropped",
};

impl Search for Staged {
    const NAME: &'static str = "staged";
    const SUMMARY: &'static str =
        "staged deepening: some moves depth-first, then on from the best position they lead to";
    const SETTINGS: &'static [Setting] = &[STAGE, FRONTIER];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        Ok(Staged {
            stage: settings.number(&STAGE, 1..=1000)?,
            keep: match settings.text(&FRONTIER) {
                "kept" => true,
                "dropped" => false,
                other => {
                    return Err(Fault::new(FRONTIER.name, quoted(other), "kept or dropped"));
                }
            },
        })
    }

    fn run<P: Puzzle, H: Heuristic<P>>(
        &self,
        start: &P,
        heuristic: &H,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        if let Some(outcome) = at_once(start) {
            return outcome;
        }
        meter.or_memory(DEFAULT_MEMORY);
        let mut run = Run {
            stage: self.stage,
            heuristic,
            tree: Tree::new(start),
            carried: vec![heuristic.start(start)],
            frontier: BinaryHeap::from([(Reverse(0), 0)]),
        };
        let mut dropped = false;
        while let Some((_, best)) = run.frontier.pop() {
            if !self.keep {
                dropped |= !run.frontier.is_empty();
                run.frontier.clear();
            }
            match run.deepen(best, meter) {
                Ok(None) => {}
                Ok(Some(won)) => return Outcome::Solved(run.tree.path(won)),
                Err(limit) => return Outcome::GaveUp(limit),
            }
        }
        match dropped {
            true => Outcome::GaveUp(Limit::Cuts),
            false => ran_dry(start),
        }
    }
}

struct Run<'a, P: Puzzle, H: Heuristic<P>> {
    stage: u32,
    heuristic: &'a H,
    tree: Tree<P>,
    carried: Vec<H::Carry>,
    /// Positions that ended a stage: the least estimate first, of equals the
    /// newest.
    frontier: BinaryHeap<(Reverse<u32>, u32)>,
}

impl<P: Puzzle, H: Heuristic<P>> Run<'_, P, H> {
    /// One stage from this node; the node that is solved, if one is.
    fn deepen(&mut self, from: u32, meter: &mut Meter) -> Result<Option<u32>, Limit> {
        // Whole positions: a stage is short, and making one again costs more.
        let mut stack = vec![(from, 0, self.tree.state(from))];
        let mut moves = Vec::new();
        while let Some((index, depth, state)) = stack.pop() {
            let waiting = self.carried.len() * size_of::<H::Carry>()
                + self.frontier.len() * size_of::<(u32, u32)>();
            if let Some(limit) = self.tree.check(meter, waiting) {
                return Err(limit);
            }
            moves.clear();
            state.moves(&mut moves);
            for &mv in &moves {
                let mut child = state.clone();
                child.apply(mv);
                meter.effort.generated += 1;
                let Some(new) = self.tree.reach(index, mv, &child, false) else {
                    continue;
                };
                let carry = self
                    .heuristic
                    .after(self.carried[index as usize], &child, mv);
                self.carried.push(carry);
                if child.is_solved() {
                    return Ok(Some(new));
                }
                if depth + 1 < self.stage {
                    stack.push((new, depth + 1, child));
                } else {
                    let estimate = self.heuristic.estimate(carry, &child);
                    self.frontier.push((Reverse(estimate), new));
                }
            }
        }
        Ok(None)
    }
}
