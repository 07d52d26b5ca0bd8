//! The deals of the study: which there are, and what came of each.

use super::{Indicator, Options, SOLVERS, model};
use crate::effort::{self, Prober, Tried};
use crate::log::{Log, RowOf};
use crate::{Bench, Result};
use engine::record::Measures;
use engine::{Budget, Cost, Detail, Fault, Level, LevelId, MeasureSession, Settings, SolveSession};
use games::{find_game, shipped};
use lab::clock::Clock;
use lab::equation::Equation;
use lab::statistics::sample::mean;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const GAME: &str = "freecell";
/// The measure that is his score.
const SCORE: &str = "hardness";
/// His types (section 4), by the words of ids; the first is the baseline.
pub(super) const TYPES: [&str; 6] = [
    "seed",
    "aces-0-kings-deep",
    "aces-deep-kings-0",
    "colour-sorted",
    "blocking-2",
    "blocking-K",
];

/// A column has at most seven cards, so that at most six lie on one of them.
pub(super) const DEPTHS: usize = 7;

/// What came of one deal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Row {
    /// For models: what many searches say of it.
    Tried(Modelled),
    /// What each solver says of it.
    Solved(Deal),
}

/// What each solver says of a deal, and its score.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Deal {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<f64>,
    solved: [Solved; 2],
}

/// What one solver says of a deal.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Solved {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    states: u64,
    seconds: f64,
}

/// What many searches say of a deal, and what models expect.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Modelled {
    #[serde(flatten)]
    pub(super) tried: Tried,
    /// By name: the score, and each equation's sum.
    pub(super) models: BTreeMap<String, f64>,
}

impl RowOf<Item> for Row {
    fn id(&self) -> String {
        match self {
            Row::Tried(row) => row.tried.id.clone(),
            Row::Solved(row) => row.id.clone(),
        }
    }
    fn is_of(&self, item: &Item) -> bool {
        let alike = match self {
            Row::Tried(_) => item.task == Task::Try,
            Row::Solved(row) => item.task == Task::Solve(row.score.is_some()),
        };
        alike && self.id() == item.id.to_string()
    }
}

/// What is to be done with a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// Both solvers solve it, and perhaps its score is taken.
    Solve(bool),
    /// Many searches try it.
    Try,
}

/// A deal, and what is to be done with it.
#[derive(Clone, Debug)]
pub(super) struct Item {
    id: LevelId,
    task: Task,
}

/// The deals of one kind.
pub(super) struct Group {
    pub(super) kind: String,
    pub(super) is_type: bool,
    pub(super) is_scored: bool,
    pub(super) deals: Vec<Deal>,
    pub(super) tried: Vec<Modelled>,
}

impl Deal {
    /// What a solver shows of an indicator; nothing where there is no
    /// solution.
    pub(super) fn value(&self, indicator: Indicator, solver: usize) -> Option<f64> {
        let solved = &self.solved[solver];
        match indicator {
            Indicator::Length => solved.length.map(|length| length as f64),
            _ if solved.length.is_none() => None,
            Indicator::States => Some(solved.states as f64),
            Indicator::Time => Some(1000.0 * solved.seconds),
        }
    }
}

impl Group {
    /// What a solver shows of an indicator, deal by deal.
    pub(super) fn values(&self, indicator: Indicator, solver: usize) -> Vec<f64> {
        let deals = self.deals.iter();
        deals
            .filter_map(|deal| deal.value(indicator, solver))
            .collect()
    }

    /// The mean of it.
    pub(super) fn mean(&self, indicator: Indicator, solver: usize) -> Option<f64> {
        mean(&self.values(indicator, solver))
    }

    /// What a figure shows of it: the mean of lengths; of states and times,
    /// which a few hard deals would rule, the geometric mean.
    pub(super) fn middle(&self, indicator: Indicator, solver: usize) -> Option<f64> {
        match indicator {
            Indicator::Length => self.mean(indicator, solver),
            _ => mean(&logs(&self.values(indicator, solver))).map(f64::exp),
        }
    }
}

