//! Copies of a database, from and to either kind, while it is in use.

use super::schema::{self, Contents, TABLES};
use super::sqlite::{Sqlite, create_private};
use super::{Address, Begin, Connection, DbError, Value, within};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Rows that are in memory at one time.
const ROWS: i64 = 500;

/// Copies all that a database holds at one moment, in the version that it
/// has, to a file that is not there yet or to an empty Postgres database.
/// Gives the number of rows. The copy is there in whole or not at all.
pub fn copy(from: &Address, to: &Address) -> Result<u64, DbError> {
    if matches!(from, Address::File(path) if !path.exists()) {
        return Err(DbError::other("there is no study here").within(from));
    }
    let mut source = from.connect_to_read()?;
    match to {
        Address::File(path) => to_file(source.as_mut(), path),
        Address::Postgres(_) => {
            let mut target = to.connect()?;
            fill(source.as_mut(), target.as_mut())
        }
    }
    .map_err(|error| error.within(format!("{from} to {to}")))
}

fn to_file(source: &mut dyn Connection, path: &Path) -> Result<u64, DbError> {
    let io_error = |error: io::Error| DbError::other(error.to_string());
    refuse_existing(path)?;
    let beside = beside(path)?;
    // Only this call may fill the file beside.
    create_private(&beside).map_err(|error| io_error(error).within(beside.display()))?;
    let filled = Sqlite::create_plain(&beside).and_then(|mut target| fill(source, &mut target));
    let moved = filled.and_then(|rows| {
        File::open(&beside)
            .and_then(|file| file.sync_all())
            .map_err(io_error)?;
        refuse_existing(path)?;
        fs::rename(&beside, path).map_err(io_error)?;
        sync_folder(path).map_err(io_error)?;
        Ok(rows)
    });
    if moved.is_err() {
        let _ = fs::remove_file(&beside);
    }
    moved
}

fn refuse_existing(path: &Path) -> Result<(), DbError> {
    match path.symlink_metadata() {
        Ok(_) => Err(DbError::other(
            "the file is there already: give another name",
        )),
        Err(_) => Ok(()),
    }
}

/// The name under which a file is written before it is whole.
fn beside(path: &Path) -> Result<PathBuf, DbError> {
    let name = path
        .file_name()
        .ok_or_else(|| DbError::other("this is no name of a file"))?;
    let mut name = name.to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(name))
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// All rows of one moment, into an empty database.
fn fill(source: &mut dyn Connection, target: &mut dyn Connection) -> Result<u64, DbError> {
    within(source, Begin::Read, |source| {
        let Contents::Study(version) = schema::contents(source)? else {
            return Err(DbError::other("there is no study to copy"));
        };
        within(target, Begin::Alone, |target| {
            if !target.tables()?.is_empty() {
                return Err(DbError::other("the target is not empty: give another one"));
            }
            schema::steps(target, version)?;
            target.execute("DELETE FROM about", &[])?;
            let mut rows = 0;
            let tables = source.tables()?;
            for table in TABLES
                .iter()
                .filter(|table| tables.iter().any(|t| t == *table))
            {
                rows += copy_table(source, target, table)?;
            }
            Ok(rows)
        })
    })
}

fn copy_table(
    source: &mut dyn Connection,
    target: &mut dyn Connection,
    table: &str,
) -> Result<u64, DbError> {
    let columns = source.columns(table)?;
    let key = columns.first().map_or("", String::as_str);
    let columns_text = columns.join(", ");
    let places: Vec<String> = (1..=columns.len())
        .map(|place| format!("${place}"))
        .collect();
    let places = places.join(", ");
    let select =
        format!("SELECT {columns_text} FROM {table} WHERE {key} > $1 ORDER BY {key} LIMIT {ROWS}");
    let insert = format!("INSERT INTO {table} ({columns_text}) VALUES ({places})");
    let mut last = Value::Text(String::new());
    let mut count = 0;
    loop {
        let rows = source.query(&select, &[last.clone()])?;
        let Some(end) = rows.last().and_then(|row| row.0.first()) else {
            return Ok(count);
        };
        last = end.clone();
        for row in &rows {
            count += target.execute(&insert, &row.0)?;
        }
    }
}
