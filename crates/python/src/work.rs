//! What a thread does with level after level, for each verb.

use crate::job::{Row, Work};
use crate::options::plain_settings;
use std::sync::Arc;
use stumper::play::PlayOptions;
use stumper::rating::{Book, RateWorker};
use stumper::record::Moves;
use stumper::work::{MeasureWorker, PlayWorker, SolveWorker};
use stumper::{Budget, Clock, Cost, Settings, Solving, Task};

/// Makes what a thread needs.
pub(crate) type MakeWork = Arc<dyn Fn() -> Work + Send + Sync>;

/// Solves levels; without moves there is no last board either.
pub(crate) fn solve(how: Solving, moves: bool, times: bool) -> MakeWork {
    Arc::new(move || {
        let mut worker = SolveWorker::new(&how);
        Box::new(move |task: &Task, clock: &Clock| {
            let row = worker.solve(task, clock)?;
            Ok(row.map(|mut row| {
                row.seconds = times.then(|| clock.seconds());
                if !moves {
                    row.moves = Moves::default();
                    row.board.clear();
                }
                Row::Solution(Box::new(row))
            }))
        })
    })
}

/// Measures levels, as far as that costs `most` at most.
pub(crate) fn measure(budget: Budget, most: Cost) -> MakeWork {
    Arc::new(move || {
        let mut worker = MeasureWorker::new(&plain_settings(), budget).up_to(most);
        Box::new(move |task: &Task, clock: &Clock| {
            Ok(worker.measure(task, clock)?.map(Row::Measures))
        })
    })
}

/// Rates levels.
pub(crate) fn rate(book: Book, budget: Budget) -> MakeWork {
    Arc::new(move || {
        let mut worker = RateWorker::new(&book, &plain_settings(), budget);
        Box::new(move |task: &Task, clock: &Clock| {
            let row = worker.rate(task, clock)?;
            Ok(row.map(|row| Row::Rating(Box::new(row))))
        })
    })
}

/// What rows of games show.
#[derive(Clone, Copy)]
pub(crate) struct Shown {
    /// The fitness after each move of games that were won.
    pub(crate) paths: bool,
    /// How long each game took.
    pub(crate) times: bool,
}

/// Lets a player play levels.
pub(crate) fn play(
    player: String,
    settings: Settings,
    options: PlayOptions,
    shown: Shown,
) -> MakeWork {
    Arc::new(move || {
        let mut worker = PlayWorker::new(&player, &settings, options);
        Box::new(move |task: &Task, clock: &Clock| {
            let row = worker.play(task, clock)?;
            Ok(row.map(|mut row| {
                row.seconds = shown.times.then(|| clock.seconds());
                if !(shown.paths && row.won) {
                    row.path.clear();
                }
                Row::Game(Box::new(row))
            }))
        })
    })
}

/// Writes levels out.
pub(crate) fn deal() -> MakeWork {
    Arc::new(|| {
        Box::new(|task: &Task, _: &Clock| {
            let row = task.game.level(&task.level);
            Ok(Some(Row::Level(row.map_err(|fault| task.locate(fault))?)))
        })
    })
}
