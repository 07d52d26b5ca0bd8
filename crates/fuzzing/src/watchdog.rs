//! Looks after the threads that make calls, and tells of one that hangs. It
//! counts the processor's time where the system tells it, so that a busy
//! machine is no hang.

use std::fs;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

/// How often the watchdog looks.
const EVERY: Duration = Duration::from_millis(200);

/// What a thread is doing.
#[derive(Default)]
struct Doing {
    /// The file that tells of the thread's processor time, if there is one.
    clock: Option<String>,
    /// Counts calls, so that two looks can tell them apart.
    call: u64,
    target: &'static str,
    input: Vec<u8>,
}

/// A thread that is looked after for as long as this lives.
pub(crate) struct Watched(Arc<Mutex<Doing>>);

/// A call that took too long.
pub(crate) struct Hang {
    pub(crate) target: &'static str,
    pub(crate) input: Vec<u8>,
}

impl Watched {
    /// Watches this thread: no call may take longer than `patience`.
    pub(crate) fn start(patience: Duration, tell: impl Fn(Hang) + Send + 'static) -> Watched {
        let thread = fs::read_link("/proc/thread-self").ok();
        let doing = Doing {
            clock: thread.map(|path| format!("/proc/{}/schedstat", path.display())),
            ..Doing::default()
        };
        let doing = Arc::new(Mutex::new(doing));
        let watched = Arc::downgrade(&doing);
        std::thread::spawn(move || watch(&watched, patience, tell));
        Watched(doing)
    }

    /// Notes that a call begins.
    pub(crate) fn begin(&self, target: &'static str, input: &[u8]) {
        let mut doing = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        doing.call += 1;
        doing.target = target;
        doing.input.clear();
        doing.input.extend_from_slice(input);
    }
}

fn watch(doing: &Weak<Mutex<Doing>>, patience: Duration, tell: impl Fn(Hang)) {
    let began = Instant::now();
    let mut seen = (0, Duration::ZERO);
    loop {
        std::thread::sleep(EVERY);
        let Some(doing) = doing.upgrade() else { return };
        let doing = doing.lock().unwrap_or_else(|broken| broken.into_inner());
        let clock = doing.clock.as_deref().and_then(processor_time);
        let now = clock.unwrap_or_else(|| began.elapsed());
        if doing.call != seen.0 || doing.call == 0 {
            seen = (doing.call, now);
        } else if now.saturating_sub(seen.1) > patience {
            tell(Hang {
                target: doing.target,
                input: doing.input.clone(),
            });
            return;
        }
    }
}

/// The time that a thread has run, from the first number of its `schedstat`.
fn processor_time(clock: &str) -> Option<Duration> {
    let text = fs::read_to_string(clock).ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_call_without_an_end_is_told_with_its_input() {
        let (send, told) = channel();
        let watched = Watched::start(Duration::from_millis(1), move |hang| drop(send.send(hang)));
        watched.begin("some", b"input");
        // Works until it is told, which takes the processor's time.
        let hang = loop {
            if let Ok(hang) = told.try_recv() {
                break hang;
            }
        };
        assert_eq!((hang.target, &hang.input[..]), ("some", &b"input"[..]));
    }
}
