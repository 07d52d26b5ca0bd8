//! The files of a run: the result, and the log that grows by whole lines as
//! the run goes on.

use anyhow::{Context, Result};
use engine::Fault;
use engine::notation::quoted;
use host::files::{check_folder, write_whole};
use host::{Error, Journal};
use lab::evolve::EvolvePlan;
use lab::evolve::log::{Entry, of_run};
use lab::evolve::report::Evolved;
use std::path::{Path, PathBuf};

/// Where a run is kept.
#[derive(clap::Args)]
pub(super) struct Files {
    /// Write the result to this file, which `solve --weights` reads
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep the log in this file [default: beside the result, ending in
    /// .log.jsonl]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with the log of the same call; --generations may grow
    #[arg(long)]
    resume: bool,
    /// Write over the files of --out and --log
    #[arg(long, conflicts_with = "resume")]
    force: bool,
}

/// The open log; nothing where none is kept.
pub(super) struct Log(Option<Journal>);

impl Log {
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), Error> {
        match &mut self.0 {
            Some(journal) => journal.add(entry),
            None => Ok(()),
        }
    }
}

impl Files {
    fn log(&self) -> Option<PathBuf> {
        let beside = |out: &PathBuf| {
            let name = out.to_string_lossy();
            let stem = name.strip_suffix(".json").unwrap_or(&name);
            PathBuf::from(format!("{stem}.log.jsonl"))
        };
        self.log.clone().or_else(|| self.out.as_ref().map(beside))
    }

    /// What to tell someone who stopped a run.
    pub(super) fn stopped_message(&self) -> String {
        match self.log() {
            Some(log) => format!(
                "interrupted; what is done is in {}: the same call with --resume goes on",
                log.display()
            ),
            None => "interrupted; with --out FILE a run can go on with --resume".into(),
        }
    }

    /// Opens the log, and gives what it holds after its first line.
    pub(super) fn open(&self, plan: &EvolvePlan) -> Result<(Log, Vec<Entry>)> {
        let Some(path) = self.log() else {
            if self.resume {
                let expected = "--out or --log, as the run had";
                return Err(Fault::new("--resume", "no file", expected).into());
            }
            return Ok((Log(None), Vec::new()));
        };
        let kept = self.resume || self.force;
        for path in self.out.iter().chain([&path]).filter(|_| !kept) {
            if path.exists() {
                let place = quoted(&path.display().to_string());
                return Err(Fault::new(place, "a file that exists", "a new one")
                    .hint("--resume goes on with it, --force writes over it")
                    .into());
            }
        }
        self.check_out(&path)?;
        let (mut journal, past) = Journal::open(&path, self.resume, "{\"run\":")?;
        if past.is_empty() {
            journal.add(&Entry::first(plan))?;
        }
        let past = of_run(past, plan, &path.display().to_string())?;
        Ok((Log(Some(journal)), past))
    }

    /// Says early that a picture could not be written, or would be written
    /// over what the run itself keeps.
    pub(super) fn check_picture(&self, picture: &Path) -> Result<(), Fault> {
        let mut ours = self.out.clone().into_iter().chain(self.log());
        if ours.any(|path| path == picture) {
            let found = quoted(&picture.display().to_string());
            let expected = "a file other than --out and the log";
            return Err(Fault::new("--plot", found, expected));
        }
        check_folder(picture)
    }

    /// Says early that the result could not be written.
    fn check_out(&self, log: &Path) -> Result<(), Fault> {
        let Some(out) = &self.out else { return Ok(()) };
        if out == log {
            let found = quoted(&out.display().to_string());
            return Err(Fault::new("--log", found, "a file other than --out"));
        }
        check_folder(out)
    }

    /// Writes the result, as a whole or not at all.
    pub(super) fn write(&self, evolved: &Evolved) -> Result<()> {
        let Some(path) = &self.out else {
            return Ok(());
        };
        let mut text = serde_json::to_string_pretty(evolved)?;
        text.push('\n');
        write_whole(path, text.as_bytes())
            .with_context(|| format!("cannot write to {}", path.display()))
    }
}
