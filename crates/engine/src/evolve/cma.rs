//! `cma`: evolution strategy with covariance matrix adaptation (CMA-ES). A
//! normal distribution over the cube is moved, stretched and turned towards
//! the better half of what it drew; only the order of candidates counts, so
//! that noise in fitness does as little harm as it can.
//!
//! After N. Hansen, "The CMA Evolution Strategy: A Tutorial" (arXiv
//! 1604.00772): weighted recombination of the better half, cumulative
//! step-size control, rank-one and rank-µ updates with the default parameters
//! of its appendix; its negative weights are left out. Candidates are folded
//! into the cube by [`fold`].

use super::eigen::symmetric;
use super::operators::{fold, ranked};
use super::{Genome, Scheme};
use crate::chance::Chance;
use serde::{Deserialize, Serialize};

/// The step to begin with: the tutorial asks for a third of the range in
/// which the best is expected, or a little less.
const FIRST_STEP: f64 = 0.3;
/// Steps stay between these, so that a search in noise neither freezes nor
/// wanders through many mirror images of the cube.
const STEPS: (f64, f64) = (1e-12, 1.0);

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cma {
    population: usize,
    mean: Vec<f64>,
    step: f64,
    covariance: Vec<Vec<f64>>,
    step_path: Vec<f64>,
    covariance_path: Vec<f64>,
    generation: u32,
    /// What was drawn this generation, before folding.
    #[serde(skip)]
    drawn: Vec<Vec<f64>>,
}

/// The rates at which the distribution learns, all from the tutorial.
struct Rates {
    /// Weights of the better half, the best first.
    weights: Vec<f64>,
    /// How many candidates the weights are worth, µ_eff.
    worth: f64,
    step_path: f64,
    damping: f64,
    covariance_path: f64,
    rank_one: f64,
    rank_mu: f64,
    /// The expected length of a standard normal vector.
    normal_length: f64,
}

