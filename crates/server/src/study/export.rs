//! What a study gathered, as rows for other programs: a row a play, with the
//! measures of its level beside it. `stumper fit` reads them as they are.

use super::data::{Answer, Dump, Ended, Phase, PlayRow, PlayerRow, StudyLevel};
use engine::Fault;
use lab::ratings::{ANSWER, MEASURE};
use lab::rows::{csv_line, json_line};
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap};

/// Which plays are written, and what of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only those of this game.
    pub game: Option<String>,
    /// Those of the tutorial as well.
    pub tutorial: bool,
    /// What players said about themselves as well.
    pub answers: bool,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Comma-separated values under a header.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

/// A row for each play that ended.
pub fn plays(dump: &Dump, wanted: &Wanted, format: RowFormat) -> Result<Vec<u8>, Fault> {
    check_game(dump, wanted.game.as_deref())?;
    let levels: HashMap<(&str, Phase), &StudyLevel> = dump
        .levels
        .iter()
        .map(|level| ((level.id.as_str(), level.phase), level))
        .collect();
    let players: HashMap<&str, &PlayerRow> = dump
        .players
        .iter()
        .map(|player| (player.name.as_str(), player))
        .collect();
    let scaled = scaled(dump);
    let columns = Columns::of(dump, wanted);
    let mut rows = Vec::new();
    for play in dump.plays.iter().filter(|play| wanted.has(play)) {
        let missing = |what: &str| {
            let found = format!("a play of {what} that is not there");
            Fault::new(format!("play {}", play.play), found, "whole data")
        };
        let level = levels.get(&(play.level.as_str(), play.phase));
        let player = players.get(play.player.as_str());
        let mut row = of_play(play, *level.ok_or_else(|| missing("a level"))?);
        let scaled = scaled.get(play.play.as_str()).copied();
        row.insert("scaled_rating".into(), number(scaled));
        if wanted.answers {
            let player = player.ok_or_else(|| missing("a player"))?;
            for question in &columns.answers {
                let answer = player.answers.get(question).map(|answer| match answer {
                    Answer::Number(number) => Value::from(*number),
                    Answer::Words(words) => words.as_str().into(),
                });
                row.insert(format!("{ANSWER}{question}"), answer.unwrap_or(Value::Null));
            }
        }
        rows.push(row);
    }
    Ok(columns.write(rows, format))
}

/// The measures of the levels that are rated, a row each.
pub fn measures(dump: &Dump, game: Option<&str>, format: RowFormat) -> Result<Vec<u8>, Fault> {
    check_game(dump, game)?;
    let of_game = |level: &&StudyLevel| {
        level.phase == Phase::Levels && game.is_none_or(|game| level.game == game)
    };
    let levels: Vec<&StudyLevel> = dump.levels.iter().filter(of_game).collect();
    let names: BTreeSet<&str> = levels.iter().flat_map(|l| measure_names(l)).collect();
    let columns: Vec<String> = ["id", "game", "variant"]
        .into_iter()
        .chain(names.iter().copied())
        .map(String::from)
        .collect();
    let row = |level: &&StudyLevel| {
        let mut row = Map::new();
        row.insert("id".into(), level.id.as_str().into());
        row.insert("game".into(), level.game.as_str().into());
        row.insert("variant".into(), level.variant.as_str().into());
        for name in &names {
            row.insert(name.to_string(), number(level.measures.get(*name).copied()));
        }
        row
    };
    Ok(write(&columns, levels.iter().map(row), format))
}

fn check_game(dump: &Dump, game: Option<&str>) -> Result<(), Fault> {
    let Some(game) = game else {
        return Ok(());
    };
    let games: BTreeSet<&str> = dump.levels.iter().map(|l| l.game.as_str()).collect();
    match games.contains(game) {
        true => Ok(()),
        false => {
            let games: Vec<&str> = games.into_iter().collect();
            let expected = format!("one of {}", games.join(", "));
            Err(Fault::new(
                "--game",
                engine::notation::quoted(game),
                expected,
            ))
        }
    }
}

