//! Players who rate by a known equation, to see whether a fit finds it again.
//! Each adds a severity of their own and noise, rounds, and stays on the
//! scale; each rates some levels, drawn with a bias to those with fewer
//! ratings.

use super::{MeasureTable, Players, Ratings, Summary};
use crate::equation::{Link, Product, Scale, Transform};
use crate::fit::{About, Folds, Inputs, Model, Recipe, Rows, Way, fit};
use crate::mixed::Rating;
use crate::rating::BOUNDS;
use engine::Fault;
use engine::chance::Chance;

/// Who rates, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulation {
    /// How many players there are.
    pub players: usize,
    /// Levels that each of them rates.
    pub rated: usize,
    /// The standard deviation of what players add to all of their ratings.
    pub severity: f64,
    /// The standard deviation of what is added to a single rating.
    pub noise: f64,
    /// How much levels with fewer ratings are preferred: 0 not at all.
    pub bias: f64,
    /// Names the draw.
    pub seed: u64,
}

impl Default for Simulation {
    fn default() -> Simulation {
        Simulation {
            players: 300,
            rated: 20,
            severity: 1.0,
            noise: 1.0,
            bias: 2.0,
            seed: 1,
        }
    }
}

/// Ratings of levels that are as hard as this, whole numbers within
/// [`BOUNDS`].
pub fn ratings(truth: &[f64], simulation: &Simulation) -> Vec<Rating> {
    let mut chance = Chance::new("simulated ratings", simulation.seed, 0);
    let mut counts = vec![0usize; truth.len()];
    let mut ratings = Vec::new();
    for player in 0..simulation.players {
        let severity = simulation.severity * chance.normal();
        let mut open: Vec<usize> = (0..truth.len()).collect();
        for _ in 0..simulation.rated.min(truth.len()) {
            let place = pick(&open, &counts, simulation.bias, &mut chance);
            let level = open.swap_remove(place);
            counts[level] += 1;
            let felt = truth[level] + severity + simulation.noise * chance.normal();
            ratings.push(Rating {
                level,
                player,
                value: felt.round().clamp(BOUNDS[0], BOUNDS[1]),
            });
        }
    }
    ratings
}

/// One of the levels still open, by weights that fall with their ratings.
fn pick(open: &[usize], counts: &[usize], bias: f64, chance: &mut Chance) -> usize {
    let least = open.iter().map(|&level| counts[level]).min().unwrap_or(0);
    let weight = |&level: &usize| ((1 + counts[level] - least) as f64).powf(-bias);
    let weights: Vec<f64> = open.iter().map(weight).collect();
    let mut left = chance.unit() * weights.iter().sum::<f64>();
    let found = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    found.unwrap_or(open.len() - 1)
}

/// Levels with measures, and the equation that says how hard they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// A column for each measure.
    pub measures: Vec<Vec<f64>>,
    /// The sum without measures.
    pub intercept: f64,
    /// The weight of each measure.
    pub weights: Vec<f64>,
    /// How hard each level is.
    pub levels: Vec<f64>,
}

impl Truth {
    /// An equation of random weights over random measures, all levels of which
    /// lie from `low` to `high`.
    pub fn random(levels: usize, measures: usize, [low, high]: [f64; 2], seed: u64) -> Truth {
        let mut chance = Chance::new("simulated truth", seed, 0);
        // Some count to ten, some to a hundred.
        let most = |index: usize| [10.0, 100.0][index % 2];
        let column = |index: usize, chance: &mut Chance| -> Vec<f64> {
            let value = |chance: &mut Chance| (most(index) * chance.unit()).ceil();
            (0..levels).map(|_| value(chance)).collect()
        };
        let columns: Vec<Vec<f64>> = (0..measures).map(|i| column(i, &mut chance)).collect();
        let weight = |index: usize, chance: &mut Chance| {
            let size = (0.5 + chance.unit()) / most(index);
            if chance.happens(0.7) { size } else { -size }
        };
        let weights: Vec<f64> = (0..measures).map(|i| weight(i, &mut chance)).collect();
        let sum = |level: usize| -> f64 {
            let pairs = weights.iter().zip(&columns);
            pairs.map(|(weight, column)| weight * column[level]).sum()
        };
        let sums: Vec<f64> = (0..levels).map(sum).collect();
        let least = sums.iter().copied().fold(f64::INFINITY, f64::min);
        let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let scale = (high - low) / (most - least).max(1e-9);
        Truth {
            intercept: low - scale * least,
            weights: weights.iter().map(|weight| scale * weight).collect(),
            levels: sums.iter().map(|s| low + scale * (s - least)).collect(),
            measures: columns,
        }
    }

    /// The name of a measure.
    fn name(measure: usize) -> String {
        format!("m{measure}")
    }

