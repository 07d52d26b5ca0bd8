//! Who rates levels best: raw means, the scaling of Mutser's thesis, or models
//! in which players differ. Players are simulated, so that the truth is known:
//! each rates some of the levels on a scale from 1 to 10, those with the
//! fewest ratings first, as in his study (section 5.2). Differing players have
//! an offset, a slope (how widely they use the scale) and a noise of their own.
//! Ratings are rounded and cut to the scale.

use super::Bench;
use super::log::{Log, RowOf};
use crate::Result;
use engine::chance::Chance;
use lab::mixed::{Mixed, Rating, crossed, with_slopes};
use lab::statistics::association::Line;
use lab::statistics::sample::{deviation, mean};
use lab::table::{Cell, Table};
use serde::{Deserialize, Serialize};

/// Ratings of levels by simulated players: raw means beside models
#[derive(Clone)]
pub struct Options {
    /// Studies to simulate for each row
    pub runs: u64,
    /// Names the studies
    pub seed: u64,
    /// Ratings a level to try
    pub ratings: Vec<u32>,
    /// Levels of a study
    pub levels: u32,
    /// Levels that each player rates
    pub each: u32,
}

/// How levels and players are drawn: standard deviations on the scale of the
/// ratings; slopes and noise are spread by their logarithm.
const LEVELS: (f64, f64) = (5.0, 1.8);
const NOISE: f64 = 1.1;
const OFFSETS: f64 = 1.0;
const SLOPES: f64 = 0.25;
const NOISES: f64 = 0.35;

/// The ways to get from ratings to levels.
const WAYS: [&str; 4] = [
    "raw means",
    "thesis's scaling",
    "mixed",
    "mixed with slopes",
];

/// What came of a study: how far each way is off.
#[derive(Serialize, Deserialize)]
struct Study {
    id: u64,
    off: [f64; 4],
}

impl RowOf<u64> for Study {
    fn id(&self) -> String {
        self.id.to_string()
    }
    fn is_of(&self, number: &u64) -> bool {
        self.id == *number
    }
}

/// The rows of the table: ratings a level, and whether players differ.
fn cases(args: &Options) -> Vec<(u32, bool)> {
    let of_kind = |differ: bool| args.ratings.iter().map(move |&ratings| (ratings, differ));
    of_kind(true).chain(of_kind(false)).collect()
}

/// Runs the experiment; nothing if the user stopped it.
pub fn call(args: &Options, shared: &Bench) -> Result<Option<Vec<Table>>> {
    let cases = cases(args);
    let count = args.runs * cases.len() as u64;
    let (for_workers, which) = (args.clone(), cases.clone());
    let worker = move |_: &lab::Stop| {
        let (args, cases) = (for_workers.clone(), which.clone());
        Ok(move |id: u64| {
            let (ratings, differ) = cases[(id / args.runs) as usize];
            let off = study(&args, ratings, differ, id % args.runs);
            Ok(Some(Study { id, off }))
        })
    };
    let mut studies = vec![Vec::new(); cases.len()];
    let took = |study: Study| studies[(study.id / args.runs) as usize].push(study.off);
    let items = (0..count).map(Ok);
    let mut log = Log::open(shared)?;
    let whole = log.run(items, Some(count), "studies", shared, worker, took)?;
    if whole {
        log.finish()?;
    }
    Ok(whole.then(|| vec![table(args, &cases, &studies)]))
}

/// Simulates a study; how far each way is off.
fn study(args: &Options, ratings: u32, differ: bool, run: u64) -> [f64; 4] {
    // Studies with more ratings have the same levels, whether players differ
    // or not.
    let purpose = if differ {
        "differing raters"
    } else {
        "equal raters"
    };
    let mut chance = Chance::new("levels to rate", args.seed, run);
    let levels = 0..args.levels;
    let truth: Vec<f64> = levels
        .map(|_| LEVELS.0 + LEVELS.1 * chance.normal())
        .collect();
    let mut chance = Chance::new(purpose, args.seed, run);
    let given = rate(&truth, ratings, args.each as usize, differ, &mut chance);
    let levels = truth.len();
    let predicted = |model: Option<Mixed>| match model {
        Some(model) => model.levels.iter().map(|level| level.predicted).collect(),
        None => means(&given, levels),
    };
    [
        means(&given, levels),
        means(&scaled(&given), levels),
        predicted(crossed(&given)),
        predicted(with_slopes(&given)),
    ]
    .map(|estimate| off(&estimate, &truth))
}

/// The root of the mean squared error after the best line from estimates to
/// the truth, so that no way is punished for the scale that it is on.
fn off(estimate: &[f64], truth: &[f64]) -> f64 {
    let line = Line::through(estimate, truth).map(|line| line.rmse);
    line.or_else(|| deviation(truth)).unwrap_or_default()
}

/// Lets player after player rate levels until each has its ratings.
fn rate(
    truth: &[f64],
    ratings: u32,
    each: usize,
    differ: bool,
    chance: &mut Chance,
) -> Vec<Rating> {
    let mut counts = vec![0; truth.len()];
    let mut given = Vec::new();
    for player in 0.. {
        let spread = |width: f64, chance: &mut Chance| match differ {
            true => width * chance.normal(),
            false => 0.0,
        };
        let offset = spread(OFFSETS, chance);
        let slope = spread(SLOPES, chance).exp();
        let noise = NOISE * spread(NOISES, chance).exp();
        // In random order, so that it is chance who comes first among equals.
        let mut order = chance.sample(truth.len(), truth.len());
        chance.shuffle(&mut order);
        order.retain(|&level| counts[level] < ratings);
        order.sort_by_key(|&level| counts[level]);
        if order.is_empty() {
            break;
        }
        for &level in order.iter().take(each) {
            counts[level] += 1;
            let felt = LEVELS.0 + offset + slope * (truth[level] - LEVELS.0);
            let value = (felt + noise * chance.normal()).round().clamp(1.0, 10.0);
            given.push(Rating {
                level,
                player,
                value,
            });
        }
    }
    given
}

