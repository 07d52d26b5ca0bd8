//! `stumper verify`: replays solutions through the plain rules, either one
//! given for a level, or those in rows that `solve --format json` wrote.

use crate::args::{LevelArgs, OutArgs, RowFormatArgs, plain_settings};
use crate::rows::{RowFormat, RowSink, Rows, Shape, TableOf, WithParquet};
use crate::words::{count, length_in, tell};
use crate::{DONE, FAILED, INTERRUPTED, watch};
use anyhow::{Error, Result};
use engine::notation::quoted;
use engine::record::{Lengths, VerdictRow};
use engine::{Detail, Fault, Game, IdRange};
use games::find_game;
use games::levels::{Defaults, Lines, RowLevel, STDIN, Source, parse_row};
use host::Files;
use host::files::{is_parquet, read_text};
use lab::pack::{Checker, FILE, PackFile};
use lab::rows::{csv_line, json_line};
use lab::{Clock, Ending, Format, Plan, run};
use serde::Deserialize;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Check solutions
#[derive(clap::Args)]
#[command(after_help = "\
Of a pack (`generate --difficulty --out pack/`) every claim is checked: that
ids make these boards, that solutions solve them, that they are rated so and as
wanted, and that no two are the same game.

Rows without a solution (unsolvable, gave-up) are counted and passed over.

Exit codes: 0 every solution is right; 1 one is wrong; 2 the call or a level
was wrong.

Examples:
  stumper verify shift:5x5#1 --moves \"R R U L U L D R R D\"
  stumper verify board.txt --solution moves.txt
  stumper solve freecell#1-100 --format json | stumper verify -
  stumper verify rows.jsonl --format csv
  stumper verify rows.parquet --format parquet --out verdicts.parquet
  stumper verify pack/")]
pub(crate) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The solution of the level, as moves between spaces
    #[arg(long, conflicts_with = "solution")]
    moves: Option<String>,
    /// A file with the solution of the level, or - for standard input
    #[arg(long, value_name = "FILE")]
    solution: Option<OsString>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    #[command(flatten)]
    format: RowFormatArgs,
    #[command(flatten)]
    out: OutArgs,
}

/// What a row must have to be checked; more may stand there.
#[derive(Deserialize)]
struct Claim {
    #[serde(flatten)]
    level: RowLevel,
    #[serde(default)]
    outcome: String,
    /// Rows of `generate` call it a solution.
    #[serde(default, alias = "solution")]
    moves: Option<Vec<String>>,
    #[serde(default)]
    lengths: Lengths,
}

/// What a thread made of a batch of rows.
#[derive(Default)]
struct Batch {
    rows: Rows<VerdictRow>,
    right: u64,
    wrong: u64,
    without: u64,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    match (&args.moves, &args.solution) {
        (None, None) => match pack_file(args) {
            Some(path) => verify_pack(args, &path),
            None => verify_rows(args),
        },
        (Some(moves), _) => verify_one(args, moves),
        (None, Some(file)) => {
            if file == STDIN && args.levels.names().any(|name| name == STDIN) {
                let fault = Fault::new("--solution", "- again", "standard input once");
                return Err(fault.into());
            }
            let moves = Files.open(file)?.rest()?;
            verify_one(args, &moves)
        }
    }
}

impl Args {
    fn format(&self) -> RowFormat {
        self.format.format
    }

    /// Where verdicts go.
    fn sink(
        &self,
        game: impl FnOnce() -> Result<&'static dyn Game, Fault>,
    ) -> Result<RowSink<VerdictRow>> {
        let mut header = Vec::new();
        if self.format().is_csv() {
            csv_line(&mut header, ["id", "valid", "metric", "length", "fault"]);
        }
        let shape = || {
            Ok(Shape {
                game: game()?,
                moves: false,
                detail: Detail::default(),
                times: false,
                measures: None,
                ratings: false,
            })
        };
        let (out, names) = (self.out.read(), self.levels.names());
        RowSink::begin(&out, self.format(), &header, shape, names)
    }

    /// Says that the run was interrupted.
    fn interrupted(&self) -> Result<u8> {
        if self.format().is_parquet() {
            tell(&self.format().stopped_message(&self.out.read()));
        }
        Ok(INTERRUPTED)
    }
}

/// What tells a pack from rows.
#[derive(Deserialize)]
struct IsPack {
    #[serde(rename = "pack")]
    _version: u32,
}

