//! The time since a level was begun, and the wish to stop, as solvers may see
//! them.

use crate::stop::Stop;
use engine::Watch;
use std::time::Duration;
#[cfg(feature = "threads")]
use std::time::Instant;

/// A clock that starts with a level. It reads the machine's time once here,
/// and then only when asked. Without the feature `threads` there is no time,
/// and limits of time are never reached; who has a clock brings a [`Watch`].
pub struct Clock {
    #[cfg(feature = "threads")]
    began: Instant,
    stop: Stop,
}

impl Clock {
    /// Starts a clock.
    pub fn start(stop: &Stop) -> Clock {
        Clock {
            #[cfg(feature = "threads")]
            began: Instant::now(),
            stop: stop.clone(),
        }
    }

    /// Seconds since the start, in whole millionths, as rows have them.
    pub fn seconds(&self) -> f64 {
        (self.elapsed().as_secs_f64() * 1e6).round() / 1e6
    }
}

impl Watch for Clock {
    fn elapsed(&self) -> Duration {
        #[cfg(feature = "threads")]
        return self.began.elapsed();
        #[cfg(not(feature = "threads"))]
        Duration::ZERO
    }

    fn interrupted(&self) -> bool {
        self.stop.is_asked()
    }
}
