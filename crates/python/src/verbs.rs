//! The verbs that make a row of every level.

use crate::arrow::{Kept, Kind};
use crate::call::{Told, levels as extent};
use crate::fault::OrRaise;
use crate::inputs::Inputs;
use crate::job::LevelJob;
use crate::options::{Limits, Pairs, at_least_one, budget, cost, jobs, pairs, settings};
use crate::rows::Rows;
use crate::work::{self, MakeWork};
use columns::Shape;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use stumper::play::PlayOptions;
use stumper::record::{LevelRow, MeasureRow, PlayRow, RateRow, SolutionRow};
use stumper::{Detail, Fault, GAMES, Game, Solving, book, read_book};

/// How levels are solved.
pub(crate) fn solving(
    solver: &str,
    limits: Option<Limits>,
    set: &Pairs,
    count: bool,
    detail: Detail,
) -> Result<Solving, Fault> {
    let mut settings = settings(set)?;
    if count {
        settings.set("count", "count", "2")?;
    }
    Ok(Solving {
        solver: solver.into(),
        settings,
        budget: budget(limits)?,
        detail,
    })
}

/// What stands beside the moves, which are there then.
pub(crate) fn detail(moves: bool, steps: bool, boards: bool) -> Result<Detail, Fault> {
    match moves || !(steps || boards) {
        true => Ok(Detail { steps, boards }),
        false => {
            let found = "False, with steps or boards";
            Err(Fault::new("moves", found, "True, or neither of them"))
        }
    }
}

/// A job on levels, whose games are checked first.
fn job<R: Kept>(
    inputs: Inputs,
    threads: Option<usize>,
    check: impl Fn(&'static dyn Game) -> Result<(), Fault>,
    work: MakeWork,
    shape: Shape,
    told: Told,
) -> Result<LevelJob, Fault> {
    let (total, games) = inputs.look()?;
    games.into_iter().try_for_each(check)?;
    Ok(LevelJob {
        total,
        work,
        jobs: jobs(threads)?,
        kind: Kind::of::<R>(),
        shape,
        call: told.call(R::KIND, extent(inputs.names())),
        inputs,
    })
}

/// The shape of columns whose game is not known yet.
fn plain() -> Shape {
    Shape::of(GAMES[0])
}

/// Solves levels.
///
/// `levels` is an id or a range (`"freecell#617"`, `"flow:9x9#1,5,9-12"`), a
/// file that the program reads, a `Level`, or a list of them; `game` and
/// `variant` are those of boards that do not name theirs. `budget` bounds each
/// level: states (`100_000`), time (`"35ms"`), memory (`"64MB"`), or several
/// (`"100000,2s"`). `settings` are the solver's, `count=True` tells whether
/// there is more than one solution, `moves=False` leaves moves and the last
/// board out, `steps`, `boards` and `times` add these to the rows. `jobs` is the number of threads, all cores by default;
/// `progress=True` shows a bar.
///
/// >>> import stumper
/// >>> [(row["id"], row["outcome"]) for row in stumper.solve("freecell#11981-11982")]
/// [('freecell:ms#11981', 'solved'), ('freecell:ms#11982', 'unsolvable')]
#[pyfunction]
#[pyo3(signature = (levels, *, solver="", budget=None, settings=None, count=false, moves=true,
                    steps=false, boards=false, times=false, game=None, variant=None, jobs=None, progress=false))]
#[allow(clippy::too_many_arguments)] // They are named at every call.
pub(crate) fn solve(
    levels: &Bound<'_, PyAny>,
    solver: &str,
    budget: Option<Limits>,
    settings: Option<&Bound<'_, PyDict>>,
    count: bool,
    moves: bool,
    steps: bool,
    boards: bool,
    times: bool,
    game: Option<&str>,
    variant: Option<&str>,
    jobs: Option<usize>,
    progress: bool,
) -> PyResult<Rows> {
    let py = levels.py();
    let set = pairs(settings)?;
    let inputs = Inputs::read(levels, game, variant)?;
    let make = || {
        let detail = detail(moves, steps, boards)?;
        let how = solving(solver, budget, &set, count, detail)?;
        let told = Told::new()
            .value("--solver", solver)
            .settings(&set, &["heuristic", "weights"])
            .budget(&how.budget)
            .value("--count", count)
            .value("--no-moves", !moves)
            .value("--steps", steps)
            .value("--boards", boards)
            .value("--times", times)
            .boards(game, variant);
        let shape = Shape {
            moves,
            detail,
            times,
            ..plain()
        };
        let work = work::solve(how.clone(), moves, times);
        let check = |game: &'static dyn Game| how.check(game);
        job::<SolutionRow>(inputs, jobs, check, work, shape, told)
    };
    Rows::new(py, make().or_raise(py)?, progress)
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
    let inputs = Inputs::read(levels, game, variant)?;
    let make = || {
        let (budget, most) = (crate::options::budget(budget)?, cost(only)?);
        let told = Told::new().value("--only", only).budget(&budget);
        let shape = Shape {
            measures: Some(most),
            ..plain()
        };
        let work = work::measure(budget, most);
        let told = told.boards(game, variant);
        job::<MeasureRow>(inputs, jobs, |_| Ok(()), work, shape, told)
    };
    Rows::new(py, make().or_raise(py)?, progress)
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
/// freecell:ms#617 9.6 expert
/// freecell:ms#618 5.2 medium
#[pyfunction]
#[pyo3(signature = (levels, *, budget=None, equations=None, calibrations=None,
                    game=None, variant=None, jobs=None, progress=false))]