/// Natural logarithms; a time that the clock could not see counts as the
/// least one that it can.
pub(super) fn logs(values: &[f64]) -> Vec<f64> {
    const LEAST: f64 = 0.001;
    values.iter().map(|value| value.max(LEAST).ln()).collect()
}

/// Deals of one kind, from a number on.
#[derive(Clone)]
struct Part {
    kind: String,
    first: u64,
    count: u64,
    task: Task,
    is_type: bool,
}

impl Part {
    fn items(self) -> impl Iterator<Item = Result<Item>> + Send {
        (0..self.count).map(move |index| {
            let id = LevelId {
                game: GAME.into(),
                kind: self.kind.clone(),
                number: self.first.wrapping_add(index),
            };
            Ok(Item {
                id,
                task: self.task,
            })
        })
    }

    fn group(&self) -> Group {
        Group {
            kind: self.kind.clone(),
            is_type: self.is_type,
            is_scored: self.task == Task::Solve(true),
            deals: Vec::new(),
            tried: Vec::new(),
        }
    }
}

/// The kinds of figure 9: what is placed, at which depth, sorted or not.
pub(super) fn kind_at(sorted: bool, what: &str, depth: usize) -> String {
    let sorted = if sorted { "colour-sorted-" } else { "" };
    format!("{sorted}{what}-{depth}")
}

/// The kinds of figure 10, from twos to kings.
pub(super) fn kinds_by_rank() -> impl Iterator<Item = String> {
    "23456789TJQK"
        .chars()
        .map(|rank| format!("blocking-{rank}"))
}

fn kinds_by_depth() -> impl Iterator<Item = String> {
    let lines = [
        (false, "aces"),
        (false, "kings"),
        (true, "aces"),
        (true, "kings"),
    ];
    let depths = |(sorted, what)| (0..DEPTHS).map(move |depth| kind_at(sorted, what, depth));
    lines.into_iter().flat_map(depths)
}

/// The parts of the study, in the order of the report.
fn parts(args: &Options) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut add = |kind: &str, first: u64, count: u64, task: Task, is_type: bool| {
        if count > 0 {
            parts.push(Part {
                kind: kind.to_string(),
                first,
                count,
                task,
                is_type,
            });
        }
    };
    let solve = Task::Solve(false);
    for kind in kinds_by_depth().chain(kinds_by_rank()) {
        add(&kind, args.seed, args.depth_deals, solve, false);
    }
    for kind in TYPES {
        add(kind, args.seed, args.type_deals, solve, true);
    }
    // Fresh random deals, which have no part in the types.
    let scored = args.seed.wrapping_add(args.type_deals);
    add(TYPES[0], scored, args.score_deals, Task::Solve(true), false);
    let tried = scored.wrapping_add(args.score_deals);
    add(TYPES[0], tried, args.model_deals, Task::Try, false);
    parts
}

/// Solves all deals of the study; nothing if the user stopped it.
pub(super) fn run(args: &Options, shared: &Bench) -> Result<Option<Vec<Group>>> {
    let parts = parts(args);
    let (settings, args) = (shared.settings.clone(), args.clone());
    // What is wrong is told before any work.
    Worker::new(&args, &settings, &shared.stop)?;
    let mut log = Log::open(shared)?;
    let count = parts.iter().map(|part| part.count).sum();
    let mut groups: Vec<Group> = parts.iter().map(Part::group).collect();
    let lengths: Vec<u64> = parts.iter().map(|part| part.count).collect();
    let (mut at, mut left) = (0, lengths.first().copied().unwrap_or_default());
    let took = |row: Row| {
        if left == 0 {
            at += 1;
            left = lengths[at];
        }
        left -= 1;
        match row {
            Row::Solved(deal) => groups[at].deals.push(deal),
            Row::Tried(deal) => groups[at].tried.push(deal),
        }
    };
    let worker = move |stop: &lab::Stop| {
        let mut worker = Worker::new(&args, &settings, stop)?;
        Ok(move |item: Item| Ok(worker.work(&item)?))
    };
    let items = parts.into_iter().flat_map(Part::items);
    if !log.run(items, Some(count), "deals", shared, worker, took)? {
        return Ok(None);
    }
    log.finish()?;
    Ok(Some(groups))
}

