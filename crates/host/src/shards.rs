//! The rows of a long run as a folder: blocks of the same number of rows, and
//! a manifest that says what the run was asked to do. A block in hand grows by
//! whole lines under a name of its own and is renamed when it is full, so that
//! a block that has its name is whole for ever. A run that was killed loses at
//! most the line it was writing. Several processes, each with its shard of the
//! blocks, can work in the same folder at the same time: the names of their
//! blocks in hand differ, and the first of them writes the manifest.

mod cut;
mod folder;
#[cfg(test)]
mod tests;

pub use cut::{BLOCK, Cut, Shard};

use crate::journal::Journal;
use crate::resume::Out;
use crate::sink::Error;
use engine::Fault;
use engine::notation::quoted;
use folder::{BlockFile, block, failed, files_of, join, prepare, rename, whole, whole_rows};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::fs;
use std::path::{Path, PathBuf};

/// The blocks of a run that goes on.
pub struct Shards {
    folder: PathBuf,
    start: &'static str,
    cut: Cut,
    /// The blocks in hand by their numbers.
    parts: BTreeMap<u64, Part>,
}

/// A block in hand. It has one row or more.
struct Part {
    journal: Journal,
    path: PathBuf,
}

impl Shards {
    /// Opens the folder of a run, and reads the rows that are there, of the
    /// blocks that this process does, by their places in the run. `start` is
    /// how rows begin.
    pub fn open<T: DeserializeOwned>(
        folder: &Path,
        out: &Out,
        cut: Cut,
        start: &'static str,
    ) -> Result<(Shards, BTreeMap<u64, T>), Error> {
        match cut.shard() {
            None => prepare(folder, out)?,
            Some(_) => join(folder, out, &cut)?,
        }
        let mut shards = Shards {
            folder: folder.to_path_buf(),
            start,
            cut,
            parts: BTreeMap::new(),
        };
        let mut past = BTreeMap::new();
        let files = files_of(folder)?;
        let own = |file: &&BlockFile| cut.has_block(file.number);
        for file in files.iter().filter(own).filter(|file| file.is_whole()) {
            let rows = shards.checked(whole_rows::<T>(&file.path, start)?, &file.path)?;
            past.extend((cut.first(file.number)..).zip(rows));
        }
        for file in files.iter().filter(|file| !file.is_whole()) {
            // A run without a shard goes on with what any process left.
            if cut.shard().is_none() || file.ending == cut.part() {
                shards.take_over(file, &mut past)?;
            }
        }
        Ok((shards, past))
    }

    /// Goes on with a block in hand that an earlier process left, if that
    /// block is not there already.
    fn take_over<T: DeserializeOwned>(
        &mut self,
        file: &BlockFile,
        past: &mut BTreeMap<u64, T>,
    ) -> Result<(), Error> {
        let path = file.path.clone();
        let (journal, rows) = Journal::open::<T>(&path, true, self.start)?;
        let first = self.cut.first(file.number);
        if rows.is_empty() || past.contains_key(&first) {
            return fs::remove_file(&path).map_err(|error| failed("remove", &path, error));
        }
        let rows = self.checked(rows, &path)?;
        let is_full = rows.len() as u64 == self.cut.rows();
        past.extend((first..).zip(rows));
        self.parts.insert(file.number, Part { journal, path });
        match is_full {
            true => self.name(file.number),
            false => Ok(()),
        }
    }

    /// The rows of a file, which must be no more than those of a block.
    fn checked<T>(&self, rows: Vec<T>, path: &Path) -> Result<Vec<T>, Fault> {
        let most = self.cut.rows();
        if rows.len() as u64 <= most {
            return Ok(rows);
        }
        let place = quoted(&path.display().to_string());
        let fault = Fault::new(
            place,
            format!("{} rows", rows.len()),
            format!("a block of at most {most}"),
        );
        Err(fault.hint("remove it, and its rows are made again"))
    }

    /// Adds the row with this place in the run. Rows of a block come in order.
    pub fn add(&mut self, at: u64, row: &impl Serialize) -> Result<(), Error> {
        let (number, place) = self.cut.place(at);
        let part = match self.parts.entry(number) {
            Entry::Occupied(part) => part.into_mut(),
            Entry::Vacant(none) => {
                let whole = whole(&self.folder, number);
                let path = block(&self.folder, number, &self.cut.part());
                none.insert(begin(whole, path, place, self.start)?)
            }
        };
        part.journal.add(row)?;
        match place + 1 == self.cut.rows() {
            true => self.name(number),
            false => Ok(()),
        }
    }

    /// Gives the last block its name: what this process does is whole.
    pub fn finish(mut self) -> Result<(), Error> {
        let left: Vec<u64> = self.parts.keys().copied().collect();
        left.into_iter().try_for_each(|number| self.name(number))
    }

    /// Gives a block in hand its name.
    fn name(&mut self, number: u64) -> Result<(), Error> {
        match self.parts.remove(&number) {
            Some(part) => rename(&part.path, &whole(&self.folder, number)),
            None => Ok(()),
        }
    }
}

/// Begins a block, or goes on with the last one of a shorter run.
fn begin(whole: PathBuf, path: PathBuf, place: u64, start: &str) -> Result<Part, Error> {
    let goes_on = place > 0;
    if goes_on {
        rename(&whole, &path)?;
    }
    let (journal, rows) = Journal::open::<IgnoredAny>(&path, goes_on, start)?;
    if rows.len() as u64 == place {
        return Ok(Part { journal, path });
    }
    let found = format!("{} rows, other than a while ago", rows.len());
    let place = quoted(&path.display().to_string());
    Err(Fault::new(place, found, "a file of one run").into())
}

/// The blocks of a run of this many rows that are not whole, by number.
pub fn missing(folder: &Path, cut: &Cut, rows: u64) -> Result<Vec<u64>, Error> {
    let files = files_of(folder)?;
    let there = files.iter().filter(|file| file.is_whole());
    let there: BTreeSet<u64> = there.map(|file| file.number).collect();
    let all = 1..=cut.blocks(rows);
    Ok(all.filter(|number| !there.contains(number)).collect())
}
