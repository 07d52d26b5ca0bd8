//! `stumper learn`: weights of a game's features, learnt by playing it.

use crate::output::{check_folder, json_line, tell};
use crate::progress;
use crate::simulate::{find_hidden, kind_of};
use crate::watch::{self, stop_asked};
use crate::{DONE, INTERRUPTED};
use anyhow::{Context, Result};
use engine::Weights;
use serde::Serialize;
use std::path::PathBuf;

/// Learn by playing what positions of a hidden game are worth
#[derive(clap::Args)]
#[command(after_help = "\
Temporal differences adjust the weights of features after every move. The same
call gives the same weights. A file is used with
`stumper simulate klondike --player learnt --weights FILE`.

Examples:
  stumper learn klondike --games 50000 --out klondike.json
  stumper learn klondike:thesis-draw1 --seed 7 --out klondike-draw1.json")]
pub(crate) struct Args {
    /// The game, with a kind of its levels or its default
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
    let game = find_hidden(args.game.split(':').next().unwrap_or_default())?;
    let named = kind_of(&args.game).unwrap_or_default();
    let kind = named.split_once(':').map_or("", |(_, kind)| kind);
    check_folder(&args.out)?;
    watch::listen()?;
    let bar = progress::bar(Some(args.games), "games", !args.quiet, 0);
    let mut last = None;
    let weights = game.learn(
        kind,
        args.games,
        args.seed,
        args.explore,
        &mut |games, share| {
            bar.set_position(games);
            last = Some(share);
            !stop_asked()
        },
    )?;
    bar.finish_and_clear();
    if stop_asked() {
        tell("interrupted; weights are written only when all games are played");
        return Ok(INTERRUPTED);
    }
    let (games, seed) = (args.games, args.seed);
    let learnt = Learnt {
        weights,
        made_by: format!(
            "stumper learn {named} --games {games} --seed {seed} --explore {}",
            args.explore
        ),
    };
    let mut text = Vec::new();
    json_line(&mut text, &learnt)?;
    std::fs::write(&args.out, text)
        .with_context(|| format!("cannot write to {}", args.out.display()))?;
    if let Some(share) = last.filter(|_| !args.quiet) {
        let percent = 100.0 * share;
        tell(&format!(
            "won {percent:.1} % of the last full 1,000 games, all cards known"
        ));
    }
    Ok(DONE)
}
