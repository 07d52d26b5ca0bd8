//! Rows on their way out: lines of text, which go to standard output or a
//! file as they come, or columns, which go to a Parquet file that is there
//! when it is whole.

use crate::args::FormatArg;
#[cfg(not(feature = "columns"))]
use crate::no_columns as columns;
use crate::watch;
use anyhow::Result;
use clap::ValueEnum;
use clap::builder::PossibleValue;
pub(crate) use columns::{Row, Shape, WithParquet};
use engine::{Fault, Game, Task};
use games::levels::{Levels, STDIN};
use host::resume::PastRating;
use host::{Done, Out, PastRow, Sink};
use lab::{Ending, Format};
use std::ffi::OsStr;
use std::iter::Peekable;

/// The forms of rows on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowFormat {
    /// Lines of text.
    Lines(FormatArg),
    /// Columns in a Parquet file.
    Parquet,
}

impl ValueEnum for RowFormat {
    fn value_variants<'a>() -> &'a [RowFormat] {
        &[
            RowFormat::Lines(FormatArg::Text),
            RowFormat::Lines(FormatArg::Json),
            RowFormat::Lines(FormatArg::Csv),
            RowFormat::Parquet,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            RowFormat::Lines(format) => format.to_possible_value(),
            RowFormat::Parquet => {
                let help = "Columns in a Parquet file, which --out names; levels of one game";
                Some(PossibleValue::new("parquet").help(help))
            }
        }
    }
}

impl RowFormat {
    /// The form of lines; none for columns.
    pub(crate) fn lines(self) -> Option<Format> {
        match self {
            RowFormat::Lines(format) => Some(format.into()),
            RowFormat::Parquet => None,
        }
    }

    /// Whether rows are lines of JSON.
    pub(crate) fn is_json(self) -> bool {
        self == RowFormat::Lines(FormatArg::Json)
    }

    /// Whether rows are comma-separated values.
    pub(crate) fn is_csv(self) -> bool {
        self == RowFormat::Lines(FormatArg::Csv)
    }

    /// Whether rows are columns.
    pub(crate) fn is_parquet(self) -> bool {
        self == RowFormat::Parquet
    }

    /// What to tell a user who interrupted the run.
    pub(crate) fn stopped_message(self, out: &Out) -> String {
        match (self.lines(), out.name()) {
            (Some(format), _) => out.stopped_message(format),
            (None, name) => format!(
                "interrupted; {} was not written, as it would not be whole",
                name.unwrap_or_default()
            ),
        }
    }
}

