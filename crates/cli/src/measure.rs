//! `stumper measure`: what can be counted and computed of levels, as numbers
//! that say how hard they may be for a person.

use crate::args::{BudgetArgs, CostArg, LevelArgs, RunArgs, plain_settings};
use crate::each_level::{Layout, Opened, write_rows};
use crate::rows::{Rows, Shape, TableOf};
use crate::words::plain;
use crate::{DONE, LIMIT_REACHED};
use anyhow::Result;
use engine::record::MeasureRow;
use engine::{Cost, Detail, Game, Level, Task, Verdict};
use host::resume::PastMeasures;
use lab::rows::{csv_line, json_line};
use lab::work::check_measures;
use lab::{Clock, Format, MeasureWorker};

/// Measure levels
#[derive(clap::Args)]
#[command(after_help = "\
`stumper games GAME` lists a game's measures with their definitions, what they
look at, and what they cost. Measures of a solution are left out where there is
none.

Exit codes: 0 all measured, be they solvable or not; 11 some level hit a limit
first, so that measures of its solution are missing; 2 the call or a level was
wrong; 130 interrupted.

Examples:
  stumper measure flow:9x9#1
  stumper measure freecell#1-32000 --only cheap --format csv --out cheap.csv
  stumper measure shift:thesis#1-1000 --format csv --out measures.csv
  stumper measure pack:lazors --format json
  stumper measure freecell#1-1000 --format parquet --out measures.parquet
  stumper deal freecell#1-100 | stumper measure - --format csv")]
pub(crate) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Take measures up to this cost
    #[arg(long, value_name = "COST", value_enum, default_value_t = CostArg::Dear)]
    only: CostArg,
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let (budget, most) = (args.budget.read()?, Cost::from(args.only));
    let Some(opened) = Opened::of(&args.levels)? else {
        return Ok(DONE);
    };
    check_measures(&opened.first)?;
    let (format, game) = (args.run.format(), opened.first.game);
    let mut header = Vec::new();
    if format.is_csv() {
        let fixed = ["id", "variant", "outcome", "limit"].into_iter();
        let names = game.measures().iter().filter(|m| m.cost <= most);
        csv_line(&mut header, fixed.chain(names.map(|measure| measure.name)));
    }
    let layout = Layout {
        header,
        table_of: TableOf(format.is_csv().then_some(game)),
        shape: Shape {
            game,
            moves: false,
            detail: Detail::default(),
            times: false,
            measures: Some(most),
            ratings: false,
        },
    };
    let code = |verdict: Option<Verdict>| match verdict.and_then(Verdict::limit) {
        Some(_) => LIMIT_REACHED,
        None => DONE,
    };
    let settings = plain_settings();
    let worker = move || {
        let mut worker = MeasureWorker::new(&settings, budget).up_to(most);
        move |task: &Task, clock: &Clock, rows: &mut Rows<MeasureRow>| {
            let Some(row) = worker.measure(task, clock)? else {
                return Ok(None);
            };
            let code = code(row.verdict);
            rows.add(format, row, |out, row, format| match format {
                Format::Text => add_text(out, &row, matches!(task.level, Level::Dealt(_))),
                Format::Json => json_line(out, &row),
                Format::Csv => add_csv(out, &row, task.game, most),
            });
            Ok(Some(code))
        }
    };
    let past = |row: &PastMeasures| code(row.found.verdict);
    write_rows(opened, &args.levels, &args.run, &layout, past, worker)
}

fn add_text(out: &mut Vec<u8>, row: &MeasureRow, named: bool) {
    let variant = match named || row.variant.is_empty() {
        true => String::new(),
        false => format!(" ({})", row.variant),
    };
    let limit = match row.verdict.and_then(Verdict::limit) {
        Some(limit) => format!(" at the limit of {}", limit.name()),
        None => String::new(),
    };
    let verdict = row.verdict.map_or("not solved", Verdict::name);
    let mut text = format!("{}{variant}: {verdict}{limit}\n", row.id);
    let width = row.measures.0.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or_default();
    for (name, value) in &row.measures.0 {
        text.push_str(&format!("  {name:width$}  {}\n", plain(*value)));
    }
    out.extend_from_slice(text.as_bytes());
}

fn add_csv(out: &mut Vec<u8>, row: &MeasureRow, game: &dyn Game, most: Cost) {
    let verdict = row.verdict.map_or("", Verdict::name);
    let limit = row.verdict.and_then(Verdict::limit);
    let limit = limit.map_or("", |limit| limit.name());
    let fixed = [&row.id, &row.variant, verdict, limit].map(str::to_string);
    let values = values(&row.measures, game, most);
    csv_line(out, fixed.into_iter().chain(values));
}

/// The values of a table's columns, empty where there is none.
pub(crate) fn values(
    measures: &engine::record::Measures,
    game: &dyn Game,
    most: Cost,
) -> impl Iterator<Item = String> {
    let taken = move |measure: &&engine::Measure| measure.cost <= most;
    game.measures()
        .iter()
        .filter(taken)
        .map(|measure| measures.get(measure.name).map_or(String::new(), plain))
}
