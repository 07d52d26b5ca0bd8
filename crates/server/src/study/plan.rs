//! A study's file: what is played, who is asked what, and how levels are
//! handed out. It is TOML; everything but a name, a title, a consent text and
//! levels has a usual value.

use super::api::{PlayView, Question, QuestionKind, Scale, Texts};
use super::data::{Answer, Answers};
use engine::Fault;
use engine::notation::quoted;
use games::find_game;
use lab::rating::BOUNDS;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// No file of a study is larger.
pub const LARGEST: usize = 1 << 20;
/// Most characters of an answer in words.
pub const LONGEST_ANSWER: usize = 2_000;
const LONGEST_NAME: usize = 40;
const LONGEST_TEXT: usize = 20_000;
const MOST_QUESTIONS: usize = 50;

/// A study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// A short name, which its database belongs to.
    pub name: String,
    /// What players see it called.
    pub title: String,
    /// The language of its texts.
    #[serde(default = "english")]
    pub language: String,
    /// Most players that are taken.
    #[serde(default = "many")]
    pub players: u32,
    /// Whether new players are taken.
    #[serde(default = "yes")]
    pub open: bool,
    /// What players read.
    pub texts: Texts,
    /// What players are asked about themselves.
    #[serde(default)]
    pub questions: Vec<Question>,
    /// How levels are played.
    #[serde(default)]
    pub play: PlayView,
    /// How they are rated.
    #[serde(default)]
    pub rating: Scale,
    /// How they are handed out.
    #[serde(default)]
    pub pick: Pick,
    /// What is kept of a play.
    #[serde(default)]
    pub record: Record,
    /// What is played.
    pub games: Vec<GamePlan>,
}

/// How levels are handed out: at random, those with fewer ratings likelier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pick {
    /// How much likelier: a level with n ratings more than the one with the
    /// fewest has a weight of 1/(1+n) to this power. 0 is plain chance.
    pub bias: f64,
}

impl Default for Pick {
    fn default() -> Pick {
        Pick { bias: 2.0 }
    }
}

/// What is kept of a play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    /// Whether the moves are kept with their times. They are replayed in any
    /// case; without them there is nothing to look at again.
    pub moves: bool,
}

impl Default for Record {
    fn default() -> Record {
        Record { moves: true }
    }
}

/// A game of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePlan {
    /// Its name.
    pub game: String,
    /// What the study says of it.
    #[serde(default)]
    pub words: String,
    /// Levels to learn it by, the easiest first.
    #[serde(default)]
    pub tutorial: Vec<Supply>,
    /// Levels to rate.
    pub levels: Vec<Supply>,
}

/// Where levels come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Supply {
    /// Ids, a range of them, a pack or a file beside the study's.
    Named(String),
    /// Made to order.
    Made(Recipe),
}

/// Levels made to order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The kind of level, as ids have it: `9x9,colours=8`.
    pub kind: String,
    /// How many.
    pub count: u64,
    /// The first number to try.
    #[serde(default = "one")]
    pub first: u64,
    /// What has to hold of each, as `moves=6..8`.
    #[serde(default)]
    pub keep: Vec<String>,
    /// Ratings from the first to the second, rising.
    #[serde(default)]
    pub difficulty: Option<[f64; 2]>,
}

fn english() -> String {
    "en".into()
}

fn many() -> u32 {
    100_000
}

fn yes() -> bool {
    true
}

fn one() -> u64 {
    1
}

impl Plan {
    /// Reads a study's file; the place is its name for people.
    pub fn read(place: &str, text: &str) -> Result<Plan, Fault> {
        if text.len() > LARGEST {
            let found = format!("{} bytes", text.len());
            return Err(Fault::new(place, found, "a study of at most a megabyte"));
        }
        let plan: Plan = toml::from_str(text).map_err(|why| {
            let line = why
                .span()
                .map(|span| text[..span.start.min(text.len())].lines().count().max(1));
            let place = match line {
                Some(line) => format!("{place}, line {line}"),
                None => place.to_string(),
            };
            Fault::new(place, why.message().trim(), "a study")
                .hint("`stumper study new` writes one to begin with")
        })?;
        plan.check().map_err(|fault| fault.within(place))?;
        Ok(plan)
    }

    /// The version of the consent text: it changes when the text does.
    pub fn consent(&self) -> String {
        hex(&Sha256::digest(self.texts.consent.trim()))[..12].to_string()
    }

