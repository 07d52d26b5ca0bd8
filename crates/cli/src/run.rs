//! Work that many threads share. Threads take small batches of items from one
//! lazy iterator, each thread with its own worker; the calling thread writes
//! what they made in the order of the items, so that the bytes are the same
//! for any number of threads. At most [`WINDOW`] batches are under way or
//! waiting for an earlier one, which bounds memory whatever the run's length.

use crate::output::Sink;
use crate::watch::stop_asked;
use anyhow::{Context, Error, Result, bail};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Batches that may be taken and not yet written.
const WINDOW: usize = 256;
/// Most items in a batch.
const LARGEST_BATCH: usize = 64;
/// Batches grow until they take about this long: enough to hide the cost of
/// handing them over, short enough that threads finish together.
const BATCH_TIME: Duration = Duration::from_millis(2);
/// How often the writer looks up when no batch arrives.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How long an interrupted run waits for threads that do not answer, such as
/// one that waits for standard input.
const GRACE: Duration = Duration::from_secs(1);

/// Whether a worker goes on after an item.
pub(crate) enum Flow {
    Go,
    /// The item was interrupted and left no output.
    Stop,
}

/// How a run ended.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    Whole,
    Interrupted,
}

/// How to share the work.
pub(crate) struct Plan {
    /// Threads.
    pub(crate) jobs: usize,
    /// Whether items come from a pipe that may be slow, so that waiting for a
    /// full batch would hold back answers.
    pub(crate) one_by_one: bool,
}

/// The number of threads: what was asked for, or all cores.
pub(crate) fn jobs(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, usize::from)
}

struct Batch<T> {
    index: u64,
    bytes: Vec<u8>,
    tally: T,
    end: Option<End>,
}

enum End {
    Failed(Error),
    Stopped,
}

/// Items with the tickets that bound how many batches are out.
struct Feed<S> {
    items: Option<S>,
    tickets: Receiver<()>,
    taken: u64,
}

impl<I, S: Iterator<Item = Result<I>>> Feed<S> {
    /// Takes up to `size` items; gives the batch's index, and the fault that
    /// ended the items if one did.
    fn take(&mut self, size: usize, batch: &mut Vec<I>) -> Option<(u64, Option<Error>)> {
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

/// Runs every item through a worker. `worker` makes one for each thread; a
/// worker adds whole rows to the bytes and counts in the tally. `took` gets
/// the tallies in the order of the items, as their rows are written. The
/// first fault, in that order, ends the run after the rows before it.
pub(crate) fn run<I, T, W>(
    items: impl Iterator<Item = Result<I>> + Send + 'static,
    plan: &Plan,
    worker: impl Fn() -> W + Send + Sync + 'static,
    sink: &mut Sink,
    mut took: impl FnMut(T),
) -> Result<Ending>
where
    I: Send + 'static,
    T: Default + Send + 'static,
    W: FnMut(I, &mut Vec<u8>, &mut T) -> Result<Flow>,
{
    let (ticket_sender, tickets) = channel();
    for _ in 0..WINDOW.max(2 * plan.jobs) {
        ticket_sender.send(())?;
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
        // Threads are not joined: after an interrupt or a fault one of them
        // may wait for standard input for ever.
        std::thread::Builder::new()
            .spawn(move || work(&feed, worker(), largest, &results))
            .context("cannot start so many threads; --jobs asks for fewer")?;
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
            sink.write(&batch.bytes)?;
            took(batch.tally);
            match batch.end {
                Some(End::Failed(error)) => {
                    sink.flush()?;
                    return Err(error);
                }
                Some(End::Stopped) => {
                    sink.flush()?;
                    return Ok(Ending::Interrupted);
                }
                // Nobody takes a ticket once the items are used up.
                None => drop(ticket_sender.send(())),
            }
        }
        sink.flush_when_due()?;
        if stop_asked() && stopping.get_or_insert_with(Instant::now).elapsed() > GRACE {
            sink.flush()?;
            return Ok(Ending::Interrupted);
        }
    }
    sink.flush()?;
    match feed.lock() {
        Ok(feed) if feed.taken == next => Ok(Ending::Whole),
        _ => bail!("a thread broke down; rows after the last one written are lost"),
    }
}

/// One thread's life.
fn work<I, T: Default>(
    feed: &Mutex<Feed<impl Iterator<Item = Result<I>>>>,
    mut worker: impl FnMut(I, &mut Vec<u8>, &mut T) -> Result<Flow>,
    largest: usize,
    results: &Sender<Batch<T>>,
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
            bytes: Vec::new(),
            tally: T::default(),
            end: fault.map(End::Failed),
        };
        for item in items.drain(..) {
            let end = match stop_asked() {
                true => Some(End::Stopped),
                false => match worker(item, &mut batch.bytes, &mut batch.tally) {
                    Ok(Flow::Go) => continue,
                    Ok(Flow::Stop) => Some(End::Stopped),
                    Err(error) => Some(End::Failed(error)),
                },
            };
            batch.end = end;
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
