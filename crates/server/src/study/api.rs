//! What page and server say to each other, as JSON. The page's side of it is
//! `web/src/study/types.ts`; the description for other programs is generated
//! from here.

use super::data::{Answers, Ended, Event, Phase};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A study, as its players see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StudyView {
    /// Its short name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The language of its texts, as `en`.
    pub language: String,
    /// The version of the consent text, which is sent back with consent.
    pub consent: String,
    /// What players read.
    pub texts: Texts,
    /// What players are asked about themselves.
    pub questions: Vec<Question>,
    /// What is played.
    pub games: Vec<GameView>,
    /// How it is played.
    pub play: PlayView,
    /// How it is rated.
    pub rating: Scale,
    /// Whether new players are taken.
    pub open: bool,
    /// Whether what is done in a play is kept, with its times.
    pub recorded: bool,
}

/// Plain texts; an empty line separates paragraphs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Texts {
    /// The first thing that is read.
    pub welcome: String,
    /// What players agree to.
    pub consent: String,
    /// How it goes on, before the first level.
    pub instructions: String,
    /// The question that a rating answers.
    pub rating: String,
    /// The end.
    pub thanks: String,
    /// Whom to ask.
    pub contact: String,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum QuestionKind {
    /// By one of the choices.
    Choice,
    /// By a number.
    Number,
    /// By a few words.
    Text,
}

/// A question about the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Its name in answers and exports.
    pub id: String,
    /// What is asked.
    pub text: String,
    /// How it is answered.
    pub kind: QuestionKind,
    /// What can be chosen.
    #[serde(default)]
    pub choices: Vec<String>,
    /// The least number.
    #[serde(default)]
    pub low: Option<f64>,
    /// The largest number.
    #[serde(default)]
    pub high: Option<f64>,
    /// Whether it must be answered.
    #[serde(default)]
    pub required: bool,
}

/// A game of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameView {
    /// Its name.
    pub game: String,
    /// Its title.
    pub title: String,
    /// What the study says of it.
    pub words: String,
    /// Levels of its tutorial.
    pub tutorial: u32,
    /// Levels to rate.
    pub levels: u32,
}

/// How levels are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PlayView {
    /// Seconds of play after which a level can be skipped.
    pub skip_after: u32,
    /// Whether hints can be asked for.
    pub hints: bool,
    /// Whether moves can be taken back one by one.
    pub undo: bool,
    /// Whether the player sees the time.
    pub timer: bool,
}

impl Default for PlayView {
    fn default() -> PlayView {
        PlayView {
            skip_after: 60,
            hints: false,
            undo: true,
            timer: false,
        }
    }
}

/// The scale of ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scale {
    /// The least rating.
    pub low: u32,
    /// The largest.
    pub high: u32,
    /// What the least means.
    pub lowest: String,
    /// What the largest means.
    pub highest: String,
}

impl Default for Scale {
    fn default() -> Scale {
        Scale {
            low: 1,
            high: 10,
            lowest: "very easy".into(),
            highest: "very hard".into(),
        }
    }
}

/// Somebody agrees to take part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// The version of the text that was agreed to.
    #[schema(max_length = 64)]
    pub consent: String,
    /// Answers to the questions.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, super::data::Answer>)]
    pub answers: Answers,
}

/// How far a player is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlayerView {
    /// Twelve hex digits.
    #[schema(pattern = "^[0-9a-f]{12}$")]
    pub name: String,
    /// When the player agreed, in milliseconds since 1970.
    pub since: i64,
    /// How far in each game.
    pub games: Vec<Progress>,
}

/// Where a player is in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// In its tutorial.
    Tutorial,
    /// At the levels to rate.
    Levels,
    /// Through.
    Done,
}

/// How far a player is in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Progress {
    /// The game's name.
    pub game: String,
    /// What comes next.
    pub phase: Stage,
    /// Tutorial levels that ended.
    pub tutorial: u32,
    /// Levels rated.
    pub rated: u32,
    /// Levels skipped.
    pub skipped: u32,
    /// Levels to rate in all.
    pub levels: u32,
    /// The play under way.
    pub open: Option<String>,
}

/// Which game a player wants to go on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfGame {
    /// The game's name.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    pub game: String,
}

/// What a player is to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Next {
    /// Nothing when all levels are done.
    pub play: Option<PlayNow>,
}

