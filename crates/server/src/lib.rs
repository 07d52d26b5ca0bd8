//! Stumper over HTTP: [`page`] is the page where all games are played,
//! [`study`] is a study in which people play levels and rate them.
//! What a client may take is bounded.

mod connections;
pub mod page;
pub mod study;

pub use axum::Router;
use std::io;
use std::net::TcpListener;
use std::time::Duration;

/// How often the wish to stop is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Connections that may wait to be taken; the standard library lets fewer.
const WAITING: i32 = 1024;
/// Connections that a server with many clients takes at one time.
const MANY: u32 = 4096;
/// Files that a server has open beside its connections.
const OTHER_FILES: u64 = 64;

/// How many connections a server with many clients can take, after the system
/// was asked to let it have enough of them open.
pub fn open_places() -> u32 {
    let wanted = u64::from(MANY) + OTHER_FILES;
    let found = rlimit::increase_nofile_limit(wanted).unwrap_or(256 + OTHER_FILES);
    let places = found.saturating_sub(OTHER_FILES).clamp(16, MANY.into());
    u32::try_from(places).unwrap_or(MANY)
}

/// Answers at an address until someone asks to stop; then answers under way
/// are finished. `ready` is called when the first request can come.
pub fn serve(
    listener: TcpListener,
    router: Router,
    places: u32,
    ready: impl FnOnce() -> io::Result<()>,
    stop_asked: impl Fn() -> bool + Sync,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let stop = async {
        while !stop_asked() {
            tokio::time::sleep(LOOK).await;
        }
    };
    socket2::SockRef::from(&listener).listen(WAITING)?;
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        ready()?;
        connections::serve(listener, router, places, stop).await;
        io::Result::Ok(())
    })?;
    // A file that is being read is no reason to wait.
    runtime.shutdown_background();
    Ok(())
}
