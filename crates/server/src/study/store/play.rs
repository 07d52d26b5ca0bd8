//! Plays: a level is handed out, ends and is rated.

use super::catalog::{Catalog, GameLevels};
use super::identity::digest;
use super::refused::{Code, Refused, Trouble, refuse};
use super::rows::{self, AFTER_PLAY, PLAY, to_json};
use super::{Identity, pick, player};
use crate::study::api::{Finished, LevelView, Next, PlayNow, PlayState, Rated};
use crate::study::data::{Closed, Ended, Event, Phase, PlayRow, PlayerRow, StudyLevel};
use crate::study::database::{Connection, DbError, ErrorKind, Value};
use engine::notation::quoted;
use std::collections::HashSet;

/// The play under way in a game, or a new one; nothing when all are done.
pub fn next(
    db: &mut dyn Connection,
    catalog: &Catalog,
    who: &Identity,
    game: &str,
    now: i64,
) -> Result<Next, Trouble> {
    let player = player::known(db, who)?;
    let Some(levels) = catalog.game(game) else {
        return Err(no_game(game));
    };
    // Another server may be faster with its play, which may even have ended
    // when it is looked for; each time there is a level less to hand out.
    for _ in 0..=levels.tutorial.len() + levels.levels.len() {
        let plays = of_player(db, who, Some(game))?;
        if let Some(play) = plays.iter().find(|play| !play.is_done()) {
            let play = Some(now_played(catalog, levels, play.clone())?);
            return Ok(Next { play });
        }
        let had: Vec<&PlayRow> = plays.iter().collect();
        let Some((level, phase)) = choose(catalog, levels, &player, &had, who) else {
            return Ok(Next { play: None });
        };
        let level = &catalog.levels()[level];
        if let Some(play) = open(db, who, level, count_part(&had, phase) + 1, now)? {
            catalog.add(&level.id, 1);
            let play = Some(now_played(catalog, levels, play)?);
            return Ok(Next { play });
        }
    }
    Err(DbError::new(ErrorKind::Retry, "others play all levels at this moment").into())
}

/// Hands a level out; nothing where another call was faster.
fn open(
    db: &mut dyn Connection,
    who: &Identity,
    level: &StudyLevel,
    number: u32,
    now: i64,
) -> Result<Option<PlayRow>, DbError> {
    let play = PlayRow {
        play: who.play_id(&level.id),
        player: who.name.clone(),
        game: level.game.clone(),
        level: level.id.clone(),
        phase: level.phase,
        number,
        opened: now,
        closed: None,
        rating: None,
    };
    let values: [Value; 7] = [
        (&play.play).into(),
        (&play.player).into(),
        (&play.game).into(),
        (&play.level).into(),
        play.phase.name().into(),
        number.into(),
        now.into(),
    ];
    let made = db.execute(
        "INSERT INTO plays (play, player, game, level, phase, number, opened, state) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'open') ON CONFLICT DO NOTHING",
        &values,
    )?;
    Ok((made == 1).then_some(play))
}

/// The part that a player goes on with when no play is under way. Who has
/// begun to rate does not go back to the tutorial.
pub(super) fn next_phase(
    catalog: &Catalog,
    game: &GameLevels,
    player: &PlayerRow,
    plays: &[&PlayRow],
) -> Option<Phase> {
    let had = ids(plays);
    let is_skipped = player.tutorials_skipped.contains(&game.game);
    let has_rated = count_part(plays, Phase::Levels) > 0;
    if !is_skipped && !has_rated && pick::tutorial(catalog, game, &had).is_some() {
        return Some(Phase::Tutorial);
    }
    let is_new = |&level: &usize| !had.contains(&catalog.levels()[level].id);
    game.levels.iter().any(is_new).then_some(Phase::Levels)
}

