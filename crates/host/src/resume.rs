//! A file of rows that grows in whole lines, and what such a file says is
//! done. A run that was killed leaves at most one torn line at the end, which
//! is cut; levels whose row is there are skipped. The call that wrote the
//! rows is kept beside them.

use crate::call::Call;
use crate::files::{check_folder, is_same_file};
use crate::journal::open_alone;
use crate::sink::{Error, Sink};
use engine::notation::quoted;
use engine::{Fault, Task, Verdict};
use games::levels::{STDIN, parse_row};
use lab::Format;
use lab::fingerprint::fingerprint;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Where rows go.
#[derive(Clone, Debug, Default)]
pub struct Out {
    /// The file; standard output where there is none.
    pub file: Option<PathBuf>,
    /// Whether to go on with the file.
    pub resume: bool,
    /// Whether to write over the file.
    pub force: bool,
    /// What the run was asked to do.
    pub call: Call,
}

/// A row that a file had already.
pub trait PastRow: DeserializeOwned {
    /// The verb that wrote it.
    const VERB: &'static str;
    /// How rows begin in JSON.
    const JSON_START: &'static str = "{\"id\":";
    /// The level's id or name; none for a row that only sums up those before
    /// it, which is cut.
    fn id(&self) -> Option<&str>;
    /// Reads a row of comma-separated values by the names of its columns.
    fn from_csv(_: &dyn Fn(&str) -> String) -> Option<Self> {
        None
    }
}

/// The part of a row of `solve` or `measure` that a run which goes on needs;
/// the rest is skipped unread.
#[derive(Deserialize)]
pub struct PastVerdict<V> {
    id: String,
    /// What was found.
    #[serde(flatten)]
    pub verdict: V,
}

impl<V: DeserializeOwned> PastVerdict<V> {
    fn of_csv(field: &dyn Fn(&str) -> String) -> Option<Self> {
        let row = serde_json::json!({
            "id": field("id"),
            "outcome": Some(field("outcome")).filter(|outcome| !outcome.is_empty()),
            "limit": Some(field("limit")).filter(|limit| !limit.is_empty()),
        });
        serde_json::from_value(row).ok()
    }
}

/// A row of `solve`.
#[derive(Deserialize)]
pub struct PastSolution {
    /// What was found.
    #[serde(flatten)]
    pub found: PastVerdict<Verdict>,
    /// Only rows of `solve` have one.
    #[serde(rename = "solver")]
    _solver: String,
}

impl PastRow for PastSolution {
    const VERB: &'static str = "solve";
    fn id(&self) -> Option<&str> {
        Some(&self.found.id)
    }
    fn from_csv(field: &dyn Fn(&str) -> String) -> Option<Self> {
        Some(PastSolution {
            found: PastVerdict::of_csv(field)?,
            _solver: field("solver"),
        })
    }
}

/// A row of `measure`.
#[derive(Deserialize)]
pub struct PastMeasures {
    /// What was found, if a solver was needed.
    #[serde(flatten)]
    pub found: PastVerdict<Option<Verdict>>,
    /// Only rows of `measure` have them.
    #[serde(rename = "measures")]
    _measures: serde::de::IgnoredAny,
}

impl PastRow for PastMeasures {
    const VERB: &'static str = "measure";
    fn id(&self) -> Option<&str> {
        Some(&self.found.id)
    }
    fn from_csv(field: &dyn Fn(&str) -> String) -> Option<Self> {
        Some(PastMeasures {
            found: PastVerdict::of_csv(field)?,
            _measures: serde::de::IgnoredAny,
        })
    }
}

/// A row of `rate`.
#[derive(Deserialize)]
pub struct PastRating {
    /// What was found, if a solver was needed.
    #[serde(flatten)]
    pub found: PastVerdict<Option<Verdict>>,
}

impl PastRow for PastRating {
    const VERB: &'static str = "rate";
    fn id(&self) -> Option<&str> {
        Some(&self.found.id)
    }
    fn from_csv(field: &dyn Fn(&str) -> String) -> Option<Self> {
        Some(PastRating {
            found: PastVerdict::of_csv(field)?,
        })
    }
}

/// Levels whose rows a file had already.
#[derive(Default)]
pub struct Done {
    /// How often each id stands there; a list may name a level twice.
    left: HashMap<u128, u32>,
    /// Rows that were there.
    pub rows: u64,
    /// Whether the file has its CSV header.
    has_header: bool,
}

