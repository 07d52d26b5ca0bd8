//! Every level of a list, on all cores: what programs ask for most. Rows come
//! in the order of the levels, whatever the number of threads; whoever takes
//! them may break off, which stops the work under way.

use crate::clock::Clock;
use crate::rating::{Book, RateWorker};
use crate::run::{Ending, Plan, run};
use crate::work::{MeasureWorker, PlayWorker, SolveWorker, Solving};
use engine::bridge::defects;
use engine::play::PlayOptions;
use engine::record::{LevelRow, MeasureRow, PlayRow, RateRow, SolutionRow};
use engine::{Budget, Cost, Fault, Settings, Task};
use std::ops::ControlFlow;

/// Levels as they come from a reader.
pub trait Tasks: Iterator<Item = Result<Task, Fault>> + Send + 'static {}

impl<I: Iterator<Item = Result<Task, Fault>> + Send + 'static> Tasks for I {}

/// Solves levels. Rows have no times, so that they can be repeated.
pub fn solve_all(
    levels: impl Tasks,
    how: &Solving,
    plan: &Plan,
    took: impl FnMut(SolutionRow) -> ControlFlow<()>,
) -> Result<Ending, Fault> {
    let how = how.clone();
    let worker = move || {
        let mut worker = SolveWorker::new(&how);
        move |task: &Task, clock: &Clock| worker.solve(task, clock)
    };
    each(levels, plan, worker, took)
}

/// Measures levels, as far as that costs `most` at most.
pub fn measure_all(
    levels: impl Tasks,
    settings: &Settings,
    most: Cost,
    budget: Budget,
    plan: &Plan,
    took: impl FnMut(MeasureRow) -> ControlFlow<()>,
) -> Result<Ending, Fault> {
    let settings = settings.clone();
    let worker = move || {
        let mut worker = MeasureWorker::new(&settings, budget).up_to(most);
        move |task: &Task, clock: &Clock| worker.measure(task, clock)
    };
    each(levels, plan, worker, took)
}

/// Rates levels by what stands in a book.
pub fn rate_all(
    levels: impl Tasks,
    book: &Book,
    settings: &Settings,
    budget: Budget,
    plan: &Plan,
    took: impl FnMut(RateRow) -> ControlFlow<()>,
) -> Result<Ending, Fault> {
    let (book, settings) = (book.clone(), settings.clone());
    let worker = move || {
        let mut worker = RateWorker::new(&book, &settings, budget);
        move |task: &Task, clock: &Clock| worker.rate(task, clock)
    };
    each(levels, plan, worker, took)
}

/// Writes levels out.
pub fn deal_all(
    levels: impl Tasks,
    plan: &Plan,
    took: impl FnMut(LevelRow) -> ControlFlow<()>,
) -> Result<Ending, Fault> {
    let worker = || |task: &Task, _: &Clock| dealt(task).map(Some);
    each(levels, plan, worker, took)
}

fn dealt(task: &Task) -> Result<LevelRow, Fault> {
    let row = task.game.level(&task.level);
    row.map_err(|fault| task.locate(fault))
}

/// Lets a player play levels without seeing what is hidden.
pub fn play_all(
    levels: impl Tasks,
    player: &str,
    settings: &Settings,
    options: PlayOptions,
    plan: &Plan,
    took: impl FnMut(PlayRow) -> ControlFlow<()>,
) -> Result<Ending, Fault> {
    let (player, settings) = (player.to_string(), settings.clone());
    let worker = move || {
        let mut worker = PlayWorker::new(&player, &settings, options);
        move |task: &Task, clock: &Clock| worker.play(task, clock)
    };
    each(levels, plan, worker, took)
}

