//! Any search on any game with any heuristic, side by side on the same levels.

use super::Shared;
use super::contest::{Contest, of_one_game, one_game};
use super::contestant::Contestant;
use super::table::{Cell, Table};
use crate::budget::{self, Part};
use crate::levels::{LevelArgs, Levels};
use crate::solution_rows::metric;
use crate::watch;
use anyhow::Result;

/// Several solvers on the same levels: solved, states, lengths
#[derive(clap::Args)]
#[command(after_help = "\
A solver may carry settings: wastar:heuristic=hsdh:weight=2, or
beam:weights=FILE. `stumper games GAME` lists solvers and settings.

Examples:
  stumper experiment searches freecell:ms#1-20 --budget 20000
  stumper experiment searches freecell:ms#1-50 --solvers staged,staged:auto=all,atkinson:steps=meta
  stumper experiment searches template:row#2-200 --format csv")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The solvers, joined by commas [default: all of the game's]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    solvers: Vec<String>,
    /// What each solve may spend: states, time, memory, joined by commas
    #[arg(long, value_name = "LIMIT", value_delimiter = ',', default_value = "100000",
          value_parser = budget::parse_part)]
    budget: Vec<Part>,
    /// The metric of lengths [default: the game's first]
    #[arg(long, value_name = "NAME")]
    metric: Option<String>,
    /// Show states a second, which differ from run to run
    #[arg(long)]
    times: bool,
}

/// Sums over the levels of one solver.
#[derive(Default, Clone)]
struct Sums {
    levels: u64,
    solved: u64,
    refuted: u64,
    checked: u64,
    generated: u64,
    length: u64,
    seconds: f64,
}

pub(super) fn call(args: &Args, shared: &Shared) -> Result<Option<Vec<Table>>> {
    let levels = Levels::open(&args.levels)?;
    let game = one_game(&levels, &args.levels)?;
    let metric = metric(args.metric.as_deref(), game)?;
    let contestants: Result<Vec<_>> = match args.solvers.is_empty() {
        true => game
            .solvers()
            .iter()
            .map(|s| Contestant::parse(s.name))
            .collect(),
        false => args
            .solvers
            .iter()
            .map(|text| Contestant::parse(text))
            .collect(),
    };
    let contest = Contest {
        game,
        contestants: contestants?,
        peers: Vec::new(),
        budget: budget::join(&args.budget)?,
    };
    for contestant in &contest.contestants {
        contestant.check(game)?;
    }
    watch::listen()?;
    let mut sums = vec![Sums::default(); contest.contestants.len()];
    let count = levels.total();
    let whole = contest.run(of_one_game(levels, game), count, shared, |who, measured| {
        let sum = &mut sums[who];
        sum.levels += 1;
        sum.solved += u64::from(measured.lengths.is_some());
        sum.refuted += u64::from(measured.refuted);
        sum.checked += measured.checked;
        sum.generated += measured.generated;
        sum.length += measured.length(metric).unwrap_or_default();
        sum.seconds += measured.seconds;
    })?;
    Ok(whole.then(|| vec![table(&contest, &sums, metric, args.times)]))
}

fn table(contest: &Contest, sums: &[Sums], metric: &str, times: bool) -> Table {
    let mut columns = vec![
        "solver",
        "levels",
        "solved",
        "unsolvable",
        "gave-up",
        "mean-states",
        "mean-generated",
        "mean-length",
    ];
    if times {
        columns.push("states-a-second");
    }
    let row = |(label, sum): (&str, &Sums)| {
        let mean =
            |total: u64, count: u64| Cell::mean((count > 0).then(|| total as f64 / count as f64));
        let mut row = vec![
            Cell::text(label),
            Cell::Count(sum.levels),
            Cell::Count(sum.solved),
            Cell::Count(sum.refuted),
            Cell::Count(sum.levels - sum.solved - sum.refuted),
            mean(sum.checked, sum.levels),
            mean(sum.generated, sum.levels),
            mean(sum.length, sum.solved),
        ];
        if times {
            row.push(Cell::Number(sum.checked as f64 / sum.seconds.max(1e-9), 0));
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
