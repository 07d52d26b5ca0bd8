//! `stumper generate`: levels made to order. Numbers are counted up from the
//! seed; each names one level for ever, and those that fit are written in
//! order, so that the output is the same for any number of threads.

mod wish;

use crate::budget::{self, Part};
use crate::fingerprint::fingerprint;
use crate::levels::{Defaults, RowLevel, find_game, label_line};
use crate::measure::values;
use crate::output::{Format, Sink, csv_line, json_line, tell};
use crate::resume::{Done, Reads};
use crate::run::{self, Ending, Flow, Plan, jobs};
use crate::run_args::RunArgs;
use crate::setting_args::SettingArgs;
use crate::watch::{self, Clock};
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, lines, progress};
use anyhow::Result;
use engine::record::{LevelRow, MeasureRow};
use engine::{Budget, Fault, Game, IdRange, Level, LevelId, Measuring, Settings, Watch};
use indicatif::ProgressBar;
use serde::Serialize;
use std::collections::HashSet;
use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wish::Wish;

/// Make levels to order
#[derive(clap::Args)]
#[command(after_help = "\
`stumper games GAME` lists what can be set on a game's levels, and its
measures. Each level has an id that makes it again: `stumper deal ID`.

Exit codes: 0 as many as wanted; 11 fewer, because --tries levels were looked
at; 2 the call was wrong; 130 interrupted.

Examples:
  stumper generate flow --variant 9x9 --set colours=8 --count 10
  stumper generate lazors:5x5,mirrors=5 --seed 7
  stumper generate shift --keep moves=8..10 --keep balls=4 --count 20
  stumper generate freecell --keep moves=..75 --count 3 --format json
  stumper generate flow --count 1000 --format json --out pack.jsonl --resume")]
pub(crate) struct Args {
    /// A game, or a game and a kind as ids have it: flow:9x9,colours=8
    #[arg(value_name = "GAME")]
    source: String,
    /// The variant [default: that of the game's example]
    #[arg(long)]
    variant: Option<String>,
    /// Sets one thing on the levels
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Keep only levels with a measure in a range: moves=8..10, moves=8..,
    /// moves=..10, moves=9
    #[arg(long, value_name = "MEASURE=RANGE")]
    keep: Vec<Wish>,
    /// Leave out levels that are the same game as an earlier one
    #[arg(long)]
    unique: bool,
    /// Write measures beside each level (JSON and CSV); --keep does so
    #[arg(long)]
    measure: bool,
    /// The number to begin with
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many levels to write
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Most levels to look at [default: a thousand for each that is wanted]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    tries: Option<u64>,
    /// What measuring a level may spend: states (100000), time (35ms, 2s),
    /// memory (64MB); several are joined by commas
    #[arg(long, value_name = "LIMIT", value_delimiter = ',', value_parser = budget::parse_part)]
    budget: Vec<Part>,
    #[command(flatten)]
    run: RunArgs,
}

/// A level with its measures.
#[derive(Serialize)]
struct MadeRow<'a> {
    #[serde(flatten)]
    level: &'a LevelRow,
    #[serde(flatten)]
    measures: Option<Measures<'a>>,
}

/// The part of a row of `measure` that a level's own row lacks.
#[derive(Serialize)]
struct Measures<'a> {
    outcome: &'a str,
    #[serde(serialize_with = "engine::record::by_name")]
    measures: &'a [(&'static str, f64)],
}

/// Levels that a file has already.
#[derive(Default)]
struct DoneMade {
    ids: Done,
    last: Option<LevelId>,
    /// A level of another kind than the last one.
    other: Option<LevelId>,
    levels: Vec<RowLevel>,
}

impl DoneMade {
    /// Refuses to add levels of a kind to those of another.
    fn check_kind(&self, model: &LevelId) -> Result<(), Fault> {
        let of = |id: &LevelId| format!("levels of {}:{}", id.game, id.kind);
        let mut there = self.other.iter().chain(&self.last);
        match there.find(|id| !is_alike(id, model)) {
            Some(other) => {
                Err(Fault::new("--resume", of(other), of(model)).hint("write to another file"))
            }
            None => Ok(()),
        }
    }
}

/// Whether two ids differ by their numbers only.
fn is_alike(one: &LevelId, other: &LevelId) -> bool {
    (&one.game, &one.kind) == (&other.game, &other.kind)
}

impl Reads for DoneMade {
    const VERB: &'static str = "generate";

    fn json(&mut self, text: &str, place: &str) -> Result<(), Fault> {
        let row: RowLevel = lines::parse_row(text, place, "a JSON row of `generate`")?;
        if row.level().is_empty() {
            let expected = "a JSON row of `generate`";
            return Err(Fault::new(place, "a row without a level", expected));
        }
        let id: LevelId = row.id().parse()?;
        self.ids.add_id(row.id());
        let before = self.last.replace(id.clone());
        self.other = self
            .other
            .take()
            .or(before.filter(|last| !is_alike(last, &id)));
        self.levels.push(row);
        Ok(())
    }

