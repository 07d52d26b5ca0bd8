//! Rows as lines of text: JSON objects, and comma-separated values.

use std::fmt::Display;
use std::io::Write;

/// The forms of output that every verb has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
    /// A header line, then one line a row.
    Csv,
}

/// Adds one line of comma-separated values.
pub fn csv_line<S: AsRef<[u8]>>(out: &mut Vec<u8>, fields: impl IntoIterator<Item = S>) {
    let mut line = CsvLine::new(out);
    for field in fields {
        line.text(field);
    }
    line.end();
}

/// A line of comma-separated values that is written field by field.
pub struct CsvLine<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
    fields: usize,
}

impl CsvLine<'_> {
    /// A line at the end of `out`.
    pub fn new(out: &mut Vec<u8>) -> CsvLine<'_> {
        let start = out.len();
        CsvLine {
            out,
            start,
            fields: 0,
        }
    }

    /// Adds a text, in quotes where it needs them.
    pub fn text(&mut self, field: impl AsRef<[u8]>) {
        self.next();
        let field = field.as_ref();
        // Every byte is looked at, so that many are at once.
        let special = |found, byte: &u8| found | matches!(byte, b',' | b'"' | b'\n' | b'\r');
        if !field.iter().fold(false, special) {
            return self.out.extend_from_slice(field);
        }
        self.out.push(b'"');
        for &byte in field {
            if byte == b'"' {
                self.out.push(b'"');
            }
            self.out.push(byte);
        }
        self.out.push(b'"');
    }

    /// Adds a number.
    pub fn number(&mut self, number: impl Display) {
        self.next();
        // Nothing fails in memory.
        let _ = write!(self.out, "{number}");
    }

    fn next(&mut self) {
        if self.fields > 0 {
            self.out.push(b',');
        }
        self.fields += 1;
    }

    /// Ends the line. A single empty field is quoted, since an empty line is
    /// no record.
    pub fn end(self) {
        if self.fields == 1 && self.out.len() == self.start {
            self.out.extend_from_slice(b"\"\"");
        }
        self.out.push(b'\n');
    }
}

/// Adds one row as a line of JSON.
pub fn json_line(out: &mut Vec<u8>, row: &impl serde::Serialize) {
    // A row's keys are text and its numbers finite or null.
    serde_json::to_writer(&mut *out, row).expect("a row as JSON");
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::csv_line;

    #[test]
    fn lines_are_as_the_library_writes_them() {
        let parts = ["", "a", ",", "\"", "\n", "\r", " ", "é", "#", "\"\"", "3,4"];
        let fields = parts
            .iter()
            .flat_map(|a| parts.map(|b| format!("{a}{b}x{a}")));
        let fields: Vec<String> = fields.chain(parts.map(String::from)).collect();
        let lines = (1..4).flat_map(|size| fields.windows(size));
        for fields in lines {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(fields).unwrap();
            let mut line = Vec::new();
            csv_line(&mut line, fields);
            assert_eq!(line, writer.into_inner().unwrap(), "{fields:?}");
        }
    }
}
