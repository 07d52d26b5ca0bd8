//! `stumper verify`: replays solutions through the plain rules, either one
//! given for a level, or those in rows that `solve --format json` wrote.

use crate::args::{FormatArgs, LevelArgs, plain_settings};
use crate::words::{count, length_in, tell};
use crate::{DONE, FAILED, INTERRUPTED, watch};
use anyhow::{Error, Result};
use engine::notation::quoted;
use engine::record::VerdictRow;
use engine::{Fault, Game, IdRange};
use games::find_game;
use games::levels::{Defaults, Lines, RowLevel, STDIN, Source, parse_row};
use host::files::read_text;
use host::{Files, Sink};
use lab::pack::{Checker, FILE, PackFile};
use lab::rows::{csv_line, json_line};
use lab::{Clock, Format, Plan, run};
use serde::Deserialize;
use std::collections::{BTreeMap, VecDeque};
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
    format: FormatArgs,
}

/// What a row must have to be checked; more may stand there.
#[derive(Deserialize)]
struct Claim {
    #[serde(flatten)]
    level: RowLevel,
    #[serde(default)]
    outcome: String,
    /// Rows of `generate` call it a solution.
    #[serde(alias = "solution")]
    moves: Vec<String>,
    #[serde(default)]
    lengths: BTreeMap<String, u64>,
}

/// What a thread made of a batch of rows.
#[derive(Default)]
struct Batch {
    rows: Vec<u8>,
    right: u64,
    wrong: u64,
    without: u64,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let mut sink = Sink::stdout();
    let mut header = Vec::new();
    if args.format.format() == Format::Csv {
        csv_line(&mut header, ["id", "valid", "metric", "length", "fault"]);
    }
    match (&args.moves, &args.solution) {
        (None, None) => match pack_file(args) {
            Some(path) => verify_pack(args, &path, header, &mut sink),
            None => verify_rows(args, &header, &mut sink),
        },
        (Some(moves), _) => verify_one(args, moves, header, &mut sink),
        (None, Some(file)) => {
            if file == STDIN && args.levels.names().any(|name| name == STDIN) {
                let fault = Fault::new("--solution", "- again", "standard input once");
                return Err(fault.into());
            }
            let moves = Files.open(file)?.rest()?;
            verify_one(args, &moves, header, &mut sink)
        }
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
fn verify_pack(args: &Args, path: &Path, mut out: Vec<u8>, sink: &mut Sink) -> Result<u8> {
    let text = read_text(path, "a pack, which `stumper generate --difficulty` writes")?;
    let pack = PackFile::read(&path.display().to_string(), &text)?;
    let game = find_game(&pack.game)?;
    let mut checker = Checker::new(&pack, game, &plain_settings());
    watch::can_stop();
    let (clock, mut wrong) = (Clock::start(watch::stop()), 0);
    for (index, row) in pack.levels.iter().enumerate() {
        let checked = checker.check(index, &clock);
        if matches!(checked, Ok(None)) {
            return Ok(INTERRUPTED);
        }
        wrong += u64::from(checked.is_err());
        let verdict = VerdictRow {
            id: row.level.id.clone(),
            valid: checked.is_ok(),
            fault: checked.as_ref().err().map(|fault| fault.to_string()),
            lengths: checked.ok().flatten().unwrap_or_default(),
        };
        if !verdict.valid || args.format.format() != Format::Text {
            add_verdict(&mut out, game, &verdict, args.format.format());
        }
    }
    sink.write(&out)?;
    sink.flush()?;
    let levels = count(pack.levels.len() as u64, "level");
    tell(&match wrong {
        0 => format!("{levels}, every claim is right"),
        _ => format!("{levels}, {wrong} with a wrong claim"),
    });
    Ok(if wrong == 0 { DONE } else { FAILED })
}

fn verify_one(args: &Args, moves: &str, mut out: Vec<u8>, sink: &mut Sink) -> Result<u8> {
    let hint = "rows of `solve --format json` can be verified in any number";
    let task = args.levels.only(hint)?;
    let verdict = task
        .game
        .verify(&task.level, moves)
        .map_err(|fault| task.locate(fault))?;
    add_verdict(&mut out, task.game, &verdict, args.format.format());
    sink.write(&out)?;
    sink.flush()?;
    Ok(if verdict.valid { DONE } else { FAILED })
}

fn verify_rows(args: &Args, header: &[u8], sink: &mut Sink) -> Result<u8> {
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
            Files.check(name)?;
        }
    }
    let plan = Plan {
        one_by_one: piped > 0,
        ..Plan::new(args.jobs.map(usize::from), watch::stop())
    };
    let (defaults, format) = (args.levels.defaults()?, args.format.format());
    let worker = move || {
        let defaults = defaults.clone();
        move |row: PlacedRow, batch: &mut Batch| {
            verify_row(row, &defaults, format, batch)?;
            Ok(ControlFlow::Continue(()))
        }
    };
    sink.write(header)?;
    let (mut right, mut wrong, mut without) = (0, 0, 0);
    let rows = RowLines {
        names,
        lines: None,
        any: false,
    };
    run::run(rows, &plan, worker, |batch: Option<Batch>| {
        if let Some(batch) = batch {
            sink.write(&batch.rows)?;
            right += batch.right;
            wrong += batch.wrong;
            without += batch.without;
        }
        sink.flush_when_due()?;
        Ok::<_, Error>(ControlFlow::Continue(()))
    })?;
    sink.flush()?;
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
    format: Format,
    batch: &mut Batch,
) -> Result<(), Fault> {
    let claim: Claim = parse_row(&row.text, &row.place, "a JSON row of `solve`")
        .map_err(|fault| fault.hint("`stumper solve LEVELS --format json` writes such rows"))?;
    match claim.outcome.as_str() {
        "" | "solved" => {}
        "unsolvable" | "gave-up" => {
            batch.without += 1;
            return Ok(());
        }
        other => {
            let place = format!("{}, outcome", row.place);
            let expected = "solved, unsolvable or gave-up";
            return Err(Fault::new(place, quoted(other), expected));
        }
    }
    let task = claim.level.task(defaults, row.place)?;
    let moves = claim.moves.join(" ");
    let verdict = task.game.verify(&task.level, &moves);
    let mut verdict = verdict.map_err(|fault| task.locate(fault))?;
    if verdict.valid {
        check_lengths(&claim.lengths, &mut verdict);
    }
    match verdict.valid {
        true => batch.right += 1,
        false => batch.wrong += 1,
    }
    add_verdict(&mut batch.rows, task.game, &verdict, format);
    Ok(())
}

/// A row that claims another length than its moves have is wrong as well.
fn check_lengths(claimed: &BTreeMap<String, u64>, verdict: &mut VerdictRow) {
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
}

/// The rows of several files, blank lines left out.
struct RowLines {
    names: VecDeque<OsString>,
    lines: Option<Lines>,
    any: bool,
}

impl RowLines {
    fn step(&mut self) -> Result<Option<PlacedRow>, Fault> {
        loop {
            let Some(lines) = &mut self.lines else {
                let Some(name) = self.names.pop_front() else {
                    return Ok(None);
                };
                (self.lines, self.any) = (Some(Files.open(&name)?), false);
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
                    }));
                }
                None if !self.any => return Err(lines.empty("JSON rows of `solve`")),
                None => self.lines = None,
            }
        }
    }
}

impl Iterator for RowLines {
    type Item = Result<PlacedRow, Error>;

    fn next(&mut self) -> Option<Result<PlacedRow, Error>> {
        self.step().map_err(Into::into).transpose()
    }
}
