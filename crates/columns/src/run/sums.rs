//! A whole run, checked and summed up: every level has its row, none has two,
//! and all files were made by the same call.

use super::folder::Folder;
use super::work::Shard;
use crate::checksum::{self, CHECKSUM_KEY, is_undamaged};
use crate::file::{Beside, CALL_KEY, refused};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use engine::Fault;
use engine::bridge::defects;
use engine::notation::quoted;
use games::levels::Levels;
use host::{Call, Error};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums {
    /// Its rows.
    pub rows: u64,
    /// How often each word stands in a column of words.
    pub words: BTreeMap<String, BTreeMap<String, u64>>,
    /// Columns of numbers.
    pub numbers: BTreeMap<String, Number>,
}

/// A column of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Rows that have one.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

/// A run that was found whole.
pub struct Merged {
    /// What it came to.
    pub sums: Sums,
    /// Its shards.
    pub shards: Vec<Shard>,
}

impl Sums {
    fn add(&mut self, batch: &RecordBatch) {
        self.rows += batch.num_rows() as u64;
        for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
            match field.data_type() {
                DataType::Int64 => {
                    let values = column.as_primitive::<Int64Type>().iter().flatten();
                    self.add_numbers(field.name(), values.map(|value| value as f64));
                }
                DataType::Float64 => {
                    let values = column.as_primitive::<Float64Type>().iter().flatten();
                    self.add_numbers(field.name(), values);
                }
                DataType::Boolean => {
                    let values = column.as_boolean().iter().flatten();
                    self.add_numbers(field.name(), values.map(|value| u8::from(value).into()));
                }
                DataType::Dictionary(..) => self.add_words(field.name(), column.as_ref()),
                _ => {}
            }
        }
    }

    fn add_numbers(&mut self, name: &str, values: impl Iterator<Item = f64>) {
        for value in values {
            let number = self.numbers.entry(name.to_string()).or_insert(Number {
                count: 0,
                sum: 0.0,
                least: value,
                most: value,
            });
            number.count += 1;
            number.sum += value;
            number.least = number.least.min(value);
            number.most = number.most.max(value);
        }
    }

    fn add_words(&mut self, name: &str, column: &dyn Array) {
        let column = column.as_any_dictionary();
        if column.values().is_empty() {
            return;
        }
        let words = column.values().as_string::<i32>();
        let counts = self.words.entry(name.to_string()).or_default();
        for (row, key) in column.normalized_keys().into_iter().enumerate() {
            if column.keys().is_valid(row) {
                *counts.entry(words.value(key).to_string()).or_default() += 1;
            }
        }
    }
}

type Opened = ParquetRecordBatchReaderBuilder<File>;

/// What a file says of itself under a key.
fn value_of<'a>(file: &'a Opened, key: &str) -> &'a str {
    let pairs = file.metadata().file_metadata().key_value_metadata();
    let mut pairs = pairs.into_iter().flatten();
    let pair = pairs.find(|pair| pair.key == key);
    pair.and_then(|pair| pair.value.as_deref())
        .unwrap_or_default()
}

/// Refuses a file whose bytes are not those that were written.
fn check_sum(path: &Path) -> Result<(), Error> {
    let unread = |error| Error::Io(format!("cannot read {}", path.display()), error);
    let file = File::open(path).map_err(unread)?;
    match is_undamaged(&file).map_err(unread)? {
        true => Ok(()),
        false => Err(damaged(path, "bytes that do not fit its checksum".into()).into()),
    }
}

/// Refuses a file that another call made.
fn check_call(place: &str, file: &Opened, expected: &Call) -> Result<(), Fault> {
    match serde_json::from_str::<Call>(value_of(file, CALL_KEY)) {
        Ok(call) if call == *expected => Ok(()),
        Ok(call) => {
            let found = match call.version == expected.version {
                true => "rows of another call".to_string(),
                false => format!("rows of version {}", call.version),
            };
            let fault = Fault::new(place, found, "those of the plan");
            Err(fault.hint(
                "a file of levels or weights may have changed; remove the shard and run again",
            ))
        }
        Err(_) => Err(Fault::new(place, "no call", "a file of `stumper run`")),
    }
}

fn damaged(path: &Path, why: String) -> Fault {
    let fault = Fault::new(path.display().to_string(), why, "a whole shard");
    fault.hint("remove it and run again")
}

impl Folder {
    /// Checks that the run is whole and sums it up; with a file, writes all
    /// rows there. `took` is told of every shard.
    pub fn merge(&self, into: Option<&Path>, took: &mut dyn FnMut()) -> Result<Merged, Error> {
        let missing = self.missing()?;
        let place = quoted(&self.path.display().to_string());
        if let Some(first) = missing.shards.first() {
            let found = format!(
                "{} missing shards, the first {}",
                missing.shards.len(),
                first.file()
            );
            let fault = Fault::new(place, found, "every shard of the plan");
            return Err(fault
                .hint("`stumper run PLAN.toml --out DIR` does what is missing")
                .into());
        }
        if let Some(name) = self.strangers(&missing.done)?.first() {
            let found = format!("{name}, which is no shard of the plan");
            return Err(Fault::new(place, found, "the shards of the plan alone").into());
        }
        // Its fingerprints of files are made once.
        let call = self.plan.call();
        let mut levels = self.plan.open()?;
        let mut sums = Sums::default();
        for shard in &missing.done {
            self.add_shard(*shard, &call, &mut levels, &mut sums)?;
            took();
        }
        if let Some(into) = into {
            self.join(&missing.done, into)?;
        }
        // What killed processes had begun.
        for path in &missing.begun {
            let _ = fs::remove_file(path);
        }
        Ok(Merged {
            sums,
            shards: missing.done,
        })
    }

