//! Reports over HTTP: made on a thread that may take its time, one at a time,
//! and kept for some seconds.

use super::Shared;
use super::refusal::Failure;
use super::who::Admin;
use crate::study::data::Dump;
use crate::study::export::{RowFormat, Wanted, plays};
use crate::study::report::{About, html, made, report};
use crate::study::store::dump;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use lab::Format;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::Mutex;

/// A report is made again after so many milliseconds.
const KEPT: i64 = 10_000;
/// The report has its style inside, and needs nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// What is made of the rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Page,
    Data,
    Export,
}

/// Reports that were made, and when. Who makes one holds it.
#[derive(Default)]
pub(crate) struct Reports(Mutex<HashMap<Kind, (i64, Bytes)>>);

type Study = State<Arc<Shared>>;

/// The report as a page.
pub(crate) async fn page(_: Admin, State(shared): Study) -> Result<Response, Failure> {
    let bytes = get(&shared, Kind::Page).await?;
    let kind = (CONTENT_TYPE, "text/html; charset=utf-8");
    let policy = (CONTENT_SECURITY_POLICY, POLICY);
    Ok(([kind, policy], bytes).into_response())
}

/// The report as data.
pub(crate) async fn data(_: Admin, State(shared): Study) -> Result<Response, Failure> {
    let bytes = get(&shared, Kind::Data).await?;
    Ok(([(CONTENT_TYPE, "application/json")], bytes).into_response())
}

/// Plays with the measures of their levels.
pub(crate) async fn export(_: Admin, State(shared): Study) -> Result<Response, Failure> {
    let bytes = get(&shared, Kind::Export).await?;
    let name = format!("attachment; filename=\"{}.csv\"", shared.plan.name);
    let kind = (CONTENT_TYPE, "text/csv; charset=utf-8".to_string());
    Ok(([kind, (CONTENT_DISPOSITION, name)], bytes).into_response())
}

/// A report that was made not long ago, or a new one.
async fn get(shared: &Shared, kind: Kind) -> Result<Bytes, Failure> {
    let mut kept = shared.reports.0.lock().await;
    let now = shared.now();
    if let Some((at, bytes)) = kept.get(&kind)
        && (*at..at.saturating_add(KEPT)).contains(&now)
    {
        return Ok(bytes.clone());
    }
    let rows = shared.store.read(dump).await?;
    let about = About {
        title: shared.plan.title.clone(),
        bounds: [
            shared.plan.rating.low.into(),
            shared.plan.rating.high.into(),
        ],
    };
    let work = tokio::task::spawn_blocking(move || write(kind, &rows, &about));
    let bytes = work
        .await
        .map_err(|_| Failure::broken("the report failed"))?
        .map_err(|fault| Failure::broken(fault.to_string()))?;
    kept.insert(kind, (now, bytes.clone()));
    Ok(bytes)
}

fn write(kind: Kind, rows: &Dump, about: &About) -> Result<Bytes, engine::Fault> {
    Ok(match kind {
        Kind::Page => html(rows, about).into(),
        Kind::Data => tables(rows, about).to_string().into(),
        Kind::Export => plays(rows, &Wanted::default(), RowFormat::Csv)?.into(),
    })
}

/// The tables of the report, each with its rows.
fn tables(rows: &Dump, about: &About) -> Value {
    let report = report(rows, about);
    let table = |table: &lab::table::Table| {
        let mut lines = Vec::new();
        table.write(&mut lines, Format::Json);
        let rows = lines.split(|byte| *byte == b'\n');
        let rows = rows.filter_map(|line| serde_json::from_slice(line).ok());
        json!({
            "table": table.name,
            "title": table.title,
            "rows": rows.collect::<Vec<Value>>(),
        })
    };
    json!({
        "study": rows.study,
        "title": about.title,
        "made": made(rows),
        "tables": report.tables().map(table).collect::<Vec<Value>>(),
    })
}
