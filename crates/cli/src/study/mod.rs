//! `stumper study`: people play levels in the page and rate them. The server
//! and its database are a feature, since the program is built faster without.

#[cfg(feature = "serve")]
mod backup;
#[cfg(feature = "serve")]
mod check;
#[cfg(feature = "serve")]
mod export;
#[cfg(feature = "serve")]
mod files;
#[cfg(feature = "serve")]
mod gathered;
#[cfg(feature = "serve")]
mod new;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
mod options;
#[cfg(feature = "serve")]
mod replay;
#[cfg(feature = "serve")]
mod report;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
mod results_options;
#[cfg(feature = "serve")]
mod serve;

use anyhow::Result;
use clap::Subcommand;
use options::{BackupArgs, CheckArgs, NewArgs, ReplayArgs, ServeArgs};
use results_options::{ExportArgs, ReportArgs};

/// Run a study: people play levels and rate them
#[derive(clap::Args)]
#[command(after_help = "\
A study is one file (TOML): texts, questions, games and their levels. What
people do is kept in a database: a file beside the study's, or Postgres.

Examples:
  stumper study new study.toml
  stumper study check study.toml
  stumper study serve study.toml
  stumper study report study.toml --html report.html
  stumper study export study.toml --game flow --out flow.csv
  stumper study replay study.toml 0123456789abcdef
  stumper study backup study.toml --out backup.db")]
pub(crate) struct Args {
    #[command(subcommand)]
    #[cfg_attr(not(feature = "serve"), allow(dead_code))]
    verb: Verb,
}

#[derive(Subcommand)]
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
enum Verb {
    New(NewArgs),
    Check(CheckArgs),
    Serve(Box<ServeArgs>),
    Report(ReportArgs),
    Export(ExportArgs),
    Replay(ReplayArgs),
    Backup(BackupArgs),
}

#[cfg(feature = "serve")]
pub(crate) fn call(args: &Args) -> Result<u8> {
    match &args.verb {
        Verb::New(args) => new::call(args),
        Verb::Check(args) => check::call(args),
        Verb::Serve(args) => serve::call(args),
        Verb::Report(args) => report::call(args),
        Verb::Export(args) => export::call(args),
        Verb::Replay(args) => replay::call(args),
        Verb::Backup(args) => backup::call(args),
    }
}

/// Tells how to get what this program was built without.
#[cfg(not(feature = "serve"))]
pub(crate) fn call(_: &Args) -> Result<u8> {
    crate::tell(
        "stumper: this program was built without studies; build it with `scripts/study`, \
         or `cargo build --release -p stumper-cli --features serve`",
    );
    Ok(crate::WRONG_CALL)
}
