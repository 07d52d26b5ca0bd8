//! A study over HTTP: players, who runs it, and programs that watch it. The
//! contract is `docs/study-server.md`; `api/openapi.json` describes it for
//! programs.

mod admin;
mod around;
mod body;
mod health;
mod limits;
mod log;
mod metrics;
mod openapi;
mod player;
mod refusal;
mod reports;
mod routes;
mod view;
mod who;

pub use body::LARGEST;
pub use limits::{Rate, Rates};
pub use log::{Log, LogLevel};
pub use who::{SHORTEST_TOKEN, Token, fresh_token};

use super::plan::Plan;
use super::store::{Catalog, Code, Store};
use crate::page::{self, Page};
use axum::Router;
use axum::extract::Request;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use limits::Limits;
use metrics::Metrics;
use refusal::Failure;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::Semaphore;

/// Plays that are replayed at one time.
const JUDGES: usize = 2;

/// How a study is served.
pub struct Settings {
    /// With a slash at its start and none at its end, or empty.
    pub base: String,
    /// The token of who runs the study.
    pub token: Token,
    /// How many proxies stand in front, each of which appends the address
    /// that it saw to `X-Forwarded-For`.
    pub proxies: usize,
    /// How often somebody may ask; no limits where it is none.
    pub rates: Option<Rates>,
    /// The clock: milliseconds since 1970.
    pub now: fn() -> i64,
}

/// A study that is served.
pub struct Served {
    /// Its file.
    pub plan: Plan,
    /// Its levels.
    pub catalog: Arc<Catalog>,
    /// Its database.
    pub store: Store,
}

/// What all handlers share.
pub(crate) struct Shared {
    plan: Plan,
    catalog: Arc<Catalog>,
    store: Store,
    settings: Settings,
    limits: Limits,
    log: Arc<Log>,
    metrics: Metrics,
    judges: Semaphore,
    /// Players, when they were counted last.
    players: AtomicU64,
    /// When that was.
    counted: AtomicI64,
    reports: reports::Reports,
}

impl Shared {
    fn now(&self) -> i64 {
        (self.settings.now)()
    }
}

/// The system's clock: milliseconds since 1970.
pub fn system_clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let since = since.unwrap_or_default().as_millis();
    i64::try_from(since).unwrap_or(i64::MAX)
}

/// All that the server of a study answers. The page's base path and the
/// settings' are the same.
pub fn router(page: Page, served: Served, settings: Settings, log: Arc<Log>) -> Router {
    let shared = Arc::new(Shared {
        plan: served.plan,
        catalog: served.catalog,
        store: served.store,
        limits: Limits::new(settings.rates),
        settings,
        log,
        metrics: Metrics::new(),
        judges: Semaphore::new(JUDGES),
        players: AtomicU64::new(0),
        counted: AtomicI64::new(i64::MIN),
        reports: reports::Reports::default(),
    });
    let base = shared.settings.base.clone();
    let mut router = Router::new();
    for route in routes::all() {
        router = router.route(&format!("{base}{}", route.path), route.handler);
    }
    let page = Arc::new(page);
    let fallback = move |request: Request| elsewhere(request, page.clone());
    router
        .method_not_allowed_fallback(|| async { Failure::from(Code::WrongMethod) })
        .fallback(fallback)
        .layer(from_fn_with_state(shared.clone(), around::around))
        .with_state(shared)
}

/// What no route is for: a file of the page, or a path that leads nowhere.
async fn elsewhere(request: Request, page: Arc<Page>) -> Response {
    let path = request.uri().path();
    let below = path.strip_prefix(&page.base).unwrap_or(path);
    match below {
        "/admin" => Redirect::permanent(&format!("{}/admin/", page.base)).into_response(),
        _ if around::is_api(below) => Failure::from(Code::NotFound).into_response(),
        _ => page::answer(page, request).await,
    }
}
