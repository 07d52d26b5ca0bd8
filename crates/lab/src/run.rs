//! Work that many threads share. Threads take small batches of items from one
//! lazy iterator, each thread with its own worker; the calling thread takes
//! what they made in the order of the items, so that the result is the same
//! for any number of threads. At most `WINDOW` batches are under way or
//! waiting for an earlier one, which bounds memory whatever the run's length.
//!
//! Without the feature `threads` all is done in turn on the calling thread.

use crate::stop::Stop;
use engine::Fault;
use std::ops::ControlFlow;

/// Batches that may be taken and not yet written.
#[cfg(feature = "threads")]
const WINDOW: usize = 256;

/// How a run ended.
#[derive(PartialEq, Eq, Debug, Clone, Copy)]
pub enum Ending {
    /// All items were done.
    Whole,
    /// Whoever takes the results had enough.
    Enough,
    /// The user stopped it.
    Interrupted,
}

/// How to share the work.
#[derive(Clone)]
pub struct Plan {
    /// Threads.
    pub jobs: usize,
    /// Whether items come from a pipe that may be slow, so that waiting for a
    /// full batch would hold back answers.
    pub one_by_one: bool,
    /// The wish to stop. Workers should look at the same one while they work
    /// on an item; it is asked as well once there is enough.
    pub stop: Stop,
}

impl Plan {
    /// All cores, or as many threads as were asked for.
    pub fn new(jobs: Option<usize>, stop: &Stop) -> Plan {
        Plan {
            jobs: jobs.unwrap_or_else(cores),
            one_by_one: false,
            stop: stop.inner(),
        }
    }
}

/// The cores of this machine; one where there are no threads.
pub fn cores() -> usize {
    match cfg!(feature = "threads") {
        true => std::thread::available_parallelism().map_or(1, usize::from),
        false => 1,
    }
}

/// Runs every item through a worker. `worker` makes one for each thread; a
/// worker adds what it made of an item to the batch's result, and breaks off
/// where the item was interrupted and left nothing. `took` gets the results in
/// the order of the items, and `None` when a while has passed, so that it can
/// flush; once it breaks off, work under way is stopped. The first fault, in
/// the order of the items, ends the run after the results before it.
#[cfg(feature = "threads")]
pub fn run<I, T, E, W>(
    items: impl Iterator<Item = Result<I, E>> + Send + 'static,
    plan: &Plan,
    worker: impl Fn() -> W + Send + Sync + 'static,
    took: impl FnMut(Option<T>) -> Result<ControlFlow<()>, E>,
) -> Result<Ending, E>
where
    I: Send + 'static,
    T: Default + Send + 'static,
    E: From<Fault> + Send + 'static,
    W: FnMut(I, &mut T) -> Result<ControlFlow<()>, E>,
{
    threads::run(items, plan, worker, took)
}

/// Runs every item through a worker, in turn.
#[cfg(not(feature = "threads"))]
pub fn run<I, T, E, W>(
    items: impl Iterator<Item = Result<I, E>>,
    plan: &Plan,
    worker: impl Fn() -> W,
    mut took: impl FnMut(Option<T>) -> Result<ControlFlow<()>, E>,
) -> Result<Ending, E>
where
    T: Default,
    E: From<Fault>,
    W: FnMut(I, &mut T) -> Result<ControlFlow<()>, E>,
{
    let mut worker = worker();
    for item in items {
        let mut made = T::default();
        if plan.stop.is_asked() || worker(item?, &mut made)?.is_break() {
            return Ok(Ending::Interrupted);
        }
        if took(Some(made))?.is_break() {
            return Ok(Ending::Enough);
        }
    }
    Ok(Ending::Whole)
}

