//! `stumper draw`: pictures of levels and of their solutions.

use crate::args::{BudgetArgs, LevelArgs, plain_settings};
use crate::watch::{self, stop_asked};
use crate::words::tell;
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, UNSOLVABLE, print_all};
use anyhow::{Context, Result};
use engine::notation::quoted;
use engine::{Fault, Picture, Task, Verdict, picture};
use host::files::check_folder;
use lab::{SolveWorker, Solving};
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
  stumper draw shift:5x5#1 --moves 'R R U' --out after.svg
  stumper draw klondike#1 --open --out deal.svg
  stumper draw flow:7x7#1-12 --sheet 4 --out sheet.svg
  stumper draw lazors:5x5#1-20 --solved --dir pictures")]
pub(crate) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// Draw how each level is solved
    #[arg(long, conflicts_with = "moves")]
    solved: bool,
    /// Draw cards that a player may not see; --solved does so
    #[arg(long)]
    open: bool,
    /// Draw all levels on one page, so many beside each other
    #[arg(long, value_name = "COLUMNS", conflicts_with = "dir", value_parser = clap::value_parser!(u16).range(1..=100))]
    sheet: Option<u16>,
    /// Draw what these moves do
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Write the picture of one level to this file [default: standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "dir")]
    out: Option<PathBuf>,
    /// Write a picture of each level to this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// More pictures than fit on a page that anybody could open.
const MOST_ON_A_SHEET: usize = 10_000;

pub(crate) fn call(args: &Args) -> Result<u8> {
    let mut solver = SolveWorker::new(&Solving {
        settings: plain_settings(),
        budget: args.budget.read()?,
        ..Solving::default()
    });
    if let Some(path) = &args.out {
        check_folder(path)?;
    }
    if let Some(dir) = &args.dir {
        std::fs::create_dir_all(dir).map_err(|error| {
            let place = quoted(&dir.display().to_string());
            Fault::new(place, error.to_string(), "a folder to write to")
        })?;
    }
    let tasks: Box<dyn Iterator<Item = Result<Task, Fault>>> = match (&args.dir, args.sheet) {
        (None, None) => {
            let hint = "--dir FOLDER takes pictures of several, --sheet 4 puts them on one page";
            Box::new(iter::once(args.levels.only(hint)))
        }
        _ => Box::new(args.levels.open()?),
    };
    watch::can_stop();
    let mut worst = DONE;
    let (mut names, mut sheet) = (HashSet::new(), Vec::new());
    for task in tasks {
        let task = task?;
        if stop_asked() {
            return Ok(INTERRUPTED);
        }
        let name = task.level.name();
        match drawn(args, &task, &mut solver)? {
            Err(code) => {
                let why = match code {
                    INTERRUPTED => return Ok(INTERRUPTED),
                    UNSOLVABLE => "no solution to draw",
                    _ => "no solution was found within the limit",
                };
                tell(&format!("{name}: {why}"));
                worst = worst.max(code);
            }
            Ok(picture) if args.sheet.is_some() => {
                sheet.push((name, picture));
                if sheet.len() > MOST_ON_A_SHEET {
                    let expected = format!("{MOST_ON_A_SHEET} levels at most");
                    return Err(Fault::new("--sheet", "more levels", expected).into());
                }
            }
            Ok(picture) => {
                let path = args
                    .dir
                    .as_ref()
                    .map(|dir| dir.join(file_name(&name, &mut names)));
                write(path.or(args.out.clone()), &picture)?;
            }
        }
    }
    if let Some(columns) = args.sheet {
        write(args.out.clone(), &picture::sheet(&sheet, columns.into()))?;
    }
    Ok(worst)
}

/// The picture of a level, or the exit code that says why there is none.
fn drawn(args: &Args, task: &Task, solver: &mut SolveWorker) -> Result<Result<Picture, u8>> {
    let at = |fault| task.locate(fault);
    if args.solved {
        let Some(row) = solver.solve(task, &watch::clock())? else {
            return Ok(Err(INTERRUPTED));
        };
        return Ok(match row.verdict {
            Verdict::Solved => {
                let moves = row.moves.as_str();
                Ok(task.game.draw_open(&task.level, moves).map_err(at)?)
            }
            Verdict::Unsolvable => Err(UNSOLVABLE),
            Verdict::GaveUp(_) => Err(LIMIT_REACHED),
        });
    }
    let moves = args.moves.as_deref().unwrap_or_default();
    let picture = match args.open {
        true => task.game.draw_open(&task.level, moves),
        false => task.game.draw(&task.level, moves),
    };
    Ok(Ok(picture.map_err(at)?))
}

fn write(path: Option<PathBuf>, picture: &Picture) -> Result<()> {
    let svg = picture.to_svg();
    match path {
        None => print_all(svg.as_bytes()).map(drop),
        Some(path) => std::fs::write(&path, svg)
            .with_context(|| format!("cannot write to {}", path.display())),
    }
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
