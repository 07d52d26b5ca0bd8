//! `stumper solve`: levels in, solutions out, on all cores and in the order
//! of the levels. Every solution was replayed through the plain rules.

mod summary;

use crate::budget::{self, Part};
use crate::levels::{LevelArgs, Levels, Task};
use crate::output::{Format, csv_line, tell};
use crate::resume::Done;
use crate::run::{self, Ending, Flow, Plan, jobs};
use crate::run_args::RunArgs;
use crate::setting_args::{self, SettingArgs};
use crate::solution_rows::Style;
use crate::watch::{self, Clock};
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, UNSOLVABLE};
use anyhow::Result;
use engine::{Budget, Game, Level, Session, Settings, Watch};
use summary::{Summary, Tally};

/// Solve levels
#[derive(clap::Args)]
#[command(after_help = "\
A budget bounds each level: 100000 is states, 35ms or 2s time, 64MB memory.
Runs with a budget of time may differ from one another; all others give the
same bytes for any number of --jobs.

Exit codes: 0 all solved; 10 some level was proved unsolvable; 11 some level
hit a limit first (wins over 10); 2 the call or a level was wrong; 130
interrupted.

Examples:
  stumper solve freecell:ms#617
  stumper solve freecell:ms#617 --steps
  stumper solve freecell:ms#1-32000 --format json --out rows.jsonl
  stumper solve freecell:ms#1-32000 --format json --out rows.jsonl --resume
  stumper solve freecell:ms#1-100 --solver staged --heuristic hsdh
  stumper solve level.bff --count
  stumper solve board.txt --variant eight-off --budget 2s,1GB
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
    /// What each level may spend: states (100000), time (35ms, 2s), memory
    /// (64MB); several are joined by commas
    #[arg(long, value_name = "LIMIT", value_delimiter = ',', value_parser = budget::parse_part)]
    budget: Vec<Part>,
    /// Tell whether there is no solution, one, or more than one, for games
    /// whose solvers can count
    #[arg(long)]
    count: bool,
    /// Write each move in parts (JSON does so by default, CSV never)
    #[arg(long, overrides_with = "no_steps")]
    steps: bool,
    /// Leave the parts of moves out of JSON
    #[arg(long)]
    no_steps: bool,
    /// Write how long each level took (JSON does so by default)
    #[arg(long, overrides_with = "no_times")]
    times: bool,
    /// Leave times out of JSON, so that two runs give the same bytes
    #[arg(long)]
    no_times: bool,
    /// The metric of printed lengths [default: the game's first]
    #[arg(long, value_name = "NAME")]
    metric: Option<String>,
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn call(args: Args) -> Result<u8> {
    let json = args.run.format == Format::Json;
    let style = Style {
        format: args.run.format,
        steps: args.steps || json && !args.no_steps,
        times: args.times || json && !args.no_times,
        metric: args.metric.clone(),
        counted: args.count,
    };
    let budget = budget::join(&args.budget)?;
    let levels = Levels::open(&args.levels)?;
    let mut settings = args.settings.read()?;
    if args.count {
        setting_args::insert(&mut settings, "--count", "count", "2")?;
    }
    for game in levels.games() {
        style.metric(game)?;
        // Asked only for its fault; tables are made when a level needs them.
        game.session(&args.solver, &settings)?;
    }
    let mut header = Vec::new();
    if args.run.format == Format::Csv {
        csv_line(&mut header, &style.csv_header());
    }
    let inputs = args.levels.names();
    let (mut sink, done): (_, Done) = args.run.out.sink(args.run.format, &header, inputs)?;
    let default = |game: &'static dyn Game| game.solvers()[0].name;
    let wanted: Vec<&str> = match args.solver.as_str() {
        "" => levels.games().map(default).collect(),
        named => vec![named],
    };
    done.check_solver(&wanted)?;

    watch::listen()?;
    let plan = Plan {
        jobs: jobs(args.run.jobs),
        one_by_one: levels.reads_stdin(),
    };
    let mut summary = Summary::start(&args, levels.total(), &done);
    let (mut gave_up, mut unsolvable) = (done.gave_up, done.unsolvable);
    let solver = args.solver.clone();
    let to_file = args.run.out.name().is_some();
    let worker =
        move || Worker::new(&solver, &settings, budget, style.clone(), to_file).into_closure();
    let ending = run::run(
        done.leave_out(levels),
        &plan,
        worker,
        &mut sink,
        |tally: Tally| {
            gave_up |= tally.gave_up();
            unsolvable |= tally.unsolvable();
            summary.add(tally);
        },
    );
    let ending = ending.inspect_err(|_| summary.clear())?;
    summary.finish();
    if ending == Ending::Interrupted {
        tell(&args.run.out.stopped_message(args.run.format));
        return Ok(INTERRUPTED);
    }
    Ok(match (gave_up, unsolvable) {
        (true, _) => LIMIT_REACHED,
        (false, true) => UNSOLVABLE,
        (false, false) => DONE,
    })
}

/// One thread's solvers, one for each game it has met.
struct Worker {
    solver: String,
    settings: Settings,
    budget: Budget,
    style: Style,
    /// Whether rows go to a file, in which a later run would keep them.
    to_file: bool,
    sessions: Vec<(&'static str, &'static str, Box<dyn Session>)>,
}

impl Worker {
    fn new(
        solver: &str,
        settings: &Settings,
        budget: Budget,
        style: Style,
        to_file: bool,
    ) -> Worker {
        Worker {
            solver: solver.to_string(),
            settings: settings.clone(),
            budget,
            style,
            to_file,
            sessions: Vec::new(),
        }
    }

    fn into_closure(mut self) -> impl FnMut(Task, &mut Vec<u8>, &mut Tally) -> Result<Flow> {
        move |task, out, tally| self.solve(&task, out, tally)
    }

    /// The place of a game's solver in the list, with the metric to print.
    fn session(&mut self, game: &'static dyn Game) -> Result<usize> {
        let name = game.about().name;
        if let Some(index) = self.sessions.iter().position(|(known, ..)| *known == name) {
            return Ok(index);
        }
        let metric = self.style.metric(game)?;
        let session = game.session(&self.solver, &self.settings)?;
        self.sessions.push((name, metric, session));
        Ok(self.sessions.len() - 1)
    }

    fn solve(&mut self, task: &Task, out: &mut Vec<u8>, tally: &mut Tally) -> Result<Flow> {
        let index = self.session(task.game)?;
        let (game, metric, session) = &mut self.sessions[index];
        let clock = Clock::start();
        let steps = self.style.steps;
        let row = session.solve(&task.level, &self.budget, &clock, steps);
        let mut row = row.map_err(|fault| task.locate(fault))?;
        // A solver that betters its solutions may have one when it is
        // interrupted, but not the one that it would have found.
        let cut = row.limit.as_deref() == Some(engine::Limit::Interrupted.name());
        if cut || self.to_file && clock.interrupted() {
            return Ok(Flow::Stop);
        }
        if self.style.times {
            row.seconds = Some((clock.elapsed().as_secs_f64() * 1e6).round() / 1e6);
        }
        let named = matches!(task.level, Level::Dealt(_));
        self.style.add(out, &row, metric, named)?;
        tally.count(game, metric, &row, self.style.leaves_open(&row));
        Ok(Flow::Go)
    }
}