    /// Checks a shard against the levels of the plan and adds it up.
    fn add_shard(
        &self,
        shard: Shard,
        call: &Call,
        levels: &mut Levels,
        sums: &mut Sums,
    ) -> Result<(), Error> {
        let path = self.path.join(shard.file());
        let place = path.display().to_string();
        let file =
            File::open(&path).map_err(|error| Error::Io(format!("cannot read {place}"), error))?;
        let options = ArrowReaderOptions::new();
        let open = || ParquetRecordBatchReaderBuilder::try_new_with_options(file, options);
        let builder = defects(&place, open).map_err(|fault| damaged(&path, fault.found))?;
        let builder = builder.map_err(|error| damaged(&path, error.to_string()))?;
        check_call(&place, &builder, call)?;
        check_sum(&path)?;
        let flat = |at: &usize| !builder.schema().field(*at).data_type().is_nested();
        let flat = (0..builder.schema().fields().len()).filter(flat);
        let mask = ProjectionMask::roots(builder.parquet_schema(), flat);
        let rows = builder.with_projection(mask).build();
        let mut rows = rows.map_err(|error| refused(&path, error))?;
        let mut count = 0;
        let next = |rows: &mut ParquetRecordBatchReader| {
            defects(&place, || rows.next()).map_err(|fault| damaged(&path, fault.found))
        };
        while let Some(batch) = next(&mut rows)? {
            let batch = batch.map_err(|why| Fault::new(&place, why.to_string(), "whole rows"))?;
            let ids = batch
                .column_by_name("id")
                .filter(|ids| *ids.data_type() == DataType::Utf8);
            let ids = ids.ok_or_else(|| Fault::new(&place, "no ids", "rows with ids"))?;
            for id in ids.as_string::<i32>() {
                count += 1;
                let expected = levels.next().transpose()?.map(|task| task.level.name());
                if id != expected.as_deref() {
                    let found = format!("the row of {}", quoted(id.unwrap_or_default()));
                    let expected = quoted(&expected.unwrap_or_default());
                    let row = format!("{place}, row {count}");
                    return Err(Fault::new(row, found, format!("that of {expected}")).into());
                }
            }
            sums.add(&batch);
        }
        match count == shard.levels() {
            true => Ok(()),
            false => {
                let expected = format!("{} rows", shard.levels());
                Err(Fault::new(place, format!("{count} rows"), expected).into())
            }
        }
    }

    /// Writes all rows into one file, whose row groups are copied as they are.
    fn join(&self, shards: &[Shard], into: &Path) -> Result<(), Error> {
        let path = |shard: &Shard| self.path.join(shard.file());
        let open = |path: &Path| -> Result<(File, SerializedFileReader<File>), Error> {
            let place = format!("cannot read {}", path.display());
            let file = File::open(path).map_err(|error| Error::Io(place.clone(), error))?;
            let again = file.try_clone().map_err(|error| Error::Io(place, error))?;
            let reader = SerializedFileReader::new(again);
            Ok((file, reader.map_err(|error| refused(path, error))?))
        };
        let Some(first) = shards.first().map(path) else {
            return Ok(());
        };
        let (_, reader) = open(&first)?;
        let about = reader.metadata().file_metadata();
        let pairs = about.key_value_metadata().into_iter().flatten();
        let pairs = pairs.filter(|pair| pair.key != CHECKSUM_KEY).cloned();
        let properties = WriterProperties::builder()
            .set_created_by(about.created_by().unwrap_or_default().to_string())
            .set_key_value_metadata(Some(pairs.collect()))
            .build();
        let schema = about.schema_descr().root_schema_ptr();
        let beside = Beside::new(into)?;
        let bad = |error| beside.refused(error);
        let mut writer =
            SerializedFileWriter::new(beside.file()?, schema, Arc::new(properties)).map_err(bad)?;
        for shard in shards {
            let (file, reader) = open(&path(shard))?;
            for group in reader.metadata().row_groups() {
                let mut copy = writer.next_row_group().map_err(bad)?;
                for column in group.columns() {
                    let close = parquet::column::writer::ColumnCloseResult {
                        bytes_written: column.compressed_size() as u64,
                        rows_written: group.num_rows() as u64,
                        metadata: column.clone(),
                        bloom_filter: None,
                        column_index: None,
                        offset_index: None,
                    };
                    copy.append_column(&file, close).map_err(bad)?;
                }
                copy.close().map_err(bad)?;
            }
        }
        writer.append_key_value_metadata(checksum::unknown());
        writer.finish().map_err(bad)?;
        beside.keep(writer.inner())
    }
}
