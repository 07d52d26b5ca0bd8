//! `stumper simulate`: games played by players that do not see everything, on
//! all cores and in the order of the games, with a summary at the end.

mod rows;

use crate::args::{BoardArgs, BudgetArgs, LevelArgs, RunArgs, settings_of};
use crate::rows::{RowSink, Rows, Shape};
use crate::words::tell;
use crate::{DONE, INTERRUPTED, progress};
use anyhow::{Context, Error, Result};
use engine::notation::quoted;
use engine::play::{FaceDown, PlayOptions};
use engine::record::PlayRow;
use engine::{Detail, Fault, IdRange, Task};
use games::find_game;
use games::levels::usual_kind;
use lab::tally::PlayTally;
use lab::work::{hidden, player_of};
use lab::{Clock, Ending, Format, PlayWorker, run};
use rows::{PastPlay, Style};
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Let a player play games of hidden cards
#[derive(clap::Args)]
#[command(after_help = "\
Face-down cards (--secured): fixed leaves them as they were dealt, reshuffle
shuffles them among themselves after every move, which is the same game to
whoever does not see them; once leaves them, and players who look ahead look at
the true cards; open lays all cards face up.

The same call gives the same bytes for any number of --jobs, but for seconds.
`stumper games klondike` lists the players and what can be set on them.

Examples:
  stumper simulate klondike --player expert --games 100
  stumper simulate klondike:thesis-draw1 --player random --games 10000
  stumper simulate klondike:thesis --player monte-carlo --set k=20,score=best --secured once
  stumper simulate klondike:thesis#1-5000 --player random --format json --out games.jsonl
  stumper simulate klondike --player random --format parquet --out games.parquet")]
