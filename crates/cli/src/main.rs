//! The program `stumper`: one file a verb. This file has the command line's
//! outer shape and turns what a verb returns into an exit code. Levels are
//! read by [`levels`], output is written by [`output`], and work that many
//! threads share goes through [`run`].

mod budget;
mod cache_folder;
mod completions;
mod deal;
mod draw;
mod evolve;
mod experiment;
mod fingerprint;
mod games_list;
mod generate;
mod learn;
mod levels;
mod lines;
mod man;
mod measure;
mod output;
mod play;
mod plot;
mod progress;
mod resume;
mod run;
mod run_args;
mod setting_args;
mod simulate;
mod solution_rows;
mod solve;
mod verify;
mod watch;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};
use engine::Fault;
use output::{Format, Sink, tell};
use std::io;
use std::process::ExitCode;

/// Everything was done.
const DONE: u8 = 0;
/// Something failed that should not have, or a solution is wrong.
const FAILED: u8 = 1;
/// The call was wrong.
const WRONG_CALL: u8 = 2;
/// A level was proved unsolvable.
const UNSOLVABLE: u8 = 10;
/// A limit was reached before a level was decided.
const LIMIT_REACHED: u8 = 11;
/// The user stopped the run.
const INTERRUPTED: u8 = 130;

const AFTER_HELP: &str = "\
Levels are named by ids such as freecell:ms#617, by ranges such as
freecell:ms#1-32000, by files, or by - for standard input.

Exit codes:
  0    done
  1    unexpected failure, or verify found a wrong solution
  2    the call was wrong
  10   some level was proved unsolvable
  11   some level hit a limit before it was decided (wins over 10)
  130  interrupted

Examples:
  stumper games
  stumper deal freecell:ms#617
  stumper solve freecell:ms#617
  stumper solve freecell:ms#1-32000 --format json --out rows.jsonl
  stumper verify rows.jsonl
  stumper solve sliding:4x4#17 --solver optimal
  stumper measure flow:9x9#1-10 --format csv
  stumper generate shift --keep moves=8..10 --count 5
  stumper draw lazors:5x5#1 --solved --out level.svg
  stumper play flow:7x7#3
  stumper evolve freecell --out weights.json
  stumper simulate klondike --player random --games 1000
  stumper experiment";

/// Solves, measures and makes solitaire deals and puzzle levels.
#[derive(Parser)]
#[command(name = "stumper", version, disable_version_flag = true, after_help = AFTER_HELP)]
struct Cli {
    /// Print the version; with --format json also the version of the rows
    #[arg(short = 'V', long)]
    version: bool,
    /// How to print the version
    #[arg(long, requires = "version", value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    Games(games_list::Args),
    Deal(deal::Args),
    Solve(solve::Args),
    Verify(verify::Args),
    Measure(measure::Args),
    Generate(generate::Args),
    Draw(draw::Args),
    Simulate(simulate::Args),
    Play(play::Args),
    Learn(learn::Args),
    Evolve(Box<evolve::Args>),
    Experiment(experiment::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    // A defect in any thread ends the program as a failure. The others would
    // wait for that thread's rows for ever, or the program would be aborted.
    std::panic::set_hook(Box::new(|defect| {
        tell(&format!("stumper: a defect in the program: {defect}"));
        std::process::exit(FAILED.into());
    }));
    match call(Cli::parse()) {
        Ok(code) => ExitCode::from(code),
        Err(error) if is_broken_pipe(&error) => ExitCode::from(DONE),
        Err(error) => {
            tell(&format!("stumper: {error:#}"));
            ExitCode::from(if error.is::<Fault>() {
                WRONG_CALL
            } else {
                FAILED
            })
        }
    }
}

fn call(cli: Cli) -> Result<u8> {
    if cli.version {
        return print_version(cli.format);
    }
    match cli.verb {
        Some(Verb::Games(args)) => games_list::call(&args),
        Some(Verb::Deal(args)) => deal::call(&args),
        Some(Verb::Solve(args)) => solve::call(args),
        Some(Verb::Verify(args)) => verify::call(&args),
        Some(Verb::Measure(args)) => measure::call(&args),
        Some(Verb::Generate(args)) => generate::call(&args),
        Some(Verb::Draw(args)) => draw::call(&args),
        Some(Verb::Simulate(args)) => simulate::call(&args),
        Some(Verb::Play(args)) => play::call(&args),
        Some(Verb::Learn(args)) => learn::call(&args),
        Some(Verb::Evolve(args)) => evolve::call(&args),
        Some(Verb::Experiment(args)) => experiment::call(args),
        Some(Verb::Completions(args)) => completions::call(&args),
        Some(Verb::Man(args)) => man::call(&args),
        None => {
            tell(&Cli::command().render_help().to_string());
            Ok(WRONG_CALL)
        }
    }
}

fn print_version(format: Format) -> Result<u8> {
    let mut sink = Sink::stdout();
    let version = env!("CARGO_PKG_VERSION");
    let schema = engine::record::SCHEMA;
    let text = match format {
        Format::Text => format!("stumper {version}\n"),
        Format::Json => format!("{{\"version\":\"{version}\",\"schema\":{schema}}}\n"),
        Format::Csv => format!("version,schema\n{version},{schema}\n"),
    };
    sink.write(text.as_bytes())?;
    sink.flush()?;
    Ok(DONE)
}

/// Whether the reader of our output went away, as `| head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of_pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(of_pipe))
}