#[cfg(feature = "threads")]
mod threads {
    use super::{ControlFlow, Ending, Fault, Plan, Stop, WINDOW};
    use std::collections::BTreeMap;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    /// Most items in a batch.
    const LARGEST_BATCH: usize = 64;
    /// Batches grow until they take about this long: enough to hide the cost
    /// of handing them over, short enough that threads finish together.
    const BATCH_TIME: Duration = Duration::from_millis(2);
    /// How often the caller looks up when no batch arrives.
    const LOOK_EVERY: Duration = Duration::from_millis(50);
    /// How long an interrupted run waits for threads that do not answer, such
    /// as one that waits for standard input.
    const GRACE: Duration = Duration::from_secs(1);

    struct Batch<T, E> {
        index: u64,
        made: T,
        end: Option<End<E>>,
    }

    enum End<E> {
        Failed(E),
        Stopped,
    }

    /// Items with the tickets that bound how many batches are out.
    struct Feed<S> {
        items: Option<S>,
        tickets: Receiver<()>,
        taken: u64,
    }

    impl<I, E, S: Iterator<Item = Result<I, E>>> Feed<S> {
        /// Takes up to `size` items; gives the batch's index, and the fault
        /// that ended the items if one did.
        fn take(&mut self, size: usize, batch: &mut Vec<I>) -> Option<(u64, Option<E>)> {
            self.tickets.recv().ok()?;
            let items = self.items.as_mut()?;
            let mut fault = None;
            while batch.len() < size {
                match items.next() {
                    Some(Ok(item)) => batch.push(item),
                    ended => {
                        fault = ended.and_then(Result::err);
                        self.items = None;
                        break;
                    }
                }
            }
            if batch.is_empty() && fault.is_none() {
                return None;
            }
            self.taken += 1;
            Some((self.taken - 1, fault))
        }
    }

