//! Figures 9 to 12.

use super::deals::{DEPTHS, Group, kind_at, kinds_by_rank};
use super::{Indicator, Options, SOLVERS, means};
use crate::plot::{Chart, Line, Picture};
use crate::report::Report;
use lab::statistics::Histogram;
use lab::table::Cell;

/// The lines of figure 9: sorted by colour or not, and what is placed.
const LINES: [(&str, bool, &str); 4] = [
    ("aces", false, "aces"),
    ("kings", false, "kings"),
    ("aces, sorted by colour", true, "aces"),
    ("kings, sorted by colour", true, "kings"),
];

fn find<'a>(groups: &'a [Group], kind: &str) -> Option<&'a Group> {
    let mut groups = groups.iter().filter(|group| !group.is_type);
    groups.find(|group| group.kind == kind)
}

/// What is drawn of each solver: of `short` only lengths.
fn panels(args: &Options) -> impl Iterator<Item = (Indicator, usize)> {
    let all = Indicator::shown(args.times).iter();
    let pairs =
        all.flat_map(|&indicator| (0..SOLVERS.len()).map(move |solver| (indicator, solver)));
    pairs.filter(|(indicator, solver)| indicator.says_something(*solver))
}

/// Figure 9, with its numbers.
pub(super) fn by_depth(report: &mut Report, args: &Options, groups: &[Group]) {
    let mut rows = Vec::new();
    for (name, sorted, what) in LINES {
        for depth in 0..DEPTHS {
            if let Some(group) = find(groups, &kind_at(sorted, what, depth)) {
                rows.push((vec![Cell::text(name), Cell::Count(depth as u64)], group));
            }
        }
    }
    let title = "Means by the number of cards on each ace or king (figure 9)".to_string();
    report.table(means("depths", title, args, rows, &["placed", "depth"]));
    for (indicator, solver) in panels(args) {
        let line = |(name, sorted, what): (&str, bool, &str)| {
            let point = |depth: usize| {
                let group = find(groups, &kind_at(sorted, what, depth))?;
                Some((depth as f64, group.middle(indicator, solver)?))
            };
            Line {
                name: name.into(),
                points: (0..DEPTHS).filter_map(point).collect(),
            }
        };
        let picture = Picture {
            title: format!("{} of {} by depth", middle(indicator), SOLVERS[solver]),
            x: "cards on each ace or king".into(),
            y: indicator.words().into(),
            chart: Chart::Lines(LINES.map(line).into()),
        };
        report.figure(name(9, indicator, solver), picture);
    }
}

/// Figure 10, with its numbers.
pub(super) fn by_rank(report: &mut Report, args: &Options, groups: &[Group]) {
    let kinds: Vec<String> = kinds_by_rank().collect();
    let row = |(kind, rank): (&String, u64)| {
        let group = find(groups, kind)?;
        Some((vec![Cell::text(kind), Cell::Count(rank)], group))
    };
    let rows: Vec<_> = kinds.iter().zip(2..).filter_map(row).collect();
    let title = "Means by the rank of the cards directly on aces (figure 10)".to_string();
    report.table(means("blocking", title, args, rows, &["kind", "rank"]));
    for (indicator, solver) in panels(args) {
        let point = |(kind, rank): (&String, u64)| {
            let group = find(groups, kind)?;
            Some((rank as f64, group.middle(indicator, solver)?))
        };
        let line = Line {
            name: String::new(),
            points: kinds.iter().zip(2..).filter_map(point).collect(),
        };
        let picture = Picture {
            title: format!(
                "{} of {} by blocking rank",
                middle(indicator),
                SOLVERS[solver]
            ),
            x: "rank of the cards directly on aces".into(),
            y: indicator.words().into(),
            chart: Chart::Lines(vec![line]),
        };
        report.figure(name(10, indicator, solver), picture);
    }
}

/// Figures 11 and 12: how lengths are spread.
pub(super) fn lengths(report: &mut Report, types: &[&Group]) {
    for (solver, solver_name) in SOLVERS.iter().enumerate() {
        let spread = |group: &&Group| Line {
            name: group.kind.clone(),
            points: histogram(&group.values(Indicator::Length, solver)),
        };
        for (number, some) in [(11, &types[..1]), (12, &types[1..4])] {
            let picture = Picture {
                title: format!("Solution lengths of {solver_name} (figure {number})"),
                x: "standard moves".into(),
                y: "deals".into(),
                chart: Chart::Steps(some.iter().map(spread).collect()),
            };
            report.figure(name(number, Indicator::Length, solver), picture);
        }
    }
}

/// How often each whole number comes, from one below the least to one above
/// the largest.
fn histogram(values: &[f64]) -> Vec<(f64, f64)> {
    let mut counts = Histogram::default();
    values.iter().for_each(|value| counts.add(*value as u64));
    let ends = counts.quantile(0.0).zip(counts.quantile(1.0));
    let Some((least, most)) = ends else {
        return Vec::new();
    };
    let bar = |value: u64| (value as f64 - 0.5, counts.between(value, value) as f64);
    (least.saturating_sub(1)..=most + 1).map(bar).collect()
}

/// What [`Group::middle`] is called.
fn middle(indicator: Indicator) -> String {
    match indicator {
        Indicator::Length => format!("Mean {}", indicator.words()),
        _ => format!("Geometric mean of {}", indicator.words()),
    }
}

fn name(number: u32, indicator: Indicator, solver: usize) -> String {
    let word = match indicator {
        Indicator::Length => "length",
        Indicator::States => "states",
        Indicator::Time => "time",
    };
    format!("figure-{number}-{word}-{}", SOLVERS[solver])
}
