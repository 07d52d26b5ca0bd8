//! From rows of the database to those of the study, and back.

use crate::study::api::KeptPlay;
use crate::study::data::{Closed, Ended, Event, Phase, PlayRow, PlayerRow, StudyLevel};
use crate::study::database::{DbError, Row};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// JSON of something.
pub(super) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, DbError> {
    serde_json::to_string(value)
        .map_err(|error| DbError::other(format!("something cannot be written as JSON: {error}")))
}

fn from_json<T: DeserializeOwned>(row: &Row, place: usize) -> Result<T, DbError> {
    serde_json::from_str(&row.text(place)?)
        .map_err(|error| DbError::other(format!("column {place} of a row: {error}")))
}

/// Something kept by its name.
fn named<T>(row: &Row, place: usize, of: impl Fn(&str) -> Option<T>) -> Result<T, DbError> {
    let name = row.text(place)?;
    of(&name).ok_or_else(|| DbError::other(format!("column {place} of a row holds {name:?}")))
}

/// What [`level`] reads.
pub(super) const LEVEL: &str = "id, game, variant, text, phase, place, fewest, measures";

/// The number of columns of [`LEVEL`]: what comes after them is the caller's.
pub(super) const AFTER_LEVEL: usize = 8;

/// A row of [`LEVEL`].
pub(super) fn level(row: &Row) -> Result<StudyLevel, DbError> {
    Ok(StudyLevel {
        id: row.text(0)?,
        game: row.text(1)?,
        variant: row.text(2)?,
        text: row.text(3)?,
        phase: named(row, 4, Phase::of)?,
        place: row.count(5)?,
        fewest: row.maybe(6, Row::count)?,
        measures: from_json(row, 7)?,
    })
}

/// What [`player`] reads.
pub(super) const PLAYER: &str = "name, since, consent, answers, tutorials_skipped";

/// A row of [`PLAYER`].
pub(super) fn player(row: &Row) -> Result<PlayerRow, DbError> {
    Ok(PlayerRow {
        name: row.text(0)?,
        since: row.integer(1)?,
        consent: row.text(2)?,
        answers: from_json(row, 3)?,
        tutorials_skipped: from_json(row, 4)?,
    })
}

/// What [`play`] reads of `plays p`.
pub(super) const PLAY: &str = "p.play, p.player, p.game, p.level, p.phase, p.number, p.opened, \
     p.ended, p.closed, p.seconds, p.moves, p.resets, p.hints, p.undos, p.rating";

/// The number of columns of [`PLAY`]: what comes after them is the caller's.
pub(super) const AFTER_PLAY: usize = 15;

/// A row of [`PLAY`].
pub(super) fn play(row: &Row) -> Result<PlayRow, DbError> {
    let ended = row.maybe(7, |row, place| named(row, place, Ended::of))?;
    let closed = ended.map(|ended| closed(row, ended)).transpose()?;
    Ok(PlayRow {
        play: row.text(0)?,
        player: row.text(1)?,
        game: row.text(2)?,
        level: row.text(3)?,
        phase: named(row, 4, Phase::of)?,
        number: row.count(5)?,
        opened: row.integer(6)?,
        closed,
        rating: row.maybe(14, Row::count)?,
    })
}

fn closed(row: &Row, ended: Ended) -> Result<Closed, DbError> {
    Ok(Closed {
        ended,
        closed: row.integer(8)?,
        seconds: row.real(9)?,
        moves: row.count(10)?,
        resets: row.count(11)?,
        hints: row.count(12)?,
        undos: row.count(13)?,
    })
}

/// A play as it is shown, with these events.
pub(super) fn kept(play: PlayRow, events: Vec<Event>) -> KeptPlay {
    let closed = play.closed.as_ref();
    KeptPlay {
        ended: closed.map(|closed| closed.ended),
        closed: closed.map(|closed| closed.closed),
        seconds: closed.map(|closed| closed.seconds),
        moves: closed.map(|closed| closed.moves),
        resets: closed.map(|closed| closed.resets),
        hints: closed.map(|closed| closed.hints),
        undos: closed.map(|closed| closed.undos),
        play: play.play,
        player: play.player,
        game: play.game,
        level: play.level,
        phase: play.phase,
        opened: play.opened,
        rating: play.rating,
        events,
    }
}

/// The events at a place, of which there may be none.
pub(super) fn events(row: &Row, place: usize) -> Result<Vec<Event>, DbError> {
    Ok(row.maybe(place, from_json)?.unwrap_or_default())
}
