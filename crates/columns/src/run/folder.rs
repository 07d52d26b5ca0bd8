//! The folder of a long run: its plan, and a file for every shard that is
//! done.

use super::plan::Plan;
use super::work::Shard;
use engine::Fault;
use engine::notation::quoted;
use host::Error;
use host::files::write_whole;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The plan's file.
const PLAN: &str = "plan.toml";

/// A folder with its plan.
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// What is done there.
    pub plan: Plan,
}

/// What is still to be done, and what is there.
pub struct Missing {
    /// The shards that have no file yet.
    pub shards: Vec<Shard>,
    /// The shards whose file is there.
    pub done: Vec<Shard>,
    /// Files that were begun by somebody who may still be at work.
    pub begun: Vec<PathBuf>,
}

impl Missing {
    /// Levels that are still to be done.
    pub fn levels(&self) -> u64 {
        self.shards.iter().map(|shard| shard.levels()).sum()
    }
}

impl Folder {
    /// The folder of a run that is there.
    pub fn open(path: &Path) -> Result<Folder, Error> {
        let file = path.join(PLAN);
        let place = file.display().to_string();
        let text = fs::read_to_string(&file).map_err(|error| {
            let fault = Fault::new(quoted(&place), error.to_string(), "the plan of a run");
            fault.hint("`stumper run PLAN.toml --out DIR` makes such a folder")
        })?;
        Ok(Folder {
            path: path.to_path_buf(),
            plan: Plan::read(&place, &text)?,
        })
    }

    /// Makes the folder of a run, or goes on with one of the same plan.
    pub fn make(path: &Path, plan: &Plan) -> Result<Folder, Error> {
        if path.exists() && !path.is_dir() {
            let place = quoted(&path.display().to_string());
            return Err(Fault::new(place, "a file", "a folder for the shards").into());
        }
        fs::create_dir_all(path).map_err(|error| failed("make the folder", path, error))?;
        let file = path.join(PLAN);
        if file.exists() {
            let there = Folder::open(path)?;
            if there.plan != *plan {
                let place = quoted(&path.display().to_string());
                let fault = Fault::new(place, "a run of another plan", "a new folder");
                let hint = format!("the plan of that run is {}", file.display());
                return Err(fault.hint(hint).into());
            }
            return Ok(there);
        }
        write_whole(&file, plan.write().as_bytes())
            .map_err(|error| failed("write to", &file, error))?;
        Ok(Folder {
            path: path.to_path_buf(),
            plan: plan.clone(),
        })
    }

    /// The names of the files that are there.
    fn names(&self) -> Result<HashSet<String>, Error> {
        let entries =
            fs::read_dir(&self.path).map_err(|error| failed("read", &self.path, error))?;
        let names = entries.flatten().map(|entry| entry.file_name());
        Ok(names.flat_map(|name| name.into_string()).collect())
    }

    /// Whether a shard is there. A file that is cut off is not.
    pub fn has(&self, shard: Shard) -> bool {
        is_ended(&self.path.join(shard.file()))
    }

    /// What is still to be done. A file that is cut off counts as missing.
    pub fn missing(&self) -> Result<Missing, Error> {
        let names = self.names()?;
        let is_there = |shard: &Shard| names.contains(&shard.file()) && self.has(*shard);
        let all = self.plan.shards()?;
        let of_shard = |name: &&String| {
            let shard = name.split_once(".parquet.").map(|(shard, _)| shard);
            let range = shard.and_then(|shard| shard.split_once('-'));
            let is_range = range.is_some_and(|(first, last)| {
                first.parse::<u64>().is_ok() && last.parse::<u64>().is_ok()
            });
            is_range && name.ends_with(".part")
        };
        let begun = names.iter().filter(of_shard);
        let begun = begun.map(|name| self.path.join(name)).collect();
        let (done, shards) = all.into_iter().partition(is_there);
        Ok(Missing {
            shards,
            done,
            begun,
        })
    }

    /// Files that are no shard of the plan, but look like one.
    pub(super) fn strangers(&self, shards: &[Shard]) -> Result<Vec<String>, Error> {
        let known: HashSet<String> = shards.iter().map(|shard| shard.file()).collect();
        let strange = |name: &String| name.ends_with(".parquet") && !known.contains(name);
        let mut names: Vec<_> = self.names()?.into_iter().filter(strange).collect();
        names.sort();
        Ok(names)
    }
}

/// Whether a file ends as Parquet files do.
fn is_ended(path: &Path) -> bool {
    let mut last = [0; 4];
    let read = File::open(path).and_then(|mut file| {
        file.seek(SeekFrom::End(-4))?;
        file.read_exact(&mut last)
    });
    read.is_ok() && last == *b"PAR1"
}

fn failed(what: &str, path: &Path, error: io::Error) -> Error {
    Error::Io(format!("cannot {what} {}", path.display()), error)
}
