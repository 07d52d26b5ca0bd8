//! A whole study, as a browser goes through it.

use crate::{Study, ended, path_of, solved};
use serde_json::{Value, json};

#[test]
fn a_study_is_played_from_consent_to_the_last_rating() {
    let study = Study::new("whole");
    let server = study.serve(&[]);
    let view = server.get("/api/study").json();
    assert_eq!(view["name"], "small");
    assert_eq!(view["open"], true);
    assert_eq!(view["play"]["skip_after"], 0);
    assert_eq!(view["rating"]["high"], 10);
    assert_eq!(view["questions"][1]["choices"], json!(["never", "daily"]));
    let shift =
        json!({ "game": "shift", "title": "Shift", "words": "", "tutorial": 2, "levels": 3 });
    assert_eq!(view["games"][0], shift);

    let player = server.player(1);
    assert_eq!(player.get("player").code(), "no-player");
    let first = player.agree();
    assert_eq!(first["name"].as_str().unwrap().len(), 12);
    assert_eq!(first["games"][0]["phase"], "tutorial");
    assert_eq!(player.agree(), first, "the same again");

    for number in 1..=2 {
        let play = player.next("shift");
        assert_eq!(play["phase"], "tutorial");
        assert_eq!((&play["number"], &play["of"]), (&json!(number), &json!(2)));
        assert_eq!(play["rated"], false);
        assert_eq!(player.solve(&play)["rated"], false);
    }
    let mut seen = Vec::new();
    for number in 1..=3 {
        let play = player.next("shift");
        assert_eq!(play["phase"], "levels");
        assert_eq!((&play["number"], &play["of"]), (&json!(number), &json!(3)));
        assert_eq!(player.next("shift"), play, "the play under way");
        let done = player.solve(&play);
        assert_eq!(
            (&done["solved"], &done["rated"]),
            (&json!(true), &json!(true))
        );
        assert_eq!(done["moves"], done["fewest"], "{done}");
        assert_eq!(player.solve(&play), done, "the same again");
        let played = player.next("shift");
        assert_eq!(
            (&played["play"], &played["state"]),
            (&play["play"], &json!("played"))
        );
        let rating = format!("{}/rating", path_of(&play));
        for _ in 0..2 {
            let rated = player.good(&rating, &json!({ "rating": number + 3 }));
            assert_eq!(rated, json!({ "play": play["play"], "rating": number + 3 }));
        }
        assert!(!seen.contains(&play["level"]["id"]));
        seen.push(play["level"]["id"].clone());
    }
    assert_eq!(player.next("shift"), Value::Null);
    let view = player.get("player").json();
    let progress = &view["games"][0];
    assert_eq!(
        (&progress["phase"], &progress["rated"]),
        (&json!("done"), &json!(3))
    );
    assert_eq!(view["games"][1]["phase"], "levels");
}

#[test]
fn levels_are_skipped_reset_and_taken_back() {
    let study = Study::with("skipped", &[("[play]", "[play]\nhints = true")]);
    let server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    assert_eq!(play["phase"], "levels");
    let moves = crate::solution(&play);
    let mut body = ended(
        "skipped",
        vec![
            json!({ "at": 5, "made": [moves[0]] }),
            json!({ "at": 6, "back": 1 }),
            json!({ "at": 6, "made": [moves[0], moves[1]] }),
            json!({ "at": 9, "reset": true }),
            json!({ "at": 9, "hint": true }),
        ],
    );
    for name in ["resets", "hints", "undos"] {
        body[name] = 1.into();
    }
    let done = player.good(&path_of(&play), &body);
    assert_eq!(
        (&done["solved"], &done["rated"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(done["moves"], 2);
    let view = player.get("player").json();
    assert_eq!(view["games"][0]["skipped"], 1);
    assert_ne!(player.next("shift")["play"], play["play"]);

    let mine = player.get("mine").json();
    let kept = &mine["plays"][0];
    assert_eq!(
        mine["player"]["answers"],
        json!({ "age": 30.0, "often": "daily" })
    );
    assert_eq!(kept["events"], body["events"]);
    assert_eq!((&kept["undos"], &kept["rating"]), (&json!(1), &Value::Null));
    assert_eq!(
        (&kept["ended"], &kept["seconds"]),
        (&json!("skipped"), &json!(2.5))
    );
}

#[test]
fn a_player_is_erased() {
    let study = Study::new("erased");
    let server = study.serve(&[]);
    let (player, other) = (server.player(1), server.player(2));
    let (play, others) = (player.first_level(), other.first_level());
    player.solve(&play);
    let erased = player.send("DELETE", "mine", "");
    assert_eq!((erased.status, erased.json()), (200, json!({ "plays": 1 })));
    assert_eq!(player.get("mine").code(), "no-player");
    player.refused(&path_of(&play), &solved(&play), 404, "no-player");
    let again = player.send("DELETE", "mine", "");
    assert_eq!((again.status, again.json()), (200, json!({ "plays": 0 })));
    assert_eq!(other.next("shift"), others);
    let plays = server.admin("/api/admin/plays").json();
    assert_eq!(plays["plays"].as_array().unwrap().len(), 1);
    // The same browser may begin again.
    assert_eq!(player.agree()["games"][0]["tutorial"], 0);
}

#[test]
fn a_study_lies_under_a_base_path() {
    let study = Study::new("base");
    let server = study.serve(&["--base", "/a/b"]);
    assert!(server.url.ends_with("/a/b/"));
    let mut player = server.player(1);
    player.base = "/a/b".into();
    player.solve(&player.first_level());
    let text = |path: &str| String::from_utf8(server.get(path).body).unwrap();
    assert_eq!(text("/a/b/"), "the study");
    assert_eq!(text("/a/b/sw.js"), "the study's worker");
    assert_eq!(server.get("/a/b").header("location"), "/a/b/");
    assert_eq!(server.get("/api/study").status, 404);
    assert_eq!(server.get("/a/b/api/nothing").code(), "not-found");
    for path in ["/healthz", "/a/b/healthz", "/a/b/readyz"] {
        assert_eq!(text(path), "ok\n", "{path}");
    }
    let described = server.get("/a/b/api/openapi.json").json();
    assert_eq!(described["servers"][0]["url"], "/a/b");
}

#[test]
fn the_page_is_served_beside() {
    let study = Study::new("page");
    let server = study.serve(&[]);
    for (path, text) in [
        ("/", "the study"),
        ("/study.html", "the study"),
        ("/index.html", "the study"),
        // A browser that kept the page for later has to let go of it.
        ("/sw.js", "the study's worker"),
        ("/a.js", "1"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.body, text.as_bytes(), "{path}");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{path} {policy}");
    }
    assert_eq!(server.get("/nothing.js").status, 404);
    // A folder without a study's page is told.
    std::fs::remove_file(study.path("page/study.html")).unwrap();
    let page = study.path("page");
    let output = study
        .command("serve", &["--folder", &page])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("study.html")
    );
}
