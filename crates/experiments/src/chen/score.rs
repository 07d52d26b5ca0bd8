//! His score against each indicator: correlations, the line of least squares
//! with its error, and figures 14 to 16.

use super::deals::{Group, logs};
use super::published::of_score;
use super::{Indicator, Options, SOLVERS};
use crate::Result;
use crate::effort::cell;
use crate::plot::{Chart, Picture};
use crate::report::Report;
use engine::Fault;
use lab::statistics::association::{Line, pearson, spearman};
use lab::statistics::sample::deviation;
use lab::table::{Cell, Table};

/// Scores and what a solver shows of an indicator, deal by deal.
struct Pairs {
    indicator: Indicator,
    solver: usize,
    scores: Vec<f64>,
    values: Vec<f64>,
}

impl Pairs {
    fn of(group: &Group, indicator: Indicator, solver: usize) -> Pairs {
        let deals = group.deals.iter();
        let pairs = deals.filter_map(|deal| Some((deal.score?, deal.value(indicator, solver)?)));
        let (scores, values) = pairs.unzip();
        Pairs {
            indicator,
            solver,
            scores,
            values,
        }
    }
}

/// Adds the table of fits, what it says of his errors, and the figures.
pub(super) fn report(report: &mut Report, args: &Options, random: &Group) -> Result<()> {
    let mut all = Vec::new();
    for &indicator in Indicator::shown(args.times) {
        for solver in (0..SOLVERS.len()).rev() {
            if indicator.says_something(solver) {
                all.push(Pairs::of(random, indicator, solver));
            }
        }
    }
    report.table(fits(&all)?);
    let scores: Vec<f64> = random.deals.iter().filter_map(|deal| deal.score).collect();
    if let Some(spread) = deviation(&scores) {
        report.text(
            "A line's slope, its correlation and the spread of the score fix its error: RMSE is \
             slope * s * sqrt(1 - r^2) / r, where s is the standard deviation of the score. The \
             thesis's slopes and correlations with our s give the column `implied`. It is near the \
             square of the RMSE that the thesis prints, not near the RMSE: the root was taken twice.",
        );
        report.table(errors(args, spread)?);
    }
    for pairs in &all {
        report.figure(name(pairs), picture(pairs));
    }
    Ok(())
}

fn fits(all: &[Pairs]) -> Result<Table, Fault> {
    let number = |value: Option<f64>| value.map_or(Cell::Blank, |value| Cell::Number(value, 3));
    let mut rows = Vec::new();
    for pairs in all {
        let Pairs {
            indicator,
            solver,
            scores,
            values,
        } = pairs;
        let line = Line::through(scores, values);
        let his = of_score(*indicator)?;
        rows.push(vec![
            Cell::text(indicator.words()),
            Cell::text(SOLVERS[*solver]),
            Cell::Count(scores.len() as u64),
            cell(pearson(scores, values)),
            cell(spearman(scores, values)),
            cell(pearson(scores, &logs(values))),
            number(line.map(|line| line.slope)),
            number(line.map(|line| line.intercept)),
            number(line.map(|line| line.rmse)),
            Cell::Number(his.pearson, 3),
            Cell::Number(his.slope, 3),
            Cell::Number(his.intercept, 1),
        ]);
    }
    Ok(Table {
        name: "score",
        title: "The score against each indicator: correlations, and the line of least squares"
            .into(),
        columns: vec![
            "indicator",
            "solver",
            "deals",
            "pearson",
            "spearman",
            "pearson-log",
            "slope",
            "intercept",
            "rmse",
            "thesis-pearson",
            "thesis-slope",
            "thesis-intercept",
        ],
        rows,
    })
}

/// His errors, their squares, and what his own lines imply.
fn errors(args: &Options, spread: f64) -> Result<Table, Fault> {
    let mut rows = Vec::new();
    for &indicator in Indicator::shown(args.times) {
        let his = of_score(indicator)?;
        let implied = his.slope * spread * (1.0 - his.pearson.powi(2)).sqrt() / his.pearson;
        rows.push(vec![
            Cell::text(indicator.words()),
            Cell::Number(his.rmse, 3),
            Cell::Number(his.rmse.powi(2), 2),
            Cell::Number(implied, 2),
        ]);
    }
    Ok(Table {
        name: "errors",
        title: format!(
            "The thesis's RMSE, with a score that has a standard deviation of {spread:.2}"
        ),
        columns: vec!["indicator", "thesis-rmse", "thesis-rmse-squared", "implied"],
        rows,
    })
}

/// Figure 14, 15 or 16. States and times span orders of magnitude, so that
/// they stand on a logarithmic axis.
fn picture(pairs: &Pairs) -> Picture {
    let Pairs {
        indicator,
        solver,
        scores,
        values,
    } = pairs;
    let log = *indicator != Indicator::Length;
    let height = |value: f64| if log { value.max(1e-3).log10() } else { value };
    let points: Vec<(f64, f64)> = scores
        .iter()
        .zip(values)
        .map(|(score, value)| (*score, height(*value)))
        .collect();
    let fitted = Line::through(scores, values).map_or(Vec::new(), |line| {
        let (least, most) = scores
            .iter()
            .fold((f64::MAX, f64::MIN), |(least, most), score| {
                (least.min(*score), most.max(*score))
            });
        let at = |step: u32| least + (most - least) * f64::from(step) / 100.0;
        let point = |x: f64| (x, line.intercept + line.slope * x);
        let above = |(_, y): &(f64, f64)| !log || *y > 0.0;
        let steps = (0..=100).map(at).map(point).filter(above);
        steps.map(|(x, y)| (x, height(y))).collect()
    });
    let number = match indicator {
        Indicator::Length => 14,
        Indicator::States => 15,
        Indicator::Time => 16,
    };
    Picture {
        title: format!(
            "The score and the {} of {} (figure {number})",
            indicator.words(),
            SOLVERS[*solver]
        ),
        x: "score".into(),
        y: indicator.words().into(),
        chart: Chart::Cloud {
            points,
            fitted,
            log,
        },
    }
}

fn name(pairs: &Pairs) -> String {
    let (number, word) = match pairs.indicator {
        Indicator::Length => (14, "length"),
        Indicator::States => (15, "states"),
        Indicator::Time => (16, "time"),
    };
    format!("figure-{number}-{word}-{}", SOLVERS[pairs.solver])
}
