//! `--out` and `--resume`: a file of rows that grows in whole lines, and what
//! such a file says is done. A run that was killed leaves at most one torn
//! line at the end, which is cut; levels whose row is there are skipped.

use crate::fingerprint::fingerprint;
use crate::levels::Task;
use crate::lines::{STDIN, parse_row};
use crate::output::{Format, Sink};
use anyhow::{Context, Result};
use engine::Fault;
use engine::notation::quoted;
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, IsTerminal};

/// The options that say where rows go.
#[derive(clap::Args)]
pub(crate) struct OutArgs {
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Go on with the file of --out: keep its rows, skip their levels
    #[arg(long, requires = "out")]
    resume: bool,
    /// Write over the file of --out
    #[arg(long, requires = "out", conflicts_with = "resume")]
    force: bool,
}

/// What a verb reads of the rows that its file had already.
pub(crate) trait Reads: Default {
    /// The verb that wrote them.
    const VERB: &'static str;
    /// How the rows begin in JSON.
    const JSON_START: &'static str = "{\"id\":";
    /// Reads a row of JSON.
    fn json(&mut self, text: &str, place: &str) -> Result<(), Fault>;
    /// Reads a row of comma-separated values; false if it is none.
    fn csv(&mut self, fields: &[String]) -> bool;
    /// The levels whose rows are there.
    fn ids(&mut self) -> &mut Done;
    /// Whether a line only sums up those before it, so that it is to be cut.
    fn is_summary(_text: &str) -> bool {
        false
    }
}

/// Rows that a file had already.
#[derive(Default)]
pub(crate) struct Done {
    /// How often each id stands there; a list may name a level twice.
    left: HashMap<u128, u32>,
    pub(crate) rows: u64,
    pub(crate) unsolvable: bool,
    pub(crate) gave_up: bool,
    /// Who made the rows.
    solvers: BTreeSet<String>,
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

    /// Refuses to add another solver's rows to the file.
    pub(crate) fn check_solver(&self, wanted: &[&str]) -> Result<(), Fault> {
        let other = self
            .solvers
            .iter()
            .find(|name| !wanted.contains(&name.as_str()));
        match other {
            Some(other) if !wanted.is_empty() => {
                let found = format!("rows of the solver {other}");
                let expected = format!("rows of {}", wanted.join(" or "));
                Err(Fault::new("--resume", found, expected).hint(format!(
                    "go on with --solver {other}, or write to another file"
                )))
            }
            _ => Ok(()),
        }
    }

    /// The levels whose rows are not in the file.
    pub(crate) fn leave_out(
        mut self,
        levels: impl Iterator<Item = Result<Task>> + Send,
    ) -> impl Iterator<Item = Result<Task>> + Send {
        levels.filter(move |task| match task {
            Ok(task) => !self.take(&task.level.name()),
            Err(_) => true,
        })
    }

    /// Notes that a level's row is there.
    pub(crate) fn add_id(&mut self, id: &str) {
        *self.left.entry(fingerprint(id.as_bytes())).or_default() += 1;
        self.rows += 1;
    }

    fn add(&mut self, id: &str, solver: &str, outcome: &str) {
        if !self.solvers.contains(solver) {
            self.solvers.insert(solver.to_string());
        }
        self.add_id(id);
        self.unsolvable |= outcome == "unsolvable";
        self.gave_up |= outcome == "gave-up";
    }
}

impl OutArgs {
    /// The file's name.
    pub(crate) fn name(&self) -> Option<&str> {
        self.out.as_deref()
    }

    /// Whether a run is to go on.
    pub(crate) fn resumes(&self) -> bool {
        self.resume
    }

    /// The file or standard output, with the header written where there is
    /// none yet, and what the file says is done.
    pub(crate) fn sink<'a, D: Reads>(
        &self,
        format: Format,
        header: &[u8],
        inputs: impl Iterator<Item = &'a str>,
    ) -> Result<(Sink, D)> {
        let text = String::from_utf8_lossy(header);
        let (mut sink, mut done) = match self.open(format, text.trim_end(), inputs)? {
            Some((file, done)) => (Sink::file(file, self.name().unwrap_or_default()), done),
            None => (Sink::stdout(), D::default()),
        };
        if !done.ids().has_header {
            sink.write(header)?;
        }
        Ok((sink, done))
    }

    /// Whether rows go where they would not tear a progress bar apart.
    pub(crate) fn leaves_terminal(&self) -> bool {
        self.out.is_some() || !io::stdout().is_terminal()
    }

    /// What to tell a user who interrupted the run.
    pub(crate) fn stopped_message(&self, format: Format) -> String {
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

    /// Opens the file for appending, and says what it holds already. It must
    /// be none of the inputs, which would be lost unread.
    fn open<'a, D: Reads>(
        &self,
        format: Format,
        header: &str,
        mut inputs: impl Iterator<Item = &'a str>,
    ) -> Result<Option<(File, D)>> {
        let Some(name) = &self.out else {
            return Ok(None);
        };
        if self.resume && format == Format::Text {
            return Err(Fault::new("--resume", "--format text", "json or csv")
                .hint("text cannot be read back; use --format json")
                .into());
        }
        if name == STDIN {
            let fault = Fault::new("--out", "-", "a file");
            return Err(fault
                .hint("without --out rows go to standard output")
                .into());
        }
        if inputs.any(|input| is_same_file(input, name)) {
            let found = format!("{}, from which levels are read", quoted(name));
            return Err(Fault::new("--out", found, "another file").into());
        }
        let refused = |error: std::io::Error| {
            Fault::new(quoted(name), error.to_string(), "a file to write to")
        };
        let mut options = OpenOptions::new();
        options.append(true).read(true);
        if self.resume || self.force {
            options.create(true);
        } else {
            options.create_new(true);
        }
        let mut file = options.open(name).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                Fault::new(quoted(name), "a file that exists", "a new one")
                    .hint("--resume goes on with it, --force writes over it")
            }
            _ => refused(error),
        })?;
        // A file system that knows no locks is no reason to stop.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let fault = Fault::new(quoted(name), "another run at work", "a file of one run");
            return Err(fault.into());
        }
        if !self.resume {
            // Devices and pipes have no length.
            if file.metadata().map_err(refused)?.is_file() {
                file.set_len(0).map_err(refused)?;
            }
            return Ok(Some((file, D::default())));
        }
        let done = read_rows(&mut file, name, format, header)?;
        Ok(Some((file, done)))
    }
}

