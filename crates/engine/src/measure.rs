//! What can be measured of a level: numbers that say how hard it may be for a
//! person. A game names its measures; a measurer takes them.

use crate::notation::{Fault, Level};
use crate::puzzle::{Budget, Limit, Outcome, Watch};
use crate::record::MeasureRow;
use serde::{Deserialize, Serialize};

/// One measure.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Its name in rows.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// What is known of a level: an [`Outcome`] without its moves. In rows it is
/// the two keys `outcome` and `limit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", content = "limit", rename_all = "kebab-case")]
pub enum Verdict {
    /// There is a solution.
    Solved,
    /// Proved: there is none.
    Unsolvable,
    /// Nothing is known, because this limit was reached first.
    GaveUp(Limit),
}

impl<M> From<&Outcome<M>> for Verdict {
    fn from(outcome: &Outcome<M>) -> Verdict {
        match outcome {
            Outcome::Solved(_) => Verdict::Solved,
            Outcome::Unsolvable => Verdict::Unsolvable,
            Outcome::GaveUp(limit) => Verdict::GaveUp(*limit),
        }
    }
}

impl Verdict {
    /// The word used in rows.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Unsolvable => "unsolvable",
            Verdict::GaveUp(_) => "gave-up",
        }
    }

    /// The limit that was reached, if it gave up.
    pub fn limit(self) -> Option<Limit> {
        match self {
            Verdict::GaveUp(limit) => Some(limit),
            _ => None,
        }
    }

    /// Whether there is a solution.
    pub fn is_solved(self) -> bool {
        self == Verdict::Solved
    }
}

/// What was measured of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// How the solver behind the measures ended.
    pub outcome: Verdict,
    /// One value a measure, in the order of the game's list; none where there
    /// is nothing to measure, as of the solution of an unsolvable level.
    pub values: Vec<Option<f64>>,
}

/// Takes a game's measures, keeping its tables from one level to the next.
pub trait Measurer<S>: Send {
    /// Measures one level.
    fn measure(&mut self, start: &S, budget: &Budget, watch: &dyn Watch) -> Measured;
}

/// The measurer of a game that has no measures.
pub struct Unmeasured;

impl<S> Measurer<S> for Unmeasured {
    fn measure(&mut self, _: &S, _: &Budget, _: &dyn Watch) -> Measured {
        Measured {
            outcome: Verdict::Solved,
            values: Vec::new(),
        }
    }
}

/// One thread's measurer behind text.
pub trait MeasureSession: Send {
    /// Measures one level.
    fn measure(
        &mut self,
        level: &Level,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Result<MeasureRow, Fault>;
}
