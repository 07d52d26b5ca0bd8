//! `stumper generate`: levels made to order. Numbers are counted up from the
//! seed; each names one level for ever, and those that fit are written in
//! order, so that the output is the same for any number of threads.

mod graded;

use crate::args::{BudgetArgs, RunArgs, plain_settings};
use crate::measure::values;
use crate::rows::{RowFormat, RowSink, Shape};
use crate::words::{count, plain, tell};
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, progress};
use anyhow::{Error, Result};
use engine::record::{MadeRow, Moves};
use engine::{Cost, Detail, Fault, Game, LevelId, Wish};
use games::levels::{Defaults, RowLevel, label_line};
use host::PastRow;
use host::orders::{Difficulty, Wanted, usual_tries};
use indicatif::ProgressBar;
use lab::make::{Order, Pack, fill};
use lab::rows::{csv_line, json_line};
use lab::{Ending, Format};
use serde::Deserialize;
use std::iter;
use std::path::PathBuf;

/// Make levels to order
#[derive(clap::Args)]
#[command(after_help = "\
`stumper games GAME` lists what can be set on a game's levels, and its
measures. Each level has an id that makes it again: `stumper deal ID`. Levels
that cannot be solved, or are solved from the start, are left out unless
--keep names an outcome (outcome=any keeps all).

--difficulty keeps levels by their rating; of Flow, Lazors and Shift it looks
through kinds from small to large unless one is named. With a folder as --out
(pack/) it writes a pack: levels.jsonl, a row a level, and pack.json, one file
with boards, ratings, solutions, equation and licence, in which
`stumper verify pack/` checks every claim.

Exit codes: 0 as many as wanted; 11 fewer, because --tries levels were looked
at; 2 the call was wrong; 130 interrupted.

Examples:
  stumper generate flow --variant 9x9 --set colours=8 --count 10
  stumper generate flow:5x5 flow:6x6 flow:7x7 --count 10
  stumper generate lazors:5x5,mirrors=5 --seed 7
  stumper generate shift:5x5,balls=4 --keep moves=8..10 --count 20
  stumper generate flow --difficulty 5 --count 20 --out pack/
  stumper generate freecell --difficulty 1..10 --count 50 --out curve/
  stumper generate freecell --keep moves=..75 --count 3 --format json
  stumper generate flow --count 100 --format json --solution --measure
  stumper generate flow --count 1000 --format json --out pack.jsonl --resume
  stumper generate flow --count 100 --format parquet --out levels.parquet")]
