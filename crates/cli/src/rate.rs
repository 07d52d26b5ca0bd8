//! `stumper rate`: how hard levels are for a person, how sure that is, and
//! why; with `--calibrate`, how ratings of a kind of levels are spread.

use crate::args::{BoardArgs, BudgetArgs, LevelArgs, RunArgs, plain_settings};
use crate::each_level::{Layout, Opened, write_rows};
use crate::rows::{Rows, Shape, TableOf};
use crate::words::{plain, tell};
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, UNSOLVABLE, progress};
use anyhow::{Error, Result};
use engine::notation::quoted;
use engine::record::{RateRow, Rating};
use engine::{Detail, Fault, IdRange, Measure, Task, Verdict};
use games::levels::{Levels, usual_kind};
use host::resume::PastRating;
use lab::equation::Scale;
use lab::rating::{Calibration, RateWorker, summary};
use lab::rows::{csv_line, json_line};
use lab::{Ending, Format, MeasureWorker, run};
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Rate levels: how hard they are for a person, from 1 to 10
#[derive(clap::Args)]
#[command(after_help = "\
Flow, Lazors and Shift are rated on the human scale: what people said of
levels, from 1 to 10. For the other games nobody has asked people yet; their
levels are rated by how many random levels of their kind are easier, and 1 to
10 stands for 0 to 100 %. Nine of ten levels lie within the interval. Parts
say by how many points a measure raised (+) or lowered (-) the rating against
an average one. Card deals are rated as they lie: whether one can be won at
all, `stumper solve` tells.

`stumper fit` makes equations from people's ratings. --calibrate KIND rates
random levels of a kind that has no percentiles yet (freecell:eight-off.seed)
and writes the line that --calibration reads.

Exit codes: 0 all rated; 10 some level was proved unsolvable and has no rating;
11 some level hit a limit first; 2 the call or a level was wrong; 130
interrupted.

Examples:
  stumper rate freecell#617
  stumper rate pack:flow-9x9 --format csv
  stumper rate shift:5x5#1-100 --format json --out ratings.jsonl
  stumper rate shift:5x5#1-100 --format parquet --out ratings.parquet
  stumper rate board.txt --game lazors
  stumper rate freecell:eight-off.seed#1 --calibration eight-off.jsonl
  stumper rate --calibrate freecell:eight-off.seed --out eight-off.jsonl")]
pub(crate) struct Args {
    /// Ids (freecell#617, flow:9x9#1,5,9-12), ranges, files, packs
    /// (pack:flow-5x5), or - for standard input
    #[arg(value_name = "LEVELS", required_unless_present = "calibrate")]
    levels: Vec<OsString>,
    #[command(flatten)]
    boards: BoardArgs,
    /// Rate by this equation, made by `stumper fit`; may be given again
    #[arg(long, value_name = "FILE")]
    equation: Vec<PathBuf>,
    /// Take percentiles from this file, made by --calibrate; may be given again
    #[arg(long, value_name = "FILE")]
    calibration: Vec<PathBuf>,
    /// Show this many parts of a rating as text
    #[arg(long, value_name = "N", default_value_t = 5)]
    parts: usize,
    /// Rate random levels of this kind, and write how their sums are spread
    #[arg(long, value_name = "GAME:KIND", conflicts_with = "levels")]
    calibrate: Option<String>,
    /// How many levels to calibrate with, 100 at least
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "calibrate",
          value_parser = clap::value_parser!(u64).range(100..))]
    count: u64,
    /// The first of the levels to calibrate with
    #[arg(long, value_name = "N", default_value_t = 1, requires = "calibrate")]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    match &args.calibrate {
        Some(kind) => calibrate(args, kind),
        None => rate(args),
    }
}

fn rate(args: &Args) -> Result<u8> {
    let (budget, format, parts) = (args.budget.read()?, args.run.format(), args.parts);
    let levels = LevelArgs::new(args.levels.clone(), args.boards.clone());
    let Some(opened) = Opened::of(&levels)? else {
        return Ok(DONE);
    };
    let game = opened.first.game;
    let book = host::read_book(game, &args.equation, &args.calibration)?;
    book.equation(game)?;
    let mut header = Vec::new();
    if format.is_csv() {
        csv_line(
            &mut header,
            [
                "id", "variant", "outcome", "limit", "rating", "low", "high", "scale", "percent",
                "word",
            ],
        );
    }
    let layout = Layout {
        header,
        table_of: TableOf::default(),
        shape: Shape {
            game,
            moves: false,
            detail: Detail::default(),
            times: false,
            measures: None,
            ratings: true,
        },
    };
    let settings = plain_settings();
    let worker = move || {
        let mut worker = RateWorker::new(&book, &settings, budget);
        move |task: &Task, clock: &lab::Clock, rows: &mut Rows<RateRow>| {
            let Some(row) = worker.rate(task, clock)? else {
                return Ok(None);
            };
            let code = code(row.verdict);
            rows.add(format, row, |out, row, format| match format {
                Format::Text => add_text(out, &row, parts, task.game.measures()),
                Format::Json => json_line(out, &row),
                Format::Csv => add_csv(out, &row),
            });
            Ok(Some(code))
        }
    };
    let past = |row: &PastRating| code(row.found.verdict);
    write_rows(opened, &levels, &args.run, &layout, past, worker)
}

fn code(verdict: Option<Verdict>) -> u8 {
    match verdict {
        Some(Verdict::GaveUp(_)) => LIMIT_REACHED,
        Some(Verdict::Unsolvable) => UNSOLVABLE,
        _ => DONE,
    }
}

