//! `stumper simulate`: games played by players that do not see everything, on
//! all cores and in the order of the games, with a summary at the end.

mod rows;
mod tally;

use crate::levels::{LevelArgs, Levels, Task, find_game};
use crate::output::{Format, tell};
use crate::progress;
use crate::run::{self, Ending, Flow, Plan, jobs};
use crate::run_args::RunArgs;
use crate::setting_args::SettingArgs;
use crate::watch::{self, Clock};
use crate::{DONE, INTERRUPTED};
use anyhow::{Context, Result};
use engine::notation::quoted;
use engine::play::hall::House;
use engine::play::{HiddenGame, Seat, Secured};
use engine::{Budget, Fault, IdRange, Settings, Watch};
use games::HIDDEN_GAMES;
use rows::{DonePlays, Style};
use std::io::{self, Write};
use std::path::PathBuf;
pub(crate) use tally::{GROUPS, Tally};

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
  stumper simulate klondike:thesis --player monte-carlo --set k=20,score=best --secured once
  stumper simulate klondike:draw3#1-5000 --player random --format json --out games.jsonl")]
pub(crate) struct Args {
    /// A game, with a kind of its levels or its default (klondike,
    /// klondike:thesis), or levels: ids, ranges, files, - for standard input
    #[arg(required = true, value_name = "GAME[:KIND]|LEVELS")]
    levels: Vec<String>,
    /// Who plays
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Sets things on the player, joined by commas
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    set: Vec<String>,
    /// A JSON file of weights, for players that take them
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many games, where a game is named and no levels [default: 1000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The number of the first deal, where a game is named [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// What is done about face-down cards: fixed, reshuffle, once or open
    #[arg(long, value_name = "HOW", default_value = "fixed")]
    secured: String,
    /// Plays the same deals with other luck
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    luck: u64,
    /// Most moves of a game, after which it is lost
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Write the fitness after each move of games that were won to this file
    #[arg(long, value_name = "FILE")]
    paths: Option<PathBuf>,
    /// Leave the fitness after each move of games that were won out of JSON
    #[arg(long)]
    no_paths: bool,
    /// Write the moves of each game in JSON
    #[arg(long)]
    moves: bool,
    /// Leave times out of JSON, so that two runs give the same bytes
    #[arg(long)]
    no_times: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Finds a hidden game by name.
pub(crate) fn find_hidden(name: &str) -> Result<&'static dyn HiddenGame, Fault> {
    let found = HIDDEN_GAMES.iter().find(|game| game.name() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = HIDDEN_GAMES.iter().map(|game| game.name()).collect();
        let expected = format!("a game with hidden cards: {}", names.join(", "));
        Fault::new("game", quoted(name), expected)
    })
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let house = House {
        secured: secured(&args.secured)?,
        rounds: args.rounds as usize,
        luck: args.luck,
        budget: Budget::default(),
    };
    let levels = Levels::open(&LevelArgs::named(spelled_out(args)?))?;
    let settings = SettingArgs::with(&args.set, args.weights.clone()).read()?;
    for game in levels.games() {
        // Asked only for its fault.
        find_hidden(game.about().name)?.seat(&args.player, &settings)?;
    }
    let json = args.run.format == Format::Json;
    let style = Style {
        format: args.run.format,
        times: json && !args.no_times,
        paths: json && !args.no_paths,
        moves: json && args.moves,
    };
    let inputs = args.levels.iter().map(String::as_str);
    let (mut sink, done): (_, DonePlays) =
        args.run
            .out
            .sink(args.run.format, &style.header(), inputs)?;
    done.check_player(&args.player)?;
    let mut paths = match &args.paths {
        Some(path) => {
            let file = std::fs::File::create(path);
            let file = file.with_context(|| format!("cannot write to {}", path.display()))?;
            let mut file = io::BufWriter::new(file);
            file.write_all(b"id,round,fitness\n")?;
            Some(file)
        }
        None => None,
    };
    watch::listen()?;
    let plan = Plan {
        jobs: jobs(args.run.jobs),
        one_by_one: levels.reads_stdin(),
    };
    let shown = args.run.shows_bar();
    let bar = progress::bar(levels.total(), "games", shown, done.ids.rows);
    let mut all = done.tally.clone();
    let worker = {
        let (player, keep_paths) = (args.player.clone(), paths.is_some());
        move || Worker::new(&player, &settings, house, style, keep_paths).into_closure()
    };
    let ending = run::run(
        done.ids.leave_out(levels),
        &plan,
        worker,
        &mut sink,
        |mut tally: Tally| {
            bar.inc(tally.games());
            for (id, path) in std::mem::take(&mut tally.paths) {
                for (round, fitness) in path.iter().enumerate() {
                    let Some(file) = &mut paths else { break };
                    // A failure shows when the file is flushed.
                    let _ = writeln!(file, "{id},{},{fitness}", round + 1);
                }
            }
            all.join(tally);
        },
    );
    bar.finish_and_clear();
    let ending = ending?;
    let mut last = Vec::new();
    style.summary(&mut last, &args.player, &args.secured, &all)?;
    sink.write(&last)?;
    sink.flush()?;
    if let Some(mut file) = paths {
        file.flush().context("cannot write the file of --paths")?;
    }
    if ending == Ending::Interrupted {
        tell("interrupted; what is done is there, with its summary");
        return Ok(INTERRUPTED);
    }
    Ok(DONE)
}

/// Reads what is done about face-down cards.
pub(crate) fn secured(word: &str) -> Result<Secured, Fault> {
    Secured::parse(word).ok_or_else(|| {
        let names = Secured::ALL.map(|(name, _)| name).join(", ");
        Fault::new("--secured", quoted(word), format!("one of {names}"))
    })
}

/// Reads `GAME[:KIND]` of a game with hidden cards as what stands before the
/// number of an id; the kind is the game's first variant unless one is named.
/// Nothing if no such game is named.
pub(crate) fn kind_of(text: &str) -> Option<String> {
    let game = text.split(':').next().unwrap_or_default();
    find_hidden(game).ok()?;
    if text.contains(':') {
        return Some(text.to_string());
    }
    let default = find_game(game).ok()?.about().variants.first()?.0;
    Some(format!("{game}:{default}"))
}

/// Gives levels to arguments that only name a game.
fn spelled_out(args: &Args) -> Result<Vec<String>, Fault> {
    let mut named = false;
    let mut levels = Vec::new();
    for text in &args.levels {
        let Some(kind) = kind_of(text).filter(|_| !IdRange::is_meant_by(text)) else {
            levels.push(text.clone());
            continue;
        };
        named = true;
        let (first, games) = (args.seed.unwrap_or(1), args.games.unwrap_or(1000));
        let last = first.checked_add(games - 1).ok_or_else(|| {
            Fault::new("--games", games.to_string(), "numbers that end below 2^64")
        })?;
        levels.push(format!("{kind}#{first}-{last}"));
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

/// One thread's players, one for each game it has met.
struct Worker {
    player: String,
    settings: Settings,
    house: House,
    style: Style,
    keep_paths: bool,
    seats: Vec<(&'static str, Box<dyn Seat>)>,
}

impl Worker {
    fn new(player: &str, settings: &Settings, house: House, style: Style, paths: bool) -> Worker {
        Worker {
            player: player.to_string(),
            settings: settings.clone(),
            house,
            style,
            keep_paths: paths,
            seats: Vec::new(),
        }
    }

    fn into_closure(mut self) -> impl FnMut(Task, &mut Vec<u8>, &mut Tally) -> Result<Flow> {
        move |task, out, tally| self.play(&task, out, tally)
    }

    fn play(&mut self, task: &Task, out: &mut Vec<u8>, tally: &mut Tally) -> Result<Flow> {
        let name = task.game.about().name;
        let known = self.seats.iter().position(|(game, _)| *game == name);
        let index = match known {
            Some(index) => index,
            None => {
                let seat = find_hidden(name)?.seat(&self.player, &self.settings)?;
                self.seats.push((name, seat));
                self.seats.len() - 1
            }
        };
        let clock = Clock::start();
        let seat = &mut self.seats[index].1;
        let row = seat.play(&task.level, &self.house, self.style.moves, &clock);
        let Some(mut row) = row.map_err(|fault| task.locate(fault))? else {
            return Ok(Flow::Stop);
        };
        if self.style.times {
            row.seconds = Some((clock.elapsed().as_secs_f64() * 1e6).round() / 1e6);
        }
        tally.count(&row, self.keep_paths);
        self.style.add(out, row)?;
        Ok(Flow::Go)
    }
}
