//! Refusals as answers: a code for programs, words for people.

use crate::study::api::{Refusal, Wrong};
use crate::study::database::DbError;
use crate::study::store::{Code, Refused, Trouble};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// What a code means, in a few words.
pub(crate) fn words(code: Code) -> &'static str {
    match code {
        Code::BadRequest => "the request cannot be read",
        Code::Unauthorized => "the key or the token is missing or wrong",
        Code::NoPlayer => "nobody with this key agreed to take part",
        Code::NotFound => "there is nothing here",
        Code::WrongMethod => "this path does not take this method",
        Code::Conflict => "it contradicts what was kept before",
        Code::TooEarly => "the level cannot be skipped yet",
        Code::TooLarge => "the body is too large",
        Code::WrongType => "the body is not of the type application/json",
        Code::NotSolved => "the level is not solved by these moves",
        Code::IllegalMove => "a move is against the rules",
        Code::WrongValue => "a value is not allowed",
        Code::TooMany => "too many requests for now",
        Code::Full => "the study takes no more new players",
        Code::Broken => "the server failed",
        Code::Busy => "the server has no time for it now",
    }
}

/// A request that is refused, or that failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    refused: Refused,
    /// Seconds after which it may be sent again.
    again: Option<u32>,
    /// What the log has to say of it.
    trouble: Option<String>,
}

/// What is told of a failure to the log and the numbers.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    /// Why, for programs.
    pub(crate) code: Code,
    /// What somebody should look after.
    pub(crate) trouble: Option<String>,
}

impl Failure {
    /// Refused for a reason that this request has.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Failure {
        Refused::new(code, message).into()
    }

    /// With what to do about it.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.refused.hint = Some(hint.into());
        self
    }

    /// With the time after which it may be sent again.
    pub(crate) fn again(mut self, seconds: u32) -> Failure {
        self.again = Some(seconds.max(1));
        self
    }

    /// The server failed; the reason is for the log alone.
    pub(crate) fn broken(trouble: impl Into<String>) -> Failure {
        Failure {
            trouble: Some(trouble.into()),
            ..Code::Broken.into()
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        let waits = matches!(refused.code, Code::Busy | Code::TooMany);
        Failure {
            refused,
            again: waits.then_some(1),
            trouble: None,
        }
    }
}

impl From<Code> for Failure {
    fn from(code: Code) -> Failure {
        Failure::new(code, words(code))
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Refused(refused) => refused.into(),
            Trouble::Database(error) if error.is_passing() => Failure {
                trouble: Some(for_the_log(&error)),
                ..Code::Busy.into()
            },
            Trouble::Database(error) => Failure::broken(for_the_log(&error)),
        }
    }
}

/// What the log may say of an error: further lines have values of rows.
fn for_the_log(error: &DbError) -> String {
    error.message.lines().next().unwrap_or_default().to_string()
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Refused {
            code,
            message,
            hint,
        } = self.refused;
        let error = Wrong {
            code: code.name().to_string(),
            message,
            hint,
        };
        let status = StatusCode::from_u16(code.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut made = (status, Json(Refusal { error })).into_response();
        if let Some(seconds) = self.again {
            let seconds = HeaderValue::from(seconds);
            made.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        let trouble = self.trouble;
        made.extensions_mut().insert(Told { code, trouble });
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_has_no_values_of_rows() {
        let error = DbError::other("a key is there already\nDETAIL: Key (name)=(0123456789ab)");
        let failure = Failure::from(Trouble::Database(error));
        assert_eq!(failure.trouble.as_deref(), Some("a key is there already"));
        let answer = failure.into_response();
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
