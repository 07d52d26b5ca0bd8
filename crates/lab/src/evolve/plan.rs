//! What a run is to do, by its options: everything that decides what comes
//! out, checked before any work is done.

use super::pool::{self, Pool};
use super::spread::Spread;
use engine::evolve::fitness::{Costs, Measure};
use engine::evolve::{Genome, Plan, SchemeName};
use engine::notation::quoted;
use engine::settings::{HEURISTIC, WEIGHTS};
use engine::{AboutSolver, Budget, Fault, Game, Settings, Weights};

/// The states a search may look at, unless told otherwise.
pub const STATES: u64 = 20_000;

/// What can be said of a run.
#[derive(Clone)]
pub struct Options {
    /// The game.
    pub game: &'static dyn Game,
    /// The solver; a suitable one where it is not named.
    pub solver: Option<String>,
    /// What to be better than, and its name: weights, or a heuristic of the
    /// solver where there are none; the solver's own where it is not named.
    pub baseline: Option<(String, Option<Weights>)>,
    /// What is set on the solver, for every candidate and the baseline.
    pub settings: Settings,
    /// The same as text, for the log.
    pub set: Vec<String>,
    /// Ids or ranges to train on.
    pub train: Vec<String>,
    /// The share of these that is not held out, where `test` is empty.
    pub train_share: f64,
    /// Ids or ranges to hold out.
    pub test: Vec<String>,
    /// How many of these to try at the end.
    pub test_sample: usize,
    /// The way to breed.
    pub scheme: SchemeName,
    /// What a candidate is worth; the scheme's own where it is not named.
    pub fitness: Option<Measure>,
    /// Whether sets of levels are bred against the solvers.
    pub coevolve: bool,
    /// Candidates of a generation.
    pub population: usize,
    /// Generations.
    pub generations: u64,
    /// Levels that each candidate of a generation is tried on.
    pub deals: usize,
    /// Levels for training on which the last champions meet.
    pub finals: usize,
    /// What each search may spend: states and memory.
    pub budget: Budget,
    /// How many budgets of states an undecided level costs.
    pub penalty: f64,
    /// The lowest weight there is to try.
    pub lowest: f64,
    /// How many moves a weighted sum of 1 stands for.
    pub scale: f64,
    /// Weights to start from, and their name.
    pub start: Option<(String, Weights)>,
    /// The number that decides all that is random.
    pub seed: u64,
}

/// What a run is to do, checked.
pub struct EvolvePlan {
    /// The game.
    pub game: &'static dyn Game,
    /// Who searches.
    pub solver: &'static str,
    /// The metric of lengths.
    pub metric: &'static str,
    pub(super) budget: Budget,
    pub(super) pool: Pool,
    /// How to breed.
    pub breeding: Plan,
    /// Generations.
    pub generations: u64,
    pub(super) finals: usize,
    scale: f64,
    spread: Spread,
    /// The baseline's settings.
    pub(super) baseline: Settings,
    /// What to call the baseline.
    pub baseline_name: String,
    /// What is set for every candidate.
    settings: Settings,
    /// Every option that decides what comes out, by name, as it would be
    /// written; an option without a value has an empty one.
    pub options: Vec<(String, String)>,
}

impl EvolvePlan {
    /// Checks the options.
    pub fn new(options: &Options) -> Result<EvolvePlan, Fault> {
        let game = options.game;
        let features = game.features();
        if features.is_empty() {
            let found = format!("{}, which has no features to weigh", game.about().name);
            return Err(Fault::new("game", found, "a game with features"));
        }
        let solver = find_solver(game, options.solver.as_deref())?;
        let (baseline, baseline_name) = baseline(options, &solver)?;
        game.solver(solver.name, &baseline)?;
        let budget = states_and_memory(options.budget)?;
        let train = match options.train.is_empty() {
            true => pool::default_ranges(game)?,
            false => options.train.clone(),
        };
        let (share, sample) = (options.train_share, options.test_sample);
        let pool = Pool::new(game, &train, &options.test, share, sample)?;
        let spread = Spread {
            lowest: options.lowest,
            squares: options.scheme != SchemeName::Paper,
        };
        let fitness = options.fitness.unwrap_or(match options.scheme {
            SchemeName::Paper => Measure::Solved,
            _ => Measure::Log,
        });
        let breeding = Plan {
            seed: options.seed,
            genes: features.len(),
            population: options.population,
            scheme: options.scheme,
            levels: pool.train.len(),
            deals: options.deals,
            coevolve: options.coevolve,
            measure: fitness,
            costs: Costs {
                budget: budget.states.unwrap_or(STATES),
                penalty: options.penalty,
            },
            start: start(options, &spread)?,
        };
        let plan = EvolvePlan {
            options: spelled_out(options, &solver, &baseline_name, &train, fitness, &budget),
            game,
            solver: solver.name,
            metric: game.metric("")?,
            budget,
            pool,
            breeding,
            generations: options.generations,
            finals: options.finals,
            scale: options.scale,
            spread,
            baseline,
            baseline_name,
            settings: options.settings.clone(),
        };
        // Asked only for its fault, such as a scale out of range.
        let middle = plan.candidate(&vec![0.5; features.len()]);
        game.solver(solver.name, &middle)?;
        Ok(plan)
    }