    pub(super) fn run<I, T, E, W>(
        items: impl Iterator<Item = Result<I, E>> + Send + 'static,
        plan: &Plan,
        worker: impl Fn() -> W + Send + Sync + 'static,
        mut took: impl FnMut(Option<T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<Ending, E>
    where
        I: Send + 'static,
        T: Default + Send + 'static,
        E: From<Fault> + Send + 'static,
        W: FnMut(I, &mut T) -> Result<ControlFlow<()>, E>,
    {
        let (ticket_sender, tickets) = channel();
        for _ in 0..WINDOW.max(2 * plan.jobs) {
            // The receiver is held by the feed below.
            let _ = ticket_sender.send(());
        }
        let feed = Arc::new(Mutex::new(Feed {
            items: Some(items),
            tickets,
            taken: 0,
        }));
        let (batch_sender, batches) = channel();
        let worker = Arc::new(worker);
        let largest = if plan.one_by_one { 1 } else { LARGEST_BATCH };
        for _ in 0..plan.jobs {
            let (feed, worker, results) = (feed.clone(), worker.clone(), batch_sender.clone());
            let stop = plan.stop.clone();
            // Threads are not joined: after an interrupt or a fault one of
            // them may wait for standard input for ever.
            let thread = std::thread::Builder::new()
                .spawn(move || work(&feed, worker(), largest, &stop, &results));
            if let Err(why) = thread {
                plan.stop.ask();
                let fault = Fault::new("--jobs", why.to_string(), "threads that can be started");
                return Err(fault.hint("ask for fewer").into());
            }
        }
        drop((batch_sender, worker));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut stopping: Option<Instant> = None;
        loop {
            match batches.recv_timeout(LOOK_EVERY) {
                Ok(batch) => drop(waiting.insert(batch.index, batch)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(batch) = waiting.remove(&next) {
                next += 1;
                let Batch { made, end, .. } = batch;
                let step = took(Some(made)).inspect_err(|_| {
                    plan.stop.ask();
                })?;
                if step.is_break() {
                    plan.stop.ask();
                    return Ok(Ending::Enough);
                }
                match end {
                    Some(End::Failed(error)) => {
                        plan.stop.ask();
                        return Err(error);
                    }
                    Some(End::Stopped) => return Ok(Ending::Interrupted),
                    // Nobody takes a ticket once the items are used up.
                    None => drop(ticket_sender.send(())),
                }
            }
            let step = took(None).inspect_err(|_| {
                plan.stop.ask();
            })?;
            if step.is_break() {
                plan.stop.ask();
                return Ok(Ending::Enough);
            }
            if plan.stop.is_asked() && stopping.get_or_insert_with(Instant::now).elapsed() > GRACE {
                return Ok(Ending::Interrupted);
            }
        }
        match feed.lock() {
            Ok(feed) if feed.taken == next => Ok(Ending::Whole),
            _ => Err(Fault::defect("a thread", "it broke down; what follows is lost").into()),
        }
    }

    /// One thread's life.
    fn work<I, T: Default, E>(
        feed: &Mutex<Feed<impl Iterator<Item = Result<I, E>>>>,
        mut worker: impl FnMut(I, &mut T) -> Result<ControlFlow<()>, E>,
        largest: usize,
        stop: &Stop,
        results: &Sender<Batch<T, E>>,
    ) {
        let mut items = Vec::new();
        let mut size = 1;
        loop {
            let Ok(taken) = feed.lock().map(|mut feed| feed.take(size, &mut items)) else {
                return;
            };
            let Some((index, fault)) = taken else { return };
            let began = Instant::now();
            let mut batch = Batch {
                index,
                made: T::default(),
                end: fault.map(End::Failed),
            };
            for item in items.drain(..) {
                let end = match stop.is_asked() {
                    true => End::Stopped,
                    false => match worker(item, &mut batch.made) {
                        Ok(ControlFlow::Continue(())) => continue,
                        Ok(ControlFlow::Break(())) => End::Stopped,
                        Err(error) => End::Failed(error),
                    },
                };
                batch.end = Some(end);
                break;
            }
            let over = batch.end.is_some();
            if results.send(batch).is_err() || over {
                return;
            }
            let spent = began.elapsed();
            if spent < BATCH_TIME / 2 {
                size = (size * 2).min(largest);
            } else if spent > BATCH_TIME * 2 {
                size = (size / 2).max(1);
            }
        }
    }
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use super::*;

    fn squares(jobs: usize, enough: usize, fault_at: u64) -> (Result<Ending, Fault>, Vec<u64>) {
        let items = (0..1000u64).map(move |n| match n == fault_at {
            true => Err(Fault::new("item", n.to_string(), "another")),
            false => Ok(n),
        });
        let plan = Plan::new(Some(jobs), &Stop::default());
        let mut all = Vec::new();
        let worker = || {
            |n: u64, made: &mut Vec<u64>| {
                made.push(n * n);
                Ok(ControlFlow::Continue(()))
            }
        };
        let ending = run(items, &plan, worker, |made| {
            all.extend(made.unwrap_or_default());
            Ok(match all.len() >= enough {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        });
        (ending, all)
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let expected: Vec<u64> = (0..1000).map(|n| n * n).collect();
        for jobs in [1, 2, 7] {
            let (ending, all) = squares(jobs, usize::MAX, u64::MAX);
            assert_eq!((ending, &all), (Ok(Ending::Whole), &expected), "{jobs}");
            let (ending, all) = squares(jobs, 10, u64::MAX);
            assert_eq!(ending, Ok(Ending::Enough));
            assert_eq!(all[..10], expected[..10]);
            let (ending, all) = squares(jobs, usize::MAX, 500);
            assert_eq!(ending.unwrap_err().found, "500");
            assert_eq!(all, expected[..500]);
        }
    }

    #[test]
    fn a_wish_to_stop_ends_the_run() {
        let user = Stop::default();
        let plan = Plan::new(Some(2), &user);
        let worker = || |_: u64, _: &mut Vec<u64>| Ok(ControlFlow::Continue(()));
        let ending = run((0..).map(Ok::<u64, Fault>), &plan, worker, |_| {
            user.ask();
            Ok(ControlFlow::Continue(()))
        });
        assert_eq!(ending, Ok(Ending::Interrupted));
    }
}
