//! What `stumper run` does.

use super::Args;
use crate::args::plain_settings;
use crate::words::{count, tell};
use crate::{DONE, FAILED, INTERRUPTED, print_all, progress, watch};
use anyhow::Result;
use columns::run::{Folder, Machine, Missing, Plan, Shard, Sums, run_shard};
use engine::Fault;
use host::files::{check_folder, read_text};
use lab::Format;
use lab::table::{Cell, Table};
use std::path::Path;

/// Shards that a message names.
const NAMED: usize = 20;

pub(crate) fn call(args: &Args) -> Result<u8> {
    let format = args.format.format();
    match (&args.plan, &args.out, &args.status, &args.merge) {
        (_, _, Some(folder), _) => status(&Folder::open(folder)?, format),
        (_, _, _, Some(folder)) => merge(args, &Folder::open(folder)?, format),
        (Some(plan), Some(out), _, _) => {
            let text = read_text(plan, "a plan")?;
            let plan = Plan::read(&plan.display().to_string(), &text)?;
            work(args, &Folder::make(out, &plan)?)
        }
        // The command line asks for these.
        _ => Err(Fault::new("run", "no plan", "a plan and --out DIR").into()),
    }
}

/// Does what is missing, or a share of it.
fn work(args: &Args, folder: &Folder) -> Result<u8> {
    let mut mine = folder.missing()?.shards;
    let share = folder.plan.share(args.shard)?;
    mine.retain(|shard| share.has(shard.first - 1));
    watch::can_stop();
    let machine = Machine {
        jobs: args.jobs.map(usize::from),
        stop: watch::stop().clone(),
        settings: plain_settings(),
    };
    let levels = mine.iter().map(|shard| shard.levels()).sum();
    let bar = progress::bar(Some(levels), "levels", !args.quiet, 0);
    let mut failures = Vec::new();
    for shard in mine {
        // Another process may have done it by now.
        if folder.has(shard) {
            bar.inc(shard.levels());
            continue;
        }
        let mut took = || bar.inc(1);
        match run_shard(&folder.plan, shard, &folder.path, &machine, &mut took) {
            Ok(true) => {}
            Ok(false) => {
                bar.finish_and_clear();
                tell("interrupted; shards that are whole stay, and the same call goes on");
                return Ok(INTERRUPTED);
            }
            Err(host::Error::Fault(fault)) => failures.push((shard, fault)),
            // A disk that is full is full for the next shard as well.
            Err(error) => return Err(error.into()),
        }
    }
    bar.finish_and_clear();
    for (shard, fault) in &failures {
        tell(&format!("stumper: {}: {fault}", shard.file()));
    }
    if !args.quiet {
        told(&folder.missing()?);
    }
    Ok(if failures.is_empty() { DONE } else { FAILED })
}

/// Tells how far a run is.
fn told(missing: &Missing) {
    let all = missing.done.len() + missing.shards.len();
    let done = missing.done.len();
    tell(&format!(
        "{done} of {} are there",
        count(all as u64, "shard")
    ));
}

fn status(folder: &Folder, format: Format) -> Result<u8> {
    let missing = folder.missing()?;
    let mut table = Table {
        name: "missing",
        title: "Missing".into(),
        columns: vec!["first", "last", "file"],
        rows: Vec::new(),
    };
    let named = match format {
        Format::Text => NAMED,
        _ => usize::MAX,
    };
    for shard in missing.shards.iter().take(named) {
        table.rows.push(vec![
            Cell::Count(shard.first),
            Cell::Count(shard.last),
            Cell::text(shard.file()),
        ]);
    }
    if format != Format::Text || !missing.shards.is_empty() {
        print(&table, format)?;
    }
    let more = missing.shards.len().saturating_sub(named);
    if more > 0 {
        tell(&format!("and {more} more; --format csv names them all"));
    }
    told(&missing);
    if !missing.begun.is_empty() {
        let begun = missing.begun.len() as u64;
        tell(&format!(
            "{} begun, by someone at work or killed",
            count(begun, "file")
        ));
    }
    Ok(if missing.shards.is_empty() {
        DONE
    } else {
        FAILED
    })
}

fn merge(args: &Args, folder: &Folder, format: Format) -> Result<u8> {
    if let Some(into) = &args.into {
        check_into(into, folder)?;
    }
    let shards = folder.plan.shards()?.len() as u64;
    let bar = progress::bar(Some(shards), "shards", !args.quiet, 0);
    let merged = folder.merge(args.into.as_deref(), &mut || bar.inc(1))?;
    bar.finish_and_clear();
    print(&sums_table(&merged.sums, &merged.shards), format)
}

fn print(table: &Table, format: Format) -> Result<u8> {
    let mut text = Vec::new();
    table.write(&mut text, format);
    print_all(&text)
}

fn check_into(into: &Path, folder: &Folder) -> Result<()> {
    check_folder(into)?;
    if into.exists() {
        let fault = Fault::new("--into", "a file that exists", "a new file");
        return Err(fault.hint("remove it, or name another").into());
    }
    let inside = into
        .parent()
        .is_some_and(|parent| host::files::is_same_file(parent, &folder.path));
    match inside {
        true => Err(Fault::new("--into", "a file among the shards", "one elsewhere").into()),
        false => Ok(()),
    }
}

/// A line for every column of numbers, and for every word.
fn sums_table(sums: &Sums, shards: &[Shard]) -> Table {
    let title = format!(
        "{} in {}, none missing and none twice",
        count(sums.rows, "row"),
        count(shards.len() as u64, "shard")
    );
    let mut table = Table {
        name: "sums",
        title,
        columns: vec!["column", "value", "rows", "sum", "mean", "least", "most"],
        rows: Vec::new(),
    };
    for (column, words) in &sums.words {
        for (word, rows) in words {
            let blanks = [(); 4].map(|()| Cell::Blank);
            let cells = [Cell::text(column), Cell::text(word), Cell::Count(*rows)];
            table.rows.push(cells.into_iter().chain(blanks).collect());
        }
    }
    for (column, number) in &sums.numbers {
        let decimals = |value: f64| if value.fract() == 0.0 { 0 } else { 4 };
        let cell = |value: f64| Cell::Number(value, decimals(value));
        table.rows.push(vec![
            Cell::text(column),
            Cell::Blank,
            Cell::Count(number.count),
            cell(number.sum),
            Cell::Number(number.sum / number.count as f64, 3),
            cell(number.least),
            cell(number.most),
        ]);
    }
    table
}
