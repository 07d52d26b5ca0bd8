//! What a request brings: a body of JSON, the id of a play, a query.

use super::refusal::Failure;
use crate::study::store::Code;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::time::Duration;
use tokio::time::timeout;

/// A body may be so large.
pub const LARGEST: usize = 512 << 10;
/// A body must be there by then.
const ASKING: Duration = Duration::from_secs(30);
/// Of a body that is too large so much is read and thrown away, so that the
/// client gets to read the answer.
const THROWN_AWAY: usize = 4 << 20;
const THROWING: Duration = Duration::from_secs(5);
/// The digits of a play's id.
const PLAY: usize = 16;

/// A body of JSON.
pub(crate) struct Sent<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Sent<T>, Failure> {
        let (parts, body) = request.into_parts();
        check_type(&parts.headers)?;
        let bytes = read(body).await?;
        let unreadable = |error: serde_json::Error| {
            let words = match error.classify() {
                Category::Data => format!("the body does not fit: {error}"),
                _ => format!("the body is not JSON: {error}"),
            };
            Failure::new(Code::BadRequest, words)
        };
        serde_json::from_slice(&bytes).map(Sent).map_err(unreadable)
    }
}

fn check_type(headers: &HeaderMap) -> Result<(), Failure> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(Code::WrongType.into());
    }
    match text(header::CONTENT_ENCODING) {
        None | Some("identity") => Ok(()),
        Some(_) => Err(Failure::new(
            Code::WrongType,
            "the body must not be compressed",
        )),
    }
}

/// The whole body, if it is small enough and comes in time.
async fn read(mut body: Body) -> Result<Bytes, Failure> {
    if body.size_hint().lower() > LARGEST as u64 {
        return Err(too_large(body, 0).await);
    }
    let mut bytes = Vec::new();
    let all = async {
        while let Some(frame) = body.frame().await {
            let broken = |_| Failure::new(Code::BadRequest, "the body ends too early");
            let frame = frame.map_err(broken)?;
            let Ok(data) = frame.into_data() else {
                continue;
            };
            bytes.extend_from_slice(&data);
            if bytes.len() > LARGEST {
                return Ok(false);
            }
        }
        Ok(true)
    };
    match timeout(ASKING, all).await {
        Ok(Ok(true)) => Ok(bytes.into()),
        Ok(Ok(false)) => Err(too_large(body, bytes.len()).await),
        Ok(Err(refused)) => Err(refused),
        Err(_) => Err(Failure::new(
            Code::Busy,
            "the body did not come in time; send it again",
        )),
    }
}

async fn too_large(mut body: Body, mut read: usize) -> Failure {
    let rest = async {
        while read < THROWN_AWAY
            && let Some(Ok(frame)) = body.frame().await
        {
            read += frame.data_ref().map_or(0, Bytes::len);
        }
    };
    let _ = timeout(THROWING, rest).await;
    let words = format!("a body has at most {LARGEST} bytes");
    Failure::new(Code::TooLarge, words)
}

/// The id of a play in a path: 16 hex digits.
pub(crate) struct PlayId(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for PlayId {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PlayId, Failure> {
        let unreadable =
            |_: PathRejection| Failure::new(Code::BadRequest, "this path cannot be read");
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(play) = path.map_err(unreadable)?;
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if play.len() == PLAY && play.bytes().all(is_digit) {
            return Ok(PlayId(play));
        }
        Err(no_play())
    }
}

/// There is no such play, or it is another player's.
pub(crate) fn no_play() -> Failure {
    Failure::new(Code::NotFound, "there is no such play")
}

/// What stands after `?` in an address.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Failure> {
        let unreadable = |rejected: QueryRejection| {
            let words = format!("the query does not fit: {}", rejected.body_text());
            Failure::new(Code::BadRequest, words)
        };
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Asked(asked)).map_err(unreadable)
    }
}
