//! Iterative-deepening A* (Korf 1985): depth-first search under a bound on
//! moves made plus moves expected, raised to the least sum that broke it.
//! It stores no positions, so it never runs out of memory; where moves can go
//! round in circles it never proves that there is no solution.

use super::{Search, at_once, ran_dry};
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
        let carry = heuristic.start(start);
        let mut bound = heuristic.estimate(carry, start);
        let mut deepening = Deepening {
            heuristic,
            a_move: heuristic.points_a_move(),
            bound,
            next: u32::MAX,
            moves: Vec::new(),
            path: Vec::new(),
        };
        loop {
            match deepening.visit(start, carry, 0, None, meter) {
                Ok(false) => {}
                Ok(true) => {
                    deepening.path.reverse();
                    return Outcome::Solved(deepening.path);
                }
                Err(limit) => return Outcome::GaveUp(limit),
            }
            bound = deepening.next;
            if bound == u32::MAX {
                return ran_dry(start);
            }
            (deepening.bound, deepening.next) = (bound, u32::MAX);
        }
    }
}

/// One search under a bound.
struct Deepening<'a, P: Puzzle, H> {
    heuristic: &'a H,
    a_move: u32,
    bound: u32,
    /// The least sum beyond the bound.
    next: u32,
    /// The moves of all positions on the path, one list after the other.
    moves: Vec<P::Move>,
    /// The solution, last move first.
    path: Vec<P::Move>,
}

/// Deeper than any solution within reach of such a search, and shallow enough
/// for the stack of a thread.
const DEEPEST: u32 = 4000;

impl<P: Puzzle, H: Heuristic<P>> Deepening<'_, P, H> {
    fn visit(
        &mut self,
        state: &P,
        carry: H::Carry,
        made: u32,
        last: Option<P::Move>,
        meter: &mut Meter,
    ) -> Result<bool, Limit> {
        if let Some(limit) = meter.check_state() {
            return Err(limit);
        }
        if made / self.a_move >= DEEPEST {
            return Err(Limit::Memory);
        }
        let made = made + self.a_move;
        let from = self.moves.len();
        state.moves(&mut self.moves);
        for at in from..self.moves.len() {
            let mv = self.moves[at];
            if last.is_some_and(|last| P::takes_back(last, mv)) {
                continue;
            }
            let mut child = state.clone();
            child.apply(mv);
            meter.effort.generated += 1;
            let carry = self.heuristic.after(carry, &child, mv);
            let estimate = self.heuristic.estimate(carry, &child);
            let sum = made.saturating_add(estimate);
            if sum > self.bound {
                self.next = self.next.min(sum);
                continue;
            }
            // An estimate of zero need not mean that it is solved.
            let won = child.is_solved() || self.visit(&child, carry, made, Some(mv), meter)?;
            if won {
                self.path.push(mv);
                return Ok(true);
            }
        }
        self.moves.truncate(from);
        Ok(false)
    }
}
