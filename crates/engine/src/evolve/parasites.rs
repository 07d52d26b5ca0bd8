//! Coevolution after D. Hillis, "Co-evolving parasites improve simulated
//! evolution in an optimization procedure" (1990): beside the solvers a
//! second population breeds, of sets of levels, whose fitness is the less the
//! better solvers do on them. As solvers master levels, those die out.
//!
//! Elyasaf et al. have sets of six levels and the same operators for both
//! populations; they leave open who meets whom. Here every solver meets every
//! set, so that all solvers of a generation are measured alike.

use super::paper::children;
use crate::chance::Chance;
use serde::{Deserialize, Serialize};

/// The levels in a set.
pub const SET: usize = 6;

/// A population of sets of levels; levels are numbered from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parasites {
    sets: Vec<Vec<usize>>,
}

impl Parasites {
    /// Random sets of levels below `levels`.
    pub fn new(sets: usize, levels: usize, chance: &mut Chance) -> Parasites {
        let set = |_| (0..SET).map(|_| chance.below(levels)).collect();
        Parasites {
            sets: (0..sets).map(set).collect(),
        }
    }

    /// The sets.
    pub fn sets(&self) -> &[Vec<usize>] {
        &self.sets
    }

    /// Breeds the next sets. `solvers` has for each set the mean fitness of
    /// the solvers that met it, as a reduction of states: at most 1, and what
    /// is below 0 counts as 0. A set's own fitness is 1 less that.
    pub fn learn(&mut self, solvers: &[f64], levels: usize, chance: &mut Chance) {
        let inverse = |f: &f64| 1.0 - f.clamp(0.0, 1.0);
        let fitness: Vec<f64> = solvers.iter().map(inverse).collect();
        self.sets = children(&self.sets, &fitness, chance, |chance| chance.below(levels));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_drift_to_levels_that_resist() {
        // Solvers master levels below 900 of 1,000.
        let mut chance = Chance::new("test", 1, 0);
        let mut parasites = Parasites::new(20, 1000, &mut chance);
        let hard = |sets: &[Vec<usize>]| sets.iter().flatten().filter(|&&l| l >= 900).count();
        let mut most = 0;
        for _ in 0..60 {
            let mastered =
                |set: &Vec<usize>| set.iter().filter(|&&level| level < 900).count() as f64 / 6.0;
            let solvers: Vec<f64> = parasites.sets().iter().map(mastered).collect();
            parasites.learn(&solvers, 1000, &mut chance);
            assert!(parasites.sets().iter().all(|set| set.len() == SET));
            assert!(parasites.sets().iter().flatten().all(|&l| l < 1000));
            most = most.max(hard(parasites.sets()));
        }
        // A tenth of 120 would be there by chance.
        assert!(most > 60, "{most}");
    }
}
