//! What is to be done with many levels: rows of one kind, on all cores, in the
//! order of the levels.

use crate::inputs::Inputs;
use crate::running::Running;
use crate::work::MakeWork;
use serde::Serialize;
use std::ops::ControlFlow;
use stumper::record::{LevelRow, MadeRow, MeasureRow, PlayRow, RateRow, SolutionRow};
use stumper::run::run;
use stumper::{Clock, Fault, Plan, Task};

/// A row as the program writes it.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Row {
    /// Of `deal`.
    Level(LevelRow),
    /// Of `solve`.
    Solution(Box<SolutionRow>),
    /// Of `measure`.
    Measures(MeasureRow),
    /// Of `rate`.
    Rating(Box<RateRow>),
    /// Of `simulate`.
    Game(Box<PlayRow>),
    /// Of `generate`.
    Made(Box<MadeRow>),
}

/// Makes rows for one thread; nothing where that was interrupted.
pub(crate) type Work = Box<dyn FnMut(&Task, &Clock) -> Result<Option<Row>, Fault>>;

/// Something that makes rows each time it is asked to.
pub(crate) trait Job: Send + Sync {
    /// How many rows there will be, if that is known.
    fn total(&self) -> Option<u64>;
    /// Starts to make them.
    fn start(&self) -> Result<Running<Vec<Row>>, Fault>;
}

/// A row for every level.
#[derive(Clone)]
pub(crate) struct LevelJob {
    /// The levels.
    pub(crate) inputs: Inputs,
    /// How many they are, if that is known.
    pub(crate) total: Option<u64>,
    /// What is done with each.
    pub(crate) work: MakeWork,
    /// Threads, if not all cores.
    pub(crate) jobs: Option<usize>,
}

impl LevelJob {
    /// Starts a run whose threads add rows to batches of their own making.
    pub(crate) fn start_with<T: Default + Send + 'static>(
        &self,
        add: impl Fn(&mut T, Row) -> Result<(), Fault> + Clone + Send + Sync + 'static,
    ) -> Result<Running<T>, Fault> {
        let (levels, work, jobs) = (self.inputs.open()?, self.work.clone(), self.jobs);
        Running::start(move |stop, hand| {
            let plan = Plan::new(jobs, stop);
            let stop = plan.stop.clone();
            let worker = move || {
                let (mut work, stop, add) = (work(), stop.clone(), add.clone());
                move |task: Task, batch: &mut T| {
                    Ok(match work(&task, &Clock::start(&stop))? {
                        None => ControlFlow::Break(()),
                        Some(row) => {
                            add(batch, row)?;
                            ControlFlow::Continue(())
                        }
                    })
                }
            };
            run(levels, &plan, worker, |batch| {
                Ok(batch.map_or(ControlFlow::Continue(()), hand))
            })
        })
    }
}

impl Job for LevelJob {
    fn total(&self) -> Option<u64> {
        self.total
    }

    fn start(&self) -> Result<Running<Vec<Row>>, Fault> {
        self.start_with(|rows: &mut Vec<Row>, row| {
            rows.push(row);
            Ok(())
        })
    }
}
