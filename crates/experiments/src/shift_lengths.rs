//! How many moves generated levels of Shift need: figure 5 of Mutser's thesis
//! with our levels, the share that its selection leaves out (section 4.3.2),
//! and that selection itself, ten levels for each length from 3 to 10.

use super::Bench;
use super::log::{Log, RowOf};
use crate::plot::{Chart, Line, Picture};
use crate::report::Report;
use crate::{Error, Result};
use engine::chance::Chance;
use engine::{Budget, Fault, Level, LevelId, Outcome, Rules, Solve};
use games::find_game;
use games::internals::shift::{Meet, Shift};
use games::levels::label_line;
use lab::Clock;
use lab::table::{Cell, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Moves that generated levels of Shift need: Mutser's figure 5 and selection
#[derive(Clone)]
pub struct Options {
    /// Levels to generate
    pub levels: u64,
    /// The number of the first level
    pub seed: u64,
    /// The kind of the levels, as ids have it
    pub kind: String,
    /// Write ten levels of each length from 3 to 10 into this file
    pub pack: Option<PathBuf>,
}

/// The lengths that the thesis keeps, and how many levels of each.
const KEPT: RangeInclusive<usize> = 3..=10;
const OF_EACH: usize = 10;

/// The share of levels that the thesis removes, in percent.
const REMOVED: f64 = 70.0;

/// The numbers of the levels of each length.
type Lengths = BTreeMap<usize, Vec<u64>>;

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, shared: &Bench) -> Result<Option<Report>> {
    // What is wrong with the kind is told before any work.
    Shift.check_id(&id(&args.kind, args.seed))?;
    let Some(lengths) = lengths(args, shared)? else {
        return Ok(None);
    };
    if let Some(file) = &args.pack {
        pack(file, args, &lengths)?;
    }
    let mut report = Report::new("Lengths of generated levels of Shift");
    report.table(figure(args, &lengths));
    report.figure("shift-lengths", picture(args, &lengths));
    report.table(shares(args, &lengths));
    Ok(Some(report))
}

fn id(kind: &str, number: u64) -> LevelId {
    LevelId {
        game: Shift.about().name.into(),
        kind: kind.into(),
        number,
    }
}

/// The moves that a level needs, as the log has them.
#[derive(Serialize, Deserialize)]
struct Length {
    id: u64,
    moves: usize,
}

impl RowOf<u64> for Length {
    fn id(&self) -> String {
        self.id.to_string()
    }
    fn is_of(&self, number: &u64) -> bool {
        self.id == *number
    }
}

/// Makes the levels and solves them on all cores; nothing if the user stopped
/// it.
fn lengths(args: &Options, shared: &Bench) -> Result<Option<Lengths>> {
    let (first, count) = (args.seed, args.levels);
    let items = (0..count).map(move |index| Ok(first.wrapping_add(index)));
    let kind = args.kind.clone();
    let worker = move |stop: &lab::Stop| {
        let (kind, stop) = (kind.clone(), stop.clone());
        Ok(move |number: u64| {
            let board = Shift.deal(&id(&kind, number))?;
            let answer = Meet.solve(&board, &Budget::default(), &Clock::start(&stop));
            match answer.outcome {
                Outcome::Solved(moves) => Ok(Some(Length {
                    id: number,
                    moves: moves.len(),
                })),
                Outcome::GaveUp(_) => Ok(None),
                Outcome::Unsolvable => {
                    let found = "a level that cannot be solved";
                    Err(Fault::defect(id(&kind, number).to_string(), found).into())
                }
            }
        })
    };
    let mut lengths = Lengths::new();
    let took = |length: Length| lengths.entry(length.moves).or_default().push(length.id);
    let mut log = Log::open(shared)?;
    if !log.run(items, Some(count), "levels", shared, worker, took)? {
        return Ok(None);
    }
    log.finish()?;
    Ok(Some(lengths))
}

fn percent(count: usize, args: &Options) -> f64 {
    100.0 * count as f64 / args.levels as f64
}

/// How many levels there are of each length, those in between that nobody
/// needs included.
fn counts(lengths: &Lengths) -> Vec<(usize, usize)> {
    let longest = lengths.keys().last().copied().unwrap_or_default();
    let count = |length| (length, lengths.get(&length).map_or(0, Vec::len));
    (0..=longest).map(count).collect()
}

fn figure(args: &Options, lengths: &Lengths) -> Table {
    let rows = counts(lengths).into_iter().map(|(length, count)| {
        vec![
            Cell::Count(length as u64),
            Cell::Count(count as u64),
            Cell::Number(percent(count, args), 2),
        ]
    });
    Table {
        name: "lengths",
        title: format!(
            "Moves that {} levels of shift:{} need (Mutser, figure 5)",
            args.levels, args.kind
        ),
        columns: vec!["moves", "levels", "percent"],
        rows: rows.collect(),
    }
}

fn shares(args: &Options, lengths: &Lengths) -> Table {
    let (first, last) = (*KEPT.start(), *KEPT.end());
    let share = |kept: &dyn Fn(usize) -> bool| {
        let all = counts(lengths).into_iter();
        all.filter(|&(length, _)| kept(length))
            .map(|(_, n)| n)
            .sum()
    };
    let row = |what: &str, count: usize, thesis: Cell| {
        vec![
            Cell::text(what),
            Cell::Count(count as u64),
            Cell::Number(percent(count, args), 1),
            thesis,
        ]
    };
    let few: usize = share(&|length| length < first);
    let many: usize = share(&|length| length > last);
    Table {
        name: "removed",
        title: "Levels that the thesis's selection leaves out, in percent".into(),
        columns: vec!["moves", "levels", "percent", "thesis"],
        rows: vec![
            row("two or fewer", few, Cell::Blank),
            row("more than ten", many, Cell::Blank),
            row("left out", few + many, Cell::Number(REMOVED, 0)),
        ],
    }
}

fn picture(args: &Options, lengths: &Lengths) -> Picture {
    let points = counts(lengths).into_iter();
    Picture {
        title: format!("Shift: moves that {} levels need", args.levels),
        x: "fewest moves".into(),
        y: "percent of levels".into(),
        chart: Chart::Lines(vec![Line {
            name: String::new(),
            points: points
                .map(|(length, count)| (length as f64, percent(count, args)))
                .collect(),
        }]),
    }
}

/// Writes levels of each length that is kept, picked at random, in the form
/// that `stumper deal` writes.
fn pack(file: &Path, args: &Options, lengths: &Lengths) -> Result<()> {
    let game = find_game(Shift.about().name)?;
    let mut text = String::new();
    for length in KEPT {
        let numbers = lengths.get(&length).map_or(&[][..], Vec::as_slice);
        if numbers.len() < OF_EACH {
            let found = format!("{} levels of {length} moves", numbers.len());
            let fault = Fault::new("--pack", found, format!("{OF_EACH} of each length"));
            return Err(fault.hint("generate more with --levels").into());
        }
        let mut chance = Chance::new("shift selection", args.seed, length as u64);
        let mut picked = chance.sample(numbers.len(), OF_EACH);
        picked.sort_unstable();
        for index in picked {
            let row = game.level(&Level::Dealt(id(&args.kind, numbers[index])))?;
            text.push_str(row.level.trim_end());
            text.push('\n');
            text.push_str(&label_line(game, &row.id, &row.variant));
        }
    }
    std::fs::write(file, text)
        .map_err(|error| Error::Io(format!("cannot write to {}", file.display()), error))
}
