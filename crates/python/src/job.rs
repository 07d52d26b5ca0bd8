//! What is to be done with many levels: rows of one kind, on all cores, in the
//! order of the levels.

use crate::arrow::Kind;
use crate::inputs::Inputs;
use crate::running::Hand;
use crate::work::MakeWork;
use columns::Shape;
use serde::Serialize;
use std::ffi::OsString;
use std::ops::ControlFlow;
use stumper::record::{LevelRow, MadeRow, MeasureRow, PlayRow, RateRow, SolutionRow};
use stumper::run::run;
use stumper::{Call, Clock, Ending, Fault, Game, Plan, Stop, Task, of_game};

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
    /// Which columns rows have.
    fn kind(&self) -> Kind;
    /// What decides the columns beside the kind of rows.
    fn shape(&self) -> Result<Shape, Fault>;
    /// What it was asked to do.
    fn call(&self) -> &Call;
    /// What it reads levels from, files among them.
    fn files(&self) -> Vec<OsString> {
        Vec::new()
    }
    /// Makes the rows, and hands them over. Refuses levels of another game
    /// than `only`.
    fn drive(
        &self,
        stop: &Stop,
        only: Option<&'static dyn Game>,
        hand: Hand<'_, Vec<Row>>,
    ) -> Result<Ending, Fault>;
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
    /// Which columns rows have.
    pub(crate) kind: Kind,
    /// The shape of the columns, of whatever game.
    pub(crate) shape: Shape,
    /// What it was asked to do.
    pub(crate) call: Call,
}

impl Job for LevelJob {
    fn total(&self) -> Option<u64> {
        self.total
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn shape(&self) -> Result<Shape, Fault> {
        let game = self.inputs.first_game()?.unwrap_or(self.shape.game);
        Ok(Shape { game, ..self.shape })
    }

    fn call(&self) -> &Call {
        &self.call
    }

    fn files(&self) -> Vec<OsString> {
        self.inputs.files()
    }

    fn drive(
        &self,
        stop: &Stop,
        only: Option<&'static dyn Game>,
        hand: Hand<'_, Vec<Row>>,
    ) -> Result<Ending, Fault> {
        let levels = self.inputs.open()?.map(move |task| {
            let task = task?;
            only.map_or(Ok(()), |game| of_game(&task, game))?;
            Ok(task)
        });
        let plan = Plan::new(self.jobs, stop);
        let (work, stop) = (self.work.clone(), plan.stop.clone());
        let worker = move || {
            let (mut work, stop) = (work(), stop.clone());
            move |task: Task, rows: &mut Vec<Row>| {
                Ok(match work(&task, &Clock::start(&stop))? {
                    None => ControlFlow::Break(()),
                    Some(row) => {
                        rows.push(row);
                        ControlFlow::Continue(())
                    }
                })
            }
        };
        run(levels, &plan, worker, |rows| {
            Ok(rows.map_or(ControlFlow::Continue(()), &mut *hand))
        })
    }
}