/// One thread's solvers.
struct Worker {
    stop: lab::Stop,
    sessions: [(Box<dyn SolveSession>, Budget); 2],
    measurer: Box<dyn MeasureSession>,
    prober: Prober,
    equations: Vec<(String, Equation)>,
    /// What the equations' measures cost at most.
    cost: Cost,
}

impl Worker {
    fn new(args: &Options, settings: &Settings, stop: &lab::Stop) -> Result<Worker, Fault> {
        let game = find_game(GAME)?;
        let scores = args.score_deals + args.model_deals > 0;
        if scores && !game.measures().iter().any(|one| one.name == SCORE) {
            return Err(Fault::defect(SCORE, "no such measure"));
        }
        let session = |solver: usize, states: u64| {
            let budget = Budget {
                states: Some(states),
                ..Budget::default()
            };
            Ok((game.solver(SOLVERS[solver], settings)?, budget))
        };
        let mut equations = Vec::new();
        let mut cost = Cost::Cheap;
        for (name, text) in shipped::EQUATIONS {
            let equation = Equation::read(name, text)?;
            if equation.game == GAME {
                cost = cost.max(equation.cost(game)?);
                equations.push((format!("{name} ({})", equation.target), equation));
            }
        }
        Ok(Worker {
            stop: stop.clone(),
            sessions: [session(0, args.fast)?, session(1, args.short)?],
            measurer: game.measurer(settings),
            prober: Prober::new(game, settings, effort::SHORT, effort::LIMIT)?,
            equations,
            cost,
        })
    }

    /// Does what is to be done; nothing if that was interrupted.
    fn work(&mut self, item: &Item) -> Result<Option<Row>, Fault> {
        let level = Level::Dealt(item.id.clone());
        let row = match item.task {
            Task::Solve(scored) => self.solve(&level, scored)?.map(Row::Solved),
            Task::Try => self.try_out(&level)?.map(Row::Tried),
        };
        Ok(row.filter(|_| !self.stop.is_asked()))
    }

    fn solve(&mut self, level: &Level, scored: bool) -> Result<Option<Deal>, Fault> {
        let mut solved = Vec::with_capacity(SOLVERS.len());
        for (session, budget) in &mut self.sessions {
            let clock = Clock::start(&self.stop);
            let row = session.solve(level, budget, &clock, Detail::default())?;
            let length = row.lengths.get("standard").copied();
            solved.push(Solved {
                length: length.filter(|_| row.verdict.is_solved()),
                states: row.checked,
                seconds: clock.seconds(),
            });
        }
        let score = match scored {
            true => self.measures(level, Cost::Cheap)?.get(SCORE),
            false => None,
        };
        let solved = solved.try_into().ok();
        Ok(solved.map(|solved| Deal {
            id: level.name(),
            score,
            solved,
        }))
    }

    fn try_out(&mut self, level: &Level) -> Result<Option<Modelled>, Fault> {
        let clock = Clock::start(&self.stop);
        let Some(tried) = self.prober.try_out(level, &clock)? else {
            return Ok(None);
        };
        let measures = self.measures(level, self.cost)?;
        let mut models = BTreeMap::new();
        if let Some(score) = measures.get(SCORE) {
            models.insert(model::SCORE.to_string(), score);
        }
        for (name, equation) in &self.equations {
            let sum = equation.sum(&|measure| measures.get(measure));
            let sum = sum.map_err(|measure| {
                Fault::new(
                    level.name(),
                    format!("no value of {measure}"),
                    "all measures",
                )
            })?;
            models.insert(name.clone(), sum);
        }
        Ok(Some(Modelled { tried, models }))
    }

    fn measures(&mut self, level: &Level, most: Cost) -> Result<Measures, Fault> {
        let clock = Clock::start(&self.stop);
        let row = self
            .measurer
            .measure(level, most, &Budget::default(), &clock)?;
        Ok(row.measures)
    }
}
