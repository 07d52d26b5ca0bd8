//! Iterative-deepening A* (Korf 1985): depth-first search under a bound on
//! moves made plus moves expected, raised to the least sum that broke it.
//! It stores no positions but those beside the path it is on; where moves can go
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
            rest: 0,
            path: Vec::new(),
        };
        loop {
            match deepening.search(start, carry, meter) {
                Ok(false) => {}
                Ok(true) => return Outcome::Solved(deepening.path),
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
    /// Positions to go on from, the next one last. There may be as many as the
    /// estimates allow, so they are kept here and not on the thread's stack.
    ahead: Vec<Ahead<P, H::Carry>>,
    /// Positions beyond the bound whose turn is after all of `ahead`.
    rest: u64,
    /// The moves from the start to where the search is.
    path: Vec<P::Move>,
}

/// A position to go on from.
struct Ahead<P: Puzzle, C> {
    state: P,
    carry: C,
    /// The move that leads here; none does to the start.
    last: Option<P::Move>,
    /// Moves from the start.
    depth: u32,
    /// Positions beyond the bound whose turn is before this one.
    passed: u32,
}

impl<P: Puzzle, H: Heuristic<P>> Deepening<'_, P, H> {
    /// Whether there is a solution under the bound; the path is its moves.
    fn search(&mut self, start: &P, carry: H::Carry, meter: &mut Meter) -> Result<bool, Limit> {
        self.rest = 0;
        self.look_ahead(start, carry, None, 0, meter)?;
        while let Some(at) = self.ahead.pop() {
            meter.effort.generated += u64::from(at.passed) + 1;
            self.path.truncate(at.depth as usize - 1);
            self.path.extend(at.last);
            // An estimate of zero need not mean that it is solved.
            if at.state.is_solved() {
                return Ok(true);
            }
            self.look_ahead(&at.state, at.carry, at.last, at.depth, meter)?;
        }
        meter.effort.generated += self.rest;
        Ok(false)
    }

    /// Counts a position and estimates all its moves before any is followed:
    /// where estimates come from large tables, the machine waits for all of
    /// them at once, not for one after the other.
    #[inline]
    fn look_ahead(
        &mut self,
        state: &P,
        carry: H::Carry,
        last: Option<P::Move>,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        if let Some(limit) = meter.check_state() {
            return Err(limit);
        }
        let full = self.ahead.len() == self.ahead.capacity();
        if full || self.path.len() == self.path.capacity() {
            self.weigh(state, meter)?;
        }
        let depth = depth + 1;
        let made = u64::from(depth) * self.a_move;
        // What may still be expected after one more move.
        let most = self.bound.saturating_sub(made);
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        self.moves.clear();
        state.moves(&mut self.moves);
        for &mv in self.moves.iter().rev() {
            if last.is_some_and(|last| P::takes_back(last, mv)) {
                continue;
            }
            let mut child = state.clone();
            child.apply(mv);
            let (carry, estimate) = self.heuristic.after_within(carry, &child, mv, most);
            let sum = made + u64::from(estimate);
            if sum > self.bound {
                self.next = self.next.min(sum);
                match self.ahead.last_mut() {
                    Some(later) => later.passed += 1,
                    None => self.rest += 1,
                }
                continue;
            }
            self.ahead.push(Ahead {
                state: child,
                carry,
                last: Some(mv),
                depth,
                passed: 0,
            });
        }
        Ok(())
    }

    /// Counts what the lists will hold once they have grown.
    #[cold]
    fn weigh(&self, state: &P, meter: &mut Meter) -> Result<(), Limit> {
        let each = size_of::<Ahead<P, H::Carry>>() + state.heap_bytes();
        let bytes = 2 * (self.ahead.len() * each + size_of_val(&self.path[..]));
        meter.hold(bytes as u64).map_or(Ok(()), Err)
    }
}
