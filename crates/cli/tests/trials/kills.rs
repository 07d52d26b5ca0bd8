//! What was acknowledged outlives `kill -9`.

use crate::common::kills::{Survived, survive};
use crate::common::place::Place;
use crate::common::player::{Diary, Noted, Sent};
use crate::common::postgres::{Postgres, has_postgres};
use serde_json::{Value, json};

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

/// A diary of one play that was ended and rated.
fn diary() -> Diary {
    let finish = json!({
        "ended": "solved", "events": [], "seconds": 1.5, "resets": 0, "hints": 0, "undos": 0,
    });
    Diary {
        agreed: true,
        plays: vec![Noted {
            play: "a".into(),
            level: "l".into(),
            finish: Sent {
                what: finish,
                acknowledged: true,
            },
            rating: Some(Sent {
                what: 7,
                acknowledged: true,
            }),
        }],
        ..Diary::default()
    }
}

/// What is kept of it, as it should be.
fn kept() -> Value {
    let mut play = diary().plays[0].finish.what.clone();
    for (name, value) in [
        ("play", json!("a")),
        ("level", json!("l")),
        ("rating", json!(7)),
    ] {
        play[name] = value;
    }
    json!({ "plays": [play] })
}

/// How much was lost, and how much is strange.
fn compared(diary: &Diary, kept: Option<&Value>) -> (usize, usize) {
    let mut survived = Survived::default();
    survived.compare(diary, kept);
    (survived.lost.len(), survived.strange.len())
}

#[test]
fn what_is_lost_or_strange_is_noticed() {
    assert_eq!(compared(&diary(), Some(&kept())), (0, 0));
    assert_eq!(compared(&diary(), None), (1, 0));
    assert_eq!(compared(&diary(), Some(&json!({ "plays": [] }))), (1, 0));
    for (name, value) in [
        ("rating", json!(6)),
        ("rating", Value::Null),
        ("seconds", json!(2)),
        ("ended", Value::Null),
        ("level", json!("m")),
    ] {
        let mut wrong = kept();
        wrong["plays"][0][name] = value;
        assert_eq!(compared(&diary(), Some(&wrong)).0, 1, "{name}");
    }
    let mut twice = kept();
    let play = twice["plays"][0].clone();
    twice["plays"].as_array_mut().unwrap().push(play);
    assert_eq!(compared(&diary(), Some(&twice)), (0, 1));
    // What nobody sent, and what nobody may keep.
    let nothing = Diary {
        plays: Vec::new(),
        ..diary()
    };
    assert_eq!(compared(&nothing, Some(&kept())), (0, 1));
    let mut unsent = diary();
    unsent.plays[0].rating = None;
    assert_eq!(compared(&unsent, Some(&kept())), (0, 1));
    let mut erased = diary();
    erased.erased = Some(Sent {
        what: (),
        acknowledged: true,
    });
    assert_eq!(compared(&erased, None), (0, 0));
    assert_eq!(compared(&erased, Some(&kept())), (0, 1));
}
