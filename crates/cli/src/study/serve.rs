//! `stumper study serve`: the study, its database, and the server.

use super::files::{failed, scale};
use super::options::{LogArg, ServeArgs};
use crate::serve::listen::{announce, listen, open, reachable, read_base};
use crate::serve::site;
use crate::words::tell;
use crate::{DONE, INTERRUPTED, WRONG_CALL, watch};
use anyhow::{Context, Result};
use engine::Fault;
use host::files::read_text;
use serde_json::json;
use server::page::{Page, Site};
use server::study::data::StudyLevel;
use server::study::database::{Address, Lock};
use server::study::http::{
    Log, LogLevel, Rates, SHORTEST_TOKEN, Served, Settings, Token, fresh_token, router,
    system_clock,
};
use server::study::plan::Plan;
use server::study::store::{Catalog, Store, prepare_study};
use std::net::TcpListener;
use std::sync::Arc;

/// The variable that may hold the token.
const TOKEN: &str = "STUMPER_STUDY_TOKEN";
/// What players get: the study in place of the page, also where their browser
/// keeps the page for later.
const INSTEAD: &[(&str, &str)] = &[("study.html", "index.html"), ("study-sw.js", "sw.js")];

pub(crate) fn call(args: &ServeArgs) -> Result<u8> {
    let base = read_base(&args.base)?;
    let (token, fresh) = token(args)?;
    let Some(site) = site(args.folder.as_deref())? else {
        return Ok(WRONG_CALL);
    };
    let page = page(site, &base)?;
    // Before anybody can see the address and ask us to stop.
    watch::can_stop();
    let (plan, address) = (args.of.plan()?, args.of.address()?);
    let Some(levels) = args.of.levels(&plan, args.jobs)? else {
        return Ok(INTERRUPTED);
    };
    // Who cannot serve leaves the database as it is.
    let listener = listen(&args.host, args.port)?;
    let _lock = Lock::take(&address)?;
    let served = open_study(plan, levels, &address)?;
    let log = Arc::new(Log::new(level(args.log), system_clock));
    log.info(
        "started",
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "study": served.plan.name,
            "levels": served.catalog.levels().len(),
            "database": address.to_string(),
        }),
    );
    let settings = Settings {
        base: base.clone(),
        token,
        proxies: args.forwarded.into(),
        rates: rates(args, &log),
        now: system_clock,
    };
    let router = router(page, served, settings, log.clone());
    let told = |url: &str| {
        let mut more = vec![format!("{url}admin/")];
        more.extend(fresh.map(|token| format!("token {token}")));
        (url.to_string(), more)
    };
    run(listener, router, args.open, told, &base)?;
    log.info("stopped", json!({}));
    Ok(DONE)
}

/// The study with its levels in its database.
fn open_study(plan: Plan, levels: Vec<StudyLevel>, address: &Address) -> Result<Served> {
    let store = Store::open(address)?;
    let (name, scale, kept) = (plan.name.clone(), scale(&plan), levels.clone());
    store
        .write_blocking(move |db| prepare_study(db, &name, scale, &kept))
        .map_err(failed)?;
    let catalog = Catalog::new(&plan.name, levels, plan.pick.bias);
    Ok(Served {
        catalog: Arc::new(catalog),
        plan,
        store,
    })
}

/// Serves until someone asks to stop. What is told once the server answers
/// comes from its address: the address to open, and further lines.
pub(super) fn run(
    listener: TcpListener,
    router: server::Router,
    opens: bool,
    told: impl FnOnce(&str) -> (String, Vec<String>),
    base: &str,
) -> Result<()> {
    let address = listener.local_addr().context("cannot listen")?;
    let url = format!("http://{}{base}/", reachable(address));
    let ready = || {
        let (first, more) = told(&url);
        announce(&[vec![first.clone()], more].concat().join("\n"), address)?;
        if opens {
            open(first);
        }
        Ok(())
    };
    let places = server::open_places();
    server::serve(listener, router, places, ready, watch::stop_asked)
        .context("cannot start the server")
}

/// The page, of which players see the study first.
pub(super) fn page(site: Site, base: &str) -> Result<Page, Fault> {
    let page = Page {
        site,
        base: base.to_string(),
        instead: INSTEAD,
    };
    match page.missing() {
        None => Ok(page),
        Some(file) => Err(
            Fault::new("the page", format!("no {file}"), "a page with studies")
                .hint("build it with scripts/build-web"),
        ),
    }
}

/// The token that was given, or a fresh one, which is to be told.
fn token(args: &ServeArgs) -> Result<(Token, Option<String>)> {
    let (place, given) = match (&args.token_file, std::env::var(TOKEN)) {
        (Some(file), _) => {
            let text = read_text(file, "the token of who runs the study")?;
            ("--token-file", text.trim().to_string())
        }
        (None, Ok(text)) => (TOKEN, text.trim().to_string()),
        (None, Err(_)) => {
            let fresh = fresh_token().context("the system has no random numbers")?;
            let token = Token::new(&fresh).context("a fresh token is too short")?;
            return Ok((token, Some(fresh)));
        }
    };
    let token = Token::new(&given).ok_or_else(|| {
        let found = format!("{} characters", given.chars().count());
        Fault::new(place, found, format!("{SHORTEST_TOKEN} at least"))
    })?;
    Ok((token, None))
}

fn rates(args: &ServeArgs, log: &Log) -> Option<Rates> {
    if args.no_limits {
        tell("There are no limits on how often somebody may ask.");
        log.error("no-limits", json!({}));
        return None;
    }
    Some(Rates::new(args.requests, args.players, args.writes))
}

fn level(arg: LogArg) -> LogLevel {
    match arg {
        LogArg::Off => LogLevel::Off,
        LogArg::Error => LogLevel::Error,
        LogArg::Info => LogLevel::Info,
    }
}
