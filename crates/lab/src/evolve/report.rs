//! What a run comes to: the champion beside the baseline on the same levels,
//! and the file that holds its weights.

use super::plan::EvolvePlan;
use engine::Weights;
use engine::evolve::Genome;
use engine::evolve::fitness::{Ending, Trial, reduction};
use serde::{Deserialize, Serialize};

/// How one of the two did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Levels solved.
    pub solved: usize,
    /// Levels proved unsolvable.
    pub unsolvable: usize,
    /// The share of levels solved.
    pub share: f64,
    /// Mean states over the levels that it solved, if any.
    pub states: Option<f64>,
    /// Mean length over the levels that it solved, if any.
    pub length: Option<f64>,
}

/// Champion and baseline on the same levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Levels tried.
    pub levels: usize,
    /// The champion.
    pub evolved: Side,
    /// The baseline.
    pub baseline: Side,
    /// Levels that both solve.
    pub both: usize,
    /// The reduction of states over the levels that both solve.
    pub reduction_where_both_solve: f64,
    /// The reduction of length over the levels that both solve.
    pub length_reduction_where_both_solve: f64,
    /// The reduction of states over all levels, those given up at the whole
    /// budget.
    pub reduction_over_all: f64,
    /// Fitness, as the run had it.
    pub fitness: f64,
}

impl Report {
    pub(super) fn new(run: &EvolvePlan, own: &[Trial], base: &[Trial]) -> Report {
        let plan = &run.breeding;
        let solves = |trial: &Trial| trial.ending == Ending::Solved;
        let pairs = || own.iter().zip(base);
        let both = || pairs().filter(|(a, b)| solves(a) && solves(b));
        let budget = |trial: &Trial| match trial.ending {
            Ending::GaveUp => plan.costs.budget as f64,
            _ => trial.states as f64,
        };
        Report {
            levels: own.len(),
            evolved: Side::new(own),
            baseline: Side::new(base),
            both: both().count(),
            reduction_where_both_solve: reduction(
                both().map(|(a, b)| (a.states as f64, b.states as f64)),
            ),
            length_reduction_where_both_solve: reduction(
                both().map(|(a, b)| (a.length as f64, b.length as f64)),
            ),
            reduction_over_all: reduction(pairs().map(|(a, b)| (budget(a), budget(b)))),
            fitness: plan.measure.fitness(own, base, &plan.costs),
        }
    }
}

impl Side {
    fn new(trials: &[Trial]) -> Side {
        let count = |ending| trials.iter().filter(|t| t.ending == ending).count();
        let mean = |of: fn(&Trial) -> u64| {
            let solved = trials.iter().filter(|t| t.ending == Ending::Solved);
            let sum: u64 = solved.map(of).sum();
            let count = count(Ending::Solved);
            (count > 0).then(|| sum as f64 / count as f64)
        };
        Side {
            solved: count(Ending::Solved),
            unsolvable: count(Ending::Unsolvable),
            share: count(Ending::Solved) as f64 / trials.len().max(1) as f64,
            states: mean(|t| t.states),
            length: mean(|t| t.length),
        }
    }
}

/// The result of a run, as its file holds it.
#[derive(Serialize)]
pub struct Evolved {
    /// Game, weights and scale, as `solve --weights` reads them.
    #[serde(flatten)]
    pub weights: Weights,
    /// Who searched.
    pub solver: &'static str,
    /// What the champion is compared with.
    pub baseline: String,
    /// The metric of lengths.
    pub metric: &'static str,
    /// How it was bred.
    pub scheme: engine::evolve::SchemeName,
    /// The number that decided all that is random.
    pub seed: u64,
    /// The call that gives this result.
    pub command: String,
    /// On levels for training, from which the champion was chosen.
    pub training: Report,
    /// On levels that had no part in the breeding, if any were to be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<Report>,
}

impl Evolved {
    pub(super) fn new(
        run: &EvolvePlan,
        champion: &Genome,
        training: Report,
        held_out: Option<Report>,
    ) -> Evolved {
        Evolved {
            weights: run.weights(champion),
            solver: run.solver,
            baseline: run.baseline_name.clone(),
            metric: run.metric,
            scheme: run.breeding.scheme,
            seed: run.breeding.seed,
            command: run.command(),
            training,
            held_out,
        }
    }
}