pub(crate) struct Args {
    /// Games or kinds (klondike, klondike:draw1), or levels: ids, ranges,
    /// files, - for standard input
    #[arg(required = true, value_name = "GAME|LEVELS")]
    levels: Vec<OsString>,
    /// Who plays
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Sets things on the player, joined by commas
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    set: Vec<String>,
    /// Weights for players that take them: a JSON file, or the name of weights
    /// that ship
    #[arg(long, value_name = "FILE|NAME")]
    weights: Option<String>,
    /// How many games of each kind, where no levels are named [default: 1000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The number of the first deal, where no levels are named [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// What is done about face-down cards: fixed, reshuffle, once or open
    #[arg(long, value_name = "HOW", default_value = "fixed", value_parser = face_down)]
    secured: FaceDown,
    /// Plays the same deals with other luck
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    luck: u64,
    /// Most moves of a game, after which it is lost
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Write the fitness after each move of games that were won to this file
    #[arg(long, value_name = "FILE")]
    paths: Option<PathBuf>,
    /// Leave the fitness after each move of games that were won out of JSON
    /// and Parquet
    #[arg(long)]
    no_paths: bool,
    /// Write the moves of each game in JSON and Parquet
    #[arg(long)]
    moves: bool,
    /// Write how long each game took (JSON does so by default, text and CSV
    /// never)
    #[arg(long, overrides_with = "no_times")]
    times: bool,
    /// Leave times out of JSON, so that two runs give the same bytes
    #[arg(long)]
    no_times: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Reads what is done about face-down cards.
pub(crate) fn face_down(word: &str) -> Result<FaceDown, Fault> {
    FaceDown::parse(word).ok_or_else(|| {
        let names = FaceDown::ALL.map(|(name, _)| name).join(", ");
        Fault::new("--secured", quoted(word), format!("one of {names}"))
    })
}

/// What a thread made of a batch of games.
#[derive(Default)]
struct Batch {
    rows: Rows<PlayRow>,
    tally: PlayTally,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let format = args.run.format();
    let (json, whole) = (format.is_json(), format.is_json() || format.is_parquet());
    let options = PlayOptions {
        face_down: args.secured,
        rounds: args.rounds as usize,
        luck: args.luck,
        moves: whole && args.moves,
        budget: args.budget.read()?,
    };
    let names = LevelArgs::new(numbered(args)?, BoardArgs::default());
    let levels = names.open()?;
    let settings = settings_of(&args.set, args.weights.as_deref())?;
    let game = levels.one_game()?;
    // Asked only for its fault.
    player_of(game, &args.player, &settings)?;
    let style = Style {
        times: whole && args.times || json && !args.no_times,
        paths: whole && !args.no_paths,
        progress: hidden(game)?.progress(),
    };
    let mut all = PlayTally::default();
    let past = |row: PastPlay| {
        row.count(&mut all);
        Ok(())
    };
    let out = args.run.out();
    let shape = || {
        Ok(Shape {
            game,
            moves: options.moves || style.paths,
            detail: Detail::default(),
            times: style.times,
            measures: None,
            ratings: false,
        })
    };
    let header = rows::header(format);
    let (mut sink, done) = RowSink::open(&out, format, &header, shape, names.names(), past)?;
    let table_of = sink.table_of();
    let mut paths = args.paths.as_deref().map(open_paths).transpose()?;
    let bar = progress::bar(levels.total(), "games", args.run.shows_bar(), done.rows);
    let plan = args.run.plan(levels.reads_stdin());
    let worker = {
        let (player, keep_paths) = (args.player.clone(), paths.is_some());
        let stop = plan.stop.clone();
        move || {
            let mut worker = PlayWorker::new(&player, &settings, options);
            let stop = stop.clone();
            move |task: Task, batch: &mut Batch| {
                let clock = Clock::start(&stop);
                let Some(mut row) = worker.play(&task, &clock)? else {
                    return Ok(ControlFlow::Break(()));
                };
                row.seconds = style.times.then(|| clock.seconds());
                batch.tally.count(&row, keep_paths);
                style.leave_out(&mut row);
                let rows = &mut batch.rows;
                rows.add(format, row, |out, row, format| style.add(out, &row, format));
                Ok(ControlFlow::Continue(()))
            }
        }
    };
    let levels = done.leave_out(levels.map(|task| task.map_err(Error::from)));
    let levels = table_of.check_all(levels);
    let ending = run::run(levels, &plan, worker, |batch: Option<Batch>| {
        if let Some(mut batch) = batch {
            sink.write(&batch.rows)?;
            bar.inc(batch.tally.games());
            let won = std::mem::take(&mut batch.tally.paths);
            if let Some(file) = &mut paths {
                write_paths(file, &won)?;
            }
            all.join(batch.tally);
        }
        sink.flush_when_due()?;
        Ok::<_, Error>(ControlFlow::Continue(()))
    });
    bar.finish_and_clear();
    let ending = ending?;
    let mut last = Vec::new();
    let summary = format.lines().unwrap_or(Format::Text);
    style.summary(&mut last, summary, &args.player, args.secured.name(), &all);
    if !sink.write_lines(&last)? && !args.run.quiet {
        tell(String::from_utf8_lossy(&last).trim_end());
    }
    let ending = sink.end(Ok(ending))?;
    if let Some(mut file) = paths {
        file.flush().context("cannot write the file of --paths")?;
    }
    if ending == Ending::Interrupted {
        tell(&match format.is_parquet() {
            true => format.stopped_message(&out),
            false => "interrupted; what is done is there, with its summary".into(),
        });
        return Ok(INTERRUPTED);
    }
    Ok(DONE)
}

fn open_paths(path: &Path) -> Result<BufWriter<File>> {
    let file = File::create(path);
    let file = file.with_context(|| format!("cannot write to {}", path.display()))?;
    let mut file = BufWriter::new(file);
    file.write_all(b"id,round,fitness\n")?;
    Ok(file)
}

fn write_paths(file: &mut impl Write, won: &[(String, Vec<u32>)]) -> Result<()> {
    for (id, path) in won {
        for (round, fitness) in path.iter().enumerate() {
            writeln!(file, "{id},{},{fitness}", round + 1)?;
        }
    }
    Ok(())
}

/// Gives numbers to arguments that only name a game or a kind.
fn numbered(args: &Args) -> Result<Vec<OsString>, Fault> {
    let mut named = false;
    let mut levels = Vec::new();
    for text in &args.levels {
        let kind = text.to_str().filter(|text| !IdRange::is_meant_by(text));
        let Some((game, kind)) = kind.and_then(kind_of) else {
            levels.push(text.clone());
            continue;
        };
        named = true;
        let (first, games) = (args.seed.unwrap_or(1), args.games.unwrap_or(1000));
        let last = first.checked_add(games - 1).ok_or_else(|| {
            Fault::new("--games", games.to_string(), "numbers that end below 2^64")
        })?;
        levels.push(format!("{game}:{kind}#{first}-{last}").into());
    }
    let idle = [
        ("--games", args.games.is_some()),
        ("--seed", args.seed.is_some()),
    ];
    match idle.iter().find(|(_, given)| *given && !named) {
        Some((option, _)) => {
            let found = "levels that are named already";
            let fault = Fault::new(*option, found, "the name of a game");
            Err(fault.hint("as in `stumper simulate klondike --games 100`"))
        }
        None => Ok(levels),
    }
}

/// The game and the kind that a text names, if it names no file.
pub(crate) fn kind_of(text: &str) -> Option<(&'static str, String)> {
    let (name, kind) = text.split_once(':').unwrap_or((text, ""));
    let game = find_game(name).ok()?;
    match kind {
        _ if Path::new(text).exists() => None,
        "" => Some((game.about().name, usual_kind(game))),
        kind => Some((game.about().name, kind.to_string())),
    }
}
