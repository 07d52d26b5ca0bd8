//! What players ask for.

use super::Shared;
use super::body::{PlayId, Sent};
use super::metrics::count;
use super::refusal::Failure;
use super::view::{is_open, view};
use super::who::{Client, Player, too_many};
use crate::study::api::{
    Consent, Erased, Finish, Finished, Mine, Next, OfGame, PlayerView, Rate, Rated, StudyView,
};
use crate::study::data::{Closed, Ended, PlayRow, StudyLevel};
use crate::study::database::Connection;
use crate::study::judge::{Judged, Objection, Rules, judge};
use crate::study::store::{self, Code, Ending, Identity, Refused, Trouble};
use axum::Json;
use axum::extract::State;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Ratings are counted again after so many milliseconds, so that several
/// servers see each other's.
const COUNTING: i64 = 5_000;

type Answer<T> = Result<Json<T>, Failure>;
type Study = State<Arc<Shared>>;

/// The study, as its players see it.
pub(crate) async fn study(State(shared): Study) -> Json<StudyView> {
    count_again(&shared).await;
    let players = shared.players.load(Ordering::Relaxed);
    Json(view(&shared.plan, &shared.catalog, players))
}

/// Counts players and ratings, if that was long ago. Where the database does
/// not answer, what was counted before has to do.
pub(crate) async fn count_again(shared: &Shared) {
    let (now, last) = (shared.now(), shared.counted.load(Ordering::Relaxed));
    if now < last.saturating_add(COUNTING) && now >= last {
        return;
    }
    // Others go on with what was counted before.
    shared.counted.store(now, Ordering::Relaxed);
    if let Ok(counts) = shared.store.read(store::counts).await {
        shared.catalog.set_counts(&counts);
        let players = u64::try_from(counts.players).unwrap_or(0);
        shared.players.store(players, Ordering::Relaxed);
    }
}

/// How far a player is.
pub(crate) async fn player(State(shared): Study, Player(who): Player) -> Answer<PlayerView> {
    let catalog = shared.catalog.clone();
    let job = move |db: &mut dyn Connection| store::player(db, &catalog, &who);
    Ok(Json(shared.store.read(job).await?))
}

/// Somebody takes part.
pub(crate) async fn consent(
    State(shared): Study,
    client: Client,
    Player(who): Player,
    Sent(sent): Sent<Consent>,
) -> Answer<PlayerView> {
    let (catalog, again) = (shared.catalog.clone(), who.clone());
    let known = shared
        .store
        .read(move |db| store::player(db, &catalog, &again));
    match known.await {
        Err(Trouble::Refused(Refused {
            code: Code::NoPlayer,
            ..
        })) => {}
        known => return Ok(Json(known?)),
    }
    check_consent(&shared, &sent)?;
    let now = shared.now();
    let new = shared.limits.player(client.counted(), now);
    new.map_err(too_many)?;
    let most = match shared.plan.open {
        true => shared.plan.players,
        false => 0,
    };
    let catalog = shared.catalog.clone();
    let player = shared.store.write(move |db| {
        let said = (&*sent.consent, &sent.answers);
        store::consent(db, &catalog, &who, said, now, Some(most))
    });
    let player = player.await?;
    shared.players.fetch_add(1, Ordering::Relaxed);
    count(&shared.metrics.consents);
    Ok(Json(player))
}

fn check_consent(shared: &Shared, sent: &Consent) -> Result<(), Failure> {
    if !is_open(&shared.plan, 0) {
        return Err(Code::Full.into());
    }
    if sent.consent != shared.plan.consent() {
        let words = "this is not the version of the consent text that is shown";
        let hint = "read the text again, and send the version that stands with it";
        return Err(Failure::new(Code::WrongValue, words).hint(hint));
    }
    let wrong = |words| Failure::new(Code::WrongValue, words);
    shared.plan.check_answers(&sent.answers).map_err(wrong)
}

/// What a player plays next.
pub(crate) async fn next(
    State(shared): Study,
    Player(who): Player,
    Sent(of): Sent<OfGame>,
) -> Answer<Next> {
    count_again(&shared).await;
    let (catalog, now) = (shared.catalog.clone(), shared.now());
    let next = shared
        .store
        .write(move |db| store::next(db, &catalog, &who, &of.game, now));
    Ok(Json(next.await?))
}

/// The rest of a tutorial is skipped.
pub(crate) async fn tutorial(
    State(shared): Study,
    Player(who): Player,
    Sent(of): Sent<OfGame>,
) -> Answer<PlayerView> {
    let (catalog, now) = (shared.catalog.clone(), shared.now());
    let skipped = shared
        .store
        .write(move |db| store::skip_tutorial(db, &catalog, &who, &of.game, now));
    Ok(Json(skipped.await?))
}

