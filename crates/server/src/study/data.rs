//! What is kept of a study, as rows: its levels, its players, their plays.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A part of a study.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Levels to learn the game by; they are not rated.
    Tutorial,
    /// Levels to rate.
    Levels,
}

impl Phase {
    /// As it is kept.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Tutorial => "tutorial",
            Phase::Levels => "levels",
        }
    }

    /// The phase of that name.
    pub fn of(name: &str) -> Option<Phase> {
        [Phase::Tutorial, Phase::Levels]
            .into_iter()
            .find(|phase| phase.name() == name)
    }
}

/// How a play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// The level was solved.
    Solved,
    /// The player gave it up.
    Skipped,
}

impl Ended {
    /// As it is kept.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Solved => "solved",
            Ended::Skipped => "skipped",
        }
    }

    /// The ending of that name.
    pub fn of(name: &str) -> Option<Ended> {
        [Ended::Solved, Ended::Skipped]
            .into_iter()
            .find(|ended| ended.name() == name)
    }
}

/// An answer to a question about the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Answer {
    /// A number.
    Number(f64),
    /// Words, or one of the choices.
    Words(String),
}

/// Answers by the ids of their questions.
pub type Answers = BTreeMap<String, Answer>;

/// A level of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyLevel {
    /// Its id, as `flow:9x9#17`.
    pub id: String,
    /// The name of its game.
    pub game: String,
    /// The game's variant, as readers of its text need it.
    pub variant: String,
    /// The level itself.
    pub text: String,
    /// Which part it belongs to.
    pub phase: Phase,
    /// Its place in that part of its game, from 0.
    pub place: u32,
    /// The fewest moves as people count them, where a solver finds them.
    pub fewest: Option<u32>,
    /// What was measured of it.
    pub measures: BTreeMap<String, f64>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRow {
    /// Twelve hex digits that tell players apart and nothing else.
    pub name: String,
    /// When the player agreed, in milliseconds since 1970.
    pub since: i64,
    /// The version of the consent text that was agreed to.
    pub consent: String,
    /// What the player said about themself.
    pub answers: Answers,
    /// Games whose tutorial the player skipped.
    pub tutorials_skipped: Vec<String>,
}

/// One thing that was done in a play: exactly one of the fields beside `at`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Milliseconds of play since the board was first shown.
    #[schema(minimum = 0, maximum = 2592000000u64)]
    pub at: u64,
    /// Plain moves made by one gesture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<String>,
    /// So many plain moves were taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 50000)]
    pub back: Option<u32>,
    /// Back to the start.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reset: bool,
    /// A hint was shown.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hint: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// What is known of a play that ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Closed {
    /// How it ended.
    pub ended: Ended,
    /// When the server took it, in milliseconds since 1970.
    pub closed: i64,
    /// Seconds of play.
    pub seconds: f64,
    /// Gestures that made moves, which is what a person counts.
    pub moves: u32,
    /// Times back to the start.
    pub resets: u32,
    /// Hints shown.
    pub hints: u32,
    /// Gestures taken back.
    pub undos: u32,
}

/// A player at a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayRow {
    /// Its id: sixteen hex digits.
    pub play: String,
    /// The player's name.
    pub player: String,
    /// The name of the game.
    pub game: String,
    /// The level's id.
    pub level: String,
    /// Which part the level belongs to.
    pub phase: Phase,
    /// The number of this play among the player's of this part, from 1.
    pub number: u32,
    /// When the level was handed out, in milliseconds since 1970.
    pub opened: i64,
    /// How it ended, if it did.
    pub closed: Option<Closed>,
    /// The rating, if there is one.
    pub rating: Option<u32>,
}

impl PlayRow {
    /// Whether nothing is missing: it was skipped, needs no rating or has one.
    pub fn is_done(&self) -> bool {
        let Some(closed) = &self.closed else {
            return false;
        };
        closed.ended == Ended::Skipped || self.phase == Phase::Tutorial || self.rating.is_some()
    }
}

/// All that a study has gathered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dump {
    /// The study's name.
    pub study: String,
    /// The ends of the scale that levels are rated by, where it is known.
    #[serde(default)]
    pub scale: Option<[u32; 2]>,
    /// Its levels, by game, part and place.
    pub levels: Vec<StudyLevel>,
    /// Its players, by name.
    pub players: Vec<PlayerRow>,
    /// Their plays, by player, game and time.
    pub plays: Vec<PlayRow>,
}
