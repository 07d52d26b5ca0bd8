//! `stumper experiment`: comparisons that papers report, and our own, run
//! again from their names. What they do is in [`experiments`]; here are their
//! options, the bar, and the tables.

use crate::args::{BudgetArgs, FormatArg, LevelArgs, OutArgs, plain_settings};
use crate::words::tell;
use crate::{INTERRUPTED, print_all, progress, watch};
use anyhow::Result;
use clap::{Command, Subcommand};
use engine::Fault;
use experiments::{
    Bench, atkinson, blocking, klondike_players, mutser, raters, sample, searches, shift_lengths,
    staged, unplayable, winnability,
};
use indicatif::ProgressBar;
use lab::Format;
use lab::rows::{csv_line, json_line};
use lab::table::Table;
use serde::Serialize;
use std::cell::RefCell;
use std::path::PathBuf;

/// Run a comparison of solvers; without a name, list what there is
#[derive(clap::Args)]
#[command(after_help = "\
What is printed is the same for any number of --jobs, unless a budget of time
or --times brings in the clock. With --out, what is done is kept as it comes,
and --resume goes on after any end.

Examples:
  stumper experiment
  stumper experiment atkinson --deals 10
  stumper experiment staged --deals 500 --format csv
  stumper experiment klondike-players --games 2000 --plot figures
  stumper experiment searches freecell#1-20 --solvers staged,wastar:weight=2")]
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
    #[command(flatten)]
    out: LogArgs,
}

/// Where an experiment keeps what is done.
#[derive(clap::Args)]
struct LogArgs {
    /// Keep what is done in this file, a JSON row for each piece of work
    #[arg(long, global = true, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the file of --out
    #[arg(long, global = true)]
    resume: bool,
    /// Write over the file of --out
    #[arg(long, global = true, conflicts_with = "resume")]
    force: bool,
}

impl LogArgs {
    fn read(&self) -> host::Out {
        OutArgs::of(self.out.clone(), self.resume, self.force).read()
    }
}

/// Shows how far an experiment is.
struct Bar {
    quiet: bool,
    bar: RefCell<Option<ProgressBar>>,
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
}

pub(crate) fn call(args: Args) -> Result<u8> {
    let shared = &args.shared;
    let format = Format::from(shared.format);
    if shared.out.out.is_none() && (shared.out.resume || shared.out.force) {
        let option = if shared.out.resume {
            "--resume"
        } else {
            "--force"
        };
        return Err(Fault::new(option, "no file", "--out FILE as well").into());
    }
    let Some(experiment) = args.experiment else {
        return list(format);
    };
    let bar = Bar {
        quiet: shared.quiet,
        bar: RefCell::new(None),
    };
    let bench = Bench {
        jobs: shared.jobs.map(usize::from),
        stop: watch::stop().clone(),
        out: shared.out.read(),
        settings: plain_settings(),
        progress: &bar,
    };
    watch::can_stop();
    match experiment.run(&bench)? {
        None => {
            tell(match shared.out.out {
                Some(_) => "interrupted; the same call with --resume goes on",
                None => "interrupted; with --out FILE a run can go on with --resume",
            });
            Ok(INTERRUPTED)
        }
        Some(tables) => print(&tables, format),
    }
}

impl Experiment {
    /// Runs it; nothing if the user stopped it.
    fn run(self, bench: &Bench) -> Result<Option<Vec<Table>>> {
        Ok(match self {
            Experiment::Atkinson(args) => {
                let options = atkinson::Options {
                    deals: args.deals,
                    seed: args.seed,
                    budget: args.budget.or_states(atkinson::STATES)?,
                    set: args.set,
                    peer: args.peer,
                };
                atkinson::call(&options, bench)?
            }
            Experiment::Staged(args) => {
                let options = staged::Options {
                    range: args.range,
                    deals: args.deals,
                    budget: args.budget.or_states(staged::STATES)?,
                };
                staged::call(&options, bench)?
            }
            Experiment::Searches(args) => {
                let options = searches::Options {
                    solvers: args.solvers,
                    budget: args.budget.or_states(searches::STATES)?,
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
                    plot: args.plot,
                };
                klondike_players::call(&options, bench)?
            }
            Experiment::Winnability(args) => {
                let options = winnability::Options {
                    solver: args.solver,
                    budget: args.budget.read()?,
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
                    plot: args.plot,
                    pack: args.pack,
                };
                shift_lengths::call(&options, bench)?
            }
            Experiment::Mutser(args) => {
                let options = mutser::Options {
                    all: args.all,
                    equations: args.equations,
                    version: env!("CARGO_PKG_VERSION").to_string(),
                };
                mutser::call(&options, bench)?
            }
            Experiment::Raters(args) => {
                let options = raters::Options {
                    runs: args.runs,
                    seed: args.seed,
                    ratings: args.ratings,
                    levels: args.levels,
                    each: args.each,
                };
                raters::call(&options, bench)?
            }
        })
    }
}