    /// A level's text has several lines, which rows of a table are not read by.
    fn csv(&mut self, _: &[String]) -> bool {
        false
    }

    fn ids(&mut self) -> &mut Done {
        &mut self.ids
    }
}

/// What a thread found: a level to write, with what tells it from others, or
/// that a number made no level.
struct Found {
    row: Vec<u8>,
    signature: u128,
}

#[derive(Default)]
struct Tally {
    tried: u64,
    found: Vec<Found>,
    fault: Option<Fault>,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let (game, kind) = source(args)?;
    if args.run.out.resumes() && args.run.format != Format::Json {
        return Err(Fault::new("--resume", "another format", "--format json").into());
    }
    for wish in &args.keep {
        wish.check(game)?;
    }
    let model = LevelId {
        game: game.about().name.into(),
        kind,
        number: args.seed,
    };
    // Asked for its fault only: a wrong kind fails whatever the number.
    game.level(&Level::Dealt(model.clone()))?;
    let maker = Maker::new(args, game)?;
    let (mut pack, first) = Pack::open(args, &maker, &model)?;

    watch::listen()?;
    let tries = args
        .tries
        .unwrap_or_else(|| args.count.saturating_mul(1000));
    let enough = Arc::new(AtomicBool::new(pack.is_full()));
    let stop = enough.clone();
    let items = first
        .into_iter()
        .flat_map(|first| first..=u64::MAX)
        .take(usize::try_from(tries.saturating_sub(pack.tried)).unwrap_or(usize::MAX))
        .take_while(move |_| !stop.load(Ordering::Relaxed))
        .map(move |number| {
            Ok(LevelId {
                number,
                ..model.clone()
            })
        });
    let plan = Plan {
        jobs: jobs(args.run.jobs),
        one_by_one: false,
    };
    let worker = move || {
        let maker = maker.clone();
        let mut measuring = maker.game.measuring(&maker.settings);
        move |id: LevelId, _: &mut Vec<u8>, tally: &mut Tally| {
            maker.make(&id, &mut *measuring, tally)
        }
    };
    // Levels go to the pack, which knows when there are enough.
    let ending = run::run(items, &plan, worker, &mut Sink::nowhere(), |tally| {
        if pack.add(tally) {
            enough.store(true, Ordering::Relaxed);
        }
    });
    pack.finish(ending?, args)
}

/// The levels that are kept, in order, and where they go.
struct Pack {
    sink: Sink,
    bar: ProgressBar,
    wanted: u64,
    kept: u64,
    tried: u64,
    /// Signatures of the levels that are kept, where they are to differ.
    seen: Option<HashSet<u128>>,
    faults: Vec<Fault>,
    failed: Option<anyhow::Error>,
}

impl Pack {
    /// Opens the output, and says with which number to begin.
    fn open(args: &Args, maker: &Maker, model: &LevelId) -> Result<(Pack, Option<u64>)> {
        let mut header = Vec::new();
        if args.run.format == Format::Csv {
            let fixed = ["id", "variant", "level"].into_iter();
            let names = maker.game.measures().iter().filter(|_| maker.measured);
            let names = names.map(|measure| measure.name);
            csv_line(&mut header, &fixed.chain(names).collect::<Vec<_>>());
        }
        let (sink, done): (Sink, DoneMade) =
            args.run.out.sink(args.run.format, &header, iter::empty())?;
        done.check_kind(model)?;
        let first = match &done.last {
            Some(last) => last.number.checked_add(1),
            None => Some(args.seed),
        };
        let shown = args.run.shows_bar() && args.count > 1;
        let mut pack = Pack {
            sink,
            bar: progress::bar(Some(args.count), "levels", shown, done.ids.rows),
            wanted: args.count,
            kept: done.ids.rows,
            // A run that goes on has looked at the numbers before.
            tried: first.unwrap_or(u64::MAX).saturating_sub(args.seed),
            seen: args.unique.then(HashSet::new),
            faults: Vec::new(),
            failed: None,
        };
        if let Some(seen) = &mut pack.seen {
            for row in done.levels {
                let task = row.task(&Defaults::of(maker.game), args.source.clone())?;
                seen.insert(fingerprint(&maker.game.signature(&task.level)?));
            }
        }
        Ok((pack, first))
    }

    fn is_full(&self) -> bool {
        self.kept >= self.wanted
    }

    /// Keeps what a thread found; says whether that is enough.
    fn add(&mut self, tally: Tally) -> bool {
        self.tried += tally.tried;
        self.faults.extend(tally.fault);
        for found in tally.found {
            if self.is_full() {
                break;
            }
            let fresh = match &mut self.seen {
                Some(seen) => seen.insert(found.signature),
                None => true,
            };
            if fresh {
                self.kept += 1;
                self.bar.inc(1);
                let written = self.sink.write(&found.row);
                let written = written.and_then(|()| self.sink.flush_when_due());
                self.failed = self.failed.take().or(written.err());
            }
        }
        self.is_full() || self.failed.is_some()
    }

