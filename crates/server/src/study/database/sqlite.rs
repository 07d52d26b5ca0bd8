//! A database in a file.

use super::value::first_texts;
use super::{Begin, Connection, DbError, ErrorKind, Row, Value};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{ErrorCode, OpenFlags, Statement};
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(5);
/// The pause before another try to open a file.
const PAUSE: Duration = Duration::from_millis(10);
/// Statements that are kept prepared.
const STATEMENTS: usize = 64;

/// An SQLite file that is open.
pub(super) struct Sqlite {
    db: rusqlite::Connection,
    /// Whether something was deleted that the log beside the file still has.
    has_traces: bool,
}

/// How files are opened to write; new ones are for their owner alone.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes an empty file, which SQLite takes for an empty database.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    private().create_new(true).open(path)
}

impl Sqlite {
    /// Opens a file to read and write; makes it where there is none. What is
    /// committed is on the disk.
    pub(super) fn open(path: &Path) -> Result<Sqlite, DbError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        // Where it is there, or cannot be made, SQLite goes on or says why.
        let _ = create_private(path);
        Sqlite::with_flags(path, flags, "PRAGMA journal_mode = WAL")
    }

    /// Opens a file that is there, to read only.
    pub(super) fn open_to_read(path: &Path) -> Result<Sqlite, DbError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Sqlite::with_flags(path, flags, "PRAGMA query_only = ON")
    }

    /// Makes a file that is whole without others beside it, for copies.
    pub(super) fn create_plain(path: &Path) -> Result<Sqlite, DbError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Sqlite::with_flags(path, flags, "PRAGMA journal_mode = DELETE")
    }

    fn with_flags(path: &Path, flags: OpenFlags, first: &str) -> Result<Sqlite, DbError> {
        let open = || {
            let db = rusqlite::Connection::open_with_flags(path, flags)?;
            db.busy_timeout(PATIENCE)?;
            db.set_prepared_statement_cache_capacity(STATEMENTS);
            db.execute_batch(first)?;
            db.execute_batch(
                "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON",
            )?;
            Ok(Sqlite {
                db,
                has_traces: false,
            })
        };
        // Programs that open a new file at once are in each other's way in a
        // manner that SQLite does not wait for.
        let start = Instant::now();
        loop {
            match open().map_err(from_sqlite) {
                Err(error) if error.is_passing() && start.elapsed() < PATIENCE => {
                    thread::sleep(PAUSE);
                }
                opened => return opened.map_err(|error| error.within(path.display())),
            }
        }
    }

    /// Empties the log beside the file, unless somebody reads it now.
    fn empty_log(&mut self) -> Result<bool, DbError> {
        self.db.busy_timeout(Duration::ZERO).map_err(from_sqlite)?;
        let done = self.query("PRAGMA wal_checkpoint(TRUNCATE)", &[]);
        self.db.busy_timeout(PATIENCE).map_err(from_sqlite)?;
        let is_busy = done?.first().map_or(Ok(1), |row| row.integer(0))?;
        Ok(is_busy == 0)
    }

    /// Looks through the whole file for damage.
    pub(super) fn check(&mut self) -> Result<(), DbError> {
        let found = self.query("PRAGMA quick_check(1)", &[])?;
        let words = found.first().map(|row| row.text(0)).transpose()?;
        match words.as_deref() {
            Some("ok") => Ok(()),
            other => Err(DbError::other(format!(
                "the file is damaged ({}): restore a backup",
                other.unwrap_or("no answer")
            ))),
        }
    }
}

fn from_sqlite(error: rusqlite::Error) -> DbError {
    let kind = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ErrorKind::Retry,
        Some(ErrorCode::ConstraintViolation) => kind_of_violation(&error),
        _ => ErrorKind::Other,
    };
    let words = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "this is no SQLite file, or it is damaged".into(),
        Some(ErrorCode::DatabaseCorrupt) => {
            format!("the file is damaged ({error}): restore a backup")
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            format!("another program uses the file ({error})")
        }
        Some(ErrorCode::CannotOpen) => "the file cannot be opened".into(),
        _ => error.to_string(),
    };
    DbError::new(kind, words)
}