/// Prints tables one after another.
fn print(tables: &[Table], format: Format) -> Result<u8> {
    let mut out = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        if index > 0 && format != Format::Json {
            out.push(b'\n');
        }
        table.write(&mut out, format);
    }
    print_all(&out)
}

/// Atkinson and Holstege's comparison (2001): who finds the shorter solutions
#[derive(clap::Args)]
#[command(after_help = "\
The deals: Microsoft's 1 to 16000 that need no free cell and those that need
all four, in order, and our own shuffles from --seed on.

Examples:
  stumper experiment atkinson
  stumper experiment atkinson --deals 10 --peer
  stumper experiment atkinson --set limit=200 --format csv")]
struct AtkinsonArgs {
    /// How many deals of each set, at most
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=100))]
    deals: u64,
    /// The first of the random deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Sets one thing on all three forms of their search (limit=200)
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Let fc-solve take part, which must be installed
    #[arg(long)]
    peer: bool,
}

/// Staged deepening on Microsoft's deals: how many it solves, in which form
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stumper experiment staged --deals 500
  stumper experiment staged freecell:ms#1-100 --budget 20000 --format csv")]
struct StagedArgs {
    /// The range of deals
    #[arg(default_value = "freecell:ms#1-32000")]
    range: String,
    /// How many of them, evenly spread [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    deals: Option<u64>,
    #[command(flatten)]
    budget: BudgetArgs,
}

/// Several solvers on the same levels: solved, states, lengths
#[derive(clap::Args)]
#[command(after_help = "\
A solver may carry settings: wastar:heuristic=hsdh:weight=2, or
beam:weights=FILE. `stumper games GAME` lists solvers and settings.

Examples:
  stumper experiment searches freecell#1-20 --budget 20000
  stumper experiment searches freecell#1-50 --solvers staged,staged:auto=all,atkinson:steps=meta
  stumper experiment searches shift:5x5#1-200 --format csv")]
struct SearchesArgs {
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

/// Donkersteeg's players of Klondike: his tables and figures beside ours
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stumper experiment klondike-players
  stumper experiment klondike-players --games 10000 --k 10,20 --plot figures")]
struct KlondikePlayersArgs {
    /// Games of each player under each condition
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The number of the first deal
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Playouts a move to try, joined by commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2,3,5,10",
          value_parser = clap::value_parser!(u32).range(1..))]
    k: Vec<u32>,
    /// Draw his figures with our games into this folder
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
}

/// The share of levels that can be won, with its interval
#[derive(clap::Args)]
#[command(after_help = "\
Levels that the budget leaves undecided are counted apart. The interval is
Wilson's of 95 %, its low end as if they were all lost, its high end as if
they were all won.

Examples:
  stumper experiment winnability klondike#1-10000
  stumper experiment winnability klondike#1-10000 --out deals.jsonl --resume
  stumper experiment winnability klondike:draw1#1-10000 --budget 10000000
  stumper experiment winnability freecell:eight-off.seed#1-1000")]
struct WinnabilityArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// The solver, perhaps with settings [default: the game's first]
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Show seconds a level, which differ from run to run
    #[arg(long)]
    times: bool,
}