/// Each play's rating with its player's lowest in that game as 1 and highest
/// as 10; none for players whose ratings are all the same.
pub fn scaled(dump: &Dump) -> HashMap<&str, f64> {
    let [low, high] = lab::rating::BOUNDS;
    let mut ends: HashMap<(&str, &str), (u32, u32)> = HashMap::new();
    let rated = || {
        let plays = dump.plays.iter();
        plays.filter_map(|play| Some((play, play.rating?)))
    };
    for (play, rating) in rated() {
        let who = (play.player.as_str(), play.game.as_str());
        let (least, most) = ends.entry(who).or_insert((rating, rating));
        (*least, *most) = ((*least).min(rating), (*most).max(rating));
    }
    let scaled = |(play, rating): (&'_ PlayRow, u32)| {
        let (least, most) = ends[&(play.player.as_str(), play.game.as_str())];
        let share = f64::from(rating - least) / f64::from(most - least);
        low + (high - low) * share
    };
    rated()
        .map(|(play, rating)| (play.play.as_str(), scaled((play, rating))))
        .filter(|(_, scaled)| scaled.is_finite())
        .collect()
}

/// The fewest moves of the level that a solved play took more.
pub fn moves_over_fewest(play: &PlayRow, level: &StudyLevel) -> Option<i64> {
    let closed = play.closed.as_ref()?;
    let solved = closed.ended == Ended::Solved;
    let over = i64::from(closed.moves) - i64::from(level.fewest?);
    solved.then_some(over)
}

impl Wanted {
    fn has(&self, play: &PlayRow) -> bool {
        let of_game = self.game.as_ref().is_none_or(|game| play.game == *game);
        let of_phase = self.tutorial || play.phase == Phase::Levels;
        of_game && of_phase && play.closed.is_some()
    }
}

/// The columns after those that every play has.
struct Columns {
    answers: BTreeSet<String>,
    measures: BTreeSet<String>,
}

/// What every play has.
const PLAY: [&str; 20] = [
    "player",
    "play",
    "game",
    "variant",
    "level",
    "phase",
    "number",
    "solved",
    "skipped",
    "rating",
    "scaled_rating",
    "seconds",
    "moves",
    "fewest",
    "moves_over_fewest",
    "resets",
    "hints",
    "undos",
    "opened",
    "closed",
];

impl Columns {
    fn of(dump: &Dump, wanted: &Wanted) -> Columns {
        let of_game = |game: &str| wanted.game.as_ref().is_none_or(|wanted| game == wanted);
        let levels = dump.levels.iter().filter(|level| of_game(&level.game));
        let measures = levels.flat_map(measure_names).map(String::from);
        let answers = dump.players.iter().flat_map(|player| player.answers.keys());
        Columns {
            answers: match wanted.answers {
                true => answers.cloned().collect(),
                false => BTreeSet::new(),
            },
            measures: measures.collect(),
        }
    }

    fn write(&self, rows: Vec<Map<String, Value>>, format: RowFormat) -> Vec<u8> {
        let answers = self.answers.iter().map(|name| format!("{ANSWER}{name}"));
        let measures = self.measures.iter().map(|name| format!("{MEASURE}{name}"));
        let columns = PLAY.iter().map(|name| name.to_string());
        let columns: Vec<String> = columns.chain(answers).chain(measures).collect();
        write(&columns, rows.into_iter(), format)
    }
}

fn measure_names(level: &StudyLevel) -> impl Iterator<Item = &str> {
    level.measures.keys().map(String::as_str)
}

fn number(value: Option<f64>) -> Value {
    value.map_or(Value::Null, Value::from)
}

fn of_play(play: &PlayRow, level: &StudyLevel) -> Map<String, Value> {
    let closed = play.closed.as_ref();
    let ended = |how: Ended| closed.map(|closed| closed.ended == how);
    let mut row = Map::new();
    let mut put = |name: &str, value: Value| {
        row.insert(name.into(), value);
    };
    put("player", play.player.as_str().into());
    put("play", play.play.as_str().into());
    put("game", play.game.as_str().into());
    put("variant", level.variant.as_str().into());
    put("level", play.level.as_str().into());
    put("phase", play.phase.name().into());
    put("number", play.number.into());
    put("solved", ended(Ended::Solved).into());
    put("skipped", ended(Ended::Skipped).into());
    put("rating", play.rating.into());
    put("seconds", number(closed.map(|closed| closed.seconds)));
    put("moves", closed.map(|closed| closed.moves).into());
    put("fewest", level.fewest.into());
    put("moves_over_fewest", moves_over_fewest(play, level).into());
    put("resets", closed.map(|closed| closed.resets).into());
    put("hints", closed.map(|closed| closed.hints).into());
    put("undos", closed.map(|closed| closed.undos).into());
    put("opened", play.opened.into());
    put("closed", closed.map(|closed| closed.closed).into());
    for (name, value) in &level.measures {
        put(&format!("{MEASURE}{name}"), number(Some(*value)));
    }
    row
}