fn add_text(out: &mut Vec<u8>, row: &RateRow, parts: usize, measures: &[Measure]) {
    let text = match (&row.rating, row.verdict) {
        (Some(rating), _) => in_words(&row.id, rating, parts, measures),
        (None, Some(Verdict::Unsolvable)) => {
            format!("{}: no rating, it cannot be solved\n", row.id)
        }
        (None, Some(Verdict::GaveUp(limit))) => {
            format!(
                "{}: no rating, the limit of {} came first\n",
                row.id,
                limit.name()
            )
        }
        (None, _) => format!("{}: no rating, a measure is missing\n", row.id),
    };
    out.extend_from_slice(text.as_bytes());
}

/// A rating for people.
fn in_words(id: &str, rating: &Rating, parts: usize, measures: &[Measure]) -> String {
    let Rating {
        rating: value,
        low,
        high,
        word,
        ..
    } = rating;
    let scale = match rating.percent {
        Some(percent) if percent < 0.5 => "easier than nearly all random ones of its kind".into(),
        Some(percent) if percent >= 99.5 => "harder than nearly all random ones of its kind".into(),
        Some(percent) => format!("harder than {percent:.0} % of random ones of its kind"),
        None => "on the human scale".into(),
    };
    let mut text =
        format!("{id}: {value:.1} of 10, {word}; {scale}; likely {low:.1} to {high:.1}\n");
    let shown = rating.parts.iter().take(parts);
    for part in shown.filter(|part| part.effect.abs() >= 0.005) {
        let (value, average) = (plain(part.value), plain(part.average));
        let about = match summary(&part.measure, measures).as_str() {
            "" => String::new(),
            words => format!(": {words}"),
        };
        text.push_str(&format!(
            "  {:+.2}  {} {value}, on average {average}{about}\n",
            part.effect, part.measure
        ));
    }
    if !rating.outside.is_empty() {
        let names = rating.outside.join(", ");
        text.push_str(&format!(
            "  beyond what the equation was made from: {names}\n"
        ));
    }
    text
}

fn add_csv(out: &mut Vec<u8>, row: &RateRow) {
    let verdict = row.verdict.map_or("", Verdict::name);
    let limit = row.verdict.and_then(Verdict::limit);
    let limit = limit.map_or("", |limit| limit.name());
    let mut fields = [&row.id, &row.variant, verdict, limit]
        .map(str::to_string)
        .to_vec();
    fields.extend(match &row.rating {
        Some(rating) => [
            plain(rating.rating),
            plain(rating.low),
            plain(rating.high),
            rating.scale.clone(),
            rating.percent.map_or(String::new(), plain),
            rating.word.clone(),
        ],
        None => Default::default(),
    });
    csv_line(out, fields);
}

/// Rates random levels of a kind and writes how the sums are spread.
fn calibrate(args: &Args, kind: &str) -> Result<u8> {
    let wrong = |found: String, expected: &str| Fault::new("--calibrate", found, expected);
    if args.run.format().is_parquet() {
        return Err(wrong("--format parquet".into(), "json, which is all it writes").into());
    }
    let (game, kind) = match kind.split_once(':') {
        _ if kind.contains('#') => {
            let expected = "a game and a kind without a number: freecell:seed";
            return Err(wrong(quoted(kind), expected).into());
        }
        Some((game, _)) => (games::find_game(game)?, kind.to_string()),
        None => {
            let game = games::find_game(kind)?;
            (game, format!("{kind}:{}", usual_kind(game)))
        }
    };
    let Some(last) = args.seed.checked_add(args.count - 1) else {
        return Err(wrong("numbers beyond the last".into(), "a smaller --seed").into());
    };
    let name = format!("{kind}#{}-{last}", args.seed);
    let range: IdRange = name.parse()?;
    let book = host::read_book(game, &args.equation, &args.calibration)?;
    let equation = book.equation(game)?.clone();
    if equation.scale != Scale::Percentile {
        let found = format!("{}, which is rated on the human scale", game.about().name);
        return Err(wrong(found, "a game that is rated by percentiles").into());
    }
    let (cost, budget) = (equation.cost(game)?, args.budget.read()?);
    let variant = game.variant_of(&range.id(args.seed))?;
    let settings = plain_settings();
    let plan = args.run.plan(false);
    let stop = plan.stop.clone();
    let rule = equation.clone();
    let worker = move || {
        let mut worker = MeasureWorker::new(&settings, budget).up_to(cost);
        let (stop, rule) = (stop.clone(), rule.clone());
        move |task: Task, sums: &mut Vec<f64>| {
            let Some(row) = worker.measure(&task, &lab::Clock::start(&stop))? else {
                return Ok(ControlFlow::Break(()));
            };
            sums.extend(rule.sum(&|name| row.measures.get(name)));
            Ok(ControlFlow::Continue(()))
        }
    };
    let bar = progress::bar(Some(args.count), "levels", args.run.shows_bar(), 0);
    let mut all = Vec::new();
    let levels = Levels::of_ids(&name)?.map(|task| task.map_err(Error::from));
    let ending = run::run(levels, &plan, worker, |sums: Option<Vec<f64>>| {
        let sums = sums.unwrap_or_default();
        bar.inc(sums.len() as u64);
        all.extend(sums);
        Ok::<_, Error>(ControlFlow::Continue(()))
    })?;
    bar.finish_and_clear();
    if ending == Ending::Interrupted {
        tell("interrupted; nothing was written");
        return Ok(INTERRUPTED);
    }
    let made = Calibration::of(&equation, &variant, &name, all);
    let made = made.ok_or_else(|| Fault::new(kind, "no level that can be rated", "some"))?;
    let mut line = Vec::new();
    json_line(&mut line, &made);
    let (mut sink, _) = args.run.out().open(
        Format::Json,
        &[],
        std::iter::empty(),
        |_: PastRating| Ok(()),
    )?;
    sink.write(&line)?;
    sink.flush()?;
    Ok(DONE)
}