/// The game of a table whose columns differ from game to game, if it is one.
#[derive(Clone, Copy, Default)]
pub(crate) struct TableOf(pub(crate) Option<&'static dyn Game>);

impl TableOf {
    /// This one, or the other where this is none.
    pub(crate) fn or(self, other: TableOf) -> TableOf {
        TableOf(self.0.or(other.0))
    }

    /// Refuses a level of another game than the table's.
    pub(crate) fn check(self, task: &Task) -> Result<(), Fault> {
        let Some(game) = self.0 else { return Ok(()) };
        let (name, first) = (task.game.about().name, game.about().name);
        if name == first {
            return Ok(());
        }
        let found = format!("a level of {name}");
        let expected = format!("levels of {first}, as the first is");
        let hint = "a table has the columns of one game; --format json mixes games";
        Err(task.locate(Fault::new(task.level.name(), found, expected).hint(hint)))
    }

    /// The levels, checked one by one.
    pub(crate) fn check_all<E: From<Fault>>(
        self,
        levels: impl Iterator<Item = Result<Task, E>> + Send,
    ) -> impl Iterator<Item = Result<Task, E>> + Send {
        levels.map(move |task| {
            let task = task?;
            self.check(&task)?;
            Ok(task)
        })
    }
}

/// The fault of asking for columns where the program has none.
pub(crate) fn built_without(place: &str, expected: &str) -> Fault {
    let found = "Parquet, which this program was built without";
    let hint = "`cargo build --profile dist -p stumper-cli --features serve,columns` has it";
    Fault::new(place, found, expected).hint(hint)
}

/// What the first level tells of the columns.
pub(crate) fn first_shape(
    levels: &mut Peekable<Levels>,
    shape: impl FnOnce(&'static dyn Game) -> Shape,
) -> Result<Shape, Fault> {
    match levels.peek() {
        Some(Ok(task)) => Ok(shape(task.game)),
        Some(Err(fault)) => Err(fault.clone()),
        None => Err(Fault::new("levels", "none", "one at least")),
    }
}

/// Rows that a thread made of a batch: lines, or rows as they are.
pub(crate) struct Rows<R> {
    lines: Vec<u8>,
    rows: Vec<R>,
}

impl<R> Default for Rows<R> {
    fn default() -> Self {
        Rows {
            lines: Vec::new(),
            rows: Vec::new(),
        }
    }
}

impl<R> Rows<R> {
    /// Adds a row, which `write` adds to lines of text.
    pub(crate) fn add(
        &mut self,
        format: RowFormat,
        row: R,
        write: impl FnOnce(&mut Vec<u8>, R, Format),
    ) {
        match format.lines() {
            Some(format) => write(&mut self.lines, row, format),
            None => self.rows.push(row),
        }
    }
}

/// Where rows go.
pub(crate) enum RowSink<R: Row> {
    /// Lines, to standard output or a file; one row is made up in `line`.
    Lines {
        sink: Sink,
        format: Format,
        line: Vec<u8>,
    },
    /// Columns, to a file.
    Columns(Box<columns::Writer<R>>, &'static dyn Game),
}

impl<R: Row> RowSink<R> {
    /// Opens what `--out` names, with what it says is done. Lines begin with a
    /// header, `shape` tells the columns, and `seen` gets every row that was
    /// there. The file must be none of the inputs.
    pub(crate) fn open<'a, P: PastRow>(
        out: &Out,
        format: RowFormat,
        header: &[u8],
        shape: impl FnOnce() -> Result<Shape, Fault>,
        inputs: impl Iterator<Item = &'a OsStr>,
        seen: impl FnMut(P) -> Result<(), Fault>,
    ) -> Result<(RowSink<R>, Done)> {
        if let Some(format) = format.lines() {
            let (sink, done) = out.open(format, header, inputs, seen)?;
            let line = Vec::new();
            return Ok((RowSink::Lines { sink, format, line }, done));
        }
        Ok((RowSink::columns(out, shape, inputs)?, Done::default()))
    }

    /// The same for verbs that do not go on with a file.
    pub(crate) fn begin<'a>(
        out: &Out,
        format: RowFormat,
        header: &[u8],
        shape: impl FnOnce() -> Result<Shape, Fault>,
        inputs: impl Iterator<Item = &'a OsStr>,
    ) -> Result<RowSink<R>> {
        let seen = |_: PastRating| Ok(());
        let (sink, _) = RowSink::open(out, format, header, shape, inputs, seen)?;
        Ok(sink)
    }

    fn columns<'a>(
        out: &Out,
        shape: impl FnOnce() -> Result<Shape, Fault>,
        inputs: impl Iterator<Item = &'a OsStr>,
    ) -> Result<RowSink<R>> {
        const PLACE: &str = "--format parquet";
        if !cfg!(feature = "columns") {
            return Err(built_without(PLACE, "text, json or csv").into());
        }
        let Some(path) = out.file.as_ref().filter(|path| path.as_os_str() != STDIN) else {
            let fault = Fault::new(PLACE, "no file", "--out FILE as well");
            return Err(fault
                .hint("columns go to a file, which is there when it is whole")
                .into());
        };
        if out.resume {
            let fault = Fault::new("--resume", PLACE, "json or csv");
            let hint = "`stumper run` writes columns in shards, and goes on after a stop";
            return Err(fault.hint(hint).into());
        }
        out.check_whole(path, inputs)?;
        let shape = shape()?;
        // What was begun is taken away.
        watch::can_stop();
        let writer = columns::Writer::create(path, &shape, &out.call)?;
        Ok(RowSink::Columns(Box::new(writer), shape.game))
    }

    /// The game of the columns.
    pub(crate) fn table_of(&self) -> TableOf {
        TableOf(match self {
            RowSink::Lines { .. } => None,
            RowSink::Columns(_, game) => Some(*game),
        })
    }

    /// Writes the rows of a batch.
    pub(crate) fn write(&mut self, rows: &Rows<R>) -> Result<(), host::Error> {
        match self {
            RowSink::Lines { sink, .. } => sink.write(&rows.lines),
            RowSink::Columns(writer, _) => rows.rows.iter().try_for_each(|row| writer.add(row)),
        }
    }

    /// Writes lines that sum up; tells whether they have a place.
    pub(crate) fn write_lines(&mut self, lines: &[u8]) -> Result<bool, host::Error> {
        match self {
            RowSink::Lines { sink, .. } => sink.write(lines).map(|()| true),
            RowSink::Columns(..) => Ok(false),
        }
    }

    /// Writes one row, which `write` adds to lines of text.
    pub(crate) fn add(
        &mut self,
        row: &R,
        write: impl FnOnce(&mut Vec<u8>, &R, Format),
    ) -> Result<(), host::Error> {
        match self {
            RowSink::Lines { sink, format, line } => {
                line.clear();
                write(line, row, *format);
                sink.write(line)
            }
            RowSink::Columns(writer, _) => writer.add(row),
        }
    }

    /// Lets others see lines that were written long ago.
    pub(crate) fn flush_when_due(&mut self) -> Result<(), host::Error> {
        match self {
            RowSink::Lines { sink, .. } => sink.flush_when_due(),
            RowSink::Columns(..) => Ok(()),
        }
    }

    /// Ends the rows of a run. Lines are there however it ended, columns only
    /// if it was not interrupted and nothing failed.
    pub(crate) fn end(self, ending: Result<Ending>) -> Result<Ending> {
        match self {
            RowSink::Lines { mut sink, .. } => {
                sink.flush()?;
                ending
            }
            RowSink::Columns(writer, _) => {
                let ending = ending?;
                if ending != Ending::Interrupted {
                    writer.finish()?;
                }
                Ok(ending)
            }
        }
    }
}