#[allow(clippy::too_many_arguments)] // They are named at every call.
pub(crate) fn rate(
    levels: &Bound<'_, PyAny>,
    budget: Option<Limits>,
    equations: Option<Vec<PathBuf>>,
    calibrations: Option<Vec<PathBuf>>,
    game: Option<&str>,
    variant: Option<&str>,
    jobs: Option<usize>,
    progress: bool,
) -> PyResult<Rows> {
    let py = levels.py();
    let inputs = Inputs::read(levels, game, variant)?;
    let equations = equations.unwrap_or_default();
    let calibrations = calibrations.unwrap_or_default();
    let make = || {
        let book = match inputs.first_game()? {
            Some(game) => read_book(game, &equations, &calibrations)?,
            None => book()?,
        };
        let budget = crate::options::budget(budget)?;
        let told = Told::new()
            .files("--equation", &equations)
            .files("--calibration", &calibrations)
            .budget(&budget)
            .boards(game, variant);
        let work = work::rate(book.clone(), budget);
        let check = |game: &'static dyn Game| book.equation(game).map(drop);
        job::<RateRow>(inputs, jobs, check, work, plain(), told)
    };
    Rows::new(py, make().or_raise(py)?, progress)
}

/// Lets a player play games without seeing what is hidden.
///
/// `player` is one of the game's players, on which `settings` can be set;
/// `stumper.games()` lists both. `secured` says what is done about face-down
/// cards: `"fixed"`, `"reshuffle"`, `"once"` or `"open"`. `luck` plays the same
/// deals with other luck; a game of more than `rounds` moves is lost. `moves`
/// adds the moves to the rows, `times` the seconds; `paths=False` leaves out
/// the fitness after each move of games that were won.
///
/// >>> import stumper
/// >>> rows = stumper.simulate("klondike#1-20", player="random")
/// >>> sum(row["won"] for row in rows) < 10
/// True
#[pyfunction]
#[pyo3(signature = (levels, *, player, settings=None, secured="fixed", luck=0, rounds=5000,
                    budget=None, moves=false, paths=true, times=false, game=None, variant=None,
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
    let set = pairs(settings)?;
    let inputs = Inputs::read(levels, game, variant)?;
    let make = || {
        let settings = crate::options::settings(&set)?;
        at_least_one("rounds", rounds as u64)?;
        let options = PlayOptions {
            face_down: crate::options::face_down(secured)?,
            rounds,
            luck,
            moves,
            budget: crate::options::budget(budget)?,
        };
        let told = Told::new()
            .value("--player", player)
            .settings(&set, &["weights"])
            .value("--secured", secured)
            .value("--luck", luck)
            .value("--rounds", rounds)
            .budget(&options.budget)
            .value("--moves", moves)
            .value("--no-paths", !paths)
            .value("--times", times)
            .boards(game, variant);
        let shape = Shape {
            moves: moves || paths,
            times,
            ..plain()
        };
        let shown = work::Shown { paths, times };
        let work = work::play(player.into(), settings.clone(), options, shown);
        let check =
            |game: &'static dyn Game| stumper::work::player_of(game, player, &settings).map(drop);
        job::<PlayRow>(inputs, jobs, check, work, shape, told)
    };
    Rows::new(py, make().or_raise(py)?, progress)
}

/// Writes levels out.
///
/// >>> import stumper
/// >>> row, = stumper.deal("shift:5x5#1")
/// >>> print(row["level"].splitlines()[0])
/// C  .  .  .  @
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
    let told = Told::new().boards(game, variant);
    let job = job::<LevelRow>(inputs, jobs, |_| Ok(()), work::deal(), plain(), told);
    Rows::new(py, job.or_raise(py)?, progress)
}