    fn finish(mut self, ending: Ending, args: &Args) -> Result<u8> {
        self.bar.finish_and_clear();
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.sink.flush()?;
        if ending == Ending::Interrupted {
            tell(&args.run.out.stopped_message(args.run.format));
            return Ok(INTERRUPTED);
        }
        if let (Some(fault), false) = (self.faults.first(), args.run.quiet) {
            let count = self.faults.len();
            tell(&format!(
                "{count} numbers made no level; the first: {fault}"
            ));
        }
        if self.kept < self.wanted {
            let (kept, wanted, tried) = (self.kept, self.wanted, self.tried);
            tell(&format!(
                "{kept} of {wanted} levels after looking at {tried}; --tries looks further"
            ));
            return Ok(LIMIT_REACHED);
        }
        Ok(DONE)
    }
}

/// The game and the kind of the levels.
fn source(args: &Args) -> Result<(&'static dyn Game, String), Fault> {
    let (name, kind) = match args.source.split_once(':') {
        Some((name, kind)) => (name, Some(kind)),
        None => (args.source.as_str(), None),
    };
    let game = find_game(name)?;
    let mut kind = match (kind, &args.variant) {
        (Some(_), Some(_)) => {
            let found = "a variant beside a kind that has one";
            return Err(Fault::new("--variant", found, "one of the two"));
        }
        (Some(kind), None) => kind.to_string(),
        (None, Some(variant)) => variant.clone(),
        (None, None) => game.about().example.parse::<LevelId>()?.kind,
    };
    for set in &args.set {
        kind.push(',');
        kind.push_str(set);
    }
    // Asked for its fault only.
    let _: IdRange = format!("{name}:{kind}#1").parse()?;
    Ok((game, kind))
}

/// Makes one level after another.
#[derive(Clone)]
struct Maker {
    game: &'static dyn Game,
    format: Format,
    measured: bool,
    keep: Vec<Wish>,
    budget: Budget,
    settings: Settings,
    /// Whether levels are to be told apart.
    signed: bool,
}

impl Maker {
    fn new(args: &Args, game: &'static dyn Game) -> Result<Maker> {
        Ok(Maker {
            game,
            format: args.run.format,
            measured: args.measure || !args.keep.is_empty(),
            keep: args.keep.clone(),
            budget: budget::join(&args.budget)?,
            settings: SettingArgs::only(&[]).read()?,
            signed: args.unique,
        })
    }

    fn make(&self, id: &LevelId, measuring: &mut dyn Measuring, tally: &mut Tally) -> Result<Flow> {
        tally.tried += 1;
        let row = match self.game.level(&Level::Dealt(id.clone())) {
            Ok(row) => row,
            Err(fault) => {
                tally.fault.get_or_insert(fault);
                return Ok(Flow::Go);
            }
        };
        // What was made is read rather than made again.
        let level = Level::Written {
            name: row.id.clone(),
            variant: self.game.variant_of(id)?,
            text: row.level.clone(),
        };
        let mut measures = None;
        if self.measured {
            let clock = Clock::start();
            let taken = measuring.measure(&level, &self.budget, &clock)?;
            if clock.interrupted() {
                return Ok(Flow::Stop);
            }
            if !self.keep.iter().all(|wish| wish.is_met(&taken)) {
                return Ok(Flow::Go);
            }
            measures = Some(taken);
        }
        let signature = match self.signed {
            true => fingerprint(&self.game.signature(&level)?),
            false => 0,
        };
        let row = self.write(&row, measures.as_ref())?;
        tally.found.push(Found { row, signature });
        Ok(Flow::Go)
    }

    fn write(&self, row: &LevelRow, taken: Option<&MeasureRow>) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        match self.format {
            Format::Text => {
                out.extend_from_slice(row.level.trim_end().as_bytes());
                out.push(b'\n');
                out.extend_from_slice(label_line(self.game, &row.id, &row.variant).as_bytes());
            }
            Format::Json => {
                let measures = taken.map(|taken| Measures {
                    outcome: &taken.outcome,
                    measures: &taken.measures,
                });
                json_line(
                    &mut out,
                    &MadeRow {
                        level: row,
                        measures,
                    },
                )?;
            }
            Format::Csv => {
                let mut fields = vec![row.id.clone(), row.variant.clone(), row.level.clone()];
                fields.extend(taken.into_iter().flat_map(|taken| values(taken, self.game)));
                csv_line(
                    &mut out,
                    &fields.iter().map(String::as_str).collect::<Vec<_>>(),
                );
            }
        }
        Ok(out)
    }
}
