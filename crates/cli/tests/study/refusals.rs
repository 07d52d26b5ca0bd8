//! Every refusal has its code, its status and words.

use crate::{Study, ended, path_of, solved};
use serde_json::json;

#[test]
fn keys_are_looked_at() {
    let study = Study::new("keys");
    let server = study.serve(&[]);
    let good = "0123456789abcdef0123456789abcdef";
    for key in [
        "",
        "Authorization: Bearer",
        "Authorization: Bearer ",
        "Authorization: Bearer 0123",
        "Authorization: Basic 0123456789abcdef0123456789abcdef",
        "Authorization: Bearer 0123456789ABCDEF0123456789abcdef",
        "Authorization: Bearer 0123456789abcdef0123456789abcdefa",
        "Authorization: Bearer 0123456789abcdef0123456789abcdeg",
        "Authorization: Bearer é123456789abcdef0123456789abcde",
        "Authorization: Bearer ' OR 1=1; --",
        "X-Key: 0123456789abcdef0123456789abcdef",
    ] {
        let headers: Vec<&str> = [key].into_iter().filter(|key| !key.is_empty()).collect();
        for path in ["/api/player", "/api/mine"] {
            let answer = server.ask("GET", path, &headers, b"");
            assert_eq!(
                (answer.status, &*answer.code()),
                (401, "unauthorized"),
                "{key}"
            );
            assert_eq!(answer.header("www-authenticate"), "Bearer");
        }
    }
    let header = format!("Authorization: Bearer {good}");
    assert_eq!(
        server.ask("GET", "/api/player", &[&header], b"").code(),
        "no-player"
    );
}

#[test]
fn consent_is_looked_at() {
    let study = Study::new("consent");
    let server = study.serve(&[]);
    let player = server.player(1);
    let good = player.consent();
    for (name, value) in [
        ("consent", json!("another version")),
        ("answers", json!({})),
        ("answers", json!({ "age": 0 })),
        ("answers", json!({ "age": 30, "often": "hourly" })),
        ("answers", json!({ "age": 30, "shoes": "brown" })),
        ("answers", json!({ "age": "30" })),
    ] {
        let mut body = good.clone();
        body[name] = value;
        player.refused("consent", &body, 422, "wrong-value");
    }
    for body in [
        json!({}),
        json!({ "consent": 1, "answers": {} }),
        json!({ "consent": "a", "answers": [] }),
        json!({ "consent": "a", "answers": { "age": null } }),
        json!({ "consent": "a", "answers": {}, "more": 1 }),
        json!([]),
        json!(null),
    ] {
        player.refused("consent", &body, 400, "bad-request");
    }
    assert_eq!(player.get("player").code(), "no-player");
    player.good("consent", &good);
    // Who takes part does so, whatever is sent again.
    let again = json!({ "consent": "another version", "answers": {} });
    player.good("consent", &again);
}

#[test]
fn plays_that_do_not_fit_are_refused() {
    let study = Study::with("plays", &[("skip_after = 0", "skip_after = 3600")]);
    let server = study.serve(&[]);
    let player = server.player(1);
    player.refused("next", &json!({ "game": "shift" }), 404, "no-player");
    let play = player.first_level();
    player.refused("next", &json!({ "game": "chess" }), 404, "not-found");
    player.refused("tutorial", &json!({ "game": "chess" }), 404, "not-found");
    let path = path_of(&play);
    let rating = format!("{path}/rating");
    player.refused(&rating, &json!({ "rating": 5 }), 409, "conflict");
    player.refused(&path, &ended("skipped", vec![]), 409, "too-early");
    player.refused(&path, &ended("solved", vec![]), 422, "not-solved");
    let event = |event| ended("skipped", vec![event]);
    for (body, code) in [
        (
            event(json!({ "at": 1, "made": ["nonsense"] })),
            "illegal-move",
        ),
        (event(json!({ "at": 1, "back": 1 })), "wrong-value"),
        (event(json!({ "at": 1 })), "wrong-value"),
        (event(json!({ "at": 1, "reset": true })), "wrong-value"),
        (
            event(json!({ "at": 1, "reset": true, "hint": true })),
            "wrong-value",
        ),
    ] {
        player.refused(&path, &body, 422, code);
    }
    for body in [
        event(json!({ "at": -1, "hint": true })),
        event(json!({ "at": 1.5, "hint": true })),
        event(json!({ "at": 1, "made": [1] })),
        event(json!({ "at": 1, "made": "R" })),
        event(json!({ "at": 1, "jumped": true })),
        ended("given up", vec![]),
        json!({ "ended": "skipped" }),
    ] {
        player.refused(&path, &body, 400, "bad-request");
    }
    let done = player.solve(&play);
    assert_eq!(done["solved"], true);
    for rating_of in [json!(0), json!(11), json!(4294967295u32)] {
        let body = json!({ "rating": rating_of });
        player.refused(&rating, &body, 422, "wrong-value");
    }
    for rating_of in [json!(5.5), json!("5"), json!(-1), json!(null)] {
        let body = json!({ "rating": rating_of });
        player.refused(&rating, &body, 400, "bad-request");
    }
    player.good(&rating, &json!({ "rating": 5 }));
    player.refused(&rating, &json!({ "rating": 6 }), 409, "conflict");
    let mut other = solved(&play);
    other["seconds"] = 3.into();
    player.refused(&path, &other, 409, "conflict");
}

