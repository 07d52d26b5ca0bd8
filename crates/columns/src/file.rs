//! Parquet files of rows. A file is written beside its place and renamed when
//! it is whole, so that a file that has its name has all of its rows. Its
//! metadata say which schema it has and the whole call that made it. The same
//! rows make the same bytes, however they came.

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
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

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

/// The key of a checksum over all bytes before what ends the file: how many
/// they are, and their XXH3.
pub(crate) const CHECKSUM_KEY: &str = "stumper.checksum";

/// A file whose bytes are summed up as they come.
pub(crate) struct Summed {
    file: File,
    sum: Xxh3,
    length: u64,
}

impl Summed {
    /// What was written so far, for the end of the file.
    pub(crate) fn checksum(&self) -> KeyValue {
        let text = format!("{}:{:016x}", self.length, self.sum.digest());
        KeyValue::new(CHECKSUM_KEY.to_string(), text)
    }
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Whether a file has the bytes that its checksum was made of.
pub(crate) fn is_undamaged(file: &File, checksum: &str) -> io::Result<bool> {
    let Some((length, wanted)) = checksum.split_once(':') else {
        return Ok(false);
    };
    let Ok(length) = length.parse::<u64>() else {
        return Ok(false);
    };
    let (mut sum, mut buffer) = (Xxh3::new(), vec![0; 1 << 16]);
    let mut bytes = BufReader::new(file).take(length);
    loop {
        match bytes.read(&mut buffer)? {
            0 => break,
            read => sum.update(&buffer[..read]),
        }
    }
    Ok(format!("{:016x}", sum.digest()) == wanted)
}

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
        let file = File::create(&beside).map_err(|error| failed("write to", &beside, error))?;
        Ok(Beside {
            file,
            path: path.to_path_buf(),
            beside,
        })
    }

    /// Where its bytes go.
    pub(crate) fn file(&self) -> Result<Summed, Error> {
        let file = self.file.try_clone();
        Ok(Summed {
            file: file.map_err(|error| failed("write to", &self.beside, error))?,
            sum: Xxh3::new(),
            length: 0,
        })
    }

    /// The file is whole: gives it its name.
    pub(crate) fn keep(self) -> Result<(), Error> {
        let kept = self.file.sync_all();
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
        let flushed = self.to.flush();
        flushed.map_err(|error| self.beside.refused(error))?;
        let synced = self.to.sync();
        synced.map_err(|error| failed("write to", &self.beside.beside, error))?;
        let checksum = self.to.inner().checksum();
        self.to.append_key_value_metadata(checksum);
        let ended = self.to.close();
        ended.map_err(|error| self.beside.refused(error))?;
        self.beside.keep()
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
