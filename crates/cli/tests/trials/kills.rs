//! What was acknowledged outlives `kill -9`.

use crate::common::kills::{Survived, survive};
use crate::common::place::Place;
use crate::common::postgres::{Postgres, has_postgres};

/// Levels of the study; whoever is through is followed by another player.
const LEVELS: &[&str] = &["shift:4x4#1-8"];

/// How often something is killed.
fn kills(usual: usize) -> usize {
    let wanted = std::env::var("STUMPER_KILLS");
    wanted.map_or(usual, |wanted| wanted.parse().expect("a number"))
}

fn assert_all_there(survived: &Survived) {
    eprintln!(
        "{} kills, {} players, {} finishes, {} ratings, {} requests sent again",
        survived.kills, survived.players, survived.finishes, survived.ratings, survived.again
    );
    assert!(survived.lost.is_empty(), "lost: {:#?}", survived.lost);
    assert!(survived.strange.is_empty(), "{:#?}", survived.strange);
    // Otherwise nothing was tried.
    assert!(survived.finishes > survived.kills, "{survived:?}");
    assert!(survived.ratings > survived.kills, "{survived:?}");
    assert!(survived.again as usize > survived.kills, "{survived:?}");
}

#[test]
fn nothing_acknowledged_is_lost_with_sqlite() {
    let place = Place::new("kills", LEVELS);
    assert_all_there(&survive(&place, None, kills(100), 1));
}

#[test]
fn nothing_acknowledged_is_lost_with_postgres() {
    if !has_postgres("nothing_acknowledged_is_lost_with_postgres") {
        return;
    }
    let postgres = Postgres::start("kills", None);
    let place = Place::new("kills-postgres", LEVELS).kept_in(postgres.url());
    assert_all_there(&survive(&place, Some(postgres), kills(100).div_ceil(5), 2));
}
