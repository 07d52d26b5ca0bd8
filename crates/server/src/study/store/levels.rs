//! The levels of a study, put into its database.

use super::refused::{Code, Refused, Trouble};
use super::rows::{self, LEVEL, to_json};
use crate::study::data::StudyLevel;
use crate::study::database::{Connection, DbError, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Levels that a refusal names at most.
const NAMED: usize = 5;

/// Puts a study's levels into its database. Where it has levels already, new
/// ones are added and those that nobody played may go or change; levels that
/// were played must stay as they were.
pub fn prepare_study(
    db: &mut dyn Connection,
    name: &str,
    levels: &[StudyLevel],
) -> Result<(), Trouble> {
    check_name(db, name)?;
    let kept = all_levels(db)?;
    let mut kept: BTreeMap<String, StudyLevel> = kept
        .into_iter()
        .map(|level| (level.id.clone(), level))
        .collect();
    check_played(db, &kept, levels)?;
    for level in levels {
        if kept.remove(&level.id).as_ref() != Some(level) {
            put(db, level)?;
        }
    }
    for gone in kept.keys() {
        db.execute("DELETE FROM levels WHERE id = $1", &[gone.into()])?;
    }
    db.execute(
        "INSERT INTO about (key, value) VALUES ('study', $1) ON CONFLICT (key) DO NOTHING",
        &[name.into()],
    )?;
    Ok(())
}

/// The name of the study in a database, if there is one.
pub(super) fn study_name(db: &mut dyn Connection) -> Result<Option<String>, DbError> {
    let rows = db.query("SELECT value FROM about WHERE key = 'study'", &[])?;
    rows.first().map(|row| row.text(0)).transpose()
}

/// All levels, by their ids.
pub(super) fn all_levels(db: &mut dyn Connection) -> Result<Vec<StudyLevel>, DbError> {
    let rows = db.query(&format!("SELECT {LEVEL} FROM levels ORDER BY id"), &[])?;
    rows.iter().map(rows::level).collect()
}

fn check_name(db: &mut dyn Connection, name: &str) -> Result<(), Trouble> {
    match study_name(db)? {
        Some(other) if other != name => Err(Refused::new(
            Code::Conflict,
            format!("the database holds the study {other:?}, not {name:?}"),
        )
        .hint("give each study a database of its own")
        .into()),
        _ => Ok(()),
    }
}

/// Refuses when a level that was played changed or is missing.
fn check_played(
    db: &mut dyn Connection,
    kept: &BTreeMap<String, StudyLevel>,
    levels: &[StudyLevel],
) -> Result<(), Trouble> {
    let rows = db.query("SELECT DISTINCT level FROM plays", &[])?;
    let played: BTreeSet<String> = rows
        .iter()
        .map(|row| row.text(0))
        .collect::<Result<_, _>>()?;
    let now: BTreeMap<&str, &StudyLevel> = levels
        .iter()
        .map(|level| (level.id.as_str(), level))
        .collect();
    let is_same = |id: &str| match (kept.get(id), now.get(id)) {
        (Some(old), Some(new)) => is_same_to_players(old, new),
        _ => false,
    };
    let broken: Vec<&str> = played
        .iter()
        .map(String::as_str)
        .filter(|id| !is_same(id))
        .collect();
    if broken.is_empty() {
        return Ok(());
    }
    let more = match broken.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let names = broken[..broken.len().min(NAMED)].join(", ");
    Err(Refused::new(
        Code::Conflict,
        format!("levels that people have played were changed or are missing: {names}{more}"),
    )
    .hint("put them back as they were, or start a new database")
    .into())
}

/// Whether ratings of one tell of the other. What was measured may change.
fn is_same_to_players(old: &StudyLevel, new: &StudyLevel) -> bool {
    (&old.game, &old.variant, &old.text, old.phase)
        == (&new.game, &new.variant, &new.text, new.phase)
}

fn put(db: &mut dyn Connection, level: &StudyLevel) -> Result<(), DbError> {
    let values: [Value; 8] = [
        (&level.id).into(),
        (&level.game).into(),
        (&level.variant).into(),
        (&level.text).into(),
        level.phase.name().into(),
        level.place.into(),
        level.fewest.into(),
        to_json(&level.measures)?.into(),
    ];
    db.execute(
        &format!(
            "INSERT INTO levels ({LEVEL}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
             ON CONFLICT (id) DO UPDATE SET game = excluded.game, variant = excluded.variant, \
             text = excluded.text, phase = excluded.phase, place = excluded.place, \
             fewest = excluded.fewest, measures = excluded.measures"
        ),
        &values,
    )?;
    Ok(())
}
