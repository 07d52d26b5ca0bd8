//! Lines of a text that comes piece by piece, one at a time, with faults that
//! say where they are. Who opens files hands them in as readers.

use engine::Fault;
use engine::notation::quoted;
use serde::Deserialize;
use std::collections::VecDeque;
use std::io::{BufRead, Read};

/// No level or row is longer; what is, is some other kind of file.
const LONGEST: u64 = 16 << 20;

/// A line with its number, counted from one.
pub struct Line {
    /// Its place.
    pub number: usize,
    /// What it says, without its end.
    pub text: String,
}

/// The lines of one input.
pub struct Lines {
    name: String,
    input: Box<dyn BufRead + Send>,
    number: usize,
    offset: u64,
    put_back: VecDeque<Line>,
}

/// Reads one row of JSON.
pub fn parse_row<'a, T: Deserialize<'a>>(
    text: &'a str,
    place: &str,
    expected: &str,
) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| {
        // The line is ours to tell: a row is one line of many.
        // Its words may quote the row.
        let why = one_line(&error.to_string());
        let why = why.split(" at line ").next().unwrap_or_default();
        let found = format!("{} ({why}, column {})", quoted(text), error.column());
        Fault::new(place, found, expected)
    })
}

/// A name that fits into a line of text or of values, whatever a file or a
/// row is called.
pub(super) fn one_line(name: &str) -> String {
    name.replace(char::is_control, " ")
}

impl Lines {
    /// The lines of a reader, and what messages call it.
    pub fn new(name: &str, input: Box<dyn BufRead + Send>) -> Lines {
        Lines {
            name: one_line(name),
            input,
            number: 0,
            offset: 0,
            put_back: VecDeque::new(),
        }
    }

    /// What messages call this input.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The place of a line in messages.
    pub fn place(&self, line: usize) -> String {
        format!("{}, line {line}", self.name)
    }

    /// The next line without its end.
    pub fn next_line(&mut self) -> Result<Option<Line>, Fault> {
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
    pub fn put_back(&mut self, lines: Vec<Line>) {
        self.put_back.extend(lines);
    }

    /// All remaining text.
    pub fn rest(mut self) -> Result<String, Fault> {
        let mut text = String::new();
        while let Some(line) = self.next_line()? {
            text.push_str(&line.text);
            text.push('\n');
            if text.len() as u64 > LONGEST {
                return Err(self.too_long());
            }
        }
        Ok(text)
    }

    /// The fault of a level that is not one.
    pub fn too_long(&self) -> Fault {
        let found = format!("more than {} MiB", LONGEST >> 20);
        Fault::new(self.place(self.number), found, "a level")
    }

    /// Whether a text is longer than any level.
    pub fn is_too_long(text: &str) -> bool {
        text.len() as u64 > LONGEST
    }

    /// The fault of an input that has nothing in it.
    pub fn empty(&self, expected: &str) -> Fault {
        Fault::new(self.name.clone(), "nothing", expected)
    }
}
