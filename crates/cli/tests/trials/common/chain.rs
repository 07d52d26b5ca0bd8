//! From players to an equation: simulated people rate by a known equation on
//! the real server, and what they said is exported and fitted.

use super::place::{Place, STUMPER, Server, printed};
use super::player::{Manner, Player, Solutions};
use super::{runtime, together};
use engine::chance::Chance;
use serde_json::Value;
use std::cell::Cell;
use std::collections::HashMap;
use std::process::Command;
use std::rc::Rc;

/// The levels of the study.
pub const LEVELS: &[&str] = &["shift:4x4#1-30", "shift:5x5#1-30"];
/// What the known equation weighs.
const TERMS: [&str; 4] = ["moves", "balls", "rocks", "counterintuitive_moves"];
/// From the easiest level to the hardest. Nearer to the ends of the scale, what
/// players would say is cut off there.
const RANGE: [f64; 2] = [3.5, 7.5];
/// Standard deviations of what a player adds to all ratings, and to one.
const SEVERITY: f64 = 1.0;
const NOISE: f64 = 1.0;
/// Players at once.
const AT_ONCE: usize = 16;

/// Who rates how much.
#[derive(Clone, Copy, Debug)]
pub struct Raters {
    pub players: u64,
    /// Levels that each rates.
    pub levels: usize,
    pub seed: u64,
}

/// A known equation.
pub struct Truth {
    /// The intercept, then a weight for each term.
    weights: Vec<f64>,
    /// How hard each level is.
    levels: HashMap<String, f64>,
}

impl Truth {
    /// Random weights over what the program measures of the levels.
    pub fn random(seed: u64) -> Truth {
        let mut measure = Command::new(STUMPER);
        measure.arg("measure").args(LEVELS);
        let rows = objects(&printed(measure.args(["--format", "json", "--quiet"])));
        let number = |row: &Value, term: &str| row["measures"][term].as_f64().unwrap();
        let column = |term: &str| -> Vec<f64> { rows.iter().map(|r| number(r, term)).collect() };
        let mut chance = Chance::new("a known equation", seed, 0);
        let mut weigh = |term: &&str| {
            let values = column(term);
            let most = values.iter().copied().fold(f64::MIN, f64::max);
            let least = values.iter().copied().fold(f64::MAX, f64::min);
            let size = (0.5 + chance.unit()) / (most - least);
            if chance.happens(0.7) { size } else { -size }
        };
        let plain: Vec<f64> = TERMS.iter().map(&mut weigh).collect();
        let sum = |row: &Value| -> f64 {
            let pairs = TERMS.iter().zip(&plain);
            pairs.map(|(term, weight)| weight * number(row, term)).sum()
        };
        let sums: Vec<f64> = rows.iter().map(sum).collect();
        let least = sums.iter().copied().fold(f64::MAX, f64::min);
        let most = sums.iter().copied().fold(f64::MIN, f64::max);
        let scale = (RANGE[1] - RANGE[0]) / (most - least);
        let names = rows.iter().map(|row| row["id"].as_str().unwrap());
        let hard = sums.iter().map(|sum| RANGE[0] + scale * (sum - least));
        let weights = plain.iter().map(|weight| scale * weight);
        Truth {
            weights: [RANGE[0] - scale * least]
                .into_iter()
                .chain(weights)
                .collect(),
            levels: names.map(str::to_string).zip(hard).collect(),
        }
    }

    /// How hard a level is.
    pub fn of(&self, level: &str) -> f64 {
        self.levels[level]
    }

    /// What a player says of a level: whole, and on the scale.
    fn rating(&self, seed: u64, player: u64, level: &str) -> u32 {
        let severity = Chance::new("severity", seed, player).normal();
        let noise = Chance::new(level, seed, player).normal();
        let felt = self.of(level) + SEVERITY * severity + NOISE * noise;
        felt.round().clamp(1.0, 10.0) as u32
    }
}

/// A weight that was fitted, and the one that people rated by.
#[derive(Debug)]
pub struct Weight {
    pub term: String,
    pub truth: f64,
    /// The interval of 95 % that holds for all weights at once.
    pub low: f64,
    pub high: f64,
}

impl Weight {
    pub fn is_within(&self) -> bool {
        (self.low..=self.high).contains(&self.truth)
    }
}

/// Lets people rate by an equation.
pub fn rate(server: &Server, truth: Truth, raters: Raters) -> Truth {
    let Raters { seed, players, .. } = raters;
    let truth = Rc::new(truth);
    let by = truth.clone();
    let manner = Manner {
        seed,
        levels: Some(raters.levels),
        skips: 0.0,
        erases: 0.0,
        pace: None,
        rater: Rc::new(move |player, level| by.rating(seed, player, level)),
    };
    let (next, solutions) = (Rc::new(Cell::new(0)), Solutions::default());
    let address = server.address;
    let one = |_| {
        let (manner, next, solutions) = (manner.clone(), next.clone(), solutions.clone());
        async move {
            while next.get() < players {
                let number = next.replace(next.get() + 1);
                let (mut player, _) = Player::new(address, number, &manner, &solutions);
                player.take_part().await;
            }
        }
    };
    runtime().block_on(together((0..AT_ONCE).map(one)));
    drop(manner);
    Rc::into_inner(truth).expect("nobody rates any more")
}

/// Exports what people said and fits the equation, which is written beside.
pub fn fit(place: &Place, truth: &Truth) -> Vec<Weight> {
    let (plays, equation) = (place.path("plays.csv"), place.path("equation.json"));
    printed(place.study("export", None).args(["--out", &plays]));
    let mut fit = Command::new(STUMPER);
    fit.args(["fit", &plays, "--players", "mixed", "--out", &equation]);
    fit.args(["--terms", &TERMS.join(","), "--format", "json", "--quiet"]);
    let rows = objects(&printed(&mut fit));
    let names = ["intercept"].iter().chain(&TERMS);
    let weight = |(name, truth): (&&str, &f64)| {
        let is_it = |row: &&Value| row["fold"] == "all" && row["term"] == **name;
        let row = rows.iter().find(is_it).expect("a weight for each term");
        Weight {
            term: name.to_string(),
            truth: *truth,
            low: row["all_low"].as_f64().unwrap(),
            high: row["all_high"].as_f64().unwrap(),
        }
    };
    names.zip(&truth.weights).map(weight).collect()
}

/// JSON, an object a line.
fn objects(text: &str) -> Vec<Value> {
    let read = |line: &str| serde_json::from_str(line).expect("an object a line");
    text.lines().map(read).collect()
}
