//! What outlives the server, and what must not be found in its log.

use crate::{Server, Study, path_of, solved};
use serde_json::json;
use std::io::{Read, Write};
use std::process::Command;

#[test]
fn nothing_is_lost_when_the_server_is_killed() {
    let study = Study::new("killed");
    let mut known = Vec::new();
    for round in 0..4 {
        let mut server = study.serve(&[]);
        for (number, before) in &known {
            let mine = server.player(*number).get("mine").json();
            assert_eq!(&mine, before, "player {number}");
        }
        // One goes on where they were, one begins.
        let player = server.player(round);
        let play = player.first_level();
        player.solve(&play);
        if let Some(old) = round.checked_sub(1) {
            let old = server.player(old);
            let play = old.next("shift");
            assert_eq!(play["state"], "played");
            // Its answer may have been lost: it is sent again.
            old.solve(&play);
            let rating = format!("{}/rating", path_of(&play));
            old.good(&rating, &json!({ "rating": 7 }));
        }
        let all = 0..=round;
        known = all
            .map(|n| (n, server.player(n).get("mine").json()))
            .collect();
        server.child.kill().unwrap();
        server.child.wait().unwrap();
    }
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it_and_answers_are_finished() {
    let study = Study::new("signal");
    let mut server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    let body = solved(&play).to_string();
    let (first, rest) = body.split_at(body.len() / 2);
    let mut busy = server.connect();
    let head = format!(
        "POST /api/{} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{first}",
        path_of(&play),
        player.key,
        body.len()
    );
    busy.write_all(head.as_bytes()).unwrap();
    // The server has taken it when it answers another.
    assert_eq!(server.get("/healthz").status, 200);
    let idle = server.connect();
    assert_eq!(server.get("/healthz").status, 200);
    server.signal("TERM");
    let _ = (&idle).read(&mut [0]);
    busy.write_all(rest.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    busy.read_to_end(&mut bytes).unwrap();
    let answer = crate::wire::answer_of(&bytes);
    assert_eq!(
        (answer.status, &answer.json()["solved"]),
        (200, &json!(true))
    );
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    let log = study.log();
    let last = log.lines().last().unwrap();
    assert!(last.contains("\"event\":\"stopped\""), "{log}");
    let server = study.serve(&[]);
    assert_eq!(server.player(1).next("shift")["state"], "played");
}

#[test]
fn the_log_names_nobody() {
    let study = Study::with(
        "log",
        &[
            ("kind = \"choice\"", "kind = \"text\""),
            ("choices = [\"never\", \"daily\"]\n", ""),
        ],
    );
    let server = study.serve(&["--forwarded", "1"]);
    let player = server.player(1);
    let mut consent = player.consent();
    consent["answers"]["often"] = "words that nobody may read".into();
    let name = player.good("consent", &consent)["name"].clone();
    player.good("tutorial", &json!({ "game": "shift" }));
    let play = player.next("shift");
    let mut body = solved(&play);
    body["hints"] = 1.into();
    player.refused(&path_of(&play), &body, 422, "wrong-value");
    player.solve(&play);
    player.get("mine");
    let header = "X-Forwarded-For: 192.0.2.77";
    server.ask("GET", "/api/study?secret=192.0.2.78", &[header], b"");
    server.ask(
        "GET",
        "/api/admin/plays",
        &[header, "Authorization: Bearer a wrong token"],
        b"",
    );
    server.ask("GET", "/some/file/of/somebody", &[header], b"");
    server.end();
    let log = study.log();
    for secret in [
        &*player_key(1),
        name.as_str().unwrap(),
        play["play"].as_str().unwrap(),
        "words that nobody",
        "192.0.2.7",
        "a wrong token",
        "somebody",
        crate::TOKEN,
        "127.0.0.1",
    ] {
        assert!(!log.contains(secret), "{secret} in\n{log}");
    }
    let lines: Vec<serde_json::Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["event"], "started");
    let requests = lines.iter().filter(|line| line["event"] == "request");
    let requests: Vec<_> = requests.collect();
    assert!(requests.len() >= 9);
    let finished = |line: &&&serde_json::Value| line["route"] == "/api/plays/{play}";
    let finish = requests.iter().find(finished).unwrap();
    assert_eq!(
        (&finish["method"], &finish["status"]),
        (&json!("POST"), &json!(422))
    );
    assert!(finish["ms"].as_f64().is_some() && finish["time"].is_string());
}

fn player_key(number: u64) -> String {
    format!("{:032x}", 0x5eed_0000_0000 + number)
}

#[test]
fn a_study_has_a_database_of_its_own() {
    let study = Study::new("own");
    let server = study.serve(&[]);
    let player = server.player(1);
    player.solve(&player.first_level());
    drop(server);
    let text = std::fs::read_to_string(study.path("study.toml")).unwrap();
    let page = study.path("page");
    let args = ["--folder", &page, "--port", "0"];
    for (from, to, word) in [
        ("name = \"small\"", "name = \"other\"", "small"),
        ("shift:4x4#1-3", "shift:4x4#11-13", "shift:4x4#"),
    ] {
        std::fs::write(study.path("study.toml"), text.replace(from, to)).unwrap();
        let output = study.command("serve", &args).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(word), "{told}");
    }
    // Levels may be added.
    let more = text.replace("shift:4x4#1-3", "shift:4x4#1-4");
    std::fs::write(study.path("study.toml"), more).unwrap();
    let server = study.serve(&[]);
    let view = server.player(1).get("player").json();
    assert_eq!(view["games"][0]["levels"], 4);
}

