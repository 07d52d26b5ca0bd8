//! Functions whose smallest value is known, for the tests of schemes. Each is
//! spread over the unit cube from its usual range.

use super::Scheme;
use crate::chance::Chance;

/// From the unit cube to [-2, 2].
fn wide(x: f64) -> f64 {
    4.0 * x - 2.0
}

/// Smallest (0) at 0.3 of every axis of the cube.
pub(super) fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| (wide(*x) - wide(0.3)).powi(2)).sum()
}

/// A sphere whose axes differ by a factor of a million in value.
pub(super) fn stretched(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    let term =
        |(i, x): (usize, &f64)| 1e6f64.powf(i as f64 / last) * (wide(*x) - wide(0.3)).powi(2);
    x.iter().enumerate().map(term).sum()
}

/// Rosenbrock's curved valley: smallest (0) where all are 1.
pub(super) fn rosenbrock(x: &[f64]) -> f64 {
    let term = |pair: &[f64]| {
        let (a, b) = (wide(pair[0]), wide(pair[1]));
        100.0 * (b - a * a).powi(2) + (1.0 - a).powi(2)
    };
    x.windows(2).map(term).sum()
}

/// How many evaluations a scheme needs to reach a value at most `target`, if
/// `most` are enough. Fitness is 1 / (1 + value), which is positive as
/// fitness-proportionate selection asks.
pub(super) fn evaluations(
    scheme: &mut dyn Scheme,
    value: impl Fn(&[f64]) -> f64,
    target: f64,
    most: usize,
    seed: u64,
) -> Option<usize> {
    let mut spent = 0;
    for generation in 1.. {
        let mut chance = Chance::new("test", seed, generation);
        let candidates = scheme.candidates(&mut chance);
        spent += candidates.len();
        if spent > most {
            return None;
        }
        let values: Vec<f64> = candidates.iter().map(|x| value(x)).collect();
        if values.iter().any(|v| *v <= target) {
            return Some(spent);
        }
        let fitness: Vec<f64> = values.iter().map(|v| 1.0 / (1.0 + v)).collect();
        scheme.learn(&fitness, &mut chance);
    }
    None
}
