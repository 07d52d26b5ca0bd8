//! Ctrl-C. A verb that can end cleanly says so ([`can_stop`]); then the first
//! Ctrl-C (or request to terminate) asks for that and the second ends at once.
//! Until then the first one ends at once. Work of [`stop_alone`] is stopped
//! before any of that.

use anyhow::{Context, Result};
use lab::{Clock, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);
static CLEAN: AtomicBool = AtomicBool::new(false);
/// What the next Ctrl-C stops instead of the program.
static ALONE: Mutex<Option<Stop>> = Mutex::new(None);

/// Listens for Ctrl-C from now on.
pub(crate) fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        if let Some(work) = swap_alone(None) {
            work.ask();
            return;
        }
        let again = STOP.ask();
        if again || !CLEAN.load(Ordering::Relaxed) {
            std::process::exit(i32::from(crate::INTERRUPTED));
        }
    })
    .context("cannot listen for Ctrl-C")
}

fn swap_alone(work: Option<Stop>) -> Option<Stop> {
    let mut alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::replace(&mut alone, work)
}

/// Does work that Ctrl-C stops without ending the program. A second Ctrl-C
/// does what it always does.
pub(crate) fn stop_alone<T>(work: impl FnOnce(&Clock) -> T) -> T {
    let stop = Stop::default();
    swap_alone(Some(stop.clone()));
    let done = work(&Clock::start(&stop));
    swap_alone(None);
    done
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