/// What a row says that is needed here; the rest is skipped unread.
#[derive(Deserialize)]
struct DoneRow {
    id: String,
    solver: String,
    outcome: String,
}

impl Reads for Done {
    const VERB: &'static str = "solve";

    fn json(&mut self, text: &str, place: &str) -> Result<(), Fault> {
        let row: DoneRow = parse_row(text, place, "a JSON row of `solve`")?;
        self.add(&row.id, &row.solver, &row.outcome);
        Ok(())
    }

    fn csv(&mut self, fields: &[String]) -> bool {
        let [id, _, solver, outcome, ..] = fields else {
            return false;
        };
        self.add(id, solver, outcome);
        true
    }

    fn ids(&mut self) -> &mut Done {
        self
    }
}

/// Reads the ids of whole rows and cuts what follows the last line's end.
fn read_rows<D: Reads>(file: &mut File, name: &str, format: Format, header: &str) -> Result<D> {
    let hint = format!(
        "--resume goes on only with a file that `{}` wrote in the same format",
        D::VERB
    );
    let rows_of = format!("rows of `{}`", D::VERB);
    let mut done = D::default();
    let mut whole = 0u64;
    let mut reader = BufReader::with_capacity(256 << 10, &mut *file);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line);
        let length = length.with_context(|| format!("cannot read {name}"))?;
        if line.last() != Some(&b'\n') {
            let start = match format {
                Format::Csv => header,
                _ => D::JSON_START,
            };
            // With no row before it, it may be something else than a row.
            if number == 1 && !begins_like(&line, start) {
                let text = quoted(&String::from_utf8_lossy(&line));
                let fault = Fault::new(format!("{name}, line 1"), text, rows_of);
                return Err(fault.hint(hint).into());
            }
            break;
        }
        line.pop();
        let place = format!("{name}, line {number}");
        let bad =
            |found: String, expected: &str| Fault::new(place.clone(), found, expected).hint(&hint);
        let text = str::from_utf8(&line).map_err(|e| bad(e.to_string(), "text"))?;
        if D::is_summary(text) {
            break;
        }
        whole += length as u64;
        match format {
            Format::Csv if number == 1 => {
                if text != header {
                    return Err(bad(quoted(text), &format!("the header {header}")).into());
                }
                done.ids().has_header = true;
            }
            Format::Csv => {
                if !done.csv(&csv_fields(text)) {
                    return Err(bad(quoted(text), "a row of the header's fields").into());
                }
            }
            _ => done.json(text, &place).map_err(|fault| fault.hint(&hint))?,
        }
    }
    if !line.is_empty() {
        file.set_len(whole)
            .with_context(|| format!("cannot cut the torn last line of {name}"))?;
    }
    Ok(done)
}

/// Whether two names lead to one file that exists.
fn is_same_file(a: &str, b: &str) -> bool {
    match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// Whether one of the two is the start of the other.
fn begins_like(line: &[u8], start: &str) -> bool {
    line.iter().zip(start.as_bytes()).all(|(a, b)| a == b)
}

/// The fields of a line that `csv_line` wrote.
fn csv_fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let last = fields.len() - 1;
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                fields[last].push('"');
                chars.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => fields[last].push(other),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::csv_line;

    #[test]
    fn csv_reads_as_it_is_written() {
        let fields = ["plain", "", "a,b", "say \"no\"", "\"", ","];
        let mut line = Vec::new();
        csv_line(&mut line, &fields);
        let text = String::from_utf8(line).unwrap();
        assert_eq!(csv_fields(text.trim_end()), fields);
    }

    #[test]
    fn each_row_answers_for_one_level() {
        let mut done = Done::default();
        done.add("a:b#1", "plain", "solved");
        done.add("a:b#1", "plain", "unsolvable");
        assert_eq!(
            ["a:b#2", "a:b#1", "a:b#1", "a:b#1"].map(|id| done.take(id)),
            [false, true, true, false]
        );
        assert!(done.unsolvable && !done.gave_up);
    }
}