/// The file of a pack, if that is what is named: a folder that has one, or a
/// file of JSON that is one.
fn pack_file(args: &Args) -> Option<PathBuf> {
    let mut names = args.levels.names();
    let (name, None) = (PathBuf::from(names.next()?), names.next()) else {
        return None;
    };
    if name.is_dir() {
        return Some(name.join(FILE));
    }
    let text = match name.extension() {
        Some(ending) if ending == "json" => fs::read(&name).ok()?,
        _ => return None,
    };
    let pack: Result<IsPack, _> = serde_json::from_slice(&text);
    pack.is_ok().then_some(name)
}

/// Checks every claim of a pack.
fn verify_pack(args: &Args, path: &Path) -> Result<u8> {
    let text = read_text(path, "a pack, which `stumper generate --difficulty` writes")?;
    let pack = PackFile::read(&path.display().to_string(), &text)?;
    let game = find_game(&pack.game)?;
    let mut sink = args.sink(|| Ok(game))?;
    let mut checker = Checker::new(&pack, game, &plain_settings());
    watch::can_stop();
    let (clock, mut wrong) = (Clock::start(watch::stop()), 0);
    for (index, row) in pack.levels.iter().enumerate() {
        let checked = checker.check(index, &clock);
        if matches!(checked, Ok(None)) {
            sink.end(Ok(Ending::Interrupted))?;
            return args.interrupted();
        }
        wrong += u64::from(checked.is_err());
        let verdict = VerdictRow {
            id: row.level.id.clone(),
            valid: checked.is_ok(),
            fault: checked.as_ref().err().map(|fault| fault.to_string()),
            lengths: checked.ok().flatten().unwrap_or_default(),
        };
        if !verdict.valid || args.format().lines() != Some(Format::Text) {
            sink.add(&verdict, |out, verdict, format| {
                add_verdict(out, game, verdict, format);
            })?;
        }
    }
    sink.end(Ok(Ending::Whole))?;
    let levels = count(pack.levels.len() as u64, "level");
    tell(&match wrong {
        0 => format!("{levels}, every claim is right"),
        _ => format!("{levels}, {wrong} with a wrong claim"),
    });
    Ok(if wrong == 0 { DONE } else { FAILED })
}

fn verify_one(args: &Args, moves: &str) -> Result<u8> {
    let hint = "rows of `solve --format json` can be verified in any number";
    let task = args.levels.only(hint)?;
    let mut sink = args.sink(|| Ok(task.game))?;
    let verdict = task
        .game
        .verify(&task.level, moves)
        .map_err(|fault| task.locate(fault))?;
    sink.add(&verdict, |out, verdict, format| {
        add_verdict(out, task.game, verdict, format);
    })?;
    sink.end(Ok(Ending::Whole))?;
    Ok(if verdict.valid { DONE } else { FAILED })
}

fn verify_rows(args: &Args) -> Result<u8> {
    let names: VecDeque<OsString> = args.levels.names().map(Into::into).collect();
    let piped = names.iter().filter(|name| *name == STDIN).count();
    if piped > 1 {
        return Err(Fault::new("levels", "- twice", "standard input once").into());
    }
    for name in &names {
        if let Some(id) = name.to_str().filter(|text| IdRange::is_meant_by(text)) {
            return Err(Fault::new(quoted(id), "no solution", "--moves or --solution").into());
        }
        if name != STDIN {
            WithParquet.check(name)?;
        }
    }
    let plan = Plan {
        one_by_one: piped > 0,
        ..Plan::new(args.jobs.map(usize::from), watch::stop())
    };
    let (defaults, format) = (args.levels.defaults()?, args.format());
    let mut rows = RowLines {
        names,
        lines: None,
        columns: false,
        any: false,
    }
    .peekable();
    let mut sink = args.sink(|| match rows.peek() {
        Some(Ok(row)) => Ok(row.claim()?.level.task(&defaults, row.place.clone())?.game),
        Some(Err(fault)) => Err(fault.clone()),
        None => Err(Fault::new("levels", "none", "one at least")),
    })?;
    let table_of = sink.table_of();
    let worker = move || {
        let defaults = defaults.clone();
        move |row: PlacedRow, batch: &mut Batch| {
            verify_row(row, &defaults, format, table_of, batch)?;
            Ok(ControlFlow::Continue(()))
        }
    };
    let (mut right, mut wrong, mut without) = (0, 0, 0);
    let rows = rows.map(|row| row.map_err(Error::from));
    let ending = run::run(rows, &plan, worker, |batch: Option<Batch>| {
        if let Some(batch) = batch {
            sink.write(&batch.rows)?;
            right += batch.right;
            wrong += batch.wrong;
            without += batch.without;
        }
        sink.flush_when_due()?;
        Ok::<_, Error>(ControlFlow::Continue(()))
    });
    if sink.end(ending)? == Ending::Interrupted {
        return args.interrupted();
    }
    tell(&format!(
        "{} right, {wrong} wrong, {} without one",
        count(right, "solution"),
        count(without, "row")
    ));
    Ok(if wrong == 0 { DONE } else { FAILED })
}

