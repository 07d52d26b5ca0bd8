//! Stumper over HTTP: [`page`] is the page where all games are played,
//! [`study`] is a study in which people play levels and rate them.
//! [`connections`] bounds what a client may take.

mod connections;
pub mod page;
pub mod study;

use axum::Router;
use std::io;
use std::net::TcpListener;
use std::time::Duration;

/// How often the wish to stop is looked at.
const LOOK: Duration = Duration::from_millis(50);

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
