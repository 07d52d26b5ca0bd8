//! How much effort FreeCell deals take. One search's states are mostly luck:
//! whether it happens to turn the right way early. So several searches with
//! several weights and numbers of cells try each deal, and a deal's effort is
//! its mean place among the deals of the run.

use super::log::{Log, RowOf};
use super::plot::{Chart, Picture};
use super::report::Report;
use super::{Bench, contestant, of_one_game};
use crate::{Error, Result};
use engine::{Budget, Detail, Fault, Game, Level, SolveSession, Watch};
use games::levels::Levels;
use lab::clock::Clock;
use lab::rows::csv_line;
use lab::statistics::Histogram;
use lab::statistics::association::{Line, pearson, spearman};
use lab::statistics::sample::normal_scores;
use lab::table::{Cell, Table};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What to do with the deals.
#[derive(Clone)]
pub struct Options {
    /// States of the solver `short`, which tells the length.
    pub short: u64,
    /// States of every other setting.
    pub limit: u64,
    /// Where to write a line a deal.
    pub rows: Option<PathBuf>,
}

/// States of `short`: lengths found with 2,000, 10,000 and 100,000 states
/// agree closely.
pub const SHORT: u64 = 10_000;
/// States of every other setting.
pub const LIMIT: u64 = 3_000;

/// One way to try a deal: its name, the solver, and the number of cells.
struct Setting {
    name: &'static str,
    solver: &'static str,
    cells: u8,
}

/// Picked from 64 (sixteen solvers with three to six cells) on the deals
/// `freecell:seed#900001-900500`: each goes well with the mean of all, they
/// differ in search, weights and cells, and together they take some 15 ms.
const SETTINGS: [Setting; 12] = [
    setting("fast-4", "fast", 4),
    setting("fast-5", "fast", 5),
    setting("staged-3", "staged:weights=freecell:stage=2:steps=runs", 3),
    setting("staged-4", "staged:weights=freecell:stage=2:steps=runs", 4),
    setting("wastar-3", "wastar:weights=freecell:steps=runs", 3),
    setting("greedy-4", "greedy:weights=freecell", 4),
    setting("greedy-5", "greedy:weights=freecell:steps=runs", 5),
    setting("greedy-6", "greedy:weights=freecell", 6),
    setting("beam-4", "beam:weights=freecell:width=16:steps=runs", 4),
    setting("depth-4", "depth:weights=freecell:steps=runs", 4),
    setting("depth-5", "depth:heuristic=heineman:steps=runs", 5),
    setting("atkinson-5", "atkinson:steps=meta:after-sol=1", 5),
];

const fn setting(name: &'static str, solver: &'static str, cells: u8) -> Setting {
    Setting {
        name,
        solver,
        cells,
    }
}

/// What came of one deal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tried {
    pub(crate) id: String,
    /// Standard moves of the solution of `short`, if it has one.
    pub(crate) length: Option<u64>,
    /// States of each setting; one that hit its limit counts as the limit.
    states: Vec<u64>,
    seconds: f64,
}

impl RowOf<Level> for Tried {
    fn id(&self) -> String {
        self.id.clone()
    }
    fn is_of(&self, level: &Level) -> bool {
        self.id == level.name()
    }
}

/// One thread's solvers.
pub(crate) struct Prober {
    game: &'static dyn Game,
    short: Box<dyn SolveSession>,
    others: Vec<Box<dyn SolveSession>>,
    budgets: [Budget; 2],
}

impl Prober {
    /// Solvers with these limits.
    pub(crate) fn new(
        game: &'static dyn Game,
        settings: &engine::Settings,
        short: u64,
        limit: u64,
    ) -> Result<Prober, Fault> {
        let session = |text: &str| {
            let one = contestant(settings, text)?;
            game.solver(&one.solver, &one.settings)
        };
        let others: Result<Vec<_>, Fault> =
            SETTINGS.iter().map(|one| session(one.solver)).collect();
        let states = |most| Budget {
            states: Some(most),
            ..Budget::default()
        };
        Ok(Prober {
            game,
            short: session("short")?,
            others: others?,
            budgets: [states(short), states(limit)],
        })
    }

