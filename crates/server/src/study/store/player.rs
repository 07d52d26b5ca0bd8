//! Players: they agree, see how far they are and what is kept, and leave.

use super::catalog::{Catalog, GameLevels};
use super::refused::{Code, Refused, Trouble, refuse};
use super::rows::{self, AFTER_PLAY, PLAY, PLAYER, to_json};
use super::{Identity, play};
use crate::study::api::{Erased, Mine, MyPlayer, PlayerView, Progress, Stage};
use crate::study::data::{Answers, Ended, Phase, PlayRow, PlayerRow};
use crate::study::database::{Connection, DbError};

/// Somebody agrees to take part; `most` players are taken. Who agreed before
/// stays as they are.
pub fn consent(
    db: &mut dyn Connection,
    catalog: &Catalog,
    who: &Identity,
    (consent, answers): (&str, &Answers),
    now: i64,
    most: Option<u32>,
) -> Result<PlayerView, Trouble> {
    if find(db, who)?.is_none() {
        if let Some(most) = most {
            let count = db.query("SELECT count(*) FROM players", &[])?;
            let count = count.first().map_or(Ok(0), |row| row.integer(0))?;
            if count >= i64::from(most) {
                return refuse(Code::Full, "the study has all the players that it needs");
            }
        }
        db.execute(
            "INSERT INTO players (name, secret, since, consent, answers, tutorials_skipped) \
             VALUES ($1, $2, $3, $4, $5, '[]') ON CONFLICT DO NOTHING",
            &[
                (&who.name).into(),
                (&who.secret).into(),
                now.into(),
                consent.into(),
                to_json(answers)?.into(),
            ],
        )?;
        if find(db, who)?.is_none() {
            return Err(Refused::new(Code::Conflict, "another player has this name")
                .hint("start again with a new key")
                .into());
        }
    }
    player(db, catalog, who)
}

/// How far a player is.
pub fn player(
    db: &mut dyn Connection,
    catalog: &Catalog,
    who: &Identity,
) -> Result<PlayerView, Trouble> {
    let player = known(db, who)?;
    let plays = play::of_player(db, who, None)?;
    let games = catalog.games().iter();
    Ok(PlayerView {
        games: games
            .map(|game| progress(catalog, game, &player, &plays))
            .collect(),
        name: player.name,
        since: player.since,
    })
}

fn progress(
    catalog: &Catalog,
    game: &GameLevels,
    player: &PlayerRow,
    plays: &[PlayRow],
) -> Progress {
    let plays: Vec<&PlayRow> = plays.iter().filter(|play| play.game == game.game).collect();
    let count =
        |wanted: &dyn Fn(&PlayRow) -> bool| plays.iter().filter(|play| wanted(play)).count() as u32;
    let open = plays.iter().find(|play| !play.is_done());
    let phase = match open {
        Some(open) => Some(open.phase),
        None => play::next_phase(catalog, game, player, &plays),
    };
    let is_skipped = |play: &PlayRow| {
        let closed = play.closed.as_ref();
        closed.is_some_and(|closed| closed.ended == Ended::Skipped)
    };
    Progress {
        game: game.game.clone(),
        phase: match phase {
            Some(Phase::Tutorial) => Stage::Tutorial,
            Some(Phase::Levels) => Stage::Levels,
            None => Stage::Done,
        },
        tutorial: count(&|play| play.phase == Phase::Tutorial && play.closed.is_some()),
        rated: count(&|play| play.rating.is_some()),
        skipped: count(&|play| play.phase == Phase::Levels && is_skipped(play)),
        levels: game.levels.len() as u32,
        open: open.map(|play| play.play.clone()),
    }
}

/// Skips what is left of a game's tutorial, the play under way too.
pub fn skip_tutorial(
    db: &mut dyn Connection,
    catalog: &Catalog,
    who: &Identity,
    game: &str,
    now: i64,
) -> Result<PlayerView, Trouble> {
    let mut row = known(db, who)?;
    if catalog.game(game).is_none() {
        return Err(play::no_game(game));
    }
    if !row.tutorials_skipped.iter().any(|skipped| skipped == game) {
        row.tutorials_skipped.push(game.into());
        db.execute(
            "UPDATE players SET tutorials_skipped = $1 WHERE name = $2",
            &[to_json(&row.tutorials_skipped)?.into(), (&who.name).into()],
        )?;
    }
    db.execute(
        "UPDATE plays SET state = 'done', ended = 'skipped', closed = $1, seconds = 0, \
         moves = 0, resets = 0, hints = 0, undos = 0 \
         WHERE player = $2 AND game = $3 AND phase = 'tutorial' AND state = 'open'",
        &[now.into(), (&who.name).into(), game.into()],
    )?;
    player(db, catalog, who)
}

/// All that is kept of a player.
pub fn mine(db: &mut dyn Connection, who: &Identity) -> Result<Mine, Trouble> {
    let player = known(db, who)?;
    let rows = db.query(
        &format!(
            "SELECT {PLAY}, e.events FROM plays p LEFT JOIN events e ON e.play = p.play \
             WHERE p.player = $1 ORDER BY p.opened, p.play"
        ),
        &[(&who.name).into()],
    )?;
    let kept = rows.iter().map(|row| {
        let events = rows::events(row, AFTER_PLAY)?;
        Ok(rows::kept(rows::play(row)?, events))
    });
    Ok(Mine {
        plays: kept.collect::<Result<_, DbError>>()?,
        player: MyPlayer {
            name: player.name,
            since: player.since,
            consent: player.consent,
            answers: player.answers,
        },
    })
}

/// Erases a player and all of their plays. Who is not there is erased already:
/// the answer to a first call may have been lost.
pub fn erase(db: &mut dyn Connection, who: &Identity) -> Result<Erased, Trouble> {
    if find(db, who)?.is_none() {
        return Ok(Erased { plays: 0 });
    }
    db.leave_no_trace();
    let name = [(&who.name).into()];
    db.execute(
        "DELETE FROM events WHERE play IN (SELECT play FROM plays WHERE player = $1)",
        &name,
    )?;
    let plays = db.execute("DELETE FROM plays WHERE player = $1", &name)?;
    db.execute("DELETE FROM players WHERE name = $1", &name)?;
    Ok(Erased {
        plays: u32::try_from(plays).unwrap_or(u32::MAX),
    })
}

/// A player, if they agreed.
fn find(db: &mut dyn Connection, who: &Identity) -> Result<Option<PlayerRow>, DbError> {
    let rows = db.query(
        &format!("SELECT {PLAYER} FROM players WHERE secret = $1"),
        &[(&who.secret).into()],
    )?;
    rows.first().map(rows::player).transpose()
}

/// A player who agreed.
pub(super) fn known(db: &mut dyn Connection, who: &Identity) -> Result<PlayerRow, Trouble> {
    find(db, who)?.ok_or_else(|| {
        Refused::new(Code::NoPlayer, "this player does not take part")
            .hint("agree to take part first")
            .into()
    })
}
