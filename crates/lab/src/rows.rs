//! Rows as lines of text: JSON objects, and comma-separated values.

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
    let mut writer = csv::WriterBuilder::new()
        .buffer_capacity(256)
        .from_writer(out);
    // Nothing fails in memory, and the writer takes any number of fields.
    let written = writer
        .write_record(fields)
        .and_then(|()| Ok(writer.flush()?));
    written.expect("a line in memory");
}

/// Adds one row as a line of JSON.
pub fn json_line(out: &mut Vec<u8>, row: &impl serde::Serialize) {
    // A row's keys are text and its numbers finite or null.
    serde_json::to_writer(&mut *out, row).expect("a row as JSON");
    out.push(b'\n');
}
