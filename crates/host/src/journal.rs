//! A log that grows by whole lines while a run goes on. A run that was killed
//! leaves at most one torn line at its end, which is cut.

use crate::sink::Error;
use engine::Fault;
use engine::notation::quoted;
use games::levels::parse_row;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// An open log.
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens a log that no other run has open. With `resume` its entries are
    /// read, otherwise it is emptied. `start` is how its first line begins.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        resume: bool,
        start: &str,
    ) -> Result<(Journal, Vec<T>), Error> {
        let name = path.display().to_string();
        let mut file = open_alone(path, OpenOptions::new().create(true))?;
        let (past, whole) = match resume {
            true => read(&mut file, &name, start)?,
            false => (Vec::new(), 0),
        };
        file.set_len(whole)
            .map_err(|error| Error::Io(format!("cannot cut {name}"), error))?;
        let path = path.to_path_buf();
        Ok((Journal { file, path }, past))
    }

    /// Adds a line, in one piece.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<(), Error> {
        let mut line = Vec::new();
        lab::rows::json_line(&mut line, entry);
        let written = self.file.write_all(&line);
        written
            .map_err(|error| Error::Io(format!("cannot write to {}", self.path.display()), error))
    }
}

/// Opens a file for appending that no other run has open.
pub(crate) fn open_alone(path: &Path, options: &mut OpenOptions) -> Result<File, Fault> {
    let place = quoted(&path.display().to_string());
    let opened = options.append(true).read(true).open(path);
    let file = opened.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Fault::new(&place, "a file that exists", "a new one")
            .hint("--resume goes on with it, --force writes over it"),
        _ => Fault::new(&place, error.to_string(), "a file to write to"),
    })?;
    // A file system that knows no locks is no reason to stop.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(Fault::new(
            place,
            "another run at work",
            "a file of one run",
        ));
    }
    Ok(file)
}

/// The entries of a log, and the length of its whole lines.
pub(crate) fn read<T: DeserializeOwned>(
    file: &mut File,
    name: &str,
    start: &str,
) -> Result<(Vec<T>, u64), Fault> {
    let place = format!("{name}, line 1");
    let bad = |found: String| Fault::new(&place, found, "a log of the same verb");
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .map_err(|error| bad(error.to_string()))?;
    let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let begins = bytes.iter().zip(start.as_bytes()).all(|(a, b)| a == b);
    if !begins {
        let first = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
        return Err(bad(quoted(&String::from_utf8_lossy(first))));
    }
    let text =
        std::str::from_utf8(&bytes[..whole]).map_err(|_| bad("bytes that are no text".into()))?;
    let entry = |(index, line): (usize, &str)| {
        let place = format!("{name}, line {}", index + 1);
        parse_row(line, &place, "a line of a log")
    };
    let entries: Result<Vec<T>, Fault> = text.lines().enumerate().map(entry).collect();
    Ok((entries?, whole as u64))
}
