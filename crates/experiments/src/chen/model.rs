//! His score beside the equations that ship: how each goes with the length of
//! near-shortest solutions and with the effort of many searches, on deals that
//! had no part in making any of them.

use super::deals::Modelled;
use crate::effort::{self, cell};
use crate::report::Report;
use lab::statistics::association::{pearson, spearman};
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
