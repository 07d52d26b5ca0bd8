//! The verb: where to listen, what to serve, and how it ends.

use super::Args;
use super::answer::{Page, router};
use super::connections::serve;
use super::site::Site;
use crate::words::tell;
use crate::{DONE, WRONG_CALL, watch};
use anyhow::{Context, Result, bail};
use engine::Fault;
use engine::notation::quoted;
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How often the wish to stop is looked at.
const LOOK: Duration = Duration::from_millis(50);

const NO_PAGE: &str = "\
stumper: this program has no page inside, because web/dist was not there when it was built; \
build both with `scripts/serve`, or name the folder of a page with --folder";

pub(crate) fn call(args: &Args) -> Result<u8> {
    let base = read_base(&args.base)?;
    let site = match &args.folder {
        Some(folder) => Site::folder(folder)?,
        None => match Site::inside() {
            Some(site) => site,
            None => {
                tell(NO_PAGE);
                return Ok(WRONG_CALL);
            }
        },
    };
    let listener = listen(&args.host, args.port)?;
    let address = listener.local_addr().context("cannot listen")?;
    let url = format!("http://{}{base}/", reachable(address));
    // Before anybody can see the address and ask us to stop.
    watch::can_stop();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the server")?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        announce(&url, address)?;
        if args.open {
            open(url);
        }
        serve(listener, router(Page { site, base }), stop_asked()).await;
        anyhow::Ok(())
    })?;
    // A file that is being read is no reason to wait.
    runtime.shutdown_background();
    Ok(DONE)
}

/// Waits for Ctrl-C or a request to terminate.
async fn stop_asked() {
    while !watch::stop_asked() {
        tokio::time::sleep(LOOK).await;
    }
}

/// The base path with a slash at its start and none at its end.
fn read_base(base: &str) -> Result<String, Fault> {
    let names = base.trim_matches('/');
    let fits = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    let is_name = |name: &str| !name.is_empty() && !name.starts_with('.') && name.chars().all(fits);
    match names {
        "" => Ok(String::new()),
        _ if names.len() <= 200 && names.split('/').all(is_name) => Ok(format!("/{names}")),
        _ => Err(Fault::new(
            "--base",
            quoted(base),
            "a path such as /stumper, of letters, digits, and - . _ ~ inside names",
        )),
    }
}

fn listen(host: &str, port: u16) -> Result<TcpListener> {
    let unusable = |found: String| {
        Fault::new("--host", found, "an address of this machine")
            .hint("127.0.0.1 is for this machine alone, 0.0.0.0 for all who reach it")
    };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let addresses: Vec<SocketAddr> = match (bare, port).to_socket_addrs() {
        Ok(addresses) => addresses.collect(),
        Err(error) => return Err(unusable(format!("{} ({error})", quoted(host))).into()),
    };
    let listener = match TcpListener::bind(&addresses[..]) {
        Ok(listener) => listener,
        Err(error) => match error.kind() {
            ErrorKind::AddrInUse => bail!(
                "port {port} of {host} is taken by another program; \
                 try another one, or --port 0, which picks a free one"
            ),
            ErrorKind::PermissionDenied => {
                bail!("port {port} of {host} may not be used by you; try one from 1024 on")
            }
            ErrorKind::AddrNotAvailable | ErrorKind::InvalidInput => {
                return Err(unusable(quoted(host)).into());
            }
            _ => return Err(error).context(format!("cannot listen at port {port} of {host}")),
        },
    };
    let unblocked = listener.set_nonblocking(true);
    unblocked.context("cannot listen without blocking")?;
    Ok(listener)
}

/// An address that a browser on this machine can open.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// Prints where the page is, at once.
fn announce(url: &str, address: SocketAddr) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{url}")?;
    out.flush()?;
    if !address.ip().is_loopback() {
        tell("Everybody who reaches this machine can open the page.");
    }
    Ok(())
}

/// Opens the page in the browser. Whether that works is known later, or never.
fn open(url: String) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    std::thread::spawn(move || {
        let mut command = Command::new(program);
        command.args(before).arg(&url);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let opened = command.stderr(Stdio::null()).status();
        let why = match opened {
            Ok(status) if status.success() => return,
            Ok(status) => format!("{program} ended with {status}"),
            Err(error) => format!("{program}: {error}"),
        };
        tell(&format!(
            "No browser could be opened ({why}); open {url} yourself."
        ));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_read() {
        for (base, expected) in [
            ("", Some("")),
            ("/", Some("")),
            ("/play", Some("/play")),
            ("play", Some("/play")),
            ("/play/", Some("/play")),
            ("/a/b.c", Some("/a/b.c")),
            ("/a//b", None),
            ("/../a", None),
            ("/a b", None),
            ("/a%20b", None),
            ("/a?b", None),
            ("http://host/a", None),
        ] {
            assert_eq!(read_base(base).ok().as_deref(), expected, "{base}");
        }
    }
}