/// A play ends.
pub(crate) async fn finish(
    State(shared): Study,
    Player(who): Player,
    PlayId(play): PlayId,
    Sent(sent): Sent<Finish>,
) -> Answer<Finished> {
    let row = play_of(&shared, &who, &play).await?;
    let Some(level) = shared.catalog.level(&row.level).cloned() else {
        return Err(Failure::broken("a play's level is not in the study"));
    };
    let rules = Rules {
        hints: shared.plan.play.hints,
        undo: shared.plan.play.undo,
        most: shared.now().saturating_sub(row.opened),
    };
    let (sent, judged) = replay(&shared, level, sent, rules).await?;
    let closed = Closed {
        ended: sent.ended,
        closed: shared.now(),
        seconds: sent.seconds,
        moves: judged.moves,
        resets: judged.resets,
        hints: judged.hints,
        undos: judged.undos,
    };
    let events = match shared.plan.record.moves {
        true => &sent.events[..],
        false => &[],
    };
    let ending = Ending::new(closed, events)?;
    let (catalog, skip_after) = (shared.catalog.clone(), shared.plan.play.skip_after);
    let kept = shared
        .store
        .write(move |db| store::finish(db, &catalog, &who, &play, &ending, skip_after));
    let kept = kept.await?;
    if row.closed.is_none() {
        count(&shared.metrics.plays);
    }
    Ok(Json(kept))
}

async fn play_of(shared: &Shared, who: &Identity, play: &str) -> Result<PlayRow, Failure> {
    let (who, play) = (who.clone(), play.to_string());
    let row = shared.store.read(move |db| store::play_of(db, &who, &play));
    Ok(row.await?)
}

/// Replays a play by the plain rules, on a thread that may take its time.
async fn replay(
    shared: &Shared,
    level: StudyLevel,
    sent: Finish,
    rules: Rules,
) -> Result<(Finish, Judged), Failure> {
    let turn = shared.judges.acquire().await;
    let work = tokio::task::spawn_blocking(move || {
        let judged = judge(&level, &sent, &rules);
        (level, sent, judged)
    });
    let done = work.await;
    drop(turn);
    let (level, sent, judged) =
        done.map_err(|_| Failure::broken("the rules of a game failed on a play"))?;
    let objection = match judged {
        Ok(judged) => return Ok((sent, judged)),
        Err(objection) => objection,
    };
    Err(match objection {
        Objection::Value(words) => Failure::new(Code::WrongValue, words),
        Objection::Move(words) => {
            match sent.ended {
                Ended::Solved => note_false(shared, &level, "illegal-move"),
                Ended::Skipped => note_illegal(shared, &level),
            }
            Failure::new(Code::IllegalMove, words)
        }
        Objection::Unsolved(words) => {
            note_false(shared, &level, "not-solved");
            Failure::new(Code::NotSolved, words)
        }
        Objection::Level(words) => Failure::broken(words),
    })
}

/// A level that is said to be solved, and cannot have been so.
fn note_false(shared: &Shared, level: &StudyLevel, code: &str) {
    count(&shared.metrics.false_solves);
    shared.log.error(
        "refused-false-solve",
        json!({ "game": level.game, "level": level.id, "code": code }),
    );
}

/// A level that was given up after moves that cannot have been made.
fn note_illegal(shared: &Shared, level: &StudyLevel) {
    shared.log.error(
        "refused-illegal-move",
        json!({ "game": level.game, "level": level.id }),
    );
}

/// A level that was solved is rated.
pub(crate) async fn rate(
    State(shared): Study,
    Player(who): Player,
    PlayId(play): PlayId,
    Sent(Rate { rating }): Sent<Rate>,
) -> Answer<Rated> {
    let scale = &shared.plan.rating;
    if !(scale.low..=scale.high).contains(&rating) {
        let words = format!("a rating is from {} to {}", scale.low, scale.high);
        return Err(Failure::new(Code::WrongValue, words));
    }
    let kept = shared
        .store
        .write(move |db| store::rate(db, &who, &play, rating));
    let (kept, is_new) = kept.await?;
    if is_new {
        count(&shared.metrics.ratings);
    }
    Ok(Json(kept))
}

/// All that is kept of a player.
pub(crate) async fn mine(State(shared): Study, Player(who): Player) -> Answer<Mine> {
    Ok(Json(
        shared.store.read(move |db| store::mine(db, &who)).await?,
    ))
}

/// All that is kept of a player is erased.
pub(crate) async fn erase(State(shared): Study, Player(who): Player) -> Answer<Erased> {
    let erased = shared.store.write(move |db| store::erase(db, &who)).await?;
    let fewer = |players: u64| Some(players.saturating_sub(1));
    let _ = shared
        .players
        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer);
    Ok(Json(erased))
}