#[test]
fn a_level_is_skipped_when_its_time_has_come() {
    let study = Study::with("early", &[("skip_after = 0", "skip_after = 1")]);
    let server = study.serve(&["--no-limits"]);
    let player = server.player(1);
    // A tutorial is skipped at any time.
    player.agree();
    let tutorial = player.next("shift");
    player.good(&path_of(&tutorial), &ended("skipped", vec![]));
    player.good("tutorial", &json!({ "game": "shift" }));
    let play = player.next("shift");
    let body = ended("skipped", vec![]);
    let opened = play["opened"].as_i64().unwrap();
    let done = loop {
        let answer = player.post(&path_of(&play), &body);
        match answer.status {
            200 => break answer.json(),
            _ => assert_eq!(answer.code(), "too-early"),
        }
        std::thread::yield_now();
    };
    assert_eq!(done["solved"], false);
    let mine = player.get("mine").json();
    let kept = mine["plays"].as_array().unwrap().last().unwrap().clone();
    assert!(kept["closed"].as_i64().unwrap() >= opened + 1000, "{kept}");
}

#[test]
fn a_study_takes_so_many_players() {
    let study = Study::with("full", &[("players = 50", "players = 2")]);
    let server = study.serve(&[]);
    server.player(1).agree();
    server.player(2).agree();
    let (first, third) = (server.player(1), server.player(3));
    third.refused("consent", &third.consent(), 409, "full");
    first.agree();
    first.send("DELETE", "mine", "");
    third.agree();

    let study = Study::with("closed", &[("players = 50", "open = false")]);
    let server = study.serve(&[]);
    let player = server.player(1);
    assert_eq!(player.get("study").json()["open"], false);
    player.refused("consent", &player.consent(), 409, "full");
}

#[test]
fn paths_and_methods_are_looked_at() {
    let study = Study::new("paths");
    let server = study.serve(&[]);
    let player = server.player(1);
    player.agree();
    for path in [
        "nothing",
        "study/",
        "plays",
        "plays/",
        "plays/0123456789abcdef/",
        "plays/0123456789abcdef/rating/more",
        "../api/study",
        "%2e%2e/api/study",
        "admin",
        "",
    ] {
        let answer = player.get(path);
        assert_eq!(
            (answer.status, &*answer.code()),
            (404, "not-found"),
            "{path}"
        );
    }
    for id in [
        "0123456789abcdef",
        "0123456789ABCDEF",
        "0123456789abcde",
        "0123456789abcdef0",
        "..",
        "%2e%2e%2f",
        "%00",
        "%27%20OR%201=1",
    ] {
        let body = ended("skipped", vec![]);
        player.refused(&format!("plays/{id}"), &body, 404, "not-found");
        let body = json!({ "rating": 5 });
        player.refused(&format!("plays/{id}/rating"), &body, 404, "not-found");
    }
    for id in ["%ff", "%c0%ae"] {
        let body = ended("skipped", vec![]);
        player.refused(&format!("plays/{id}"), &body, 400, "bad-request");
    }
    for (method, path, allow) in [
        ("POST", "study", "GET,HEAD"),
        ("GET", "next", "POST"),
        ("PUT", "mine", "DELETE,GET,HEAD"),
        ("DELETE", "plays/0123456789abcdef", "POST"),
        ("TRACE", "study", "GET,HEAD"),
        ("ODD", "player", "GET,HEAD"),
    ] {
        let answer = player.send(method, path, "");
        let found = (answer.status, &*answer.code());
        assert_eq!(found, (405, "wrong-method"), "{method} {path}");
        let mut found: Vec<&str> = answer.header("allow").split(',').collect();
        found.sort_unstable();
        assert_eq!(found.join(","), allow, "{method} {path}");
    }
    let head = player.send("HEAD", "study", "");
    assert_eq!((head.status, head.body.len()), (200, 0));
}
