//! For who runs a study: plays, counts, and everything.

use super::refused::Trouble;
use super::rows::{self, AFTER_PLAY, LEVEL, PLAY, PLAYER};
use super::{levels, play};
use crate::study::api::{KeptPlay, Plays, Replay};
use crate::study::data::Dump;
use crate::study::database::{Connection, DbError, Row};
use std::collections::BTreeMap;

/// The most plays that a list has.
const LONGEST: u32 = 1000;

/// Which plays are listed; what is empty asks for nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The game's name.
    pub game: String,
    /// The level's id.
    pub level: String,
    /// The player's name.
    pub player: String,
    /// Only plays whose ids come after this one.
    pub after: String,
    /// The most plays, up to 1,000.
    pub limit: u32,
}

/// Plays by their ids, without what was done in them.
pub fn plays(db: &mut dyn Connection, filter: &Filter) -> Result<Plays, Trouble> {
    let texts = [&filter.game, &filter.level, &filter.player, &filter.after];
    // Postgres takes no such text, and no row holds one.
    if texts.iter().any(|text| text.contains('\0')) {
        return Ok(Plays { plays: Vec::new() });
    }
    let rows = db.query(
        &format!(
            "SELECT {PLAY} FROM plays p WHERE ($1 = '' OR p.game = $1) \
             AND ($2 = '' OR p.level = $2) AND ($3 = '' OR p.player = $3) \
             AND p.play > $4 ORDER BY p.play LIMIT $5"
        ),
        &[
            texts[0].into(),
            texts[1].into(),
            texts[2].into(),
            texts[3].into(),
            filter.limit.min(LONGEST).into(),
        ],
    )?;
    let kept = |row: &Row| Ok(rows::kept(rows::play(row)?, Vec::new()));
    let plays: Result<Vec<KeptPlay>, DbError> = rows.iter().map(kept).collect();
    Ok(Plays { plays: plays? })
}

/// A play with its level and all that was done.
pub fn replay(db: &mut dyn Connection, play: &str) -> Result<Replay, Trouble> {
    if !play::is_play_id(play) {
        return Err(play::no_play());
    }
    let rows = db.query(
        &format!(
            "SELECT {PLAY}, e.events, l.text, l.variant, l.fewest FROM plays p \
             JOIN levels l ON l.id = p.level LEFT JOIN events e ON e.play = p.play \
             WHERE p.play = $1"
        ),
        &[play.into()],
    )?;
    let Some(row) = rows.first() else {
        return Err(play::no_play());
    };
    Ok(Replay {
        play: rows::kept(rows::play(row)?, rows::events(row, AFTER_PLAY)?),
        level_text: row.text(AFTER_PLAY + 1)?,
        variant: row.text(AFTER_PLAY + 2)?,
        fewest: row.maybe(AFTER_PLAY + 3, Row::count)?,
    })
}

/// How much there is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ratings and plays under way of each level to rate.
    pub levels: BTreeMap<String, i64>,
    /// Players.
    pub players: i64,
    /// Plays that were handed out.
    pub plays: i64,
    /// Ratings.
    pub ratings: i64,
}

/// How much there is, by one look at an index.
pub fn counts(db: &mut dyn Connection) -> Result<Counts, Trouble> {
    let players = db.query("SELECT count(*) FROM players", &[])?;
    let rows = db.query(
        "SELECT level, count(*), count(rating), count(CASE WHEN ended = 'skipped' THEN 1 END) \
         FROM plays GROUP BY level",
        &[],
    )?;
    let mut counts = Counts {
        players: players.first().map_or(Ok(0), |row| row.integer(0))?,
        ..Counts::default()
    };
    for row in rows {
        let plays = row.integer(1)?;
        counts.plays += plays;
        counts.ratings += row.integer(2)?;
        let skipped = row.integer(3)?;
        counts.levels.insert(row.text(0)?, plays - skipped);
    }
    Ok(counts)
}

/// Levels of the study's file, and those that were played when they were.
const TOLD: &str = "levels WHERE active = 1 OR id IN (SELECT level FROM plays)";

/// Everything but what was done in plays.
pub fn dump(db: &mut dyn Connection) -> Result<Dump, Trouble> {
    let read = |db: &mut dyn Connection, columns, table| {
        db.query(&format!("SELECT {columns} FROM {table}"), &[])
    };
    let mut dump = Dump {
        study: levels::study_name(db)?.unwrap_or_default(),
        scale: levels::study_scale(db)?,
        levels: collect(&read(db, LEVEL, TOLD)?, rows::level)?,
        players: collect(&read(db, PLAYER, "players")?, rows::player)?,
        plays: collect(&read(db, PLAY, "plays p")?, rows::play)?,
    };
    // Databases differ in how they sort text.
    dump.levels.sort_by(|a, b| {
        (&a.game, a.phase, a.place, &a.id).cmp(&(&b.game, b.phase, b.place, &b.id))
    });
    dump.players.sort_by(|a, b| a.name.cmp(&b.name));
    dump.plays.sort_by(|a, b| {
        (&a.player, &a.game, a.opened, &a.play).cmp(&(&b.player, &b.game, b.opened, &b.play))
    });
    Ok(dump)
}

fn collect<T>(rows: &[Row], read: fn(&Row) -> Result<T, DbError>) -> Result<Vec<T>, DbError> {
    rows.iter().map(read).collect()
}
