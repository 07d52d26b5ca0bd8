//! Rows of JSON, as verbs write them and read them back.

use super::{Target, sound};
use crate::corpus::Corpus;
use engine::record::{LevelRow, MadeRow, MeasureRow, PlayRow, SolutionRow, VerdictRow};
use games::GAMES;
use games::levels::{Defaults, RowLevel, parse_row};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Rows.
pub(super) const ROWS: Target = Target {
    name: "rows",
    summary: "a row that is read is written and read back the same",
    run: rows,
    seeds: |corpus: &Corpus| {
        corpus
            .rows
            .iter()
            .map(|row| row.clone().into_bytes())
            .collect()
    },
    turn: 100,
};

fn rows(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let taken = [
        row::<LevelRow>(&text),
        row::<SolutionRow>(&text),
        row::<VerdictRow>(&text),
        row::<MeasureRow>(&text),
        row::<MadeRow>(&text),
        row::<PlayRow>(&text),
    ];
    if let Some(level) = sound(parse_row::<RowLevel>(&text, "row", "a row with an id")) {
        sound(level.task(&Defaults::of(GAMES[0]), "row".into()));
    }
    taken.contains(&true)
}

fn row<R: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) -> bool {
    let Some(row) = sound(parse_row::<R>(text, "row", "a row")) else {
        return false;
    };
    let printed = serde_json::to_string(&row).expect("a row is written");
    let back: R = serde_json::from_str(&printed).expect("a written row reads back");
    assert_eq!(back, row, "{printed}");
    true
}
