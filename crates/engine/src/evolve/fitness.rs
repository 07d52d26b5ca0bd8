//! What a candidate is worth: the states that its searches looked at, beside
//! those of a baseline on the same levels. Every measure is higher for better
//! candidates and 0 for one that is like the baseline.

use serde::{Deserialize, Serialize};

/// How a search of one level ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// With a solution.
    Solved,
    /// With a proof that there is none.
    Unsolvable,
    /// At a limit.
    GaveUp,
}

/// One search of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// How it ended.
    pub ending: Ending,
    /// States whose moves were looked at.
    pub states: u64,
    /// The solution's length, where there is one.
    pub length: u64,
}

/// What a level costs that was not decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// The states that a search may look at.
    pub budget: u64,
    /// How many budgets an undecided level costs. Above 1, so that a level
    /// decided at the last moment is always worth more than one given up.
    pub penalty: f64,
}

impl Costs {
    /// The cost of a trial in states.
    pub fn of(&self, trial: &Trial) -> f64 {
        match trial.ending {
            Ending::GaveUp => self.budget as f64 * self.penalty,
            // A level that is solved as it is dealt still costs a look.
            _ => trial.states.max(1) as f64,
        }
    }
}

/// The measures of fitness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The reduction of states over the levels that the candidate solved, as
    /// Elyasaf et al. have it: 1 - (its states) / (the baseline's states on
    /// the same levels). A candidate that solves nothing is worth 0. Levels
    /// that it does not solve cost it nothing.
    Solved,
    /// The reduction of cost over all levels, with failures at their penalty:
    /// 1 - (its cost) / (the baseline's cost). Hard levels count most.
    Mean,
    /// The mean logarithm of (the baseline's cost / its cost) over all
    /// levels, with failures at their penalty. Every level counts alike.
    Log,
}

impl Measure {
    /// The word used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Solved => "solved",
            Measure::Mean => "mean",
            Measure::Log => "log",
        }
    }

    /// The fitness of a candidate from its trials, given the baseline's on
    /// the same levels.
    pub fn fitness(self, trials: &[Trial], baseline: &[Trial], costs: &Costs) -> f64 {
        let pairs = || trials.iter().zip(baseline);
        match self {
            Measure::Solved => {
                let solved = pairs().filter(|(own, _)| own.ending == Ending::Solved);
                reduction(solved.map(|(own, base)| (own.states as f64, base.states as f64)))
            }
            Measure::Mean => reduction(pairs().map(|(own, base)| (costs.of(own), costs.of(base)))),
            Measure::Log => {
                let gain = |(own, base)| (costs.of(base) / costs.of(own)).ln();
                let sum: f64 = pairs().map(gain).sum();
                sum / trials.len().max(1) as f64
            }
        }
    }
}

/// How much smaller the sum of the first is than that of the second; 0 for
/// none of either.
pub fn reduction(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (own, base) = pairs.fold((0.0, 0.0), |(a, b), (own, base)| (a + own, b + base));
    if base > 0.0 { 1.0 - own / base } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: Costs = Costs {
        budget: 1000,
        penalty: 10.0,
    };

    fn solved(states: u64) -> Trial {
        Trial {
            ending: Ending::Solved,
            states,
            length: 9,
        }
    }

    fn failed() -> Trial {
        Trial {
            ending: Ending::GaveUp,
            states: 1000,
            length: 0,
        }
    }

    #[test]
    fn each_measure_is_as_defined() {
        let base = [solved(400), solved(600), failed()];
        for (own, by_solved, by_mean, by_log) in [
            (base, 0.0, 0.0, 0.0),
            (
                [solved(100), solved(150), failed()],
                0.75,
                1.0 - 10_250.0 / 11_000.0,
                2.0 / 3.0 * 4f64.ln(),
            ),
            // The paper's measure takes the baseline's failure at its budget,
            // and does not see one of the candidate's.
            (
                [solved(400), failed(), solved(100)],
                1.0 - 500.0 / 1400.0,
                1.0 - 10_500.0 / 11_000.0,
                ((600.0 / 10_000.0f64).ln() + 100f64.ln()) / 3.0,
            ),
            (
                [failed(); 3],
                0.0,
                1.0 - 30_000.0 / 11_000.0,
                (25f64.ln() + (10_000.0 / 600.0f64).ln()) / -3.0,
            ),
        ] {
            for (measure, expected) in [
                (Measure::Solved, by_solved),
                (Measure::Mean, by_mean),
                (Measure::Log, by_log),
            ] {
                let found = measure.fitness(&own, &base, &COSTS);
                assert!((found - expected).abs() < 1e-12, "{measure:?}: {found}");
            }
        }
    }

    #[test]
    fn giving_up_pays_only_in_the_measure_of_the_paper() {
        let base = [solved(500), solved(500)];
        let (tries, skips) = ([solved(100), solved(1000)], [solved(100), failed()]);
        let gain = |measure: Measure| {
            measure.fitness(&skips, &base, &COSTS) - measure.fitness(&tries, &base, &COSTS)
        };
        assert!(gain(Measure::Solved) > 0.0);
        assert!(gain(Measure::Mean) < 0.0);
        assert!(gain(Measure::Log) < 0.0);
    }

    #[test]
    fn a_proof_costs_what_it_took() {
        let proof = Trial {
            ending: Ending::Unsolvable,
            states: 7,
            length: 0,
        };
        assert_eq!(COSTS.of(&proof), 7.0);
        assert_eq!(COSTS.of(&failed()), 10_000.0);
        assert_eq!(COSTS.of(&solved(0)), 1.0);
    }
}
