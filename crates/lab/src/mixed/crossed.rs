//! Crossed random effects by restricted maximum likelihood (Patterson and
//! Thompson, 1971). The likelihood is profiled: for given ratios of the
//! standard deviations to that of the noise, mean and effects solve Henderson's
//! equations, and the noise follows from what is left. Those equations have one
//! unknown a level and one a player. The larger side has no products within
//! itself, so it is eliminated, and the smaller side and the mean are solved
//! by Cholesky's method.

use super::simplex::minimize;
use super::{Effect, Mixed, Rating, Variances, sizes};
use crate::fit::part;
use nalgebra::{DMatrix, DVector};
use std::collections::BTreeMap;

/// Fits the model; none where there are fewer than three ratings, or where all
/// are the same.
pub fn crossed(ratings: &[Rating]) -> Option<Mixed> {
    let (levels, players) = sizes(ratings);
    let turned = players > levels;
    let table = Table::of(ratings, turned);
    if ratings.len() < 3 || table.squares < 1e-12 {
        return None;
    }
    let value = |ratios: &[f64; 2]| {
        table
            .solve(ratios.map(f64::abs))
            .map_or(f64::MAX, |s| s.minus)
    };
    let ratios = minimize([1.0, 1.0], 0.7, value).map(f64::abs);
    let solved = table.solve(ratios)?;
    let noise = solved.noise;
    let variances = ratios.map(|ratio| ratio * ratio * noise);
    let (level, player) = match turned {
        false => (0, 1),
        true => (1, 0),
    };
    // The same where levels are not drawn from anywhere, but each stands for
    // itself.
    let mut fixed = ratios;
    fixed[level] = FIXED;
    let alone = table.solve(fixed)?;
    let predicted = table.effects(&solved, ratios);
    let estimated = table.effects(&alone, fixed);
    let shift = alone.outer[table.groups] - solved.outer[table.groups];
    let known = information(ratings, ratios[player]);
    let effect = |index: usize| Effect {
        predicted: predicted[level][index],
        estimated: estimated[level][index] + shift,
        error: noise / known[(index, index)],
    };
    Some(Mixed {
        mean: table.mean + solved.outer[table.groups],
        variances: Variances {
            level: variances[level],
            player: variances[player],
            slope: None,
            noise,
        },
        levels: (0..levels).map(effect).collect(),
        slopes: vec![1.0; players],
        players: predicted[player].clone(),
        doubt: doubt(&known).map(|doubt| doubt * noise),
    })
}

/// So large a spread of levels that nothing is shrunken.
const FIXED: f64 = 1e3;

/// How much is known of levels, in ratings by players who do not differ: the
/// ratings of each, less what each of them had to spend on its player; beside
/// the diagonal what levels share by having the same players.
fn information(ratings: &[Rating], ratio: f64) -> DMatrix<f64> {
    let (levels, players) = sizes(ratings);
    let mut by_player = vec![BTreeMap::new(); players];
    for rating in ratings {
        *by_player[rating.player].entry(rating.level).or_insert(0.0) += 1.0;
    }
    let square = ratio * ratio;
    let mut known = DMatrix::zeros(levels, levels);
    for counts in &by_player {
        let all: f64 = counts.values().sum();
        let spent = square / (square * all + 1.0);
        for (&a, &x) in counts {
            known[(a, a)] += x;
            for (&b, &y) in counts {
                known[(a, b)] -= spent * x * y;
            }
        }
    }
    known
}

/// The covariance of the estimates of levels for a noise of one, which is the
/// inverse of what is known; zero for levels without ratings.
fn doubt(known: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let places = (0..known.nrows()).filter(|&i| known[(i, i)] > 0.0);
    let places: Vec<usize> = places.collect();
    let inverse = part(known, &places).cholesky()?.inverse();
    let mut doubt = DMatrix::zeros(known.nrows(), known.ncols());
    for (i, &a) in places.iter().enumerate() {
        for (j, &b) in places.iter().enumerate() {
            doubt[(a, b)] = inverse[(i, j)];
        }
    }
    Some(doubt)
}

/// Sums of ratings by the larger side, `inner`, and the smaller, `outer`.
struct Table {
    inner: Vec<Inner>,
    /// For each of the outer side: its ratings and their sum.
    outer: Vec<(f64, f64)>,
    /// How many there are on the outer side.
    groups: usize,
    /// The mean of all ratings, which sums are about.
    mean: f64,
    count: f64,
    squares: f64,
}

