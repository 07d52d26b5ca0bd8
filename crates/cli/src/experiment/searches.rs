//! Any search on any game with any heuristic, side by side on the same levels.

use super::log::Log;
use super::{Shared, contest, contestant, of_one_game};
use crate::args::{BudgetArgs, LevelArgs};
use anyhow::Result;
use engine::Fault;
use lab::contest::Contest;
use lab::contestant::Contestant;
use lab::statistics::Histogram;
use lab::table::{Cell, Table};

/// Several solvers on the same levels: solved, states, lengths
#[derive(clap::Args)]
#[command(after_help = "\
A solver may carry settings: wastar:heuristic=hsdh:weight=2, or
beam:weights=FILE. `stumper games GAME` lists solvers and settings.

Examples:
  stumper experiment searches freecell#1-20 --budget 20000
  stumper experiment searches freecell#1-50 --solvers staged,staged:auto=all,atkinson:steps=meta
  stumper experiment searches shift:5x5#1-200 --format csv")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The solvers, joined by commas [default: all of the game's]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    solvers: Vec<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The metric of lengths [default: the game's first]
    #[arg(
        long,
        value_name = "NAME",
        default_value = "",
        hide_default_value = true
    )]
    metric: String,
    /// Show states a second, which differ from run to run
    #[arg(long)]
    times: bool,
}

/// States that each solve may look at, unless told otherwise.
const STATES: u64 = 100_000;

/// Sums over the levels of one solver.
#[derive(Default, Clone)]
struct Sums {
    refuted: u64,
    checked: Histogram,
    generated: u64,
    lengths: Histogram,
    seconds: f64,
}

pub(super) fn call(args: &Args, shared: &Shared) -> Result<Option<Vec<Table>>> {
    let levels = args.levels.open()?;
    let game = levels.one_game()?;
    let metric = game.metric(&args.metric)?;
    let contestants: Result<Vec<Contestant>, Fault> = match args.solvers.is_empty() {
        true => game.solvers().iter().map(|s| contestant(s.name)).collect(),
        false => args.solvers.iter().map(|text| contestant(text)).collect(),
    };
    let all = Contest {
        game,
        contestants: contestants?,
        outsiders: Vec::new(),
        budget: args.budget.or_states(STATES)?,
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
    Ok(whole.then(|| vec![table(&all, &sums, metric, args.times)]))
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
