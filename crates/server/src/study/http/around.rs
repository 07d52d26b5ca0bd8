//! What goes around every answer: limits, numbers, the log, and headers.

use super::Shared;
use super::refusal::Told;
use super::who::{Client, too_many};
use crate::page::POLICY;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Answers a request, within the limits; counts and logs it.
pub(crate) async fn around(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let route = route(&request, &shared.settings.base);
    let method = method(request.method());
    let (parts, body) = request.into_parts();
    // Files of the page come in bunches, and cost little.
    let limited = match &*route {
        "page" => Ok(()),
        _ => {
            let client = Client::of(&parts, shared.settings.proxies);
            shared.limits.request(client.counted(), shared.now())
        }
    };
    let mut made = match limited {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(seconds) => too_many(seconds).into_response(),
    };
    finish(&mut made, &route);
    note(&shared, &route, method, &made, started.elapsed());
    made
}

/// What stands for a request in logs and numbers, without any id.
fn route(request: &Request, base: &str) -> String {
    if let Some(path) = request.extensions().get::<MatchedPath>() {
        let path = path.as_str();
        return path.strip_prefix(base).unwrap_or(path).to_string();
    }
    let path = request.uri().path();
    let below = path.strip_prefix(base).unwrap_or(path);
    match is_api(below) {
        true => "other".into(),
        false => "page".into(),
    }
}

/// Whether a path below the base belongs to programs, not to the page.
pub(crate) fn is_api(path: &str) -> bool {
    ["/api", "/admin"].iter().any(|start| {
        let rest = path.strip_prefix(start);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// One of a few words.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// The headers that all answers have.
fn finish(made: &mut Response, route: &str) {
    let status = made.status().as_u16();
    let headers = made.headers_mut();
    for (name, value) in POLICY {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if status == 401 {
        // A browser asks for a password itself only where a person reads.
        let wants = match route.starts_with("/admin") {
            true => "Basic realm=\"study\", charset=\"UTF-8\"",
            false => "Bearer",
        };
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(wants));
    }
}

fn note(shared: &Shared, route: &str, method: &'static str, made: &Response, taken: Duration) {
    let told = made.extensions().get::<Told>();
    let status = made.status().as_u16();
    let code = told.map(|told| told.code);
    shared.metrics.answered(route, method, status, taken, code);
    if let Some(trouble) = told.and_then(|told| told.trouble.as_ref()) {
        shared.log.error(
            "trouble",
            json!({ "route": route, "status": status, "words": trouble }),
        );
    }
    shared.log.info(
        "request",
        json!({
            "method": method,
            "route": route,
            "status": status,
            "ms": taken.as_micros() as f64 / 1000.0,
        }),
    );
}