impl Done {
    /// Whether a level's row is there; each row answers for one level.
    fn take(&mut self, id: &str) -> bool {
        if self.left.is_empty() {
            return false;
        }
        match self.left.get_mut(&fingerprint(id.as_bytes())) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// The levels whose rows are not in the file.
    pub fn leave_out<E>(
        mut self,
        levels: impl Iterator<Item = Result<Task, E>> + Send,
    ) -> impl Iterator<Item = Result<Task, E>> + Send {
        levels.filter(move |task| match task {
            Ok(task) => !self.take(&task.level.name()),
            Err(_) => true,
        })
    }

    fn add(&mut self, id: &str) {
        *self.left.entry(fingerprint(id.as_bytes())).or_default() += 1;
        self.rows += 1;
    }
}

impl Out {
    /// The file's name, for messages.
    pub fn name(&self) -> Option<String> {
        Some(self.file.as_ref()?.display().to_string())
    }

    /// The file or standard output, with the header written where there is
    /// none yet, and what the file says is done. `seen` gets every row that
    /// was there. The file must be none of the inputs, which would be lost
    /// unread.
    pub fn open<'a, R: PastRow>(
        &self,
        format: Format,
        header: &[u8],
        inputs: impl Iterator<Item = &'a OsStr>,
        mut seen: impl FnMut(R) -> Result<(), Fault>,
    ) -> Result<(Sink, Done), Error> {
        let Some(path) = &self.file else {
            let mut sink = Sink::stdout();
            sink.write(header)?;
            return Ok((sink, Done::default()));
        };
        let name = path.display().to_string();
        self.check(path, format, inputs)?;
        let mut options = OpenOptions::new();
        match self.resume || self.force {
            true => options.create(true),
            false => options.create_new(true),
        };
        let mut file = open_alone(path, &mut options)?;
        let mut done = Done::default();
        if self.resume {
            self.call.check(path)?;
            let rows = Rows {
                name: &name,
                format,
                header,
            };
            done = rows.read(&mut file, &mut seen)?;
        } else if file.metadata().is_ok_and(|about| about.is_file()) {
            // Devices and pipes have no length.
            file.set_len(0)
                .map_err(|error| Error::Io(format!("cannot empty {name}"), error))?;
        }
        if file.metadata().is_ok_and(|about| about.is_file()) {
            self.call.keep(path)?;
        }
        let mut sink = Sink::file(file, &name);
        if !done.has_header {
            sink.write(header)?;
        }
        Ok((sink, done))
    }

    fn check<'a>(
        &self,
        path: &Path,
        format: Format,
        inputs: impl Iterator<Item = &'a OsStr>,
    ) -> Result<(), Fault> {
        if self.resume && format == Format::Text {
            return Err(Fault::new("--resume", "--format text", "json or csv")
                .hint("text cannot be read back; use --format json"));
        }
        self.check_place(path, inputs)
    }

    /// Refuses names that stand for something else than a file of rows.
    fn check_place<'a>(
        &self,
        path: &Path,
        mut inputs: impl Iterator<Item = &'a OsStr>,
    ) -> Result<(), Fault> {
        if path.as_os_str() == STDIN {
            let fault = Fault::new("--out", "-", "a file");
            return Err(fault.hint("without --out rows go to standard output"));
        }
        if inputs.any(|input| is_same_file(Path::new(input), path)) {
            let name = quoted(&path.display().to_string());
            let found = format!("{name}, from which levels are read");
            return Err(Fault::new("--out", found, "another file"));
        }
        Ok(())
    }

    /// Checks that a file can be written beside its place and renamed when it
    /// is whole: such a file is new, or written over, and no device.
    pub fn check_whole<'a>(
        &self,
        path: &Path,
        inputs: impl Iterator<Item = &'a OsStr>,
    ) -> Result<(), Fault> {
        self.check_place(path, inputs)?;
        check_folder(path)?;
        let fault =
            |found, expected| Fault::new(quoted(&path.display().to_string()), found, expected);
        match path.symlink_metadata() {
            Err(_) => Ok(()),
            Ok(_) if path.exists() && !path.is_file() => {
                Err(fault("a device or a pipe", "a file to write to"))
            }
            Ok(_) if !self.force => {
                Err(fault("a file that exists", "a new one").hint("--force writes over it"))
            }
            Ok(_) => Ok(()),
        }
    }

    /// What to tell a user who interrupted the run.
    pub fn stopped_message(&self, format: Format) -> String {
        match self.name() {
            Some(name) if format != Format::Text => format!(
                "interrupted; what is done is in {name}: the same call with --resume goes on"
            ),
            Some(name) => format!("interrupted; what is done is in {name}"),
            None => {
                "interrupted; with --format json --out FILE a run can go on with --resume".into()
            }
        }
    }
}

/// The rows of a file.
struct Rows<'a> {
    name: &'a str,
    format: Format,
    header: &'a [u8],
}

