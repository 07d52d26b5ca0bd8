//! The tables of a study, and the way from each version of them to the next.

use super::{Begin, Connection, DbError, Row, Value, within};

/// What brings a database from one version to the next, from version 0, which
/// is an empty one. What stands here never changes; more is added at the end.
const STEPS: &[&str] = &[
    // 1
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
     CREATE TABLE levels (
         id TEXT PRIMARY KEY,
         game TEXT NOT NULL,
         variant TEXT NOT NULL,
         text TEXT NOT NULL,
         phase TEXT NOT NULL,
         place BIGINT NOT NULL,
         fewest BIGINT,
         measures TEXT NOT NULL
     );
     CREATE TABLE players (
         name TEXT PRIMARY KEY,
         secret TEXT NOT NULL UNIQUE,
         since BIGINT NOT NULL,
         consent TEXT NOT NULL,
         answers TEXT NOT NULL,
         tutorials_skipped TEXT NOT NULL
     );
     CREATE TABLE plays (
         play TEXT PRIMARY KEY,
         player TEXT NOT NULL REFERENCES players (name),
         game TEXT NOT NULL,
         level TEXT NOT NULL REFERENCES levels (id),
         phase TEXT NOT NULL,
         number BIGINT NOT NULL,
         opened BIGINT NOT NULL,
         state TEXT NOT NULL,
         ended TEXT,
         closed BIGINT,
         seconds DOUBLE PRECISION,
         moves BIGINT,
         resets BIGINT,
         hints BIGINT,
         undos BIGINT,
         rating BIGINT,
         digest TEXT,
         events TEXT,
         UNIQUE (player, level)
     );
     CREATE UNIQUE INDEX plays_under_way ON plays (player, game) WHERE state <> 'done'",
    // 2: events have a table of their own, so that plays can be listed without
    // reading past them; the count of plays of each level is read off an index.
    "CREATE TABLE events (
         play TEXT PRIMARY KEY REFERENCES plays (play),
         events TEXT NOT NULL
     );
     INSERT INTO events SELECT play, events FROM plays WHERE events IS NOT NULL;
     ALTER TABLE plays DROP COLUMN events;
     CREATE INDEX plays_of_level ON plays (level, ended, rating)",
    // 3: levels that are in the study's file no more stay, for servers that
    // still run on the old one.
    "ALTER TABLE levels ADD COLUMN active BIGINT NOT NULL DEFAULT 1",
];

/// The newest version.
pub const NEWEST: u32 = STEPS.len() as u32;

/// The tables of all versions, each after those that it leans on. The first
/// column of each is its key, which is text.
pub(super) const TABLES: &[&str] = &["about", "levels", "players", "plays", "events"];

/// What is in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Nothing.
    Nothing,
    /// A study, in tables of this version.
    Study(u32),
}

/// What is in a database; something else than a study is refused, and one
/// written by a newer program too.
pub fn contents(db: &mut dyn Connection) -> Result<Contents, DbError> {
    let tables = db.tables()?;
    if tables.is_empty() {
        return Ok(Contents::Nothing);
    }
    let rows = if tables.iter().any(|table| table == "about") {
        db.query("SELECT value FROM about WHERE key = 'version'", &[])?
    } else {
        Vec::new()
    };
    let Some(version) = rows.first() else {
        return Err(DbError::other(format!(
            "the database holds something that is no study (tables {}): give another one",
            tables.join(", ")
        )));
    };
    read_version(version)
}

fn read_version(row: &Row) -> Result<Contents, DbError> {
    let text = row.text(0)?;
    match text.parse() {
        Ok(version) if (1..=NEWEST).contains(&version) => Ok(Contents::Study(version)),
        Ok(version) if version > NEWEST => Err(DbError::other(format!(
            "the database was written by a newer program (version {version} of its tables, \
             this one knows {NEWEST}): use that program"
        ))),
        _ => Err(DbError::other(format!(
            "the database has no version that is known: {text:?}"
        ))),
    }
}

/// The same, in a transaction of its own.
pub fn look(db: &mut dyn Connection) -> Result<Contents, DbError> {
    within(db, Begin::Read, contents)
}

/// Brings a database to the newest version: makes the tables where there are
/// none.
pub fn migrate(db: &mut dyn Connection) -> Result<(), DbError> {
    migrate_to(db, NEWEST)
}

/// The same, up to a version.
pub fn migrate_to(db: &mut dyn Connection, wanted: u32) -> Result<(), DbError> {
    look(db).and_then(|found| match found {
        Contents::Study(version) if version >= wanted => Ok(()),
        // Looked at again inside, where nobody else changes it.
        _ => within(db, Begin::Alone, |db| steps(db, wanted)),
    })
}

/// The steps up to a version, inside a transaction.
pub(super) fn steps(db: &mut dyn Connection, wanted: u32) -> Result<(), DbError> {
    let first = match contents(db)? {
        Contents::Nothing => 0,
        Contents::Study(version) => version,
    };
    for version in first..wanted.min(NEWEST) {
        db.script(STEPS[version as usize])?;
    }
    if first < wanted {
        db.execute(
            "INSERT INTO about (key, value) VALUES ('version', $1) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            &[Value::Text(wanted.min(NEWEST).to_string())],
        )?;
    }
    Ok(())
}