/// Klondike deals in which no card can ever be played: counted, and sampled
#[derive(clap::Args)]
#[command(after_help = "\
Exact counts are of the ways to choose the seven open cards and those of the
stock that can be turned up. Donkersteeg (2010) has 72,099,595,172,416 of
28,837,689,349,669,200 for three cards at a time, and 24.4 % without an ace.
What is found among random deals carries Wilson's interval of 95 %.

Examples:
  stumper experiment unplayable
  stumper experiment unplayable --deals 1000000 --seed 7 --format csv")]
struct UnplayableArgs {
    #[command(flatten)]
    sample: SampleArgs,
}

/// Cards that block a Klondike deal from the start: by formula, and sampled
#[derive(clap::Args)]
#[command(after_help = "\
A column blocks itself if its open card lies on both cards that it could be
put on and on a lower one of its suit; Donkersteeg (2010) has 0.40 % for the
last column. `proved lost` is what follows from cards that block each other
over any number of columns, with so many --levels of cases. What is found
among random deals carries Wilson's interval of 95 %.

Examples:
  stumper experiment blocking
  stumper experiment blocking --deals 10000 --levels 2 --format json")]
struct BlockingArgs {
    #[command(flatten)]
    sample: SampleArgs,
    /// Levels of cases within cases; two take milliseconds a deal
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=3))]
    levels: u32,
}

/// Moves that generated levels of Shift need: Mutser's figure 5 and selection
#[derive(clap::Args)]
#[command(after_help = "\
Mutser generated 10,000 levels and removed those of two moves or fewer and of
more than ten, which were 70 % of them; then picked ten of each length.

Examples:
  stumper experiment shift-lengths
  stumper experiment shift-lengths --plot figures --pack levels.shift")]
struct ShiftLengthsArgs {
    /// Levels to generate
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    levels: u64,
    /// The number of the first level
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The kind of the levels, as ids have it
    #[arg(long, default_value = "thesis")]
    kind: String,
    /// Draw the figure into this folder
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Write ten levels of each length from 3 to 10 into this file
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,
}

/// Mutser's difficulty equations: his tables and ours, then better ones
#[derive(clap::Args)]
#[command(after_help = "\
His data, with misprints mended, give his weights and errors again. Then come
equations by one procedure for all three games: ridge regression on all
measures, plain or as logarithms, with or without products of pairs. Which,
and how strong the penalty, is chosen inside the training part of each fold.
That these four families are tried was settled with these folds in sight, and
so were the three measures of printed solutions that are not his (turns,
reversals, directions). What he calls Move is our game shift.

Examples:
  stumper experiment mutser
  stumper experiment mutser --all --format csv
  stumper experiment mutser --equations data/equations")]
struct MutserArgs {
    /// Show every weight, and how measures go with what players did
    #[arg(long)]
    all: bool,
    /// Write the better equations into this folder
    #[arg(long, value_name = "DIR")]
    equations: Option<PathBuf>,
}

/// Ratings of levels by simulated players: raw means beside models
#[derive(clap::Args)]
#[command(after_help = "\
Players who differ have an offset, a slope (how widely they use the scale) and
a noise of their own; ratings are whole numbers from 1 to 10. The error is
that of the levels' difficulty after the best line from estimates to the
truth. `stumper fit --players mixed` uses the same model.

Examples:
  stumper experiment raters
  stumper experiment raters --runs 500 --ratings 10 --format csv
  stumper experiment raters --levels 65 --each 5 --seed 7")]
struct RatersArgs {
    /// Studies to simulate for each row
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,
    /// Names the studies
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Ratings a level to try, joined by commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "5,10,20,40",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    ratings: Vec<u32>,
    /// Levels of a study
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(3..=10_000))]
    levels: u32,
    /// Levels that each player rates
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    each: u32,
}

/// Which deals to count: those of `klondike:draw3#SEED` and on.
#[derive(clap::Args)]
struct SampleArgs {
    /// Deals to look at
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    deals: u64,
    /// The number of the first deal
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl SampleArgs {
    fn read(&self) -> sample::SampleOptions {
        sample::SampleOptions {
            deals: self.deals,
            seed: self.seed,
        }
    }
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
