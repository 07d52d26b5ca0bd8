//! The work of an experiment: items on all cores, in order, with what came of
//! each as a row on disk, so that a run that was stopped can go on.

use super::Bench;
use crate::{Error, Result};
use engine::Fault;
use engine::notation::quoted;
use host::Shards;
use lab::{Ending, Plan, Stop, run};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// What came of an item.
pub(crate) trait RowOf<I>: Serialize + DeserializeOwned + Send + 'static {
    /// What the row calls its item.
    fn id(&self) -> String;
    /// Whether it is the row of this item, so that a run does not go on with
    /// rows of other items.
    fn is_of(&self, item: &I) -> bool;
}

/// What came of items, as far as an earlier run got, and where more goes.
pub(crate) struct Log<T> {
    past: VecDeque<T>,
    shards: Option<Shards>,
}

impl<T: Serialize + DeserializeOwned + Send + 'static> Log<T> {
    /// Opens the folder that was asked for.
    pub(crate) fn open(shared: &Bench) -> Result<Log<T>> {
        let Some(folder) = &shared.out.file else {
            return Ok(Log {
                past: VecDeque::new(),
                shards: None,
            });
        };
        let (shards, past) = Shards::open(folder, &shared.out, "{\"id\":")?;
        Ok(Log {
            past: past.into(),
            shards: Some(shards),
        })
    }

    /// Runs items through workers and tells `took` what came of each, in
    /// order, those of the log first. `count` is the number of items, where
    /// that is known. False if the user stopped it.
    pub(crate) fn run<I: Send + 'static, W>(
        &mut self,
        mut items: impl Iterator<Item = Result<I>> + Send + 'static,
        count: Option<u64>,
        things: &str,
        shared: &Bench,
        worker: impl Fn(&Stop) -> Result<W> + Send + Sync + 'static,
        mut took: impl FnMut(T),
    ) -> Result<bool>
    where
        W: FnMut(I) -> Result<Option<T>>,
        T: RowOf<I>,
    {
        let most = count.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let done = self.past.len().min(most);
        for row in self.past.drain(..done) {
            let Some(item) = items.next() else { break };
            if !row.is_of(&item?) {
                let found = format!("the row of {}", quoted(&row.id()));
                let fault = Fault::new("--resume", found, "the rows of the same items");
                return Err(fault.hint("name the same levels in the same order").into());
            }
            took(row);
        }
        shared.progress.begin(count, things, done as u64);
        let ending = self.work(items, shared, worker, took);
        shared.progress.end();
        Ok(ending? == Ending::Whole)
    }

    /// Runs the items that are left.
    fn work<I: Send + 'static, W>(
        &mut self,
        items: impl Iterator<Item = Result<I>> + Send + 'static,
        shared: &Bench,
        worker: impl Fn(&Stop) -> Result<W> + Send + Sync + 'static,
        mut took: impl FnMut(T),
    ) -> Result<Ending>
    where
        W: FnMut(I) -> Result<Option<T>>,
    {
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
        run::run(items, &plan, worker, |made: Option<Vec<T>>| {
            for one in made.unwrap_or_default() {
                if let Some(shards) = &mut self.shards {
                    shards.add(&one)?;
                }
                shared.progress.advance();
                took(one);
            }
            Ok::<_, Error>(ControlFlow::Continue(()))
        })
    }

    /// Ends a run that is whole.
    pub(crate) fn finish(self) -> Result<()> {
        self.shards.map_or(Ok(()), Shards::finish)
    }
}