impl Rates {
    fn new(genes: usize, population: usize) -> Rates {
        let n = genes as f64;
        let half = (population / 2).max(1);
        let raw = |i: usize| ((population as f64 + 1.0) / 2.0).ln() - (i as f64).ln();
        let raw: Vec<f64> = (1..=half).map(raw).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let worth = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let step_path = (worth + 2.0) / (n + worth + 5.0);
        let rank_one = 2.0 / ((n + 1.3).powi(2) + worth);
        let rank_mu = 2.0 * (0.25 + worth + 1.0 / worth - 2.0) / ((n + 2.0).powi(2) + worth);
        Rates {
            damping: 1.0 + 2.0 * (((worth - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + step_path,
            covariance_path: (4.0 + worth / n) / (n + 4.0 + 2.0 * worth / n),
            rank_mu: rank_mu.min(1.0 - rank_one),
            normal_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            worth,
            step_path,
            rank_one,
        }
    }
}

impl Cma {
    /// A search that begins at `start`, or in the middle of the cube.
    pub fn new(genes: usize, population: usize, start: Option<&Genome>) -> Cma {
        let identity = |i| (0..genes).map(|j| f64::from(u8::from(i == j))).collect();
        Cma {
            population,
            mean: start.cloned().unwrap_or_else(|| vec![0.5; genes]),
            step: FIRST_STEP,
            covariance: (0..genes).map(identity).collect(),
            step_path: vec![0.0; genes],
            covariance_path: vec![0.0; genes],
            generation: 0,
            drawn: Vec::new(),
        }
    }

    /// Axes and their lengths: the covariance is their product.
    fn axes(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (values, vectors) = symmetric(&self.covariance);
        // Rounding may turn a tiny variance negative.
        let length = |value: &f64| value.max(1e-24).sqrt();
        (values.iter().map(length).collect(), vectors)
    }

    /// Draws points around the mean.
    fn draw(&self, chance: &mut Chance) -> Vec<Vec<f64>> {
        let (lengths, vectors) = self.axes();
        let genes = self.mean.len();
        let point = |_| {
            let along: Vec<f64> = lengths.iter().map(|l| l * chance.normal()).collect();
            let gene = |i: usize| self.mean[i] + self.step * dot(&vectors[i], &along);
            (0..genes).map(gene).collect()
        };
        (0..self.population).map(point).collect()
    }

    /// C^(-1/2) times a vector.
    fn whitened(&self, vector: &[f64]) -> Vec<f64> {
        let (lengths, vectors) = self.axes();
        let genes = vector.len();
        let along = |k: usize| (0..genes).map(|i| vectors[i][k] * vector[i]).sum::<f64>();
        let along: Vec<f64> = (0..genes).map(|k| along(k) / lengths[k]).collect();
        vectors.iter().map(|row| dot(row, &along)).collect()
    }

    /// Steps of the fittest from the mean, in units of the step size.
    fn better_steps(&self, fitness: &[f64], count: usize) -> Vec<Vec<f64>> {
        let step = |&i: &usize| {
            let from_mean = self.drawn[i].iter().zip(&self.mean);
            from_mean.map(|(x, m)| (x - m) / self.step).collect()
        };
        ranked(fitness)[..count].iter().map(step).collect()
    }

    /// Adds a generation's shift of the mean to the step path. Gives its
    /// length, and whether that is no longer than chance explains: if it is,
    /// the step is too small, and the covariance must not learn from it.
    fn lengthen_step_path(&mut self, shift: &[f64], rates: &Rates) -> (f64, bool) {
        let c = rates.step_path;
        let gain = (c * (2.0 - c) * rates.worth).sqrt();
        let whitened = self.whitened(shift);
        for (path, white) in self.step_path.iter_mut().zip(whitened) {
            *path = (1.0 - c) * *path + gain * white;
        }
        let length = dot(&self.step_path, &self.step_path).sqrt();
        let settled = 1.0 - (1.0 - c).powf(2.0 * f64::from(self.generation));
        let bound = (1.4 + 2.0 / (shift.len() as f64 + 1.0)) * rates.normal_length;
        (length, length / settled.sqrt() < bound)
    }

    /// Stretches and turns the distribution towards the path of the mean and
    /// the steps of the fittest.
    fn turn(&mut self, shift: &[f64], steps: &[Vec<f64>], calm: bool, rates: &Rates) {
        let c = rates.covariance_path;
        let gain = f64::from(u8::from(calm)) * (c * (2.0 - c) * rates.worth).sqrt();
        for (path, shift) in self.covariance_path.iter_mut().zip(shift) {
            *path = (1.0 - c) * *path + gain * shift;
        }
        let lost = if calm { 0.0 } else { c * (2.0 - c) };
        let kept = 1.0 - rates.rank_one - rates.rank_mu + rates.rank_one * lost;
        for (i, row) in self.covariance.iter_mut().enumerate() {
            for (j, element) in row.iter_mut().enumerate() {
                let path = self.covariance_path[i] * self.covariance_path[j];
                let each = rates.weights.iter().zip(steps);
                let spread: f64 = each.map(|(w, step)| w * step[i] * step[j]).sum();
                *element = kept * *element + rates.rank_one * path + rates.rank_mu * spread;
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

impl Scheme for Cma {
    fn candidates(&mut self, chance: &mut Chance) -> Vec<Genome> {
        self.drawn = self.draw(chance);
        let folded = |point: &Vec<f64>| point.iter().map(|&x| fold(x)).collect();
        self.drawn.iter().map(folded).collect()
    }

    fn learn(&mut self, fitness: &[f64], _: &mut Chance) {
        let genes = self.mean.len();
        let rates = Rates::new(genes, self.population);
        let steps = self.better_steps(fitness, rates.weights.len());
        let weighted = |i: usize| {
            let each = rates.weights.iter().zip(&steps);
            each.map(|(w, step)| w * step[i]).sum::<f64>()
        };
        let shift: Vec<f64> = (0..genes).map(weighted).collect();
        self.generation += 1;
        let (length, calm) = self.lengthen_step_path(&shift, &rates);
        self.turn(&shift, &steps, calm, &rates);
        for (mean, shift) in self.mean.iter_mut().zip(&shift) {
            *mean += self.step * shift;
        }
        let growth = rates.step_path / rates.damping * (length / rates.normal_length - 1.0);
        self.step = (self.step * growth.exp()).clamp(STEPS.0, STEPS.1);
    }

    fn favourite(&self) -> Option<Genome> {
        Some(self.mean.iter().map(|&x| fold(x)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::known::{evaluations, rosenbrock, sphere, stretched};
    use super::*;

    fn check(value: fn(&[f64]) -> f64, genes: usize, population: usize, target: f64, most: usize) {
        for seed in 1..=5 {
            let mut cma = Cma::new(genes, population, None);
            let needed = evaluations(&mut cma, value, target, most, seed);
            assert!(
                needed.is_some(),
                "seed {seed}: {genes} genes, {most} evaluations"
            );
        }
    }

    #[test]
    fn known_functions_are_minimised() {
        // Populations are 4 + 3 ln n, as the tutorial has them, and twice that
        // for the valley in ten dimensions, which has a second minimum.
        check(sphere, 5, 8, 1e-10, 1_000);
        check(sphere, 10, 10, 1e-10, 1_900);
        check(stretched, 10, 10, 1e-10, 6_500);
        check(rosenbrock, 5, 8, 1e-8, 2_300);
        check(rosenbrock, 10, 20, 1e-8, 9_000);
    }
}
