//! Chen's study of what makes FreeCell hard (2015), run again: his kinds of
//! deal, his three indicators of hardness with two of our solvers, and his
//! score against each. Section numbers and figures are his.
//!
//! He solved with fc-solve's preset `video-editing`, which looks at some
//! 65,000 states of a deal. Here `fast` stands for a solver that stops at its
//! first solution, so that states and time say something; `short` for one that
//! spends a fixed number of states on shortening it, so that its length does.

mod deals;
mod figures;
mod model;
mod published;
mod score;
mod types;

use super::Bench;
use super::report::Report;
use crate::Result;
use deals::Group;
use lab::table::{Cell, Table};

/// How large the study is, and what each solve may spend.
#[derive(Clone)]
pub struct Options {
    /// Deals of each depth and of each blocking rank.
    pub depth_deals: u64,
    /// Deals of each type.
    pub type_deals: u64,
    /// Random deals for the score.
    pub score_deals: u64,
    /// Random deals for the models.
    pub model_deals: u64,
    /// The number of the first deal of each kind.
    pub seed: u64,
    /// States of `fast`.
    pub fast: u64,
    /// States of `short`.
    pub short: u64,
    /// Whether to show times.
    pub times: bool,
}

/// States of `fast`, which few deals reach.
pub const FAST: u64 = 100_000;
/// States of `short`. On 500 deals its lengths go with those of 10,000 states
/// with a correlation of 0.92, at a seventh of the time.
pub const SHORT: u64 = 2_000;

/// The solvers of the study.
const SOLVERS: [&str; 2] = ["fast", "short"];

/// What hardness is read from (section 3.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Indicator {
    /// Standard moves of the solution.
    Length,
    /// States that were checked.
    States,
    /// Milliseconds.
    Time,
}

impl Indicator {
    /// Those that are shown.
    fn shown(times: bool) -> &'static [Indicator] {
        const ALL: [Indicator; 3] = [Indicator::Length, Indicator::States, Indicator::Time];
        if times { &ALL } else { &ALL[..2] }
    }

    /// Its name in his tables.
    fn key(self) -> &'static str {
        match self {
            Indicator::Length => "solution_length",
            Indicator::States => "checked_states",
            Indicator::Time => "run_time_ms",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Indicator::Length => "solution length",
            Indicator::States => "checked states",
            Indicator::Time => "run time in ms",
        }
    }

    fn decimals(self) -> usize {
        match self {
            Indicator::Length => 1,
            Indicator::States => 0,
            Indicator::Time => 3,
        }
    }

    fn cell(self, value: Option<f64>) -> Cell {
        value.map_or(Cell::Blank, |value| Cell::Number(value, self.decimals()))
    }

    /// What a solver's answer shows of it. `short` spends what it may, so that
    /// its states and time show nothing.
    fn says_something(self, solver: usize) -> bool {
        self == Indicator::Length || SOLVERS[solver] == "fast"
    }
}

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, shared: &Bench) -> Result<Option<Report>> {
    let Some(groups) = deals::run(args, shared)? else {
        return Ok(None);
    };
    let mut report = Report::new("Chen's study of what makes FreeCell hard");
    report.text(introduction(args));
    if args.depth_deals > 0 {
        report.heading("Aces, kings and colours by depth (figure 9)");
        figures::by_depth(&mut report, args, &groups);
        report.heading("The rank of the cards on aces (figure 10)");
        figures::by_rank(&mut report, args, &groups);
    }
    let types: Vec<&Group> = groups.iter().filter(|group| group.is_type).collect();
    if args.type_deals > 0 {
        report.heading("Types of deals (figures 11 and 12, tables 2 to 4)");
        types::report(&mut report, args, &types)?;
    }
    if let Some(random) = groups.iter().find(|group| group.is_scored) {
        report.heading("The score against each indicator (figures 14 to 16)");
        score::report(&mut report, args, random)?;
    }
    if let Some(tried) = groups.iter().find(|group| !group.tried.is_empty()) {
        report.heading("Models beside the score");
        model::report(&mut report, &tried.tried);
    }
    Ok(Some(report))
}

fn introduction(args: &Options) -> String {
    format!(
        "Each deal was solved by `fast`, which stops at its first solution (at most {} states), and by \
         `short`, which spends {} states on shortening it. Lengths are standard moves. `short` always \
         spends its states, so that its states and its time say nothing of a deal. The thesis used \
         fc-solve's preset video-editing: 65,641 states and 727 ms for a random deal on average.",
        args.fast, args.short
    )
}

/// A table of means: a row for each kind and depth.
fn means(
    name: &'static str,
    title: String,
    args: &Options,
    rows: Vec<(Vec<Cell>, &Group)>,
    first: &[&'static str],
) -> Table {
    let mut columns: Vec<&'static str> = first.to_vec();
    columns.extend([
        "deals",
        "fast-solved",
        "fast-length",
        "short-length",
        "fast-states",
        "geometric",
    ]);
    if args.times {
        columns.extend(["fast-ms", "geometric-ms"]);
    }
    let row = |(mut cells, group): (Vec<Cell>, &Group)| {
        let mean = |indicator: Indicator, solver| indicator.cell(group.mean(indicator, solver));
        let middle = |indicator: Indicator, decimals| {
            let middle = group.middle(indicator, 0);
            middle.map_or(Cell::Blank, |middle| Cell::Number(middle, decimals))
        };
        cells.extend([
            Cell::Count(group.deals.len() as u64),
            Cell::Count(group.values(Indicator::Length, 0).len() as u64),
            mean(Indicator::Length, 0),
            mean(Indicator::Length, 1),
            mean(Indicator::States, 0),
            middle(Indicator::States, 1),
        ]);
        if args.times {
            cells.extend([mean(Indicator::Time, 0), middle(Indicator::Time, 3)]);
        }
        cells
    };
    Table {
        name,
        title,
        columns,
        rows: rows.into_iter().map(row).collect(),
    }
}