impl Rows<'_> {
    /// Reads whole rows and cuts what follows the last one.
    fn read<R: PastRow>(
        &self,
        file: &mut File,
        seen: &mut impl FnMut(R) -> Result<(), Fault>,
    ) -> Result<Done, Error> {
        let (done, whole) = match self.format {
            Format::Csv => self.read_csv(file, seen)?,
            _ => self.read_json(file, seen)?,
        };
        // Devices and pipes have no length.
        if file.metadata().is_ok_and(|about| about.is_file()) {
            file.set_len(whole)
                .map_err(|error| Error::Io(format!("cannot cut {}", self.name), error))?;
        }
        Ok(done)
    }

    fn bad<R: PastRow>(&self, line: u64, found: String) -> Fault {
        let place = format!("{}, line {line}", self.name);
        let hint = format!(
            "--resume goes on only with a file that `{}` wrote in the same format",
            R::VERB
        );
        Fault::new(place, found, format!("rows of `{}`", R::VERB)).hint(hint)
    }

    fn read_json<R: PastRow>(
        &self,
        file: &mut File,
        seen: &mut impl FnMut(R) -> Result<(), Fault>,
    ) -> Result<(Done, u64), Error> {
        let mut done = Done::default();
        let mut whole = 0;
        let mut reader = BufReader::with_capacity(256 << 10, file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader
                .read_until(b'\n', &mut line)
                .map_err(|error| Error::Io(format!("cannot read {}", self.name), error))?;
            let shown = || quoted(&String::from_utf8_lossy(&line));
            if line.last() != Some(&b'\n') {
                // With no row before it, it may be something else than a row.
                let start = R::JSON_START.as_bytes();
                if number == 1 && !line.iter().zip(start).all(|(a, b)| a == b) {
                    return Err(self.bad::<R>(number, shown()).into());
                }
                break;
            }
            let text = str::from_utf8(&line).map_err(|_| self.bad::<R>(number, shown()))?;
            let place = format!("{}, line {number}", self.name);
            let expected = format!("a JSON row of `{}`", R::VERB);
            let row: R = parse_row(text.trim_end(), &place, &expected)
                .map_err(|fault| self.bad::<R>(number, fault.found))?;
            let Some(id) = row.id() else { break };
            done.add(id);
            whole += length as u64;
            seen(row)?;
        }
        Ok((done, whole))
    }

    fn read_csv<R: PastRow>(
        &self,
        file: &mut File,
        seen: &mut impl FnMut(R) -> Result<(), Fault>,
    ) -> Result<(Done, u64), Error> {
        let mut done = Done::default();
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(file, &mut bytes)
            .map_err(|error| Error::Io(format!("cannot read {}", self.name), error))?;
        let shown = |bytes: &[u8]| quoted(&String::from_utf8_lossy(bytes));
        let begins = bytes.iter().zip(self.header).all(|(a, b)| a == b);
        if !begins {
            let first = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
            let fault = self.bad::<R>(1, shown(first));
            let header = String::from_utf8_lossy(self.header);
            let expected = format!("the header {}", header.trim_end());
            return Err(Fault { expected, ..fault }.into());
        }
        if bytes.len() < self.header.len() {
            return Ok((done, 0));
        }
        done.has_header = true;
        let mut reader = csv::ReaderBuilder::new().from_reader(&bytes[..]);
        let names = reader.headers().cloned().unwrap_or_default();
        let mut whole = reader.position().byte();
        let mut record = csv::StringRecord::new();
        loop {
            let line = reader.position().line();
            let read = reader.read_record(&mut record);
            let end = reader.position().byte();
            // A row that is not ended by a line's end was torn.
            let torn = bytes.get(end as usize - 1) != Some(&b'\n');
            match read {
                Ok(false) => break,
                _ if torn => break,
                Err(error) => return Err(self.bad::<R>(line, error.to_string()).into()),
                Ok(true) => {}
            }
            let field = |name: &str| {
                let index = names.iter().position(|known| known == name);
                let field = index.and_then(|index| record.get(index));
                field.unwrap_or_default().to_string()
            };
            let Some(row) = R::from_csv(&field) else {
                return Err(self
                    .bad::<R>(line, shown(record.as_slice().as_bytes()))
                    .into());
            };
            let Some(id) = row.id() else { break };
            done.add(id);
            whole = end;
            seen(row)?;
        }
        Ok((done, whole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_answers_for_one_level() {
        let mut done = Done::default();
        done.add("a:b#1");
        done.add("a:b#1");
        assert_eq!(
            ["a:b#2", "a:b#1", "a:b#1", "a:b#1"].map(|id| done.take(id)),
            [false, true, true, false]
        );
        assert_eq!(done.rows, 2);
    }
}