pub(crate) struct Args {
    /// Games, or games and kinds as ids have them: flow:9x9,colours=8
    #[arg(value_name = "GAME", required = true)]
    sources: Vec<String>,
    /// The variant [default: that of the game's example]
    #[arg(long)]
    variant: Option<String>,
    /// Sets one thing on the levels
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Keep only levels with a measure in a range: moves=8..10, moves=8..,
    /// moves=..10, moves=9; or by outcome: outcome=solved, unsolvable, any
    #[arg(long, value_name = "MEASURE=RANGE")]
    keep: Vec<Wish>,
    /// Leave out levels that are the same game as an earlier one
    #[arg(long)]
    unique: bool,
    /// Write measures beside each level (not in text); --keep does so
    #[arg(long)]
    measure: bool,
    /// Write a solution beside each level (not in text)
    #[arg(long)]
    solution: bool,
    /// Keep levels of this rating from 1 to 10, as `stumper rate` has it; 1..10
    /// rises from level to level
    #[arg(long, value_name = "RATING")]
    difficulty: Option<Difficulty>,
    /// How far a level may be off
    #[arg(
        long,
        value_name = "POINTS",
        default_value_t = 0.5,
        requires = "difficulty"
    )]
    tolerance: f64,
    /// Rate by this equation, made by `stumper fit`
    #[arg(long, value_name = "FILE", requires = "difficulty")]
    equation: Vec<PathBuf>,
    /// Take percentiles from this file, made by `stumper rate --calibrate`
    #[arg(long, value_name = "FILE", requires = "difficulty")]
    calibration: Vec<PathBuf>,
    /// What a pack says others may do with its levels
    #[arg(long, default_value = "CC0-1.0", requires = "difficulty")]
    licence: String,
    /// The number to begin with
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many levels to write of each kind
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Most levels of a kind to look at [default: a thousand for each that is
    /// wanted]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    tries: Option<u64>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// A row that an earlier run wrote.
#[derive(Deserialize)]
#[serde(transparent)]
struct PastLevel(RowLevel);

impl PastRow for PastLevel {
    const VERB: &'static str = "generate";

    fn id(&self) -> Option<&str> {
        Some(self.0.id())
    }
    fn from_csv(field: &dyn Fn(&str) -> String) -> Option<Self> {
        let row = RowLevel::new(&field("id"), &field("variant"), &field("level"));
        Some(PastLevel(row))
    }
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    if let Some(wanted) = args.difficulty {
        return graded::call(args, wanted);
    }
    let orders = args.wanted()?.orders()?;
    let format = args.run.format();
    let columns = Columns::of(args, &orders)?;
    let mut past = Vec::new();
    let out = args.run.out();
    let (header, shape) = (columns.header(format), || Ok(columns.shape()));
    let seen = |row: PastLevel| {
        check_past(&row.0, &orders)?;
        past.push(row.0);
        Ok(())
    };
    let (mut sink, done) = RowSink::open(&out, format, &header, shape, iter::empty(), seen)?;
    let total = args.count.saturating_mul(orders.len() as u64);
    let shown = args.run.shows_bar() && total > 1;
    let bar = progress::bar(Some(total), "levels", shown, done.rows);
    let plan = args.run.plan(false);
    let mut code = DONE;
    let mut whole = Ok(Ending::Whole);
    for order in &orders {
        let mut pack = Pack::new(args.count, args.unique);
        let first = put_back(order, &past, args.seed, &mut pack)?;
        let tries = args.tries.unwrap_or(usual_tries(args.count, false));
        // A run that goes on has looked at the numbers before.
        let looked_at = first.saturating_sub(args.seed);
        pack.put_back_tries(looked_at);
        let tries = tries.saturating_sub(looked_at);
        // Each kind has its own wish to stop once it has enough.
        let plan = lab::Plan {
            stop: crate::watch::stop().inner(),
            ..plan.clone()
        };
        let ending = fill(order, &mut pack, first, tries, &plan, |row| {
            if let Some(row) = row {
                columns.write(&mut sink, order, row)?;
                bar.inc(1);
            }
            sink.flush_when_due()?;
            Ok::<_, Error>(())
        });
        match ending {
            Ok(Ending::Whole | Ending::Enough) => code = code.max(finish(&bar, &pack, args)),
            broken_off => {
                whole = broken_off;
                break;
            }
        }
    }
    let ending = sink.end(whole);
    bar.finish_and_clear();
    if ending? == Ending::Interrupted {
        tell(&format.stopped_message(&out));
        return Ok(INTERRUPTED);
    }
    Ok(code)
}

/// Says what there is to say of a kind of levels that was looked through, and
/// gives the exit code for it.
fn finish(bar: &ProgressBar, pack: &Pack, args: &Args) -> u8 {
    if let (Some(fault), false) = (&pack.fault, args.run.quiet) {
        let numbers = count(pack.refused, "number");
        bar.suspend(|| tell(&format!("{numbers} made no level; the first: {fault}")));
    }
    if pack.is_full() {
        return DONE;
    }
    bar.suspend(|| {
        tell(&format!(
            "{} of {} after looking at {}; --tries looks further",
            pack.kept,
            count(args.count, "level"),
            pack.tried
        ));
    });
    LIMIT_REACHED
}

/// Refuses rows that are no levels of the kinds that are wanted.
fn check_past(row: &RowLevel, orders: &[Order]) -> Result<(), Fault> {
    if row.level().is_empty() {
        let expected = "rows of `generate`";
        return Err(Fault::new("--resume", "a row without a level", expected));
    }
    let id: LevelId = row.id().parse()?;
    let wanted = |order: &Order| order.game.about().name == id.game && order.kind == id.kind;
    if orders.iter().any(wanted) {
        return Ok(());
    }
    let kinds = orders.iter().map(|order| order.id(1));
    let kinds = kinds.map(|id| format!("{}:{}", id.game, id.kind));
    let expected = format!("levels of {}", kinds.collect::<Vec<_>>().join(", "));
    let found = format!("levels of {}:{}", id.game, id.kind);
    Err(Fault::new("--resume", found, expected).hint("write to another file"))
}

/// Puts back what an earlier run made of this kind, and says which number
/// comes next.
fn put_back(order: &Order, past: &[RowLevel], seed: u64, pack: &mut Pack) -> Result<u64, Fault> {
    let mut next = seed;
    for row in past {
        let id: LevelId = row.id().parse()?;
        if id.game == order.game.about().name && id.kind == order.kind {
            next = id.number.saturating_add(1);
            let task = row.clone().task(&Defaults::of(order.game), String::new())?;
            pack.put_back(order.game, &task.level)?;
        }
    }
    Ok(next)
}

impl Args {
    fn wanted(&self) -> Result<Wanted, Fault> {
        Ok(Wanted {
            sources: self.sources.clone(),
            variant: self.variant.clone(),
            set: self.set.clone(),
            keep: self.keep.clone(),
            unique: self.unique,
            measure: self.measure,
            solve: self.solution,
            count: self.count,
            seed: self.seed,
            budget: self.budget.read()?,
            settings: plain_settings(),
        })
    }
}

/// What is written of a level.
struct Columns {
    ratings: bool,
    measures: bool,
    /// What the measures cost at most.
    most: Cost,
    solution: bool,
    game: &'static dyn Game,
}

impl Columns {
    fn of(args: &Args, orders: &[Order]) -> Result<Columns, Fault> {
        let game = orders[0].game;
        let columns = Columns {
            ratings: args.difficulty.is_some(),
            measures: orders[0].measures(),
            most: orders[0].cost()?.unwrap_or_default(),
            solution: args.solution,
            game,
        };
        let other = |order: &&Order| order.game.about().name != game.about().name;
        let format = args.run.format();
        let place = match format.is_parquet() {
            true => "--format parquet",
            false => "--format csv",
        };
        let table = format.is_parquet() || format.is_csv() && columns.measures;
        match orders.iter().find(other) {
            Some(other) if table => {
                let found = format!("{} beside {}", other.game.about().name, game.about().name);
                Err(Fault::new(place, found, "one game in a table")
                    .hint("--format json mixes games"))
            }
            _ => Ok(columns),
        }
    }

    fn shape(&self) -> Shape {
        Shape {
            game: self.game,
            moves: self.solution,
            detail: Detail::default(),
            times: false,
            measures: self.measures.then_some(self.most),
            ratings: self.ratings,
        }
    }

    fn header(&self, format: RowFormat) -> Vec<u8> {
        let mut header = Vec::new();
        if format.is_csv() {
            let mut names = vec!["id", "variant", "level"];
            names.extend(
                self.ratings
                    .then_some(["rating", "low", "high", "word"])
                    .into_iter()
                    .flatten(),
            );
            names.extend(self.solution.then_some("solution"));
            let measures = self.game.measures().iter();
            let measures = measures.filter(|m| self.measures && m.cost <= self.most);
            names.extend(measures.map(|measure| measure.name));
            csv_line(&mut header, names);
        }
        header
    }

    /// Writes the row of a level.
    fn write(
        &self,
        sink: &mut RowSink<MadeRow>,
        order: &Order,
        row: &MadeRow,
    ) -> Result<(), host::Error> {
        let row = order.shown(row);
        sink.add(&row, |out, row, format| {
            self.add(out, order.game, row, format)
        })
    }

    fn add(&self, out: &mut Vec<u8>, game: &dyn Game, row: &MadeRow, format: Format) {
        let MadeRow {
            level,
            measures,
            solution,
            ..
        } = row;
        match format {
            Format::Text => {
                out.extend_from_slice(level.level.trim_end().as_bytes());
                out.push(b'\n');
                out.extend_from_slice(label_line(game, &level.id, &level.variant).as_bytes());
            }
            Format::Json => json_line(out, row),
            Format::Csv => {
                let mut fields = vec![level.id.clone(), level.variant.clone(), level.level.clone()];
                if let (true, Some(rating)) = (self.ratings, &row.rating) {
                    let numbers = [rating.rating, rating.low, rating.high];
                    fields.extend(numbers.map(plain));
                    fields.push(rating.word.clone());
                }
                if self.solution {
                    fields.push(solution.as_ref().map_or("", Moves::as_str).to_string());
                }
                if let Some(measures) = measures.as_ref().filter(|_| self.measures) {
                    fields.extend(values(measures, game, self.most));
                }
                csv_line(out, fields);
            }
        }
    }
}
