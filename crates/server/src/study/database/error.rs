//! What goes wrong with a database.

use std::fmt;

/// What can be done about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A row of this key is there already.
    Unique,
    /// Somebody else was in the way: another try may do.
    Retry,
    /// There is no connection: another try connects again.
    Lost,
    /// Another try would fail as well.
    Other,
}

/// An error of a database, in words that hold no password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DbError {
    /// What can be done about it.
    pub kind: ErrorKind,
    /// What is wrong.
    pub message: String,
}

impl DbError {
    /// An error of this kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> DbError {
        DbError {
            kind,
            message: message.into(),
        }
    }

    /// An error that another try does not mend.
    pub fn other(message: impl Into<String>) -> DbError {
        DbError::new(ErrorKind::Other, message)
    }

    /// Whether another try may do.
    pub fn is_passing(&self) -> bool {
        matches!(self.kind, ErrorKind::Retry | ErrorKind::Lost)
    }

    /// The same, with the place where it happened in front.
    pub fn within(mut self, place: impl fmt::Display) -> DbError {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DbError {}
