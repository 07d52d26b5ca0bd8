//! `stumper study replay`: a play, in the page.

use super::files::failed;
use super::options::ReplayArgs;
use super::serve::{page, run};
use crate::serve::listen::listen;
use crate::serve::site;
use crate::{DONE, WRONG_CALL, watch};
use anyhow::{Context, Error, Result};
use engine::Fault;
use engine::notation::quoted;
use server::study::http::{
    Log, LogLevel, Served, Settings, Token, fresh_token, router, system_clock,
};
use server::study::store::{Catalog, Store, Trouble, dump, replay};
use std::sync::Arc;

pub(crate) fn call(args: &ReplayArgs) -> Result<u8> {
    let mut plan = args.of.plan()?;
    // Nobody is to take part here.
    plan.open = false;
    let store = Store::open_existing(&args.of.address()?)?;
    let play = args.play.clone();
    store
        .read_blocking(move |db| replay(db, &play))
        .map_err(|trouble| no_play(trouble, &args.play))?;
    let levels = store.read_blocking(dump).map_err(failed)?.levels;
    let Some(site) = site(args.folder.as_deref())? else {
        return Ok(WRONG_CALL);
    };
    let page = page(site, "")?;
    let token = fresh_token().context("the system has no random numbers")?;
    let settings = Settings {
        base: String::new(),
        token: Token::new(&token).context("a fresh token is too short")?,
        proxies: 0,
        rates: None,
        now: system_clock,
    };
    let listener = listen("127.0.0.1", args.port)?;
    watch::can_stop();
    let served = Served {
        catalog: Arc::new(Catalog::new(&plan.name, levels, plan.pick.bias)),
        plan,
        store,
    };
    let log = Arc::new(Log::new(LogLevel::Off, system_clock));
    let router = router(page, served, settings, log);
    let told = |url: &str| {
        let address = format!("{url}#/replay/{}?token={token}", args.play);
        (address, Vec::new())
    };
    run(listener, router, args.open, told, "")?;
    Ok(DONE)
}

/// A play that cannot be shown.
fn no_play(trouble: Trouble, play: &str) -> Error {
    match trouble {
        Trouble::Refused(_) => {
            let expected = "the id of a play in the study's database";
            Fault::new("PLAY", quoted(play), expected).into()
        }
        trouble => failed(trouble),
    }
}