/// Runs levels through workers, each of which makes a row of a level, or
/// nothing if it was interrupted. A worker that panics is a fault that names
/// the level.
pub fn each<R: Send + 'static, W>(
    levels: impl Tasks,
    plan: &Plan,
    worker: impl Fn() -> W + Send + Sync + 'static,
    mut took: impl FnMut(R) -> ControlFlow<()>,
) -> Result<Ending, Fault>
where
    W: FnMut(&Task, &Clock) -> Result<Option<R>, Fault>,
{
    let stop = plan.stop.clone();
    let worker = move || {
        let (mut worker, stop) = (worker(), stop.clone());
        move |task: Task, rows: &mut Vec<R>| {
            let row = defects(&task.level.name(), || worker(&task, &Clock::start(&stop)))?;
            Ok(match row? {
                None => ControlFlow::Break(()),
                Some(row) => {
                    rows.push(row);
                    ControlFlow::Continue(())
                }
            })
        }
    };
    run(levels, plan, worker, |rows: Option<Vec<R>>| {
        let rows = rows.unwrap_or_default();
        Ok(rows.into_iter().try_for_each(&mut took))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::Stop;
    use games::levels::Levels;

    /// The rows of levels, as text, on so many threads.
    fn solved(ids: &str, jobs: usize, most: usize) -> (Result<Ending, Fault>, Vec<String>) {
        let mut rows = Vec::new();
        let plan = Plan::new(Some(jobs), &Stop::default());
        let levels = Levels::of_ids(ids).expect("levels");
        let ending = solve_all(levels, &Solving::default(), &plan, |row| {
            rows.push(serde_json::to_string(&row).expect("a row"));
            match rows.len() < most {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        (ending, rows)
    }

    #[test]
    fn rows_are_the_same_for_any_number_of_threads() {
        let ids = "freecell#1-40,11982";
        let (ending, one) = solved(ids, 1, usize::MAX);
        assert_eq!((ending, one.len()), (Ok(Ending::Whole), 41));
        assert!(one[40].contains("\"unsolvable\""), "{}", one[40]);
        let (ending, many) = solved(ids, 3, usize::MAX);
        assert_eq!((ending, many), (Ok(Ending::Whole), one.clone()));
        let (ending, few) = solved(ids, 3, 5);
        assert_eq!((ending, few), (Ok(Ending::Enough), one[..5].to_vec()));
    }

    #[test]
    fn levels_are_measured_and_played_too() {
        let plan = || Plan::new(Some(2), &Stop::default());
        let mut ids = Vec::new();
        let levels = Levels::of_ids("shift:5x5#1-3").expect("levels");
        let settings = Settings::default();
        let measured = measure_all(
            levels,
            &settings,
            Cost::Search,
            Budget::default(),
            &plan(),
            |row| {
                ids.push((row.id, row.measures.get("moves").is_some()));
                ControlFlow::Continue(())
            },
        );
        assert_eq!(measured, Ok(Ending::Whole));
        assert_eq!(ids.len(), 3);
        assert!(
            ids.iter()
                .all(|(id, moves)| id.starts_with("shift:5x5#") && *moves)
        );
        let options = PlayOptions {
            face_down: engine::play::FaceDown::Fixed,
            rounds: 100,
            luck: 0,
            moves: true,
            budget: Budget::default(),
        };
        let play = |ids: &str| {
            let levels = Levels::of_ids(ids).expect("levels");
            let mut games = 0;
            let played = play_all(levels, "random", &settings, options, &plan(), |row| {
                games += usize::from(!row.moves.is_empty());
                ControlFlow::Continue(())
            });
            (played.map_err(|fault| fault.found), games)
        };
        assert_eq!(play("klondike#1-4"), (Ok(Ending::Whole), 4));
        let (refused, _) = play("freecell#1");
        assert_eq!(refused, Err("freecell, in which all is seen".into()));
    }
    #[test]
    fn levels_are_rated_and_written_too() {
        let plan = || Plan::new(Some(2), &Stop::default());
        let levels = || Levels::of_ids("shift:5x5#1-3").expect("levels");
        let book = Book::of(games::shipped::EQUATIONS, games::shipped::CALIBRATIONS);
        let book = book.expect("what ships");
        let (settings, budget) = (Settings::default(), Budget::default());
        let mut ratings = Vec::new();
        let rated = rate_all(levels(), &book, &settings, budget, &plan(), |row| {
            ratings.extend(row.rating.map(|rating| rating.rating));
            ControlFlow::Continue(())
        });
        assert_eq!((rated, ratings.len()), (Ok(Ending::Whole), 3));
        let mut texts = Vec::new();
        let dealt = deal_all(levels(), &plan(), |row| {
            texts.push(row.level);
            ControlFlow::Continue(())
        });
        assert_eq!(dealt, Ok(Ending::Whole));
        assert!(texts.len() == 3 && texts.iter().all(|text| text.contains('\n')));
    }

    #[test]
    fn a_worker_that_panics_names_its_level() {
        let levels = Levels::of_ids("shift:5x5#1-9").expect("levels");
        let worker = || {
            |task: &Task, _: &Clock| match task.level.name().ends_with("#5") {
                true => panic!("it broke"),
                false => Ok(Some(task.level.name())),
            }
        };
        let mut rows = Vec::new();
        let plan = Plan::new(Some(2), &Stop::default());
        let broken = each(levels, &plan, worker, |row: String| {
            rows.push(row);
            ControlFlow::Continue(())
        });
        let fault = broken.expect_err("a fault");
        assert!(fault.defect && fault.place == "shift:5x5#5", "{fault}");
        assert_eq!(rows.len(), 4);
    }
}
