//! Rows as Arrow columns: a stream that other libraries take without copying,
//! and Parquet files as the program writes them.

use crate::job::{Job, Row};
use crate::rows::Bar;
use crate::running::{Next, Running};
use columns::arrow_array::ffi_stream::FFI_ArrowArrayStream;
use columns::arrow_array::{RecordBatch, RecordBatchReader};
use columns::arrow_schema::{ArrowError, SchemaRef};
use columns::{Shape, Table, Writer};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, ThreadId};
use stumper::record::{LevelRow, MadeRow, MeasureRow, PlayRow, RateRow, SolutionRow};
use stumper::{Call, Ending, Fault, RowError};

/// Rows of a batch: as many as lie in a processor's cache, and enough that
/// handing a batch over costs nothing.
const BATCH: usize = 8192;

/// A kind of row that can be told from the others.
pub(crate) trait Kept: columns::Row {
    /// The row, where it is of this kind.
    fn of(row: &Row) -> Option<&Self>;
}

macro_rules! kept {
    ($($row:ty: $name:ident),*) => {$(
        impl Kept for $row {
            fn of(row: &Row) -> Option<&Self> {
                match row {
                    Row::$name(row) => Some(row),
                    _ => None,
                }
            }
        }
    )*};
}

kept!(
    LevelRow: Level, SolutionRow: Solution, MeasureRow: Measures, RateRow: Rating,
    PlayRow: Game, MadeRow: Made
);

/// Columns under construction, whatever their rows are.
trait Layout: Send {
    fn add(&mut self, row: &Row);
    fn rows(&self) -> usize;
    fn schema(&self) -> SchemaRef;
    fn finish(&mut self) -> RecordBatch;
}

impl<R: Kept> Layout for Table<R> {
    fn add(&mut self, row: &Row) {
        if let Some(row) = R::of(row) {
            Table::add(self, row);
        }
    }
    fn rows(&self) -> usize {
        Table::rows(self)
    }
    fn schema(&self) -> SchemaRef {
        Table::schema(self)
    }
    fn finish(&mut self) -> RecordBatch {
        Table::finish(self)
    }
}

/// A file under construction, whatever its rows are.
trait Growing: Send {
    fn add(&mut self, row: &Row) -> Result<(), RowError>;
    fn finish(self: Box<Self>) -> Result<(), RowError>;
}

impl<R: Kept> Growing for Writer<R> {
    fn add(&mut self, row: &Row) -> Result<(), RowError> {
        R::of(row).map_or(Ok(()), |row| Writer::add(self, row))
    }
    fn finish(self: Box<Self>) -> Result<(), RowError> {
        Writer::finish(*self)
    }
}

/// A file that was begun, or why it could not be.
type Created = Result<Box<dyn Growing>, RowError>;

/// How rows of one kind become columns.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    layout: fn(&Shape) -> Box<dyn Layout>,
    create: fn(&Path, &Shape, &Call) -> Created,
}

impl Kind {
    /// That of these rows.
    pub(crate) fn of<R: Kept>() -> Kind {
        Kind {
            layout: |shape| Box::new(R::table(shape)),
            create: |path, shape, call| Ok(Box::new(Writer::<R>::create(path, shape, call)?)),
        }
    }
}

