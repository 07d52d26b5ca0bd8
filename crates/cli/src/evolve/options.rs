//! The options of `stumper evolve`, as given and as spelled out.

use super::files::Files;
use crate::args::{BudgetArgs, FormatArgs, settings_of};
use clap::ValueEnum;
use engine::Fault;
use engine::evolve::SchemeName;
use engine::evolve::fitness::Measure;
use games::find_game;
use host::find_weights;
use lab::Format;
use lab::evolve::Options;
use std::path::{Path, PathBuf};

/// Breed weights for a game's features
#[derive(clap::Args)]
#[command(after_help = "\
A candidate is a weight from 0 to 1 for each of the game's features
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
  stumper evolve freecell --scheme paper --coevolve --generations 100
  stumper evolve freecell --train freecell:ms#1-16000 --test freecell:ms#16001-32000
  stumper solve freecell:ms#1-100 --solver staged --weights weights.json")]
pub(crate) struct Args {
    /// The game
    pub(super) game: String,
    /// The solver [default: the first of the game that takes weights]
    #[arg(long, value_name = "NAME")]
    pub(super) solver: Option<String>,
    /// What to be better than: a heuristic of the solver by name, or a file
    /// of weights [default: the solver's own heuristic]
    #[arg(long, value_name = "NAME")]
    pub(super) baseline: Option<String>,
    /// Sets one thing on the solver; `stumper games GAME` lists what there is
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) set: Vec<String>,
    /// Ids or ranges of levels to train on, split by --train-share unless
    /// --test names others [default: 32000 levels of the game's example's kind]
    #[arg(long, value_name = "LEVELS", num_args = 1..)]
    pub(super) train: Vec<String>,
    /// The share of --train that is not held out
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share, conflicts_with = "test")]
    pub(super) train_share: f64,
    /// Ids or ranges of levels to hold out
    #[arg(long, value_name = "LEVELS", num_args = 1.., requires = "train")]
    pub(super) test: Vec<String>,
    /// Try the best weights on this many of the levels held out, drawn once
    /// for all runs; 0 for none
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(super) test_sample: usize,
    /// The way to breed
    #[arg(long, value_enum, default_value_t = SchemeArg::Cma)]
    pub(super) scheme: SchemeArg,
    /// What a candidate is worth [default: solved for --scheme paper, else log]
    #[arg(long, value_enum)]
    pub(super) fitness: Option<FitnessArg>,
    /// Breed sets of six levels against the solvers, instead of drawing
    /// levels afresh for each generation
    #[arg(long)]
    pub(super) coevolve: bool,
    /// Candidates of a generation
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub(super) population: u32,
    /// Generations
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) generations: u32,
    /// Levels that each candidate of a generation is tried on
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) deals: u32,
    /// Levels for training on which the last champions meet
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) finals: u32,
    #[command(flatten)]
    budget: BudgetArgs,
    /// How many budgets of states an undecided level costs
    #[arg(long, value_name = "FACTOR", default_value_t = 10.0, value_parser = penalty)]
    pub(super) penalty: f64,
    /// The lowest weight there is to try, from -1 on; the highest is 1
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.0, value_parser = lowest, allow_negative_numbers = true)]
    pub(super) lowest: f64,
    /// How many moves a weighted sum of 1 stands for, where a solver adds it
    /// to moves made
    #[arg(long, value_name = "MOVES", default_value_t = 100.0)]
    pub(super) scale: f64,
    /// Weights to start from: a file, or the name of weights that ship
    #[arg(long, value_name = "FILE|NAME")]
    start: Option<String>,
    /// The number that decides all that is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) files: Files,
    /// Draw best and mean fitness by generation into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(super) jobs: Option<u16>,
    #[command(flatten)]
    format: FormatArgs,
    /// No progress bar on standard error
    #[arg(long, short)]
    pub(super) quiet: bool,
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
pub(super) enum SchemeArg {
    /// CMA-ES: a normal distribution that learns its shape
    Cma,
    /// A genetic algorithm: elitism, tournaments, self-adapting mutation
    Ga,
    /// The genetic algorithm of Elyasaf et al. (2011)
    Paper,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum FitnessArg {
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
            SchemeArg::Paper => SchemeName::Paper,
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

impl Args {
    /// The form of the output: a row for each generation, then the result
    /// (CSV has no result).
    pub(super) fn format(&self) -> Format {
        self.format.format()
    }

    /// The options as the laboratory takes them.
    pub(super) fn read(&self) -> Result<Options, Fault> {
        let weights = |name: &String| Ok((name.clone(), find_weights(name)?));
        let baseline = |name: &String| match Path::new(name).is_file() {
            true => Ok((name.clone(), Some(find_weights(name)?))),
            false => Ok((name.clone(), None)),
        };
        Ok(Options {
            game: find_game(&self.game)?,
            solver: self.solver.clone(),
            baseline: self.baseline.as_ref().map(baseline).transpose()?,
            settings: settings_of(&self.set, None)?,
            set: self.set.clone(),
            train: self.train.clone(),
            train_share: self.train_share,
            test: self.test.clone(),
            test_sample: self.test_sample,
            scheme: self.scheme.into(),
            fitness: self.fitness.map(Measure::from),
            coevolve: self.coevolve,
            population: self.population as usize,
            generations: self.generations.into(),
            deals: self.deals as usize,
            finals: self.finals as usize,
            budget: self.budget.read()?,
            penalty: self.penalty,
            lowest: self.lowest,
            scale: self.scale,
            start: self.start.as_ref().map(weights).transpose()?,
            seed: self.seed,
        })
    }
}
