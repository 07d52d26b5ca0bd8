//! The answer to a request: which file, in which form, with which headers.

use super::negotiate::{Coding, has, wanted};
use super::path::{Asked, is_hashed, read};
use super::site::{Asset, Site};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use std::io;
use std::sync::Arc;

/// What every answer says: the page may load its own files and nothing else,
/// be framed by nobody, and use none of the machine's senses.
pub(crate) const POLICY: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
         magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), \
         serial=(), usb=(), xr-spatial-tracking=()",
    ),
];

/// Endings and what they are; anything else is plain bytes.
const TYPES: [(&str, &str); 21] = [
    ("avif", "image/avif"),
    ("css", "text/css; charset=utf-8"),
    ("csv", "text/csv; charset=utf-8"),
    ("gif", "image/gif"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("jsonl", "application/jsonl"),
    ("map", "application/json"),
    ("md", "text/markdown; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
    ("webp", "image/webp"),
    ("woff2", "font/woff2"),
    ("xml", "application/xml"),
];

/// The page under a base path.
pub struct Page {
    /// Its files.
    pub site: Site,
    /// With a slash at its start and none at its end, or empty.
    pub base: String,
    /// Files that are answered in place of others: the first where the second
    /// is asked for.
    pub instead: &'static [(&'static str, &'static str)],
}

impl Page {
    /// The first of the files in place of others that is missing.
    pub fn missing(&self) -> Option<&'static str> {
        let is_missing = |file: &&str| !matches!(self.site.find(file), Ok(Some(_)));
        let files = self.instead.iter().map(|(file, _)| *file);
        files.into_iter().find(is_missing)
    }

    /// The file that is answered where this one is asked for.
    fn file(&self, asked: String) -> String {
        let found = self.instead.iter().find(|(_, other)| *other == asked);
        found.map_or(asked, |(file, _)| file.to_string())
    }
}

/// All that the server answers.
pub fn router(page: Page) -> Router {
    let answer = async |State(page), request| answer(page, request).await;
    Router::new().fallback(answer).with_state(Arc::new(page))
}

/// The answer to a request for a file.
pub(crate) async fn answer(page: Arc<Page>, request: Request) -> Response {
    let head = match *request.method() {
        Method::GET => false,
        Method::HEAD => true,
        _ => {
            let mut refused = words(StatusCode::METHOD_NOT_ALLOWED, "this page is only read");
            let allow = HeaderValue::from_static("GET, HEAD");
            refused.headers_mut().insert(header::ALLOW, allow);
            return finished(refused, false);
        }
    };
    let made = match read(request.uri().path(), &page.base) {
        Asked::Health => words(StatusCode::OK, "ok"),
        Asked::Base => moved(&page.base),
        Asked::Nothing => nothing(),
        Asked::Garbage => words(StatusCode::BAD_REQUEST, "this path cannot be read"),
        Asked::File(path) => {
            let path = page.file(path);
            match find(page, path.clone()).await {
                Ok(Some(asset)) => file(&path, &asset, request.headers()),
                Ok(None) => nothing(),
                Err(_) => words(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "this file cannot be read",
                ),
            }
        }
    };
    finished(made, head)
}

async fn find(page: Arc<Page>, path: String) -> io::Result<Option<Arc<Asset>>> {
    if page.site.is_ready() {
        return page.site.find(&path);
    }
    let work = tokio::task::spawn_blocking(move || page.site.find(&path));
    work.await.map_err(io::Error::other)?
}

/// A file in the form that the client wants most, or word that it has it.
fn file(path: &str, asset: &Asset, asked: &HeaderMap) -> Response {
    let codings = wanted(&joined(asked, header::ACCEPT_ENCODING));
    let forms = codings.into_iter().map(|c| (c, asset.form(c)));
    let mut forms = forms.filter_map(|(coding, bytes)| Some((coding, bytes?.clone())));
    let (coding, bytes) = forms.next().unwrap_or((Coding::Plain, "".into()));
    let tag = asset.tag(coding);
    let caching = match is_hashed(path) {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let known = has(&joined(asked, header::IF_NONE_MATCH), &tag);
    let mut made = Response::new(Body::empty());
    let headers = made.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(
        header::VARY,
        HeaderValue::from_static(header::ACCEPT_ENCODING.as_str()),
    );
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    if known {
        *made.status_mut() = StatusCode::NOT_MODIFIED;
        return made;
    }
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(path)),
    );
    headers.insert(header::CONTENT_LENGTH, bytes.len().into());
    if let Some(name) = coding.name() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    *made.body_mut() = Body::from(bytes);
    made
}

/// A header that may stand several times, as one.
fn joined(headers: &HeaderMap, name: HeaderName) -> String {
    let values = headers.get_all(name).into_iter();
    let values: Vec<&str> = values.filter_map(|value| value.to_str().ok()).collect();
    values.join(",")
}

fn content_type(path: &str) -> &'static str {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let found = TYPES.iter().find(|(known, _)| *known == ending);
    found.map_or("application/octet-stream", |(_, kind)| kind)
}

/// An answer of a few words.
fn words(status: StatusCode, text: &str) -> Response {
    let text = format!("{text}\n");
    let mut made = Response::new(Body::empty());
    *made.status_mut() = status;
    let headers = made.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_LENGTH, text.len().into());
    *made.body_mut() = Body::from(text);
    made
}

fn nothing() -> Response {
    words(StatusCode::NOT_FOUND, "there is nothing here")
}

/// From `/base` to `/base/`, so that relative addresses lead below it.
fn moved(base: &str) -> Response {
    let to = format!("{base}/");
    let mut made = words(StatusCode::PERMANENT_REDIRECT, &format!("see {to}"));
    if let Ok(to) = HeaderValue::try_from(to) {
        made.headers_mut().insert(header::LOCATION, to);
    }
    made
}

/// The answer with what all answers have; to a HEAD without its body.
fn finished(mut made: Response, head: bool) -> Response {
    for (name, value) in POLICY {
        let value = HeaderValue::from_static(value);
        made.headers_mut().insert(name, value);
    }
    if head {
        *made.body_mut() = Body::empty();
    }
    made
}
