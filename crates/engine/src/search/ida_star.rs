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
            ahead: Vec::new(),
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
    /// The moves of one position.
    moves: Vec<P::Move>,
    /// The moves of all positions on the path, one list after the other, with
    /// what is carried and expected after each.
    ahead: Vec<(P::Move, H::Carry, u32)>,
    /// From the start to where the search is. A path may be as long as the
    /// estimates allow, so it is kept here and not on the thread's stack.
    path: Vec<Step<P>>,
}

/// A position on the path.
struct Step<P: Puzzle> {
    state: P,
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
        self.enter(start.clone(), carry, None, meter)?;
        // The start is on the path as well, so its length counts the next move.
        while let (steps, Some(step)) = (self.path.len() as u64, self.path.last_mut()) {
            let Some(&(mv, carry, estimate)) = self.ahead.get(step.at) else {
                self.ahead.truncate(step.first);
                self.path.pop();
                continue;
            };
            step.at += 1;
            meter.effort.generated += 1;
            let sum = steps * self.a_move + u64::from(estimate);
            if sum > self.bound {
                self.next = self.next.min(sum);
                continue;
            }
            let mut child = step.state.clone();
            child.apply(mv);
            // An estimate of zero need not mean that it is solved.
            if child.is_solved() {
                let first = self.ahead.len();
                self.path.push(Step {
                    state: child,
                    last: Some(mv),
                    first,
                    at: first,
                });
                return Ok(true);
            }
            self.enter(child, carry, Some(mv), meter)?;
        }
        Ok(false)
    }

    /// Counts a position, puts it at the end of the path and estimates all its
    /// moves. Where estimates come from large tables, the machine waits for
    /// all of them at once, not for one after the other.
    #[inline]
    fn enter(
        &mut self,
        state: P,
        carry: H::Carry,
        last: Option<P::Move>,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        if let Some(limit) = meter.check_state() {
            return Err(limit);
        }
        if self.path.len() == self.path.capacity() {
            self.weigh(&state, meter)?;
        }
        let first = self.ahead.len();
        // What may still be expected after one more move.
        let made = (self.path.len() as u64 + 1) * self.a_move;
        let most = self
            .bound
            .saturating_sub(made)
            .try_into()
            .unwrap_or(u32::MAX);
        self.moves.clear();
        state.moves(&mut self.moves);
        for &mv in &self.moves {
            if last.is_some_and(|last| P::takes_back(last, mv)) {
                continue;
            }
            let mut child = state.clone();
            child.apply(mv);
            let (carry, estimate) = self.heuristic.after_within(carry, &child, mv, most);
            self.ahead.push((mv, carry, estimate));
        }
        self.path.push(Step {
            state,
            last,
            first,
            at: first,
        });
        Ok(())
    }

    /// Counts what the path will hold once it has grown.
    #[cold]
    fn weigh(&self, state: &P, meter: &mut Meter) -> Result<(), Limit> {
        let step = size_of::<Step<P>>() + state.heap_bytes();
        let bytes = 2 * (self.path.len() * step + size_of_val(&self.ahead[..]));
        meter.hold(bytes as u64).map_or(Ok(()), Err)
    }
}
