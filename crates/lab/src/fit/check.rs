//! How far off a model is on levels that it was not made from, and whether its
//! intervals hold there.

use super::Rows;
use super::folds::others;
use super::train::{Model, Recipe, train};
use crate::equation::Link;
use crate::statistics::sample::{mean, weighted_mean};
use engine::Fault;

/// The share of levels that an interval should cover.
pub const COVERED: f64 = 0.9;

/// One fold: the model made without its levels.
#[derive(Clone, Debug)]
pub struct Fold {
    /// Its levels.
    pub levels: Vec<usize>,
    /// The model made from all others.
    pub model: Model,
    /// How far off nine of ten sums are at most, as the others tell.
    pub half_width: f64,
    /// Levels of the fold that lie in their interval.
    pub covered: usize,
}

/// What came of all folds.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The folds.
    pub folds: Vec<Fold>,
    /// What was predicted of each level by the model made without it.
    pub predicted: Vec<f64>,
}

impl Checked {
    /// The mean absolute errors, by weights and with every level alike; of one
    /// fold or of all.
    pub fn errors(&self, rows: &Rows, fold: Option<usize>) -> (f64, f64) {
        let all = || (0..rows.levels.len()).collect();
        let levels = fold.map_or_else(all, |fold| self.folds[fold].levels.clone());
        let off = |&level: &usize| (self.predicted[level] - rows.target[level]).abs();
        let off: Vec<f64> = levels.iter().map(off).collect();
        let weights: Vec<f64> = levels.iter().map(|&level| rows.weights[level]).collect();
        let unweighted = mean(&off).unwrap_or_default();
        (
            weighted_mean(&off, &weights).unwrap_or(unweighted),
            unweighted,
        )
    }

    /// How far off nine of ten sums are at most under a link.
    pub fn half_width(&self, rows: &Rows, recipe: &Recipe, link: Link) -> f64 {
        let pairs = self.predicted.iter().zip(&rows.target);
        let off = |(predicted, target): (&f64, &f64)| residual(*predicted, *target, recipe, link);
        half_width(pairs.map(off).collect())
    }

    /// The share of levels that lie in the interval of the model made without
    /// them.
    pub fn coverage(&self) -> f64 {
        let covered: usize = self.folds.iter().map(|fold| fold.covered).sum();
        covered as f64 / self.predicted.len().max(1) as f64
    }
}

/// Makes a model without each fold and tries it there.
pub fn check(rows: &Rows, recipe: &Recipe) -> Result<Checked, Fault> {
    let count = recipe.folds.count();
    if count < 2 || rows.levels.len() < 2 * count {
        let found = format!("{} levels in {count} folds", rows.levels.len());
        let expected = "two folds or more, and two levels or more in each";
        return Err(Fault::new("the folds", found, expected).hint("set --folds"));
    }
    let mut predicted = vec![0.0; rows.levels.len()];
    let mut folds = Vec::new();
    for (model, levels) in models(rows, recipe)? {
        let rest = rows.part(&others(rows.levels.len(), &levels));
        let half_width = half_width(residuals(&rest, recipe, model.link)?);
        let mut covered = 0;
        for &level in &levels {
            let sum = model.sum(rows, level)?;
            let to_target = |sum: f64| model.link.to_target(sum, recipe.bounds);
            predicted[level] = to_target(sum);
            // A rating at the end of the scale lies at the end of its interval.
            let target = rows.target[level];
            let (low, high) = (to_target(sum - half_width), to_target(sum + half_width));
            covered += usize::from((low - 1e-9..=high + 1e-9).contains(&target));
        }
        folds.push(Fold {
            levels,
            model,
            half_width,
            covered,
        });
    }
    Ok(Checked { folds, predicted })
}

/// A model without each fold.
fn models(rows: &Rows, recipe: &Recipe) -> Result<Vec<(Model, Vec<usize>)>, Fault> {
    let split = recipe
        .folds
        .split(rows.levels.len())
        .into_iter()
        .enumerate();
    let model = |(index, levels): (usize, Vec<usize>)| {
        let rest = rows.part(&others(rows.levels.len(), &levels));
        let model = train(&rest, recipe);
        let model = model.map_err(|fault| fault.within(&format!("without fold {}", index + 1)))?;
        Ok((model, levels))
    };
    split.map(model).collect()
}

/// How far a prediction is off as a sum.
fn residual(predicted: f64, target: f64, recipe: &Recipe, link: Link) -> f64 {
    let sum = |target: f64| link.to_sum(target, recipe.bounds);
    (sum(predicted) - sum(target)).abs()
}

/// How far predictions are off on levels that had no part in them, as sums
/// under a link.
fn residuals(rows: &Rows, recipe: &Recipe, link: Link) -> Result<Vec<f64>, Fault> {
    let mut off = Vec::new();
    for (model, levels) in models(rows, recipe)? {
        for level in levels {
            let predicted = model.link.to_target(model.sum(rows, level)?, recipe.bounds);
            off.push(residual(predicted, rows.target[level], recipe, link));
        }
    }
    Ok(off)
}

/// What nine of ten residuals of a level to come do not exceed: as it may be
/// anywhere among those known, it counts as one of them (Vovk, 2005).
fn half_width(mut off: Vec<f64>) -> f64 {
    off.sort_by(f64::total_cmp);
    let rank = (COVERED * (off.len() + 1) as f64).ceil() as usize;
    let last = off.len().saturating_sub(1);
    off.get(rank.saturating_sub(1).min(last))
        .copied()
        .unwrap_or_default()
}
