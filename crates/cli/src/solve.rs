//! `stumper solve`: levels in, solutions out, on all cores and in the order
//! of the levels. Every solution was replayed through the plain rules.

use crate::args::{BudgetArgs, LevelArgs, RunArgs, SettingArgs};
use crate::rows::{RowSink, Rows, first_shape};
use crate::solution_rows::Style;
use crate::words::{count, rate, tell};
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, UNSOLVABLE, progress};
use anyhow::{Error, Result};
use engine::record::SolutionRow;
use engine::{Detail, Level, Task, Verdict, Watch};
use host::resume::PastSolution;
use lab::rows::csv_line;
use lab::tally::SolveTally;
use lab::{Clock, Ending, SolveWorker, Solving, run};
use std::ops::ControlFlow;
use std::time::Instant;

/// Solve levels
#[derive(clap::Args)]
#[command(after_help = "\
A budget bounds each level: 100000 is states, 35ms or 2s time, 64MB memory.
Time spent on tables that solvers share is not counted. Runs with a budget of
time may differ from one another; all others give the same bytes for any
number of --jobs.

Exit codes: 0 all solved; 10 some level was proved unsolvable; 11 some level
hit a limit first (wins over 10); 2 the call or a level was wrong; 130
interrupted.

Examples:
  stumper solve freecell#617
  stumper solve freecell#617 --steps
  stumper solve freecell#617 --boards
  stumper solve freecell#1-32000 --format json --out rows.jsonl
  stumper solve freecell#1-32000 --format json --out rows.jsonl --resume
  stumper solve freecell#1-32000 --format parquet --out rows.parquet
  stumper solve freecell#1-100 --solver staged --heuristic hsdh --budget 20000
  stumper solve freecell#1-100 --solver staged --weights freecell
  stumper solve flow:9x9#1-20 --count
  stumper deal freecell:seed --count 9 | stumper solve - --format csv")]
pub(crate) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The solver [default: the game's first; `stumper games GAME` lists them]
    #[arg(
        long,
        value_name = "NAME",
        default_value = "",
        hide_default_value = true
    )]
    solver: String,
    #[command(flatten)]
    settings: SettingArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Tell whether there is no solution, one, or more than one, for games
    /// whose solvers can count
    #[arg(long)]
    count: bool,
    /// Leave moves and the last board out; such rows cannot be verified
    #[arg(long, conflicts_with_all = ["steps", "boards"])]
    no_moves: bool,
    /// Write each move in parts (JSON does so by default, CSV never)
    #[arg(long, overrides_with = "no_steps")]
    steps: bool,
    /// Leave the parts of moves out of JSON
    #[arg(long)]
    no_steps: bool,
    /// Write the board before the first move and after each (never in CSV)
    #[arg(long)]
    boards: bool,
    /// Write how long each level took (JSON does so by default)
    #[arg(long, overrides_with = "no_times")]
    times: bool,
    /// Leave times out of JSON, so that two runs give the same bytes
    #[arg(long)]
    no_times: bool,
    /// The metric of printed lengths [default: the game's first]
    #[arg(
        long,
        value_name = "NAME",
        default_value = "",
        hide_default_value = true
    )]
    metric: String,
    #[command(flatten)]
    run: RunArgs,
}

impl Args {
    fn style(&self) -> Style {
        let format = self.run.format();
        let json = format.is_json();
        Style {
            no_moves: self.no_moves,
            detail: Detail {
                steps: self.steps || json && !self.no_steps && !self.no_moves,
                boards: self.boards && !format.is_csv(),
            },
            times: self.times || json && !self.no_times,
            metric: self.metric.clone(),
            counted: self.count,
        }
    }

    fn solving(&self, style: &Style) -> Result<Solving> {
        let mut settings = self.settings.read()?;
        if self.count {
            settings.set("--count", "count", "2")?;
        }
        Ok(Solving {
            solver: self.solver.clone(),
            settings,
            budget: self.budget.read()?,
            detail: style.detail,
        })
    }
}

