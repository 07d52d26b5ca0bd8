//! `stumper.Rows`: what a verb makes of levels, as dicts or as columns.

use crate::fault::OrRaise;
use crate::job::{Job, Row};
use crate::running::Running;
use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::sync::{Arc, Mutex, PoisonError};

/// Rows that are made when they are asked for.
///
/// Iterating yields a dict for every row, with the keys that the program
/// writes as JSON. The work runs on all cores; it begins when the first row is
/// asked for, stops when the iterator is let go, and is done again by the next
/// iterator.
///
/// >>> import stumper
/// >>> rows = stumper.solve("freecell#1-3")
/// >>> len(rows)
/// 3
/// >>> [row["outcome"] for row in rows]
/// ['solved', 'solved', 'solved']
#[pyclass(frozen, module = "stumper")]
pub(crate) struct Rows {
    job: Arc<dyn Job>,
    /// Whether to show how far it is.
    progress: bool,
}

impl Rows {
    /// Rows of a job; refuses to show progress where there is no bar.
    pub(crate) fn new(py: Python<'_>, job: impl Job + 'static, progress: bool) -> PyResult<Rows> {
        if progress {
            bar_class(py)?;
        }
        Ok(Rows {
            job: Arc::new(job),
            progress,
        })
    }
}

#[pymethods]
impl Rows {
    fn __iter__(&self, py: Python<'_>) -> PyResult<RowIterator> {
        Ok(RowIterator {
            running: Some(self.job.start().or_raise(py)?),
            waiting: Mutex::default(),
            bar: Bar::of(py, self.progress, self.job.total())?,
        })
    }

    fn __len__(&self) -> PyResult<usize> {
        let total = self.job.total().and_then(|n| usize::try_from(n).ok());
        total.ok_or_else(|| PyTypeError::new_err("how many rows there are is known at the end"))
    }

    fn __repr__(&self) -> String {
        match self.job.total() {
            Some(total) => format!("<stumper.Rows of {total} levels>"),
            None => "<stumper.Rows>".into(),
        }
    }

    #[classmethod]
    fn __class_getitem__(cls: &Bound<'_, PyType>, _item: &Bound<'_, PyAny>) -> Py<PyType> {
        cls.clone().unbind()
    }
}

/// Rows under way.
#[pyclass(frozen, module = "stumper._core")]
pub(crate) struct RowIterator {
    running: Option<Running<Vec<Row>>>,
    waiting: Mutex<std::vec::IntoIter<Row>>,
    bar: Bar,
}

#[pymethods]
impl RowIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            let waiting = || self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let row = waiting().next();
            if let Some(row) = row {
                return pythonize::pythonize(py, &row)
                    .map(Some)
                    .map_err(PyErr::from);
            }
            let Some(running) = &self.running else {
                return Ok(None);
            };
            let Some(rows) = running.next(py)? else {
                self.bar.close(py)?;
                return Ok(None);
            };
            self.bar.add(py, rows.len())?;
            *waiting() = rows.into_iter();
        }
    }
}

/// A progress bar, if one is wanted.
pub(crate) struct Bar(Option<Py<PyAny>>);

fn bar_class(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let module = py
        .import("tqdm.auto")
        .map_err(|_| PyImportError::new_err("progress=True needs tqdm: pip install tqdm"))?;
    module.getattr("tqdm")
}

impl Bar {
    /// A bar for so many levels.
    pub(crate) fn of(py: Python<'_>, shown: bool, total: Option<u64>) -> PyResult<Bar> {
        if !shown {
            return Ok(Bar(None));
        }
        let options = PyDict::new(py);
        options.set_item("total", total)?;
        options.set_item("unit", "level")?;
        let bar = bar_class(py)?.call((), Some(&options))?;
        Ok(Bar(Some(bar.unbind())))
    }

    /// So many more are done.
    pub(crate) fn add(&self, py: Python<'_>, count: usize) -> PyResult<()> {
        match &self.0 {
            Some(bar) => bar.call_method1(py, "update", (count,)).map(drop),
            None => Ok(()),
        }
    }

    /// All is done.
    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        match &self.0 {
            Some(bar) => bar.call_method0(py, "close").map(drop),
            None => Ok(()),
        }
    }
}
