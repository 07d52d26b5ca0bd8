//! The wish to stop, shared by all who work on one thing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish to stop, seen by everyone who holds a copy.
#[derive(Clone, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    /// Someone whose wish counts here as well.
    outer: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// The same wish, and one more that only holders of this copy see: a run
    /// that has enough stops its own work and nobody else's.
    pub fn inner(&self) -> Stop {
        Stop {
            asked: Arc::default(),
            outer: Some(self.asked.clone()),
        }
    }

    /// Asks all holders to stop; tells whether they had been asked before.
    pub fn ask(&self) -> bool {
        self.asked.swap(true, Ordering::Relaxed)
    }

    /// Whether to stop.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed) || self.is_asked_from_outside()
    }

    /// Whether whoever began all this wants to stop.
    pub fn is_asked_from_outside(&self) -> bool {
        let outer = self.outer.as_ref();
        outer.is_some_and(|asked| asked.load(Ordering::Relaxed))
    }
}
