//! From measures and ratings to an equation. Levels are split into folds
//! ([`folds`]); for each fold an equation is made from the other levels
//! ([`train`]) and tried on its own. Whatever is chosen on the way, be it
//! terms, transforms, the link or the strength of a penalty, is chosen from the
//! levels of the training part alone, so that the errors are those of levels
//! never seen ([`check`]). The equation that is kept is made in the same way
//! from all levels. What is weighed, and how it is written as terms, is in
//! [`basis`]; tables for people are in [`report`].

pub mod basis;
pub mod check;
pub mod folds;
pub mod report;
pub mod train;

pub use check::{Checked, Fold};
pub use folds::Folds;
pub use train::{Inputs, Model, Recipe, Way};

use crate::equation::{Equation, Errors, Made, Scale, Term, VERSION};
use crate::statistics::association::pearson;
use crate::statistics::sample::weighted_mean;
use engine::Fault;
use nalgebra::DMatrix;
use std::collections::BTreeMap;

/// Levels with their measures and what is to be predicted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The ids of the levels.
    pub levels: Vec<String>,
    /// The names of the measures.
    pub measures: Vec<String>,
    /// A column for each measure, with a number for each level.
    pub values: Vec<Vec<f64>>,
    /// What is to be predicted of each level.
    pub target: Vec<f64>,
    /// How much each level counts.
    pub weights: Vec<f64>,
    /// The covariance of what is not known of the targets, where a model of
    /// players tells it: levels that the same players rated share it.
    pub doubt: Option<DMatrix<f64>>,
}

impl Rows {
    /// Some of the levels, in this order.
    pub fn part(&self, levels: &[usize]) -> Rows {
        let pick = |column: &Vec<f64>| levels.iter().map(|&i| column[i]).collect();
        Rows {
            levels: levels.iter().map(|&i| self.levels[i].clone()).collect(),
            measures: self.measures.clone(),
            values: self.values.iter().map(pick).collect(),
            target: pick(&self.target),
            weights: pick(&self.weights),
            doubt: self.doubt.as_ref().map(|doubt| part(doubt, levels)),
        }
    }

    /// A measure of a level.
    pub fn value(&self, measure: &str, level: usize) -> Option<f64> {
        let column = self.measures.iter().position(|name| name == measure)?;
        self.values[column].get(level).copied()
    }

    /// Refuses what no equation can be made of.
    pub fn check(&self) -> Result<(), Fault> {
        let columns = self.measures.iter().map(String::as_str).zip(&self.values);
        let more = [("the target", &self.target), ("the weight", &self.weights)];
        for (name, column) in columns.chain(more) {
            let wrong = column.iter().position(|value| !value.is_finite());
            if let Some(level) = wrong {
                let found = format!("{name} = {}", column[level]);
                return Err(Fault::new(&self.levels[level], found, "a finite number"));
            }
        }
        let negative = self.weights.iter().position(|weight| *weight < 0.0);
        if let Some(level) = negative {
            let found = format!("a weight of {}", self.weights[level]);
            return Err(Fault::new(&self.levels[level], found, "zero or more"));
        }
        Ok(())
    }
}

/// Some rows and columns of a covariance.
pub(crate) fn part(whole: &DMatrix<f64>, places: &[usize]) -> DMatrix<f64> {
    let (count, at) = (places.len(), |i: usize| places[i]);
    DMatrix::from_fn(count, count, |i, j| whole[(at(i), at(j))])
}

/// What is said in an equation's file of where it comes from.
#[derive(Clone, Debug)]
pub struct About {
    /// The game whose measures these are.
    pub game: String,
    /// What is predicted.
    pub target: String,
    /// What its numbers mean.
    pub scale: Scale,
    /// The call that makes it.
    pub by: String,
    /// The program's version.
    pub version: String,
    /// Where the ratings come from, in words.
    pub source: String,
}

/// An equation, and how it did on levels that it had not seen.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The equation made from all levels.
    pub equation: Equation,
    /// The model behind it.
    pub model: Model,
    /// What came of each fold.
    pub checked: Checked,
}

/// Makes an equation.
pub fn fit(rows: &Rows, recipe: &Recipe, about: &About) -> Result<Fit, Fault> {
    rows.check()?;
    // What is wrong with the call is told of all levels, not of a fold.
    let model = train::train(rows, recipe)?;
    let checked = check::check(rows, recipe)?;
    let equation = equation(rows, recipe, about, &model, &checked);
    Ok(Fit {
        equation,
        model,
        checked,
    })
}

fn equation(
    rows: &Rows,
    recipe: &Recipe,
    about: &About,
    model: &Model,
    checked: &Checked,
) -> Equation {
    let levels = 0..rows.levels.len();
    let mut ranges = BTreeMap::new();
    let term = |term: &train::ModelTerm| {
        let value = |level: usize| term.of.value(&|name| rows.value(name, level));
        let values: Vec<f64> = levels
            .clone()
            .filter_map(|level| value(level).ok())
            .collect();
        Term {
            of: term.of.clone(),
            weight: term.weight,
            standard_error: term.error,
            centre: weighted_mean(&values, &rows.weights).unwrap_or_default(),
        }
    };
    let terms: Vec<Term> = model.terms.iter().map(term).collect();
    for name in terms.iter().flat_map(|term| term.of.measures()) {
        let values = levels.clone().filter_map(|level| rows.value(name, level));
        let range = values.fold([f64::MAX, f64::MIN], |[low, high], value| {
            [value.min(low), value.max(high)]
        });
        ranges.insert(name.to_string(), range);
    }
    let (weighted, unweighted) = checked.errors(rows, None);
    Equation {
        equation: VERSION,
        game: about.game.clone(),
        target: about.target.clone(),
        scale: about.scale,
        link: model.link,
        bounds: recipe.bounds,
        intercept: model.intercept,
        terms,
        ranges,
        errors: Errors {
            weighted,
            unweighted,
            correlation: pearson(&checked.predicted, &rows.target).unwrap_or_default(),
            half_width: checked.half_width(rows, recipe, model.link),
        },
        made: Made {
            by: about.by.clone(),
            version: about.version.clone(),
            levels: rows.levels.len() as u64,
            source: about.source.clone(),
            checked: recipe.folds.to_string(),
        },
    }
}

#[cfg(test)]
mod tests;
