//! The clock of the browser, or of the machine in tests.

use std::time::Duration;
use stumper::Watch;

#[cfg(target_arch = "wasm32")]
mod time {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = performance)]
        fn now() -> f64;
    }

    pub struct Instant(f64);

    impl Instant {
        pub fn now() -> Instant {
            Instant(now())
        }

        pub fn elapsed(&self) -> std::time::Duration {
            std::time::Duration::from_secs_f64((now() - self.0).max(0.0) / 1000.0)
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod time {
    pub use std::time::Instant;
}

/// The time since a call began. Nobody interrupts it: the page ends its
/// worker.
pub struct Since(time::Instant);

impl Since {
    pub fn now() -> Since {
        Since(time::Instant::now())
    }
}

impl Watch for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn interrupted(&self) -> bool {
        false
    }
}
