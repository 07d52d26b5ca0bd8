//! The time since a level was begun, and the wish to stop, as solvers may see
//! them.

use crate::stop::Stop;
use engine::Watch;
use std::time::{Duration, Instant};

/// A clock that starts with a level. It reads the machine's time once here,
/// and then only when asked.
pub struct Clock {
    began: Instant,
    stop: Stop,
}

impl Clock {
    /// Starts a clock.
    pub fn start(stop: &Stop) -> Clock {
        Clock {
            began: Instant::now(),
            stop: stop.clone(),
        }
    }

    /// Seconds since the start, in whole millionths, as rows have them.
    pub fn seconds(&self) -> f64 {
        (self.began.elapsed().as_secs_f64() * 1e6).round() / 1e6
    }
}

impl Watch for Clock {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn interrupted(&self) -> bool {
        self.stop.is_asked()
    }
}
