//! Guesses of how far a position is from solved. A search is generic over a
//! [`Heuristic`]; a game names [`Feature`]s, and [`Weights`] over them make a
//! heuristic that people and `evolve` can write down: a [`Sum`].

use crate::notation::{Fault, quoted};
use crate::puzzle::Puzzle;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An estimate of the moves still to make, carried along a path so that a
/// move costs little.
pub trait Heuristic<P: Puzzle> {
    /// What is carried from a position to the next.
    type Carry: Copy;

    /// What to carry at the start of a search.
    fn start(&self, state: &P) -> Self::Carry;
    /// What to carry in `state`, which `mv` has just led to.
    fn after(&self, carry: Self::Carry, state: &P, mv: P::Move) -> Self::Carry;
    /// The estimate for `state`, in points; 0 where nothing is left to do.
    fn estimate(&self, carry: Self::Carry, state: &P) -> u32;
    /// What to carry in `state`, which `mv` has just led to, and the estimate.
    /// If that is above `most`, nobody goes on from there: then any number
    /// above `most` that does not overestimate will do, and anything to carry.
    #[inline]
    fn after_within(
        &self,
        carry: Self::Carry,
        state: &P,
        mv: P::Move,
        _most: u32,
    ) -> (Self::Carry, u32) {
        let carry = self.after(carry, state, mv);
        (carry, self.estimate(carry, state))
    }
    /// How many points one move counts. A heuristic that never overestimates
    /// has at most this many points for each move still to make.
    fn points_a_move(&self) -> u32 {
        1
    }
}

/// No guess at all: with it, A* is breadth-first search.
pub struct Blind;

impl<P: Puzzle> Heuristic<P> for Blind {
    type Carry = ();

    fn start(&self, _: &P) {}
    fn after(&self, (): (), _: &P, _: P::Move) {}
    fn estimate(&self, (): (), _: &P) -> u32 {
        0
    }
}

/// A number that a game can read off a position, smaller for better ones.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name in weights and on the command line.
    pub name: &'static str,
    /// One sentence: what it counts, and the maximum that it is divided by.
    pub summary: &'static str,
}

/// The points of one move where an estimate is a weighted sum.
pub const FINE: u32 = 1 << 10;

/// A weighted sum of a game's features, as written in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// The game whose features are weighed.
    pub game: String,
    /// A weight for each feature by name; those left out weigh nothing.
    pub weights: BTreeMap<String, f64>,
    /// How many moves a sum of 1 stands for, where a search adds it to moves
    /// already made.
    #[serde(default = "one_hundred")]
    pub scale: f64,
}

fn one_hundred() -> f64 {
    100.0
}

impl Weights {
    /// Reads a file of weights; fields that it has besides are left alone.
    pub fn parse(text: &str) -> Result<Weights, Fault> {
        serde_json::from_str(text).map_err(|error| {
            Fault::new(
                "weights",
                error.to_string(),
                r#"JSON such as {"game":"freecell","weights":{"hsdh":0.7}}"#,
            )
        })
    }

    /// The weights in the order of `features`, each in points.
    pub fn in_order(&self, game: &str, features: &[Feature]) -> Result<Vec<f32>, Fault> {
        if self.game != game {
            return Err(Fault::new(
                "weights",
                format!("weights for {}", quoted(&self.game)),
                format!("weights for {game}"),
            ));
        }
        for (name, &weight) in &self.weights {
            if !features.iter().any(|f| f.name == name) {
                let names: Vec<_> = features.iter().map(|f| f.name).collect();
                return Err(Fault::new(
                    "weights",
                    quoted(name),
                    format!("features among {}", names.join(", ")),
                ));
            }
            if !weight.is_finite() || weight.abs() > 1e6 {
                return Err(Fault::new(
                    format!("weights, {name}"),
                    weight.to_string(),
                    "a number between -1000000 and 1000000",
                ));
            }
        }
        if !(self.scale > 0.0 && self.scale <= 1e6) {
            return Err(Fault::new(
                "weights, scale",
                self.scale.to_string(),
                "a number above 0, at most 1000000",
            ));
        }
        let points = self.scale * f64::from(FINE);
        let weight = |f: &Feature| self.weights.get(f.name).copied().unwrap_or(0.0);
        Ok(features
            .iter()
            .map(|f| (weight(f) * points) as f32)
            .collect())
    }
}

/// A weighted sum of a game's `N` features as an estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum<const N: usize> {
    /// In points, by feature.
    points: [f32; N],
    /// What keeps the sum from falling below 0 where weights are negative.
    base: f32,
    points_a_move: u32,
}

impl<const N: usize> Sum<N> {
    /// A sum with these points for each feature, where one move counts
    /// `points_a_move`.
    pub fn new(points: [f32; N], points_a_move: u32) -> Self {
        Sum {
            base: -points.iter().map(|p| p.min(0.0)).sum::<f32>(),
            points,
            points_a_move,
        }
    }

    /// The sum over features, each from 0 to 1 and asked by its place in the
    /// list. Those without weight are not asked for.
    #[inline]
    pub fn of(&self, feature: impl Fn(usize) -> f32) -> u32 {
        let mut sum = self.base;
        for (place, points) in self.points.iter().enumerate() {
            if *points != 0.0 {
                sum += points * feature(place);
            }
        }
        // A cast cuts off, and takes what is below zero for zero.
        (sum + 0.5) as u32
    }

    /// How many points one move counts.
    pub fn points_a_move(&self) -> u32 {
        self.points_a_move
    }
}

/// A weighted sum of features that `read` reads off a position.
pub struct Weighted<R, const N: usize> {
    /// The weights.
    pub sum: Sum<N>,
    /// Gives the features of a position, each from 0 to 1.
    pub read: R,
}

impl<P, R, const N: usize> Heuristic<P> for Weighted<R, N>
where
    P: Puzzle,
    R: Fn(&P) -> [f32; N],
{
    type Carry = ();

    fn start(&self, _: &P) {}
    fn after(&self, (): (), _: &P, _: P::Move) {}

    #[inline]
    fn estimate(&self, (): (), state: &P) -> u32 {
        let features = (self.read)(state);
        self.sum.of(|place| features[place])
    }

    fn points_a_move(&self) -> u32 {
        self.sum.points_a_move
    }
}
