//! `stumper.Level`: one level, by id or as text.

use crate::fault::OrRaise;
use crate::inputs::Inputs;
use crate::options::{Limits, Moves, budget, cost, pairs};
use crate::play::Play;
use crate::running::Running;
use crate::verbs::{detail, solving};
use crate::work::{self, MakeWork};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsStr;
use std::hash::{Hash, Hasher};
use std::io::Cursor;
use stumper::{Clock, Defaults, Ending, Fault, Levels, Lines, Source, Task, book, find_game};

/// One level of a game.
///
/// >>> import stumper
/// >>> level = stumper.level("shift:5x5#1")
/// >>> level
/// <stumper.Level shift:5x5#1>
/// >>> level.solve()["outcome"]
/// 'solved'
///
/// In a notebook it shows its picture.
#[pyclass(frozen, module = "stumper")]
pub(crate) struct Level {
    pub(crate) task: Task,
}

/// The one level that an id, a file or a `Level` names.
///
/// >>> import stumper
/// >>> stumper.level("flow:9x9#17").id
/// 'flow:9x9#17'
#[pyfunction]
#[pyo3(signature = (level, *, game=None, variant=None))]
pub(crate) fn level(
    level: &Bound<'_, PyAny>,
    game: Option<&str>,
    variant: Option<&str>,
) -> PyResult<Level> {
    let inputs = Inputs::read(level, game, variant)?;
    let task = inputs.only().or_raise(level.py())?;
    Ok(Level { task })
}

/// Text that was given.
struct Given {
    name: String,
    text: String,
}

impl Source for Given {
    fn check(&self, _: &OsStr) -> Result<(), Fault> {
        Ok(())
    }

    fn open(&self, _: &OsStr) -> Result<Lines, Fault> {
        let input = Cursor::new(self.text.clone().into_bytes());
        Ok(Lines::new(&self.name, Box::new(input)))
    }
}

/// The level that a text holds: a board, as games write them.
///
/// `game` and `variant` are needed where the text does not name them; `name` is
/// what rows call it.
///
/// >>> import stumper
/// >>> board = stumper.level("shift:5x5#1").text
/// >>> stumper.read(board, game="shift").solve()["lengths"]["moves"]
/// 10
#[pyfunction]
#[pyo3(signature = (text, *, game=None, variant=None, name="text"))]
pub(crate) fn read(
    py: Python<'_>,
    text: &str,
    game: Option<&str>,
    variant: Option<&str>,
    name: &str,
) -> PyResult<Level> {
    let open = || {
        let defaults = Defaults::new(game, variant.unwrap_or_default())?;
        let (name, text) = (name.to_string(), text.to_string());
        let levels = Levels::open(["-".into()], defaults, Given { name, text })?;
        let task = levels.only("several are read from a file")?;
        // Asked for its fault only.
        let read = task.game.level(&task.level);
        read.map_err(|fault| task.locate(fault))?;
        Ok(task)
    };
    Ok(Level {
        task: open().or_raise(py)?,
    })
}

/// A level out of its parts, as it is pickled.
#[pyfunction]
#[pyo3(name = "_restore")]
pub(crate) fn restore(
    py: Python<'_>,
    game: &str,
    name: &str,
    written: Option<(String, String)>,
) -> PyResult<Level> {
    let game = find_game(game).or_raise(py)?;
    let level = match written {
        None => stumper::Level::Dealt(name.parse().or_raise(py)?),
        Some((variant, text)) => stumper::Level::Written {
            name: name.into(),
            variant,
            text,
        },
    };
    let place = String::new();
    Ok(Level {
        task: Task { game, level, place },
    })
}

/// Replays a solution by the plain rules.
///
/// `level` is an id, a file or a `Level`; `moves` are text or a list. The row
/// says whether it is valid, its lengths, or what is wrong.
///
/// >>> import stumper
/// >>> row = stumper.verify("shift:5x5#1", "R R U L U L D R R D")
/// >>> row["valid"]
/// True
#[pyfunction]
pub(crate) fn verify<'py>(level: &Bound<'py, PyAny>, moves: Moves) -> PyResult<Bound<'py, PyAny>> {
    let py = level.py();
    let check = || {
        let task = Inputs::only(&Inputs::read(level, None, None)?).or_raise(py)?;
        let moves = moves.text();
        let row = py.detach(|| task.game.verify(&task.level, &moves));
        row.map_err(|fault| task.locate(fault)).or_raise(py)
    };
    Ok(pythonize::pythonize(py, &check()?)?)
}

