//! A fit as tables: what each fold weighed and how far off it was, the
//! equation, and how every measure goes with every target.

use super::{Fit, Model, Rows};
use crate::statistics::association::{pearson, spearman};
use crate::table::{Cell, Table};

fn number(value: Option<f64>, decimals: usize) -> Cell {
    value.map_or(Cell::Blank, |value| Cell::Number(value, decimals))
}

/// What is told of a weight.
const WEIGHT: [&str; 7] = [
    "term",
    "weight",
    "standard_error",
    "low",
    "high",
    "all_low",
    "all_high",
];

/// The weights of a model, the intercept first.
fn weight_rows(model: &Model) -> Vec<Vec<Cell>> {
    let (alone, all) = model.reach().unzip();
    let row = |name: String, weight: f64, error: Option<f64>| {
        let end = |reach: Option<f64>, side: f64| {
            let reach = reach.zip(error).map(|(reach, error)| reach * error);
            number(reach.map(|reach| weight + side * reach), 5)
        };
        vec![
            Cell::text(name),
            Cell::Number(weight, 5),
            number(error, 5),
            end(alone, -1.0),
            end(alone, 1.0),
            end(all, -1.0),
            end(all, 1.0),
        ]
    };
    let terms = model.terms.iter();
    let terms = terms.map(|term| row(term.of.to_string(), term.weight, term.error));
    let first = row("intercept".into(), model.intercept, model.intercept_error);
    [first].into_iter().chain(terms).collect()
}

/// The weights of the equation from all levels.
pub fn equation(fit: &Fit, title: String) -> Table {
    Table {
        name: "weights",
        title,
        columns: WEIGHT.to_vec(),
        rows: weight_rows(&fit.model),
    }
}

/// What every fold weighed, and the equation from all levels.
pub fn weights(fit: &Fit) -> Table {
    let folds = fit.checked.folds.iter().enumerate();
    let folds = folds.map(|(index, fold)| (format!("without {}", index + 1), &fold.model));
    let models = folds.chain([("all".to_string(), &fit.model)]);
    let rows = models.flat_map(|(name, model)| {
        let before = move |row| {
            [vec![Cell::text(&name)], row]
                .into_iter()
                .flatten()
                .collect()
        };
        weight_rows(model).into_iter().map(before)
    });
    Table {
        name: "weights",
        title: "Weights by fold, with standard errors and intervals of 95 % for each alone (low, \
                high) and for all at once (all_low, all_high)"
            .into(),
        columns: ["fold"].into_iter().chain(WEIGHT).collect(),
        rows: rows.collect(),
    }
}

/// How far off each fold is, and whether its intervals hold.
pub fn errors(fit: &Fit, rows: &Rows) -> Table {
    let checked = &fit.checked;
    let row = |name: String, levels: usize, fold: Option<usize>| {
        let (weighted, unweighted) = checked.errors(rows, fold);
        let (covered, half_width, choice) = match fold {
            Some(fold) => {
                let fold = &checked.folds[fold];
                let share = fold.covered as f64 / fold.levels.len().max(1) as f64;
                (share, fold.half_width, fold.model.choice.clone())
            }
            None => (
                checked.coverage(),
                fit.equation.errors.half_width,
                fit.model.choice.clone(),
            ),
        };
        vec![
            Cell::Text(name),
            Cell::Count(levels as u64),
            Cell::Number(weighted, 4),
            Cell::Number(unweighted, 4),
            Cell::Number(half_width, 3),
            Cell::Number(100.0 * covered, 1),
            match choice.is_empty() {
                true => Cell::Blank,
                false => Cell::Text(choice),
            },
        ]
    };
    let folds = checked.folds.iter().enumerate();
    let folds =
        folds.map(|(index, fold)| row((index + 1).to_string(), fold.levels.len(), Some(index)));
    let all = row("all".into(), rows.levels.len(), None);
    let equation = &fit.equation;
    Table {
        name: "errors",
        title: format!(
            "Mean absolute errors on levels held out ({}; r {:.3}; nine of ten within ±{:.2})",
            equation.made.checked, equation.errors.correlation, equation.errors.half_width
        ),
        columns: vec![
            "fold",
            "levels",
            "weighted",
            "unweighted",
            "half_width",
            "covered_percent",
            "chosen",
        ],
        rows: folds.chain([all]).collect(),
    }
}

/// How every measure goes with every target.
pub fn correlations(rows: &Rows, targets: &[(String, Vec<f64>)]) -> Table {
    let mut pairs = Vec::new();
    for (measure, values) in rows.measures.iter().zip(&rows.values) {
        for (target, wanted) in targets {
            pairs.push(vec![
                Cell::text(measure),
                Cell::text(target),
                number(pearson(values, wanted), 3),
                number(spearman(values, wanted), 3),
            ]);
        }
    }
    Table {
        name: "correlations",
        title: "Correlations of measures with targets".into(),
        columns: vec!["measure", "target", "pearson", "spearman"],
        rows: pairs,
    }
}
