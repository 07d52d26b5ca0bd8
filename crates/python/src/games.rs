//! `stumper.games`: what can be solved, and the words for it.

use pyo3::prelude::*;
use stumper::GAMES;
use stumper::game_row::GameRow;

/// What every game says of itself: variants, options, solvers, players,
/// features, measures, metrics, and an example of an id.
///
/// >>> import stumper
/// >>> [game["name"] for game in stumper.games()]
/// ['freecell', 'sliding', 'klondike', 'flow', 'lazors', 'shift']
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let rows: Vec<GameRow> = GAMES.iter().map(|game| GameRow::of(*game)).collect();
    Ok(pythonize::pythonize(py, &rows)?)
}
