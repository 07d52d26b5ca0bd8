//! The verbs that make a row of every level.

use crate::arrow::{Kept, Kind};
use crate::fault::OrRaise;
use crate::inputs::Inputs;
use crate::job::LevelJob;
use crate::options::{Limits, budget, cost, jobs, settings};
use crate::rows::Rows;
use crate::work::{self, MakeWork};
use columns::Shape;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use stumper::play::PlayOptions;
use stumper::record::{LevelRow, MeasureRow, PlayRow, RateRow, SolutionRow};
use stumper::{Call, Detail, Fault, GAMES, Game, Settings, Solving, book, read_book};

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
fn job<R: Kept>(
    inputs: Inputs,
    threads: Option<usize>,
    check: impl Fn(&'static dyn Game) -> Result<(), Fault>,
    work: MakeWork,
    shape: Shape,
    told: &[(&str, String)],
) -> Result<LevelJob, Fault> {
    let (total, games) = inputs.look()?;
    games.into_iter().try_for_each(check)?;
    Ok(LevelJob {
        total,
        work,
        jobs: jobs(threads)?,
        kind: Kind::of::<R>(),
        shape,
        call: call(R::KIND, ("levels", inputs.names()), told),
        inputs,
    })
}

/// The shape of columns whose game is not known yet.
fn plain() -> Shape {
    Shape::of(GAMES[0])
}

/// What was asked for, as files of rows keep it.
pub(crate) fn call(verb: &str, extent: (&str, Vec<String>), told: &[(&str, String)]) -> Call {
    let option = |(name, value): &(&str, String)| (name.to_string(), vec![value.clone()]);
    Call {
        version: env!("CARGO_PKG_VERSION").into(),
        verb: verb.into(),
        options: told.iter().map(option).collect(),
        extent: [(extent.0.to_string(), extent.1)].into(),
    }
}

/// Settings in one line.
fn set(settings: &Settings) -> String {
    let values = settings.values.iter();
    let mut set: Vec<String> = values
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    set.extend(settings.weights.as_ref().map(|_| "weights".into()));
    set.join(" ")
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
    let told = [
        ("solver", how.solver.clone()),
        ("settings", set(&how.settings)),
        ("budget", how.budget.to_string()),
        ("steps", steps.to_string()),
        ("boards", boards.to_string()),
    ];
    let shape = Shape {
        detail,
        times,
        ..plain()
    };
    let work = work::solve(how.clone(), times);
    let check = |game: &'static dyn Game| how.check(game);
    let job = job::<SolutionRow>(inputs, jobs, check, work, shape, &told);
    Rows::new(py, job.or_raise(py)?, progress)
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
        let told = [("only", only.to_string()), ("budget", budget.to_string())];
        let shape = Shape {
            measures: Some(most),
            ..plain()
        };
        let work = work::measure(budget, most);
        job::<MeasureRow>(inputs, jobs, |_| Ok(()), work, shape, &told)
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
        let budget = crate::options::budget(budget)?;
        let told = [
            ("equations", paths(&equations)),
            ("calibrations", paths(&calibrations)),
            ("budget", budget.to_string()),
        ];
        let work = work::rate(book.clone(), budget);
        let check = |game: &'static dyn Game| book.equation(game).map(drop);
        job::<RateRow>(inputs, jobs, check, work, plain(), &told)
    };
    Rows::new(py, make().or_raise(py)?, progress)
}

/// The names of files in one line.
fn paths(paths: &[PathBuf]) -> String {
    let names = paths.iter().map(|path| path.display().to_string());
    names.collect::<Vec<_>>().join(" ")
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
    let told = [
        ("player", player.to_string()),
        ("settings", set(&settings)),
        ("secured", secured.to_string()),
        ("luck", luck.to_string()),
        ("rounds", rounds.to_string()),
        ("budget", options.budget.to_string()),
    ];
    let shape = Shape {
        moves: moves || paths,
        times,
        ..plain()
    };
    let shown = work::Shown { paths, times };
    let work = work::play(player.into(), settings.clone(), options, shown);
    let job = job::<PlayRow>(inputs, jobs, check, work, shape, &told);
    Rows::new(py, job.or_raise(py)?, progress)
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
    let job = job::<LevelRow>(inputs, jobs, |_| Ok(()), work::deal(), plain(), &[]);
    Rows::new(py, job.or_raise(py)?, progress)
}
