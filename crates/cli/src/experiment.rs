//! `stumper experiment`: comparisons that papers report, and our own, run
//! again from their names. What they do is in [`experiments`]; here are their
//! options, the bar, and the tables.

mod folder;
mod options;

use crate::args::{FormatArg, LevelArgs, plain_settings};
use crate::words::tell;
use crate::{INTERRUPTED, print_all, progress, watch};
use anyhow::Result;
use clap::{Command, Subcommand};
use engine::{Budget, Fault};
use experiments::report::Report;
use experiments::{
    Bench, SharedRun, atkinson, blocking, chen, effort, klondike_players, mutser, raters, searches,
    shift_lengths, staged, unplayable, winnability,
};
use folder::{FolderArgs, shard_done};
use indicatif::ProgressBar;
use lab::Format;
use lab::rows::{csv_line, json_line};
use options::{
    AtkinsonArgs, BlockingArgs, ChenArgs, EffortArgs, KlondikePlayersArgs, MutserArgs, RatersArgs,
    SearchesArgs, ShiftLengthsArgs, StagedArgs, UnplayableArgs, WinnabilityArgs,
};
use serde::Serialize;
use std::cell::RefCell;
use std::path::PathBuf;

/// Run a comparison of solvers; without a name, list what there is
#[derive(clap::Args)]
#[command(after_help = "\
What is printed is the same for any number of --jobs, unless a budget of time
or --times brings in the clock. With --out, what is done is kept as it comes,
and --resume goes on after any end; the report is written beside the rows.
With --shard several processes share a folder; --resume ends what they did.

Examples:
  stumper experiment
  stumper experiment atkinson --deals 10
  stumper experiment staged --deals 500 --format csv
  stumper experiment klondike-players --games 2000 --plot figures
  stumper experiment searches freecell#1-20 --solvers staged,wastar:weight=2
  stumper experiment chen --report chen
  stumper experiment chen --out chen --shard 3/64
  stumper experiment chen --out chen --resume")]
pub(crate) struct Args {
    #[command(subcommand)]
    experiment: Option<Experiment>,
    #[command(flatten)]
    shared: Shared,
}

/// The experiments: a line each. The first line of their help is what the
/// list says of them.
#[derive(Subcommand)]
enum Experiment {
    Atkinson(AtkinsonArgs),
    Staged(StagedArgs),
    Searches(SearchesArgs),
    KlondikePlayers(KlondikePlayersArgs),
    Winnability(WinnabilityArgs),
    Unplayable(UnplayableArgs),
    Blocking(BlockingArgs),
    ShiftLengths(ShiftLengthsArgs),
    Effort(EffortArgs),
    Chen(ChenArgs),
    Mutser(MutserArgs),
    Raters(RatersArgs),
}

/// What can be said of every experiment.
#[derive(clap::Args)]
struct Shared {
    /// Threads [default: all cores]
    #[arg(long, global = true, value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// The form of the output
    #[arg(long, global = true, value_enum, default_value_t = FormatArg::Text)]
    format: FormatArg,
    /// No progress bar on standard error
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Write report.md with its figures, and report.html, into this folder
    #[arg(long, global = true, value_name = "DIR")]
    report: Option<PathBuf>,
    #[command(flatten)]
    out: FolderArgs,
}

/// Shows how far an experiment is.
struct Bar {
    quiet: bool,
    bar: RefCell<Option<ProgressBar>>,
    /// What is left of a run that several processes share, once this one is
    /// done.
    left: RefCell<Option<SharedRun>>,
}

impl experiments::Progress for Bar {
    fn begin(&self, total: Option<u64>, things: &str, had: u64) {
        let bar = progress::bar(total, things, !self.quiet, had);
        self.bar.replace(Some(bar));
    }
    fn advance(&self) {
        if let Some(bar) = &*self.bar.borrow() {
            bar.inc(1);
        }
    }
    fn end(&self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
    fn leave(&self, run: SharedRun) {
        self.left.replace(Some(run));
    }
}

pub(crate) fn call(args: Args) -> Result<u8> {
    let shared = &args.shared;
    let format = Format::from(shared.format);
    if let (None, Some(option)) = (&shared.out.out, shared.out.of_folder()) {
        return Err(Fault::new(option, "no folder", "--out DIR as well").into());
    }
    let Some(experiment) = args.experiment else {
        return list(format);
    };
    let bar = Bar {
        quiet: shared.quiet,
        bar: RefCell::new(None),
        left: RefCell::new(None),
    };
    let mut bench = Bench {
        jobs: shared.jobs.map(usize::from),
        stop: watch::stop().clone(),
        out: shared.out.read(),
        cut: shared.out.cut()?,
        settings: plain_settings(),
        progress: &bar,
    };
    // What is printed, and who does it, does not decide what a row says.
    for option in ["--format", "--times", "--shard"] {
        bench.out.call.options.remove(option);
    }
    watch::can_stop();
    let plot = experiment.plot();
    let Some(report) = experiment.run(&mut bench)? else {
        if let (Some(shard), Some(run)) = (shared.out.shard, bar.left.take()) {
            tell(&shard_done(shard, &run));
            return Ok(0);
        }
        tell(match (&shared.out.out, shared.out.shard) {
            (_, Some(_)) => "interrupted; the same call goes on",
            (Some(_), _) => "interrupted; the same call with --resume goes on",
            _ => "interrupted; with --out DIR a run can go on with --resume",
        });
        return Ok(INTERRUPTED);
    };
    if let Some(folder) = plot {
        report.draw(&folder)?;
    }
    if let Some(folder) = shared.report.as_ref().or(shared.out.out.as_ref()) {
        report.write(folder, &bench.out.call)?;
    }
    print(&report, format)
}

/// Notes the limit of each solve in the call, which has it only where it was
/// given.
fn limited(bench: &mut Bench, budget: Result<Budget, Fault>) -> Result<Budget, Fault> {
    let budget = budget?;
    let text = budget.to_string();
    if !text.is_empty() {
        let options = &mut bench.out.call.options;
        options.insert("--budget".into(), vec![text]);
    }
    Ok(budget)
}

impl Experiment {
    /// Where its figures are to be drawn, where that was asked for alone.
    fn plot(&self) -> Option<PathBuf> {
        match self {
            Experiment::KlondikePlayers(args) => args.plot.clone(),
            Experiment::ShiftLengths(args) => args.plot.clone(),
            _ => None,
        }
    }

