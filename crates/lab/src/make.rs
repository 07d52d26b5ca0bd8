//! Levels made to order: numbers are counted up from a seed, each names one
//! level for ever, and those that fit the wishes are kept in order, so that
//! the result is the same for any number of threads.

use crate::aim::{Aim, Slots};
use crate::fingerprint::fingerprint;
use crate::rating::Rater;
use crate::run::{self, Ending, Plan};
use crate::work::{MeasureWorker, SolveWorker, Solving};
use engine::play::Ending as Over;
use engine::record::{MadeRow, MeasureRow, Rating};
use engine::wish::Wish;
use engine::{Budget, Cost, Fault, Game, Level, LevelId, Settings, Task, Watch};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// What a level may cost to solve or measure unless the order says otherwise.
const USUAL_STATES: u64 = 1_000_000;

/// What is wanted.
#[derive(Clone)]
pub struct Order {
    /// The game.
    pub game: &'static dyn Game,
    /// The kind of the levels, as ids have it.
    pub kind: String,
    /// What has to hold of each. Levels that are not solved, or that are
    /// solved from the start, are left out unless an outcome is named here.
    pub keep: Vec<Wish>,
    /// Whether to leave out levels that are the same game as an earlier one.
    pub unique: bool,
    /// Whether to measure each level.
    pub measure: bool,
    /// Whether to solve each level.
    pub solve: bool,
    /// How hard the levels have to be.
    pub aim: Option<Aim>,
    /// What measuring or solving a level may spend.
    pub budget: Budget,
    /// Where tables are kept.
    pub settings: Settings,
}

impl Order {
    /// Refuses wishes that the game does not know, and kinds that it does not
    /// make from this number on.
    pub fn check(&self, first: u64) -> Result<(), Fault> {
        self.keep
            .iter()
            .try_for_each(|wish| wish.check(self.game))?;
        self.game.check_id(&self.id(first))
    }

    /// The id of a number.
    pub fn id(&self, number: u64) -> LevelId {
        LevelId {
            game: self.game.about().name.into(),
            kind: self.kind.clone(),
            number,
        }
    }

    /// What is written of a level that was made: no more than was asked for.
    pub fn shown(&self, row: &MadeRow) -> MadeRow {
        match self.measures() {
            true => row.clone(),
            false => MadeRow {
                verdict: row.verdict.filter(|_| self.aim.is_some()),
                measures: None,
                ..row.clone()
            },
        }
    }

    fn names_outcome(&self) -> bool {
        let outcome = |wish: &Wish| matches!(wish, Wish::Outcome(_));
        self.keep.iter().any(outcome)
    }

    /// Whether measures are wanted: because that is asked for, or because a
    /// wish needs it.
    pub fn measures(&self) -> bool {
        let needs = |wish: &Wish| *wish != Wish::Outcome(None);
        self.measure || self.keep.iter().any(needs)
    }

    /// What the measures cost that are wanted; none if there are none.
    pub fn cost(&self) -> Result<Option<Cost>, Fault> {
        let aim = self.aim.as_ref().map(|aim| aim.cost(self.game));
        let aim = aim.transpose()?;
        let wishes = self.keep.iter().filter_map(|wish| wish.cost(self.game));
        let measures = self.measure.then_some(Cost::default());
        Ok(aim.max(measures).max(wishes.max()))
    }
}

/// What came of a number.
#[derive(Default)]
pub struct Attempt {
    /// The level, if it fits.
    row: Option<MadeRow>,
    /// Its rating, if that was asked for.
    rating: Option<f64>,
    /// What tells it from others, where that is asked for.
    signature: u128,
    /// Why no level could be made.
    fault: Option<Fault>,
}

/// Makes one level after another, for one thread.
pub struct Maker {
    order: Order,
    solver: SolveWorker,
    /// None if nothing is to be measured.
    measurer: Option<MeasureWorker>,
    rater: Option<Rater>,
}

impl Maker {
    /// A maker without tables.
    pub fn new(order: &Order) -> Result<Maker, Fault> {
        let mut budget = order.budget;
        if budget.states.is_none() && budget.time.is_none() {
            budget.states = Some(USUAL_STATES);
        }
        let measurer = |cost: Cost| MeasureWorker::new(&order.settings, budget).up_to(cost);
        Ok(Maker {
            order: order.clone(),
            solver: SolveWorker::new(&Solving {
                settings: order.settings.clone(),
                budget,
                ..Solving::default()
            }),
            measurer: order.cost()?.map(measurer),
            rater: None,
        })
    }