    /// Tries a deal in every way; nothing if that was interrupted.
    pub(crate) fn try_out(&mut self, level: &Level, watch: &Clock) -> Result<Option<Tried>, Fault> {
        let id = level.name();
        let text = self.plain_text(level)?;
        let of_cells = |cells: u8| Level::Written {
            name: id.clone(),
            variant: format!("cells={cells}"),
            text: text.clone(),
        };
        let [short, limit] = &self.budgets;
        let detail = Detail::default();
        let row = self.short.solve(&of_cells(4), short, watch, detail)?;
        let length = row.lengths.get("standard").copied();
        let mut states = Vec::with_capacity(SETTINGS.len());
        for (setting, session) in SETTINGS.iter().zip(&mut self.others) {
            let row = session.solve(&of_cells(setting.cells), limit, watch, detail)?;
            states.push(row.checked.min(limit.states.unwrap_or(u64::MAX)));
        }
        let seconds = watch.seconds();
        let tried = Tried {
            length: length.filter(|_| row.verdict.is_solved()),
            id,
            states,
            seconds,
        };
        Ok((!watch.interrupted()).then_some(tried))
    }

    /// The board of a deal of FreeCell itself: of its relatives, other
    /// numbers of cells would make other games.
    fn plain_text(&self, level: &Level) -> Result<String, Fault> {
        let row = self.game.level(level)?;
        let variant = match level {
            Level::Dealt(id) => self.game.variant_of(id)?,
            Level::Written { .. } => row.variant,
        };
        match variant.as_str() {
            "" | "freecell" => Ok(row.level),
            other => {
                let found = format!("a deal of {other}");
                Err(Fault::new(level.name(), found, "deals of freecell"))
            }
        }
    }
}

/// The effort of each deal: the mean over all settings of the normal score of
/// its states among the deals. Scores go by ranks, so that they are those of
/// the logarithms as well.
pub(crate) fn composite(deals: &[Tried]) -> Vec<f64> {
    let mut sums = vec![0.0; deals.len()];
    for setting in 0..SETTINGS.len() {
        let scores = normal_scores(&states_of(deals, setting));
        sums.iter_mut()
            .zip(scores)
            .for_each(|(sum, score)| *sum += score);
    }
    sums.iter().map(|sum| sum / SETTINGS.len() as f64).collect()
}

fn states_of(deals: &[Tried], setting: usize) -> Vec<f64> {
    deals
        .iter()
        .map(|deal| deal.states[setting] as f64)
        .collect()
}

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, levels: Levels, shared: &Bench) -> Result<Option<Report>> {
    let game = levels.one_game()?;
    if game.about().name != "freecell" {
        let found = format!("levels of {}", game.about().name);
        return Err(Fault::new("LEVELS", found, "deals of freecell").into());
    }
    if let Some(path) = &args.rows {
        host::files::check_folder(path)?;
    }
    let (short, limit, settings) = (args.short, args.limit, shared.settings.clone());
    Prober::new(game, &settings, short, limit)?;
    let mut log = Log::open(shared)?;
    let count = levels.total();
    let levels = of_one_game(levels, game);
    let worker = move |stop: &lab::Stop| {
        let mut prober = Prober::new(game, &settings, short, limit)?;
        let stop = stop.clone();
        Ok(move |level: Level| Ok(prober.try_out(&level, &Clock::start(&stop))?))
    };
    let mut deals = Vec::new();
    let whole = log.run(levels, count, "deals", shared, worker, |deal: Tried| {
        deals.push(deal)
    })?;
    if !whole {
        return Ok(None);
    }
    log.finish()?;
    let efforts = composite(&deals);
    if let Some(path) = &args.rows {
        let written = host::files::write_whole(path, &csv(&deals, &efforts));
        written.map_err(|error| Error::Io(format!("cannot write to {}", path.display()), error))?;
    }
    let mut report = Report::new("The effort of FreeCell deals");
    report.table(settings_table(args, &deals, &efforts));
    report.figure("effort-length", picture(args, &deals, &efforts));
    report.table(between_settings(&deals));
    Ok(Some(report))
}

/// Effort against length, with the line of least squares.
fn picture(args: &Options, deals: &[Tried], efforts: &[f64]) -> Picture {
    let pairs = deals.iter().zip(efforts);
    let points: Vec<(f64, f64)> = pairs
        .filter_map(|(deal, effort)| Some((deal.length? as f64, *effort)))
        .collect();
    let (lengths, efforts): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let line = Line::through(&lengths, &efforts);
    let fitted = line.map_or(Vec::new(), |line| {
        let mut ends = lengths.clone();
        ends.sort_by(f64::total_cmp);
        ends.dedup();
        let point = |x: f64| (x, line.intercept + line.slope * x);
        ends.into_iter().map(point).collect()
    });
    Picture {
        title: "Effort and length".into(),
        x: format!("standard moves of short with {} states", args.short),
        y: "effort".into(),
        chart: Chart::Cloud {
            points,
            fitted,
            log: false,
        },
    }
}