/// Starts to make a job's rows as columns.
pub(crate) fn start(
    job: &Arc<dyn Job>,
    shape: &Shape,
) -> Result<(SchemaRef, Running<RecordBatch>), Fault> {
    let (job, game) = (job.clone(), shape.game);
    let mut layout = (job.kind().layout)(shape);
    let schema = layout.schema();
    let running = Running::start(move |stop, hand| {
        let mut taken = |rows: Vec<Row>| {
            for row in &rows {
                layout.add(row);
                if layout.rows() == BATCH && hand(layout.finish()).is_break() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        let ending = job.drive(stop, Some(game), &mut taken)?;
        if layout.rows() > 0 && ending == Ending::Whole {
            // The last batch: whether it is taken changes nothing.
            let _ = hand(layout.finish());
        }
        Ok(ending)
    })?;
    Ok((schema, running))
}

/// A stream as Python libraries hand it to each other.
pub(crate) fn capsule(
    py: Python<'_>,
    reader: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// Columns under way, for whoever reads them.
pub(crate) struct Stream {
    running: Running<RecordBatch>,
    schema: SchemaRef,
    bar: Bar,
    /// Whether the user wanted to stop.
    stopped: bool,
    /// The thread that asked for the stream. Only there can signals be looked
    /// at without waiting for somebody who waits for the stream.
    asked_by: ThreadId,
}

impl Stream {
    /// A stream that this thread asked for.
    pub(crate) fn new(schema: SchemaRef, running: Running<RecordBatch>, bar: Bar) -> Stream {
        Stream {
            running,
            schema,
            bar,
            stopped: false,
            asked_by: thread::current().id(),
        }
    }

    /// Whether the user wants to stop: what the stream comes to then. The
    /// signal is raised again, and seen as soon as the interpreter goes on. A
    /// failure of the stream would come first and hide it, so the stream ends
    /// without one. An empty batch goes before the end: who takes batch by
    /// batch sees the signal there, and takes no short stream for a whole one.
    fn interrupted(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        if thread::current().id() != self.asked_by {
            return None;
        }
        let raised = Python::attach(|py| {
            py.check_signals().err().map(|_| {
                let module = py.import("_thread")?;
                module.call_method0("interrupt_main").map(drop)
            })
        })?;
        self.running.cancel();
        self.stopped = true;
        Some(match raised {
            Ok(()) => Ok(RecordBatch::new_empty(self.schema.clone())),
            Err(_) => Err(ArrowError::ExternalError("KeyboardInterrupt".into())),
        })
    }

    fn show(&self, rows: Option<usize>) {
        if self.bar.is_shown() && thread::current().id() == self.asked_by {
            // A bar that breaks is no reason to stop.
            let _ = Python::attach(|py| match rows {
                Some(rows) => self.bar.add(py, rows),
                None => self.bar.close(py),
            });
        }
    }
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.stopped {
            let next = self.running.wait();
            if let Some(last) = self.interrupted() {
                return Some(last);
            }
            match next {
                Next::Made(Ok(batch)) => {
                    self.show(Some(batch.num_rows()));
                    return Some(Ok(batch));
                }
                Next::Made(Err(fault)) => {
                    return Some(Err(ArrowError::ExternalError(Box::new(fault))));
                }
                Next::Nothing => {}
                Next::Over => {
                    self.show(None);
                    return None;
                }
            }
        }
        None
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// Starts to write a job's rows to a Parquet file; tells how many were added.
pub(crate) fn write(
    job: &Arc<dyn Job>,
    shape: &Shape,
    path: &Path,
) -> Result<Running<usize>, RowError> {
    let (job, game) = (job.clone(), shape.game);
    let mut file = (job.kind().create)(path, shape, job.call())?;
    let running = Running::start(move |stop, hand| {
        let mut failed = None;
        let mut taken = |rows: Vec<Row>| {
            let added = rows.iter().try_for_each(|row| file.add(row));
            match added {
                Ok(()) => hand(rows.len()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let ending = job.drive(stop, Some(game), &mut taken)?;
        match (failed, ending) {
            (Some(error), _) => return Err(told(error)),
            (None, Ending::Whole) => file.finish().map_err(told)?,
            // What is not whole is not kept.
            (None, _) => {}
        }
        Ok(ending)
    });
    Ok(running?)
}

/// A failure to write, as a fault.
fn told(error: RowError) -> Fault {
    match error {
        RowError::Fault(fault) => fault,
        RowError::Io(place, error) => Fault::new(place, error.to_string(), "a file to write to"),
    }
}
