//! `stumper draw`: pictures of levels and of their solutions.

use crate::budget::{self, Part};
use crate::levels::{LevelArgs, Levels, Task};
use crate::output::{Sink, check_folder, tell};
use crate::setting_args::SettingArgs;
use crate::watch::{self, Clock, stop_asked};
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, UNSOLVABLE};
use anyhow::{Context, Result};
use engine::notation::quoted;
use engine::{Fault, Settings};
use std::collections::HashSet;
use std::iter;
use std::path::PathBuf;

/// Draw levels as SVG
#[derive(clap::Args)]
#[command(after_help = "\
Exit codes: 0 drawn; 10 some level has no solution to draw; 11 a limit was
reached before one was found; 2 the call or a level was wrong.

Examples:
  stumper draw flow:9x9#1 > level.svg
  stumper draw flow:9x9#1 --solved --out solution.svg
  stumper draw shift:5x5#1 --moves 'R U' --out after.svg
  stumper draw lazors:5x5#1-20 --solved --dir pictures")]
pub(crate) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// Draw how each level is solved
    #[arg(long, conflicts_with = "moves")]
    solved: bool,
    /// Draw what these moves do
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// What solving a level may spend: states (100000), time (35ms, 2s),
    /// memory (64MB); several are joined by commas
    #[arg(long, value_name = "LIMIT", value_delimiter = ',', value_parser = budget::parse_part)]
    budget: Vec<Part>,
    /// Write the picture of one level to this file [default: standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "dir")]
    out: Option<PathBuf>,
    /// Write a picture of each level to this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let settings = SettingArgs::only(&[]).read()?;
    if let Some(path) = &args.out {
        check_folder(path)?;
    }
    if let Some(dir) = &args.dir {
        std::fs::create_dir_all(dir).map_err(|error| {
            let place = quoted(&dir.display().to_string());
            Fault::new(place, error.to_string(), "a folder to write to")
        })?;
    }
    watch::listen()?;
    let mut worst = DONE;
    let mut names = HashSet::new();
    let tasks: Box<dyn Iterator<Item = Result<Task>>> = match args.dir {
        Some(_) => Box::new(Levels::open(&args.levels)?),
        None => Box::new(iter::once(
            args.levels.only("--dir FOLDER takes pictures of several"),
        )),
    };
    for task in tasks {
        let task = task?;
        if stop_asked() {
            return Ok(INTERRUPTED);
        }
        match moves(args, &task, &settings)? {
            Ok(moves) => write(args, &task, &moves, &mut names)?,
            Err(code) => {
                let why = match code {
                    UNSOLVABLE => "no solution to draw",
                    _ => "no solution was found within the limit",
                };
                tell(&format!("{}: {why}", task.level.name()));
                worst = worst.max(code);
            }
        }
    }
    Ok(worst)
}

/// The moves to draw, or why there are none.
fn moves(args: &Args, task: &Task, settings: &Settings) -> Result<Result<String, u8>> {
    if !args.solved {
        return Ok(Ok(args.moves.clone().unwrap_or_default()));
    }
    let budget = budget::join(&args.budget)?;
    let mut session = task.game.session("", settings)?;
    let row = session.solve(&task.level, &budget, &Clock::start(), false);
    let row = row.map_err(|fault| task.locate(fault))?;
    Ok(match row.outcome.as_str() {
        "solved" => Ok(row.moves.join(" ")),
        "unsolvable" => Err(UNSOLVABLE),
        _ => Err(LIMIT_REACHED),
    })
}

fn write(args: &Args, task: &Task, moves: &str, names: &mut HashSet<String>) -> Result<()> {
    let picture = task.game.draw(&task.level, moves);
    let svg = picture.map_err(|fault| task.locate(fault))?.to_svg();
    let path = match (&args.out, &args.dir) {
        (Some(path), _) => path.clone(),
        (None, Some(dir)) => dir.join(file_name(&task.level.name(), names)),
        (None, None) => {
            let mut sink = Sink::stdout();
            sink.write(svg.as_bytes())?;
            return sink.flush();
        }
    };
    std::fs::write(&path, svg).with_context(|| format!("cannot write to {}", path.display()))
}

/// A file's name for a level, whatever the level is called, and not one of
/// those given before.
fn file_name(level: &str, names: &mut HashSet<String>) -> String {
    let safe = |c: char| match c.is_ascii_alphanumeric() || "-.=,_".contains(c) {
        true => c,
        false => '-',
    };
    let name: String = level.chars().map(safe).collect();
    let name = name.trim_start_matches(['.', '-']);
    let again = (2..).map(|number| format!("{name}-{number}"));
    let mut names_to_try = std::iter::once(name.to_string()).chain(again);
    let fresh = names_to_try.find(|name| names.insert(name.clone()));
    format!("{}.svg", fresh.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_takes_the_place_of_another() {
        let mut names = HashSet::new();
        let given = ["a/y.flow", "a-y.flow", "../a/y.flow", "a:b#1"];
        let given = given.map(|level| file_name(level, &mut names));
        assert_eq!(
            given,
            [
                "a-y.flow.svg",
                "a-y.flow-2.svg",
                "a-y.flow-3.svg",
                "a-b-1.svg"
            ]
        );
    }
}
