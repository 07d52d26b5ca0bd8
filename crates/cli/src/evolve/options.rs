//! The options of `stumper evolve`, and the [`Course`] that a run takes by
//! them: everything that decides what comes out.

use super::journal::Files;
use super::pool::{self, Pool};
use crate::budget::{self, Part};
use crate::levels::find_game;
use crate::output::Format;
use crate::setting_args::{SettingArgs, read_weights};
use anyhow::Result;
use clap::ValueEnum;
use engine::evolve::fitness::{Costs, Measure};
use engine::evolve::{Genome, Plan, SchemeName};
use engine::notation::quoted;
use engine::settings::{HEURISTIC, WEIGHTS};
use engine::{AboutSolver, Budget, Fault, Game, Settings, Weights};
use std::path::{Path, PathBuf};

/// The states a search may look at, unless told otherwise.
const STATES: u64 = 20_000;

/// Breed weights for a game's features
#[derive(clap::Args)]
#[command(after_help = "\
A candidate is a weight in [0, 1] for each of the game's features
(`stumper games GAME` lists them). It is worth the more the fewer states the
solver looks at with it, beside a baseline on the same levels. Half of the
levels are held out; at the end the best weights meet the baseline on them.

The same call gives the same bytes for any number of --jobs. With --out a run
keeps a log beside its result, and --resume goes on with it after any end.

Exit codes: 0 done; 2 the call was wrong; 130 interrupted.

Examples:
  stumper evolve freecell
  stumper evolve freecell --out weights.json --plot run.svg
  stumper evolve freecell --out weights.json --resume
  stumper evolve freecell --scheme seed --coevolve --generations 100
  stumper evolve freecell --train freecell:ms#1-16000 --test freecell:ms#16001-32000
  stumper solve freecell:ms#1-100 --solver staged --weights weights.json")]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The solver [default: the game's first that takes weights]
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// What to be better than: a heuristic of the solver by name, or a file
    /// of weights [default: the solver's own heuristic]
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
    /// Sets one thing on the solver; `stumper games GAME` lists what there is
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Ids or ranges of levels to train on, split by --train-share unless
    /// --test names others [default: 32000 levels of the game's example's kind]
    #[arg(long, value_name = "LEVELS", num_args = 1..)]
    train: Vec<String>,
    /// The share of --train that is not held out
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share, conflicts_with = "test")]
    train_share: f64,
    /// Ids or ranges of levels to hold out
    #[arg(long, value_name = "LEVELS", num_args = 1.., requires = "train")]
    test: Vec<String>,
    /// Try the best weights on this many of the levels held out, drawn once
    /// for all runs; 0 for none
    #[arg(long, value_name = "N", default_value_t = 500)]
    test_sample: usize,
    /// The way to breed
    #[arg(long, value_enum, default_value_t = SchemeArg::Cma)]
    scheme: SchemeArg,
    /// What a candidate is worth [default: solved for --scheme seed, else log]
    #[arg(long, value_enum)]
    fitness: Option<FitnessArg>,
    /// Breed sets of six levels against the solvers, instead of drawing
    /// levels afresh for each generation
    #[arg(long)]
    coevolve: bool,
    /// Candidates of a generation
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    population: u32,
    /// Generations
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    generations: u32,
    /// Levels that each candidate of a generation is tried on
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    deals: u32,
    /// Levels for training on which the last champions meet
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    finals: u32,
    /// What each search may spend: states (20000) and memory (64MB), joined
    /// by a comma
    #[arg(long, value_name = "LIMIT", value_delimiter = ',', value_parser = budget::parse_part)]
    budget: Vec<Part>,
    /// How many budgets of states an undecided level costs
    #[arg(long, value_name = "FACTOR", default_value_t = 10.0, value_parser = penalty)]
    penalty: f64,
    /// The lowest weight there is to try; the highest is 1 [default: 0 for
    /// --scheme seed, else -1]
    #[arg(long, value_name = "WEIGHT", value_parser = lowest, allow_negative_numbers = true)]
    lowest: Option<f64>,
    /// How many moves a weighted sum of 1 stands for, where a solver adds it
    /// to moves made
    #[arg(long, value_name = "MOVES", default_value_t = 100.0)]
    scale: f64,
    /// A file of weights to start from
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// The number that decides all that is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub(super) files: Files,
    /// Draw best and mean fitness by generation into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// The form of the output: a row for each generation, then the result
    /// (CSV has no result)
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
    /// No progress bar on standard error
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl Args {
    pub(super) fn jobs(&self) -> Option<u16> {
        self.jobs
    }
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n| (0.0..=1.0).contains(n));
    number.ok_or_else(|| "a number from 0 to 1".into())
}

fn lowest(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n| (-1.0..1.0).contains(n));
    number.ok_or_else(|| "a number from -1 to below 1".into())
}

