//! The work on one shard.

use super::plan::{Plan, Verb};
use crate::file::Writer;
use crate::rows::{Row, Shape};
use engine::{Cost, Detail, Fault, Settings, Task};
use games::levels::of_game;
use host::Error;
use lab::all::each;
use lab::rating::{Book, RateWorker};
use lab::{Clock, Ending, MeasureWorker, PlayWorker, SolveWorker, Stop};
use std::ops::ControlFlow;
use std::path::Path;

/// Names a level on which the work panics, to rehearse what a run does then.
const POISON: &str = "STUMPER_POISON";

/// A piece of the levels of a plan, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its first level.
    pub first: u64,
    /// Its last level.
    pub last: u64,
}

impl Shard {
    /// The name of its file.
    pub fn file(self) -> String {
        format!("{:012}-{:012}.parquet", self.first, self.last)
    }

    /// How many levels it has.
    pub fn levels(self) -> u64 {
        self.last - self.first + 1
    }
}

/// What works on a shard.
#[derive(Clone, Default)]
pub struct Machine {
    /// Threads; all cores where none are named.
    pub jobs: Option<usize>,
    /// The wish to stop.
    pub stop: Stop,
    /// Where solvers keep their tables.
    pub settings: Settings,
}

/// Does a shard of a plan and writes its file into a folder. `took` is told of
/// every row. False if the wish to stop came first; nothing is left then.
pub fn run_shard(
    plan: &Plan,
    shard: Shard,
    folder: &Path,
    machine: &Machine,
    took: &mut dyn FnMut(),
) -> Result<bool, Error> {
    let mut levels = plan.open()?;
    levels.pass(shard.first - 1)?;
    let work = Work {
        plan,
        shard,
        shape: shape(plan)?,
        machine,
    };
    let count = usize::try_from(shard.levels()).unwrap_or(usize::MAX);
    let levels = levels.take(count);
    let (settings, budget) = (plan.settings(&machine.settings)?, plan.budget()?);
    match plan.verb {
        Verb::Solve => {
            let how = plan.solving(&machine.settings)?;
            work.write(levels, folder, took, move || {
                let mut worker = SolveWorker::new(&how);
                move |task: &Task, clock: &Clock| worker.solve(task, clock)
            })
        }
        Verb::Measure => {
            let most = plan.options.only.unwrap_or(Cost::Dear);
            work.write(levels, folder, took, move || {
                let mut worker = MeasureWorker::new(&settings, budget).up_to(most);
                move |task: &Task, clock: &Clock| worker.measure(task, clock)
            })
        }
        Verb::Rate => {
            let shipped = games::shipped::EQUATIONS;
            let book = Book::of(shipped, games::shipped::CALIBRATIONS)?;
            work.write(levels, folder, took, move || {
                let mut worker = RateWorker::new(&book, &settings, budget);
                move |task: &Task, clock: &Clock| worker.rate(task, clock)
            })
        }
        Verb::Simulate => {
            let (player, options) = (plan.player()?.to_string(), plan.play_options()?);
            work.write(levels, folder, took, move || {
                let mut worker = PlayWorker::new(&player, &settings, options);
                move |task: &Task, clock: &Clock| worker.play(task, clock)
            })
        }
        Verb::Deal => work.write(levels, folder, took, || {
            |task: &Task, _: &Clock| {
                let row = task.game.level(&task.level);
                row.map(Some).map_err(|fault| task.locate(fault))
            }
        }),
    }
}

/// The columns of a plan's rows.
pub(super) fn shape(plan: &Plan) -> Result<Shape, Fault> {
    let options = &plan.options;
    let most = options.only.unwrap_or(Cost::Dear);
    Ok(Shape {
        moves: options.moves.unwrap_or(plan.verb != Verb::Simulate),
        detail: Detail {
            steps: options.steps.unwrap_or(false),
            boards: options.boards.unwrap_or(false),
        },
        measures: (plan.verb == Verb::Measure).then_some(most),
        ..Shape::of(plan.game()?)
    })
}

struct Work<'a> {
    plan: &'a Plan,
    shard: Shard,
    shape: Shape,
    machine: &'a Machine,
}

impl Work<'_> {
    fn write<R: Row, W>(
        &self,
        levels: impl Iterator<Item = Result<Task, Fault>> + Send + 'static,
        folder: &Path,
        took: &mut dyn FnMut(),
        worker: impl Fn() -> W + Send + Sync + 'static,
    ) -> Result<bool, Error>
    where
        W: FnMut(&Task, &Clock) -> Result<Option<R>, Fault>,
    {
        let path = folder.join(self.shard.file());
        let mut writer = Writer::<R>::create(&path, &self.shape, &self.plan.call())?;
        let (mut failed, mut rows) = (None, 0);
        let game = self.shape.game;
        let poison = std::env::var(POISON).unwrap_or_default();
        let worker = move || {
            let (mut worker, poison) = (worker(), poison.clone());
            move |task: &Task, clock: &Clock| {
                of_game(task, game)?;
                if !poison.is_empty() && task.level.name() == poison {
                    panic!("{POISON} asks for it");
                }
                worker(task, clock)
            }
        };
        let plan = lab::Plan::new(self.machine.jobs, &self.machine.stop);
        let ending = each(levels, &plan, worker, |row: R| {
            rows += 1;
            took();
            match writer.add(&row) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        match (failed, ending) {
            (Some(error), _) => Err(error),
            (None, Ending::Whole) if rows == self.shard.levels() => writer.finish().map(|()| true),
            (None, Ending::Whole) => {
                let found = format!("{rows} levels in {}", self.shard.file());
                let expected = format!("{}, as when they were counted", self.shard.levels());
                Err(Fault::new("levels", found, expected).into())
            }
            (None, _) => Ok(false),
        }
    }
}