    /// Runs it; nothing if the user stopped it.
    fn run(self, bench: &mut Bench) -> Result<Option<Report>> {
        Ok(match self {
            Experiment::Atkinson(args) => {
                let options = atkinson::Options {
                    deals: args.deals,
                    seed: args.seed,
                    budget: limited(bench, args.budget.or_states(atkinson::STATES))?,
                    set: args.set,
                    peer: args.peer,
                };
                atkinson::call(&options, bench)?
            }
            Experiment::Staged(args) => {
                let options = staged::Options {
                    range: args.range,
                    deals: args.deals,
                    budget: limited(bench, args.budget.or_states(staged::STATES))?,
                };
                staged::call(&options, bench)?
            }
            Experiment::Searches(args) => {
                let options = searches::Options {
                    solvers: args.solvers,
                    budget: limited(bench, args.budget.or_states(searches::STATES))?,
                    metric: args.metric,
                    times: args.times,
                };
                searches::call(&options, args.levels.open()?, bench)?
            }
            Experiment::KlondikePlayers(args) => {
                let options = klondike_players::Options {
                    games: args.games,
                    seed: args.seed,
                    k: args.k,
                };
                klondike_players::call(&options, bench)?
            }
            Experiment::Winnability(args) => {
                let options = winnability::Options {
                    solver: args.solver,
                    budget: limited(bench, args.budget.read())?,
                    times: args.times,
                };
                winnability::call(&options, args.levels.open()?, bench)?
            }
            Experiment::Unplayable(args) => {
                let options = unplayable::Options {
                    sample: args.sample.read(),
                };
                unplayable::call(&options, bench)?
            }
            Experiment::Blocking(args) => {
                let options = blocking::Options {
                    sample: args.sample.read(),
                    levels: args.levels,
                };
                blocking::call(&options, bench)?
            }
            Experiment::ShiftLengths(args) => {
                let options = shift_lengths::Options {
                    levels: args.levels,
                    seed: args.seed,
                    kind: args.kind,
                    pack: args.pack,
                };
                shift_lengths::call(&options, bench)?
            }
            Experiment::Effort(args) => {
                let options = effort::Options {
                    short: args.short,
                    limit: args.limit,
                    rows: args.rows,
                };
                effort::call(&options, args.levels.open()?, bench)?
            }
            Experiment::Chen(args) => {
                let options = chen::Options {
                    depth_deals: args.depth_deals,
                    type_deals: args.type_deals,
                    score_deals: args.score_deals,
                    model_deals: args.model_deals,
                    seed: args.seed,
                    fast: args.fast,
                    short: args.short,
                    times: args.times,
                };
                chen::call(&options, bench)?
            }
            Experiment::Mutser(args) => {
                let options = mutser::Options {
                    all: args.all,
                    equations: args.equations,
                    version: env!("CARGO_PKG_VERSION").to_string(),
                };
                let boards = match args.boards.is_empty() {
                    true => None,
                    false => Some(LevelArgs::new(args.boards, args.of).open()?),
                };
                mutser::call(&options, boards, bench)?.map(Report::from)
            }
            Experiment::Raters(args) => {
                // Here levels are no list that could go on.
                let levels = vec![args.levels.to_string()];
                bench.out.call.options.insert("--levels".into(), levels);
                let options = raters::Options {
                    runs: args.runs,
                    seed: args.seed,
                    ratings: args.ratings,
                    levels: args.levels,
                    each: args.each,
                };
                raters::call(&options, bench)?.map(Report::from)
            }
        })
    }
}

/// Prints the tables one after another.
fn print(report: &Report, format: Format) -> Result<u8> {
    let mut out = Vec::new();
    for (index, table) in report.tables().enumerate() {
        if index > 0 && format != Format::Json {
            out.push(b'\n');
        }
        table.write(&mut out, format);
    }
    print_all(&out)
}

#[derive(Serialize)]
struct Entry {
    experiment: String,
    summary: String,
}

/// Names and sentences, as the command line itself has them.
fn entries() -> Vec<Entry> {
    let whole = Experiment::augment_subcommands(Command::new("experiment"));
    let entry = |command: &Command| Entry {
        experiment: command.get_name().to_string(),
        summary: command
            .get_about()
            .map_or(String::new(), |about| about.to_string()),
    };
    whole.get_subcommands().map(entry).collect()
}

fn list(format: Format) -> Result<u8> {
    let entries = entries();
    let width = entries.iter().map(|entry| entry.experiment.len()).max();
    let width = width.unwrap_or_default();
    let mut out = Vec::new();
    if format == Format::Csv {
        csv_line(&mut out, ["experiment", "summary"]);
    }
    for entry in &entries {
        let Entry {
            experiment,
            summary,
        } = entry;
        match format {
            Format::Text => {
                out.extend_from_slice(format!("{experiment:width$}  {summary}\n").as_bytes());
            }
            Format::Json => json_line(&mut out, entry),
            Format::Csv => csv_line(&mut out, [experiment, summary]),
        }
    }
    print_all(&out)
}
