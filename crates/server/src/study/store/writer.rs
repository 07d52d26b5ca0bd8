//! Threads that work at a database: each takes all jobs that wait, runs them
//! in one transaction, and answers when it is committed.

use super::refused::{Code, Refused, Trouble};
use crate::study::database::{Begin, Connection, DbError, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Jobs in one transaction at most.
const BATCH: usize = 256;
/// Times that something is tried.
const TRIES: u32 = 7;
/// After this time nothing is tried again.
const PATIENCE: Duration = Duration::from_secs(3);
/// The first pause between tries; each is twice as long as the one before.
const PAUSE: Duration = Duration::from_millis(20);

/// A job with whoever waits for it.
trait Job: Send {
    /// Does it, and keeps what comes of it. A refusal is no failure.
    fn run(&mut self, db: &mut dyn Connection) -> Result<(), DbError>;
    /// Hands over what came of it.
    fn answer(self: Box<Self>);
    /// Says that it failed.
    fn fail(self: Box<Self>, error: DbError);
}

struct Waiting<T, F> {
    work: F,
    outcome: Option<Result<T, Trouble>>,
    reply: oneshot::Sender<Result<T, Trouble>>,
}

impl<T, F> Job for Waiting<T, F>
where
    T: Send,
    F: FnMut(&mut dyn Connection) -> Result<T, Trouble> + Send,
{
    fn run(&mut self, db: &mut dyn Connection) -> Result<(), DbError> {
        match catch_unwind(AssertUnwindSafe(|| (self.work)(db))) {
            Ok(Err(Trouble::Database(error))) => Err(error),
            Ok(outcome) => {
                self.outcome = Some(outcome);
                Ok(())
            }
            Err(_) => Err(DbError::other("a call on the database panicked")),
        }
    }

    // Whoever waited may have left: then nobody listens.
    fn answer(self: Box<Self>) {
        if let Some(outcome) = self.outcome {
            let _ = self.reply.send(outcome);
        }
    }

    fn fail(self: Box<Self>, error: DbError) {
        let _ = self.reply.send(Err(error.into()));
    }
}

/// Threads with a connection each, and the jobs that wait for them.
pub(super) struct Pool {
    jobs: Option<SyncSender<Box<dyn Job>>>,
    waiting: Arc<AtomicUsize>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// A thread for each connection; so many jobs may wait.
    pub(super) fn start(
        connections: Vec<Box<dyn Connection>>,
        begin: Begin,
        places: usize,
    ) -> std::io::Result<Pool> {
        let (jobs, waiting_jobs) = sync_channel(places);
        let waiting_jobs = Arc::new(Mutex::new(waiting_jobs));
        let waiting = Arc::new(AtomicUsize::new(0));
        let start = |mut db: Box<dyn Connection>| {
            let (jobs, waiting) = (waiting_jobs.clone(), waiting.clone());
            thread::Builder::new()
                .name("database".into())
                .spawn(move || {
                    while let Some(batch) = take(&jobs) {
                        waiting.fetch_sub(batch.len(), Ordering::Relaxed);
                        run(db.as_mut(), begin, batch);
                    }
                })
        };
        Ok(Pool {
            threads: connections
                .into_iter()
                .map(start)
                .collect::<Result<_, _>>()?,
            jobs: Some(jobs),
            waiting,
        })
    }

    /// Lets a job wait for its turn.
    pub(super) fn send<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn Connection) -> Result<T, Trouble> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, Trouble>>, Trouble> {
        let (reply, answer) = oneshot::channel();
        let job = Waiting {
            work,
            outcome: None,
            reply,
        };
        let Some(jobs) = &self.jobs else {
            return Err(stopped());
        };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        jobs.try_send(Box::new(job)).map_err(|error| {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            match error {
                TrySendError::Full(_) => busy(),
                TrySendError::Disconnected(_) => stopped(),
            }
        })?;
        Ok(answer)
    }

    /// Jobs that wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

impl Drop for Pool {
    /// Waits until all jobs are done.
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A job may hold the last handle to its own pool.
            if thread.thread().id() != thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

fn busy() -> Trouble {
    Refused::new(Code::Busy, "the server has too much to do")
        .hint("try again in a moment")
        .into()
}

/// What is said when nobody works any more.
pub(super) fn stopped() -> Trouble {
    Refused::new(Code::Busy, "the server stops").into()
}

/// All jobs that wait, at least one; nothing when no more will come.
fn take(jobs: &Mutex<Receiver<Box<dyn Job>>>) -> Option<Vec<Box<dyn Job>>> {
    let jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
    let mut batch = vec![jobs.recv().ok()?];
    batch.extend(jobs.try_iter().take(BATCH - 1));
    Some(batch)
}

/// Runs jobs in one transaction. Where one fails, each is run alone; what may
/// pass is tried again.
fn run(db: &mut dyn Connection, begin: Begin, mut batch: Vec<Box<dyn Job>>) {
    let mut pause = PAUSE;
    let start = Instant::now();
    for tries in 1.. {
        let Err(error) = attempt(db, begin, &mut batch) else {
            batch.into_iter().for_each(Job::answer);
            return;
        };
        db.rollback();
        let is_lost = error.kind == ErrorKind::Lost;
        if batch.len() > 1 && !is_lost {
            for job in batch {
                run(db, begin, vec![job]);
            }
            return;
        }
        if !error.is_passing() || tries == TRIES || start.elapsed() > PATIENCE {
            for job in batch {
                job.fail(error.clone());
            }
            return;
        }
        thread::sleep(pause);
        pause *= 2;
    }
}

fn attempt(
    db: &mut dyn Connection,
    begin: Begin,
    batch: &mut [Box<dyn Job>],
) -> Result<(), DbError> {
    db.begin(begin)?;
    for job in batch {
        job.run(db)?;
    }
    db.commit()
}
