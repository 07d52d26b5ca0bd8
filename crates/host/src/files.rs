//! Files of levels and of weights.

use engine::notation::quoted;
use engine::{Fault, Weights};
use games::levels::{Lines, STDIN, Source, not_found};
use games::shipped;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The files of this machine, and standard input under the name `-`.
#[derive(Clone, Copy)]
pub struct Files;

impl Source for Files {
    fn check(&self, name: &OsStr) -> Result<(), Fault> {
        match fs::metadata(name) {
            Ok(about) if about.is_dir() => Err(not_found(name, "a folder")),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(not_found(name, "no such file"))
            }
            Err(error) => Err(not_found(name, &error.to_string())),
        }
    }

    fn open(&self, name: &OsStr) -> Result<Lines, Fault> {
        if name == STDIN {
            let input = Box::new(BufReader::new(io::stdin()));
            return Ok(Lines::new("standard input", input));
        }
        self.check(name)?;
        let file = File::open(name).map_err(|error| not_found(name, &error.to_string()))?;
        let input = Box::new(BufReader::with_capacity(64 << 10, file));
        Ok(Lines::new(&name.to_string_lossy(), input))
    }
}

/// Weights by the name of a file, or of those that ship with the games.
pub fn find_weights(name: &str) -> Result<Weights, Fault> {
    let path = Path::new(name);
    let text = match shipped::weights(name) {
        Some(text) if !path.is_file() => text.to_string(),
        _ => fs::read_to_string(path).map_err(|why| {
            let names: Vec<_> = shipped::WEIGHTS.iter().map(|(name, _)| *name).collect();
            Fault::new(quoted(name), why.to_string(), "a readable file of weights")
                .hint(format!("those that ship are {}", names.join(", ")))
        })?,
    };
    Weights::parse(&text).map_err(|fault| fault.within(name))
}

/// The text of a file that an option names, or of standard input under the
/// name `-`.
pub fn read_text(path: &Path, wanted: &str) -> Result<String, Fault> {
    let place = quoted(&path.display().to_string());
    let bytes = match path.as_os_str() == STDIN {
        true => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        false if path.is_dir() => return Err(Fault::new(place, "a folder", wanted)),
        false => fs::read(path),
    };
    let bytes = bytes.map_err(|why| {
        let found = match why.kind() {
            io::ErrorKind::NotFound => "no such file".to_string(),
            _ => why.to_string(),
        };
        Fault::new(&place, found, wanted)
    })?;
    String::from_utf8(bytes).map_err(|_| Fault::new(place, "bytes that are no text", wanted))
}

/// Says early that a file could not be written at the end of a long run.
pub fn check_folder(path: &Path) -> Result<(), Fault> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let found = match folder {
        _ if path.is_dir() => "a folder",
        Some(folder) if !folder.is_dir() => "no such folder",
        _ => return Ok(()),
    };
    let place = quoted(&path.display().to_string());
    Err(Fault::new(place, found, "a file to write to"))
}

/// A name beside a file's place for what is not whole yet: of this writer
/// alone, also where processes of several machines have the same number.
pub fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut random = RandomState::new().build_hasher();
    random.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
    let (random, process) = (random.finish(), std::process::id());
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{random:016x}.{process}.part"));
    PathBuf::from(name)
}

/// Writes a file beside its place and moves it there, so that it is there as
/// a whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = beside(path);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    written.inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// Whether a file begins as Parquet files do.
pub fn is_parquet(name: &OsStr) -> bool {
    let mut first = [0; 4];
    // A pipe would lose what is read here.
    let file = fs::metadata(name).is_ok_and(|about| about.is_file());
    let mut read = || File::open(name)?.read_exact(&mut first);
    file && read().is_ok() && first == *b"PAR1"
}

/// Whether two names lead to one file that exists.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}
