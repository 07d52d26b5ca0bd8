//! `stumper.Rows`: what a verb makes of levels, as dicts or as columns.

use crate::arrow::{self, Stream};
use crate::fault::{OrRaise, raised};
use crate::job::{Job, Row};
use crate::running::Running;
use columns::arrow_array::{RecordBatch, RecordBatchIterator};
use columns::arrow_schema::SchemaRef;
use host::Out;
use pyo3::exceptions::{PyImportError, PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use stumper::{Fault, RowError};

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
#[pyclass(frozen, generic, module = "stumper")]
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

    /// Starts to make columns, with a bar if that is wanted.
    fn columns(&self, py: Python<'_>) -> PyResult<(SchemaRef, Running<RecordBatch>, Bar)> {
        let shape = self.job.shape().or_raise(py)?;
        let (schema, running) = arrow::start(&self.job, &shape).or_raise(py)?;
        let bar = Bar::of(py, self.progress, self.job.total())?;
        Ok((schema, running, bar))
    }

    /// Refuses a path that rows cannot be written to: one of the inputs, or a
    /// file that exists unless it may be written over.
    fn check_place(&self, path: &Path, force: bool) -> Result<(), Fault> {
        let out = Out {
            force,
            ..Out::default()
        };
        let inputs = self.job.files();
        let checked = out.check_whole(path, inputs.iter().map(|name| name.as_os_str()));
        checked.map_err(|mut fault| {
            if fault.place == "--out" {
                fault.place = "path".into();
            }
            fault.hint = fault.hint.replace("--force", "force=True");
            fault
        })
    }
}

/// A stream that was begun, for whoever asks for it.
#[pyclass(frozen, module = "stumper._core")]
struct Begun(Py<PyCapsule>);

#[pymethods]
impl Begun {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__(
        &self,
        py: Python<'_>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> Py<PyCapsule> {
        let _ = requested_schema;
        self.0.clone_ref(py)
    }
}

#[pymethods]
impl Rows {
    fn __iter__(&self, py: Python<'_>) -> PyResult<RowIterator> {
        let job = self.job.clone();
        let running = Running::start(move |stop, hand| job.drive(stop, None, hand));
        Ok(RowIterator {
            running: running.or_raise(py)?,
            waiting: Mutex::default(),
            bar: Bar::of(py, self.progress, self.job.total())?,
        })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let unknown = || PyTypeError::new_err("how many rows there are is known at the end");
        let total = self.job.total().ok_or_else(unknown)?;
        let told = isize::try_from(total).map(|n| n as usize);
        let fault = |_| Fault::new("len", total.to_string(), format!("at most {}", isize::MAX));
        told.map_err(fault).or_raise(py)
    }

    fn __repr__(&self) -> String {
        match self.job.total() {
            Some(total) => format!("<stumper.Rows of {total} levels>"),
            None => "<stumper.Rows>".into(),
        }
    }

    /// The rows as an Arrow stream, which pyarrow, Polars, pandas and DuckDB
    /// take as it is. A table has the columns of one game.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Which schema is wished for is advice: the reader casts.
        let _ = requested_schema;
        let (schema, running, bar) = self.columns(py)?;
        arrow::capsule(py, Stream::new(schema, running, bar))
    }

    /// The rows as a `pyarrow.Table`.
    ///
    /// >>> import stumper
    /// >>> table = stumper.solve("freecell#1-100").arrow()
    /// >>> table.num_rows, table.column("outcome").to_pylist()[0]
    /// (100, 'solved')
    fn arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pyarrow = py
            .import("pyarrow")
            .map_err(|_| PyImportError::new_err("arrow() needs pyarrow: pip install pyarrow"))?;
        // All is made before pyarrow reads it, so that faults and signals are
        // raised as what they are.
        let (schema, running, bar) = self.columns(py)?;
        let mut batches = Vec::new();
        while let Some(batch) = running.next(py)? {
            bar.add(py, batch.num_rows())?;
            batches.push(Ok(batch));
        }
        bar.close(py)?;
        let reader = RecordBatchIterator::new(batches, schema);
        let begun = Begun(arrow::capsule(py, reader)?.unbind());
        let reader = pyarrow.getattr("RecordBatchReader")?;
        let reader = reader.call_method1("from_stream", (begun,))?;
        reader.call_method0("read_all")
    }

    /// Writes the rows to a Parquet file as the program does: beside its
    /// place, and renamed when it is whole. Returns how many they are. A file
    /// that exists is a `Fault`, unless `force=True` writes over it.
    ///
    /// >>> import stumper, tempfile, os
    /// >>> path = os.path.join(tempfile.mkdtemp(), "rows.parquet")
    /// >>> stumper.solve("shift:5x5#1-20").to_parquet(path)
    /// 20
    /// >>> len(list(stumper.rate(path)))
    /// 20
    #[pyo3(signature = (path, *, force=false))]
    fn to_parquet(&self, py: Python<'_>, path: PathBuf, force: bool) -> PyResult<usize> {
        self.check_place(&path, force).or_raise(py)?;
        let shape = self.job.shape().or_raise(py)?;
        let bar = Bar::of(py, self.progress, self.job.total())?;
        let running = arrow::write(&self.job, &shape, &path).map_err(|error| match error {
            RowError::Fault(fault) => raised(py, fault),
            RowError::Io(place, error) => PyOSError::new_err(format!("{place}: {error}")),
        })?;
        // What was begun is taken away before an exception comes.
        added(py, &running, &bar).inspect_err(|_| running.leave(py))
    }
}

/// How many rows a run adds in all.
fn added(py: Python<'_>, running: &Running<usize>, bar: &Bar) -> PyResult<usize> {
    let mut all = 0;
    while let Some(rows) = running.next(py)? {
        all += rows;
        bar.add(py, rows)?;
    }
    bar.close(py)?;
    Ok(all)
}

/// Rows under way.
#[pyclass(frozen, module = "stumper._core")]
pub(crate) struct RowIterator {
    running: Running<Vec<Row>>,
    /// Rows that were made and not taken. Several threads may add to them.
    waiting: Mutex<VecDeque<Row>>,
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
            let row = waiting().pop_front();
            if let Some(row) = row {
                return pythonize::pythonize(py, &row)
                    .map(Some)
                    .map_err(PyErr::from);
            }
            let Some(rows) = self.running.next(py)? else {
                self.bar.close(py)?;
                return Ok(None);
            };
            self.bar.add(py, rows.len())?;
            waiting().extend(rows);
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

    /// Whether there is one.
    pub(crate) fn is_shown(&self) -> bool {
        self.0.is_some()
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
