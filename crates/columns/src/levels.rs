//! Levels out of Parquet files: rows that every verb writes, and any table
//! that has a column `id`, and perhaps `game`, `variant`, `level`.

use crate::rows::{LENGTH, metric_of};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Field};
use engine::Fault;
use engine::bridge::defects;
use engine::notation::quoted;
use games::levels::{Lines, STDIN, Source};
use host::Files;
use host::files::is_parquet;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::file::reader::ChunkReader;
use serde_json::{Map, Value};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Read};

/// The columns that say which level a row is of, and how it is solved.
const COLUMNS: [&str; 7] = [
    "id", "game", "variant", "level", "outcome", "moves", "solution",
];

/// The files of this machine, Parquet files among them.
#[derive(Clone, Copy)]
pub struct WithParquet;

impl Source for WithParquet {
    fn check(&self, name: &OsStr) -> Result<(), Fault> {
        Files.check(name)
    }

    fn open(&self, name: &OsStr) -> Result<Lines, Fault> {
        if name == STDIN || !is_parquet(name) {
            return Files.open(name);
        }
        let shown = name.to_string_lossy();
        let file = File::open(name).map_err(|error| damaged(&shown, error.to_string()))?;
        lines_of(&shown, file)
    }
}

fn damaged(name: &str, why: String) -> Fault {
    Fault::new(quoted(name), why, "a whole Parquet file")
}

/// The rows of a Parquet file as lines of JSON, which readers of levels take;
/// `name` is what messages call it.
pub fn lines_of(name: &str, file: impl ChunkReader + 'static) -> Result<Lines, Fault> {
    let rows = sound(|| open_rows(name, file)).map_err(|why| damaged(name, why))?;
    let lines = RowLines {
        rows: rows?,
        text: Vec::new(),
        read: 0,
    };
    Ok(Lines::new(name, Box::new(BufReader::new(lines))))
}

/// What work gives, or what it said when it panicked: Parquet's reader may
/// trip over a damaged file.
fn sound<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    defects("", work).map_err(|fault| fault.found)
}

fn open_rows(
    name: &str,
    file: impl ChunkReader + 'static,
) -> Result<ParquetRecordBatchReader, Fault> {
    // As Parquet has them, words are texts and not dictionaries.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)
        .map_err(|error| damaged(name, error.to_string()))?;
    let schema = builder.schema();
    if schema.field_with_name("id").is_err() {
        let names: Vec<_> = schema.fields().iter().map(|f| f.name().as_str()).collect();
        let found = format!("the columns {}", quoted(&names.join(", ")));
        return Err(Fault::new(quoted(name), found, "a column `id`"));
    }
    let wanted = |at: &usize| {
        let name = schema.field(*at).name().as_str();
        // Rows of measures may have a number of that name.
        let counts = name == "moves" && schema.field(*at).data_type().is_numeric();
        !counts && (COLUMNS.contains(&name) || name.starts_with(LENGTH))
    };
    let wanted: Vec<_> = (0..schema.fields().len()).filter(wanted).collect();
    for at in &wanted {
        check_type(schema.field(*at)).map_err(|fault| fault.within(name))?;
        let twice =
            |other: &usize| other < at && schema.field(*other).name() == schema.field(*at).name();
        if wanted.iter().any(twice) {
            let place = format!("{name}: column {}", quoted(schema.field(*at).name()));
            return Err(Fault::new(place, "two columns of that name", "one"));
        }
    }
    let mask = ProjectionMask::roots(builder.parquet_schema(), wanted);
    let rows = builder.with_projection(mask).build();
    rows.map_err(|error| damaged(name, error.to_string()))
}

/// Refuses a column that has something else than its name says.
fn check_type(field: &Field) -> Result<(), Fault> {
    let is_text = |kind: &DataType| {
        matches!(
            kind,
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
        )
    };
    let (name, kind) = (field.name(), field.data_type());
    let (sound, expected) = match name.as_str() {
        "moves" | "solution" => match kind {
            DataType::List(item) | DataType::LargeList(item) => {
                (is_text(item.data_type()), "lists of texts")
            }
            _ => (false, "lists of texts"),
        },
        length if length.starts_with(LENGTH) => {
            (*kind == DataType::Int64, "whole numbers of 64 bits (int64)")
        }
        _ => (is_text(kind), "texts"),
    };
    match sound {
        true => Ok(()),
        false => {
            let place = format!("column {}", quoted(name));
            Err(Fault::new(place, kind.to_string(), expected))
        }
    }
}

/// Rows as lines of JSON, a batch at a time.
struct RowLines {
    rows: ParquetRecordBatchReader,
    text: Vec<u8>,
    read: usize,
}

impl Read for RowLines {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() {
            let (text, rows) = (&mut self.text, &mut self.rows);
            text.clear();
            self.read = 0;
            let more = sound(|| match rows.next() {
                None => Ok(false),
                Some(batch) => add_lines(text, &batch.map_err(io::Error::other)?).map(|()| true),
            });
            if !more.map_err(io::Error::other)?? {
                return Ok(0);
            }
        }
        let length = to.len().min(self.text.len() - self.read);
        to[..length].copy_from_slice(&self.text[self.read..][..length]);
        self.read += length;
        Ok(length)
    }
}

fn add_lines(text: &mut Vec<u8>, batch: &RecordBatch) -> io::Result<()> {
    let columns = batch.schema_ref().fields().iter().zip(batch.columns());
    let columns: Vec<_> = columns.collect();
    for row in 0..batch.num_rows() {
        let (mut object, mut lengths) = (Map::new(), Map::new());
        for (field, column) in &columns {
            let Some(value) = value(column.as_ref(), row) else {
                continue;
            };
            match metric_of(field.name()) {
                Some(metric) => lengths.insert(metric, value),
                None => object.insert(field.name().clone(), value),
            };
        }
        if !lengths.is_empty() {
            object.insert("lengths".into(), lengths.into());
        }
        serde_json::to_writer(&mut *text, &object)?;
        text.push(b'\n');
    }
    Ok(())
}

/// A text, a whole number or a list of texts; nothing where there is none.
fn value(column: &dyn Array, row: usize) -> Option<Value> {
    if column.is_null(row) {
        return None;
    }
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(row).into()),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(row).into()),
        DataType::Utf8View => Some(column.as_string_view().value(row).into()),
        DataType::Int64 => Some(column.as_primitive::<Int64Type>().value(row).into()),
        DataType::List(_) => Some(texts(column.as_list::<i32>().value(row).as_ref())),
        DataType::LargeList(_) => Some(texts(column.as_list::<i64>().value(row).as_ref())),
        _ => None,
    }
}

fn texts(list: &dyn Array) -> Value {
    (0..list.len()).filter_map(|at| value(list, at)).collect()
}
