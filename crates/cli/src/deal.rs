//! `stumper deal`: levels written out, in a form that every verb reads back.

use crate::args::{LevelArgs, OutArgs, RowFormatArgs};
use crate::rows::{RowSink, Shape, first_shape};
use crate::simulate::kind_of;
use crate::words::{count, tell};
use crate::{DONE, INTERRUPTED, watch};
use anyhow::Result;
use engine::record::LevelRow;
use engine::{Detail, Fault, Game, IdRange, Task};
use games::levels::label_line;
use lab::fingerprint::fingerprint;
use lab::rows::{csv_line, json_line};
use lab::{Ending, Format};
use std::collections::HashSet;

/// Write levels out
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stumper deal freecell:ms#617
  stumper deal freecell:ms#1-10 --format json
  stumper deal freecell:ms#1-10 --format csv --out deals.csv --force
  stumper deal freecell:seed --seed 42 --count 5
  stumper deal boards.txt --unique
  stumper deal freecell:ms#1-1000 --format parquet --out deals.parquet
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
    format: RowFormatArgs,
    #[command(flatten)]
    out: OutArgs,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let names = numbered(args)?;
    let mut levels = names.open()?.peekable();
    let (format, out) = (args.format.format, args.out.read());
    let mut header = Vec::new();
    if format.is_csv() {
        csv_line(&mut header, ["id", "variant", "level"]);
    }
    let shape = || first_shape(&mut levels, shape);
    let mut sink = RowSink::begin(&out, format, &header, shape, names.names())?;
    let mut seen = args.unique.then(Seen::default);
    let written = write(args, levels, &mut seen, &mut sink);
    if sink.end(written)? == Ending::Interrupted {
        tell(&format.stopped_message(&out));
        return Ok(INTERRUPTED);
    }
    if let Some(Seen { levels, dropped }) = seen {
        let dropped = count(dropped, "level");
        tell(&format!("{dropped} left out, {} kept", levels.len()));
    }
    Ok(DONE)
}

/// Levels that were written, by what a player would take for the same game.
#[derive(Default)]
struct Seen {
    levels: HashSet<(&'static str, u128)>,
    dropped: u64,
}

impl Seen {
    /// Whether a level is the same game as an earlier one.
    fn had(&mut self, task: &Task) -> Result<bool, Fault> {
        let signature = task.game.signature(&task.level)?;
        let new = (self.levels).insert((task.game.about().name, fingerprint(&signature)));
        self.dropped += u64::from(!new);
        Ok(!new)
    }
}

fn shape(game: &'static dyn Game) -> Shape {
    Shape {
        game,
        moves: false,
        detail: Detail::default(),
        times: false,
        measures: None,
        ratings: false,
    }
}

/// Writes level after level.
fn write(
    args: &Args,
    levels: impl Iterator<Item = Result<Task, Fault>>,
    seen: &mut Option<Seen>,
    sink: &mut RowSink<LevelRow>,
) -> Result<Ending> {
    let table_of = sink.table_of();
    for task in levels {
        if watch::stop_asked() {
            return Ok(Ending::Interrupted);
        }
        let task = task?;
        let at = |fault| task.locate(fault);
        table_of.check(&task)?;
        if let Some(seen) = seen
            && seen.had(&task).map_err(at)?
        {
            continue;
        }
        if let Some(form) = &args.form {
            let text = task.game.level_as(&task.level, form).map_err(at)?;
            sink.write_lines(text.as_bytes())?;
            continue;
        }
        let row = task.game.level(&task.level).map_err(at)?;
        sink.add(&row, |out, row, format| match format {
            Format::Text => {
                out.extend(row.level.trim_end().as_bytes());
                out.push(b'\n');
                out.extend(label_line(task.game, &row.id, &row.variant).as_bytes());
            }
            Format::Json => json_line(out, row),
            Format::Csv => csv_line(out, [&row.id, &row.variant, &row.level]),
        })?;
    }
    Ok(Ending::Whole)
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
