//! A value function: features of a board, and the logistic of their weighted
//! sum as the expected share of cards that come home.

use crate::klondike::playout::Board;
use engine::notation::quoted;
use engine::{Fault, Weights};

/// Names of the features, in order; all lie between 0 and about 1.
pub const NAMES: [&str; 17] = [
    "bias",
    "home",
    "lowest-home",
    "face-down",
    "face-down-squared",
    "hiding-columns",
    "empty-columns",
    "settled-kings",
    "open",
    "stock",
    "stock-playable",
    "moves",
    "accepted",
    "next-face-down",
    "next-depth",
    "next-covered",
    "low-face-down",
];

/// How many there are.
pub const COUNT: usize = NAMES.len();

/// The features of a board.
pub fn features(board: &Board) -> [f64; COUNT] {
    let facts = board.facts();
    let share = |n: u32, most: f64| f64::from(n) / most;
    let face_down = share(facts.face_down, 21.0);
    [
        1.0,
        share(board.fitness(), 52.0),
        share(facts.lowest_home, 13.0),
        face_down,
        face_down * face_down,
        share(facts.hiding_columns, 6.0),
        share(facts.empty_columns, 7.0),
        share(facts.settled_kings, 4.0),
        share(facts.open, 52.0),
        share(facts.stock, 24.0),
        share(facts.stock_playable, 12.0),
        share(facts.moves, 10.0),
        share(facts.accepted, 14.0),
        share(facts.next_face_down, 4.0),
        share(facts.next_depth, 24.0),
        share(facts.next_covered, 4.0),
        share(facts.low_face_down, 8.0),
    ]
}

/// The weights of a value function.
#[derive(Clone, Debug)]
pub struct Value(pub [f64; COUNT]);

impl Value {
    /// Weights from a file.
    pub fn from_weights(weights: &Weights) -> Result<Value, Fault> {
        if weights.game != "klondike" {
            let found = format!("weights for {}", quoted(&weights.game));
            return Err(Fault::new("weights", found, "weights for klondike"));
        }
        let mut value = Value([0.0; COUNT]);
        for (name, &weight) in &weights.weights {
            let index = NAMES.iter().position(|known| known == name);
            let index = index.ok_or_else(|| {
                let expected = format!("features among {}", NAMES.join(", "));
                Fault::new("weights", quoted(name), expected)
            })?;
            value.0[index] = weight;
        }
        Ok(value)
    }

    /// The same as a file has them.
    pub fn to_weights(&self) -> Weights {
        let rounded = |weight: f64| (weight * 1e6).round() / 1e6;
        let pairs = NAMES.iter().zip(self.0);
        Weights {
            game: "klondike".into(),
            weights: pairs
                .map(|(name, w)| (name.to_string(), rounded(w)))
                .collect(),
            scale: 1.0,
        }
    }

    /// The weighted sum.
    #[inline]
    pub fn sum(&self, features: &[f64; COUNT]) -> f64 {
        self.0.iter().zip(features).map(|(w, f)| w * f).sum()
    }

    /// The share of cards that will come home, as far as the features tell.
    pub fn share(&self, board: &Board) -> f64 {
        if board.is_won() {
            return 1.0;
        }
        1.0 / (1.0 + (-self.sum(&features(board))).exp())
    }
}
