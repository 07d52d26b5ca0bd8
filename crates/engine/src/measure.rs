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
    /// What is looked at.
    pub kind: Aspect,
    /// What is counted: `cards`, `moves`, `share`.
    pub unit: &'static str,
    /// What it takes.
    pub cost: Cost,
}

impl Measure {
    /// A measure of how a level lies, which needs no search.
    pub const fn initial(name: &'static str, unit: &'static str, summary: &'static str) -> Self {
        Measure {
            name,
            summary,
            kind: Aspect::Initial,
            unit,
            cost: Cost::Cheap,
        }
    }

    /// A measure of a solution.
    pub const fn solution(name: &'static str, unit: &'static str, summary: &'static str) -> Self {
        Measure {
            kind: Aspect::Solution,
            cost: Cost::Search,
            ..Measure::initial(name, unit, summary)
        }
    }

    /// A measure of what comes of searching or playing.
    pub const fn dynamic(name: &'static str, unit: &'static str, summary: &'static str) -> Self {
        Measure {
            kind: Aspect::Dynamic,
            ..Measure::solution(name, unit, summary)
        }
    }

    /// The same at another cost.
    pub const fn at_cost(self, cost: Cost) -> Self {
        Measure { cost, ..self }
    }
}

/// What a measure looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// How the level lies at the start.
    Initial,
    /// How a solution goes.
    Solution,
    /// What comes of searching or playing the level.
    Dynamic,
}

impl Aspect {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Initial => "initial",
            Aspect::Solution => "solution",
            Aspect::Dynamic => "dynamic",
        }
    }
}

/// What a measure takes. Each includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// A few milliseconds at most, whatever the level.
    Cheap,
    /// The level is solved.
    Search,
    /// The level is looked through, or solved or played many times.
    #[default]
    Dear,
}

impl Cost {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Cost::Cheap => "cheap",
            Cost::Search => "search",
            Cost::Dear => "dear",
        }
    }
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
    /// How the solver behind the measures ended; none if none was needed.
    pub outcome: Option<Verdict>,
    /// One value a measure, in the order of the game's list; none where there
    /// is nothing to measure, as of the solution of an unsolvable level, and
    /// where measuring would cost too much.
    pub values: Vec<Option<f64>>,
}

impl Measured {
    /// What is known without a solver: as many values as measures, none but
    /// those given.
    pub fn cheaply(list: &[Measure], known: &[(&str, f64)]) -> Measured {
        let value = |measure: &Measure| {
            let mut known = known.iter();
            known.find(|(name, _)| *name == measure.name)
        };
        Measured {
            outcome: None,
            values: list.iter().map(|m| value(m).map(|(_, v)| *v)).collect(),
        }
    }
}

/// Takes a game's measures, keeping its tables from one level to the next.
pub trait Measurer<S>: Send {
    /// Measures one level, as far as that costs `most` at most.
    fn measure(&mut self, start: &S, most: Cost, budget: &Budget, watch: &dyn Watch) -> Measured;
}

/// The measurer of a game that has no measures.
pub struct Unmeasured;

impl<S> Measurer<S> for Unmeasured {
    fn measure(&mut self, _: &S, _: Cost, _: &Budget, _: &dyn Watch) -> Measured {
        Measured {
            outcome: None,
            values: Vec::new(),
        }
    }
}

/// One thread's measurer behind text.
pub trait MeasureSession: Send {
    /// Measures one level, as far as that costs `most` at most.
    fn measure(
        &mut self,
        level: &Level,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Result<MeasureRow, Fault>;
}
