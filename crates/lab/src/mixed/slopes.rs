//! Players who differ in how widely they use the scale and in how much noise
//! they add: a rating is `mean + offset + slope * level + noise`, with a normal
//! prior on each level, offset and slope (about one), and a gamma prior on the
//! precision of each player's noise. A mean-field approximation is raised step
//! by step (Bishop, 2006, chapter 10): each step takes one group of unknowns,
//! given the means and variances of the others, so that slopes are not led
//! astray by levels that are known badly. How far players differ in each way
//! is told by the ratings as well.

use super::{Effect, Mixed, Rating, Variances, crossed, sizes};

/// Steps at most, and when to stop before.
const ROUNDS: usize = 300;
const STILL: f64 = 1e-6;

/// How sure it may be at least and at most that players add the same noise,
/// in ratings.
const EQUAL_NOISE: (f64, f64) = (4.0, 1e6);

/// An unknown: its mean and its variance.
#[derive(Clone, Copy)]
struct Belief {
    mean: f64,
    variance: f64,
}

impl Belief {
    fn square(self) -> f64 {
        self.mean * self.mean + self.variance
    }
}

/// Sums that make a normal belief.
#[derive(Clone, Copy, Default)]
struct Evidence {
    precision: f64,
    pull: f64,
}

impl Evidence {
    /// With a prior about zero.
    fn belief(self, prior: f64) -> Belief {
        let precision = self.precision + 1.0 / prior.max(1e-9);
        Belief {
            mean: self.pull / precision,
            variance: 1.0 / precision,
        }
    }
}

