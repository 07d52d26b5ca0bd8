//! What a run is to do, by its options: everything that decides what comes
//! out, checked before any work is done.

use super::options::{Args, Chosen, FitnessArg, Named, STATES, SchemeArg};
use super::pool::{self, Pool};
use super::spread::Spread;
use crate::budget::{self, Part};
use crate::levels::find_game;
use crate::setting_args::{SettingArgs, read_weights};
use anyhow::Result;
use engine::evolve::fitness::Costs;
use engine::evolve::{Genome, Plan};
use engine::notation::quoted;
use engine::settings::{HEURISTIC, WEIGHTS};
use engine::{AboutSolver, Budget, Fault, Game, Settings, Weights};
use std::path::Path;

/// What a run is to do, checked.
pub(super) struct Course {
    pub(super) game: &'static dyn Game,
    pub(super) solver: &'static str,
    pub(super) metric: &'static str,
    pub(super) budget: Budget,
    pub(super) pool: Pool,
    pub(super) plan: Plan,
    pub(super) generations: u64,
    pub(super) finals: usize,
    pub(super) scale: f64,
    spread: Spread,
    /// The baseline's settings.
    pub(super) baseline: Settings,
    /// What to call the baseline.
    pub(super) baseline_name: String,
    /// What is set for every candidate.
    settings: Settings,
    /// Every option that decides what comes out.
    pub(super) options: Vec<Named>,
}

impl Course {
    pub(super) fn new(args: &Args) -> Result<Course> {
        let game = find_game(&args.game)?;
        let features = game.features();
        let solver = find_solver(game, args.solver.as_deref())?;
        let settings = SettingArgs::only(&args.set).read()?;
        let (baseline, baseline_name) = baseline(args, &solver, &settings)?;
        game.session(solver.name, &baseline)?;
        let budget = states_and_memory(&args.budget)?;
        let train = match args.train.is_empty() {
            true => pool::default_ranges(game)?,
            false => args.train.clone(),
        };
        let pool = Pool::new(game, &train, &args.test, args.train_share, args.test_sample)?;
        let spread = Spread {
            lowest: args.lowest,
            squares: args.scheme != SchemeArg::Paper,
        };
        let fitness = args.fitness.unwrap_or(match args.scheme {
            SchemeArg::Paper => FitnessArg::Solved,
            _ => FitnessArg::Log,
        });
        let plan = Plan {
            seed: args.seed,
            genes: features.len(),
            population: args.population as usize,
            scheme: args.scheme.into(),
            levels: pool.train.len(),
            deals: args.deals as usize,
            coevolve: args.coevolve,
            measure: fitness.into(),
            costs: Costs {
                budget: budget.states.unwrap_or(STATES),
                penalty: args.penalty,
            },
            start: start(game, args, &spread)?,
        };
        let options = Chosen {
            args,
            solver: solver.name,
            baseline: &baseline_name,
            train: &train,
            fitness,
            budget: &budget,
        };
        let course = Course {
            options: options.options(),
            game,
            solver: solver.name,
            metric: game.about().metrics.first().copied().unwrap_or_default(),
            budget,
            pool,
            plan,
            generations: args.generations.into(),
            finals: args.finals as usize,
            scale: args.scale,
            spread,
            baseline,
            baseline_name,
            settings,
        };
        // Asked only for its fault, such as a scale out of range.
        let middle = course.player(&vec![0.5; features.len()]);
        game.session(solver.name, &middle)?;
        Ok(course)
    }

    /// A genome as named weights.
    pub(super) fn weights(&self, genome: &Genome) -> Weights {
        let names = self.game.features().iter().map(|f| f.name.to_string());
        let weight = |gene: &f64| self.spread.weight(*gene);
        Weights {
            game: self.game.about().name.to_string(),
            weights: names.zip(genome.iter().map(weight)).collect(),
            scale: self.scale,
        }
    }

    /// The settings under which a genome plays.
    pub(super) fn player(&self, genome: &Genome) -> Settings {
        Settings {
            weights: Some(self.weights(genome)),
            ..self.settings.clone()
        }
    }

