//! The rows of a long run as a folder: shards of so many rows each, and a
//! manifest that says what the run was asked to do. The shard in hand grows by
//! whole lines under a name of its own and is renamed when it is full, so that
//! a shard that has its name is whole for ever. A run that was killed loses at
//! most the line it was writing.

use crate::journal::{Journal, read};
use crate::resume::Out;
use crate::sink::Error;
use engine::Fault;
use engine::notation::quoted;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Rows of a shard.
pub const SHARD: usize = 1000;

/// The shards of a run that goes on.
pub struct Shards {
    folder: PathBuf,
    start: &'static str,
    /// The number of the shard in hand, from 1 on.
    number: usize,
    rows: usize,
    journal: Journal,
}

impl Shards {
    /// Opens the folder of a run, and reads the rows that are there if the run
    /// goes on. `start` is how rows begin.
    pub fn open<T: DeserializeOwned>(
        folder: &Path,
        out: &Out,
        start: &'static str,
    ) -> Result<(Shards, Vec<T>), Error> {
        prepare(folder, out)?;
        let mut past = Vec::new();
        let mut number = 1;
        while shard(folder, number).exists() {
            let path = shard(folder, number);
            let rows = whole_rows::<T>(&path, start)?;
            if rows.len() < SHARD {
                // The last one of a run that was whole, which may grow.
                rename(&path, &in_hand(folder, number))?;
                break;
            }
            past.extend(rows);
            number += 1;
        }
        let (journal, rows) = Journal::open::<T>(&in_hand(folder, number), true, start)?;
        let mut shards = Shards {
            folder: folder.to_path_buf(),
            start,
            number,
            rows: rows.len(),
            journal,
        };
        past.extend(rows);
        shards.turn_when_full()?;
        Ok((shards, past))
    }

    /// Adds a row.
    pub fn add(&mut self, row: &impl Serialize) -> Result<(), Error> {
        self.journal.add(row)?;
        self.rows += 1;
        self.turn_when_full()
    }

    /// Gives the last shard its name: the run is whole.
    pub fn finish(self) -> Result<(), Error> {
        let path = in_hand(&self.folder, self.number);
        match self.rows {
            0 => fs::remove_file(&path).map_err(|error| failed("remove", &path, error)),
            _ => rename(&path, &shard(&self.folder, self.number)),
        }
    }

    fn turn_when_full(&mut self) -> Result<(), Error> {
        if self.rows < SHARD {
            return Ok(());
        }
        let full = in_hand(&self.folder, self.number);
        rename(&full, &shard(&self.folder, self.number))?;
        self.number += 1;
        self.rows = 0;
        let next = in_hand(&self.folder, self.number);
        (self.journal, _) = Journal::open::<serde::de::IgnoredAny>(&next, false, self.start)?;
        Ok(())
    }
}

fn shard(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("rows-{number:05}.jsonl"))
}

fn in_hand(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("rows-{number:05}.part"))
}

/// Makes the folder, or checks that what is there may be gone on with or
/// written over, and keeps the call.
fn prepare(folder: &Path, out: &Out) -> Result<(), Error> {
    let place = quoted(&folder.display().to_string());
    if folder.exists() && !folder.is_dir() {
        return Err(Fault::new(place, "a file", "a folder for the rows of the run").into());
    }
    fs::create_dir_all(folder).map_err(|error| failed("make the folder", folder, error))?;
    let there = shards_of(folder)?;
    match (out.resume, out.force) {
        (true, _) => drop(out.call.check(folder)?),
        (_, true) => {
            for path in there {
                fs::remove_file(&path).map_err(|error| failed("remove", &path, error))?;
            }
        }
        _ if there.is_empty() => {}
        _ => {
            let fault = Fault::new(place, "the rows of a run", "a new folder");
            return Err(fault
                .hint("--resume goes on with it, --force writes over it")
                .into());
        }
    }
    out.call.keep(folder)
}

/// The shards in a folder, whole ones and the one in hand.
fn shards_of(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = fs::read_dir(folder).map_err(|error| failed("read", folder, error))?;
    let is_shard = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.and_then(|name| name.strip_prefix("rows-"))
            .and_then(|rest| rest.split_once('.'))
            .is_some_and(|(number, ending)| {
                number.parse::<usize>().is_ok() && ["jsonl", "part"].contains(&ending)
            })
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths.filter(is_shard).collect())
}

/// The rows of a shard that has its name.
fn whole_rows<T: DeserializeOwned>(path: &Path, start: &str) -> Result<Vec<T>, Error> {
    let mut file = File::open(path).map_err(|error| failed("read", path, error))?;
    let (rows, _) = read(&mut file, &path.display().to_string(), start)?;
    Ok(rows)
}

fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|error| failed("rename", from, error))
}

fn failed(what: &str, path: &Path, error: std::io::Error) -> Error {
    Error::Io(format!("cannot {what} {}", path.display()), error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize, Serialize)]
    struct Row {
        id: usize,
    }

    const START: &str = "{\"id\":";

    fn write(folder: &Path, out: &Out, rows: std::ops::Range<usize>, whole: bool) -> Vec<Row> {
        let (mut shards, past) = Shards::open::<Row>(folder, out, START).expect("a folder");
        for id in rows {
            shards.add(&Row { id }).expect("a row");
        }
        if whole {
            shards.finish().expect("an end");
        }
        past
    }

    fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let paths = shards_of(folder).expect("shards").into_iter();
        let mut all: Vec<_> = paths
            .map(|path| {
                let bytes = fs::read(&path).expect("a shard");
                (
                    path.file_name().expect("a name").to_string_lossy().into(),
                    bytes,
                )
            })
            .collect();
        all.sort();
        all
    }

    #[test]
    fn a_run_that_was_stopped_anywhere_ends_with_the_same_bytes() {
        let base = std::env::temp_dir().join(format!("stumper-shards-{}", std::process::id()));
        let fresh = Out::default();
        let resume = Out {
            resume: true,
            ..Out::default()
        };
        let one = base.join("one");
        write(&one, &fresh, 0..2500, true);
        let whole = bytes(&one);
        let names: Vec<_> = whole.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["rows-00001.jsonl", "rows-00002.jsonl", "rows-00003.jsonl"]
        );
        for stop in [0, 1, 999, 1000, 1001, 2000, 2499] {
            let two = base.join(format!("stopped-{stop}"));
            write(&two, &fresh, 0..stop, false);
            // A line that was torn is cut.
            let torn = in_hand(&two, stop / SHARD + 1);
            let mut text = fs::read(&torn).expect("the shard in hand");
            text.extend(b"{\"id\":99");
            fs::write(&torn, text).expect("a torn line");
            let past = write(&two, &resume, stop..2500, true);
            assert!(past.iter().map(|row| row.id).eq(0..stop), "{stop}");
            assert!(bytes(&two) == whole, "{stop}");
        }
        // A whole run can grow.
        assert_eq!(write(&one, &resume, 2500..3100, true).len(), 2500);
        assert_eq!(bytes(&one).len(), 4);
        let refused = Shards::open::<Row>(&one, &fresh, START).err();
        let refused = refused.expect("a fault").to_string();
        assert!(refused.contains("--resume goes on"), "{refused}");
        let force = Out {
            force: true,
            ..Out::default()
        };
        assert_eq!(write(&one, &force, 0..5, true), []);
        assert_eq!(bytes(&one).len(), 1);
        fs::remove_dir_all(&base).expect("no folder left");
    }
}