/// What a level is pickled as.
type Parts = (&'static str, String, Option<(String, String)>);

impl Level {
    fn parts(&self) -> Parts {
        let written = match &self.task.level {
            stumper::Level::Dealt(_) => None,
            stumper::Level::Written { variant, text, .. } => Some((variant.clone(), text.clone())),
        };
        (self.task.game.about().name, self.task.level.name(), written)
    }

    /// The row that somebody makes of this level, in the background so that
    /// Ctrl-C works.
    fn row<'py>(&self, py: Python<'py>, work: MakeWork) -> PyResult<Bound<'py, PyAny>> {
        let task = self.task.clone();
        let running = Running::start(move |stop, hand| {
            if let Some(row) = work()(&task, &Clock::start(stop))? {
                // The only row: whether it is taken changes nothing.
                let _ = hand(row);
            }
            Ok(Ending::Whole)
        });
        let row = running.or_raise(py)?.next(py)?;
        let nothing = || Fault::defect(self.id(), "a run without a row");
        let row = row.ok_or_else(nothing).or_raise(py)?;
        Ok(pythonize::pythonize(py, &row)?)
    }

    fn locate<T>(&self, py: Python<'_>, done: Result<T, Fault>) -> PyResult<T> {
        done.map_err(|fault| self.task.locate(fault)).or_raise(py)
    }
}

#[pymethods]
impl Level {
    /// The level's id, or the name of what it was read from.
    #[getter]
    fn id(&self) -> String {
        self.task.level.name()
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.task.game.about().name
    }

    /// The game's variant; empty for the game's default or where only the
    /// level tells.
    #[getter]
    fn variant(&self, py: Python<'_>) -> PyResult<String> {
        match &self.task.level {
            stumper::Level::Dealt(id) => self.task.game.variant_of(id).or_raise(py),
            stumper::Level::Written { variant, .. } => Ok(variant.clone()),
        }
    }

    /// The level as text.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let Task { game, level, .. } = &self.task;
        // Some levels take a while to be made.
        let row = py.detach(|| game.level(level));
        Ok(self.locate(py, row)?.level)
    }

    /// Solves it; the arguments and the row are those of `stumper.solve`.
    ///
    /// >>> import stumper
    /// >>> stumper.level("freecell#11982").solve(budget=1000)["limit"]
    /// 'states'
    #[pyo3(signature = (*, solver="", budget=None, settings=None, count=false, moves=true,
                        steps=false, boards=false, times=false))]
    #[allow(clippy::too_many_arguments)] // They are named at every call.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        solver: &str,
        budget: Option<Limits>,
        settings: Option<&Bound<'py, PyDict>>,
        count: bool,
        moves: bool,
        steps: bool,
        boards: bool,
        times: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let detail = detail(moves, steps, boards).or_raise(py)?;
        let how = solving(solver, budget, &pairs(settings)?, count, detail).or_raise(py)?;
        self.row(py, work::solve(how, moves, times))
    }

    /// Measures it, as `stumper.measure` does.
    #[pyo3(signature = (*, only="dear", budget=None))]
    fn measure<'py>(
        &self,
        py: Python<'py>,
        only: &str,
        budget: Option<Limits>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = self::budget(budget).or_raise(py)?;
        self.row(py, work::measure(limits, cost(only).or_raise(py)?))
    }

    /// Rates it, as `stumper.rate` does.
    #[pyo3(signature = (*, budget=None))]
    fn rate<'py>(&self, py: Python<'py>, budget: Option<Limits>) -> PyResult<Bound<'py, PyAny>> {
        let book = book().or_raise(py)?;
        let limits = self::budget(budget).or_raise(py)?;
        self.row(py, work::rate(book, limits))
    }

    /// A picture of what a player may see of it after these moves; with
    /// `open=True` of all, or with a whole solution of how it is solved.
    ///
    /// >>> import stumper
    /// >>> stumper.level("flow:5x5#1").svg()[:4]
    /// '<svg'
    #[pyo3(signature = (moves=None, *, open=false))]
    fn svg(&self, py: Python<'_>, moves: Option<Moves>, open: bool) -> PyResult<String> {
        let (game, level, moves) = (
            self.task.game,
            &self.task.level,
            moves.map_or(String::new(), Moves::text),
        );
        let picture = py.detach(|| match open {
            true => game.draw_open(level, &moves),
            false => game.draw(level, &moves),
        });
        Ok(self.locate(py, picture)?.to_svg())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, None, false)
    }

    /// Starts a game of it for a player who sees what may be seen, or with
    /// `open=True` everything.
    ///
    /// >>> import stumper
    /// >>> game = stumper.level("shift:5x5#1").play()
    /// >>> game.apply("R")
    /// >>> game.made
    /// ['R']
    #[pyo3(signature = (*, open=false))]
    fn play(&self, py: Python<'_>, open: bool) -> PyResult<Play> {
        let Task { game, level, .. } = &self.task;
        let session = py.detach(|| match open {
            true => game.play_open(level),
            false => game.play(level),
        });
        Ok(Play::new(self.id(), self.locate(py, session)?))
    }

    fn __repr__(&self) -> String {
        let game = self.game();
        match &self.task.level {
            stumper::Level::Dealt(id) => format!("<stumper.Level {id}>"),
            stumper::Level::Written { name, .. } => format!("<stumper.Level {name} of {game}>"),
        }
    }

    fn __eq__(&self, other: &Level) -> bool {
        self.parts() == other.parts()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.parts().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let restore = py.import("stumper._core")?.getattr("_restore")?;
        Ok((restore, self.parts()))
    }
}
