//! `stumper.Play`: a game that somebody plays, move by move.

use crate::fault::OrRaise;
use crate::options::{Limits, Moves, budget, plain_settings};
use crate::running::Running;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use serde::Serialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stumper::play::{Adviser, Ending, Hint, PlaySession};
use stumper::{Clock, Fault, Verdict, Watch, screen};

/// A game under way, and the moves that were taken back.
struct Table {
    session: Box<dyn PlaySession>,
    undone: Vec<String>,
}

/// A game that somebody plays: legal moves, moves taken back, hints.
///
/// What is hidden stays hidden unless the game was begun with `open=True`.
///
/// >>> import stumper
/// >>> game = stumper.level("shift:5x5#1").play()
/// >>> while not game.is_won:
/// ...     game.apply(game.hint()["moves"])
/// >>> len(game.made)
/// 10
#[pyclass(frozen, module = "stumper")]
pub(crate) struct Play {
    level: String,
    table: Arc<Mutex<Table>>,
}

/// What to do next.
#[derive(Serialize)]
struct HintRow {
    kind: &'static str,
    moves: Vec<String>,
    left: Option<usize>,
    by: String,
}

impl HintRow {
    fn of(hint: Hint) -> HintRow {
        let (kind, moves, left, by) = match hint {
            Hint::Moves { next, left, by } => ("moves", next, left, by),
            Hint::Won => ("won", Vec::new(), Some(0), String::new()),
            Hint::Lost => ("lost", Vec::new(), None, String::new()),
            Hint::WouldGiveUp { by } => ("would-give-up", Vec::new(), None, by),
            Hint::Unknown(_) => ("unknown", Vec::new(), None, String::new()),
        };
        HintRow {
            kind,
            moves,
            left,
            by,
        }
    }
}

impl Play {
    /// A game of the level of that name.
    pub(crate) fn new(level: String, session: Box<dyn PlaySession>) -> Play {
        let undone = Vec::new();
        Play {
            level,
            table: Arc::new(Mutex::new(Table { session, undone })),
        }
    }

    fn table(&self, py: Python<'_>) -> MutexGuard<'_, Table> {
        let table = self.table.lock_py_attached(py);
        table.unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks somebody who may take long, so that Ctrl-C works.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: Option<Limits>,
        ask: impl FnOnce(&dyn PlaySession, &Adviser, &dyn Watch) -> Result<T, Fault> + Send + 'static,
    ) -> PyResult<T> {
        let mut adviser = Adviser {
            settings: plain_settings(),
            ..Adviser::default()
        };
        if limits.is_some() {
            adviser.budget = budget(limits).or_raise(py)?;
        }
        let table = self.table.clone();
        let running = Running::start(move |stop, hand| {
            let table = table.lock().unwrap_or_else(PoisonError::into_inner);
            let answer = ask(&*table.session, &adviser, &Clock::start(stop))?;
            // The only answer: whether it is taken changes nothing.
            let _ = hand(answer);
            Ok(stumper::Ending::Whole)
        });
        let answer = running.or_raise(py)?.next(py)?;
        let nothing = || Fault::defect(&self.level, "no answer");
        answer.ok_or_else(nothing).or_raise(py)
    }
}

#[pymethods]
impl Play {
    /// Every legal move.
    fn moves(&self, py: Python<'_>) -> Vec<String> {
        let choices = self.table(py).session.choices().into_iter();
        choices.map(|choice| choice.text).collect()
    }

    /// Makes moves, all or none: text with spaces between them, or a list.
    fn apply(&self, py: Python<'_>, moves: Moves) -> PyResult<()> {
        let mut table = self.table(py);
        table.session.make(&moves.text()).or_raise(py)?;
        table.undone.clear();
        Ok(())
    }

    /// Takes back the last move; false if there is none.
    fn undo(&self, py: Python<'_>) -> bool {
        let mut table = self.table(py);
        let last = table.session.made().pop();
        let undone = table.session.undo();
        table.undone.extend(last.filter(|_| undone));
        undone
    }

    /// Makes the move again that was taken back last; false if there is none.
    fn redo(&self, py: Python<'_>) -> PyResult<bool> {
        let mut table = self.table(py);
        let Some(next) = table.undone.pop() else {
            return Ok(false);
        };
        table.session.make(&next).or_raise(py)?;
        Ok(true)
    }

    /// The moves made so far.
    #[getter]
    fn made(&self, py: Python<'_>) -> Vec<String> {
        self.table(py).session.made()
    }

    /// Whether the game is won.
    #[getter]
    fn is_won(&self, py: Python<'_>) -> bool {
        self.table(py).session.ending() == Some(Ending::Won)
    }

    /// How the game ended (`"won"`, `"no-moves"`, `"stuck"`), or None.
    #[getter]
    fn ending(&self, py: Python<'_>) -> Option<&'static str> {
        self.table(py).session.ending().map(Ending::name)
    }

    /// The board as the player sees it.
    #[getter]
    fn board(&self, py: Python<'_>) -> String {
        screen::text(&self.table(py).session.show())
    }

    /// A picture of what the player sees.
    fn svg(&self, py: Python<'_>) -> String {
        self.table(py).session.picture().to_svg()
    }

    fn _repr_svg_(&self, py: Python<'_>) -> String {
        self.svg(py)
    }

    /// What to do next, by somebody who sees no more than the player: a dict
    /// with `kind` (`"moves"`, `"won"`, `"lost"`, `"would-give-up"`,
    /// `"unknown"`), the next `moves`, how many are `left` to the end if that
    /// is known, and who says so (`by`). The budget is a few seconds by default.
    #[pyo3(signature = (*, budget=None))]
    fn hint<'py>(&self, py: Python<'py>, budget: Option<Limits>) -> PyResult<Bound<'py, PyAny>> {
        let hint = self.ask(py, budget, |session, adviser, watch| {
            session.hint(adviser, watch)
        })?;
        Ok(pythonize::pythonize(py, &HintRow::of(hint))?)
    }

    /// Whether the game can still be won: a solver that sees everything says
    /// True or False, or None where the budget does not suffice.
    ///
    /// >>> import stumper
    /// >>> stumper.level("freecell#11982").play().winnable()
    /// False
    #[pyo3(signature = (*, budget=None))]
    fn winnable(&self, py: Python<'_>, budget: Option<Limits>) -> PyResult<Option<bool>> {
        let verdict = self.ask(py, budget, |session, adviser, watch| {
            session.can_win(adviser, watch)
        })?;
        Ok(match verdict {
            Verdict::Solved => Some(true),
            Verdict::Unsolvable => Some(false),
            Verdict::GaveUp(_) => None,
        })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let moves = self.table(py).session.count();
        format!("<stumper.Play of {} after {moves} moves>", self.level)
    }
}