    /// The call that gives the same result, with every option spelled out.
    pub(super) fn command(&self) -> String {
        let mut text = format!("stumper evolve {}", self.game.about().name);
        for (name, value) in &self.options {
            text.push_str(&format!(" --{name}"));
            if !value.is_empty() {
                text.push_str(&format!(" {value}"));
            }
        }
        text
    }
}

/// The solver of that name, or the first that takes weights: games list the
/// search that makes most of them first.
fn find_solver(game: &dyn Game, name: Option<&str>) -> Result<AboutSolver, Fault> {
    let all = game.solvers();
    let takes = |about: &&AboutSolver| about.settings.concat().iter().any(|s| s.name == WEIGHTS);
    let able: Vec<_> = all.iter().filter(takes).collect();
    let named = |name: &str| able.iter().find(|about| about.name == name);
    let found = match name {
        None => able.first(),
        Some(name) => named(name),
    };
    found.map(|about| **about).ok_or_else(|| {
        let names: Vec<_> = able.iter().map(|about| about.name).collect();
        let expected = match names.is_empty() {
            true => format!(
                "a solver that takes weights, and {} has none",
                game.about().name
            ),
            false => format!("a solver that takes weights: {}", names.join(", ")),
        };
        Fault::new("--solver", quoted(name.unwrap_or_default()), expected)
    })
}

/// The settings of the baseline, and what to call it.
fn baseline(args: &Args, solver: &AboutSolver, settings: &Settings) -> Result<(Settings, String)> {
    let mut settings = settings.clone();
    let all = solver.settings.concat();
    let known = all.iter().find(|s| s.name == HEURISTIC);
    let name = match (&args.baseline, known) {
        (Some(name), _) => name.clone(),
        (None, Some(setting)) => setting.default.to_string(),
        (None, None) => {
            let found = format!("{}, which has no heuristic of its own", solver.name);
            return Err(Fault::new("--solver", found, "a baseline")
                .hint("--baseline FILE names weights to be better than")
                .into());
        }
    };
    if Path::new(&name).is_file() {
        settings.weights = Some(read_weights(Path::new(&name))?);
    } else {
        settings.values.insert(HEURISTIC.into(), name.clone());
    }
    Ok((settings, name))
}

/// A budget without time, which would make runs differ.
fn states_and_memory(parts: &[Part]) -> Result<Budget, Fault> {
    let mut budget = budget::join(parts)?;
    if budget.time.is_some() {
        return Err(Fault::new("--budget", "a time", "states or memory")
            .hint("runs that depend on time could not be repeated or resumed"));
    }
    if budget.states == Some(0) {
        return Err(Fault::new("--budget", "0 states", "1 or more"));
    }
    budget.states.get_or_insert(STATES);
    Ok(budget)
}

/// The genome that a run starts from, if it is not to be random.
fn start(game: &dyn Game, args: &Args, spread: &Spread) -> Result<Option<Genome>> {
    let Some(path) = &args.start else {
        // Features are smaller for better positions, so that equal weights
        // above zero are a better place to begin than none.
        let even = || vec![spread.gene(0.5); game.features().len()];
        return Ok((args.scheme == SchemeArg::Cma).then(even));
    };
    let weights = read_weights(path)?;
    let place = |fault: Fault| Fault {
        place: format!("{}: {}", path.display(), fault.place),
        ..fault
    };
    weights
        .in_order(game.about().name, game.features())
        .map_err(place)?;
    let mut genome = Genome::new();
    for feature in game.features() {
        let weight = weights.weights.get(feature.name).copied().unwrap_or(0.0);
        if !(spread.lowest..=1.0).contains(&weight) {
            let expected = format!("a weight from {} to 1", spread.lowest);
            let fault = Fault::new(feature.name, weight.to_string(), expected);
            return Err(place(fault).into());
        }
        genome.push(spread.gene(weight));
    }
    Ok(Some(genome))
}
