//! `ga`: a genetic algorithm of the kind in use today. The fittest live on,
//! parents win tournaments, genes mix one by one, and every member carries
//! the size of its own mutations, which mutates first (after H.-P. Schwefel,
//! "Evolution and Optimum Seeking", 1995): members that mutate by the right
//! amount have the children that live on.

use super::operators::{fold, ranked, tournament};
use super::paper::uniform;
use super::{Genome, Scheme};
use crate::chance::Chance;
use serde::{Deserialize, Serialize};

/// Members of a tournament.
const TOURNAMENT: usize = 3;
/// The fittest tenth of a population lives on, and one at least. They are
/// measured again with the rest, so that luck with levels does not keep them.
const LIVE_ON: usize = 10;
/// The mutation to begin with.
const FIRST_STEP: f64 = 0.2;
/// Mutations stay between these.
const STEPS: (f64, f64) = (1e-6, 0.5);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Member {
    genes: Genome,
    step: f64,
}

/// The state of a run: the generation that is to be measured next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adaptive {
    members: Vec<Member>,
}

impl Adaptive {
    /// A population of random weights, one of them `start` where given.
    pub fn new(
        genes: usize,
        population: usize,
        start: Option<&Genome>,
        chance: &mut Chance,
    ) -> Adaptive {
        let mut population = uniform(genes, population, chance);
        if let Some(start) = start {
            population[0].clone_from(start);
        }
        let member = |genes| Member {
            genes,
            step: FIRST_STEP,
        };
        Adaptive {
            members: population.into_iter().map(member).collect(),
        }
    }

    /// A child of two winners of tournaments.
    fn child(&self, fitness: &[f64], chance: &mut Chance) -> Member {
        let a = &self.members[tournament(fitness, TOURNAMENT, chance)];
        let b = &self.members[tournament(fitness, TOURNAMENT, chance)];
        // Schwefel's rate for one step size.
        let rate = 1.0 / (2.0 * a.genes.len() as f64).sqrt();
        let step = (a.step * b.step).sqrt() * (rate * chance.normal()).exp();
        let step = step.clamp(STEPS.0, STEPS.1);
        // Each gene lies between the parents' or a quarter beyond (Mühlenbein
        // and Schlierkamp-Voosen's extended intermediate recombination).
        let gene = |(x, y): (&f64, &f64)| {
            let mixed = x + (1.5 * chance.unit() - 0.25) * (y - x);
            fold(mixed + step * chance.normal())
        };
        Member {
            genes: a.genes.iter().zip(&b.genes).map(gene).collect(),
            step,
        }
    }
}

impl Scheme for Adaptive {
    fn candidates(&mut self, _: &mut Chance) -> Vec<Genome> {
        self.members.iter().map(|m| m.genes.clone()).collect()
    }

    fn learn(&mut self, fitness: &[f64], chance: &mut Chance) {
        let count = self.members.len();
        let living = (count / LIVE_ON).max(1);
        let order = ranked(fitness);
        let mut next: Vec<Member> = order[..living]
            .iter()
            .map(|&i| self.members[i].clone())
            .collect();
        while next.len() < count {
            next.push(self.child(fitness, chance));
        }
        self.members = next;
    }

    fn favourite(&self) -> Option<Genome> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::known::{evaluations, rosenbrock, sphere};
    use super::*;

    #[test]
    fn known_functions_are_minimised() {
        for (value, genes, target, most) in [
            (sphere as fn(&[f64]) -> f64, 5, 1e-6, 3_000),
            (sphere, 10, 1e-6, 4_600),
            (rosenbrock, 5, 1.0, 15_000),
        ] {
            for seed in 1..=5 {
                let mut chance = Chance::new("first", seed, 0);
                let mut scheme = Adaptive::new(genes, 40, None, &mut chance);
                let needed = evaluations(&mut scheme, value, target, most, seed);
                assert!(needed.is_some(), "seed {seed}: {genes} genes");
            }
        }
    }

    #[test]
    fn the_fittest_live_on() {
        let mut chance = Chance::new("test", 1, 0);
        let mut scheme = Adaptive::new(4, 30, None, &mut chance);
        let before = scheme.candidates(&mut chance);
        let fitness: Vec<f64> = (0..30).map(|i| f64::from(i * 7 % 30)).collect();
        scheme.learn(&fitness, &mut chance);
        let after = scheme.candidates(&mut chance);
        for (rank, place) in ranked(&fitness)[..3].iter().enumerate() {
            assert_eq!(after[rank], before[*place]);
        }
        assert!(!before.contains(&after[3]));
    }
}
