//! `stumper generate`: levels made to order. Numbers are counted up from the
//! seed; each names one level for ever, and those that fit are written in
//! order, so that the output is the same for any number of threads.

mod maker;
mod pack;
mod wish;

use crate::budget::{self, Part};
use crate::levels::find_game;
use crate::output::{Format, Sink};
use crate::run::{self, Plan, jobs};
use crate::run_args::RunArgs;
use crate::watch;
use anyhow::Result;
use engine::{Fault, Game, IdRange, Level, LevelId};
use maker::{Maker, Tally};
use pack::Pack;
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
