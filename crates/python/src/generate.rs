//! `stumper.generate`: levels made to order.

use crate::arrow::Kind;
use crate::call::{Told, made};
use crate::fault::OrRaise;
use crate::job::{Job, Row};
use crate::options::{Limits, at_least_one, budget, jobs, plain_settings, wrong_type};
use crate::rows::Rows;
use crate::running::Hand;
use columns::{Row as _, Shape};
use pyo3::prelude::*;
use stumper::aim::climb;
use stumper::make::{Order, Pack, fill};
use stumper::notation::quoted;
use stumper::orders::{Grades, Wanted, usual_tries};
use stumper::record::MadeRow;
use stumper::{Call, Ending, Fault, Game, Plan, Stop, book};

/// One or several texts.
pub(crate) struct Texts(Vec<String>);

impl FromPyObject<'_, '_> for Texts {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Texts> {
        let one = given.extract().map(|text| Texts(vec![text]));
        let texts = one.or_else(|_| given.extract().map(Texts));
        texts.map_err(|_: PyErr| wrong_type(&given, "text, or a list of texts"))
    }
}

/// A rating, a range of them, or a range as text: `7`, `(1, 10)`, `"1..10"`.
pub(crate) struct Ratings(String);

impl FromPyObject<'_, '_> for Ratings {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Ratings> {
        const EXPECTED: &str = "a rating as 7, or a range as (1, 10) or \"1..10\"";
        let range = |(from, to): (f64, f64)| format!("{from}..{to}");
        let text = given.extract::<String>();
        let text = text.or_else(|_| given.extract().map(|rating: f64| rating.to_string()));
        let text = text.or_else(|_| given.extract().map(range));
        text.map(Ratings).map_err(|_| wrong_type(&given, EXPECTED))
    }
}

/// Most levels of one call; the numbers of all are in memory.
const MOST: u64 = 10_000_000;

/// Refuses numbers of levels that nobody can make.
fn counted(count: u64) -> Result<u64, Fault> {
    match (1..=MOST).contains(&count) {
        true => Ok(count),
        false => {
            let expected = format!("a number from 1 to {MOST}");
            Err(Fault::new("count", count.to_string(), expected))
        }
    }
}

/// Refuses ids, which name a level and no kind.
fn kinds(sources: Vec<String>) -> Result<Vec<String>, Fault> {
    match sources.iter().find(|source| source.contains('#')) {
        None => Ok(sources),
        Some(id) => {
            let fault = Fault::new("sources", quoted(id), "a game or a kind, as shift:5x5");
            Err(fault.hint("`seed` is the number to begin with; `deal` makes levels by id"))
        }
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
    call: Call,
}

impl MadeJob {
    fn make(&self, stop: &Stop, hand: Hand<'_, Vec<Row>>) -> Result<Ending, Fault> {
        let plan = || Plan::new(self.jobs, stop);
        let mut took = |order: &Order, row: Option<&MadeRow>| {
            let made = row.map(|row| Row::Made(Box::new(order.shown(row))));
            if made.is_some_and(|row| hand(vec![row]).is_break()) {
                stop.ask();
            }
            Ok(())
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
        if ending == Ending::Interrupted {
            return Ok(ending);
        }
        if pack.is_full() {
            return Ok(Ending::Whole);
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

    fn kind(&self) -> Kind {
        Kind::of::<MadeRow>()
    }

    fn shape(&self) -> Result<Shape, Fault> {
        let order = self.orders.first();
        let order = order.ok_or_else(|| Fault::new("sources", "none", "a game"))?;
        let measures = match order.measures() {
            true => order.cost()?,
            false => None,
        };
        Ok(Shape {
            moves: order.solve,
            measures,
            ratings: order.aim.is_some(),
            ..Shape::of(order.game)
        })
    }

    fn call(&self) -> &Call {
        &self.call
    }

    fn drive(
        &self,
        stop: &Stop,
        only: Option<&'static dyn Game>,
        hand: Hand<'_, Vec<Row>>,
    ) -> Result<Ending, Fault> {
        let name = |game: &dyn Game| game.about().name;
        let other = |order: &&Order| only.is_some_and(|game| name(game) != name(order.game));
        if let Some(order) = self.orders.iter().find(other) {
            let found = format!("levels of {}", name(order.game));
            return Err(Fault::new("sources", found, "one game in a table"));
        }
        self.make(stop, hand)
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
#[pyo3(signature = (sources, *, difficulty=None, tolerance=0.5, count=1, seed=1, keep=None,
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
    keep: Option<Texts>,
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
        let (sources, count) = (kinds(sources.0)?, counted(count)?);
        tries.map_or(Ok(0), |tries| at_least_one("tries", tries))?;
        let (keep, budget) = (keep.map_or(Vec::new(), |t| t.0), self::budget(budget)?);
        let difficulty: Vec<String> = difficulty.into_iter().map(|text| text.0).collect();
        let told = Told::new()
            .list("sources", sources.clone())
            .list("--keep", keep.clone())
            .list("--difficulty", difficulty.clone())
            .value("--tolerance", tolerance)
            .value("--unique", unique)
            .value("--measure", measure)
            .value("--solution", solution)
            .value("--seed", seed)
            .budget(&budget);
        let keep: Result<_, Fault> = keep.iter().map(|wish| wish.parse()).collect();
        let wanted = Wanted {
            sources,
            variant: None,
            set: Vec::new(),
            keep: keep?,
            unique,
            measure,
            solve: solution,
            count,
            seed,
            budget,
            settings: plain_settings(),
        };
        let orders = match difficulty.first() {
            None => wanted.orders()?,
            Some(ratings) => wanted.graded(&Grades {
                difficulty: ratings.parse()?,
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
            call: told.call(MadeRow::KIND, made(count, tries)),
        })
    };
    Rows::new(py, make().or_raise(py)?, progress)
}
