//! How the server is, for programs that watch it.

use super::metrics::Gauges;
use super::refusal::Failure;
use super::who::Watcher;
use super::{Shared, openapi, player, routes};
use crate::study::store::Code;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::timeout;
use utoipa::openapi::OpenApi;

/// The database must answer within this time.
const DATABASE: Duration = Duration::from_secs(2);

/// The server lives.
pub(crate) async fn lives() -> &'static str {
    "ok\n"
}

/// The database answers.
pub(crate) async fn ready(State(shared): State<Arc<Shared>>) -> Result<&'static str, Failure> {
    match timeout(DATABASE, shared.store.ping()).await {
        Ok(answer) => answer.map(|()| "ok\n").map_err(Failure::from),
        Err(_) => Err(Failure::new(Code::Busy, "the database does not answer")),
    }
}

/// Numbers about the server.
pub(crate) async fn metrics(_: Watcher, State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    player::count_again(&shared).await;
    let gauges = Gauges {
        players: shared.players.load(Ordering::Relaxed),
        queue: shared.store.waiting() as u64,
    };
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], shared.metrics.text(&gauges))
}

/// The description of all routes.
pub(crate) async fn openapi(State(shared): State<Arc<Shared>>) -> Json<OpenApi> {
    Json(openapi::describe(&routes::all(), &shared.settings.base))
}