fn choose(
    catalog: &Catalog,
    game: &GameLevels,
    player: &PlayerRow,
    plays: &[&PlayRow],
    who: &Identity,
) -> Option<(usize, Phase)> {
    let had = ids(plays);
    let phase = next_phase(catalog, game, player, plays)?;
    let level = match phase {
        Phase::Tutorial => pick::tutorial(catalog, game, &had),
        Phase::Levels => {
            let number = count_part(plays, phase) + 1;
            pick::rated(catalog, game, &had, who, number)
        }
    };
    Some((level?, phase))
}

fn ids(plays: &[&PlayRow]) -> HashSet<String> {
    plays.iter().map(|play| play.level.clone()).collect()
}

fn count_part(plays: &[&PlayRow], phase: Phase) -> u32 {
    plays.iter().filter(|play| play.phase == phase).count() as u32
}

fn now_played(catalog: &Catalog, game: &GameLevels, play: PlayRow) -> Result<PlayNow, DbError> {
    let Some(level) = catalog.level(&play.level) else {
        return Err(DbError::other(format!(
            "level {} is none of this server's study: its file has changed",
            play.level
        )));
    };
    Ok(PlayNow {
        number: play.number,
        of: game.part(play.phase).len() as u32,
        state: match play.closed {
            None => PlayState::Open,
            Some(_) => PlayState::Played,
        },
        rated: play.phase == Phase::Levels,
        opened: play.opened,
        level: LevelView {
            id: level.id.clone(),
            game: level.game.clone(),
            variant: level.variant.clone(),
            text: level.text.clone(),
        },
        play: play.play,
        game: play.game,
        phase: play.phase,
    })
}

/// A player's plays, of one game or all.
pub(super) fn of_player(
    db: &mut dyn Connection,
    who: &Identity,
    game: Option<&str>,
) -> Result<Vec<PlayRow>, DbError> {
    let all = format!("SELECT {PLAY} FROM plays p WHERE p.player = $1");
    let name = Value::from(&who.name);
    let rows = match game {
        None => db.query(&all, &[name])?,
        Some(game) => db.query(&format!("{all} AND p.game = $2"), &[name, game.into()])?,
    };
    rows.iter().map(rows::play).collect()
}

/// A play of this player.
pub fn play_of(db: &mut dyn Connection, who: &Identity, play: &str) -> Result<PlayRow, Trouble> {
    Ok(with_digest(db, who, play)?.0)
}

/// A play of this player, and the digest of its end.
fn with_digest(
    db: &mut dyn Connection,
    who: &Identity,
    play: &str,
) -> Result<(PlayRow, Option<String>), Trouble> {
    let rows = match is_play_id(play) {
        false => Vec::new(),
        true => db.query(
            &format!(
                "SELECT {PLAY}, p.digest FROM plays p JOIN players q ON q.name = p.player \
                 WHERE p.play = $1 AND q.secret = $2"
            ),
            &[play.into(), (&who.secret).into()],
        )?,
    };
    let Some(row) = rows.first() else {
        player::known(db, who)?;
        return Err(no_play());
    };
    let digest = row.maybe(AFTER_PLAY, |row, place| row.text(place))?;
    Ok((rows::play(row)?, digest))
}

/// Whether a text can be the id of a play: sixteen hex digits.
pub(super) fn is_play_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

pub(super) fn no_play() -> Trouble {
    Refused::new(Code::NotFound, "there is no such play").into()
}

pub(super) fn no_game(game: &str) -> Trouble {
    let message = format!("{} is none of this study's games", quoted(game));
    Refused::new(Code::NotFound, message).into()
}

/// The end of a play, judged and ready to be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    closed: Closed,
    events: String,
    digest: String,
}

impl Ending {
    /// The end of a play. Two are the same if all but the server's time is.
    pub fn new(closed: Closed, events: &[Event]) -> Result<Ending, Trouble> {
        let events = to_json(events)?;
        let told = Closed {
            closed: 0,
            ..closed.clone()
        };
        let digest = digest(&[&to_json(&told)?, " ", &events]);
        Ok(Ending {
            closed,
            events,
            digest,
        })
    }
}

