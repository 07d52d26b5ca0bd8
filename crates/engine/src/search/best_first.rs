//! Best-first search: one queue, ordered by a sum of moves made and moves
//! expected. A* and weighted A* are this with their own sums; greedy search
//! counts only what is expected.

use super::tree::Tree;
use super::{DEFAULT_MEMORY, Search, at_once, ran_dry};
use crate::{Fault, Heuristic, Meter, Outcome, Puzzle, Setting, Settings};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// What comes first in the queue.
pub(super) struct Order {
    /// What a move made counts.
    pub moves: u64,
    /// What a move expected counts.
    pub estimate: u64,
    /// Whether a position is looked at again when a shorter way to it turns up.
    pub reopen: bool,
}

/// A position in the queue. Of two with the same sum, the one with the
/// smaller estimate comes first, then the newer one.
#[derive(PartialEq, Eq)]
struct Waiting {
    sum: u64,
    estimate: u32,
    index: u32,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let rank = |w: &Self| (w.sum, w.estimate, Reverse(w.index));
        rank(other).cmp(&rank(self))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Searches in this order.
pub(super) fn best_first<P: Puzzle, H: Heuristic<P>>(
    start: &P,
    heuristic: &H,
    order: &Order,
    meter: &mut Meter,
) -> Outcome<P::Move> {
    if let Some(outcome) = at_once(start) {
        return outcome;
    }
    meter.or_memory(DEFAULT_MEMORY);
    let a_move = order.moves * u64::from(heuristic.points_a_move());
    let mut tree = Tree::new(start);
    // What is carried stands beside the tree, which other searches share.
    let mut carried = vec![heuristic.start(start)];
    let mut queue = BinaryHeap::from([Waiting {
        sum: 0,
        estimate: 0,
        index: 0,
    }]);
    let mut moves = Vec::new();
    while let Some(Waiting { index, .. }) = queue.pop() {
        if tree.is_outdated(index) {
            continue;
        }
        let waiting = queue.len() * size_of::<Waiting>() + carried.len() * size_of::<H::Carry>();
        if let Some(limit) = tree.check(meter, waiting) {
            return Outcome::GaveUp(limit);
        }
        let state = tree.state(index);
        // Optimal only when the goal is taken from the queue, not when seen.
        if state.is_solved() {
            return Outcome::Solved(tree.path(index));
        }
        moves.clear();
        state.moves(&mut moves);
        for &mv in &moves {
            let mut child = state.clone();
            child.apply(mv);
            meter.effort.generated += 1;
            let Some(new) = tree.reach(index, mv, &child, order.reopen) else {
                continue;
            };
            let carry = heuristic.after(carried[index as usize], &child, mv);
            carried.push(carry);
            if order.moves == 0 && child.is_solved() {
                return Outcome::Solved(tree.path(new));
            }
            let estimate = heuristic.estimate(carry, &child);
            queue.push(Waiting {
                sum: u64::from(tree.depth(new)) * a_move + u64::from(estimate) * order.estimate,
                estimate,
                index: new,
            });
        }
    }
    ran_dry(start)
}

/// Always goes on with the position that looks nearest to solved.
pub struct Greedy;

impl Search for Greedy {
    const NAME: &'static str = "greedy";
    const SUMMARY: &'static str =
        "greedy best-first: always on from the position with the least estimate";
    const SETTINGS: &'static [Setting] = &[];

    fn new(_: &Settings) -> Result<Self, Fault> {
        Ok(Greedy)
    }

    fn run<P: Puzzle, H: Heuristic<P>>(
        &self,
        start: &P,
        heuristic: &H,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        let order = Order {
            moves: 0,
            estimate: 1,
            reopen: false,
        };
        best_first(start, heuristic, &order, meter)
    }
}
