//! Why something is not done: it was refused, or the database is in trouble.

use crate::study::database::DbError;
use std::fmt;

/// Why something is refused, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// The request cannot be read.
    BadRequest,
    /// A key or token is missing or wrong.
    Unauthorized,
    /// This player has not agreed to take part.
    NoPlayer,
    /// There is no such thing.
    NotFound,
    /// The address takes other methods.
    WrongMethod,
    /// It is done already, in another way.
    Conflict,
    /// It can be done later.
    TooEarly,
    /// The body is too large.
    TooLarge,
    /// The body is no JSON.
    WrongType,
    /// The level is not solved.
    NotSolved,
    /// A move breaks the rules.
    IllegalMove,
    /// A value is not allowed.
    WrongValue,
    /// Too many requests.
    TooMany,
    /// The study takes no more players.
    Full,
    /// The server is broken.
    Broken,
    /// The server has too much to do.
    Busy,
}

impl Code {
    /// Its name in answers, and the HTTP status.
    fn parts(self) -> (&'static str, u16) {
        match self {
            Code::BadRequest => ("bad-request", 400),
            Code::Unauthorized => ("unauthorized", 401),
            Code::NoPlayer => ("no-player", 404),
            Code::NotFound => ("not-found", 404),
            Code::WrongMethod => ("wrong-method", 405),
            Code::Conflict => ("conflict", 409),
            Code::TooEarly => ("too-early", 409),
            Code::TooLarge => ("too-large", 413),
            Code::WrongType => ("wrong-type", 415),
            Code::NotSolved => ("not-solved", 422),
            Code::IllegalMove => ("illegal-move", 422),
            Code::WrongValue => ("wrong-value", 422),
            Code::TooMany => ("too-many", 429),
            Code::Full => ("full", 409),
            Code::Broken => ("broken", 500),
            Code::Busy => ("busy", 503),
        }
    }

    /// Its name in answers.
    pub fn name(self) -> &'static str {
        self.parts().0
    }

    /// Its HTTP status.
    pub fn status(self) -> u16 {
        self.parts().1
    }
}

/// A refusal, with words for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Why, for programs.
    pub code: Code,
    /// Why, for a person.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Refused {
    /// A refusal.
    pub fn new(code: Code, message: impl Into<String>) -> Refused {
        Refused {
            code,
            message: message.into(),
            hint: None,
        }
    }

    /// The same, with what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Refused {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refused {}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It was refused.
    Refused(Refused),
    /// The database is in trouble.
    Database(DbError),
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Trouble {
        Trouble::Refused(refused)
    }
}

impl From<DbError> for Trouble {
    fn from(error: DbError) -> Trouble {
        Trouble::Database(error)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Trouble::Refused(refused) => refused.fmt(f),
            Trouble::Database(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}

/// A refusal as the failure of a call.
pub(super) fn refuse<T>(code: Code, message: impl Into<String>) -> Result<T, Trouble> {
    Err(Refused::new(code, message).into())
}
