//! The work of an experiment: items on all cores, in order, with what came of
//! each in a log, so that a run that was stopped can go on.

use super::Bench;
use crate::{Error, Result};
use engine::Fault;
use host::Journal;
use lab::{Ending, Plan, Stop, run};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// What came of items, as far as an earlier run got, and where more goes.
pub(crate) struct Log<T> {
    past: VecDeque<T>,
    journal: Option<Journal>,
}

impl<T: Serialize + DeserializeOwned + Send + 'static> Log<T> {
    /// Opens the log that was asked for.
    pub(crate) fn open(shared: &Bench) -> Result<Log<T>> {
        let out = &shared.out;
        let Some(path) = &out.file else {
            return Ok(Log {
                past: VecDeque::new(),
                journal: None,
            });
        };
        if !out.resume && !out.force && path.exists() {
            let place = engine::notation::quoted(&path.display().to_string());
            let fault = Fault::new(place, "a file that exists", "a new one");
            return Err(fault
                .hint("--resume goes on with it, --force writes over it")
                .into());
        }
        if out.resume {
            out.call.check(path)?;
        }
        let (journal, past) = Journal::open(path, out.resume, "{\"id\":")?;
        out.call.keep(path)?;
        Ok(Log {
            past: past.into(),
            journal: Some(journal),
        })
    }

    /// Runs items through workers and tells `took` what came of each, in
    /// order, those of the log first. `count` is the number of items, where
    /// that is known. False if the user stopped it.
    pub(crate) fn run<I: Send + 'static, W>(
        &mut self,
        items: impl Iterator<Item = Result<I>> + Send + 'static,
        count: Option<u64>,
        things: &str,
        shared: &Bench,
        worker: impl Fn(&Stop) -> Result<W> + Send + Sync + 'static,
        mut took: impl FnMut(T),
    ) -> Result<bool>
    where
        W: FnMut(I) -> Result<Option<T>>,
    {
        let most = count.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let done = self.past.len().min(most);
        shared.progress.begin(count, things, done as u64);
        self.past.drain(..done).for_each(&mut took);
        let plan = Plan::new(shared.jobs, &shared.stop);
        let stop = plan.stop.clone();
        let worker = move || {
            let mut worker = worker(&stop);
            move |item: I, made: &mut Vec<T>| {
                let worker = worker.as_mut().map_err(|error| {
                    Fault::new("a worker", error.to_string(), "one for each thread")
                })?;
                Ok(match worker(item)? {
                    None => ControlFlow::Break(()),
                    Some(one) => {
                        made.push(one);
                        ControlFlow::Continue(())
                    }
                })
            }
        };
        let ending = run::run(items.skip(done), &plan, worker, |made: Option<Vec<T>>| {
            for one in made.unwrap_or_default() {
                if let Some(journal) = &mut self.journal {
                    journal.add(&one)?;
                }
                shared.progress.advance();
                took(one);
            }
            Ok::<_, Error>(ControlFlow::Continue(()))
        });
        shared.progress.end();
        Ok(ending? == Ending::Whole)
    }
}
