//! Where a database is.

use super::postgres::Postgres;
use super::sqlite::Sqlite;
use super::{Connection, DbError};
use std::fmt;
use std::path::PathBuf;

/// The address of a database: the path of a file, or `postgres://…`.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// An SQLite file.
    File(PathBuf),
    /// A database of a Postgres server.
    Postgres(String),
}

impl Address {
    /// Reads an address as it is given on a command line.
    pub fn parse(text: &str) -> Result<Address, DbError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            Postgres::check(text)?;
            return Ok(Address::Postgres(text.into()));
        }
        if text.is_empty() {
            return Err(DbError::other("the address of a database is empty"));
        }
        if let Some((scheme, _)) = text.split_once("://") {
            return Err(DbError::other(format!(
                "{scheme}:// is no database that is known: give a file or postgres://…"
            )));
        }
        Ok(Address::File(text.into()))
    }

    /// A connection to read and write; makes the file where there is none.
    pub fn connect(&self) -> Result<Box<dyn Connection>, DbError> {
        Ok(match self {
            Address::File(path) => Box::new(Sqlite::open(path)?),
            Address::Postgres(url) => Box::new(Postgres::open(url)?),
        })
    }

    /// The same, after a look for damage.
    pub fn connect_and_check(&self) -> Result<Box<dyn Connection>, DbError> {
        match self {
            Address::File(path) => {
                let mut db = Sqlite::open(path)?;
                db.check().map_err(|error| error.within(self))?;
                Ok(Box::new(db))
            }
            Address::Postgres(_) => self.connect(),
        }
    }

    /// A connection to read only.
    pub fn connect_to_read(&self) -> Result<Box<dyn Connection>, DbError> {
        Ok(match self {
            Address::File(path) => Box::new(Sqlite::open_to_read(path)?),
            Address::Postgres(url) => Box::new(Postgres::open(url)?),
        })
    }
}

/// The address as it may be shown: without a password or options.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Address::File(path) => path.display().fmt(f),
            Address::Postgres(url) => f.write_str(&Postgres::shown(url)),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_apart_and_shown_without_passwords() {
        for (text, shown) in [
            ("a/study.db", "a/study.db"),
            ("postgres://me:secret@host/db", "postgres://host:5432/db"),
            (
                "postgresql://host:1/db?password=secret",
                "postgres://host:1/db",
            ),
            ("postgres:///db?host=/tmp&user=me", "postgres:///tmp/db"),
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(address.to_string(), shown);
            assert_eq!(format!("{address:?}"), shown);
        }
        let error = Address::parse("postgres://me:a@sec?ret@host/db").unwrap_err();
        assert!(!error.message.contains("ret@"), "{error}");
    }

    #[test]
    fn bad_addresses_are_refused_in_words() {
        for (text, word) in [
            ("", "empty"),
            ("mysql://host/db", "mysql"),
            ("Postgres://host/db", "Postgres"),
            ("postgres://host/db?sslmode=require", "TLS"),
            ("postgres://host/db?nonsense=1", "cannot be read"),
        ] {
            let error = Address::parse(text).unwrap_err();
            assert!(error.message.contains(word), "{text}: {error}");
        }
    }
}