/// The variance among unknowns of which there is evidence: the one at which
/// their estimates are as far from zero as chance would have it (Paule and
/// Mandel, 1982). Where all could be the same, it is zero at once, to which a
/// variance raised step by step would only creep.
fn spread(sums: &[Evidence]) -> f64 {
    let known: Vec<(f64, f64)> = sums
        .iter()
        .filter(|sum| sum.precision > 0.0)
        .map(|sum| (sum.pull / sum.precision, 1.0 / sum.precision))
        .collect();
    let wanted = known.len() as f64 - 1.0;
    let far = |spread: f64| -> f64 {
        let squares = known
            .iter()
            .map(|(mean, error)| mean * mean / (error + spread));
        squares.sum()
    };
    let (mut low, mut high) = (0.0, 4.0);
    if far(low) <= wanted {
        return 0.0;
    }
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match far(middle) > wanted {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

/// How many ratings the noise of all players is worth for the noise of one:
/// the fewer, the more players differ beyond what chance makes of their few
/// ratings.
fn equal_noise(sums: &[(f64, f64)], noise: f64) -> f64 {
    let (mut excess, mut whole) = (0.0, 0.0);
    for (count, squares) in sums.iter().filter(|(count, _)| *count > 2.0) {
        // A mean of squares of normal numbers has a variance of two over
        // their count.
        let off = squares / count / noise - 1.0;
        excess += count * (off * off - 2.0 / count);
        whole += count;
    }
    let (least, most) = EQUAL_NOISE;
    match excess > 0.0 {
        true => (2.0 * whole / excess + 4.0).clamp(least, most),
        false => most,
    }
}

struct State<'a> {
    ratings: &'a [Rating],
    mean: f64,
    levels: Vec<Belief>,
    offsets: Vec<Belief>,
    /// Slopes less one.
    slopes: Vec<Belief>,
    /// How much each player's ratings count.
    precisions: Vec<f64>,
    variances: Variances,
}

/// Fits the model; none where [`crossed`] has none.
pub fn with_slopes(ratings: &[Rating]) -> Option<Mixed> {
    let start = crossed(ratings)?;
    let mut state = State::of(ratings, &start);
    for _ in 0..ROUNDS {
        if state.step() < STILL * (1.0 + state.variances.level.sqrt()) {
            break;
        }
    }
    Some(state.finish())
}

impl State<'_> {
    fn of<'a>(ratings: &'a [Rating], start: &Mixed) -> State<'a> {
        let (_, players) = sizes(ratings);
        let known = |mean: f64| Belief {
            mean,
            variance: 0.0,
        };
        State {
            ratings,
            mean: start.mean,
            levels: start.levels.iter().map(|l| known(l.predicted)).collect(),
            offsets: start.players.iter().map(|p| known(*p)).collect(),
            slopes: vec![known(0.0); players],
            precisions: vec![1.0 / start.variances.noise; players],
            variances: Variances {
                slope: Some(0.05),
                ..start.variances
            },
        }
    }

    /// One step on every group; how far levels moved at most.
    fn step(&mut self) -> f64 {
        self.step_offsets();
        self.step_slopes();
        let moved = self.step_levels();
        self.step_mean();
        self.step_noise();
        let square = |beliefs: &[Belief]| {
            let squares: f64 = beliefs.iter().map(|b| b.square()).sum();
            squares / beliefs.len().max(1) as f64
        };
        self.variances.level = square(&self.levels);
        self.variances.player = square(&self.offsets);
        moved
    }

    /// Adds up what each rating says of one group.
    fn evidence(&self, size: usize, of: impl Fn(&Rating) -> (usize, f64, f64)) -> Vec<Evidence> {
        let mut sums = vec![Evidence::default(); size];
        for rating in self.ratings {
            let (index, precision, pull) = of(rating);
            let weight = self.precisions[rating.player];
            sums[index].precision += weight * precision;
            sums[index].pull += weight * pull;
        }
        sums
    }

    fn step_offsets(&mut self) {
        let sums = self.evidence(self.offsets.len(), |r| {
            let (level, slope) = (self.levels[r.level], self.slopes[r.player]);
            let left = r.value - self.mean - (1.0 + slope.mean) * level.mean;
            (r.player, 1.0, left)
        });
        let prior = self.variances.player;
        self.offsets = sums.into_iter().map(|sum| sum.belief(prior)).collect();
    }

    fn step_slopes(&mut self) {
        let sums = self.evidence(self.slopes.len(), |r| {
            let (level, offset) = (self.levels[r.level], self.offsets[r.player]);
            let left = (r.value - self.mean - offset.mean) * level.mean - level.square();
            (r.player, level.square(), left)
        });
        let prior = self.variances.slope.unwrap_or_default();
        self.variances.slope = Some(spread(&sums));
        self.slopes = sums.into_iter().map(|sum| sum.belief(prior)).collect();
    }

    fn level_evidence(&self) -> Vec<Evidence> {
        self.evidence(self.levels.len(), |r| {
            let (slope, offset) = (self.slopes[r.player], self.offsets[r.player]);
            let steep = 1.0 + slope.mean;
            let left = steep * (r.value - self.mean - offset.mean);
            (r.level, steep * steep + slope.variance, left)
        })
    }

    fn step_levels(&mut self) -> f64 {
        let prior = self.variances.level;
        let sums = self.level_evidence().into_iter();
        let levels: Vec<Belief> = sums.map(|sum| sum.belief(prior)).collect();
        let pairs = levels.iter().zip(&self.levels);
        let moved = pairs.map(|(new, old)| (new.mean - old.mean).abs());
        let most = moved.fold(0.0, f64::max);
        self.levels = levels;
        most
    }

    /// What is left of a rating, as a belief.
    fn left(&self, r: &Rating) -> Belief {
        let (level, offset, slope) = (
            self.levels[r.level],
            self.offsets[r.player],
            self.slopes[r.player],
        );
        let steep = 1.0 + slope.mean;
        Belief {
            mean: r.value - self.mean - offset.mean - steep * level.mean,
            variance: offset.variance
                + steep * steep * level.variance
                + slope.variance * level.square(),
        }
    }

    fn step_mean(&mut self) {
        let (mut whole, mut sum) = (0.0, 0.0);
        for rating in self.ratings {
            let weight = self.precisions[rating.player];
            whole += weight;
            sum += weight * self.left(rating).mean;
        }
        self.mean += sum / whole;
    }

    fn step_noise(&mut self) {
        let mut sums = vec![(0.0, 0.0); self.precisions.len()];
        for rating in self.ratings {
            let (count, squares) = &mut sums[rating.player];
            *count += 1.0;
            *squares += self.left(rating).square();
        }
        let all: f64 = sums.iter().map(|(_, squares)| squares).sum();
        let noise = (all / self.ratings.len() as f64).max(1e-9);
        self.variances.noise = noise;
        let equal = equal_noise(&sums, noise);
        let precision = |(count, squares): (f64, f64)| (equal + count) / (equal * noise + squares);
        self.precisions = sums.into_iter().map(precision).collect();
    }

    fn finish(self) -> Mixed {
        let pairs = self.levels.iter().zip(self.level_evidence());
        let effect = |(belief, sum): (&Belief, Evidence)| Effect {
            predicted: belief.mean,
            estimated: match sum.precision > 0.0 {
                true => sum.pull / sum.precision,
                false => 0.0,
            },
            error: 1.0 / sum.precision,
        };
        let levels = pairs.map(effect).collect();
        Mixed {
            mean: self.mean,
            variances: self.variances,
            levels,
            players: self.offsets.iter().map(|b| b.mean).collect(),
            slopes: self.slopes.iter().map(|b| 1.0 + b.mean).collect(),
            doubt: None,
        }
    }
}
