//! Depth-first search with restarts: always on from the newest position, the
//! likeliest child first. A run that has looked at its share of states starts
//! again with its estimates shaken; the shares follow Luby, Sinclair and
//! Zuckerman (1993), which is within a constant factor of the best for a
//! search of unknown luck.

use super::tree::Tree;
use super::{DEFAULT_MEMORY, Search, at_once, ran_dry};
use crate::{Fault, Heuristic, Limit, Meter, Outcome, Puzzle, Setting, Settings};

/// The search.
pub struct DepthFirst {
    share: u64,
    shake: f64,
    seed: u64,
}

const SHARE: Setting = Setting {
    name: "restart",
    default: "10000",
    summary: "states of a run before a new one starts, times 1, 1, 2, 1, 1, 2, 4, …",
};
const SHAKE: Setting = Setting {
    name: "shake",
    default: "0.1",
    summary: "by which part of itself an estimate may change in runs after the first",
};
const SEED: Setting = Setting {
    name: "seed",
    default: "1",
    summary: "of those changes",
};

impl Search for DepthFirst {
    const NAME: &'static str = "depth";
    const SUMMARY: &'static str = "depth-first with restarts, the likeliest move first";
    const SETTINGS: &'static [Setting] = &[SHARE, SHAKE, SEED];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        Ok(DepthFirst {
            share: settings.number(&SHARE, 1..=u64::MAX >> 16)?,
            shake: settings.number(&SHAKE, 0.0..=1.0)?,
            seed: settings.number(&SEED, 0..=u64::MAX)?,
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
        let mut tree = Tree::new(start);
        for run in 1.. {
            let end = meter
                .effort
                .checked
                .saturating_add(self.share.saturating_mul(luby(run)));
            match self.one_run(&mut tree, heuristic, run, end, meter) {
                Ok(End::Won(index)) => return Outcome::Solved(tree.path(index)),
                Ok(End::Dry) => return ran_dry(start),
                Ok(End::Used) => tree.clear(),
                Err(limit) => return Outcome::GaveUp(limit),
            }
        }
        unreachable!("a run ends every search long before 2^64 of them")
    }
}

enum End {
    /// This node is solved.
    Won(u32),
    /// Every position was looked at.
    Dry,
    /// The run has used its share.
    Used,
}

impl DepthFirst {
    fn one_run<P: Puzzle, H: Heuristic<P>>(
        &self,
        tree: &mut Tree<P>,
        heuristic: &H,
        run: u64,
        end: u64,
        meter: &mut Meter,
    ) -> Result<End, Limit> {
        let mut stack = vec![(0, heuristic.start(&tree.state(0)))];
        let mut moves = Vec::new();
        let mut children = Vec::new();
        while let Some((index, carry)) = stack.pop() {
            let waiting = stack.len() * size_of::<(u32, H::Carry)>();
            if let Some(limit) = tree.check(meter, waiting) {
                return Err(limit);
            }
            let state = tree.state(index);
            moves.clear();
            state.moves(&mut moves);
            children.clear();
            for &mv in &moves {
                let mut child = state.clone();
                child.apply(mv);
                meter.effort.generated += 1;
                if let Some(new) = tree.reach(index, mv, &child, false) {
                    if child.is_solved() {
                        return Ok(End::Won(new));
                    }
                    let carry = heuristic.after(carry, &child, mv);
                    let estimate = heuristic.estimate(carry, &child);
                    children.push((self.shaken(estimate, run, new), new, carry));
                }
            }
            // The best child is the last on the stack; of equals, the first.
            children.sort_unstable_by_key(|&(estimate, index, _)| (estimate, index));
            stack.extend(
                children
                    .iter()
                    .rev()
                    .map(|&(_, index, carry)| (index, carry)),
            );
            if meter.effort.checked >= end {
                return Ok(End::Used);
            }
        }
        Ok(End::Dry)
    }

    /// An estimate as a run sees it. The first run sees it as it is.
    fn shaken(&self, estimate: u32, run: u64, index: u32) -> u64 {
        let plain = u64::from(estimate) << 16;
        if run == 1 {
            return plain;
        }
        // Splitmix64 of what tells this position and run apart.
        let mut z = self.seed ^ run << 32 ^ u64::from(index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let part = (z >> 40) as f64 / (1u64 << 24) as f64;
        plain + ((plain + (1 << 16)) as f64 * self.shake * part) as u64
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, …, from its first number on.
fn luby(mut index: u64) -> u64 {
    loop {
        let power = (index + 1).next_power_of_two();
        if index + 1 == power {
            return power / 2;
        }
        index -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_luby() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