fn write(
    columns: &[String],
    rows: impl Iterator<Item = Map<String, Value>>,
    format: RowFormat,
) -> Vec<u8> {
    let mut out = Vec::new();
    if format == RowFormat::Csv {
        csv_line(&mut out, columns);
    }
    for row in rows {
        match format {
            RowFormat::JsonLines => json_line(&mut out, &row),
            RowFormat::Csv => {
                let text = |name: &String| match row.get(name) {
                    None | Some(Value::Null) => String::new(),
                    Some(Value::String(text)) => plain(text),
                    Some(value) => value.to_string(),
                };
                csv_line(&mut out, columns.iter().map(text));
            }
        }
    }
    out
}

/// Words that a spreadsheet does not take for a formula.
fn plain(text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}"),
        false => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::sample;
    use lab::ratings::{Players, RatingsFile};

    #[test]
    fn rows_are_read_by_a_fit_as_they_are() {
        let (_, dump) = sample::dump(12);
        for (format, answers) in [
            (RowFormat::Csv, false),
            (RowFormat::Csv, true),
            (RowFormat::JsonLines, true),
        ] {
            let wanted = Wanted {
                answers,
                ..Wanted::default()
            };
            let text = String::from_utf8(plays(&dump, &wanted, format).unwrap()).unwrap();
            let file = RatingsFile::read("export", &text, None).unwrap();
            assert_eq!(file.game.as_deref(), Some("flow"));
            assert_eq!(file.ratings.target(None), Ok("rating"));
            let targets = &file.ratings.targets;
            assert!(targets.iter().any(|name| name == "moves_over_fewest"));
            assert!(
                !targets
                    .iter()
                    .any(|name| name.contains('m') && name.ends_with('0'))
            );
            let summary = file.ratings.summary("rating", Players::Mixed).unwrap();
            let (rows, incomplete) = file.measures.unwrap().join(&summary).unwrap();
            assert_eq!(rows.measures, ["m0", "m1", "m2"]);
            assert!(incomplete.is_empty() && rows.doubt.is_some());
        }
    }

    #[test]
    fn plays_that_ended_have_a_row_each() {
        let (_, mut dump) = sample::dump(12);
        dump.plays[1].phase = Phase::Tutorial;
        dump.levels.push(StudyLevel {
            phase: Phase::Tutorial,
            id: dump.plays[1].level.clone(),
            ..dump.levels[0].clone()
        });
        let lines = |wanted: &Wanted| {
            let text = plays(&dump, wanted, RowFormat::Csv).unwrap();
            String::from_utf8(text).unwrap().lines().count()
        };
        // One play is in the tutorial, one is open; there is a header.
        assert_eq!(lines(&Wanted::default()), 240 - 2 + 1);
        let tutorial = Wanted {
            tutorial: true,
            ..Wanted::default()
        };
        assert_eq!(lines(&tutorial), 240 - 1 + 1);
        let other = Wanted {
            game: Some("shift".into()),
            ..Wanted::default()
        };
        let fault = plays(&dump, &other, RowFormat::Csv).unwrap_err();
        assert!(fault.to_string().contains("flow"), "{fault}");
        let table = measures(&dump, Some("flow"), RowFormat::Csv).unwrap();
        assert_eq!(String::from_utf8(table).unwrap().lines().count(), 41);
    }

    #[test]
    fn ratings_are_scaled_for_each_player() {
        let (_, mut dump) = sample::dump(2);
        dump.plays.truncate(4);
        for (play, rating) in dump.plays.iter_mut().zip([Some(3), Some(4), Some(7), None]) {
            play.rating = rating;
        }
        let scaled = scaled(&dump);
        let of = |index: usize| scaled.get(dump.plays[index].play.as_str()).copied();
        assert_eq!(
            [of(0), of(1), of(2), of(3)],
            [Some(1.0), Some(3.25), Some(10.0), None]
        );
        for play in &mut dump.plays {
            play.rating = Some(5);
        }
        assert!(super::scaled(&dump).is_empty());
    }

    #[test]
    fn words_are_no_formulas() {
        let (_, dump) = sample::dump(2);
        let wanted = Wanted {
            answers: true,
            ..Wanted::default()
        };
        let text = String::from_utf8(plays(&dump, &wanted, RowFormat::Csv).unwrap()).unwrap();
        assert!(text.contains(r#""'=a lot, ""really""""#), "{text}");
    }
}
