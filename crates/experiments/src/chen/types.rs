//! His types of deals against random ones: tables 2 to 4 beside his, with the
//! distributions of figures 11 and 12.

use super::deals::{Group, TYPES, logs};
use super::published::{Published, of_type};
use super::{Indicator, Options, SOLVERS, figures};
use crate::Result;
use crate::report::Report;
use engine::Fault;
use lab::statistics::sample::{mean, median};
use lab::statistics::welch::Welch;
use lab::table::{Cell, Table};
use std::collections::BTreeMap;

/// Adds tables 2 to 4 and figures 11 and 12.
pub(super) fn report(report: &mut Report, args: &Options, types: &[&Group]) -> Result<()> {
    for &indicator in Indicator::shown(args.times) {
        report.table(table(indicator, types)?);
    }
    figures::lengths(report, types);
    report.text(
        "Ratios say how much harder or easier than random deals a type is, by the means. Signs agree \
         where a type lies on the same side of random deals as in the thesis. The thesis's lengths are \
         those of another solver, which finds longer solutions, so that ratios compare and lengths do not.",
    );
    report.table(agreement(args, types)?);
    Ok(())
}

/// Table 2, 3 or 4: a row for each type and solver.
fn table(indicator: Indicator, types: &[&Group]) -> Result<Table, Fault> {
    let mut rows = Vec::new();
    for (place, group) in types.iter().enumerate() {
        let his = of_type(place, indicator)?;
        for solver in 0..SOLVERS.len() {
            if indicator.says_something(solver) {
                rows.push(row(indicator, solver, types[0], group, &his));
            }
        }
    }
    let (name, number) = match indicator {
        Indicator::Length => ("lengths", 2),
        Indicator::States => ("states", 3),
        Indicator::Time => ("times", 4),
    };
    Ok(Table {
        name,
        title: format!(
            "Types of deals by {} (table {number}); Welch's t against random deals, with the decimal logarithm of its p-value, and of that of logarithms",
            indicator.words()
        ),
        columns: vec![
            "type",
            "solver",
            "deals",
            "solved",
            "min",
            "max",
            "mean",
            "median",
            "mode",
            "t",
            "log10-p",
            "log10-p-of-logs",
            "thesis-min",
            "thesis-max",
            "thesis-mean",
            "thesis-log10-p",
        ],
        rows,
    })
}

fn row(
    indicator: Indicator,
    solver: usize,
    random: &Group,
    group: &Group,
    his: &Published,
) -> Vec<Cell> {
    let values = group.values(indicator, solver);
    let extreme = |pick: fn(f64, f64) -> f64| values.iter().copied().reduce(pick);
    let is_baseline = group.kind == random.kind;
    let theirs = random.values(indicator, solver);
    let welch = Welch::of(&values, &theirs).filter(|_| !is_baseline);
    let of_logs = Welch::of(&logs(&values), &logs(&theirs)).filter(|_| !is_baseline);
    let number = |value: Option<f64>, decimals| match value {
        Some(value) if value.is_finite() => Cell::Number(value, decimals),
        _ => Cell::Blank,
    };
    let times = indicator == Indicator::Time;
    vec![
        Cell::text(&group.kind),
        Cell::text(SOLVERS[solver]),
        Cell::Count(group.deals.len() as u64),
        Cell::Count(values.len() as u64),
        number(extreme(f64::min), if times { 3 } else { 0 }),
        number(extreme(f64::max), if times { 3 } else { 0 }),
        indicator.cell(mean(&values)),
        indicator.cell(median(&values)),
        // Of times there are hardly two alike.
        number(mode(&values).filter(|_| !times), 0),
        number(welch.map(|welch| welch.t), 1),
        number(welch.map(|welch| welch.log10_p()), 1),
        number(of_logs.map(|welch| welch.log10_p()), 1),
        Cell::Number(his.least, 0),
        Cell::Number(his.most, 0),
        Cell::Number(his.mean, 0),
        number(Some(his.p.log10()).filter(|_| !is_baseline), 1),
    ]
}

/// The number that is there most often; of several the least.
fn mode(values: &[f64]) -> Option<f64> {
    let mut counts = BTreeMap::<u64, u64>::new();
    for value in values {
        *counts.entry(*value as u64).or_default() += 1;
    }
    let most = *counts.values().max()?;
    let found = counts.iter().find(|(_, count)| **count == most);
    found.map(|(value, _)| *value as f64)
}

/// The mean of each type as a ratio to that of random deals, his beside ours.
fn agreement(args: &Options, types: &[&Group]) -> Result<Table, Fault> {
    let mut rows = Vec::new();
    for &indicator in Indicator::shown(args.times) {
        let his_random = of_type(0, indicator)?.mean;
        for (place, group) in types.iter().enumerate().skip(1) {
            let his = of_type(place, indicator)?.mean / his_random;
            let ratio = |solver| {
                let random = types[0].mean(indicator, solver)?;
                let ratio = group.mean(indicator, solver)? / random;
                indicator.says_something(solver).then_some(ratio)
            };
            let ours: Vec<f64> = (0..SOLVERS.len()).filter_map(ratio).collect();
            let same = ours.iter().all(|ratio| (*ratio > 1.0) == (his > 1.0));
            let cell = |ratio: Option<f64>| ratio.map_or(Cell::Blank, |r| Cell::Number(r, 3));
            rows.push(vec![
                Cell::text(TYPES[place]),
                Cell::text(indicator.words()),
                Cell::Number(his, 3),
                cell(ratio(0)),
                cell(ratio(1)),
                Cell::text(if same { "yes" } else { "no" }),
            ]);
        }
    }
    Ok(Table {
        name: "agreement",
        title: "Means of types as ratios to random deals, the thesis's beside ours".into(),
        columns: vec!["type", "indicator", "thesis", "fast", "short", "same-side"],
        rows,
    })
}

#[cfg(test)]
mod tests {
    use super::mode;

    #[test]
    fn the_mode_is_what_comes_most_often() {
        assert_eq!(mode(&[5.0, 3.0, 5.0, 3.0, 4.0]), Some(3.0));
        assert_eq!(mode(&[]), None);
    }
}
