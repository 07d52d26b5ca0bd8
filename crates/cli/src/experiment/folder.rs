//! The folder that an experiment keeps its rows in, and what is said of it.

use crate::args::ResumeArgs;
use crate::words::count;
use engine::Fault;
use experiments::SharedRun;
use host::shards::{BLOCK, Cut, Shard};
use std::path::PathBuf;

/// Where an experiment keeps what is done.
#[derive(clap::Args)]
pub(super) struct FolderArgs {
    /// Keep what is done in this folder: a JSON row for each piece of work,
    /// and a manifest
    #[arg(long, global = true, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Go on with the rows of --out
    #[arg(long, global = true)]
    pub(super) resume: bool,
    /// Write over the rows of --out
    #[arg(long, global = true, conflicts_with = "resume")]
    pub(super) force: bool,
    /// Do only the K-th of N shards of the work, and write no report; others
    /// may work in the same folder at the same time
    #[arg(long, global = true, value_name = "K/N", conflicts_with = "force")]
    pub(super) shard: Option<Shard>,
    /// Rows of a file in the folder [default: 1000]
    #[arg(long, global = true, value_name = "ROWS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) block: Option<u64>,
}

impl FolderArgs {
    pub(super) fn read(&self) -> host::Out {
        ResumeArgs::of(self.out.clone(), self.resume, self.force).read()
    }

    pub(super) fn cut(&self) -> Result<Cut, Fault> {
        Cut::new(self.block.unwrap_or(BLOCK), self.shard)
    }

    /// What was given that says nothing without a folder.
    pub(super) fn of_folder(&self) -> Option<&'static str> {
        let given = [
            ("--resume", self.resume),
            ("--force", self.force),
            ("--shard", self.shard.is_some()),
            ("--block", self.block.is_some()),
        ];
        let mut given = given.into_iter().filter(|(_, is_given)| *is_given);
        given.next().map(|(option, _)| option)
    }
}

/// What a process says that did its shard of a run.
pub(super) fn shard_done(shard: Shard, run: &SharedRun) -> String {
    let SharedRun { blocks, missing } = run;
    let next = "--resume instead of --shard writes the report";
    match missing.len() {
        0 => format!(
            "shard {shard} is done; nothing is missing of {}: {next}",
            count(*blocks, "block")
        ),
        some => format!(
            "shard {shard} is done; missing are {some} of {}: {}",
            count(*blocks, "block"),
            ranges(missing)
        ),
    }
}

/// Numbers in order, with those that follow each other as ranges; the first of
/// many.
fn ranges(numbers: &[u64]) -> String {
    const SHOWN: usize = 20;
    let runs: Vec<&[u64]> = numbers.chunk_by(|a, b| a + 1 == *b).collect();
    let shown = runs.iter().take(SHOWN).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        one => one.iter().map(u64::to_string).collect(),
    });
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if runs.len() > SHOWN {
        text.push_str(", ...");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_in_ranges() {
        for (numbers, text) in [
            (&[][..], ""),
            (&[7], "7"),
            (&[1, 2, 3, 5, 8, 9], "1-3, 5, 8-9"),
        ] {
            assert_eq!(ranges(numbers), text);
        }
        let odd: Vec<u64> = (0..50).map(|n| 2 * n + 1).collect();
        assert!(ranges(&odd).ends_with("37, 39, ..."));
    }
}