/// What a thread made of a batch of levels.
#[derive(Default)]
struct Batch {
    rows: Rows<SolutionRow>,
    tally: SolveTally,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let (format, style) = (args.run.format(), args.style());
    let solving = args.solving(&style)?;
    let levels = args.levels.open()?;
    for game in levels.games() {
        game.metric(&style.metric)?;
        solving.check(game)?;
    }
    let mut header = Vec::new();
    if format.is_csv() {
        csv_line(&mut header, style.csv_header());
    }
    let (mut gave_up, mut unsolvable) = (false, false);
    let past = |row: PastSolution| {
        gave_up |= row.found.verdict.limit().is_some();
        unsolvable |= row.found.verdict == Verdict::Unsolvable;
        Ok(())
    };
    let out = args.run.out();
    let (total, one_by_one) = (levels.total(), levels.reads_stdin());
    let mut levels = levels.peekable();
    let shape = || first_shape(&mut levels, |game| style.shape(game));
    let names = args.levels.names();
    let (mut sink, done) = RowSink::open(&out, format, &header, shape, names, past)?;
    let (had, table_of) = (done.rows, sink.table_of());
    let shown = args.run.shows_bar() && total != Some(1);
    let bar = progress::bar(total, "levels", shown, had);
    let plan = args.run.plan(one_by_one);
    let (began, mut all) = (Instant::now(), SolveTally::default());
    let (stop, to_file) = (plan.stop.clone(), out.file.is_some());
    let worker = move || {
        let (mut solver, style, stop) = (SolveWorker::new(&solving), style.clone(), stop.clone());
        move |task: Task, batch: &mut Batch| {
            let clock = Clock::start(&stop);
            let row = solver.solve(&task, &clock)?;
            // A solver that betters its solutions may have one when it is
            // interrupted, but not the one that it would have found.
            let Some(mut row) = row.filter(|_| !(to_file && clock.interrupted())) else {
                return Ok(ControlFlow::Break(()));
            };
            row.seconds = style.times.then(|| clock.seconds());
            let metric = task.game.metric(&style.metric)?;
            let named = matches!(task.level, Level::Dealt(_));
            let open = style.leaves_open(&row);
            let game = task.game.about().name;
            batch.tally.count(game, metric, &row, open);
            style.leave_out(&mut row);
            let rows = &mut batch.rows;
            rows.add(format, row, |out, row, format| {
                style.add(out, &row, format, metric, named);
            });
            Ok(ControlFlow::Continue(()))
        }
    };
    let levels = done.leave_out(levels.map(|task| task.map_err(Error::from)));
    let levels = table_of.check_all(levels);
    let ending = run::run(levels, &plan, worker, |batch: Option<Batch>| {
        if let Some(batch) = batch {
            sink.write(&batch.rows)?;
            bar.inc(batch.tally.levels());
            all.join(batch.tally);
        }
        sink.flush_when_due()?;
        Ok::<_, Error>(ControlFlow::Continue(()))
    });
    let ending = sink.end(ending);
    bar.finish_and_clear();
    let ending = ending?;
    if !args.run.quiet {
        summary(&all, had, began);
    }
    if ending == Ending::Interrupted {
        tell(&format.stopped_message(&out));
        return Ok(INTERRUPTED);
    }
    Ok(
        match (gave_up || all.gave_up(), unsolvable || all.unsolvable()) {
            (true, _) => LIMIT_REACHED,
            (false, true) => UNSOLVABLE,
            (false, false) => DONE,
        },
    )
}

/// Tells the counts of each game with more than one level.
fn summary(all: &SolveTally, had: u64, began: Instant) {
    if had > 0 {
        let were = if had == 1 { "was" } else { "were" };
        tell(&format!("{} {were} there already", count(had, "row")));
    }
    let seconds = began.elapsed().as_secs_f64();
    for (game, counts) in all.0.iter().filter(|(_, counts)| counts.levels() > 1) {
        let mut line = format!(
            "{game}: {} levels, {} solved, {} unsolvable, {} gave up",
            counts.levels(),
            counts.lengths.len(),
            counts.unsolvable,
            counts.gave_up
        );
        let lengths = &counts.lengths;
        let quantile = |share| lengths.quantile(share).unwrap_or_default();
        if let Some(mean) = lengths.mean() {
            let unit = match counts.metric {
                "moves" => "moves".to_string(),
                metric => format!("{metric} moves"),
            };
            line.push_str(&format!(
                "; {mean:.1} {unit} on average, median {}, p99 {}",
                quantile(0.5),
                quantile(0.99)
            ));
        }
        let a_second = rate(counts.levels() as f64 / seconds.max(1e-6));
        tell(&format!("{line}; {a_second} levels a second"));
    }
}
