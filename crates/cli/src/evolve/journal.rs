//! The files of a run: the result, and the log that grows by whole lines as
//! the run goes on. Each line of the log is an [`Entry`]; a run that was
//! killed leaves at most one torn line, which is cut.

use super::course::Course;
use super::report::{Outcome, Report};
use crate::lines::parse_row;
use crate::output::{check_folder, json_line};
use anyhow::{Context, Result};
use engine::Fault;
use engine::evolve::fitness::Trial;
use engine::evolve::{Evolution, Generation, Genome};
use engine::notation::quoted;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
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

/// A line of the log.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Entry {
    /// The options of the run, and the version that ran.
    Run {
        version: String,
        game: String,
        features: Vec<String>,
        start: Option<Genome>,
        options: Vec<(String, String)>,
    },
    /// A generation, and all that the next one needs.
    Generation {
        row: Generation,
        state: Box<Evolution>,
    },
    /// The finals after that many generations.
    Finals {
        after: u64,
        champion: Genome,
        report: Report,
    },
    /// The next stretch of held-out levels, baseline and champion in turn.
    HeldOut { after: u64, trials: Vec<Trial> },
}

impl Entry {
    /// The generation after which something else happened.
    pub(super) fn after(&self) -> Option<u64> {
        match self {
            Entry::Finals { after, .. } | Entry::HeldOut { after, .. } => Some(*after),
            _ => None,
        }
    }

    /// The first line of a course's log.
    fn first(course: &Course) -> Entry {
        let features = course.game.features().iter().map(|f| f.name.to_string());
        let options = course.options.iter();
        Entry::Run {
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: course.game.about().name.to_string(),
            features: features.collect(),
            start: course.plan.start.clone(),
            options: options
                .map(|(name, value)| (name.to_string(), value.clone()))
                .collect(),
        }
    }
}

/// The open log; nothing where none is kept.
pub(super) struct Journal(Option<(File, PathBuf)>);

