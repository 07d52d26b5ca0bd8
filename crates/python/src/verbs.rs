//! The verbs that make a row of every level.

use crate::fault::OrRaise;
use crate::inputs::Inputs;
use crate::job::LevelJob;
use crate::options::{Limits, budget, cost, jobs, settings};
use crate::rows::Rows;
use crate::work;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use stumper::play::PlayOptions;
use stumper::{Detail, Fault, Game, Solving, book, read_book};

/// How levels are solved.
pub(crate) fn solving(
    py: Python<'_>,
    solver: &str,
    limits: Option<Limits>,
    set: Option<&Bound<'_, PyDict>>,
    count: bool,
    detail: Detail,
) -> PyResult<Solving> {
    let mut settings = settings(set)?;
    if count {
        settings.set("count", "count", "2").or_raise(py)?;
    }
    Ok(Solving {
        solver: solver.into(),
        settings,
        budget: budget(limits).or_raise(py)?,
        detail,
    })
}

/// A job on levels, whose games are checked first.
fn job(
    inputs: Inputs,
    threads: Option<usize>,
    check: impl Fn(&'static dyn Game) -> Result<(), Fault>,
    work: work::MakeWork,
) -> Result<LevelJob, Fault> {
    let (total, games) = inputs.look()?;
    games.into_iter().try_for_each(check)?;
    Ok(LevelJob {
        inputs,
        total,
        work,
        jobs: jobs(threads)?,
    })
}

/// Solves levels.
///
/// `levels` is an id or a range (`"freecell#617"`, `"flow:9x9#1,5,9-12"`), a
/// file that the program reads, a `Level`, or a list of them; `game` and
/// `variant` are those of boards that do not name theirs. `budget` bounds each
/// level: states (`100_000`), time (`"35ms"`), memory (`"64MB"`), or several
/// (`"100000,2s"`). `settings` are the solver's, `count=True` tells whether
/// there is more than one solution, `steps`, `boards` and `times` add these to
/// the rows. `jobs` is the number of threads, all cores by default;
/// `progress=True` shows a bar.
///
/// >>> import stumper
/// >>> [(row["id"], row["outcome"]) for row in stumper.solve("freecell#11981-11982")]
/// [('freecell:ms#11981', 'solved'), ('freecell:ms#11982', 'unsolvable')]
#[pyfunction]
#[pyo3(signature = (levels, *, solver="", budget=None, settings=None, count=false, steps=false,
                    boards=false, times=false, game=None, variant=None, jobs=None, progress=false))]
#[allow(clippy::too_many_arguments)] // They are named at every call.
pub(crate) fn solve(
    levels: &Bound<'_, PyAny>,
    solver: &str,
    budget: Option<Limits>,
    settings: Option<&Bound<'_, PyDict>>,
    count: bool,
    steps: bool,
    boards: bool,
    times: bool,
    game: Option<&str>,
    variant: Option<&str>,
    jobs: Option<usize>,
    progress: bool,
) -> PyResult<Rows> {
    let py = levels.py();
    let detail = Detail { steps, boards };
    let how = solving(py, solver, budget, settings, count, detail)?;
    let inputs = Inputs::read(levels, game, variant)?;
    let check = |game: &'static dyn Game| how.check(game);
    let job = job(inputs, jobs, check, work::solve(how.clone(), times)).or_raise(py)?;
    Rows::new(py, job, progress)
}

/// Measures levels: numbers that say how hard they may be for a person.
///
/// `only` is what measures may cost: `"cheap"`, `"search"` or `"dear"`, which
/// is all of them; `stumper.games()` lists them. The other arguments are those
/// of `solve`.
///
/// >>> import stumper
/// >>> row, = stumper.measure("shift:5x5#1")
/// >>> row["measures"]["moves"]
/// 10
#[pyfunction]
#[pyo3(signature = (levels, *, only="dear", budget=None, game=None, variant=None, jobs=None,
                    progress=false))]
pub(crate) fn measure(
    levels: &Bound<'_, PyAny>,
    only: &str,
    budget: Option<Limits>,
    game: Option<&str>,
    variant: Option<&str>,
    jobs: Option<usize>,
    progress: bool,
) -> PyResult<Rows> {
    let py = levels.py();
    let work = measuring(only, budget).or_raise(py)?;
    let inputs = Inputs::read(levels, game, variant)?;
    let job = job(inputs, jobs, |_| Ok(()), work).or_raise(py)?;
    Rows::new(py, job, progress)
}