    /// A genome as named weights.
    pub fn weights(&self, genome: &Genome) -> Weights {
        let names = self.game.features().iter().map(|f| f.name.to_string());
        let weight = |gene: &f64| self.spread.weight(*gene);
        Weights {
            game: self.game.about().name.to_string(),
            weights: names.zip(genome.iter().map(weight)).collect(),
            scale: self.scale,
        }
    }

    /// The settings under which a genome searches.
    pub(super) fn candidate(&self, genome: &Genome) -> Settings {
        Settings {
            weights: Some(self.weights(genome)),
            ..self.settings.clone()
        }
    }

    /// The call that gives the same result, with every option spelled out.
    pub fn command(&self) -> String {
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

/// Every option that decides what comes out, with what stands for those that
/// were left out.
fn spelled_out(
    options: &Options,
    solver: &AboutSolver,
    baseline: &str,
    train: &[String],
    fitness: Measure,
    budget: &Budget,
) -> Vec<(String, String)> {
    let mut all = vec![
        ("solver", solver.name.to_string()),
        ("baseline", baseline.to_string()),
        ("train", train.join(" ")),
    ];
    all.extend(options.set.iter().map(|set| ("set", set.clone())));
    match options.test.is_empty() {
        true => all.push(("train-share", options.train_share.to_string())),
        false => all.push(("test", options.test.join(" "))),
    }
    all.extend([
        ("test-sample", options.test_sample.to_string()),
        ("scheme", options.scheme.name().to_string()),
        ("fitness", fitness.name().to_string()),
    ]);
    if options.coevolve {
        all.push(("coevolve", String::new()));
    }
    all.extend([
        ("population", options.population.to_string()),
        ("generations", options.generations.to_string()),
        ("deals", options.deals.to_string()),
        ("finals", options.finals.to_string()),
        ("budget", budget.to_string()),
        ("penalty", options.penalty.to_string()),
        ("lowest", options.lowest.to_string()),
        ("scale", options.scale.to_string()),
        ("seed", options.seed.to_string()),
    ]);
    if let Some((name, _)) = &options.start {
        all.push(("start", name.clone()));
    }
    let named = |(name, value): (&str, String)| (name.to_string(), value);
    all.into_iter().map(named).collect()
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
fn baseline(options: &Options, solver: &AboutSolver) -> Result<(Settings, String), Fault> {
    let mut settings = options.settings.clone();
    let all = solver.settings.concat();
    let known = all.iter().find(|s| s.name == HEURISTIC);
    let (name, weights) = match (&options.baseline, known) {
        (Some((name, weights)), _) => (name.clone(), weights.clone()),
        (None, Some(setting)) => (setting.default.to_string(), None),
        (None, None) => {
            let found = format!("{}, which has no heuristic of its own", solver.name);
            return Err(Fault::new("--solver", found, "a baseline")
                .hint("--baseline FILE names weights to be better than"));
        }
    };
    match weights {
        Some(weights) => settings.weights = Some(weights),
        None => drop(settings.values.insert(HEURISTIC.into(), name.clone())),
    }
    Ok((settings, name))
}

/// A budget without time, which would make runs differ.
fn states_and_memory(mut budget: Budget) -> Result<Budget, Fault> {
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
fn start(options: &Options, spread: &Spread) -> Result<Option<Genome>, Fault> {
    let features = options.game.features();
    let Some((name, weights)) = &options.start else {
        // Features are smaller for better positions, so that equal weights
        // above zero are a better place to begin than none.
        let even = || vec![spread.gene(0.5); features.len()];
        return Ok((options.scheme == SchemeName::Cma).then(even));
    };
    let at = |fault: Fault| fault.within(name);
    weights
        .in_order(options.game.about().name, features)
        .map_err(at)?;
    let mut genome = Genome::new();
    for feature in features {
        let weight = weights.weights.get(feature.name).copied().unwrap_or(0.0);
        if !(spread.lowest..=1.0).contains(&weight) {
            let expected = format!("a weight from {} to 1", spread.lowest);
            return Err(at(Fault::new(feature.name, weight.to_string(), expected)));
        }
        genome.push(spread.gene(weight));
    }
    Ok(Some(genome))
}