    fn check(&self) -> Result<(), Fault> {
        check_name("name", &self.name)?;
        for (name, text) in [("title", &self.title), ("language", &self.language)] {
            if text.trim().is_empty() || text.len() > 200 {
                return Err(Fault::new(name, quoted(text), "some words"));
            }
        }
        let texts = &self.texts;
        if texts.consent.trim().is_empty() {
            let fault = Fault::new("texts.consent", "nothing", "what players agree to");
            return Err(fault.hint("say what is kept, why, and whom to ask"));
        }
        for (name, text) in [
            ("texts.welcome", &texts.welcome),
            ("texts.consent", &texts.consent),
            ("texts.instructions", &texts.instructions),
            ("texts.rating", &texts.rating),
            ("texts.thanks", &texts.thanks),
            ("texts.contact", &texts.contact),
        ] {
            if text.len() > LONGEST_TEXT {
                let found = format!("{} bytes", text.len());
                return Err(Fault::new(name, found, format!("{LONGEST_TEXT} at most")));
            }
        }
        self.check_questions()?;
        self.check_numbers()?;
        if self.games.is_empty() {
            return Err(Fault::new("games", "none", "one at least"));
        }
        for (index, of) in self.games.iter().enumerate() {
            of.check()
                .map_err(|fault| fault.within(&format!("games[{}]", of.game)))?;
            let same = |other: &GamePlan| other.game == of.game;
            if self.games[..index].iter().any(same) {
                return Err(Fault::new("games", format!("{} twice", of.game), "it once"));
            }
        }
        Ok(())
    }

