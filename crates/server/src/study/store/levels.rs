//! The levels of a study, put into its database.

use super::refused::{Code, Refused, Trouble};
use super::rows::{self, AFTER_LEVEL, LEVEL, to_json};
use crate::study::data::StudyLevel;
use crate::study::database::{Connection, DbError, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Levels that a refusal names at most.
const NAMED: usize = 5;

/// Puts a study's levels and the ends of its scale into its database. Where it
/// has levels already, new ones are added and those that nobody played may go
/// or change; levels that were played must stay as they were, and the scale
/// too once there is a rating. Levels that go stay in the table, for other
/// servers that still have them.
pub fn prepare_study(
    db: &mut dyn Connection,
    name: &str,
    scale: [u32; 2],
    levels: &[StudyLevel],
) -> Result<(), Trouble> {
    check_study(db, name, scale, levels)?;
    let rows = db.query(&format!("SELECT {LEVEL}, active FROM levels"), &[])?;
    let mut kept = BTreeMap::new();
    for row in &rows {
        let (level, active) = (rows::level(row)?, row.integer(AFTER_LEVEL)? != 0);
        kept.insert(level.id.clone(), (level, active));
    }
    for level in levels {
        match kept.remove(&level.id) {
            Some((same, true)) if same == *level => {}
            _ => put(db, level)?,
        }
    }
    for gone in kept.keys() {
        db.execute("UPDATE levels SET active = 0 WHERE id = $1", &[gone.into()])?;
    }
    db.execute(
        "INSERT INTO about (key, value) VALUES ('study', $1) ON CONFLICT (key) DO NOTHING",
        &[name.into()],
    )?;
    db.execute(
        "INSERT INTO about (key, value) VALUES ('scale', $1) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        &[format!("{}..{}", scale[0], scale[1]).into()],
    )?;
    Ok(())
}

/// Refuses a study that does not fit what a database holds: another name,
/// another scale than people rated by, other levels than people played. It
/// changes nothing, and reads tables of all versions.
pub fn check_study(
    db: &mut dyn Connection,
    name: &str,
    scale: [u32; 2],
    levels: &[StudyLevel],
) -> Result<(), Trouble> {
    check_name(db, name)?;
    check_scale(db, scale)?;
    let rows = db.query(&format!("SELECT {LEVEL} FROM levels"), &[])?;
    let kept = rows.iter().map(|row| {
        let level = rows::level(row)?;
        Ok((level.id.clone(), level))
    });
    let kept = kept.collect::<Result<_, DbError>>()?;
    check_played(db, &kept, levels)
}

/// The name of the study in a database, if there is one.
pub(super) fn study_name(db: &mut dyn Connection) -> Result<Option<String>, DbError> {
    about(db, "study")
}

/// The ends of the scale that people rate by, where a database tells.
pub(super) fn study_scale(db: &mut dyn Connection) -> Result<Option<[u32; 2]>, DbError> {
    let Some(text) = about(db, "scale")? else {
        return Ok(None);
    };
    let ends = text.split_once("..");
    let ends = ends.and_then(|(low, high)| Some([low.parse().ok()?, high.parse().ok()?]));
    let wrong = || DbError::other(format!("the database has a scale that is none: {text:?}"));
    ends.map(Some).ok_or_else(wrong)
}

fn about(db: &mut dyn Connection, key: &str) -> Result<Option<String>, DbError> {
    let rows = db.query("SELECT value FROM about WHERE key = $1", &[key.into()])?;
    rows.first().map(|row| row.text(0)).transpose()
}

fn check_name(db: &mut dyn Connection, name: &str) -> Result<(), Trouble> {
    match study_name(db)? {
        Some(other) if other != name => Err(Refused::new(
            Code::Conflict,
            format!("the study {other:?} in the database, not {name:?}"),
        )
        .hint("give each study a database of its own")
        .into()),
        _ => Ok(()),
    }
}

/// Refuses another scale than the one that people rated by.
fn check_scale(db: &mut dyn Connection, scale: [u32; 2]) -> Result<(), Trouble> {
    let Some(kept) = study_scale(db)?.filter(|kept| *kept != scale) else {
        return Ok(());
    };
    let rated = "SELECT play FROM plays WHERE rating IS NOT NULL LIMIT 1";
    if db.query(rated, &[])?.is_empty() {
        return Ok(());
    }
    let [[low, high], [lowest, highest]] = [kept, scale];
    Err(Refused::new(
        Code::Conflict,
        format!(
            "ratings from {low} to {high} in the database, \
             and a scale from {lowest} to {highest} in the study's file"
        ),
    )
    .hint("put the scale back as it was, or start a new database")
    .into())
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
        format!("levels that people have played, changed or missing now: {names}{more}"),
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
            "INSERT INTO levels ({LEVEL}, active) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1) \
             ON CONFLICT (id) DO UPDATE SET game = excluded.game, variant = excluded.variant, \
             text = excluded.text, phase = excluded.phase, place = excluded.place, \
             fewest = excluded.fewest, measures = excluded.measures, active = 1"
        ),
        &values,
    )?;
    Ok(())
}
