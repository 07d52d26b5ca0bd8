//! What every server of the program needs: an address to listen at, a base
//! path, and word of where it is.

use crate::words::tell;
use anyhow::{Context, Result, bail};
use engine::Fault;
use engine::notation::quoted;
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::process::{Command, Stdio};

/// The base path with a slash at its start and none at its end.
pub(crate) fn read_base(base: &str) -> Result<String, Fault> {
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

/// Listens at a port of an address.
pub(crate) fn listen(host: &str, port: u16) -> Result<TcpListener> {
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
    Ok(listener)
}

/// An address that a browser on this machine can open.
pub(crate) fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// Prints where the page is, at once.
pub(crate) fn announce(url: &str, address: SocketAddr) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{url}")?;
    out.flush()?;
    if !address.ip().is_loopback() {
        tell("Everybody who reaches this machine can open the page.");
    }
    Ok(())
}

/// Opens the page in the browser. Whether that works is known later, or never.
pub(crate) fn open(url: String) {
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