/// How levels are measured.
pub(crate) fn measuring(only: &str, limits: Option<Limits>) -> Result<work::MakeWork, Fault> {
    Ok(work::measure(budget(limits)?, cost(only)?))
}

/// Rates levels: how hard they are for a person, from 1 to 10.
///
/// `equations` and `calibrations` are files that go before those that ship, as
/// `stumper fit` and `stumper rate --calibrate` write them. The other arguments
/// are those of `solve`.
///
/// >>> import stumper
/// >>> for row in stumper.rate("freecell#617-618"):
/// ...     print(row["id"], round(row["rating"], 1), row["word"])
/// freecell:ms#617 9.1 expert
/// freecell:ms#618 4.9 medium
#[pyfunction]
#[pyo3(signature = (levels, *, budget=None, equations=Vec::new(), calibrations=Vec::new(),
                    game=None, variant=None, jobs=None, progress=false))]
#[allow(clippy::too_many_arguments)] // They are named at every call.
pub(crate) fn rate(
    levels: &Bound<'_, PyAny>,
    budget: Option<Limits>,
    equations: Vec<PathBuf>,
    calibrations: Vec<PathBuf>,
    game: Option<&str>,
    variant: Option<&str>,
    jobs: Option<usize>,
    progress: bool,
) -> PyResult<Rows> {
    let py = levels.py();
    let inputs = Inputs::read(levels, game, variant)?;
    let make = || {
        let book = match inputs.first_game()? {
            Some(game) => read_book(game, &equations, &calibrations)?,
            None => book()?,
        };
        let work = work::rate(book.clone(), crate::options::budget(budget)?);
        let check = |game: &'static dyn Game| book.equation(game).map(drop);
        job(inputs, jobs, check, work)
    };
    Rows::new(py, make().or_raise(py)?, progress)
}

/// Lets a player play games without seeing what is hidden.
///
/// `player` is one of the game's players, on which `settings` can be set;
/// `stumper.games()` lists both. `secured` says what is done about face-down
/// cards: `"fixed"`, `"reshuffle"`, `"once"` or `"open"`. `luck` plays the same
/// deals with other luck; a game of more than `rounds` moves is lost. `moves`
/// adds the moves to the rows, `paths` the fitness after each move of games
/// that were won, `times` the seconds.
///
/// >>> import stumper
/// >>> rows = stumper.simulate("klondike#1-20", player="random")
/// >>> sum(row["won"] for row in rows) < 10
/// True
#[pyfunction]
#[pyo3(signature = (levels, *, player, settings=None, secured="fixed", luck=0, rounds=5000,
                    budget=None, moves=false, paths=false, times=false, game=None, variant=None,
                    jobs=None, progress=false))]
#[allow(clippy::too_many_arguments)] // They are named at every call.
pub(crate) fn simulate(
    levels: &Bound<'_, PyAny>,
    player: &str,
    settings: Option<&Bound<'_, PyDict>>,
    secured: &str,
    luck: u64,
    rounds: usize,
    budget: Option<Limits>,
    moves: bool,
    paths: bool,
    times: bool,
    game: Option<&str>,
    variant: Option<&str>,
    jobs: Option<usize>,
    progress: bool,
) -> PyResult<Rows> {
    let py = levels.py();
    let settings = crate::options::settings(settings)?;
    let options = PlayOptions {
        face_down: crate::options::face_down(secured).or_raise(py)?,
        rounds,
        luck,
        moves,
        budget: crate::options::budget(budget).or_raise(py)?,
    };
    let inputs = Inputs::read(levels, game, variant)?;
    let check =
        |game: &'static dyn Game| stumper::work::player_of(game, player, &settings).map(drop);
    let shown = work::Shown { paths, times };
    let work = work::play(player.into(), settings.clone(), options, shown);
    Rows::new(py, job(inputs, jobs, check, work).or_raise(py)?, progress)
}

/// Writes levels out.
///
/// >>> import stumper
/// >>> row, = stumper.deal("shift:5x5#1")
/// >>> print(row["level"].splitlines()[0])
/// ...B.
#[pyfunction]
#[pyo3(signature = (levels, *, game=None, variant=None, jobs=None, progress=false))]
pub(crate) fn deal(
    levels: &Bound<'_, PyAny>,
    game: Option<&str>,
    variant: Option<&str>,
    jobs: Option<usize>,
    progress: bool,
) -> PyResult<Rows> {
    let py = levels.py();
    let inputs = Inputs::read(levels, game, variant)?;
    let job = job(inputs, jobs, |_| Ok(()), work::deal()).or_raise(py)?;
    Rows::new(py, job, progress)
}
