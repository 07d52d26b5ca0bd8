//! Breadth-first search over canonical keys: the fewest moves, or a proof that
//! there are none. Slow and memory-hungry, and therefore the yardstick that a
//! game's fast solvers are tested against.

use crate::{Answer, Budget, Limit, Meter, Outcome, Puzzle, Solve, Watch};
use std::collections::HashSet;

/// The search; it keeps nothing between two solves.
#[derive(Default)]
pub struct BreadthFirst;

/// The memory it may use unless told otherwise.
const DEFAULT_MEMORY: u64 = 1 << 30;

struct Node<M> {
    parent: u32,
    mv: Option<M>,
}

impl<S: Puzzle> Solve<S> for BreadthFirst {
    fn solve(&mut self, start: &S, budget: &Budget, watch: &dyn Watch) -> Answer<S> {
        let mut meter = Meter::new(&budget.or_memory(DEFAULT_MEMORY), watch);
        let outcome = search(start, &mut meter);
        Answer::new(outcome, meter.effort)
    }
}

fn search<S: Puzzle>(start: &S, meter: &mut Meter) -> Outcome<S::Move> {
    let mut nodes = vec![Node {
        parent: 0,
        mv: None,
    }];
    if start.is_solved() {
        return Outcome::Solved(Vec::new());
    }
    let mut seen = HashSet::from([start.key()]);
    // The frontier holds whole states, one generation of them at a time.
    let mut frontier = vec![(0, start.clone())];
    let mut moves = Vec::new();
    let heap = start.heap_bytes();
    // A hash table is at times half empty.
    let node_bytes = size_of::<Node<S::Move>>() + 2 * size_of::<S::Key>() + heap;
    let state_bytes = size_of::<(u32, S)>() + heap;
    while !frontier.is_empty() {
        let mut next = Vec::new();
        let mut waiting = frontier.len();
        for (index, mut state) in frontier {
            let bytes = nodes.len() * node_bytes + (waiting + next.len()) * state_bytes;
            waiting -= 1;
            if let Some(limit) = meter.check_state().or_else(|| meter.hold(bytes as u64)) {
                return Outcome::GaveUp(limit);
            }
            moves.clear();
            state.moves(&mut moves);
            for &mv in &moves {
                state.apply(mv);
                meter.effort.generated += 1;
                if seen.insert(state.key()) {
                    let Ok(child) = u32::try_from(nodes.len()) else {
                        return Outcome::GaveUp(Limit::Memory);
                    };
                    nodes.push(Node {
                        parent: index,
                        mv: Some(mv),
                    });
                    if state.is_solved() {
                        return Outcome::Solved(path(&nodes, child));
                    }
                    next.push((child, state.clone()));
                }
                state.undo(mv);
            }
        }
        frontier = next;
    }
    Outcome::Unsolvable
}

fn path<M: Copy>(nodes: &[Node<M>], mut at: u32) -> Vec<M> {
    let mut moves = Vec::new();
    while let Some(mv) = nodes[at as usize].mv {
        moves.push(mv);
        at = nodes[at as usize].parent;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;

    /// A number that one may count up for ever, with some ballast.
    #[derive(Clone)]
    struct Counter(u32, usize);

    impl Puzzle for Counter {
        type Move = ();
        type Key = u32;
        type Kept = Self;

        fn moves(&self, out: &mut Vec<()>) {
            out.push(());
        }
        fn check(&self, (): ()) -> Result<(), String> {
            Ok(())
        }
        fn apply(&mut self, (): ()) {
            self.0 += 1;
        }
        fn undo(&mut self, (): ()) {
            self.0 -= 1;
        }
        fn is_solved(&self) -> bool {
            false
        }
        fn keep(&self) -> Self {
            self.clone()
        }
        fn restore(&self, kept: &Self) -> Self {
            kept.clone()
        }
        fn key(&self) -> u32 {
            self.0
        }
        fn heap_bytes(&self) -> usize {
            self.1
        }
    }

    #[test]
    fn memory_counts_what_states_and_keys_hold() {
        let budget = Budget {
            memory: Some(1_000_000),
            ..Budget::default()
        };
        let checked = |ballast| {
            let answer = BreadthFirst.solve(&Counter(0, ballast), &budget, &Unwatched);
            assert_eq!(answer.outcome, Outcome::GaveUp(Limit::Memory));
            answer.effort.checked
        };
        assert!(checked(0) > 10_000);
        assert!((900..1000).contains(&checked(1000)), "{}", checked(1000));
    }
}