/// One of the inner side.
#[derive(Clone, Default)]
struct Inner {
    /// Its ratings.
    number: f64,
    /// Their sum.
    sum: f64,
    /// How many each of the outer side gave.
    by: Vec<(usize, f64)>,
}

/// Henderson's equations, solved.
struct Solved {
    /// Effects in units of their standard deviation.
    inner: Vec<f64>,
    /// The same, and what is added to the mean.
    outer: DVector<f64>,
    noise: f64,
    /// Minus twice the restricted log likelihood, less what is constant.
    minus: f64,
}

impl Table {
    fn of(ratings: &[Rating], turned: bool) -> Table {
        let (levels, players) = sizes(ratings);
        let (larger, groups) = match turned {
            false => (levels, players),
            true => (players, levels),
        };
        let count = ratings.len() as f64;
        let mean = ratings.iter().map(|r| r.value).sum::<f64>() / count.max(1.0);
        let mut inner = vec![Inner::default(); larger];
        let mut outer = vec![(0.0, 0.0); groups];
        let mut squares = 0.0;
        for rating in ratings {
            let (a, b) = match turned {
                false => (rating.level, rating.player),
                true => (rating.player, rating.level),
            };
            let value = rating.value - mean;
            squares += value * value;
            let one = &mut inner[a];
            one.number += 1.0;
            one.sum += value;
            match one.by.iter_mut().find(|(who, _)| *who == b) {
                Some((_, times)) => *times += 1.0,
                None => one.by.push((b, 1.0)),
            }
            outer[b].0 += 1.0;
            outer[b].1 += value;
        }
        Table {
            inner,
            outer,
            groups,
            mean,
            count,
            squares,
        }
    }

    /// How one of the inner side stands in the equations of the outer side
    /// and of the mean.
    fn border(&self, index: usize, [theta, phi]: [f64; 2]) -> Vec<(usize, f64)> {
        let Inner { number, by, .. } = &self.inner[index];
        let with = |&(who, times): &(usize, f64)| (who, theta * phi * times);
        let mean = (self.groups, theta * number);
        by.iter().map(with).chain([mean]).collect()
    }

    /// Solves for these ratios of standard deviations to that of the noise.
    fn solve(&self, ratios: [f64; 2]) -> Option<Solved> {
        let [theta, phi] = ratios;
        let groups = self.groups;
        let mut matrix = DMatrix::zeros(groups + 1, groups + 1);
        let mut right = DVector::zeros(groups + 1);
        matrix[(groups, groups)] = self.count;
        for (index, (number, sum)) in self.outer.iter().enumerate() {
            matrix[(index, index)] = phi * phi * number + 1.0;
            matrix[(groups, index)] = phi * number;
            matrix[(index, groups)] = phi * number;
            right[index] = phi * sum;
        }
        let mut plain = right.clone();
        let mut determinant = 0.0;
        for (index, Inner { number, sum, .. }) in self.inner.iter().enumerate() {
            let own = theta * theta * number + 1.0;
            determinant += own.ln();
            let border = self.border(index, ratios);
            for &(a, x) in &border {
                right[a] -= x * theta * sum / own;
                for &(b, y) in &border {
                    matrix[(a, b)] -= x * y / own;
                }
            }
        }
        let factor = matrix.cholesky()?;
        let outer = factor.solve(&right);
        determinant += factor.l_dirty().diagonal().map(|x: f64| 2.0 * x.ln()).sum();
        let inner = |index: usize| {
            let Inner { number, sum, .. } = &self.inner[index];
            let border = self.border(index, ratios);
            let known: f64 = border.iter().map(|&(a, x)| x * outer[a]).sum();
            (theta * sum - known) / (theta * theta * number + 1.0)
        };
        let inner: Vec<f64> = (0..self.inner.len()).map(inner).collect();
        // The target's sum is zero about its mean.
        plain[groups] = 0.0;
        let sums = self.inner.iter().map(|one| theta * one.sum);
        let explained: f64 = inner.iter().zip(sums).map(|(u, s)| u * s).sum();
        let left = (self.squares - explained - plain.dot(&outer)).max(1e-12 * self.squares);
        let noise = left / (self.count - 1.0);
        Some(Solved {
            inner,
            outer,
            noise,
            minus: determinant + (self.count - 1.0) * noise.ln(),
        })
    }

    /// The effects of the inner and the outer side.
    fn effects(&self, solved: &Solved, [theta, phi]: [f64; 2]) -> [Vec<f64>; 2] {
        let outer = solved.outer.iter().take(self.groups);
        [
            solved.inner.iter().map(|u| theta * u).collect(),
            outer.map(|v| phi * v).collect(),
        ]
    }
}
