//! `stumper deal`: levels written out, in a form that every verb reads back.

use crate::DONE;
use crate::args::{FormatArgs, LevelArgs};
use crate::simulate::kind_of;
use crate::words::{count, tell};
use anyhow::Result;
use engine::{Fault, IdRange};
use games::levels::label_line;
use host::Sink;
use lab::Format;
use lab::fingerprint::fingerprint;
use lab::rows::{csv_line, json_line};
use std::collections::HashSet;

/// Write levels out
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stumper deal freecell:ms#617
  stumper deal freecell:ms#1-10 --format json
  stumper deal freecell:seed --seed 42 --count 5
  stumper deal boards.txt --unique
  stumper deal flow:9x9#1-10 --form sized > boards.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// Leave out levels that are the same game as an earlier one
    #[arg(long)]
    unique: bool,
    /// The first number where an argument names a source only, as in
    /// freecell:seed [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// How many numbers such an argument means [default: 1]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Write the bare text in a form that other programs read, without names
    /// [`stumper games GAME` lists them]
    #[arg(long, value_name = "NAME", conflicts_with = "format")]
    form: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let levels = numbered(args)?.open()?;
    let format = args.format.format();
    let mut sink = Sink::stdout();
    let mut seen = HashSet::new();
    let mut dropped = 0u64;
    let mut rows = Vec::new();
    if format == Format::Csv {
        csv_line(&mut rows, ["id", "variant", "level"]);
    }
    for task in levels {
        let task = task?;
        let at = |fault| task.locate(fault);
        if args.unique {
            let signature = task.game.signature(&task.level).map_err(at)?;
            if !seen.insert((task.game.about().name, fingerprint(&signature))) {
                dropped += 1;
                continue;
            }
        }
        if let Some(form) = &args.form {
            let text = task.game.level_as(&task.level, form).map_err(at)?;
            sink.write(text.as_bytes())?;
            continue;
        }
        let row = task.game.level(&task.level).map_err(at)?;
        match format {
            Format::Text => {
                rows.extend(row.level.trim_end().as_bytes());
                rows.push(b'\n');
                rows.extend(label_line(task.game, &row.id, &row.variant).as_bytes());
            }
            Format::Json => json_line(&mut rows, &row),
            Format::Csv => csv_line(&mut rows, [&row.id, &row.variant, &row.level]),
        }
        sink.write(&rows)?;
        rows.clear();
    }
    sink.write(&rows)?;
    sink.flush()?;
    if args.unique {
        let dropped = count(dropped, "level");
        tell(&format!("{dropped} left out, {} kept", seen.len()));
    }
    Ok(DONE)
}

/// Gives numbers to arguments such as `freecell:seed`.
fn numbered(args: &Args) -> Result<LevelArgs, Fault> {
    let mut levels = args.levels.clone();
    let mut used = false;
    let (seed, count) = (args.seed.unwrap_or(1), args.count.unwrap_or(1));
    for name in levels.names_mut() {
        let source = name.to_str().filter(|text| !IdRange::is_meant_by(text));
        if let Some((game, kind)) = source.and_then(kind_of) {
            used = true;
            let last = seed.checked_add(count - 1).ok_or_else(|| {
                Fault::new("--count", count.to_string(), "numbers that end below 2^64")
            })?;
            *name = format!("{game}:{kind}#{seed}-{last}").into();
        }
    }
    if !used && (args.seed.is_some() || args.count.is_some()) {
        return Err(Fault::new(
            if args.seed.is_some() {
                "--seed"
            } else {
                "--count"
            },
            "levels that have their numbers",
            "a source without a number",
        )
        .hint("as in `stumper deal freecell:seed --seed 42 --count 5`"));
    }
    Ok(levels)
}
