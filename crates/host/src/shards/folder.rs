//! The folder of a run: the names of its blocks, and its manifest.

use super::Cut;
use crate::journal::read;
use crate::resume::Out;
use crate::sink::Error;
use engine::Fault;
use engine::notation::quoted;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// How the name of a whole block ends.
const WHOLE: &str = "jsonl";

/// The name of a block.
pub(super) fn block(folder: &Path, number: u64, ending: &str) -> PathBuf {
    folder.join(format!("rows-{number:05}.{ending}"))
}

pub(super) fn whole(folder: &Path, number: u64) -> PathBuf {
    block(folder, number, WHOLE)
}

/// Makes the folder, where there is none.
fn make(folder: &Path) -> Result<(), Error> {
    if folder.exists() && !folder.is_dir() {
        let place = quoted(&folder.display().to_string());
        return Err(Fault::new(place, "a file", "a folder for the rows of the run").into());
    }
    fs::create_dir_all(folder).map_err(|error| failed("make the folder", folder, error))
}

/// Makes the folder, or checks that what is there may be gone on with or
/// written over, and keeps the call.
pub(super) fn prepare(folder: &Path, out: &Out) -> Result<(), Error> {
    make(folder)?;
    let there = files_of(folder)?;
    match (out.resume, out.force) {
        (true, _) => drop(out.call.check(folder)?),
        (_, true) => {
            for BlockFile { path, .. } in there {
                fs::remove_file(&path).map_err(|error| failed("remove", &path, error))?;
            }
        }
        _ if there.is_empty() => {}
        _ => {
            let place = quoted(&folder.display().to_string());
            let fault = Fault::new(place, "the rows of a run", "a new folder");
            return Err(fault
                .hint("--resume goes on with it, --force writes over it")
                .into());
        }
    }
    out.call.keep(folder)
}

/// Makes the folder and keeps the call, unless another process did; then its
/// call must be the same.
pub(super) fn join(folder: &Path, out: &Out, cut: &Cut) -> Result<(), Error> {
    make(folder)?;
    let check = || {
        let place = "--shard".to_string();
        let checked = out.call.check(folder);
        checked.map_err(|fault| Fault { place, ..fault })
    };
    if check()? {
        return Ok(());
    }
    // Written in a place of its own and linked: a link never replaces the
    // manifest of a process that was faster.
    let own = format!("manifest.{}.{}", std::process::id(), cut.part());
    let beside = folder.join(own);
    fs::create_dir_all(&beside).map_err(|error| failed("make the folder", &beside, error))?;
    out.call.keep(&beside)?;
    let name = Path::new("manifest.json");
    let (from, to) = (beside.join(name), folder.join(name));
    match fs::hard_link(&from, &to) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => rename(&from, &to)?,
        _ => {}
    }
    fs::remove_dir_all(&beside).map_err(|error| failed("remove", &beside, error))?;
    check()?;
    Ok(())
}

/// The file of a block.
pub(super) struct BlockFile {
    pub(super) number: u64,
    /// What follows the number.
    pub(super) ending: String,
    pub(super) path: PathBuf,
}

impl BlockFile {
    fn of(path: PathBuf) -> Option<BlockFile> {
        let name = path.file_name()?.to_str()?.strip_prefix("rows-")?;
        let (number, ending) = name.split_once('.')?;
        let is_known = ending == WHOLE || ending == "part" || ending.ends_with(".part");
        let number = number.parse().ok().filter(|&number| number > 0)?;
        is_known.then(|| BlockFile {
            number,
            ending: ending.to_string(),
            path: path.clone(),
        })
    }

    pub(super) fn is_whole(&self) -> bool {
        self.ending == WHOLE
    }
}

/// The blocks in a folder, whole ones and those in hand, in the order of their
/// names.
pub(super) fn files_of(folder: &Path) -> Result<Vec<BlockFile>, Error> {
    let entries = fs::read_dir(folder).map_err(|error| failed("read", folder, error))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    Ok(paths.into_iter().filter_map(BlockFile::of).collect())
}

/// The rows of a block that has its name.
pub(super) fn whole_rows<T: DeserializeOwned>(path: &Path, start: &str) -> Result<Vec<T>, Error> {
    let mut file = File::open(path).map_err(|error| failed("read", path, error))?;
    let (rows, _) = read(&mut file, &path.display().to_string(), start)?;
    Ok(rows)
}

pub(super) fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|error| failed("rename", from, error))
}

pub(super) fn failed(what: &str, path: &Path, error: std::io::Error) -> Error {
    Error::Io(format!("cannot {what} {}", path.display()), error)
}