/// Keeps the end of a play. A level to rate may be skipped when so many
/// seconds have gone by since it was handed out.
pub fn finish(
    db: &mut dyn Connection,
    catalog: &Catalog,
    who: &Identity,
    play: &str,
    ending: &Ending,
    skip_after: u32,
) -> Result<Finished, Trouble> {
    let (row, digest) = with_digest(db, who, play)?;
    if row.closed.is_none() {
        check_skip(&row, &ending.closed, skip_after)?;
        if close(db, &row, ending)? {
            if ending.closed.ended == Ended::Skipped {
                catalog.add(&row.level, -1);
            }
            return Ok(finished(catalog, &row, &ending.closed));
        }
        // Another server was faster.
        return finish(db, catalog, who, play, ending, skip_after);
    }
    if digest.as_deref() != Some(&ending.digest) {
        return refuse(Code::Conflict, "this play has ended in another way");
    }
    Ok(finished(catalog, &row, &ending.closed))
}

fn check_skip(row: &PlayRow, closed: &Closed, skip_after: u32) -> Result<(), Trouble> {
    let may_skip = row.opened.saturating_add(i64::from(skip_after) * 1000);
    if closed.ended == Ended::Solved || row.phase == Phase::Tutorial || closed.closed >= may_skip {
        return Ok(());
    }
    let left = (may_skip - closed.closed + 999) / 1000;
    Err(
        Refused::new(Code::TooEarly, "this level cannot be skipped yet")
            .hint(format!("try again in {left} seconds"))
            .into(),
    )
}

/// Writes the end of a play that is open; whether it was.
fn close(db: &mut dyn Connection, row: &PlayRow, ending: &Ending) -> Result<bool, DbError> {
    let closed = &ending.closed;
    let done = PlayRow {
        closed: Some(closed.clone()),
        ..row.clone()
    }
    .is_done();
    let values: [Value; 10] = [
        (&row.play).into(),
        if done { "done" } else { "played" }.into(),
        closed.ended.name().into(),
        closed.closed.into(),
        closed.seconds.into(),
        closed.moves.into(),
        closed.resets.into(),
        closed.hints.into(),
        closed.undos.into(),
        (&ending.digest).into(),
    ];
    let changed = db.execute(
        "UPDATE plays SET state = $2, ended = $3, closed = $4, seconds = $5, moves = $6, \
         resets = $7, hints = $8, undos = $9, digest = $10 WHERE play = $1 AND state = 'open'",
        &values,
    )?;
    if changed == 1 {
        db.execute(
            "INSERT INTO events (play, events) VALUES ($1, $2)",
            &[(&row.play).into(), (&ending.events).into()],
        )?;
    }
    Ok(changed == 1)
}

fn finished(catalog: &Catalog, row: &PlayRow, closed: &Closed) -> Finished {
    let solved = closed.ended == Ended::Solved;
    Finished {
        play: row.play.clone(),
        solved,
        moves: closed.moves,
        fewest: catalog.level(&row.level).and_then(|level| level.fewest),
        rated: solved && row.phase == Phase::Levels,
    }
}

/// Keeps the rating of a level that was solved; tells also whether it is new.
pub fn rate(
    db: &mut dyn Connection,
    who: &Identity,
    play: &str,
    rating: u32,
) -> Result<(Rated, bool), Trouble> {
    let row = play_of(db, who, play)?;
    let Some(closed) = &row.closed else {
        return refuse(Code::Conflict, "this play has not ended: it is rated then");
    };
    if closed.ended == Ended::Skipped || row.phase == Phase::Tutorial {
        return refuse(Code::Conflict, "this play takes no rating");
    }
    let changed = db.execute(
        "UPDATE plays SET state = 'done', rating = $2 WHERE play = $1 AND state = 'played'",
        &[play.into(), rating.into()],
    )?;
    // It was rated before, perhaps by this call, whose answer got lost.
    if changed == 0 && play_of(db, who, play)?.rating != Some(rating) {
        return refuse(Code::Conflict, "this play has another rating");
    }
    let rated = Rated {
        play: row.play,
        rating,
    };
    Ok((rated, changed == 1))
}
