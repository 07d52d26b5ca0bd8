//! A database that speaks SQL: an SQLite file, or Postgres by its address.
//! Both take the same statements: placeholders `$1`, `$2`, columns that are
//! `BIGINT`, `DOUBLE PRECISION` or `TEXT`.

mod address;
pub mod copy;
mod error;
mod lock;
mod postgres;
pub mod schema;
mod sqlite;
mod value;

pub use address::Address;
pub use error::{DbError, ErrorKind};
pub use lock::Lock;
pub use value::{Row, Value};

/// What a transaction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// To read; what is read is of one moment.
    Read,
    /// To read and write.
    Write,
    /// To change tables while nobody else does.
    Alone,
}

/// A connection to a database.
pub trait Connection: Send {
    /// Runs a statement; gives the number of rows that it changed.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, DbError>;

    /// Runs a statement; gives its rows.
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, DbError>;

    /// Runs several statements without values, separated by semicolons.
    fn script(&mut self, sql: &str) -> Result<(), DbError>;

    /// Starts a transaction; connects again where the connection was lost.
    fn begin(&mut self, begin: Begin) -> Result<(), DbError>;

    /// Ends a transaction; when it returns, what was written is durable.
    fn commit(&mut self) -> Result<(), DbError>;

    /// What this transaction deletes is to leave no trace in files once it is
    /// committed, as far as that can be had.
    fn leave_no_trace(&mut self) {}

    /// Drops what a transaction wrote. Does nothing outside one.
    fn rollback(&mut self);

    /// The names of all tables.
    fn tables(&mut self) -> Result<Vec<String>, DbError>;

    /// The names of a table's columns, in order.
    fn columns(&mut self, table: &str) -> Result<Vec<String>, DbError>;
}

/// Runs something in a transaction of its own; drops what it wrote if it fails.
pub fn within<T, E: From<DbError>>(
    db: &mut dyn Connection,
    begin: Begin,
    work: impl FnOnce(&mut dyn Connection) -> Result<T, E>,
) -> Result<T, E> {
    db.begin(begin)?;
    let result = work(db).and_then(|done| {
        db.commit()?;
        Ok(done)
    });
    if result.is_err() {
        db.rollback();
    }
    result
}