fn verify_row(
    row: PlacedRow,
    defaults: &Defaults,
    format: RowFormat,
    table_of: TableOf,
    batch: &mut Batch,
) -> Result<(), Fault> {
    let claim = row.claim()?;
    let solved = match claim.outcome.as_str() {
        "" | "solved" => true,
        "unsolvable" | "gave-up" => false,
        other => {
            let place = format!("{}, outcome", row.place);
            let expected = "solved, unsolvable or gave-up";
            return Err(Fault::new(place, quoted(other), expected));
        }
    };
    // A list of a Parquet file is empty or missing where nothing was solved.
    let Some(moves) = claim.moves.filter(|_| solved) else {
        batch.without += 1;
        return Ok(());
    };
    let task = claim.level.task(defaults, row.place)?;
    table_of.check(&task)?;
    let verdict = task.game.verify(&task.level, &moves.join(" "));
    let mut verdict = verdict.map_err(|fault| task.locate(fault))?;
    if verdict.valid {
        check_lengths(&claim.lengths, &mut verdict);
    }
    match verdict.valid {
        true => batch.right += 1,
        false => batch.wrong += 1,
    }
    batch.rows.add(format, verdict, |out, verdict, format| {
        add_verdict(out, task.game, &verdict, format);
    });
    Ok(())
}

/// A row that claims another length than its moves have is wrong as well.
fn check_lengths(claimed: &Lengths, verdict: &mut VerdictRow) {
    for (metric, claim) in claimed {
        let counted = verdict.lengths.get(metric);
        if counted != Some(claim) {
            let expected = counted.map_or("no such metric".into(), u64::to_string);
            let fault = Fault::new(format!("length in {metric}"), claim.to_string(), expected);
            verdict.valid = false;
            verdict.fault = Some(fault.to_string());
            return;
        }
    }
}

fn add_verdict(out: &mut Vec<u8>, game: &dyn Game, verdict: &VerdictRow, format: Format) {
    let metric = game.about().metrics[0];
    let length = verdict.lengths.get(metric).copied().unwrap_or_default();
    let fault = verdict.fault.as_deref().unwrap_or_default();
    match format {
        Format::Json => json_line(out, verdict),
        Format::Csv => {
            let (valid, length) = (verdict.valid.to_string(), length.to_string());
            csv_line(out, [&verdict.id, &valid, metric, &length, fault]);
        }
        Format::Text => {
            let line = match verdict.valid {
                true => format!("{}: solved in {}\n", verdict.id, length_in(metric, length)),
                false => format!("{}: wrong: {fault}\n", verdict.id),
            };
            out.extend_from_slice(line.as_bytes());
        }
    }
}

/// A row with the place it was read.
struct PlacedRow {
    place: String,
    text: String,
    /// Whether it comes from columns, which say nothing of what is missing.
    columns: bool,
}

impl PlacedRow {
    fn claim(&self) -> Result<Claim, Fault> {
        let hint =
            |fault: Fault| fault.hint("`stumper solve LEVELS --format json` writes such rows");
        let expected = "a JSON row of `solve`";
        let claim: Claim = parse_row(&self.text, &self.place, expected).map_err(hint)?;
        if claim.moves.is_none() && !self.columns {
            let found = format!("{} (missing field `moves`)", quoted(&self.text));
            return Err(hint(Fault::new(&self.place, found, expected)));
        }
        Ok(claim)
    }
}

/// The rows of several files, blank lines left out.
struct RowLines {
    names: VecDeque<OsString>,
    lines: Option<Lines>,
    columns: bool,
    any: bool,
}

impl RowLines {
    fn step(&mut self) -> Result<Option<PlacedRow>, Fault> {
        loop {
            let Some(lines) = &mut self.lines else {
                let Some(name) = self.names.pop_front() else {
                    return Ok(None);
                };
                (self.lines, self.any) = (Some(WithParquet.open(&name)?), false);
                self.columns = is_parquet(&name);
                continue;
            };
            match lines.next_line()? {
                Some(line) if line.text.trim().is_empty() => {}
                Some(line) => {
                    self.any = true;
                    let place = lines.place(line.number);
                    return Ok(Some(PlacedRow {
                        place,
                        text: line.text,
                        columns: self.columns,
                    }));
                }
                None if !self.any => return Err(lines.empty("rows of `solve`")),
                None => self.lines = None,
            }
        }
    }
}

impl Iterator for RowLines {
    type Item = Result<PlacedRow, Fault>;

    fn next(&mut self) -> Option<Result<PlacedRow, Fault>> {
        self.step().transpose()
    }
}
