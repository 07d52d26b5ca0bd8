//! Where rows go: standard output or a file, always in whole rows.

use engine::Fault;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

/// Rows that are written wait at most this long before others can see them.
const FLUSH_EVERY: Duration = Duration::from_millis(200);
/// Large enough that a fast run makes few system calls.
const BUFFER: usize = 256 << 10;

/// Why a run failed: something that was given is wrong, or the machine did
/// not do what it was asked.
#[derive(Debug)]
pub enum Error {
    /// What was given is wrong.
    Fault(Fault),
    /// Reading or writing failed, and where.
    Io(String, io::Error),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Fault(fault)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Fault(fault) => fault.fmt(f),
            Error::Io(place, error) => write!(f, "{place}: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Fault(_) => None,
            Error::Io(_, error) => Some(error),
        }
    }
}

/// A buffered writer that passes on whole rows only: each call of
/// [`Sink::write`] gives whole rows, and a buffer is never cut inside one.
pub struct Sink {
    to: BufWriter<Box<dyn Write>>,
    name: String,
    flushed: Instant,
}

impl Sink {
    /// Rows for standard output.
    pub fn stdout() -> Sink {
        Sink::new(Box::new(io::stdout().lock()), "standard output")
    }

    /// Rows for a file.
    pub fn file(file: File, name: &str) -> Sink {
        Sink::new(Box::new(file), name)
    }

    fn new(to: Box<dyn Write>, name: &str) -> Sink {
        Sink {
            to: BufWriter::with_capacity(BUFFER, to),
            name: name.to_string(),
            flushed: Instant::now(),
        }
    }

    /// Writes whole rows.
    pub fn write(&mut self, rows: &[u8]) -> Result<(), Error> {
        let written = self.to.write_all(rows);
        written.map_err(|error| self.failed(error))
    }

    /// Lets others see all that was written.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.flushed = Instant::now();
        let flushed = self.to.flush();
        flushed.map_err(|error| self.failed(error))
    }

    /// Flushes if the last time was long ago.
    pub fn flush_when_due(&mut self) -> Result<(), Error> {
        if !self.to.buffer().is_empty() && self.flushed.elapsed() >= FLUSH_EVERY {
            self.flush()?;
        }
        Ok(())
    }

    fn failed(&self, error: io::Error) -> Error {
        Error::Io(format!("cannot write to {}", self.name), error)
    }
}