impl Journal {
    /// Adds a line, in one piece.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<()> {
        let Some((file, path)) = &mut self.0 else {
            return Ok(());
        };
        let mut line = Vec::new();
        json_line(&mut line, entry)?;
        let written = file.write_all(&line);
        written.with_context(|| format!("cannot write to {}", path.display()))
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
    pub(super) fn open(&self, course: &Course) -> Result<(Journal, Vec<Entry>)> {
        let Some(path) = self.log() else {
            if self.resume {
                return Err(
                    Fault::new("--resume", "no file", "--out or --log, as the run had").into(),
                );
            }
            return Ok((Journal(None), Vec::new()));
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
        let mut file = open_alone(&path)?;
        let (past, whole) = match self.resume {
            true => read(&mut file, &path, course)?,
            false => (Vec::new(), 0),
        };
        let cut = file.set_len(whole);
        cut.with_context(|| format!("cannot cut {}", path.display()))?;
        let mut journal = Journal(Some((file, path)));
        if whole == 0 {
            journal.add(&Entry::first(course))?;
        }
        Ok((journal, past))
    }

    /// Says early that a picture could not be written, or would be written
    /// over what the run itself keeps.
    pub(super) fn check_picture(&self, picture: &Path) -> Result<(), Fault> {
        let mut ours = self.out.clone().into_iter().chain(self.log());
        if ours.any(|path| path == picture) {
            let found = quoted(&picture.display().to_string());
            return Err(Fault::new(
                "--plot",
                found,
                "a file other than --out and the log",
            ));
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

    /// Writes the result beside its place and moves it there, so that it is
    /// there as a whole or not at all.
    pub(super) fn write(&self, outcome: &Outcome) -> Result<()> {
        let Some(path) = &self.out else {
            return Ok(());
        };
        let mut text = serde_json::to_string_pretty(outcome)?;
        text.push('\n');
        let beside = PathBuf::from(format!("{}.part", path.display()));
        fs::write(&beside, text)
            .and_then(|()| fs::rename(&beside, path))
            .with_context(|| format!("cannot write to {}", path.display()))
    }
}

/// Opens a log that no other run has open.
fn open_alone(path: &Path) -> Result<File> {
    let place = quoted(&path.display().to_string());
    let mut options = OpenOptions::new();
    options.append(true).read(true).create(true);
    let file = options
        .open(path)
        .map_err(|error| Fault::new(&place, error.to_string(), "a file to write to"))?;
    // A file system that knows no locks is no reason to stop.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(Fault::new(place, "another run at work", "a file of one run").into());
    }
    Ok(file)
}

/// The entries of a log after its first line, and the length of its whole
/// lines. The log must be one of the same course.
fn read(file: &mut File, path: &Path, course: &Course) -> Result<(Vec<Entry>, u64)> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .map_err(|error| Fault::new(quoted(&name), error.to_string(), "a log of evolve"))?;
    let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let torn = String::from_utf8_lossy(&bytes[whole..]).into_owned();
    let text = std::str::from_utf8(&bytes[..whole])
        .map_err(|_| Fault::new(quoted(&name), "bytes that are no text", "a log of evolve"))?;
    let start = b"{\"run\":";
    if whole == 0
        && !start
            .iter()
            .zip(&bytes)
            .all(|(wanted, found)| wanted == found)
    {
        return Err(Fault::new(format!("{name}, line 1"), quoted(&torn), "a log of evolve").into());
    }
    let mut past = Vec::new();
    let mut generations = 0;
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}, line {}", index + 1);
        let entry: Entry = parse_row(line, &place, "a line of a log of evolve")?;
        match (index, &entry) {
            (0, Entry::Run { .. }) => check_same(&entry, &Entry::first(course), &name)?,
            (1.., Entry::Generation { row, state })
                if row.generation == generations + 1 && state.generation() == row.generation =>
            {
                generations += 1;
                past.push(entry);
            }
            (1.., Entry::Finals { .. } | Entry::HeldOut { .. }) => past.push(entry),
            _ => {
                return Err(Fault::new(
                    place,
                    quoted(line),
                    "the options of one run, then its generations in order",
                )
                .into());
            }
        }
    }
    if generations > course.generations {
        let found = format!("--generations {}", course.generations);
        return Err(Fault::new(
            "--resume",
            found,
            format!("{generations} or more, as {name} has"),
        )
        .into());
    }
    Ok((past, whole as u64))
}

/// Refuses a log of another run, and says what differs.
fn check_same(had: &Entry, wanted: &Entry, name: &str) -> Result<(), Fault> {
    let (had, wanted) = (spread(had), spread(wanted));
    let keys = had.iter().chain(&wanted).map(|(key, _)| key);
    for key in keys.filter(|key| *key != "--generations") {
        let value = |list: &[(String, String)]| {
            let all = list.iter().filter(|(k, _)| k == key);
            let all: Vec<_> = all.map(|(_, value)| value.as_str()).collect();
            all.join(" ")
        };
        let (old, new) = (value(&had), value(&wanted));
        let given = |list: &[(String, String)]| list.iter().any(|(k, _)| k == key);
        if old != new || given(&had) != given(&wanted) {
            let tell = |there: bool, value: &str| match there {
                true => format!("{key} {value}").trim_end().to_string(),
                false => format!("no {key}"),
            };
            let expected = format!("{}, as {name} has", tell(given(&had), &old));
            return Err(Fault::new("--resume", tell(given(&wanted), &new), expected)
                .hint("give the options of the run that made the log, or another --out"));
        }
    }
    Ok(())
}

/// All that a run's first line says, by name.
fn spread(entry: &Entry) -> Vec<(String, String)> {
    let Entry::Run {
        version,
        game,
        features,
        start,
        options,
    } = entry
    else {
        return Vec::new();
    };
    let mut all = vec![
        ("version".to_string(), version.clone()),
        ("game".to_string(), game.clone()),
        ("features".to_string(), features.join(" ")),
        ("start".to_string(), format!("{start:?}")),
    ];
    let option = |(name, value): &(String, String)| (format!("--{name}"), value.clone());
    all.extend(options.iter().map(option));
    all
}
