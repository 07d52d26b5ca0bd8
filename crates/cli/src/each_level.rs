//! What verbs do that write a row for every level: rows in order on all cores,
//! a bar, and going on after a stop.

use crate::args::{LevelArgs, RunArgs};
use crate::rows::{Row, RowSink, Rows, Shape, TableOf};
use crate::words::tell;
use crate::{DONE, INTERRUPTED, progress};
use anyhow::{Error, Result};
use engine::Task;
use games::levels::Levels;
use host::PastRow;
use lab::{Clock, Ending, run};
use std::iter;
use std::ops::ControlFlow;

/// Levels, of which the first was looked at.
pub(crate) struct Opened {
    /// The first level, which tells the columns of a table.
    pub(crate) first: Task,
    rest: Levels,
    total: Option<u64>,
    one_by_one: bool,
}

impl Opened {
    /// Opens levels; nothing if there are none.
    pub(crate) fn of(args: &LevelArgs) -> Result<Option<Opened>> {
        let mut rest = args.open()?;
        let (total, one_by_one) = (rest.total(), rest.reads_stdin());
        let Some(first) = rest.next().transpose()? else {
            return Ok(None);
        };
        Ok(Some(Opened {
            first,
            rest,
            total,
            one_by_one,
        }))
    }
}

/// What a thread made of a batch of levels.
struct Batch<R> {
    rows: Rows<R>,
    levels: u64,
    code: u8,
}

impl<R> Default for Batch<R> {
    fn default() -> Self {
        Batch {
            rows: Rows::default(),
            levels: 0,
            code: DONE,
        }
    }
}

/// What tells how rows are laid out.
pub(crate) struct Layout {
    /// The first line of text.
    pub(crate) header: Vec<u8>,
    /// The game of lines that are for levels of one game.
    pub(crate) table_of: TableOf,
    /// The columns of a Parquet file.
    pub(crate) shape: Shape,
}

/// Writes a row for every level. A worker adds the row of a level and gives
/// the exit code for it, of which the largest counts; nothing if it was
/// interrupted. `past` gives it for rows that an earlier run wrote.
pub(crate) fn write_rows<R: Row + Send, P: PastRow, W>(
    opened: Opened,
    levels: &LevelArgs,
    run: &RunArgs,
    layout: &Layout,
    past: impl Fn(&P) -> u8,
    worker: impl Fn() -> W + Send + Sync + 'static,
) -> Result<u8>
where
    W: FnMut(&Task, &Clock, &mut Rows<R>) -> Result<Option<u8>>,
{
    let (format, mut code) = (run.format(), DONE);
    let out = run.out();
    let (header, shape) = (&layout.header, || Ok(layout.shape));
    let (mut sink, done) = RowSink::open(&out, format, header, shape, levels.names(), |row: P| {
        code = code.max(past(&row));
        Ok(())
    })?;
    let table_of = sink.table_of().or(layout.table_of);
    let shown = run.shows_bar() && opened.total != Some(1);
    let bar = progress::bar(opened.total, "levels", shown, done.rows);
    let plan = run.plan(opened.one_by_one);
    let stop = plan.stop.clone();
    let worker = move || {
        let (mut worker, stop) = (worker(), stop.clone());
        move |task: Task, batch: &mut Batch<R>| {
            let Some(code) = worker(&task, &Clock::start(&stop), &mut batch.rows)? else {
                return Ok(ControlFlow::Break(()));
            };
            batch.levels += 1;
            batch.code = batch.code.max(code);
            Ok(ControlFlow::Continue(()))
        }
    };
    let levels = iter::once(Ok(opened.first)).chain(opened.rest);
    let levels = done.leave_out(levels.map(|task| task.map_err(Error::from)));
    let levels = table_of.check_all(levels);
    let ending = run::run(levels, &plan, worker, |batch: Option<Batch<R>>| {
        if let Some(batch) = batch {
            sink.write(&batch.rows)?;
            bar.inc(batch.levels);
            code = code.max(batch.code);
        }
        sink.flush_when_due()?;
        Ok::<_, Error>(ControlFlow::Continue(()))
    });
    let ending = sink.end(ending);
    bar.finish_and_clear();
    if ending? == Ending::Interrupted {
        tell(&format.stopped_message(&out));
        return Ok(INTERRUPTED);
    }
    Ok(code)
}