fn kind_of_violation(error: &rusqlite::Error) -> ErrorKind {
    use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
    let code = error.sqlite_error().map(|error| error.extended_code);
    match code {
        Some(SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_UNIQUE) => ErrorKind::Unique,
        _ => ErrorKind::Other,
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

/// `$1` is a name to SQLite, and names have places in the order in which they
/// come; here `$1` is the first value wherever it stands.
fn bind(statement: &mut Statement, values: &[Value]) -> Result<(), DbError> {
    for place in 1..=statement.parameter_count() {
        let number = statement
            .parameter_name(place)
            .and_then(|name| name.strip_prefix('$'))
            .and_then(|number| number.parse::<usize>().ok());
        let value = number.and_then(|number| values.get(number.checked_sub(1)?));
        let Some(value) = value else {
            return Err(DbError::other(format!(
                "placeholder {place} of a statement has no value"
            )));
        };
        statement
            .raw_bind_parameter(place, value)
            .map_err(from_sqlite)?;
    }
    Ok(())
}

fn read_value(value: ValueRef) -> Result<Value, DbError> {
    match value {
        ValueRef::Null => Ok(Value::Null),
        ValueRef::Integer(number) => Ok(Value::Integer(number)),
        ValueRef::Real(number) => Ok(Value::Real(number)),
        ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Value::Text(text.into())),
            Err(_) => Err(DbError::other("a text is not UTF-8")),
        },
        ValueRef::Blob(_) => Err(DbError::other("a value is a blob, which none should be")),
    }
}

impl Connection for Sqlite {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, DbError> {
        let mut statement = self.db.prepare_cached(sql).map_err(from_sqlite)?;
        bind(&mut statement, values)?;
        let changed = statement.raw_execute().map_err(from_sqlite)?;
        Ok(changed as u64)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, DbError> {
        let mut statement = self.db.prepare_cached(sql).map_err(from_sqlite)?;
        bind(&mut statement, values)?;
        let width = statement.column_count();
        let mut rows = statement.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(from_sqlite)? {
            let value = |place| read_value(row.get_ref(place).map_err(from_sqlite)?);
            found.push(Row((0..width).map(value).collect::<Result<_, _>>()?));
        }
        Ok(found)
    }

    fn script(&mut self, sql: &str) -> Result<(), DbError> {
        self.db.execute_batch(sql).map_err(from_sqlite)
    }

    fn begin(&mut self, begin: Begin) -> Result<(), DbError> {
        self.script(match begin {
            Begin::Read => "BEGIN DEFERRED",
            Begin::Write | Begin::Alone => "BEGIN IMMEDIATE",
        })
    }

    fn commit(&mut self) -> Result<(), DbError> {
        self.script("COMMIT")?;
        if self.has_traces {
            // Where it cannot be done now, the next commit tries again.
            self.has_traces = !self.empty_log().unwrap_or(false);
        }
        Ok(())
    }

    fn leave_no_trace(&mut self) {
        self.has_traces = true;
    }

    fn rollback(&mut self) {
        if !self.db.is_autocommit() {
            // What cannot be rolled back was rolled back by SQLite itself.
            let _ = self.db.execute_batch("ROLLBACK");
        }
    }

    fn tables(&mut self) -> Result<Vec<String>, DbError> {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' \
                   AND name NOT LIKE 'sqlite%' ORDER BY name";
        first_texts(&self.query(sql, &[])?)
    }

    fn columns(&mut self, table: &str) -> Result<Vec<String>, DbError> {
        let sql = "SELECT name FROM pragma_table_info($1) ORDER BY cid";
        first_texts(&self.query(sql, &[table.into()])?)
    }
}