#[test]
fn a_backup_is_made_while_the_server_runs() {
    let study = Study::new("backup");
    let server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    player.solve(&play);
    let copy = study.path("copy.db");
    let output = study.command("backup", &["--out", &copy]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    let before = player.get("mine").json();
    player.good(
        &format!("{}/rating", path_of(&play)),
        &json!({ "rating": 3 }),
    );
    drop(server);
    let server = study.serve(&["--db", &copy]);
    assert_eq!(server.player(1).get("mine").json(), before);
    // Nothing is written over.
    let output = study.command("backup", &["--out", &copy]).output().unwrap();
    assert_ne!(output.status.code(), Some(0));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("copy.db"), "{told}");
}

#[test]
fn wrong_calls_are_told() {
    let study = Study::new("wrong-calls");
    let page = study.path("page");
    std::fs::write(study.path("short"), "short").unwrap();
    std::fs::write(study.path("garbage.db"), "no database at all".repeat(500)).unwrap();
    let (short, garbage) = (study.path("short"), study.path("garbage.db"));
    for (args, code, word) in [
        (&["--token-file", &*short][..], 2, "16"),
        (&["--token-file", "/no/such/file"], 2, "/no/such/file"),
        (&["--db", "mysql://a/b"], 2, "--db"),
        (&["--db", &garbage], 1, "garbage.db"),
        (&["--base", "/a/../b"], 2, "--base"),
        (&["--forwarded", "17"], 2, "--forwarded"),
        (&["--requests", "0"], 2, "--requests"),
        (&["--requests", "5", "--no-limits"], 2, "--no-limits"),
        (&["--log", "loud"], 2, "--log"),
    ] {
        let mut all = vec!["--port", "0", "--folder", &page];
        all.extend(args);
        let output = study.command("serve", &all).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?} {told}");
        assert!(told.contains(word), "{args:?} {told}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_stumper"))
        .args(["study", "serve", "/no/such/study.toml"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_play_is_shown_again() {
    let study = Study::new("shown");
    let server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    player.solve(&play);
    let (id, page) = (play["play"].as_str().unwrap(), study.path("page"));
    let shown = Server::start(&mut study.command("replay", &[id, "--folder", &page]));
    let (url, token) = shown.url.split_once("?token=").unwrap();
    assert!(url.ends_with(&format!("/#/replay/{id}")), "{url}");
    let header = format!("Authorization: Bearer {token}");
    let path = format!("/api/admin/plays/{id}");
    let answer = shown.ask("GET", &path, &[&header], b"");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["level_text"], play["level"]["text"]);
    // Nobody takes part there.
    let other = shown.player(9);
    other.refused("consent", &other.consent(), 409, "full");
    for wrong in ["0123456789abcdef", "nonsense"] {
        let (code, told) = study.run("replay", &[wrong]);
        assert_eq!(code, Some(2), "{wrong}");
        assert!(told.contains(&format!("found \"{wrong}\"")), "{told}");
    }
}
