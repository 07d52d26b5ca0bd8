//! What a run comes to: the champion beside the baseline on the same levels,
//! and the file that holds its weights.

use super::course::Course;
use engine::Weights;
use engine::evolve::Genome;
use engine::evolve::fitness::{Ending, Trial, reduction};
use serde::{Deserialize, Serialize};

/// How one of the two did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Side {
    /// Levels solved.
    pub(super) solved: usize,
    /// Levels proved unsolvable.
    pub(super) unsolvable: usize,
    /// The share of levels solved.
    pub(super) share: f64,
    /// Mean states over the levels that it solved, if any.
    pub(super) states: Option<f64>,
    /// Mean length over the levels that it solved, if any.
    pub(super) length: Option<f64>,
}

/// Champion and baseline on the same levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) levels: usize,
    pub(super) evolved: Side,
    pub(super) baseline: Side,
    /// Levels that both solve.
    pub(super) both: usize,
    /// The reduction of states over the levels that both solve.
    pub(super) reduction_where_both_solve: f64,
    /// The reduction of length over the levels that both solve.
    pub(super) length_reduction_where_both_solve: f64,
    /// The reduction of states over all levels, those given up at the whole
    /// budget.
    pub(super) reduction_over_all: f64,
    /// Fitness, as the run had it.
    pub(super) fitness: f64,
}

impl Report {
    pub(super) fn new(course: &Course, own: &[Trial], base: &[Trial]) -> Report {
        let plan = &course.plan;
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
pub(super) struct Outcome {
    /// Game, weights and scale, as `solve --weights` reads them.
    #[serde(flatten)]
    pub(super) weights: Weights,
    pub(super) solver: &'static str,
    pub(super) baseline: String,
    pub(super) metric: &'static str,
    pub(super) scheme: engine::evolve::SchemeName,
    pub(super) seed: u64,
    /// The call that gives this result.
    pub(super) command: String,
    /// On levels for training, from which the champion was chosen.
    pub(super) training: Report,
    /// On levels that had no part in the breeding, if any were to be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) held_out: Option<Report>,
}

impl Outcome {
    pub(super) fn new(
        course: &Course,
        champion: &Genome,
        training: Report,
        held_out: Option<Report>,
    ) -> Outcome {
        Outcome {
            weights: course.weights(champion),
            solver: course.solver,
            baseline: course.baseline_name.clone(),
            metric: course.metric,
            scheme: course.plan.scheme,
            seed: course.plan.seed,
            command: course.command(),
            training,
            held_out,
        }
    }
}
