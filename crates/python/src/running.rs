//! Work in the background: a thread drives a run, and what it makes comes
//! through a bounded channel. The interpreter's lock is released while waiting
//! and signals are looked at, so that Ctrl-C works; who lets go of a run stops
//! it.

use crate::fault::OrRaise;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{process, thread};
use stumper::{Ending, Fault, Stop};

/// Batches that wait to be taken.
const WAITING: usize = 16;
/// How often signals are looked at while nothing comes.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long work that was asked to stop may take to do so.
pub(crate) const LEAVE: Duration = Duration::from_secs(2);

/// Hands over what was made; breaks off where nobody takes it any more.
pub(crate) type Hand<'a, T> = &'a mut dyn FnMut(T) -> ControlFlow<()>;

/// A run under way.
pub(crate) struct Running<T> {
    made: Mutex<Receiver<Result<T, Fault>>>,
    stop: Stop,
    /// The process that has the threads: a forked one has none of them.
    process: u32,
}

/// What waiting for the next piece came to.
pub(crate) enum Next<T> {
    /// A piece, or the fault that ended the run.
    Made(Result<T, Fault>),
    /// Nothing so far.
    Nothing,
    /// The run is over.
    Over,
}

impl<T: Send + 'static> Running<T> {
    /// Starts a thread that drives a run.
    pub(crate) fn start(
        drive: impl FnOnce(&Stop, Hand<'_, T>) -> Result<Ending, Fault> + Send + 'static,
    ) -> Result<Running<T>, Fault> {
        let (sender, made) = sync_channel(WAITING);
        let stop = Stop::default();
        let theirs = stop.clone();
        thread::Builder::new()
            .name("stumper".into())
            .spawn(move || driven(&theirs, &sender, drive))
            .map_err(|why| Fault::new("a run", why.to_string(), "a thread that can be started"))?;
        Ok(Running {
            made: Mutex::new(made),
            stop,
            process: process::id(),
        })
    }

    /// Waits a moment for the next piece, without the interpreter's lock.
    pub(crate) fn wait(&self) -> Next<T> {
        if process::id() != self.process {
            let found = format!("process {}, forked from it", process::id());
            let expected = format!("process {}, which began the run", self.process);
            let fault = Fault::new("a run", found, expected);
            return Next::Made(Err(fault.hint("begin another in this process")));
        }
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        match made.recv_timeout(LOOK_EVERY) {
            Ok(made) => Next::Made(made),
            Err(RecvTimeoutError::Timeout) => Next::Nothing,
            Err(RecvTimeoutError::Disconnected) => Next::Over,
        }
    }

    /// The next piece; none when all is done.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            let next = py.detach(|| self.wait());
            py.check_signals().inspect_err(|_| self.cancel())?;
            match next {
                Next::Made(made) => return made.map(Some).or_raise(py),
                Next::Nothing => {}
                Next::Over => return Ok(None),
            }
        }
    }

    /// Asks the run to stop, and waits until it has taken away what it began,
    /// if that does not take long.
    pub(crate) fn leave(&self, py: Python<'_>) {
        self.cancel();
        let until = Instant::now() + LEAVE;
        // A fault is the last thing that a run says.
        let goes_on = || matches!(self.wait(), Next::Made(Ok(_)) | Next::Nothing);
        py.detach(|| while Instant::now() < until && goes_on() {});
    }

    /// Asks the run to stop.
    pub(crate) fn cancel(&self) {
        self.stop.ask();
    }
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

/// A driving thread's life.
fn driven<T>(
    stop: &Stop,
    sender: &SyncSender<Result<T, Fault>>,
    drive: impl FnOnce(&Stop, Hand<'_, T>) -> Result<Ending, Fault>,
) {
    let mut hand = |made| match sender.send(Ok(made)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    if let Err(fault) = drive(stop, &mut hand) {
        // Nobody listens where the run was let go.
        let _ = sender.send(Err(fault));
    }
}
