//! What who runs the study asks for.

use super::Shared;
use super::body::{Asked, PlayId};
use super::refusal::Failure;
use super::who::Admin;
use crate::study::api::{Plays, Replay};
use crate::study::store::{self, Code, Filter};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;

/// A list has at most so many plays.
pub(crate) const MOST_PLAYS: u32 = 1000;
/// A list has so many plays where nobody says how many.
const USUAL_PLAYS: u32 = 100;
/// Nothing that plays are looked for by is longer.
const LONGEST: usize = 200;

/// Which plays are wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    #[serde(default)]
    game: String,
    #[serde(default)]
    level: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    after: String,
    limit: Option<u32>,
}

/// Plays, by their ids.
pub(crate) async fn plays(
    _: Admin,
    State(shared): State<Arc<Shared>>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<Plays>, Failure> {
    let limit = wanted.limit.unwrap_or(USUAL_PLAYS);
    if !(1..=MOST_PLAYS).contains(&limit) {
        let words = format!("limit is from 1 to {MOST_PLAYS}");
        return Err(Failure::new(Code::WrongValue, words));
    }
    let filter = Filter {
        game: wanted.game,
        level: wanted.level,
        player: wanted.player,
        after: wanted.after,
        limit,
    };
    let texts = [&filter.game, &filter.level, &filter.player, &filter.after];
    if texts.iter().any(|text| text.len() > LONGEST) {
        let words = format!("nothing that plays are looked for by has more than {LONGEST} bytes");
        return Err(Failure::new(Code::WrongValue, words));
    }
    let plays = shared.store.read(move |db| store::plays(db, &filter));
    Ok(Json(plays.await?))
}

/// A play with all that was done.
pub(crate) async fn replay(
    _: Admin,
    State(shared): State<Arc<Shared>>,
    PlayId(play): PlayId,
) -> Result<Json<Replay>, Failure> {
    let replay = shared.store.read(move |db| store::replay(db, &play));
    Ok(Json(replay.await?))
}
