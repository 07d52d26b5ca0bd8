//! `stumper.generate`: levels made to order.

use crate::fault::OrRaise;
use crate::job::{Job, Row};
use crate::options::{Limits, budget, jobs, plain_settings};
use crate::rows::Rows;
use crate::running::{Hand, Running};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use stumper::aim::climb;
use stumper::make::{Order, Pack, fill};
use stumper::orders::{Difficulty, Grades, Wanted, usual_tries};
use stumper::record::MadeRow;
use stumper::{Ending, Fault, Plan, Stop, book};

/// One or several texts.
#[derive(FromPyObject)]
pub(crate) enum Texts {
    One(String),
    Many(Vec<String>),
}

impl Texts {
    fn all(self) -> Vec<String> {
        match self {
            Texts::One(text) => vec![text],
            Texts::Many(texts) => texts,
        }
    }
}

/// A rating, a range of them, or a range as text: `7`, `(1, 10)`, `"1..10"`.
#[derive(FromPyObject)]
pub(crate) enum Ratings {
    One(f64),
    Range((f64, f64)),
    Text(String),
}

impl Ratings {
    fn read(self) -> Result<Difficulty, Fault> {
        let text = match self {
            Ratings::One(rating) => rating.to_string(),
            Ratings::Range((from, to)) => format!("{from}..{to}"),
            Ratings::Text(text) => text,
        };
        text.parse()
    }
}

/// Levels that are made one after another until there are enough.
#[derive(Clone)]
struct MadeJob {
    orders: Vec<Order>,
    count: u64,
    seed: u64,
    tries: u64,
    tolerance: f64,
    jobs: Option<usize>,
}

impl MadeJob {
    fn drive(&self, stop: &Stop, hand: Hand<'_, Vec<Row>>) -> Result<Ending, Fault> {
        let plan = || Plan::new(self.jobs, stop);
        let took = |order: &Order, row: Option<&MadeRow>| {
            let made = row.map(|row| Row::Made(Box::new(order.shown(row))));
            match made.map_or(ControlFlow::Continue(()), |row| hand(vec![row])) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => {
                    stop.ask();
                    Ok(())
                }
            }
        };
        if let Some(aim) = self.orders.first().and_then(|order| order.aim.clone()) {
            let mut pack = Pack::aimed(&aim, true);
            let ending = climb(&self.orders, &mut pack, self.seed, self.tries, &plan, took)?;
            return self.ended(ending, &pack);
        }
        for order in &self.orders {
            let mut pack = Pack::new(self.count, order.unique);
            let took = |row: Option<&MadeRow>| took(order, row);
            let ending = fill(order, &mut pack, self.seed, self.tries, &plan(), took)?;
            if self.ended(ending, &pack)? == Ending::Interrupted {
                return Ok(Ending::Interrupted);
            }
        }
        Ok(Ending::Whole)
    }

    /// Refuses an end with too few levels.
    fn ended(&self, ending: Ending, pack: &Pack) -> Result<Ending, Fault> {
        if ending == Ending::Interrupted || pack.is_full() {
            return Ok(ending);
        }
        let mut found = format!("{} after looking at {}", pack.kept, pack.tried);
        let near = match &pack.fault {
            Some(fault) => fault.to_string(),
            None => pack.nearest(self.tolerance),
        };
        if !near.is_empty() {
            found.push_str("; ");
            found.push_str(&near);
        }
        let fault = Fault::new("generate", found, format!("{} levels", self.count));
        Err(fault.hint("a larger `tries` looks further, a larger `tolerance` takes more"))
    }
}

impl Job for MadeJob {
    fn total(&self) -> Option<u64> {
        let kinds = match self.orders.first() {
            Some(Order { aim: None, .. }) => self.orders.len() as u64,
            _ => 1,
        };
        Some(self.count.saturating_mul(kinds))
    }

    fn start(&self) -> Result<Running<Vec<Row>>, Fault> {
        let job = self.clone();
        Running::start(move |stop, hand| job.drive(stop, hand))
    }
}

/// Makes levels to order.
///
/// `sources` are games, or games and kinds as ids have them
/// (`"flow:9x9,colours=8"`). `difficulty` is a rating from 1 to 10, as `rate`
/// has it, or a range (`(1, 10)`, `"1..10"`) that rises from level to level;
/// `tolerance` is how far a level may be off. `keep` has wishes such as
/// `"moves=8..10"` or `"outcome=unsolvable"`. Levels are looked for from the
/// number `seed` on, `tries` of them at most; too few are a `Fault` after the
/// last row. `measure` and `solution` add these to the rows; `unique` leaves
/// out levels that are the same game as an earlier one.
///
/// >>> import stumper
/// >>> rows = list(stumper.generate("shift:5x5", keep=["moves=6..8"], count=2))
/// >>> [6 <= row["measures"]["moves"] <= 8 for row in rows]
/// [True, True]
/// >>> row, = stumper.generate("shift", difficulty=5)
/// >>> 4.5 <= row["rating"] <= 5.5
/// True
#[pyfunction]
#[pyo3(signature = (sources, *, difficulty=None, tolerance=0.5, count=1, seed=1, keep=Vec::new(),
                    unique=false, measure=false, solution=false, tries=None, budget=None,
                    jobs=None, progress=false))]
#[allow(clippy::too_many_arguments)] // They are named at every call.
pub(crate) fn generate(
    py: Python<'_>,
    sources: Texts,
    difficulty: Option<Ratings>,
    tolerance: f64,
    count: u64,
    seed: u64,
    keep: Vec<String>,
    unique: bool,
    measure: bool,
    solution: bool,
    tries: Option<u64>,
    budget: Option<Limits>,
    jobs: Option<usize>,
    progress: bool,
) -> PyResult<Rows> {
    let graded = difficulty.is_some();
    let make = || {
        let keep: Result<_, Fault> = keep.iter().map(|wish| wish.parse()).collect();
        let wanted = Wanted {
            sources: sources.all(),
            variant: None,
            set: Vec::new(),
            keep: keep?,
            unique,
            measure,
            solve: solution,
            count,
            seed,
            budget: self::budget(budget)?,
            settings: plain_settings(),
        };
        let orders = match difficulty {
            None => wanted.orders()?,
            Some(ratings) => wanted.graded(&Grades {
                difficulty: ratings.read()?,
                tolerance,
                book: book()?,
            })?,
        };
        Ok(MadeJob {
            orders,
            count,
            seed,
            tries: tries.unwrap_or(usual_tries(count, graded)),
            tolerance,
            jobs: self::jobs(jobs)?,
        })
    };
    Rows::new(py, make().or_raise(py)?, progress)
}
