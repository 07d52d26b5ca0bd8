//! Ctrl-C. A verb that can end cleanly says so ([`can_stop`]); then the first
//! Ctrl-C (or request to terminate) asks for that and the second ends at once.
//! Until then the first one ends at once.

use anyhow::{Context, Result};
use lab::{Clock, Stop};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);
static CLEAN: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on.
pub(crate) fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        let again = STOP.ask();
        if again || !CLEAN.load(Ordering::Relaxed) {
            std::process::exit(i32::from(crate::INTERRUPTED));
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// From now on work looks at the wish to stop, and ends cleanly.
pub(crate) fn can_stop() {
    CLEAN.store(true, Ordering::Relaxed);
}

/// The user's wish to stop.
pub(crate) fn stop() -> &'static Stop {
    &STOP
}

/// Whether the user wants to stop.
pub(crate) fn stop_asked() -> bool {
    STOP.is_asked()
}

/// A clock that starts now and sees the user's wish to stop.
pub(crate) fn clock() -> Clock {
    Clock::start(&STOP)
}
