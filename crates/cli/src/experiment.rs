//! `stumper experiment`: comparisons that papers report, and our own, run
//! again from their names. A file each under `experiment/`; what they share is
//! [`contest`], which solves the same levels with several solvers, and
//! [`table`], which prints what came of it.

mod atkinson;
mod blocking;
mod contest;
mod contestant;
mod deal_sets;
mod klondike_players;
mod peer;
mod sample;
mod searches;
mod shift_lengths;
mod staged;
pub(crate) mod statistics;
mod table;
mod unplayable;
mod winnability;

use crate::output::{Format, Sink, csv_line, json_line};
use crate::{DONE, INTERRUPTED};
use anyhow::Result;
use clap::{Command, Subcommand};
use serde::Serialize;
use table::Table;

/// Run a comparison of solvers; without a name, list what there is
#[derive(clap::Args)]
#[command(after_help = "\
What is printed is the same for any number of --jobs, unless a budget of time
or --times brings in the clock.

Examples:
  stumper experiment
  stumper experiment atkinson --deals 10
  stumper experiment staged --deals 500 --format csv
  stumper experiment klondike-players --games 2000 --plot figures
  stumper experiment searches freecell:ms#1-20 --solvers staged,wastar:heuristic=hsdh:weight=2")]
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
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// No progress bar on standard error
    #[arg(long, short, global = true)]
    quiet: bool,
}

pub(crate) fn call(args: Args) -> Result<u8> {
    let shared = &args.shared;
    let tables = match args.experiment {
        None => return list(shared.format),
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
            crate::output::tell("interrupted; a table needs all of its rows");
            Ok(INTERRUPTED)
        }
        Some(tables) => print(&tables, shared.format),
    }
}

/// Prints tables one after another.
fn print(tables: &[Table], format: Format) -> Result<u8> {
    let mut out = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        if index > 0 && format != Format::Json {
            out.push(b'\n');
        }
        table.write(&mut out, format)?;
    }
    print_bytes(&out)
}

fn print_bytes(out: &[u8]) -> Result<u8> {
    let mut sink = Sink::stdout();
    sink.write(out)?;
    sink.flush()?;
    Ok(DONE)
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
        csv_line(&mut out, &["experiment", "summary"]);
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
            Format::Json => json_line(&mut out, entry)?,
            Format::Csv => csv_line(&mut out, &[experiment, summary]),
        }
    }
    print_bytes(&out)
}