    fn check_questions(&self) -> Result<(), Fault> {
        if self.questions.len() > MOST_QUESTIONS {
            let found = self.questions.len().to_string();
            let expected = format!("{MOST_QUESTIONS} at most");
            return Err(Fault::new("questions", found, expected));
        }
        for (index, question) in self.questions.iter().enumerate() {
            let place = format!("questions[{}]", question.id);
            check_name(&place, &question.id)?;
            let same = |other: &Question| other.id == question.id;
            if self.questions[..index].iter().any(same) {
                return Err(Fault::new(place, "it twice", "an id of its own"));
            }
            if question.text.trim().is_empty() || question.text.len() > LONGEST_TEXT {
                return Err(Fault::new(place, quoted(&question.text), "a question"));
            }
            let is_choice = question.kind == QuestionKind::Choice;
            if is_choice == question.choices.is_empty() {
                let expected = "choices where the kind is choice, and only there";
                let found = format!("{} choices", question.choices.len());
                return Err(Fault::new(place, found, expected));
            }
            let mut choices = question.choices.clone();
            choices.sort();
            choices.dedup();
            let is_empty = |choice: &String| choice.trim().is_empty();
            if choices.len() < question.choices.len() || choices.iter().any(is_empty) {
                let expected = "choices that differ, none of them empty";
                return Err(Fault::new(
                    place,
                    "choices that are alike, or empty",
                    expected,
                ));
            }
            let low = question.low.unwrap_or(f64::MIN);
            let high = question.high.unwrap_or(f64::MAX);
            if !(low <= high && low.is_finite() && high.is_finite()) {
                let found = format!("from {low} to {high}");
                return Err(Fault::new(place, found, "a low and a higher number"));
            }
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), Fault> {
        let Scale { low, high, .. } = self.rating;
        if !(low < high && high <= 100) {
            let found = format!("from {low} to {high}");
            let expected = "two whole numbers, the second larger, at most 100";
            return Err(Fault::new("rating", found, expected));
        }
        if !(0.0..=20.0).contains(&self.pick.bias) {
            let found = self.pick.bias.to_string();
            return Err(Fault::new("pick.bias", found, "a number from 0 to 20"));
        }
        if self.players == 0 {
            let fault = Fault::new("players", "0", "one at least");
            return Err(fault.hint("open = false takes no new players"));
        }
        if self.play.skip_after > 24 * 3600 {
            let found = self.play.skip_after.to_string();
            return Err(Fault::new(
                "play.skip_after",
                found,
                "seconds, a day at most",
            ));
        }
        Ok(())
    }

    /// Refuses answers that do not fit the questions.
    pub fn check_answers(&self, answers: &Answers) -> Result<(), String> {
        for id in answers.keys() {
            if !self.questions.iter().any(|question| question.id == *id) {
                return Err(format!("there is no question {}", quoted(id)));
            }
        }
        for question in &self.questions {
            match answers.get(&question.id) {
                None if question.required => {
                    return Err(format!("the question {} has no answer", question.id));
                }
                None => {}
                Some(answer) if fits(question, answer) => {}
                Some(_) => return Err(format!("the answer to {} does not fit", question.id)),
            }
        }
        Ok(())
    }
}

fn fits(question: &Question, answer: &Answer) -> bool {
    match (question.kind, answer) {
        (QuestionKind::Choice, Answer::Words(words)) => question.choices.contains(words),
        (QuestionKind::Number, Answer::Number(number)) => {
            number.is_finite()
                && question.low.is_none_or(|low| low <= *number)
                && question.high.is_none_or(|high| *number <= high)
        }
        (QuestionKind::Text, Answer::Words(words)) => {
            words.chars().count() <= LONGEST_ANSWER && !words.contains('\0')
        }
        _ => false,
    }
}

impl GamePlan {
    fn check(&self) -> Result<(), Fault> {
        let game = find_game(&self.game)?;
        if game.about().name != self.game {
            let expected = format!("its full name, {}", game.about().name);
            return Err(Fault::new("game", quoted(&self.game), expected));
        }
        if self.words.len() > LONGEST_TEXT {
            return Err(Fault::new("words", "too many", "a sentence or two"));
        }
        if self.levels.is_empty() {
            return Err(Fault::new("levels", "none", "one at least"));
        }
        for supply in self.tutorial.iter().chain(&self.levels) {
            if let Supply::Made(recipe) = supply {
                recipe.check()?;
            }
        }
        Ok(())
    }
}

impl Recipe {
    fn check(&self) -> Result<(), Fault> {
        if !(1..=10_000).contains(&self.count) {
            let found = self.count.to_string();
            return Err(Fault::new("count", found, "1 to 10000"));
        }
        let [low, high] = BOUNDS;
        let within = |[from, to]: [f64; 2]| low <= from && from <= to && to <= high;
        match self.difficulty {
            Some(wanted) if !within(wanted) => {
                let found = format!("{wanted:?}");
                let expected = "a low and a higher rating, as [2, 9]";
                Err(Fault::new("difficulty", found, expected))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses what is not a short name of small letters, digits and signs.
fn check_name(place: &str, name: &str) -> Result<(), Fault> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    match (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(fits) {
        true => Ok(()),
        false => {
            let expected = format!("small letters, digits, - and _, {LONGEST_NAME} at most");
            Err(Fault::new(place, quoted(name), expected))
        }
    }
}

/// Bytes as hex digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
name = "small"
title = "Small"
[texts]
consent = "Your plays are kept."
[[questions]]
id = "age"
text = "How old are you?"
kind = "number"
low = 1
high = 120
required = true
[[games]]
game = "shift"
tutorial = ["shift:3x3#1"]
levels = ["shift:4x4#1-3", { kind = "5x5", count = 2, keep = ["moves=6..8"] }]
"#;

    #[test]
    fn what_is_not_said_is_as_usual() {
        let plan = Plan::read("small.toml", SMALL).expect("a study");
        assert_eq!((plan.play.skip_after, plan.play.hints), (60, false));
        assert_eq!((plan.rating.low, plan.rating.high), (1, 10));
        assert_eq!(plan.pick.bias, 2.0);
        assert!(plan.open && plan.record.moves);
        assert_eq!(plan.games[0].levels.len(), 2);
        assert_eq!(plan.consent().len(), 12);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (from, to, place) in [
            ("name = \"small\"", "name = \"Small!\"", "small.toml: name"),
            ("title = \"Small\"", "titel = \"Small\"", "small.toml, line"),
            ("kind = \"number\"", "kind = \"dream\"", "small.toml, line"),
            (
                "consent = \"Your plays are kept.\"",
                "consent = \" \"",
                "texts.consent",
            ),
            ("game = \"shift\"", "game = \"chess\"", "games[chess]"),
            ("count = 2", "count = 0", "count"),
            ("low = 1\n", "low = 130\n", "questions[age]"),
            ("kind = \"number\"", "kind = \"choice\"", "questions[age]"),
            ("high = 120", "high = 120\nage", "small.toml, line"),
            ("high = 120", "high = inf", "questions[age]"),
            (
                "kind = \"number\"",
                "kind = \"choice\"\nchoices = [\"a\", \"a\"]",
                "questions[age]",
            ),
            ("title =", "players = 0\ntitle =", "players"),
        ] {
            let text = SMALL.replace(from, to);
            assert_ne!(text, SMALL, "{from}");
            let fault = Plan::read("small.toml", &text).expect_err(to);
            assert!(fault.to_string().contains(place), "{to}: {fault}");
        }
    }

    #[test]
    fn answers_fit_their_questions() {
        let plan = Plan::read("small.toml", SMALL).expect("a study");
        let check = |json: &str| {
            let answers: Answers = serde_json::from_str(json).expect("answers");
            plan.check_answers(&answers)
        };
        assert_eq!(check(r#"{"age": 30}"#), Ok(()));
        for wrong in [
            r#"{}"#,
            r#"{"age": 0}"#,
            r#"{"age": "30"}"#,
            r#"{"age": 30, "b": 1}"#,
        ] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }
}
