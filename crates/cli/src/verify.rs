//! `stumper verify`: replays solutions through the plain rules, either one
//! given for a level, or those in rows that `solve --format json` wrote.

use crate::levels::{Defaults, LevelArgs, Levels, RowLevel};
use crate::lines::{self, Lines, STDIN, parse_row};
use crate::output::{Format, Sink, csv_line, json_line, length_in, tell};
use crate::run::{self, Flow, Plan, jobs};
use crate::{DONE, FAILED};
use anyhow::Result;
use engine::notation::quoted;
use engine::record::VerdictRow;
use engine::{Fault, Game, IdRange};
use serde::Deserialize;
use std::collections::{BTreeMap, VecDeque};

/// Check solutions
#[derive(clap::Args)]
#[command(after_help = "\
Rows without a solution (unsolvable, gave-up) are counted and passed over.

Exit codes: 0 every solution is right; 1 one is wrong; 2 the call or a level
was wrong.

Examples:
  stumper verify template:row#22 --moves \"1 2\"
  stumper verify board.txt --solution moves.txt
  stumper solve freecell:ms#1-100 --format json | stumper verify -
  stumper verify rows.jsonl --format csv")]
pub(crate) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The solution of the level, as moves between spaces
    #[arg(long, conflicts_with = "solution")]
    moves: Option<String>,
    /// A file with the solution of the level, or - for standard input
    #[arg(long, value_name = "FILE")]
    solution: Option<String>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What a row must have to be checked; more may stand there.
#[derive(Deserialize)]
struct Claim {
    #[serde(flatten)]
    level: RowLevel,
    #[serde(default)]
    outcome: String,
    moves: Vec<String>,
    #[serde(default)]
    lengths: BTreeMap<String, u64>,
}

/// How many solutions were right, wrong, or not there.
#[derive(Default)]
struct Tally {
    right: u64,
    wrong: u64,
    without: u64,
}

pub(crate) fn call(args: &Args) -> Result<u8> {
    let mut sink = Sink::stdout();
    let mut header = Vec::new();
    if args.format == Format::Csv {
        csv_line(&mut header, &["id", "valid", "metric", "length", "fault"]);
    }
    match (&args.moves, &args.solution) {
        (None, None) => verify_rows(args, &header, &mut sink),
        (Some(moves), _) => verify_one(args, moves, header, &mut sink),
        (None, Some(file)) => {
            if file == STDIN && args.levels.names().any(|name| name == STDIN) {
                let fault = Fault::new("--solution", "- again", "standard input once");
                return Err(fault.into());
            }
            let moves = Lines::open(file)?.rest()?;
            verify_one(args, &moves, header, &mut sink)
        }
    }
}

fn verify_one(args: &Args, moves: &str, mut out: Vec<u8>, sink: &mut Sink) -> Result<u8> {
    let mut levels = Levels::open(&args.levels)?;
    let one = |found: &str| Fault::new("levels", found, "one level for one solution");
    let task = levels.next().ok_or_else(|| one("none"))??;
    if levels.next().is_some() {
        return Err(one("more than one")
            .hint("rows of `solve --format json` can be verified in any number")
            .into());
    }
    let verdict = task
        .game
        .verify(&task.level, moves)
        .map_err(|fault| task.locate(fault))?;
    add_verdict(&mut out, task.game, &verdict, args.format)?;
    sink.write(&out)?;
    sink.flush()?;
    Ok(if verdict.valid { DONE } else { FAILED })
}

fn verify_rows(args: &Args, header: &[u8], sink: &mut Sink) -> Result<u8> {
    let names: Vec<String> = args.levels.names().map(str::to_string).collect();
    if names.iter().filter(|name| *name == STDIN).count() > 1 {
        return Err(Fault::new("levels", "- twice", "standard input once").into());
    }
    for name in &names {
        if IdRange::is_meant_by(name) {
            return Err(Fault::new(quoted(name), "no solution", "--moves or --solution").into());
        }
        if name != STDIN {
            lines::check_file(name)?;
        }
    }
    let defaults = args.levels.defaults()?;
    let one_by_one = names.iter().any(|name| name == STDIN);
    let plan = Plan {
        jobs: jobs(args.jobs),
        one_by_one,
    };
    let format = args.format;
    let worker = move || {
        let defaults = defaults.clone();
        move |row: PlacedRow, out: &mut Vec<u8>, tally: &mut Tally| {
            verify_row(row, &defaults, format, out, tally)
        }
    };
    sink.write(header)?;
    let mut total = Tally::default();
    let rows = RowLines {
        names: names.into(),
        lines: None,
        any: false,
    };
    run::run(rows, &plan, worker, sink, |tally| {
        total.right += tally.right;
        total.wrong += tally.wrong;
        total.without += tally.without;
    })?;
    tell(&format!(
        "{} solutions right, {} wrong, {} rows without one",
        total.right, total.wrong, total.without
    ));
    Ok(if total.wrong == 0 { DONE } else { FAILED })
}

fn verify_row(
    row: PlacedRow,
    defaults: &Defaults,
    format: Format,
    out: &mut Vec<u8>,
    tally: &mut Tally,
) -> Result<Flow> {
    let claim: Claim = parse_row(&row.text, &row.place, "a JSON row of `solve`")
        .map_err(|fault| fault.hint("`stumper solve LEVELS --format json` writes such rows"))?;
    match claim.outcome.as_str() {
        "" | "solved" => {}
        "unsolvable" | "gave-up" => {
            tally.without += 1;
            return Ok(Flow::Go);
        }
        other => {
            let place = format!("{}, outcome", row.place);
            let expected = "solved, unsolvable or gave-up";
            return Err(Fault::new(place, quoted(other), expected).into());
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
        true => tally.right += 1,
        false => tally.wrong += 1,
    }
    add_verdict(out, task.game, &verdict, format)?;
    Ok(Flow::Go)
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

fn add_verdict(
    out: &mut Vec<u8>,
    game: &dyn Game,
    verdict: &VerdictRow,
    format: Format,
) -> Result<()> {
    let metric = game.about().metrics[0];
    let length = verdict.lengths.get(metric).copied().unwrap_or_default();
    let fault = verdict.fault.as_deref().unwrap_or_default();
    match format {
        Format::Json => json_line(out, verdict)?,
        Format::Csv => {
            let (valid, length) = (verdict.valid.to_string(), length.to_string());
            csv_line(out, &[&verdict.id, &valid, metric, &length, fault]);
        }
        Format::Text => {
            let line = match verdict.valid {
                true => format!("{}: solved in {}\n", verdict.id, length_in(metric, length)),
                false => format!("{}: wrong: {fault}\n", verdict.id),
            };
            out.extend_from_slice(line.as_bytes());
        }
    }
    Ok(())
}

/// A row with the place it was read.
struct PlacedRow {
    place: String,
    text: String,
}

/// The rows of several files, blank lines left out.
struct RowLines {
    names: VecDeque<String>,
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
                (self.lines, self.any) = (Some(Lines::open(&name)?), false);
                continue;
            };
            match lines.next()? {
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
    type Item = Result<PlacedRow>;

    fn next(&mut self) -> Option<Result<PlacedRow>> {
        self.step().map_err(Into::into).transpose()
    }
}
