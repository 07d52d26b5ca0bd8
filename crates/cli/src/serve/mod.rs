//! `stumper serve`: the page, from inside the program or from a folder. The
//! server is a feature, since the program is built faster without it.

#[cfg(feature = "serve")]
pub(crate) mod listen;
#[cfg(feature = "serve")]
mod run;

#[cfg(feature = "serve")]
pub(crate) use run::{call, site};
use std::path::PathBuf;

/// Serve the page where all games are played in a browser
#[derive(clap::Args)]
#[command(after_help = "\
Prints the page's address once it can be opened. Ctrl-C or a request to
terminate ends it: answers under way are finished first.

The page needs nothing but its own files. It may as well be put on any host
that serves files: `scripts/build-web` leaves it in web/dist.

Exit codes: 0 stopped; 1 the port is taken; 2 there is no page to serve.

Examples:
  stumper serve
  stumper serve --port 0 --open
  stumper serve --folder web/dist
  stumper serve --host 0.0.0.0 --port 80
  stumper serve --base /stumper")]
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
pub(crate) struct Args {
    /// The port to listen at; 0 picks a free one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address to listen at; 0.0.0.0 or :: is all of the machine's
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Serve under this path, for a proxy that hands it on
    #[arg(long, value_name = "PATH", default_value = "/")]
    base: String,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Serve the page that was built into this folder, not the one inside
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Tells how to get what this program was built without.
#[cfg(not(feature = "serve"))]
pub(crate) fn call(_: &Args) -> anyhow::Result<u8> {
    crate::tell(
        "stumper: this program was built without the page; build it with `scripts/serve`, \
         or `cargo build --release -p stumper-cli --features serve`",
    );
    Ok(crate::WRONG_CALL)
}
