//! The rows that flow between verbs, files and programs: one JSON object a
//! line. Keys are stable; new ones may be added. [`SCHEMA`] counts changes.

use crate::measure::Verdict;
use crate::play::Ending;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::SplitAsciiWhitespace;

/// The version of the row formats.
pub const SCHEMA: u32 = 1;

/// A solution's lengths by the names of the game's metrics.
pub type Lengths = BTreeMap<Cow<'static, str>, u64>;

/// Moves as text, which has no white space: kept in one piece, a space between
/// two, and written to JSON as a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(String);

impl Moves {
    /// None yet, with room for so many short ones.
    pub fn with_room(moves: usize) -> Moves {
        Moves(String::with_capacity(4 * moves))
    }

    /// Adds the move that `write` appends to the text.
    pub fn add(&mut self, write: impl FnOnce(&mut String)) {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        write(&mut self.0);
    }

    /// All of them, with spaces between.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Each in turn.
    pub fn iter(&self) -> SplitAsciiWhitespace<'_> {
        self.0.split_ascii_whitespace()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = &'a str;
    type IntoIter = SplitAsciiWhitespace<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<S: AsRef<str>> FromIterator<S> for Moves {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Moves {
        let mut moves = Moves::default();
        for text in texts {
            for word in text.as_ref().split_ascii_whitespace() {
                moves.add(|all| all.push_str(word));
            }
        }
        moves
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self)
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Moves, D::Error> {
        Ok(Vec::<Cow<str>>::deserialize(from)?.into_iter().collect())
    }
}

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
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
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
    /// Whether it is solved, refuted, or which limit was reached.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The moves of the solution.
    #[serde(default)]
    pub moves: Moves,
    /// The last position, for games whose solution is best seen there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub board: String,
    /// The board before the first move and after each, where it was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<String>,
    /// The same moves with their parts spelled out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepRow>,
    /// The solution's length in each of the game's metrics.
    #[serde(default)]
    pub lengths: Lengths,
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

impl SolutionRow {
    /// A row that says nothing but how it ended.
    pub fn new(id: String, solver: &str, verdict: Verdict) -> SolutionRow {
        SolutionRow {
            id,
            game: String::new(),
            variant: String::new(),
            level: String::new(),
            solver: solver.to_string(),
            verdict,
            moves: Moves::default(),
            board: String::new(),
            boards: Vec::new(),
            steps: Vec::new(),
            lengths: Lengths::new(),
            figures: BTreeMap::new(),
            checked: 0,
            generated: 0,
            seconds: None,
            peak_bytes: 0,
        }
    }
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
    pub lengths: Lengths,
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
    /// How it ended.
    pub ending: Ending,
    /// The moves themselves, where they were asked for.
    #[serde(default, skip_serializing_if = "Moves::is_empty")]
    pub moves: Moves,
    /// The fitness after each move, where it was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u32>,
    /// Wall-clock time; left out when the rows are to be repeatable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The measures of one level, as `measure` writes them.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct MeasureRow {
    /// The level's id or name.
    pub id: String,
    /// The game, where the id does not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The game's variant, where the id does not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// What the solver behind the measures found, if one was needed.
    #[serde(flatten)]
    pub verdict: Option<Verdict>,
    /// Values by name, in the game's order.
    pub measures: Measures,
}

/// A level that was made to order, as `generate` writes it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct MadeRow {
    /// The level.
    #[serde(flatten)]
    pub level: LevelRow,
    /// What the solver behind the measures found, where it was measured.
    #[serde(flatten)]
    pub verdict: Option<Verdict>,
    /// Its rating, where that was asked for.
    #[serde(flatten)]
    pub rating: Option<Rating>,
    /// Its measures, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measures: Option<Measures>,
    /// The moves of a solution, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Moves>,
}

/// How hard a level is, as `rate` writes it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct RateRow {
    /// The level's id or name.
    pub id: String,
    /// The game, where the id does not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The game's variant, where the id does not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// What the solver behind the measures found, if one was needed.
    #[serde(flatten)]
    pub verdict: Option<Verdict>,
    /// The rating, where there is one: a level that has no solution has none.
    #[serde(flatten)]
    pub rating: Option<Rating>,
}

/// How hard a level is, how sure that is, and why.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Rating {
    /// From 1, the easiest, to 10.
    pub rating: f64,
    /// Nine of ten levels that are rated so lie above this.
    pub low: f64,
    /// Nine of ten levels that are rated so lie below this.
    pub high: f64,
    /// What the rating means: `human` or `percentile`.
    pub scale: String,
    /// Random levels of the kind that are easier, in percent, where the scale
    /// is that of percentiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<f64>,
    /// The word for it: easy, medium, hard, expert.
    pub word: String,
    /// What raised or lowered it, the strongest first.
    pub parts: Vec<RatingPart>,
    /// Measures that lie outside of what the equation was made from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<String>,
}

