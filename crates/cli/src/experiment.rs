//! `stumper experiment`: comparisons that papers report, and our own, run
//! again from their names. A file each under `experiment/`; what they share is
//! [`log`], which runs items on all cores and keeps what came of them.

mod atkinson;
mod blocking;
mod deal_sets;
mod klondike_players;
mod log;
mod peer;
mod sample;
mod searches;
mod shift_lengths;
mod staged;
mod unplayable;
mod winnability;

use crate::args::{FormatArg, OutArgs, plain_settings};
use crate::words::tell;
use crate::{INTERRUPTED, print_all};
use anyhow::Result;
use clap::{Command, Subcommand};
use engine::{Fault, Game, Level};
use games::levels::{Levels, of_game};
use host::find_weights;
use lab::Format;
use lab::contest::{Contest, Trial};
use lab::contestant::Contestant;
use lab::rows::{csv_line, json_line};
use lab::table::Table;
use log::Log;
use serde::Serialize;

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
  stumper experiment searches freecell#1-20 --budget 20000 --solvers staged,wastar:heuristic=hsdh:weight=2")]
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
    Atkinson(atkinson::Args),
    Staged(staged::Args),
    Searches(searches::Args),
    KlondikePlayers(klondike_players::Args),
    Winnability(winnability::Args),
    Unplayable(unplayable::Args),
    Blocking(blocking::Args),
    ShiftLengths(shift_lengths::Args),
}

/// What can be said of every experiment.
#[derive(clap::Args)]
pub(crate) struct Shared {
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
    out: Option<std::path::PathBuf>,
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
    let tables = match args.experiment {
        None => return list(format),
        Some(Experiment::Atkinson(args)) => atkinson::call(&args, shared)?,
        Some(Experiment::Staged(args)) => staged::call(&args, shared)?,
        Some(Experiment::KlondikePlayers(args)) => klondike_players::call(&args, shared)?,
        Some(Experiment::Searches(args)) => searches::call(&args, shared)?,
        Some(Experiment::Winnability(args)) => winnability::call(&args, shared)?,
        Some(Experiment::Unplayable(args)) => unplayable::call(&args, shared)?,
        Some(Experiment::Blocking(args)) => blocking::call(&args, shared)?,
        Some(Experiment::ShiftLengths(args)) => shift_lengths::call(&args, shared)?,
    };
    match tables {
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

/// Reads a solver and its settings.
fn contestant(text: &str) -> Result<Contestant, Fault> {
    Contestant::parse(text, plain_settings(), &find_weights)
}

/// Solves every level with everybody. False if the user stopped it.
fn contest(
    contest: &Contest,
    levels: impl Iterator<Item = Result<Level>> + Send + 'static,
    count: Option<u64>,
    shared: &Shared,
    log: &mut Log<Trial>,
    took: impl FnMut(Trial),
) -> Result<bool> {
    contest.check()?;
    let count = count.map(|levels| levels * contest.labels().len() as u64);
    let items = contest.items(levels);
    let for_workers = contest.clone();
    let worker = move |stop: &lab::Stop| {
        let mut worker = for_workers.worker(stop)?;
        Ok(move |(who, level): (usize, Level)| Ok(worker.measure(who, &level)?))
    };
    log.run(items, count, "solves", shared, worker, took)
}

/// The levels, each of which must be of this game.
fn of_one_game(
    levels: Levels,
    game: &'static dyn Game,
) -> impl Iterator<Item = Result<Level>> + Send + 'static {
    levels.map(move |task| {
        let task = task?;
        of_game(&task, game)?;
        Ok(task.level)
    })
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
