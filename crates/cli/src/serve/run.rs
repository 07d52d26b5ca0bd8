//! The verb: where to listen, what to serve, and how it ends.

use super::Args;
use super::listen::{announce, listen, open, reachable, read_base};
use crate::words::tell;
use crate::{DONE, WRONG_CALL, watch};
use anyhow::{Context, Result};
use engine::Fault;
use server::page::{Page, Site, router};
use std::path::Path;

/// Connections at one time.
const PLACES: u32 = 256;

const NO_PAGE: &str = "\
stumper: this program has no page inside, because web/dist was not there when it was built; \
build both with `scripts/serve`, or name the folder of a page with --folder";

pub(crate) fn call(args: &Args) -> Result<u8> {
    let base = read_base(&args.base)?;
    let Some(site) = site(args.folder.as_deref())? else {
        return Ok(WRONG_CALL);
    };
    let listener = listen(&args.host, args.port)?;
    let address = listener.local_addr().context("cannot listen")?;
    let url = format!("http://{}{base}/", reachable(address));
    // Before anybody can see the address and ask us to stop.
    watch::can_stop();
    let ready = || {
        announce(&url, address)?;
        if args.open {
            open(url.clone());
        }
        Ok(())
    };
    let router = router(Page {
        site,
        base,
        instead: &[],
    });
    server::serve(listener, router, PLACES, ready, watch::stop_asked)
        .context("cannot start the server")?;
    Ok(DONE)
}

/// The files of a folder, or those inside the program; none, which is told,
/// where there are none.
pub(crate) fn site(folder: Option<&Path>) -> Result<Option<Site>, Fault> {
    match folder {
        Some(folder) => Ok(Some(Site::folder(folder)?)),
        None => {
            let site = Site::inside();
            if site.is_none() {
                tell(NO_PAGE);
            }
            Ok(site)
        }
    }
}
