//! `stumper study`: people play levels in the page and rate them. The server
//! and its database are a feature, since the program is built faster without.

#[cfg(feature = "serve")]
mod backup;
#[cfg(feature = "serve")]
mod files;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
mod options;
#[cfg(feature = "serve")]
mod replay;
#[cfg(feature = "serve")]
mod serve;

use anyhow::Result;
use clap::Subcommand;
use options::{BackupArgs, ReplayArgs, ServeArgs};

/// Run a study: people play levels and rate them
#[derive(clap::Args)]
#[command(after_help = "\
A study is one file (TOML): texts, questions, games and their levels. What
people do is kept in a database: a file beside the study's, or Postgres.

Examples:
  stumper study serve study.toml
  stumper study replay study.toml 0123456789abcdef
  stumper study backup study.toml --out backup.db")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Serve(Box<ServeArgs>),
    Replay(ReplayArgs),
    Backup(BackupArgs),
}

#[cfg(feature = "serve")]
pub(crate) fn call(args: &Args) -> Result<u8> {
    match &args.verb {
        Verb::Serve(args) => serve::call(args),
        Verb::Replay(args) => replay::call(args),
        Verb::Backup(args) => backup::call(args),
    }
}

/// Tells how to get what this program was built without.
#[cfg(not(feature = "serve"))]
pub(crate) fn call(args: &Args) -> Result<u8> {
    let (Verb::Serve(_) | Verb::Replay(_) | Verb::Backup(_)) = &args.verb;
    crate::tell(
        "stumper: this program was built without studies; build it with `scripts/serve`, \
         or `cargo build --release -p stumper-cli --features serve`",
    );
    Ok(crate::WRONG_CALL)
}
