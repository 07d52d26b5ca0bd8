//! Where rows go: standard output or a file, always in whole rows, and the
//! small things that the formats share.

use anyhow::{Context, Result};
use clap::ValueEnum;
use engine::Fault;
use engine::notation::quoted;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The forms of output that every verb has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// A header line, then one line a row
    Csv,
}

/// Rows that are written wait at most this long before others can see them.
const FLUSH_EVERY: Duration = Duration::from_millis(200);
/// Large enough that a fast run makes few system calls.
const BUFFER: usize = 256 << 10;

/// A buffered writer that passes on whole rows only: each call of
/// [`Sink::write`] gives whole rows, and a buffer is never cut inside one.
pub(crate) struct Sink {
    to: BufWriter<Box<dyn Write>>,
    name: String,
    flushed: Instant,
}

impl Sink {
    pub(crate) fn stdout() -> Sink {
        Sink::new(Box::new(io::stdout().lock()), "standard output")
    }

    pub(crate) fn file(file: File, name: &str) -> Sink {
        Sink::new(Box::new(file), name)
    }

    /// Where nothing arrives.
    pub(crate) fn nowhere() -> Sink {
        Sink::new(Box::new(io::sink()), "nowhere")
    }

    fn new(to: Box<dyn Write>, name: &str) -> Sink {
        Sink {
            to: BufWriter::with_capacity(BUFFER, to),
            name: name.to_string(),
            flushed: Instant::now(),
        }
    }

    pub(crate) fn write(&mut self, rows: &[u8]) -> Result<()> {
        let written = self.to.write_all(rows);
        written.with_context(|| format!("cannot write to {}", self.name))
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        self.flushed = Instant::now();
        let flushed = self.to.flush();
        flushed.with_context(|| format!("cannot write to {}", self.name))
    }

    /// Flushes if the last time was long ago.
    pub(crate) fn flush_when_due(&mut self) -> Result<()> {
        if !self.to.buffer().is_empty() && self.flushed.elapsed() >= FLUSH_EVERY {
            self.flush()?;
        }
        Ok(())
    }
}

/// Tells people something beside the output. Where nobody can hear it, that is
/// no reason to fail.
pub(crate) fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Adds one line of comma-separated values.
pub(crate) fn csv_line(out: &mut Vec<u8>, fields: &[&str]) {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            out.push(b'"');
            out.extend_from_slice(field.replace('"', "\"\"").as_bytes());
            out.push(b'"');
        } else {
            out.extend_from_slice(field.as_bytes());
        }
    }
    out.push(b'\n');
}

/// Adds one row as a line of JSON.
pub(crate) fn json_line(out: &mut Vec<u8>, row: &impl serde::Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    out.push(b'\n');
    Ok(())
}

/// A length with the name of the metric that counted it.
pub(crate) fn length_in(metric: &str, length: u64) -> String {
    let noun = if length == 1 { "move" } else { "moves" };
    if metric == "moves" {
        format!("{length} {noun}")
    } else {
        format!("{length} {metric} {noun}")
    }
}
/// Says early that a file could not be written at the end of a long run.
pub(crate) fn check_folder(path: &Path) -> Result<(), Fault> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let found = match folder {
        _ if path.is_dir() => "a folder",
        Some(folder) if !folder.is_dir() => "no such folder",
        _ => return Ok(()),
    };
    let place = quoted(&path.display().to_string());
    Err(Fault::new(place, found, "a file to write to"))
}
