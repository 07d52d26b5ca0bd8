//! The program `stumper`: one file a verb. This file has the command line's
//! outer shape and turns what a verb returns into an exit code. What verbs do
//! is in the libraries; here are arguments ([`args`]), rendering, progress
//! bars and the terminal.

mod args;
mod completions;
mod deal;
mod draw;
mod each_level;
mod evolve;
mod experiment;
mod fit;
mod games_list;
mod generate;
mod learn;
mod man;
mod measure;
mod memory;
#[cfg(not(feature = "columns"))]
mod no_columns;
mod play;
mod progress;
mod rate;
mod rows;
mod run;
mod serve;
mod simulate;
mod solution_rows;
mod solve;
mod study;
mod verify;
mod watch;
mod words;

use anyhow::Result;
use args::FormatArg;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use engine::Fault;
use host::Sink;
use std::io;
use std::process::ExitCode;
use words::tell;

#[global_allocator]
static MEMORY: memory::OrExit = memory::OrExit;

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
/// The machine has no more memory.
const OUT_OF_MEMORY: u8 = 12;
/// The user stopped the run.
const INTERRUPTED: u8 = 130;

const AFTER_HELP: &str = "\
Levels are named by ids such as freecell#617 or flow:9x9#17, by ranges such as
freecell#1-32000, by files, or by - for standard input.

Exit codes:
  0    done
  1    unexpected failure, or verify found a wrong solution
  2    the call was wrong
  10   some level was proved unsolvable
  11   some level hit a limit before it was decided (wins over 10)
  12   the machine has no more memory
  130  interrupted

Examples:
  stumper games
  stumper play
  stumper serve --open
  stumper solve freecell#617
  stumper solve freecell#1-32000 --format json --out rows.jsonl
  stumper verify rows.jsonl
  stumper solve sliding:4x4#17 --solver optimal
  stumper measure flow:9x9#1-10 --format csv
  stumper rate freecell#617
  stumper generate shift --keep moves=8..10 --count 5
  stumper draw lazors:5x5#1 --solved --out level.svg
  stumper fit ratings.csv --method ridge --select --out equation.json
  stumper evolve freecell --out weights.json
  stumper simulate klondike --player expert --games 20
  stumper run plan.toml --out deals
  stumper experiment";

/// Solves, measures and makes solitaire deals and puzzle levels.
#[derive(Parser)]
#[command(name = "stumper", version, disable_version_flag = true, after_help = AFTER_HELP)]
struct Cli {
    /// Print the version; with --format json also the version of the rows
    #[arg(short = 'V', long)]
    version: bool,
    /// How to print the version
    #[arg(long, requires = "version", value_enum, default_value_t = FormatArg::Text)]
    format: FormatArg,
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
    Rate(rate::Args),
    Generate(generate::Args),
    Draw(draw::Args),
    Simulate(simulate::Args),
    Run(run::Args),
    Play(play::Args),
    Serve(serve::Args),
    Study(study::Args),
    Learn(learn::Args),
    Evolve(Box<evolve::Args>),
    Fit(Box<fit::Args>),
    Experiment(Box<experiment::Args>),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    // A broken solver is told by the library as a fault; this is for the rest.
    std::panic::set_hook(Box::new(|defect| {
        tell(&format!("stumper: a defect in the program: {defect}"));
    }));
    let done = std::panic::catch_unwind(|| {
        watch::listen()?;
        let command = Cli::command();
        let matches = command.clone().get_matches();
        args::note_call(&command, &matches);
        call(Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()))
    });
    match done {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(error)) if is_broken_pipe(&error) => ExitCode::from(DONE),
        Ok(Err(error)) => {
            // Its own words have the cause already.
            match error.downcast_ref::<host::Error>() {
                Some(error) => tell(&format!("stumper: {error}")),
                None => tell(&format!("stumper: {error:#}")),
            }
            let code = match fault_of(&error) {
                Some(fault) if !fault.defect => WRONG_CALL,
                _ => FAILED,
            };
            ExitCode::from(code)
        }
        Err(_) => ExitCode::from(FAILED),
    }
}

fn call(cli: Cli) -> Result<u8> {
    if cli.version {
        return print_version(cli.format);
    }
    match cli.verb {
        Some(Verb::Games(args)) => games_list::call(&args),
        Some(Verb::Deal(args)) => deal::call(&args),
        Some(Verb::Solve(args)) => solve::call(&args),
        Some(Verb::Verify(args)) => verify::call(&args),
        Some(Verb::Measure(args)) => measure::call(&args),
        Some(Verb::Rate(args)) => rate::call(&args),
        Some(Verb::Generate(args)) => generate::call(&args),
        Some(Verb::Draw(args)) => draw::call(&args),
        Some(Verb::Simulate(args)) => simulate::call(&args),
        Some(Verb::Run(args)) => run::call(&args),
        Some(Verb::Play(args)) => play::call(&args),
        Some(Verb::Serve(args)) => serve::call(&args),
        Some(Verb::Study(args)) => study::call(&args),
        Some(Verb::Learn(args)) => learn::call(&args),
        Some(Verb::Evolve(args)) => evolve::call(&args),
        Some(Verb::Fit(args)) => fit::call(&args),
        Some(Verb::Experiment(args)) => experiment::call(*args),
        Some(Verb::Completions(args)) => completions::call(&args),
        Some(Verb::Man(args)) => man::call(&args),
        None => {
            tell(&Cli::command().render_help().to_string());
            Ok(WRONG_CALL)
        }
    }
}

fn print_version(format: FormatArg) -> Result<u8> {
    let version = env!("CARGO_PKG_VERSION");
    let schema = engine::record::SCHEMA;
    print_all(
        match format {
            FormatArg::Text => format!("stumper {version}\n"),
            FormatArg::Json => format!("{{\"version\":\"{version}\",\"schema\":{schema}}}\n"),
            FormatArg::Csv => format!("version,schema\n{version},{schema}\n"),
        }
        .as_bytes(),
    )
}

/// Prints what is there as a whole.
fn print_all(bytes: &[u8]) -> Result<u8> {
    let mut sink = Sink::stdout();
    sink.write(bytes)?;
    sink.flush()?;
    Ok(DONE)
}

/// The fault behind an error, if there is one.
fn fault_of(error: &anyhow::Error) -> Option<&Fault> {
    let of_host = || match error.downcast_ref::<host::Error>() {
        Some(host::Error::Fault(fault)) => Some(fault),
        _ => None,
    };
    error.downcast_ref::<Fault>().or_else(of_host)
}

/// Whether the reader of our output went away, as `| head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of_pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(of_pipe))
}
