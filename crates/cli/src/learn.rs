//! `stumper learn`: weights of a game's features, learnt by playing it.

use crate::simulate::kind_of;
use crate::watch::{self, stop_asked};
use crate::words::tell;
use crate::{DONE, INTERRUPTED, progress};
use anyhow::{Context, Result};
use engine::notation::quoted;
use engine::play::Lessons;
use engine::{Fault, Weights};
use games::find_game;
use host::files::{check_folder, write_whole};
use lab::rows::json_line;
use lab::work::hidden;
use serde::Serialize;
use std::path::PathBuf;

/// Learn by playing what positions of a hidden game are worth
#[derive(clap::Args)]
#[command(after_help = "\
Temporal differences adjust the weights of features after every move. The same
call gives the same weights. A file is used with
`stumper simulate klondike --player learnt --weights FILE`.

Examples:
  stumper learn klondike:thesis --games 50000 --out klondike.json
  stumper learn klondike:draw1 --seed 7 --out klondike-draw1.json")]
pub(crate) struct Args {
    /// The game and the kind of its levels, as ids have it
    #[arg(value_name = "GAME[:KIND]")]
    game: String,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Makes other games and other weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often a move is picked at random: 0 for never, 1 for always
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    explore: f64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// No progress bar on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// Reads a share of all moves.
fn share(text: &str) -> Result<f64, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".into())
}

/// Weights with the call that made them.
#[derive(Serialize)]
struct Learnt {
    #[serde(flatten)]
    weights: Weights,
    made_by: String,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let Some((name, kind)) = kind_of(&args.game) else {
        let expected = "a game, or a game and a kind, as klondike:draw1";
        return Err(Fault::new("game", quoted(&args.game), expected).into());
    };
    let game = hidden(find_game(name)?)?;
    check_folder(&args.out)?;
    watch::can_stop();
    let bar = progress::bar(Some(args.games), "games", !args.quiet, 0);
    let mut last = None;
    let lessons = Lessons {
        kind: kind.clone(),
        games: args.games,
        seed: args.seed,
        explore: args.explore,
    };
    let weights = game.learn(&lessons, &mut |games, share| {
        bar.set_position(games);
        last = Some(share);
        !stop_asked()
    })?;
    bar.finish_and_clear();
    if stop_asked() {
        tell("interrupted; weights are written only when all games are played");
        return Ok(INTERRUPTED);
    }
    let (games, seed) = (args.games, args.seed);
    let learnt = Learnt {
        weights,
        made_by: format!(
            "stumper learn {name}:{kind} --games {games} --seed {seed} --explore {}",
            args.explore
        ),
    };
    let mut text = Vec::new();
    json_line(&mut text, &learnt);
    write_whole(&args.out, &text)
        .with_context(|| format!("cannot write to {}", args.out.display()))?;
    if let Some(share) = last.filter(|_| !args.quiet) {
        let percent = 100.0 * share;
        tell(&format!(
            "won {percent:.1} % of the last full 1,000 games, all cards known"
        ));
    }
    Ok(DONE)
}