/// The mean rating of each level.
fn means(ratings: &[Rating], levels: usize) -> Vec<f64> {
    let mut of_level = vec![Vec::new(); levels];
    for rating in ratings {
        of_level[rating.level].push(rating.value);
    }
    let mean = |values: &Vec<f64>| mean(values).unwrap_or(LEVELS.0);
    of_level.iter().map(mean).collect()
}

/// The thesis's scaling (section 5.3): each player's lowest rating becomes 1,
/// the highest 10. One who gave all the same is put in the middle.
fn scaled(ratings: &[Rating]) -> Vec<Rating> {
    let players = ratings.iter().map(|r| r.player + 1).max().unwrap_or(0);
    let mut ranges = vec![(f64::MAX, f64::MIN); players];
    for rating in ratings {
        let (low, high) = &mut ranges[rating.player];
        (*low, *high) = (low.min(rating.value), high.max(rating.value));
    }
    let scale = |rating: &Rating| {
        let (low, high) = ranges[rating.player];
        let value = match high > low {
            true => 1.0 + 9.0 * (rating.value - low) / (high - low),
            false => 5.5,
        };
        Rating { value, ..*rating }
    };
    ratings.iter().map(scale).collect()
}

fn table(args: &Options, cases: &[(u32, bool)], studies: &[Vec<[f64; 4]>]) -> Table {
    let mut rows = Vec::new();
    for (&(ratings, differ), studies) in cases.iter().zip(studies) {
        let of_way = |way: usize| -> Vec<f64> { studies.iter().map(|off| off[way]).collect() };
        let raw = mean(&of_way(0)).unwrap_or_default();
        for (way, name) in WAYS.iter().enumerate() {
            let off = of_way(way);
            let all = mean(&off).unwrap_or_default();
            // The error of the ratio, from how it differs between studies.
            let ratios: Vec<f64> = studies.iter().map(|off| off[way] / off[0]).collect();
            let error = deviation(&ratios).map(|d| d / (ratios.len() as f64).sqrt());
            rows.push(vec![
                Cell::text(if differ { "differ" } else { "are alike" }),
                Cell::Count(ratings.into()),
                Cell::text(*name),
                Cell::Number(all, 4),
                Cell::Number(all / raw, 3),
                error.map_or(Cell::Blank, |error| Cell::Number(error, 3)),
            ]);
        }
    }
    Table {
        name: "raters",
        title: format!(
            "Error of {} levels' difficulty in {} simulated studies of players who rate {} levels each (root mean square after the best line)",
            args.levels, args.runs, args.each
        ),
        columns: vec![
            "players",
            "ratings",
            "way",
            "error",
            "over_raw",
            "plus_minus",
        ],
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options {
            runs: 30,
            seed: 1,
            ratings: vec![10],
            levels: 40,
            each: 12,
        }
    }

    /// The mean errors of all ways over that of raw means.
    fn ratios(differ: bool) -> [f64; 4] {
        let runs = (0..options().runs).map(|run| study(&options(), 10, differ, run));
        let runs: Vec<[f64; 4]> = runs.collect();
        let sum = |way: usize| runs.iter().map(|off| off[way]).sum::<f64>();
        [0, 1, 2, 3].map(|way| sum(way) / sum(0))
    }

    #[test]
    fn models_are_better_where_players_differ() {
        let [_, scaled, mixed, slopes] = ratios(true);
        assert!(mixed < 0.9 && slopes < mixed + 0.005, "{mixed} {slopes}");
        assert!(scaled > mixed, "{scaled}");
    }

    #[test]
    fn models_are_no_worse_where_players_are_alike() {
        let [_, scaled, mixed, slopes] = ratios(false);
        assert!(mixed < 1.01 && slopes < 1.02, "{mixed} {slopes}");
        assert!(scaled > 1.02, "{scaled}");
    }

    #[test]
    fn every_level_gets_its_ratings() {
        let truth: Vec<f64> = (0..13).map(f64::from).collect();
        let given = rate(&truth, 7, 5, true, &mut Chance::new("test", 1, 0));
        for level in 0..13 {
            let mut players: Vec<usize> = Vec::new();
            players.extend(given.iter().filter(|r| r.level == level).map(|r| r.player));
            assert_eq!(players.len(), 7);
            players.dedup();
            assert_eq!(players.len(), 7, "nobody rates a level twice");
        }
        assert!(given.iter().all(|r| (1.0..=10.0).contains(&r.value)));
    }

    #[test]
    fn scaling_uses_all_of_the_scale() {
        let rating = |player, value| Rating {
            level: 0,
            player,
            value,
        };
        let given = [
            rating(0, 3.0),
            rating(0, 6.0),
            rating(0, 5.0),
            rating(1, 4.0),
        ];
        let values: Vec<f64> = scaled(&given).iter().map(|r| r.value).collect();
        assert_eq!(values, [1.0, 10.0, 7.0, 5.5]);
    }
}
