//! `stumper evolve`: breeds weights for a game's features. The breeding is
//! [`lab::evolve`]'s; here are the options, the files, and what is printed.

mod files;
mod options;
mod rows;

use crate::words::tell;
use crate::{DONE, INTERRUPTED, watch};
use anyhow::Result;
use engine::Fault;
use engine::evolve::Generation;
use files::Log;
use host::Sink;
use lab::evolve::log::Entry;
use lab::evolve::{EvolvePlan, Halted, Listener, Run};
pub(crate) use options::Args;
use rows::{Bar, Rows};

pub(crate) fn call(args: &Args) -> Result<u8> {
    let plan = EvolvePlan::new(&args.read()?)?;
    if let Some(path) = &args.plot {
        args.files.check_picture(path)?;
    }
    let (log, past) = args.files.open(&plan)?;
    watch::can_stop();
    let mut hearing = Hearing {
        log,
        rows: Rows::new(args.format()),
        bar: Bar::new(args.quiet),
        quiet: args.quiet,
        sink: Sink::stdout(),
        failed: None,
    };
    hearing.rows.header(&plan, &mut hearing.sink)?;
    let jobs = lab::Plan::new(args.jobs.map(usize::from), watch::stop()).jobs;
    let done = Run::new(&plan, past, jobs, watch::stop(), &mut hearing).whole();
    hearing.bar.clear();
    if let Some(error) = hearing.failed.take() {
        return Err(error.into());
    }
    match done {
        Ok((generations, evolved)) => {
            hearing.rows.outcome(&evolved, &mut hearing.sink)?;
            hearing.sink.flush()?;
            args.files.write(&evolved)?;
            if let Some(path) = &args.plot {
                experiments::plot::write(path, &rows::picture(&plan, &generations))?;
            }
            Ok(DONE)
        }
        Err(Halted::Interrupted) => {
            hearing.sink.flush()?;
            tell(&args.files.stopped_message());
            Ok(INTERRUPTED)
        }
        Err(Halted::Failed(fault)) => Err(fault.into()),
    }
}

/// Prints rows, shows the bar, and keeps the log.
struct Hearing {
    log: Log,
    rows: Rows,
    bar: Bar,
    quiet: bool,
    sink: Sink,
    /// What kept a row or a line of the log from being written.
    failed: Option<host::Error>,
}

impl Hearing {
    /// Ends the run where something could not be written.
    fn written(&mut self, done: Result<(), host::Error>) -> Result<(), Fault> {
        done.map_err(|error| {
            let fault = Fault::new("output", error.to_string(), "a place to write to");
            self.failed = Some(error);
            fault
        })
    }
}

impl Listener for Hearing {
    fn expect(&self, searches: usize) -> Box<dyn Fn() + Sync> {
        self.bar.expect(searches)
    }
    fn phase(&self, name: &str) {
        self.bar.phase(name);
    }
    fn generation(&mut self, plan: &EvolvePlan, row: &Generation) -> Result<(), Fault> {
        let Hearing {
            rows, bar, sink, ..
        } = self;
        let written = bar.aside(|| rows.generation(plan, row, sink));
        bar.tell(row, plan.generations);
        self.written(written)
    }
    fn warn(&mut self, message: &str) {
        if !self.quiet {
            self.bar.aside(|| tell(message));
        }
    }
    fn log(&mut self, entry: &Entry) -> Result<(), Fault> {
        let written = self.log.add(entry);
        self.written(written)
    }
}
