//! The clock and the user's wish to stop, as solvers may see them. The first
//! Ctrl-C (or request to terminate) asks for a clean end; the second ends at
//! once.

use anyhow::{Context, Result};
use engine::Watch;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static STOP: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C ask for a clean end from now on.
pub(crate) fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(crate::INTERRUPTED));
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether the user wants to stop.
pub(crate) fn stop_asked() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// A clock that starts with a solve. It reads the machine's time once here,
/// and then only when asked.
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn start() -> Clock {
        Clock(Instant::now())
    }
}

impl Watch for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn interrupted(&self) -> bool {
        stop_asked()
    }
}
