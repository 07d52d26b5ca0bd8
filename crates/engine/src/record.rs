//! The rows that flow between verbs, files and programs: one JSON object a
//! line. Keys are stable; new ones may be added. [`SCHEMA`] counts changes.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// The version of the row formats.
pub const SCHEMA: u32 = 1;

/// One level, as `deal` writes it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct LevelRow {
    /// The level's id or name.
    pub id: String,
    /// The game, where the id does not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The game's variant, where the id does not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// The level's text.
    pub level: String,
}

/// One solved, refuted or abandoned level, as `solve` writes it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Default)]
pub struct SolutionRow {
    /// The level's id or name.
    pub id: String,
    /// The game, where the id does not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The variant that was solved, where the id does not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// The level's text, where the id does not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub level: String,
    /// The solver's name.
    pub solver: String,
    /// `solved`, `unsolvable` or `gave-up`.
    pub outcome: String,
    /// The limit that was reached, if it gave up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The moves of the solution.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The last position, for games whose solution is best seen there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub board: String,
    /// The same moves with their parts spelled out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepRow>,
    /// The solution's length in each of the game's metrics.
    #[serde(default)]
    pub lengths: BTreeMap<String, u64>,
    /// Further findings of this solver.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, u64>,
    /// States whose moves were looked at.
    pub checked: u64,
    /// States reached by those moves.
    pub generated: u64,
    /// Wall-clock time; left out when the rows are to be repeatable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The most bytes that the solver's tables and queues needed.
    pub peak_bytes: u64,
}

/// One move in parts.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct StepRow {
    /// The place it leaves.
    pub from: String,
    /// The place it reaches.
    pub to: String,
    /// How many pieces move.
    pub count: u32,
    /// The piece that moves (of a run, the one that leads it).
    pub card: String,
}

/// One checked solution, as `verify` writes it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct VerdictRow {
    /// The level's id or name.
    pub id: String,
    /// Whether every move is legal and the level ends solved.
    pub valid: bool,
    /// What is wrong, if anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The solution's length in each of the game's metrics.
    #[serde(default)]
    pub lengths: BTreeMap<String, u64>,
}

/// One game that was played, as `simulate` writes it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct PlayRow {
    /// The level's id or name.
    pub id: String,
    /// The player's name.
    pub player: String,
    /// Whether it was won.
    pub won: bool,
    /// How far it came.
    pub fitness: u32,
    /// The moves made.
    pub rounds: u64,
    /// How it ended: `won`, `stuck`, `no-moves`, `gave-up` or `too-long`.
    pub ending: String,
    /// The moves themselves, where they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The fitness after each move, where it was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u32>,
    /// Wall-clock time; left out when the rows are to be repeatable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The measures of one level, as `measure` writes them.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct MeasureRow {
    /// The level's id or name.
    pub id: String,
    /// The game, where the id does not tell it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The game's variant, where the id does not tell it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// `solved`, `unsolvable` or `gave-up`: what the solver behind the
    /// measures found.
    pub outcome: String,
    /// The limit that was reached, if it gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Values by name, in the game's order; a measure without a value is left
    /// out.
    #[serde(serialize_with = "by_name")]
    pub measures: Vec<(&'static str, f64)>,
}

/// Writes pairs as one object. Whole numbers are written as such.
pub fn by_name<S: Serializer>(pairs: &[(&'static str, f64)], to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(pairs.len()))?;
    for &(name, value) in pairs {
        // Every whole number below 2^53 is the same as an integer.
        match value.fract() == 0.0 && value.abs() < (1u64 << 53) as f64 {
            true => map.serialize_entry(name, &(value as i64))?,
            false => map.serialize_entry(name, &value)?,
        }
    }
    map.end()
}
