//! `stumper measure`: what can be counted and computed of levels, as numbers
//! that say how hard they may be for a person.

use crate::budget::{self, Part};
use crate::levels::{LevelArgs, Levels, Task};
use crate::output::{Format, csv_line, json_line, tell};
use crate::resume::{Done, Reads};
use crate::run::{self, Ending, Flow, Plan, jobs};
use crate::run_args::RunArgs;
use crate::setting_args::SettingArgs;
use crate::watch::{self, Clock};
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, lines, progress};
use anyhow::Result;
use engine::record::MeasureRow;
use engine::{Budget, Fault, Game, Level, Measuring, Settings, Watch};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::iter;

/// Measure levels
#[derive(clap::Args)]
#[command(after_help = "\
`stumper games GAME` lists a game's measures with their definitions. Measures
of a solution are left out where there is none.

Exit codes: 0 all measured, be they solvable or not; 11 some level hit a limit
first, so that measures of its solution are missing; 2 the call or a level was
wrong; 130 interrupted.

Examples:
  stumper measure flow:9x9#1
  stumper measure shift:thesis#1-1000 --format csv --out measures.csv
  stumper measure level.bff --format json
  stumper deal freecell:ms#1-100 | stumper measure - --format csv")]
pub(crate) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// What the solver behind each level's measures may spend: states
    /// (100000), time (35ms, 2s), memory (64MB); several are joined by commas
    #[arg(long, value_name = "LIMIT", value_delimiter = ',', value_parser = budget::parse_part)]
    budget: Vec<Part>,
    #[command(flatten)]
    run: RunArgs,
}

/// Levels that a file has measures of already.
#[derive(Default)]
struct DoneMeasures(Done);

#[derive(Deserialize)]
struct DoneRow {
    id: String,
    outcome: String,
    /// Rows of other verbs have none.
    #[serde(rename = "measures")]
    _measures: IgnoredAny,
}

impl Reads for DoneMeasures {
    const VERB: &'static str = "measure";

    fn json(&mut self, text: &str, place: &str) -> Result<(), Fault> {
        let row: DoneRow = lines::parse_row(text, place, "a JSON row of `measure`")?;
        self.add(&row.id, &row.outcome);
        Ok(())
    }

    fn csv(&mut self, fields: &[String]) -> bool {
        let [id, _, outcome, ..] = fields else {
            return false;
        };
        self.add(id, outcome);
        true
    }

    fn ids(&mut self) -> &mut Done {
        &mut self.0
    }
}

impl DoneMeasures {
    fn add(&mut self, id: &str, outcome: &str) {
        self.0.add_id(id);
        self.0.gave_up |= outcome == "gave-up";
    }
}

/// What the threads count.
#[derive(Default)]
struct Tally {
    levels: u64,
    gave_up: bool,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let budget = budget::join(&args.budget)?;
    let mut levels = Levels::open(&args.levels)?;
    let (total, one_by_one) = (levels.total(), levels.reads_stdin());
    // The first level tells the columns of a table.
    let Some(first) = levels.next().transpose()? else {
        return Ok(DONE);
    };
    check(&first)?;
    let mut header = Vec::new();
    if args.run.format == Format::Csv {
        let fixed = ["id", "variant", "outcome", "limit"].into_iter();
        let names = first.game.measures().iter().map(|measure| measure.name);
        csv_line(&mut header, &fixed.chain(names).collect::<Vec<_>>());
    }
    let inputs = args.levels.names();
    let (mut sink, done): (_, DoneMeasures) =
        args.run.out.sink(args.run.format, &header, inputs)?;
    let mut gave_up = done.0.gave_up;

    watch::listen()?;
    let plan = Plan {
        jobs: jobs(args.run.jobs),
        one_by_one,
    };
    let shown = args.run.shows_bar() && total != Some(1);
    let bar = progress::bar(total, "levels", shown, done.0.rows);
    let settings = SettingArgs::only(&[]).read()?;
    let (format, table_of) = (args.run.format, first.game.about().name);
    let worker = move || {
        let mut worker = Worker {
            format,
            table_of,
            budget,
            settings: settings.clone(),
            measuring: Vec::new(),
        };
        move |task: Task, out: &mut Vec<u8>, tally: &mut Tally| worker.measure(&task, out, tally)
    };
    let ending = run::run(
        done.0.leave_out(iter::once(Ok(first)).chain(levels)),
        &plan,
        worker,
        &mut sink,
        |tally: Tally| {
            bar.inc(tally.levels);
            gave_up |= tally.gave_up;
        },
    );
    bar.finish_and_clear();
    if ending? == Ending::Interrupted {
        tell(&args.run.out.stopped_message(args.run.format));
        return Ok(INTERRUPTED);
    }
    Ok(if gave_up { LIMIT_REACHED } else { DONE })
}