    /// Makes the level of a number; nothing if that was interrupted.
    pub fn make(&mut self, number: u64, watch: &dyn Watch) -> Result<Option<Attempt>, Fault> {
        let Order { game, .. } = self.order;
        let id = self.order.id(number);
        let variant = game.variant_of(&id)?;
        let made = match game.level(&Level::Dealt(id)) {
            Ok(row) => row,
            Err(fault) => {
                return Ok(Some(Attempt {
                    fault: Some(fault),
                    ..Attempt::default()
                }));
            }
        };
        // What was made is read rather than made again.
        let task = Task {
            game,
            level: Level::Written {
                name: made.id.clone(),
                variant,
                text: made.level.clone(),
            },
            place: String::new(),
        };
        let mut row = MadeRow {
            level: made,
            verdict: None,
            rating: None,
            measures: None,
            solution: None,
        };
        match self.fits(&task, &mut row, watch)? {
            None => Ok(None),
            Some(false) => Ok(Some(Attempt {
                rating: row.rating.map(|rating| rating.rating),
                ..Attempt::default()
            })),
            Some(true) => {
                let signature = match self.order.unique {
                    true => fingerprint(&game.signature(&task.level)?),
                    false => 0,
                };
                Ok(Some(Attempt {
                    rating: row.rating.as_ref().map(|rating| rating.rating),
                    row: Some(row),
                    signature,
                    fault: None,
                }))
            }
        }
    }

    /// Whether a level fits the order; what was found out goes into the row.
    /// None if that was interrupted.
    fn fits(
        &mut self,
        task: &Task,
        row: &mut MadeRow,
        watch: &dyn Watch,
    ) -> Result<Option<bool>, Fault> {
        let order = &self.order;
        let any_outcome = order.names_outcome();
        let solved_at_start = || -> Result<bool, Fault> {
            let start = task.game.play_open(&task.level)?;
            Ok(start.ending() == Some(Over::Won))
        };
        if !any_outcome && solved_at_start()? {
            return Ok(Some(false));
        }
        if let Some(measurer) = &mut self.measurer {
            let Some(taken) = measurer.measure(task, watch)? else {
                return Ok(None);
            };
            row.verdict = taken.verdict;
            let wished = order.keep.iter().all(|wish| wish.is_met(&taken));
            if let Some(aim) = &order.aim {
                let rater = rater(&mut self.rater, aim, task, &taken)?;
                row.rating = rater.rate(&|name| taken.measures.get(name)).ok();
                let near = |rating: &Rating| aim.is_near(rating.rating);
                if !row.rating.as_ref().is_some_and(near) {
                    return Ok(Some(false));
                }
            }
            if !wished {
                return Ok(Some(false));
            }
            row.measures = Some(taken.measures);
        }
        let known = row.verdict.is_some_and(|verdict| verdict.is_solved());
        if order.solve || !any_outcome && !known {
            let Some(found) = self.solver.solve(task, watch)? else {
                return Ok(None);
            };
            row.verdict = Some(found.verdict);
            row.solution = (order.solve && found.verdict.is_solved()).then_some(found.moves);
        }
        let solved = row.verdict.is_some_and(|verdict| verdict.is_solved());
        Ok(Some(any_outcome || solved))
    }
}

/// The rater of the variant that an order makes, made once.
fn rater<'a>(
    kept: &'a mut Option<Rater>,
    aim: &Aim,
    task: &Task,
    taken: &MeasureRow,
) -> Result<&'a Rater, Fault> {
    match kept {
        Some(rater) => Ok(rater),
        None => Ok(kept.insert(Rater::new(&aim.book, task.game, &taken.variant)?)),
    }
}

/// The levels that are kept, in order.
pub struct Pack {
    wanted: u64,
    /// The ratings that are still wanted.
    slots: Option<Slots>,
    /// Ratings of all numbers looked at since this was last emptied.
    pub ratings: Vec<f64>,
    /// Levels kept so far.
    pub kept: u64,
    /// Numbers looked at, up to the last level that was kept.
    pub tried: u64,
    /// Numbers among them that made no level.
    pub refused: u64,
    /// Why the first of those made none.
    pub fault: Option<Fault>,
    /// Signatures of the levels that are kept, where they are to differ.
    seen: Option<HashSet<u128>>,
}

impl Pack {
    /// An empty pack for so many levels.
    pub fn new(wanted: u64, unique: bool) -> Pack {
        Pack {
            wanted,
            slots: None,
            ratings: Vec::new(),
            kept: 0,
            tried: 0,
            refused: 0,
            fault: None,
            seen: unique.then(HashSet::new),
        }
    }

