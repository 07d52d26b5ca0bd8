//! Parquet files of rows. A file is written beside its place and renamed when
//! it is whole, so that a file that has its name has all of its rows. Its
//! metadata say which schema it has and the whole call that made it. The same
//! rows make the same bytes, however they came.

use crate::checksum::{self, Summed};
use crate::rows::{Row, Shape};
use crate::table::Table;
use arrow_schema::{DataType, Schema};
use engine::Fault;
use engine::record::SCHEMA;
use host::{Call, Error};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Rows that are laid out at a time. Pages end where they end for this many,
/// so that bytes do not depend on who hands rows over.
const BATCH: usize = 8192;
/// Rows of a row group, which are in memory until it is written.
const GROUP: usize = 1 << 17;

/// The key of the schema's version in a file's metadata.
pub const SCHEMA_KEY: &str = "stumper.schema";
/// The key of the kind of rows.
pub const ROWS_KEY: &str = "stumper.rows";
/// The key of the call that made the rows, as JSON.
pub const CALL_KEY: &str = "stumper.call";

/// A file that is written beside its place, under a name of its own, so that
/// two that write the same file do no harm.
pub(crate) struct Beside {
    file: File,
    path: PathBuf,
    beside: PathBuf,
}

impl Beside {
    /// Begins a file. What is there under its name stays until the new one is
    /// whole.
    pub(crate) fn new(path: &Path) -> Result<Beside, Error> {
        let beside = host::files::beside(path);
        // The checksum is put where the metadata have its place.
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(true);
        let file = options
            .open(&beside)
            .map_err(|error| failed("write to", &beside, error))?;
        Ok(Beside {
            file,
            path: path.to_path_buf(),
            beside,
        })
    }

    /// Where its bytes go.
    pub(crate) fn file(&self) -> Result<Summed, Error> {
        let file = self.file.try_clone();
        let file = file.map_err(|error| failed("write to", &self.beside, error))?;
        Ok(Summed::new(file))
    }

    /// All is written: adds the checksum and gives the file its name.
    pub(crate) fn keep(self, written: &Summed) -> Result<(), Error> {
        let kept = written.seal().and_then(|()| self.file.sync_all());
        let kept = kept.and_then(|()| fs::rename(&self.beside, &self.path));
        kept.map_err(|error| failed("write to", &self.path, error))
    }

    /// What Parquet says of it.
    pub(crate) fn refused(&self, error: ParquetError) -> Error {
        refused(&self.beside, error)
    }
}

impl Drop for Beside {
    /// What is not whole is of no use; what is has another name.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.beside);
    }
}

/// A file of rows that grows beside its place.
pub struct Writer<R: Row> {
    table: Table<R>,
    to: ArrowWriter<Summed>,
    beside: Beside,
}

impl<R: Row> Writer<R> {
    /// Begins a file.
    pub fn create(path: &Path, shape: &Shape, call: &Call) -> Result<Writer<R>, Error> {
        let table = R::table(shape);
        let beside = Beside::new(path)?;
        let properties = properties(&table.schema(), R::KIND, call);
        let to = ArrowWriter::try_new(beside.file()?, table.schema(), Some(properties));
        let to = to.map_err(|error| beside.refused(error))?;
        Ok(Writer { table, to, beside })
    }

    /// Adds a row.
    pub fn add(&mut self, row: &R) -> Result<(), Error> {
        self.table.add(row);
        match self.table.rows() < BATCH {
            true => Ok(()),
            false => self.write(),
        }
    }

    fn write(&mut self) -> Result<(), Error> {
        let written = self.to.write(&self.table.finish());
        written.map_err(|error| self.beside.refused(error))
    }

    /// Ends the file and gives it its name.
    pub fn finish(mut self) -> Result<(), Error> {
        if self.table.rows() > 0 {
            self.write()?;
        }
        self.to.append_key_value_metadata(checksum::unknown());
        let ended = self.to.finish();
        ended.map_err(|error| self.beside.refused(error))?;
        self.beside.keep(self.to.inner())
    }
}

/// How hard zstd tries: two of eighty bytes less for a deal of FreeCell than
/// with its fastest level, for a microsecond more.
const LEVEL: i32 = 6;

/// How columns are written. Numbers byte by byte, which zstd likes best; ids
/// as what differs from the one before; all others by dictionary.
fn properties(schema: &Schema, kind: &str, call: &Call) -> WriterProperties {
    let pair = |key: &str, value: String| KeyValue::new(key.to_string(), value);
    let call = serde_json::to_string(call).unwrap_or_default();
    let mut properties = WriterProperties::builder()
        .set_created_by(format!("stumper {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::ZSTD(
            ZstdLevel::try_new(LEVEL).expect("a level that zstd has"),
        ))
        .set_max_row_group_row_count(Some(GROUP))
        .set_key_value_metadata(Some(vec![
            pair(SCHEMA_KEY, SCHEMA.to_string()),
            pair(ROWS_KEY, kind.to_string()),
            pair(CALL_KEY, call),
        ]));
    for field in schema.fields() {
        let path = ColumnPath::from(field.name().as_str());
        properties = match field.data_type() {
            DataType::Int64 | DataType::Float64 => {
                encoded(properties, path, Encoding::BYTE_STREAM_SPLIT)
            }
            DataType::Utf8 => encoded(properties, path, Encoding::DELTA_BYTE_ARRAY),
            _ => properties,
        };
    }
    properties.build()
}

fn encoded(
    properties: WriterPropertiesBuilder,
    path: ColumnPath,
    encoding: Encoding,
) -> WriterPropertiesBuilder {
    properties
        .set_column_dictionary_enabled(path.clone(), false)
        .set_column_encoding(path, encoding)
}

fn failed(what: &str, path: &Path, error: io::Error) -> Error {
    Error::Io(format!("cannot {what} {}", path.display()), error)
}

/// Parquet's own words for what failed.
pub(crate) fn refused(path: &Path, error: ParquetError) -> Error {
    match error {
        ParquetError::External(why) => match why.downcast::<io::Error>() {
            Ok(error) => failed("write to", path, *error),
            Err(why) => Fault::defect(path.display().to_string(), why.to_string()).into(),
        },
        error => {
            let place = path.display().to_string();
            Fault::new(place, error.to_string(), "a Parquet file").into()
        }
    }
}
