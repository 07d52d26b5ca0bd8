//! Lines of a file or of standard input, one at a time, with faults that say
//! where they are.

use anyhow::Result;
use engine::Fault;
use engine::notation::quoted;
use serde::Deserialize;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};

/// No level or row is longer; what is, is some other kind of file.
const LONGEST: u64 = 16 << 20;

/// The name under which standard input is asked for.
pub(crate) const STDIN: &str = "-";

/// A line with its number, counted from one.
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) text: String,
}

/// The lines of one input.
pub(crate) struct Lines {
    name: String,
    input: Box<dyn BufRead + Send>,
    number: usize,
    offset: u64,
    put_back: VecDeque<Line>,
}

/// Says early that a file cannot be read, before any work is done.
pub(crate) fn check_file(name: &str) -> Result<(), Fault> {
    match fs::metadata(name) {
        Ok(about) if about.is_dir() => Err(no_file(name, "a folder")),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(no_file(name, "no such file")),
        Err(error) => Err(no_file(name, &error.to_string())),
    }
}

fn no_file(name: &str, found: &str) -> Fault {
    let fault = Fault::new(
        quoted(name),
        found,
        "a file, a level id, or - for standard input",
    );
    match name.contains(':') {
        true => fault.hint(format!("an id ends in its number, as in {name}#1")),
        false => fault.hint("an id looks like freecell:ms#617, a range like freecell:ms#1-32000"),
    }
}

/// Reads one row of JSON.
pub(crate) fn parse_row<'a, T: Deserialize<'a>>(
    text: &'a str,
    place: &str,
    expected: &str,
) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| {
        // The line is ours to tell: a row is one line of many.
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or_default();
        let found = format!("{} ({why}, column {})", quoted(text), error.column());
        Fault::new(place, found, expected)
    })
}

impl Lines {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(name: &str) -> Result<Lines, Fault> {
        if name == STDIN {
            let input = Box::new(BufReader::new(io::stdin()));
            return Ok(Lines::new("standard input", input));
        }
        check_file(name)?;
        let file = File::open(name).map_err(|e| no_file(name, &e.to_string()))?;
        Ok(Lines::new(
            name,
            Box::new(BufReader::with_capacity(64 << 10, file)),
        ))
    }

    fn new(name: &str, input: Box<dyn BufRead + Send>) -> Lines {
        Lines {
            name: name.to_string(),
            input,
            number: 0,
            offset: 0,
            put_back: VecDeque::new(),
        }
    }

    /// What messages call this input.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The place of a line in messages.
    pub(crate) fn place(&self, line: usize) -> String {
        format!("{}, line {line}", self.name)
    }

    /// The next line without its end.
    pub(crate) fn next(&mut self) -> Result<Option<Line>, Fault> {
        if let Some(line) = self.put_back.pop_front() {
            return Ok(Some(line));
        }
        self.number += 1;
        let mut bytes = Vec::new();
        let mut within = self.input.by_ref().take(LONGEST);
        let length = within
            .read_until(b'\n', &mut bytes)
            .map_err(|error| Fault::new(self.place(self.number), error.to_string(), "text"))?;
        if length == 0 {
            return Ok(None);
        }
        if length as u64 == LONGEST {
            return Err(self.too_long());
        }
        let mut text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[at];
            Fault::new(
                format!("{}, byte {}", self.name, self.offset + at as u64),
                format!("0x{byte:02x}, which is not UTF-8"),
                "levels as text",
            )
        })?;
        self.offset += length as u64;
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        if self.number == 1 && text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Some(Line {
            number: self.number,
            text,
        }))
    }

    /// Makes lines that were read come again, in their order.
    pub(crate) fn put_back(&mut self, lines: Vec<Line>) {
        self.put_back.extend(lines);
    }

    /// All remaining text.
    pub(crate) fn rest(mut self) -> Result<String, Fault> {
        let mut text = String::new();
        while let Some(line) = self.next()? {
            text.push_str(&line.text);
            text.push('\n');
            if text.len() as u64 > LONGEST {
                return Err(self.too_long());
            }
        }
        Ok(text)
    }

    /// The fault of a level that is not one.
    pub(crate) fn too_long(&self) -> Fault {
        let found = format!("more than {} MiB", LONGEST >> 20);
        Fault::new(self.place(self.number), found, "a level")
    }

    /// Whether a text is longer than any level.
    pub(crate) fn is_too_long(text: &str) -> bool {
        text.len() as u64 > LONGEST
    }

    /// The fault of an input that has nothing in it.
    pub(crate) fn empty(&self, expected: &str) -> Fault {
        Fault::new(self.name.clone(), "nothing", expected)
    }
}
