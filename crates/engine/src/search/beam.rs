//! Beam search: breadth-first, but only the best of each generation go on.
//! When a beam dies out, one of twice the width starts anew, until a solution
//! turns up or nothing was left out any more.

use super::tree::Tree;
use super::{DEFAULT_MEMORY, Search, at_once, ran_dry};
use crate::{Fault, Heuristic, Limit, Meter, Outcome, Puzzle, Setting, Settings};

/// The search.
pub struct Beam {
    width: usize,
}

const WIDTH: Setting = Setting {
    name: "width",
    default: "1024",
    summary: "how many of a generation go on at first; doubled when the beam dies out",
};

impl Search for Beam {
    const NAME: &'static str = "beam";
    const SUMMARY: &'static str = "beam: the best of each generation go on";
    const SETTINGS: &'static [Setting] = &[WIDTH];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        let width = settings.number(&WIDTH, 1..=1 << 30)?;
        Ok(Beam { width })
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
        let mut width = self.width;
        let mut tree = Tree::new(start);
        loop {
            match one_beam(&mut tree, start, heuristic, width, meter) {
                Ok(End::Won(index)) => return Outcome::Solved(tree.path(index)),
                Ok(End::Dry) => return ran_dry(start),
                Ok(End::Died) => width = width.saturating_mul(2),
                Err(limit) => return Outcome::GaveUp(limit),
            }
            tree.clear();
        }
    }
}

enum End {
    /// This node is solved.
    Won(u32),
    /// Every position was looked at.
    Dry,
    /// The beam died out, and positions were left out.
    Died,
}

fn one_beam<P: Puzzle, H: Heuristic<P>>(
    tree: &mut Tree<P>,
    start: &P,
    heuristic: &H,
    width: usize,
    meter: &mut Meter,
) -> Result<End, Limit> {
    let mut beam = vec![(0, 0, heuristic.start(start))];
    let mut next = Vec::new();
    let mut moves = Vec::new();
    let mut cut = false;
    while !beam.is_empty() {
        for &(_, index, carry) in &beam {
            let waiting = (beam.len() + next.len()) * size_of::<(u32, u32, H::Carry)>();
            if let Some(limit) = tree.check(meter, waiting) {
                return Err(limit);
            }
            let state = tree.state(index);
            moves.clear();
            state.moves(&mut moves);
            for &mv in &moves {
                let mut child = state.clone();
                child.apply(mv);
                meter.effort.generated += 1;
                if let Some(new) = tree.reach(index, mv, &child, false) {
                    if child.is_solved() {
                        return Ok(End::Won(new));
                    }
                    let carry = heuristic.after(carry, &child, mv);
                    next.push((heuristic.estimate(carry, &child), new, carry));
                }
            }
        }
        if next.len() > width {
            next.select_nth_unstable_by_key(width - 1, |&(estimate, index, _)| (estimate, index));
            next.truncate(width);
            cut = true;
        }
        next.sort_unstable_by_key(|&(estimate, index, _)| (estimate, index));
        std::mem::swap(&mut beam, &mut next);
        next.clear();
    }
    Ok(if cut { End::Died } else { End::Dry })
}