fn penalty(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n| (1.0..=1e9).contains(n));
    number.ok_or_else(|| "a number from 1 to 1000000000".into())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SchemeArg {
    /// CMA-ES: a normal distribution that learns its shape
    Cma,
    /// A genetic algorithm: elitism, tournaments, self-adapting mutation
    Ga,
    /// The genetic algorithm of Elyasaf et al. (2011)
    Seed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FitnessArg {
    /// Mean logarithm of the baseline's cost over the candidate's
    Log,
    /// Reduction of the mean cost
    Mean,
    /// Reduction of states over the levels that the candidate solves, as
    /// Elyasaf et al. have it; what it fails on costs nothing
    Solved,
}

impl From<SchemeArg> for SchemeName {
    fn from(arg: SchemeArg) -> SchemeName {
        match arg {
            SchemeArg::Cma => SchemeName::Cma,
            SchemeArg::Ga => SchemeName::Ga,
            SchemeArg::Seed => SchemeName::Seed,
        }
    }
}

impl From<FitnessArg> for Measure {
    fn from(arg: FitnessArg) -> Measure {
        match arg {
            FitnessArg::Log => Measure::Log,
            FitnessArg::Mean => Measure::Mean,
            FitnessArg::Solved => Measure::Solved,
        }
    }
}

/// An option's name and value as they would be written; an option without a
/// value has an empty one.
pub(super) type Named = (&'static str, String);

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
    lowest: f64,
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
        if features.is_empty() {
            return Err(no_features(game).into());
        }
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
        let lowest = args.lowest.unwrap_or(match args.scheme {
            SchemeArg::Seed => 0.0,
            _ => -1.0,
        });
        let start = match (&args.start, args.scheme) {
            (Some(path), _) => Some(start(game, path, lowest)?),
            // Features are smaller for better positions, so that equal
            // weights above zero are a better place to begin than none.
            (None, SchemeArg::Cma) => {
                let even = (0.5 - lowest) / (1.0 - lowest);
                Some(vec![even.max(0.0); features.len()])
            }
            (None, _) => None,
        };
        let fitness = args.fitness.unwrap_or(match args.scheme {
            SchemeArg::Seed => FitnessArg::Solved,
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
            start,
        };
        let course = Course {
            options: Chosen {
                args,
                solver: solver.name,
                baseline: &baseline_name,
                train: &train,
                fitness,
                budget: &budget,
                lowest,
            }
            .options(),
            game,
            solver: solver.name,
            metric: game.about().metrics.first().copied().unwrap_or_default(),
            budget,
            pool,
            plan,
            generations: args.generations.into(),
            finals: args.finals as usize,
            scale: args.scale,
            lowest,
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
        let weight = |gene: &f64| self.lowest + (1.0 - self.lowest) * gene;
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

fn no_features(game: &dyn Game) -> Fault {
    let have = |game: &&&dyn Game| !game.features().is_empty();
    let names: Vec<_> = games::GAMES.iter().filter(have).collect();
    let names: Vec<_> = names.iter().map(|game| game.about().name).collect();
    let found = format!("{}, which has no features to weigh", game.about().name);
    let fault = Fault::new("game", found, "a game with features");
    match names.is_empty() {
        true => fault,
        false => fault.hint(format!("such are {}", names.join(", "))),
    }
}

/// The solver of that name, or the first that takes weights.
fn find_solver(game: &dyn Game, name: Option<&str>) -> Result<AboutSolver, Fault> {
    let all = game.solvers();
    let takes = |about: &&AboutSolver| about.settings.concat().iter().any(|s| s.name == WEIGHTS);
    let able: Vec<_> = all.iter().filter(takes).collect();
    let found = match name {
        None => able.first(),
        Some(name) => able.iter().find(|about| about.name == name),
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

/// The genome that a file of weights holds.
fn start(game: &dyn Game, path: &Path, lowest: f64) -> Result<Genome> {
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
        if !(lowest..=1.0).contains(&weight) {
            let expected = format!("a weight from {lowest} to 1");
            let fault = Fault::new(feature.name, weight.to_string(), expected);
            return Err(place(fault).into());
        }
        genome.push((weight - lowest) / (1.0 - lowest));
    }
    Ok(genome)
}

/// Options, and what stands for those that were left out.
struct Chosen<'a> {
    args: &'a Args,
    solver: &'a str,
    baseline: &'a str,
    train: &'a [String],
    fitness: FitnessArg,
    budget: &'a Budget,
    lowest: f64,
}

impl Chosen<'_> {
    /// Every option that decides what comes out, spelled out.
    fn options(&self) -> Vec<Named> {
        let args = self.args;
        let word = |value: Option<clap::builder::PossibleValue>| {
            value.map_or_else(String::new, |value| value.get_name().to_string())
        };
        let memory = self.budget.memory.map(|bytes| format!(",{bytes}B"));
        let states = self.budget.states.unwrap_or(STATES);
        let mut options: Vec<Named> = vec![
            ("solver", self.solver.to_string()),
            ("baseline", self.baseline.to_string()),
            ("train", self.train.join(" ")),
        ];
        options.extend(args.set.iter().map(|set| ("set", set.clone())));
        match args.test.is_empty() {
            true => options.push(("train-share", args.train_share.to_string())),
            false => options.push(("test", args.test.join(" "))),
        }
        options.extend([
            ("test-sample", args.test_sample.to_string()),
            ("scheme", word(args.scheme.to_possible_value())),
            ("fitness", word(self.fitness.to_possible_value())),
        ]);
        if args.coevolve {
            options.push(("coevolve", String::new()));
        }
        options.extend([
            ("population", args.population.to_string()),
            ("generations", args.generations.to_string()),
            ("deals", args.deals.to_string()),
            ("finals", args.finals.to_string()),
            ("budget", format!("{states}{}", memory.unwrap_or_default())),
            ("penalty", args.penalty.to_string()),
            ("lowest", self.lowest.to_string()),
            ("scale", args.scale.to_string()),
            ("seed", args.seed.to_string()),
        ]);
        if let Some(path) = &args.start {
            options.push(("start", path.display().to_string()));
        }
        options
    }
}
