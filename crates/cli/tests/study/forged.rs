//! What somebody sends who means no good.

use crate::{Study, ended, path_of, solution, solved};
use serde_json::json;

#[test]
fn a_play_belongs_to_its_player() {
    let study = Study::new("others");
    let server = study.serve(&[]);
    let (one, other) = (server.player(1), server.player(2));
    let play = one.first_level();
    other.agree();
    let path = path_of(&play);
    other.refused(&path, &solved(&play), 404, "not-found");
    one.solve(&play);
    let body = json!({ "rating": 1 });
    other.refused(&format!("{path}/rating"), &body, 404, "not-found");
    let answer = other.get("mine").json();
    assert_eq!(answer["plays"], json!([]));
    // A name is no key.
    let name = one.get("player").json()["name"]
        .as_str()
        .unwrap()
        .to_string();
    let header = format!("Authorization: Bearer {name:0>32}");
    let answer = server.ask("GET", "/api/mine", &[&header], b"");
    assert_eq!(answer.code(), "no-player");
}

#[test]
fn a_false_solution_is_refused_and_logged() {
    let study = Study::new("false");
    let server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    let path = path_of(&play);
    let moves = solution(&play);
    let made = |moves: &[String]| vec![json!({ "at": 1, "made": moves })];
    let last = moves.len() - 1;
    for (events, code) in [
        (vec![], "not-solved"),
        (made(&moves[..last]), "not-solved"),
        (made(&[moves.join(" ")]), "illegal-move"),
        (made(&["#".to_string()]), "illegal-move"),
        (made(&["\u{0}".to_string()]), "illegal-move"),
        (made(&["R999999".to_string()]), "illegal-move"),
    ] {
        player.refused(&path, &ended("solved", events), 422, code);
    }
    // Solved, then taken back.
    let mut back = ended(
        "solved",
        vec![
            json!({ "at": 1, "made": moves }),
            json!({ "at": 2, "back": 1 }),
        ],
    );
    back["undos"] = 1.into();
    player.refused(&path, &back, 422, "not-solved");
    // The solution of another level.
    let mut other = play.clone();
    player.solve(&play);
    player.good(&format!("{path}/rating"), &json!({ "rating": 5 }));
    for _ in 0..2 {
        let next = player.next("shift");
        let answer = player.post(&path_of(&next), &solved(&other));
        if answer.status != 200 {
            assert!(["not-solved", "illegal-move"].contains(&&*answer.code()));
            player.solve(&next);
        }
        let rating = format!("{}/rating", path_of(&next));
        player.good(&rating, &json!({ "rating": 5 }));
        other = next;
    }
    let count = server.get("/metrics");
    let text = String::from_utf8(count.body).unwrap();
    let line = text
        .lines()
        .find(|l| l.starts_with("stumper_false_solves_total "));
    let count: u32 = line.unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    assert!(count >= 7, "{text}");
    server.end();
    let log = study.log();
    let logged = log.matches("refused-false-solve").count();
    assert_eq!(logged, count as usize, "{log}");
    assert!(log.contains("\"level\":\"shift:4x4#"), "{log}");
}

#[test]
fn what_was_sent_cannot_be_sent_as_another() {
    let study = Study::new("again");
    let server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    let body = solved(&play);
    player.good(&path_of(&play), &body);
    let before = player.get("mine").json();
    for _ in 0..3 {
        player.good(&path_of(&play), &body);
    }
    player.refused(&path_of(&play), &ended("skipped", vec![]), 409, "conflict");
    let later = server.player(2);
    later.agree();
    later.refused(&path_of(&play), &body, 404, "not-found");
    assert_eq!(player.get("mine").json(), before);
    // A tutorial level is not rated, nor is one that was skipped.
    player.good(
        &format!("{}/rating", path_of(&play)),
        &json!({ "rating": 2 }),
    );
    let skipped = player.next("shift");
    player.good(&path_of(&skipped), &ended("skipped", vec![]));
    let rating = format!("{}/rating", path_of(&skipped));
    player.refused(&rating, &json!({ "rating": 2 }), 409, "conflict");
}
