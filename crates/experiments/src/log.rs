//! The work of an experiment: items on all cores, in order, with what came of
//! each as a row on disk, so that a run that was stopped can go on, and
//! several processes can share one.

use super::{Bench, SharedRun};
use crate::{Error, Result};
use engine::Fault;
use engine::notation::quoted;
use host::Shards;
use host::shards::{Cut, missing};
use lab::{Ending, Plan, Stop, run};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What came of an item.
pub(crate) trait RowOf<I>: Serialize + DeserializeOwned + Send + 'static {
    /// What the row calls its item.
    fn id(&self) -> String;
    /// Whether it is the row of this item, so that a run does not go on with
    /// rows of other items.
    fn is_of(&self, item: &I) -> bool;
}

/// What came of items, as far as earlier runs got, and where more goes.
pub(crate) struct Log<T> {
    /// Rows by the places of their items.
    past: BTreeMap<u64, T>,
    /// The place of the next item.
    next: u64,
    cut: Cut,
    shards: Option<Shards>,
}

/// An item, or what came of it in an earlier run.
enum Step<I, T> {
    Do(I),
    Past(T),
}

/// A row with the place of its item.
struct Made<T> {
    at: u64,
    is_new: bool,
    row: T,
}

impl<T: Serialize + DeserializeOwned + Send + 'static> Log<T> {
    /// Opens the folder that was asked for.
    pub(crate) fn open(shared: &Bench) -> Result<Log<T>> {
        let Some(folder) = &shared.out.file else {
            return Ok(Log {
                past: BTreeMap::new(),
                next: 0,
                cut: Cut::default(),
                shards: None,
            });
        };
        let (shards, past) = Shards::open(folder, &shared.out, shared.cut, "{\"id\":")?;
        Ok(Log {
            past,
            next: 0,
            cut: shared.cut,
            shards: Some(shards),
        })
    }

    /// Runs items through workers and tells `took` what came of each, in
    /// order, rows of the log among them. `count` is the number of items, where
    /// that is known. False if there is nothing to report: the user stopped it,
    /// or it is one of several processes, which has only its shard of the rows.
    pub(crate) fn run<I: Send + 'static, W>(
        &mut self,
        items: impl Iterator<Item = Result<I>> + Send + 'static,
        count: Option<u64>,
        things: &str,
        shared: &Bench,
        worker: impl Fn(&Stop) -> Result<W> + Send + Sync + 'static,
        took: impl FnMut(T),
    ) -> Result<bool>
    where
        W: FnMut(I) -> Result<Option<T>>,
        T: RowOf<I>,
    {
        let (first, cut) = (self.next, self.cut);
        let end = count.map_or(u64::MAX, |count| first.saturating_add(count));
        let later = self.past.split_off(&end);
        let past = std::mem::replace(&mut self.past, later);
        let own = count.map(|count| cut.share(count));
        shared.progress.begin(own, things, past.len() as u64);
        let seen = Arc::new(AtomicU64::new(0));
        let steps = steps(items, first, past, cut, seen.clone());
        let ending = self.work(steps, shared, worker, took);
        shared.progress.end();
        let is_whole = ending? == Ending::Whole;
        self.next = first + seen.load(Ordering::Relaxed);
        match cut.shard() {
            Some(_) if is_whole => self.leave(shared).map(|()| false),
            Some(_) => Ok(false),
            None => Ok(is_whole),
        }
    }

    /// Runs the items that are left.
    fn work<I: Send + 'static, W>(
        &mut self,
        steps: impl Iterator<Item = Result<(u64, Step<I, T>)>> + Send + 'static,
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
            move |(at, step): (u64, Step<I, T>), made: &mut Vec<Made<T>>| {
                let worker = worker.as_mut().map_err(|error| {
                    Fault::new("a worker", error.to_string(), "one for each thread")
                })?;
                let (is_new, row) = match step {
                    Step::Past(row) => (false, Some(row)),
                    Step::Do(item) => (true, worker(item)?),
                };
                Ok(match row {
                    None => ControlFlow::Break(()),
                    Some(row) => {
                        made.push(Made { at, is_new, row });
                        ControlFlow::Continue(())
                    }
                })
            }
        };
        let is_all = self.cut.shard().is_none();
        run::run(steps, &plan, worker, |made: Option<Vec<Made<T>>>| {
            for Made { at, is_new, row } in made.unwrap_or_default() {
                if is_new {
                    if let Some(shards) = &mut self.shards {
                        shards.add(at, &row)?;
                    }
                    shared.progress.advance();
                }
                if is_all {
                    took(row);
                }
            }
            Ok::<_, Error>(ControlFlow::Continue(()))
        })
    }

    /// Ends the share of one of several processes, and tells what is missing
    /// of the whole.
    fn leave(&mut self, shared: &Bench) -> Result<()> {
        if let Some(shards) = self.shards.take() {
            shards.finish()?;
        }
        if let Some(folder) = &shared.out.file {
            shared.progress.leave(SharedRun {
                blocks: self.cut.blocks(self.next),
                missing: missing(folder, &self.cut, self.next)?,
            });
        }
        Ok(())
    }

    /// Ends a run that is whole.
    pub(crate) fn finish(self) -> Result<()> {
        self.shards.map_or(Ok(()), Shards::finish)
    }
}

/// The items that this process does, and the rows that are there, each with
/// its place; `seen` counts all items.
fn steps<I, T: RowOf<I>>(
    items: impl Iterator<Item = Result<I>> + Send + 'static,
    first: u64,
    mut past: BTreeMap<u64, T>,
    cut: Cut,
    seen: Arc<AtomicU64>,
) -> impl Iterator<Item = Result<(u64, Step<I, T>)>> + Send + 'static {
    items.zip(first..).filter_map(move |(item, at)| {
        seen.fetch_add(1, Ordering::Relaxed);
        let item = match item {
            Ok(item) => item,
            Err(error) => return Some(Err(error)),
        };
        match past.remove(&at) {
            Some(row) if row.is_of(&item) => Some(Ok((at, Step::Past(row)))),
            Some(row) => Some(Err(other(&row.id(), cut).into())),
            None => cut.has(at).then(|| Ok((at, Step::Do(item)))),
        }
    })
}

/// A row that is there is that of another item.
fn other(id: &str, cut: Cut) -> Fault {
    let place = match cut.shard() {
        Some(_) => "--shard",
        None => "--resume",
    };
    let found = format!("the row of {}", quoted(id));
    Fault::new(place, found, "the rows of the same items")
        .hint("name the same levels in the same order")
}
