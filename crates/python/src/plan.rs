//! Long runs in shards, for whoever shares them among machines.

use crate::fault::{OrRaise, raised};
use crate::options::{jobs as threads, plain_settings};
use crate::running::{LEAVE, LOOK_EVERY};
use columns::run::{Folder, Machine, Plan, Shard, Sums, run_shard};
use host::Error;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use stumper::{Fault, Stop};

/// The plan of a long run: a verb, levels, and how they are cut into shards.
///
/// >>> import stumper
/// >>> plan = stumper.RunPlan('verb = "solve"\nlevels = "freecell#1-25"\nshard = 10')
/// >>> plan.shards()
/// [(1, 10), (11, 20), (21, 25)]
/// >>> plan.file(21, 25)
/// '000000000021-000000000025.parquet'
#[pyclass(frozen, module = "stumper")]
pub(crate) struct RunPlan(Plan);

#[pymethods]
impl RunPlan {
    /// Reads a plan as `stumper run` does; `place` is what messages call it.
    #[new]
    #[pyo3(signature = (text, place = "plan"))]
    fn new(py: Python<'_>, text: &str, place: &str) -> PyResult<RunPlan> {
        Plan::read(place, text).map(RunPlan).or_raise(py)
    }

    /// The plan as text; equal plans have equal texts.
    #[getter]
    fn text(&self) -> String {
        self.0.write()
    }

    /// What is done with the levels.
    #[getter]
    fn verb(&self) -> &'static str {
        self.0.verb.name()
    }

    /// The first and the last level of every shard, counted from 1.
    fn shards(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64)>> {
        let shards = py.detach(|| self.0.shards()).or_raise(py)?;
        Ok(shards.iter().map(|s| (s.first, s.last)).collect())
    }

    /// The name of a shard's file.
    fn file(&self, first: u64, last: u64) -> String {
        Shard { first, last }.file()
    }

    /// Does a shard and writes its file into a folder.
    #[pyo3(signature = (first, last, folder, jobs = None))]
    fn run(
        &self,
        py: Python<'_>,
        first: u64,
        last: u64,
        folder: PathBuf,
        jobs: Option<usize>,
    ) -> PyResult<()> {
        let shard = Shard { first, last };
        if !self.0.has(shard).or_raise(py)? {
            let fault = Fault::new("shard", shard.file(), "a shard of the plan");
            return Err(raised(py, fault));
        }
        let machine = Machine {
            jobs: threads(jobs).or_raise(py)?,
            stop: Stop::default(),
            settings: plain_settings(),
        };
        let (plan, stop) = (self.0.clone(), machine.stop.clone());
        watched(py, &stop, move || {
            run_shard(&plan, shard, &folder, &machine, &mut || ()).map(drop)
        })
    }

    fn __repr__(&self) -> String {
        format!("RunPlan({:?})", self.0.write())
    }

    fn __eq__(&self, other: &RunPlan) -> bool {
        self.0 == other.0
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().text(),))
    }
}

/// Checks that the run in a folder is whole, and gives its sums: `rows`, how
/// often each word stands in a column of words, and count, sum, least and most
/// of every column of numbers. With `into`, all rows go into that file.
///
/// >>> import pathlib, stumper, tempfile
/// >>> folder = pathlib.Path(tempfile.mkdtemp())
/// >>> plan = stumper.RunPlan('verb = "solve"\nlevels = "freecell#1-20"\nshard = 10')
/// >>> _ = (folder / "plan.toml").write_text(plan.text)
/// >>> for first, last in plan.shards():
/// ...     plan.run(first, last, folder)
/// >>> stumper.merge(folder)["rows"]
/// 20
#[pyfunction]
#[pyo3(signature = (folder, into = None))]
pub(crate) fn merge(
    py: Python<'_>,
    folder: PathBuf,
    into: Option<PathBuf>,
) -> PyResult<Bound<'_, PyDict>> {
    let work = move || Folder::open(&folder)?.merge(into.as_deref(), &mut || ());
    let merged = watched(py, &Stop::default(), work)?;
    sums(py, &merged.sums)
}

fn sums<'py>(py: Python<'py>, sums: &Sums) -> PyResult<Bound<'py, PyDict>> {
    let numbers = PyDict::new(py);
    for (name, number) in &sums.numbers {
        let parts = PyDict::new(py);
        parts.set_item("count", number.count)?;
        parts.set_item("sum", number.sum)?;
        parts.set_item("least", number.least)?;
        parts.set_item("most", number.most)?;
        numbers.set_item(name, parts)?;
    }
    let all = PyDict::new(py);
    all.set_item("rows", sums.rows)?;
    all.set_item("words", sums.words.clone())?;
    all.set_item("numbers", numbers)?;
    Ok(all)
}

/// Does work on a thread of its own while signals are looked at; Ctrl-C asks
/// it to stop.
fn watched<T: Send + 'static>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let (sender, done) = channel();
    thread::spawn(move || sender.send(work()));
    let done = Mutex::new(done);
    let wait = |long| match done.lock() {
        Ok(done) => done.recv_timeout(long),
        Err(_) => Err(RecvTimeoutError::Disconnected),
    };
    loop {
        match py.detach(|| wait(LOOK_EVERY)) {
            Ok(made) => return made.map_err(|error| os_error(py, error)),
            Err(RecvTimeoutError::Disconnected) => {
                let fault = Fault::defect("a thread", "it broke down");
                return Err(raised(py, fault));
            }
            Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| {
                stop.ask();
                // What was begun is taken away before the exception comes.
                let _ = py.detach(|| wait(LEAVE));
            })?,
        }
    }
}

fn os_error(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Fault(fault) => raised(py, fault),
        Error::Io(place, why) => PyOSError::new_err(format!("{place}: {why}")),
    }
}