/// Refuses games that have no measures.
fn check(task: &Task) -> Result<(), Fault> {
    match task.game.measures().is_empty() {
        true => Err(Fault::new(
            task.level.name(),
            format!("{}, which has no measures", task.game.about().name),
            "a game with measures",
        )),
        false => Ok(()),
    }
}

/// One thread's measurers, one for each game it has met.
struct Worker {
    format: Format,
    /// The game that a table's columns are of.
    table_of: &'static str,
    budget: Budget,
    settings: Settings,
    measuring: Vec<(&'static str, Box<dyn Measuring>)>,
}

impl Worker {
    fn measuring(&mut self, game: &'static dyn Game) -> &mut dyn Measuring {
        let name = game.about().name;
        let known = self.measuring.iter().position(|(known, _)| *known == name);
        let index = known.unwrap_or_else(|| {
            self.measuring.push((name, game.measuring(&self.settings)));
            self.measuring.len() - 1
        });
        &mut *self.measuring[index].1
    }

    fn measure(&mut self, task: &Task, out: &mut Vec<u8>, tally: &mut Tally) -> Result<Flow> {
        let at = |fault| task.locate(fault);
        check(task).map_err(at)?;
        let name = task.game.about().name;
        if self.format == Format::Csv && name != self.table_of {
            let found = format!("a level of {name}");
            let expected = format!("levels of {}, as the first is", self.table_of);
            return Err(at(Fault::new(task.level.name(), found, expected)
                .hint("a table has the columns of one game; --format json mixes games"))
            .into());
        }
        let (budget, clock) = (self.budget, Clock::start());
        let row = self
            .measuring(task.game)
            .measure(&task.level, &budget, &clock);
        let row = row.map_err(at)?;
        if clock.interrupted() {
            return Ok(Flow::Stop);
        }
        tally.levels += 1;
        tally.gave_up |= row.limit.is_some();
        match self.format {
            Format::Text => add_text(out, &row, matches!(task.level, Level::Dealt(_))),
            Format::Json => json_line(out, &row)?,
            Format::Csv => add_csv(out, &row, task.game),
        }
        Ok(Flow::Go)
    }
}

fn add_text(out: &mut Vec<u8>, row: &MeasureRow, named: bool) {
    let variant = match named || row.variant.is_empty() {
        true => String::new(),
        false => format!(" ({})", row.variant),
    };
    let limit = match &row.limit {
        Some(limit) => format!(" at the limit of {limit}"),
        None => String::new(),
    };
    let mut text = format!("{}{variant}: {}{limit}\n", row.id, row.outcome);
    let width = row.measures.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or_default();
    for (name, value) in &row.measures {
        text.push_str(&format!("  {name:width$}  {}\n", plain(*value)));
    }
    out.extend_from_slice(text.as_bytes());
}

fn add_csv(out: &mut Vec<u8>, row: &MeasureRow, game: &dyn Game) {
    let limit = row.limit.clone().unwrap_or_default();
    let mut fields = vec![
        row.id.clone(),
        row.variant.clone(),
        row.outcome.clone(),
        limit,
    ];
    fields.extend(values(row, game));
    csv_line(out, &fields.iter().map(String::as_str).collect::<Vec<_>>());
}

/// The values of a table's columns, empty where there is none.
pub(crate) fn values(row: &MeasureRow, game: &dyn Game) -> impl Iterator<Item = String> {
    game.measures().iter().map(|measure| {
        let value = row.measures.iter().find(|(name, _)| *name == measure.name);
        value.map_or(String::new(), |(_, value)| plain(*value))
    })
}

/// A number with at most four decimals.
fn plain(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