    /// The equation that ratings of these levels give, by least squares on
    /// what a model of players makes of them.
    pub fn fitted(&self, ratings: &[Rating], players: Players) -> Result<Model, Fault> {
        let by = players;
        let names: Vec<String> = (0..self.levels.len()).map(|l| format!("l{l}")).collect();
        let players = ratings.iter().map(|r| r.player + 1).max().unwrap_or(0);
        let players: Vec<String> = (0..players).map(|p| format!("p{p}")).collect();
        let rated = ratings.iter().map(|rating| {
            let (player, level) = (&players[rating.player], &names[rating.level]);
            (player.as_str(), level.as_str(), rating.value)
        });
        let said = Ratings::of_rated("simulated ratings", rated);
        let summary: Summary = said.summary("rating", by)?;
        let count = self.measures.len();
        let mut table = MeasureTable::new("measures", (0..count).map(Truth::name).collect());
        for (level, name) in names.iter().enumerate() {
            let values = self.measures.iter().map(|column| Some(column[level]));
            table.add(name.clone(), values.collect());
        }
        let (rows, _): (Rows, _) = table.join(&summary)?;
        let term = |measure: usize| Product(vec![(Transform::Plain, Truth::name(measure))]);
        let recipe = Recipe {
            inputs: Inputs::Terms((0..count).map(term).collect()),
            way: Way::Squares,
            link: Some(Link::Identity),
            bounds: BOUNDS,
            folds: Folds::Random { count: 5, seed: 1 },
        };
        let about = About {
            game: "simulated".into(),
            target: "rating".into(),
            scale: Scale::Human,
            by: String::new(),
            version: String::new(),
            source: String::new(),
        };
        Ok(fit(&rows, &recipe, &about)?.model)
    }

    /// How far each weight of a model is off, in standard errors, the
    /// intercept first; none where something is missing.
    pub fn off(&self, model: &Model) -> Option<Vec<f64>> {
        let mut off = vec![(model.intercept - self.intercept).abs() / model.intercept_error?];
        for (index, weight) in self.weights.iter().enumerate() {
            let of = Product(vec![(Transform::Plain, Truth::name(index))]);
            let term = model.terms.iter().find(|term| term.of == of)?;
            off.push((term.weight - weight).abs() / term.error?);
        }
        Some(off)
    }
}

/// How often the equation came back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Fits made.
    pub runs: usize,
    /// Weights and intercepts in all of them.
    pub weights: usize,
    /// Those within their own intervals of 95 %.
    pub within: usize,
    /// Runs in which all weights lay within their own intervals of 95 %.
    pub each: usize,
    /// Runs in which all weights lay within the intervals of 95 % that hold
    /// for all at once.
    pub all: usize,
}

impl Coverage {
    /// Simulates so many studies of levels with so many measures, each with an
    /// equation, players and ratings of its own, and fits each.
    pub fn of(
        runs: u64,
        levels: usize,
        measures: usize,
        range: [f64; 2],
        players: Players,
    ) -> Result<Coverage, Fault> {
        let mut coverage = Coverage::default();
        for seed in 1..=runs {
            let truth = Truth::random(levels, measures, range, seed);
            let simulation = Simulation {
                seed,
                ..Simulation::default()
            };
            let model = truth.fitted(&ratings(&truth.levels, &simulation), players)?;
            let (alone, all) = model.reach().unwrap_or_default();
            let off = truth.off(&model).unwrap_or_default();
            coverage.runs += 1;
            coverage.weights += off.len();
            coverage.within += off.iter().filter(|off| **off <= alone).count();
            let hold = |reach: f64| !off.is_empty() && off.iter().all(|off| *off <= reach);
            coverage.each += usize::from(hold(alone));
            coverage.all += usize::from(hold(all));
        }
        Ok(coverage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_spread_evenly_and_stay_on_the_scale() {
        let truth = Truth::random(60, 4, [2.5, 8.5], 3);
        assert!(truth.levels.iter().all(|level| (2.4..8.6).contains(level)));
        let all = ratings(&truth.levels, &Simulation::default());
        assert_eq!(all.len(), 6000);
        let count = |level: usize| all.iter().filter(|r| r.level == level).count();
        assert!((0..60).all(|level| (90..=110).contains(&count(level))));
        let whole = |r: &Rating| r.value.fract() == 0.0 && (1.0..=10.0).contains(&r.value);
        assert!(all.iter().all(whole));
        assert_eq!(all, ratings(&truth.levels, &Simulation::default()));
    }

    #[test]
    fn known_equations_come_back_within_their_intervals() {
        // The ends of the scale pull ratings inwards: the range is kept from
        // them, or they are made good.
        for (runs, range, players) in [
            (20, [3.5, 7.5], Players::Mixed),
            (10, [2.5, 8.5], Players::Ends(BOUNDS)),
        ] {
            let coverage = Coverage::of(runs, 60, 4, range, players).unwrap();
            assert!(10 * coverage.all >= 9 * coverage.runs, "{coverage:?}");
            let share = coverage.within as f64 / coverage.weights as f64;
            assert!((0.9..1.0).contains(&share), "{coverage:?}");
        }
    }
}
