//! `paper`: the scheme of Elyasaf, Zaritsky, Hauptman and Sipper, "Evolving
//! Solvers for FreeCell and the Sliding-Tile Puzzle" (2011). Weights in
//! [0, 1); fitness-proportionate selection; one-point crossover; mutation
//! that replaces each weight with probability 0.1 by a fresh one.
//!
//! The paper leaves open how often pairs are crossed, whether the fittest
//! survive and how parents are replaced. Here every pair is crossed, nobody
//! survives as such, and the children replace all parents.

use super::operators::{crossover, mutate, proportionate};
use super::{Genome, Scheme};
use crate::chance::Chance;
use serde::{Deserialize, Serialize};

/// The probability that a gene is replaced.
pub(super) const MUTATION: f64 = 0.1;

/// The state of a run: the generation that is to be measured next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paper {
    population: Vec<Genome>,
}

impl Paper {
    /// A population of random weights, one of them `start` where given.
    pub fn new(
        genes: usize,
        population: usize,
        start: Option<&Genome>,
        chance: &mut Chance,
    ) -> Paper {
        let mut population = uniform(genes, population, chance);
        if let Some(start) = start {
            population[0].clone_from(start);
        }
        Paper { population }
    }
}

/// Genomes with each gene uniform in [0, 1).
pub(super) fn uniform(genes: usize, count: usize, chance: &mut Chance) -> Vec<Genome> {
    let genome = |_| (0..genes).map(|_| chance.unit()).collect();
    (0..count).map(genome).collect()
}

/// The children of a generation, as many as it had members: pairs chosen in
/// proportion to fitness, crossed at one point, mutated.
pub(super) fn children<G: Clone>(
    parents: &[Vec<G>],
    fitness: &[f64],
    chance: &mut Chance,
    mut fresh: impl FnMut(&mut Chance) -> G,
) -> Vec<Vec<G>> {
    let mut children = Vec::with_capacity(parents.len() + 1);
    while children.len() < parents.len() {
        let mother = &parents[proportionate(fitness, chance)];
        let father = &parents[proportionate(fitness, chance)];
        let (a, b) = crossover(mother, father, chance);
        for mut child in [a, b] {
            mutate(&mut child, MUTATION, chance, &mut fresh);
            children.push(child);
        }
    }
    children.truncate(parents.len());
    children
}

impl Scheme for Paper {
    fn candidates(&mut self, _: &mut Chance) -> Vec<Genome> {
        self.population.clone()
    }

    fn learn(&mut self, fitness: &[f64], chance: &mut Chance) {
        self.population = children(&self.population, fitness, chance, Chance::unit);
    }

    fn favourite(&self) -> Option<Genome> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::known::{evaluations, sphere};
    use super::*;

    #[test]
    fn weights_stay_in_the_unit_interval_and_the_population_its_size() {
        let mut chance = Chance::new("test", 1, 0);
        for size in [2, 3, 20] {
            let mut scheme = Paper::new(7, size, None, &mut chance);
            for _ in 0..20 {
                let candidates = scheme.candidates(&mut chance);
                assert_eq!(candidates.len(), size);
                assert!(
                    candidates
                        .iter()
                        .all(|g| g.len() == 7 && g.iter().all(|w| (0.0..1.0).contains(w)))
                );
                let fitness: Vec<f64> = candidates.iter().map(|g| g[0]).collect();
                scheme.learn(&fitness, &mut chance);
            }
        }
    }

    #[test]
    fn it_nears_the_middle_of_a_bowl() {
        for seed in 1..=5 {
            let mut chance = Chance::new("first", seed, 0);
            let mut scheme = Paper::new(5, 40, None, &mut chance);
            // Random search needs some 10,000 draws for this: the share of
            // the cube within that distance is about one in 9,500.
            let needed = evaluations(&mut scheme, sphere, 0.36, 8_000, seed);
            assert!(needed.is_some(), "seed {seed}");
        }
    }
}