/// Whether a play still wants moves, or only a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayState {
    /// It is played.
    Open,
    /// It ended, and its rating is missing.
    Played,
}

/// A play under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlayNow {
    /// Its id.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    pub play: String,
    /// The game's name.
    pub game: String,
    /// Which part it belongs to.
    pub phase: Phase,
    /// Its number in this part, from 1.
    pub number: u32,
    /// Levels of this part.
    pub of: u32,
    /// What it still wants.
    pub state: PlayState,
    /// Whether a rating follows when it is solved.
    pub rated: bool,
    /// When it was handed out, in milliseconds since 1970.
    pub opened: i64,
    /// What is played.
    pub level: LevelView,
}

/// A level, as the rules in a browser start it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LevelView {
    /// Its id.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The game's variant.
    pub variant: String,
    /// The level itself.
    pub text: String,
}

/// The end of a play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Finish {
    /// How it ended.
    pub ended: Ended,
    /// All that was done, in order.
    #[schema(max_items = 20000)]
    pub events: Vec<Event>,
    /// Seconds of play.
    #[schema(minimum = 0, maximum = 2592000)]
    pub seconds: f64,
    /// Times back to the start.
    #[schema(maximum = 20000)]
    pub resets: u32,
    /// Hints shown.
    #[schema(maximum = 20000)]
    pub hints: u32,
    /// Gestures taken back.
    #[schema(maximum = 20000)]
    pub undos: u32,
}

/// A play that was kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Finished {
    /// Its id.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    pub play: String,
    /// Whether the level was solved.
    pub solved: bool,
    /// Gestures that made moves.
    pub moves: u32,
    /// The fewest moves, where they are known.
    pub fewest: Option<u32>,
    /// Whether its rating is missing.
    pub rated: bool,
}

/// What a player says of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// How hard it was.
    #[schema(maximum = 100)]
    pub rating: u32,
}

/// A rating that was kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rated {
    /// The play's id.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    pub play: String,
    /// The rating.
    pub rating: u32,
}

/// All that is kept of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Mine {
    /// The player.
    pub player: MyPlayer,
    /// The player's plays.
    pub plays: Vec<KeptPlay>,
}

/// A player, as the player sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyPlayer {
    /// Twelve hex digits.
    #[schema(pattern = "^[0-9a-f]{12}$")]
    pub name: String,
    /// When the player agreed, in milliseconds since 1970.
    pub since: i64,
    /// The version of the text that was agreed to.
    pub consent: String,
    /// What the player said.
    #[schema(value_type = std::collections::BTreeMap<String, super::data::Answer>)]
    pub answers: Answers,
}

/// A play, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct KeptPlay {
    /// Its id.
    #[schema(pattern = "^[0-9a-f]{16}$")]
    pub play: String,
    /// The player's name.
    #[schema(pattern = "^[0-9a-f]{12}$")]
    pub player: String,
    /// The game's name.
    pub game: String,
    /// The level's id.
    pub level: String,
    /// Which part it belongs to.
    pub phase: Phase,
    /// When it was handed out, in milliseconds since 1970.
    pub opened: i64,
    /// How it ended.
    pub ended: Option<Ended>,
    /// When it ended.
    pub closed: Option<i64>,
    /// Seconds of play.
    pub seconds: Option<f64>,
    /// Gestures that made moves.
    pub moves: Option<u32>,
    /// Times back to the start.
    pub resets: Option<u32>,
    /// Hints shown.
    pub hints: Option<u32>,
    /// Gestures taken back.
    pub undos: Option<u32>,
    /// The rating.
    pub rating: Option<u32>,
    /// All that was done; left out of lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

/// A play to look at again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Replay {
    /// The play.
    #[serde(flatten)]
    pub play: KeptPlay,
    /// The level itself.
    pub level_text: String,
    /// The game's variant.
    pub variant: String,
    /// The fewest moves, where they are known.
    pub fewest: Option<u32>,
}

/// Plays, for who runs the study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Plays {
    /// By their ids.
    pub plays: Vec<KeptPlay>,
}

/// What was erased.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Erased {
    /// The number of plays.
    pub plays: u32,
}

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Refusal {
    /// What is wrong.
    pub error: Wrong,
}

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Wrong {
    /// One of a few words, for programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}
