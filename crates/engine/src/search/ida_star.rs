//! Iterative-deepening A* (Korf 1985): depth-first search under a bound on
//! moves made plus moves expected, raised to the least sum that broke it.
//! It stores no positions but those of the path it is on; where moves can go
//! round in circles it never proves that there is no solution.

use super::{DEFAULT_MEMORY, Search, at_once, ran_dry};
use crate::{Fault, Heuristic, Limit, Meter, Outcome, Puzzle, Setting, Settings};

/// The search.
pub struct IdaStar;

impl Search for IdaStar {
    const NAME: &'static str = "ida";
    const SUMMARY: &'static str = "iterative-deepening A*: the fewest moves where the heuristic never overestimates, \
         without memory";
    const SETTINGS: &'static [Setting] = &[];

    fn new(_: &Settings) -> Result<Self, Fault> {
        Ok(IdaStar)
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
        let carry = heuristic.start(start);
        let mut deepening = Deepening {
            heuristic,
            a_move: heuristic.points_a_move().into(),
            bound: heuristic.estimate(carry, start).into(),
            next: u64::MAX,
            moves: Vec::new(),
            path: Vec::new(),
        };
        loop {
            match deepening.search(start, carry, meter) {
                Ok(false) => {}
                Ok(true) => {
                    let made = deepening.path.iter().filter_map(|step| step.last);
                    return Outcome::Solved(made.collect());
                }
                Err(limit) => return Outcome::GaveUp(limit),
            }
            if deepening.next == u64::MAX {
                return ran_dry(start);
            }
            (deepening.bound, deepening.next) = (deepening.next, u64::MAX);
        }
    }
}

/// Searches under a bound.
struct Deepening<'a, P: Puzzle, H: Heuristic<P>> {
    heuristic: &'a H,
    a_move: u64,
    /// Points; wider than estimates, so that no sum is cut off and taken for
    /// nothing left.
    bound: u64,
    /// The least sum beyond the bound.
    next: u64,
    /// The moves of all positions on the path, one list after the other.
    moves: Vec<P::Move>,
    /// From the start to where the search is. A path may be as long as the
    /// estimates allow, so it is kept here and not on the thread's stack.
    path: Vec<Step<P, H::Carry>>,
}

/// A position on the path.
struct Step<P: Puzzle, C> {
    state: P,
    carry: C,
    /// The move that led here; none did to the start.
    last: Option<P::Move>,
    /// Where its moves begin in the list of all.
    first: usize,
    /// The next of them to make.
    at: usize,
}

impl<P: Puzzle, H: Heuristic<P>> Deepening<'_, P, H> {
    /// Whether there is a solution under the bound; the path is its moves.
    fn search(&mut self, start: &P, carry: H::Carry, meter: &mut Meter) -> Result<bool, Limit> {
        let first = Step {
            state: start.clone(),
            carry,
            last: None,
            first: 0,
            at: 0,
        };
        self.enter(first, meter)?;
        while let Some(step) = self.path.last_mut() {
            let Some(&mv) = self.moves.get(step.at) else {
                self.moves.truncate(step.first);
                self.path.pop();
                continue;
            };
            step.at += 1;
            if step.last.is_some_and(|last| P::takes_back(last, mv)) {
                continue;
            }
            let mut child = step.state.clone();
            child.apply(mv);
            meter.effort.generated += 1;
            let carry = self.heuristic.after(step.carry, &child, mv);
            let estimate = self.heuristic.estimate(carry, &child);
            // The start is on the path as well, so this counts `mv`.
            let sum = self.path.len() as u64 * self.a_move + u64::from(estimate);
            if sum > self.bound {
                self.next = self.next.min(sum);
                continue;
            }
            // An estimate of zero need not mean that it is solved.
            let won = child.is_solved();
            let next = Step {
                state: child,
                carry,
                last: Some(mv),
                first: self.moves.len(),
                at: self.moves.len(),
            };
            if won {
                self.path.push(next);
                return Ok(true);
            }
            self.enter(next, meter)?;
        }
        Ok(false)
    }

    /// Counts a position and puts it at the end of the path.
    #[inline]
    fn enter(&mut self, step: Step<P, H::Carry>, meter: &mut Meter) -> Result<(), Limit> {
        if let Some(limit) = meter.check_state() {
            return Err(limit);
        }
        if self.path.len() == self.path.capacity() {
            self.weigh(&step.state, meter)?;
        }
        step.state.moves(&mut self.moves);
        self.path.push(step);
        Ok(())
    }

    /// Counts what the path will hold once it has grown.
    #[cold]
    fn weigh(&self, state: &P, meter: &mut Meter) -> Result<(), Limit> {
        let step = size_of::<Step<P, H::Carry>>() + state.heap_bytes();
        let bytes = 2 * self.path.len() * step + self.moves.len() * size_of::<P::Move>();
        meter.hold(bytes as u64).map_or(Ok(()), Err)
    }
}
