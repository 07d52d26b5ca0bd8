//! His score beside the equations that ship: how each goes with the length of
//! near-shortest solutions and with the effort of many searches, on deals that
//! had no part in making any of them.

use super::deals::Modelled;
use crate::effort::{self, cell};
use crate::report::Report;
use games::shipped::{CALIBRATIONS, EQUATIONS};
use lab::rating::{Book, Rater};
use lab::statistics::association::{pearson, spearman};
use lab::statistics::sample::ranks;
use lab::table::{Cell, Table};

/// What his score is called among the models.
pub(super) const SCORE: &str = "Chen's score";

/// Adds the table of models.
pub(super) fn report(report: &mut Report, deals: &[Modelled]) {
    report.text(format!(
        "On {} fresh random deals: length is that of `short` with {} states, effort the mean normal score \
         of the states of twelve searches, as `stumper experiment effort` has it.",
        deals.len(),
        effort::SHORT
    ));
    report.table(models(deals));
    let covered = covered(deals);
    if !covered.is_empty() {
        report.text(
            "How hard a deal is: the mean of the normal scores of its length and effort, as a \
             rating from 1 to 10 by its place among these deals. Off: mean points between \
             that and the rating. Covered: deals within the interval that `rate` gives, \
             which is to hold nine of ten.",
        );
        report.table(coverage(covered));
    }
}

/// Ratings of deals beside how hard they are: the equation's name, mean points
/// off, and the share that the intervals cover.
fn covered(deals: &[Modelled]) -> Vec<(String, f64, f64)> {
    let Ok(book) = Book::of(EQUATIONS, CALIBRATIONS) else {
        return Vec::new();
    };
    let tried: Vec<_> = deals.iter().map(|deal| deal.tried.clone()).collect();
    let hard = effort::hardness(&tried, &effort::composite(&tried));
    let places = ranks(&hard);
    let count = deals.len() as f64;
    let truth: Vec<f64> = places
        .iter()
        .map(|p| 1.0 + 9.0 * (p - 0.5) / count)
        .collect();
    let game = games::find_game("freecell").ok();
    let rater = game.and_then(|game| Rater::new(&book, game, "freecell").ok());
    let Some(rater) = rater else {
        return Vec::new();
    };
    let name = deals.first().and_then(|deal| {
        let mut names = deal.models.keys();
        names.find(|name| name.contains(&format!("({})", rater.equation.target)))
    });
    let Some(name) = name else {
        return Vec::new();
    };
    let sums: Option<Vec<f64>> = deals.iter().map(|d| d.models.get(name).copied()).collect();
    let Some(sums) = sums else { return Vec::new() };
    let off = sums
        .iter()
        .zip(&truth)
        .map(|(sum, t)| (rater.of_sum(*sum) - t).abs());
    let within = sums.iter().zip(&truth).filter(|(sum, t)| {
        let (low, high) = rater.interval(**sum);
        (low..=high).contains(t)
    });
    let share = within.count() as f64 / count;
    vec![(name.clone(), off.sum::<f64>() / count, 100.0 * share)]
}

fn coverage(rows: Vec<(String, f64, f64)>) -> Table {
    let row = |(name, off, covered): (String, f64, f64)| {
        vec![
            Cell::text(&name),
            Cell::Number(off, 2),
            Cell::Number(covered, 1),
        ]
    };
    Table {
        name: "coverage",
        title: "Ratings beside how hard deals are".into(),
        columns: vec!["equation", "off", "percent-covered"],
        rows: rows.into_iter().map(row).collect(),
    }
}

fn models(deals: &[Modelled]) -> Table {
    let tried: Vec<_> = deals.iter().map(|deal| deal.tried.clone()).collect();
    let efforts = effort::composite(&tried);
    let lengths: Vec<Option<f64>> = tried
        .iter()
        .map(|deal| deal.length.map(|length| length as f64))
        .collect();
    let efforts: Vec<Option<f64>> = efforts.into_iter().map(Some).collect();
    let names = deals.first().map(|deal| deal.models.keys().cloned());
    let row = |name: String| {
        let values: Vec<Option<f64>> = deals
            .iter()
            .map(|deal| deal.models.get(&name).copied())
            .collect();
        let mut row = vec![Cell::text(&name), Cell::Count(deals.len() as u64)];
        for targets in [&lengths, &efforts] {
            let pairs = values.iter().zip(targets);
            let (x, y): (Vec<f64>, Vec<f64>) =
                pairs.filter_map(|(x, y)| Some(((*x)?, (*y)?))).unzip();
            row.extend([cell(pearson(&x, &y)), cell(spearman(&x, &y))]);
        }
        row
    };
    Table {
        name: "models",
        title: "How well models go with length and effort".into(),
        columns: vec![
            "model",
            "deals",
            "pearson-length",
            "spearman-length",
            "pearson-effort",
            "spearman-effort",
        ],
        rows: names.into_iter().flatten().map(row).collect(),
    }
}
