//! Any search on any game with any heuristic, side by side on the same levels.

use super::log::Log;
use super::report::Report;
use super::{Bench, contest, contestant, of_one_game};
use crate::Result;
use engine::Budget;
use engine::Fault;
use games::levels::Levels;
use lab::contest::Contest;
use lab::contestant::Contestant;
use lab::statistics::Histogram;
use lab::table::{Cell, Table};

/// Several solvers on the same levels: solved, states, lengths
#[derive(Clone)]
pub struct Options {
    /// The solvers, joined by commas [default: all of the game's]
    pub solvers: Vec<String>,
    /// What each solve may spend.
    pub budget: Budget,
    /// The metric of lengths [default: the game's first]
    pub metric: String,
    /// Show states a second, which differ from run to run
    pub times: bool,
}

/// States that each solve may look at, unless told otherwise.
pub const STATES: u64 = 100_000;

/// Sums over the levels of one solver.
#[derive(Default, Clone)]
struct Sums {
    refuted: u64,
    checked: Histogram,
    generated: u64,
    lengths: Histogram,
    seconds: f64,
}

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, levels: Levels, shared: &Bench) -> Result<Option<Report>> {
    let game = levels.one_game()?;
    let metric = game.metric(&args.metric)?;
    let contestants: Result<Vec<Contestant>, Fault> = match args.solvers.is_empty() {
        true => game
            .solvers()
            .iter()
            .map(|s| contestant(&shared.settings, s.name))
            .collect(),
        false => args
            .solvers
            .iter()
            .map(|text| contestant(&shared.settings, text))
            .collect(),
    };
    let all = Contest {
        game,
        contestants: contestants?,
        outsiders: Vec::new(),
        budget: args.budget,
    };
    all.check()?;
    let mut log = Log::open(shared)?;
    let mut sums = vec![Sums::default(); all.contestants.len()];
    let count = levels.total();
    let levels = of_one_game(levels, game);
    let whole = contest(&all, levels, count, shared, &mut log, |trial| {
        let (sum, measured) = (&mut sums[trial.who], &trial.measured);
        sum.refuted += u64::from(measured.refuted);
        sum.checked.add(measured.checked);
        sum.generated += measured.generated;
        if let Some(length) = measured.length(metric) {
            sum.lengths.add(length);
        }
        sum.seconds += measured.seconds;
    })?;
    if !whole {
        return Ok(None);
    }
    log.finish()?;
    Ok(Some(vec![table(&all, &sums, metric, args.times)].into()))
}

fn table(contest: &Contest, sums: &[Sums], metric: &str, times: bool) -> Table {
    let mut columns = vec![
        "solver",
        "levels",
        "solved",
        "unsolvable",
        "gave-up",
        "mean-states",
        "median-states",
        "p99-states",
        "mean-generated",
        "mean-length",
        "median-length",
    ];
    if times {
        columns.push("states-a-second");
    }
    let row = |(label, sum): (&str, &Sums)| {
        let levels = sum.checked.len();
        let quantile = |of: &Histogram, share| of.quantile(share).map_or(Cell::Blank, Cell::Count);
        let generated = (levels > 0).then(|| sum.generated as f64 / levels as f64);
        let mut row = vec![
            Cell::text(label),
            Cell::Count(levels),
            Cell::Count(sum.lengths.len()),
            Cell::Count(sum.refuted),
            Cell::Count(levels - sum.lengths.len() - sum.refuted),
            Cell::mean(sum.checked.mean()),
            quantile(&sum.checked, 0.5),
            quantile(&sum.checked, 0.99),
            Cell::mean(generated),
            Cell::mean(sum.lengths.mean()),
            quantile(&sum.lengths, 0.5),
        ];
        if times {
            let states = sum.checked.mean().unwrap_or_default() * levels as f64;
            row.push(Cell::Number(states / sum.seconds.max(1e-9), 0));
        }
        row
    };
    Table {
        name: "searches",
        title: format!("{}: lengths in {metric} moves", contest.game.about().title),
        columns,
        rows: contest.labels().into_iter().zip(sums).map(row).collect(),
    }
}
