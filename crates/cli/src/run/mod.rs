//! `stumper run`: long runs in shards, on one machine or many.

#[cfg(feature = "columns")]
mod shards;

use anyhow::Result;
use std::path::PathBuf;

/// Work through many levels in shards that can be shared by machines
#[derive(clap::Args)]
#[command(after_help = "\
A plan is a file:

  verb = \"solve\"                    # solve, measure, rate, simulate or deal
  levels = \"freecell#1-1000000\"     # or a list of ids, ranges, packs and files
  shard = 10000                     # levels a shard
  [options]                         # those of the verb
  budget = \"100000\"

Each shard becomes one Parquet file, named by its range, which appears when it
is whole and is never done again. Any number of processes may work in one
folder; --shard 3/64 takes the third of 64 shares, as in a Slurm array. A shard
that fails is told at the end, and the others are done.

Exit codes: 0 all is there; 1 shards failed, or with --status are missing; 2
the call or the plan was wrong; 130 interrupted.

Examples:
  stumper run plan.toml --out deals
  stumper run plan.toml --out deals --shard 3/64 --jobs 4
  stumper run --status deals
  stumper run --merge deals
  stumper run --merge deals --into deals.parquet")]
#[cfg_attr(not(feature = "columns"), allow(dead_code))]
pub(crate) struct Args {
    /// The plan
    #[arg(required_unless_present_any = ["status", "merge"])]
    plan: Option<PathBuf>,
    /// The folder of the shards
    #[arg(long, value_name = "DIR", required_unless_present_any = ["status", "merge"])]
    out: Option<PathBuf>,
    /// Do one of several shares of the shards, counted from 1
    #[arg(long, value_name = "K/N")]
    shard: Option<host::shards::Shard>,
    /// Tell what is there and what is missing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["plan", "out", "shard", "merge"])]
    status: Option<PathBuf>,
    /// Check that nothing is missing or there twice, and print the sums
    #[arg(long, value_name = "DIR", conflicts_with_all = ["plan", "out", "shard"])]
    merge: Option<PathBuf>,
    /// With --merge, write all rows into this file
    #[arg(long, value_name = "FILE", requires = "merge")]
    into: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    #[command(flatten)]
    format: crate::args::FormatArgs,
    /// No progress bar on standard error
    #[arg(long, short)]
    quiet: bool,
}

#[cfg(feature = "columns")]
pub(crate) fn call(args: &Args) -> Result<u8> {
    shards::call(args)
}

/// Refuses, since this program was built without Parquet.
#[cfg(not(feature = "columns"))]
pub(crate) fn call(_: &Args) -> Result<u8> {
    crate::tell(
        "stumper: this program was built without Parquet; build it with \
         `cargo build --release -p stumper-cli --features columns`",
    );
    Ok(crate::WRONG_CALL)
}
