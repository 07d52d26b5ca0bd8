//! `generate --difficulty`: levels of a wanted rating, as rows or as a pack.

use super::{Args, Columns, PastLevel};
use crate::args::FormatArg;
use crate::rows::{RowFormat, RowSink};
use crate::words::{count, tell};
use crate::{DONE, INTERRUPTED, LIMIT_REACHED, progress, watch};
use anyhow::{Context, Error, Result};
use engine::Fault;
use engine::notation::quoted;
use engine::record::MadeRow;
use host::orders::{Difficulty, Grades, Wanted, usual_tries};
use lab::aim::climb;
use lab::make::{Order, Pack};
use lab::pack::{FILE, PackFile, VERSION};
use lab::rating::Book;
use lab::{Ending, Plan};
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

/// The rows of a pack's levels, in its folder.
const ROWS: &str = "levels.jsonl";

/// Whether rows go into a folder, with a pack beside them.
fn folder(args: &Args) -> Option<PathBuf> {
    let path = args.run.out().file?;
    let named = path.as_os_str().to_string_lossy().ends_with('/');
    (named || path.is_dir()).then_some(path)
}

pub(super) fn call(args: &Args, wanted: Difficulty) -> Result<u8> {
    let (game, _) = args.wanted()?.kind_of(&args.sources[0])?;
    let book = host::read_book(game, &args.equation, &args.calibration)?;
    let orders = orders(args, wanted, &book)?;
    let folder = folder(args);
    let format = match (&folder, args.run.format()) {
        (Some(_), RowFormat::Parquet) => {
            let fault = Fault::new("--format parquet", "a folder as --out", "a file");
            return Err(fault.hint("a pack's rows are JSON").into());
        }
        (Some(_), _) => RowFormat::Lines(FormatArg::Json),
        (None, format) => format,
    };
    let mut out = args.run.out();
    if let Some(folder) = &folder {
        fs::create_dir_all(folder).map_err(|why| {
            let place = quoted(&folder.display().to_string());
            Fault::new(place, why.to_string(), "a folder to write to")
        })?;
        out.file = Some(folder.join(ROWS));
    }
    let columns = Columns::of(args, &orders)?;
    let mut past = Vec::new();
    let (header, shape) = (columns.header(format), || Ok(columns.shape()));
    let seen = |row: PastLevel| {
        past.push(row.0.id().to_string());
        Ok(())
    };
    let (mut sink, done) = RowSink::open(&out, format, &header, shape, iter::empty(), seen)?;
    let bar = progress::bar(Some(args.count), "levels", args.run.shows_bar(), done.rows);
    let aim = orders[0].aim.clone().expect("graded orders have an aim");
    let mut pack = Pack::aimed(&aim, true);
    let tries = args.tries.unwrap_or(usual_tries(args.count, true));
    let (mut past, mut kept) = (past.into_iter(), Vec::new());
    args.run.plan(false);
    let plan = || Plan {
        stop: watch::stop().inner(),
        ..args.run.plan(false)
    };
    let ending = climb(&orders, &mut pack, args.seed, tries, &plan, |order, row| {
        let Some(row) = row else {
            sink.flush_when_due()?;
            return Ok::<_, Error>(());
        };
        if folder.is_some() {
            kept.push(row.clone());
        }
        // The search is the same again, so that what is there comes first.
        match past.next() {
            Some(id) if id == row.level.id => return Ok(()),
            Some(id) => {
                let found = format!("{} where {id} comes", row.level.id);
                return Err(Fault::new("--resume", found, "rows of the same call").into());
            }
            None => {}
        }
        columns.write(&mut sink, order, row)?;
        bar.inc(1);
        sink.flush_when_due()?;
        Ok(())
    });
    let ending = sink.end(ending);
    bar.finish_and_clear();
    if ending? == Ending::Interrupted {
        tell(&format.stopped_message(&out));
        return Ok(INTERRUPTED);
    }
    if !pack.is_full() {
        tell_short(&pack, args);
    }
    if let Some(folder) = &folder {
        write_pack(
            folder,
            args,
            wanted,
            &orders[0],
            kept,
            &book,
            pack.is_full(),
        )?;
    }
    Ok(if pack.is_full() { DONE } else { LIMIT_REACHED })
}

/// What is wanted, of each kind of levels that may be looked through.
fn orders(args: &Args, difficulty: Difficulty, book: &Book) -> Result<Vec<Order>, Fault> {
    let wanted = Wanted {
        solve: args.solution || folder(args).is_some(),
        ..args.wanted()?
    };
    wanted.graded(&Grades {
        difficulty,
        tolerance: args.tolerance,
        book: book.clone(),
    })
}

/// Says which ratings no level was found for.
fn tell_short(pack: &Pack, args: &Args) {
    let near = match pack.nearest(args.tolerance) {
        near if near.is_empty() => near,
        near => format!("; {near}"),
    };
    tell(&format!(
        "{} of {} after looking at {}{near}; --tries looks further, --tolerance takes more",
        pack.kept,
        count(args.count, "level"),
        pack.tried
    ));
}

/// Writes the pack beside its rows, whole or not at all.
fn write_pack(
    folder: &Path,
    args: &Args,
    wanted: Difficulty,
    order: &Order,
    mut levels: Vec<MadeRow>,
    book: &Book,
    full: bool,
) -> Result<()> {
    let rating = |row: &MadeRow| row.rating.as_ref().map_or(0.0, |rating| rating.rating);
    // What is not rated by has no place among claims.
    levels.iter_mut().for_each(|level| level.measures = None);
    levels.sort_by(|a, b| rating(a).total_cmp(&rating(b)));
    if !full {
        tell("no pack was written, as levels are missing; the rows are there");
        return Ok(());
    }
    let game = order.game;
    let pack = PackFile {
        pack: VERSION,
        game: game.about().name.into(),
        made_by: format!("stumper {}", env!("CARGO_PKG_VERSION")),
        seed: args.seed,
        licence: args.licence.clone(),
        difficulty: [wanted.from, wanted.to],
        tolerance: args.tolerance,
        equation: book.equation(game)?.clone(),
        calibrations: book.calibrations(game).cloned().collect(),
        count: levels.len() as u64,
        levels,
    };
    let path = folder.join(FILE);
    let beside = folder.join(format!("{FILE}.part"));
    fs::write(&beside, pack.text())
        .and_then(|()| fs::rename(&beside, &path))
        .with_context(|| format!("cannot write {}", path.display()))?;
    if !args.run.quiet {
        tell(&format!(
            "{} in {}",
            count(args.count, "level"),
            path.display()
        ));
    }
    Ok(())
}
