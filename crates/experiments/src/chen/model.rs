//! His score beside the equations that ship: how each goes with the length of
//! near-shortest solutions and with the effort of many searches, on deals that
//! had no part in making any of them.

use super::deals::Modelled;
use crate::effort::{self, cell};
use crate::report::Report;
use games::shipped::{CALIBRATIONS, EQUATIONS};
use lab::rating::{Book, Rater, of_share};
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
    if let Some(row) = covered(deals) {
        report.text(
            "How hard a deal is: the mean of the normal scores of its length and effort, as a \
             rating from 1 to 10 by its place among these deals. Off: mean points between \
             that and the rating. Covered: deals within the interval that `rate` gives, \
             which is to hold nine of ten.",
        );
        report.table(Table {
            name: "coverage",
            title: "Ratings beside how hard deals are".into(),
            columns: vec!["equation", "off", "percent-covered"],
            rows: vec![row],
        });
    }
}

/// Ratings of deals beside how hard they are: the equation's name, mean points
/// off, and the share that the intervals cover. None without an equation.
fn covered(deals: &[Modelled]) -> Option<Vec<Cell>> {
    let book = Book::of(EQUATIONS, CALIBRATIONS).ok()?;
    let rater = Rater::new(&book, games::find_game("freecell").ok()?, "freecell").ok()?;
    let mut names = deals.first()?.models.keys();
    let rated_by = format!("({})", rater.equation.target);
    let name = names.find(|name| name.ends_with(&rated_by))?;
    let tried: Vec<_> = deals.iter().map(|deal| deal.tried.clone()).collect();
    let places = ranks(&effort::hardness(&tried, &effort::composite(&tried)));
    let (count, mut off, mut within) = (deals.len() as f64, 0.0, 0.0);
    for (deal, place) in deals.iter().zip(places) {
        let (sum, truth) = (*deal.models.get(name)?, of_share((place - 0.5) / count));
        let (low, high) = rater.interval(sum);
        off += (rater.of_sum(sum) - truth).abs();
        within += f64::from((low..=high).contains(&truth));
    }
    Some(vec![
        Cell::text(name),
        Cell::Number(off / count, 2),
        Cell::Number(100.0 * within / count, 1),
    ])
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