/// What a measure did to a rating.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct RatingPart {
    /// The measure, perhaps in a formula: `log(states)`.
    pub measure: String,
    /// Its value.
    pub value: f64,
    /// Its average over the levels that the equation was made from.
    pub average: f64,
    /// Points by which the rating would be lower were the value an average one.
    pub effect: f64,
}

/// Measures by name, in the game's order; a measure without a value is left
/// out.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Measures(pub Vec<(Cow<'static, str>, f64)>);

impl Measures {
    /// The value of a measure, if it has one.
    pub fn get(&self, name: &str) -> Option<f64> {
        let mut pairs = self.0.iter();
        pairs
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    }
}

impl Serialize for Measures {
    /// Writes one object. Whole numbers are written as such.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            // Every whole number below 2^53 is the same as an integer.
            match value.fract() == 0.0 && value.abs() < (1u64 << 53) as f64 {
                true => map.serialize_entry(name, &(*value as i64))?,
                false => map.serialize_entry(name, value)?,
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Measures {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Measures;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object of numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Measures, A::Error> {
                let mut pairs = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, f64>()? {
                    pairs.push((Cow::Owned(name), value));
                }
                Ok(Measures(pairs))
            }
        }
        from.deserialize_map(Pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Limit;
    use std::fmt::Debug;

    fn check<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(row: T, keys: &[&str]) {
        let text = serde_json::to_string(&row).unwrap();
        for key in keys {
            assert!(text.contains(key), "{key} in {text}");
        }
        let back: T = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!(back, row, "{text}");
    }

    fn level() -> LevelRow {
        LevelRow {
            id: "file.txt".into(),
            game: "flow".into(),
            variant: "5x5".into(),
            level: "..\n".into(),
        }
    }

    #[test]
    fn every_row_reads_back_what_it_writes() {
        check(level(), &["\"game\":\"flow\""]);
        let mut solution = SolutionRow::new("a:b#1".into(), "fast", Verdict::Solved);
        solution.moves = ["1a"].iter().collect();
        solution.steps = vec![StepRow {
            from: "1".into(),
            to: "a".into(),
            count: 1,
            card: "KH".into(),
        }];
        solution.lengths.insert("moves".into(), 1);
        solution.figures.insert("cells".into(), 3);
        solution.seconds = Some(0.25);
        check(solution, &["\"outcome\":\"solved\",\"moves\""]);
        for (verdict, key) in [
            (Verdict::Unsolvable, "\"outcome\":\"unsolvable\""),
            (
                Verdict::GaveUp(Limit::Memory),
                "\"outcome\":\"gave-up\",\"limit\":\"memory\"",
            ),
        ] {
            check(SolutionRow::new("a:b#1".into(), "fast", verdict), &[key]);
        }
        let measures = Measures(vec![("moves".into(), 7.0), ("share".into(), 0.125)]);
        check(
            MeasureRow {
                id: "a:b#1".into(),
                game: String::new(),
                variant: String::new(),
                verdict: Some(Verdict::GaveUp(Limit::Time)),
                measures: measures.clone(),
            },
            &["\"measures\":{\"moves\":7,\"share\":0.125}"],
        );
        let plain = MadeRow {
            level: level(),
            verdict: None,
            rating: None,
            measures: None,
            solution: None,
        };
        check(plain.clone(), &[]);
        let whole = MadeRow {
            verdict: Some(Verdict::Solved),
            measures: Some(measures),
            solution: Some(["R"].iter().collect()),
            ..plain
        };
        check(whole, &["\"outcome\":\"solved\"", "\"solution\":[\"R\"]"]);
        check(
            VerdictRow {
                id: "a:b#1".into(),
                valid: false,
                fault: Some("move 1".into()),
                lengths: Lengths::new(),
            },
            &["\"valid\":false"],
        );
        check(
            PlayRow {
                id: "a:b#1".into(),
                player: "random".into(),
                won: false,
                fitness: 3,
                rounds: 17,
                ending: Ending::NoMoves,
                moves: ["d"].iter().collect(),
                path: vec![0, 1],
                seconds: None,
            },
            &["\"ending\":\"no-moves\""],
        );
    }

    #[test]
    fn a_row_without_its_outcome_is_refused() {
        let text = r#"{"id":"a","solver":"s","moves":[],"checked":0,"generated":0,"peak_bytes":0}"#;
        let why = serde_json::from_str::<SolutionRow>(text).unwrap_err();
        assert!(why.to_string().contains("outcome"), "{why}");
    }
}