    /// An empty pack for the levels of an aim.
    pub fn aimed(aim: &Aim, unique: bool) -> Pack {
        Pack {
            slots: Some(Slots::new(aim)),
            ..Pack::new(aim.targets.len() as u64, unique)
        }
    }

    /// The ratings that no level was found for, with the nearest one seen.
    pub fn unfilled(&self) -> Vec<(f64, Option<f64>)> {
        self.slots.as_ref().map_or(Vec::new(), Slots::unfilled)
    }

    /// How near the levels that were seen came to the rating that was missed
    /// by most, in words; empty where no rating was wanted.
    pub fn nearest(&self, tolerance: f64) -> String {
        let off = |(target, nearest): &(f64, Option<f64>)| {
            nearest.map_or(f64::INFINITY, |nearest| (target - nearest).abs())
        };
        let unfilled = self.unfilled();
        let far = unfilled.iter().max_by(|a, b| off(a).total_cmp(&off(b)));
        match far {
            Some((target, Some(nearest))) if (target - nearest).abs() <= tolerance => {
                "levels of such ratings were seen, but what else is wanted they did not have".into()
            }
            Some((target, Some(nearest))) => {
                format!("the nearest to {target:.1} was {nearest:.2}")
            }
            _ => String::new(),
        }
    }

    /// What of the next levels, spread like these, would be kept.
    pub fn worth(&self, mean: f64, deviation: f64) -> f64 {
        let slots = self.slots.as_ref();
        slots.map_or(0.0, |slots| slots.worth(mean, deviation))
    }

    /// An earlier run has looked at so many numbers.
    pub fn put_back_tries(&mut self, tries: u64) {
        self.tried += tries;
    }

    /// Takes a level that an earlier run kept.
    pub fn put_back(&mut self, game: &dyn Game, level: &Level) -> Result<(), Fault> {
        self.kept += 1;
        if let Some(seen) = &mut self.seen {
            seen.insert(fingerprint(&game.signature(level)?));
        }
        Ok(())
    }

    /// Whether there are as many as wanted.
    pub fn is_full(&self) -> bool {
        self.kept >= self.wanted
    }

    /// Takes what came of the next number; gives the level if it is kept.
    fn add(&mut self, attempt: Attempt) -> Option<MadeRow> {
        self.tried += 1;
        if let Some(fault) = attempt.fault {
            self.refused += 1;
            self.fault.get_or_insert(fault);
        }
        if let (Some(rating), Some(slots)) = (attempt.rating, &mut self.slots) {
            self.ratings.push(rating);
            slots.saw(rating);
        }
        let row = attempt.row?;
        if self
            .seen
            .as_ref()
            .is_some_and(|s| s.contains(&attempt.signature))
        {
            return None;
        }
        let fresh = match (&mut self.slots, attempt.rating) {
            (Some(slots), Some(rating)) => slots.take(rating),
            _ => true,
        };
        if let (true, Some(seen)) = (fresh, &mut self.seen) {
            seen.insert(attempt.signature);
        }
        self.kept += u64::from(fresh);
        fresh.then_some(row)
    }
}

/// Fills a pack with the levels of numbers from `first` on, at most `tries` of
/// them. `took` gets each level that is kept, in order, and `None` when a
/// while has passed.
pub fn fill<E: From<Fault> + Send + 'static>(
    order: &Order,
    pack: &mut Pack,
    first: u64,
    tries: u64,
    plan: &Plan,
    mut took: impl FnMut(Option<&MadeRow>) -> Result<(), E>,
) -> Result<Ending, E> {
    let numbers = first..=first.saturating_add(tries.saturating_sub(1));
    let tries = usize::try_from(tries).unwrap_or(usize::MAX);
    let full = pack.is_full();
    let items = numbers.take(if full { 0 } else { tries }).map(Ok::<u64, E>);
    let (order, stop) = (order.clone(), plan.stop.clone());
    let worker = move || {
        let (mut maker, stop) = (Maker::new(&order), stop.clone());
        move |number: u64, made: &mut Vec<Attempt>| {
            let maker = maker.as_mut().map_err(|fault| fault.clone())?;
            let watch = crate::clock::Clock::start(&stop);
            Ok(match maker.make(number, &watch)? {
                None => ControlFlow::Break(()),
                Some(attempt) => {
                    made.push(attempt);
                    ControlFlow::Continue(())
                }
            })
        }
    };
    run::run(items, plan, worker, |made: Option<Vec<Attempt>>| {
        let Some(made) = made else {
            took(None)?;
            return Ok(ControlFlow::Continue(()));
        };
        for attempt in made {
            if let Some(row) = pack.add(attempt) {
                took(Some(&row))?;
            }
            if pack.is_full() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    })
}