/// How hard each deal is: the mean of the normal scores of length and effort.
/// A deal that `short` did not solve counts as the longest.
pub(crate) fn hardness(deals: &[Tried], efforts: &[f64]) -> Vec<f64> {
    let length = |deal: &Tried| deal.length.map_or(f64::MAX, |length| length as f64);
    let lengths = normal_scores(&deals.iter().map(length).collect::<Vec<_>>());
    let efforts = normal_scores(efforts);
    let both = lengths.iter().zip(efforts);
    both.map(|(length, effort)| (length + effort) / 2.0)
        .collect()
}

/// A line a deal: id, length, the states of each setting, effort, and how hard
/// it is.
fn csv(deals: &[Tried], efforts: &[f64]) -> Vec<u8> {
    let mut out = Vec::new();
    let names = SETTINGS.iter().map(|setting| setting.name);
    let last = ["effort", "hard"];
    csv_line(
        &mut out,
        ["id", "length"].into_iter().chain(names).chain(last),
    );
    let hard = hardness(deals, efforts);
    for (deal, (effort, hard)) in deals.iter().zip(efforts.iter().zip(hard)) {
        let length = deal
            .length
            .map_or(String::new(), |length| length.to_string());
        let states = deal.states.iter().map(u64::to_string);
        let first = [deal.id.clone(), length].into_iter();
        csv_line(
            &mut out,
            first
                .chain(states)
                .chain([effort, &hard].map(|score| format!("{score:.6}"))),
        );
    }
    out
}

/// A correlation, where there is one.
pub(crate) fn cell(r: Option<f64>) -> Cell {
    r.map_or(Cell::Blank, |r| Cell::Number(r, 3))
}

fn correlation(a: &[f64], b: &[f64]) -> Cell {
    cell(pearson(a, b))
}

/// How each setting goes with the length, with the mean of the others, and
/// with the mean of all.
fn settings_table(args: &Options, deals: &[Tried], efforts: &[f64]) -> Table {
    let solved: Vec<usize> = (0..deals.len())
        .filter(|&i| deals[i].length.is_some())
        .collect();
    let lengths: Vec<f64> = deals
        .iter()
        .filter_map(|deal| deal.length)
        .map(|n| n as f64)
        .collect();
    let with_length = |scores: &[f64]| {
        let scores: Vec<f64> = solved.iter().map(|&index| scores[index]).collect();
        [
            correlation(&scores, &lengths),
            cell(spearman(&scores, &lengths)),
        ]
    };
    let row = |(index, setting): (usize, &Setting)| {
        let mut states = Histogram::default();
        deals.iter().for_each(|deal| states.add(deal.states[index]));
        let scores = normal_scores(&states_of(deals, index));
        let count = SETTINGS.len() as f64;
        let others: Vec<f64> = efforts
            .iter()
            .zip(&scores)
            .map(|(all, own)| all * count - own)
            .collect();
        let [pearson, spearman] = with_length(&scores);
        vec![
            Cell::text(setting.name),
            Cell::text(setting.solver),
            Cell::Count(setting.cells.into()),
            Cell::Count(states.between(args.limit, u64::MAX)),
            states.quantile(0.5).map_or(Cell::Blank, Cell::Count),
            correlation(&scores, &others),
            correlation(&scores, efforts),
            pearson,
            spearman,
        ]
    };
    let mut rows: Vec<_> = SETTINGS.iter().enumerate().map(row).collect();
    let mut last = vec![Cell::text("effort"), Cell::text("the mean of all")];
    last.resize_with(6, || Cell::Blank);
    last.push(correlation(efforts, efforts));
    last.extend(with_length(efforts));
    rows.push(last);
    Table {
        name: "effort",
        title: format!(
            "The effort that {} deals take: normal scores of states, at most {} a setting, and standard length under `short` with {} states",
            deals.len(),
            args.limit,
            args.short
        ),
        columns: vec![
            "setting",
            "solver",
            "cells",
            "at-limit",
            "median-states",
            "r-others",
            "r-effort",
            "r-length",
            "spearman-length",
        ],
        rows,
    }
}

/// How the settings go with each other.
fn between_settings(deals: &[Tried]) -> Table {
    let scores: Vec<Vec<f64>> = (0..SETTINGS.len())
        .map(|setting| normal_scores(&states_of(deals, setting)))
        .collect();
    let row = |(setting, own): (&Setting, &Vec<f64>)| {
        let mut row = vec![Cell::text(setting.name)];
        row.extend(scores.iter().map(|other| correlation(own, other)));
        row
    };
    Table {
        name: "correlations",
        title: "Correlations between the settings' normal scores".into(),
        columns: ["setting"]
            .into_iter()
            .chain(SETTINGS.iter().map(|one| one.name))
            .collect(),
        rows: SETTINGS.iter().zip(&scores).map(row).collect(),
    }
}
