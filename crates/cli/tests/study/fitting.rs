//! A study's file and its database: whether they fit, and who may change what.

use crate::{Study, ended, path_of, solved};
use serde_json::json;
use std::fs;
use std::net::TcpListener;
use std::path::Path;

#[test]
fn who_cannot_listen_leaves_the_database_as_it_is() {
    let study = Study::new("taken");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let page = study.path("page");
    let (code, told) = study.run("serve", &["--folder", &page, "--port", &port]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("is taken"), "{told}");
    assert!(!Path::new(&study.path("study.db")).exists());
}

#[test]
fn a_file_has_one_server() {
    let study = Study::new("one-server");
    let server = study.serve(&[]);
    let page = study.path("page");
    let args = ["--folder", &page, "--port", "0"];
    study.change("shift:4x4#1-3", "shift:4x4#1-2");
    let (code, told) = study.run("serve", &args);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("study.db: another server"), "{told}");
    // Killed as it is, it leaves the file to the next.
    drop(server);
    let server = study.serve(&[]);
    let view = server.get("/api/study").json();
    assert_eq!(view["games"][0]["levels"], 2);
    assert_eq!(view["recorded"], true);
}

/// A study with a level that somebody has rated.
fn rated(name: &str) -> Study {
    let study = Study::new(name);
    let server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    player.solve(&play);
    player.good(
        &format!("{}/rating", path_of(&play)),
        &json!({ "rating": 7 }),
    );
    study
}

#[test]
fn a_study_that_does_not_fit_its_database_is_told() {
    let study = rated("fits");
    let file = fs::read_to_string(study.path("study.toml")).unwrap();
    let (code, told) = study.run("check", &[]);
    assert_eq!(code, Some(0), "{told}");
    let (page, elsewhere) = (study.path("page"), study.path("no.db"));
    for (from, to, word) in [
        ("name = \"small\"", "name = \"other\"", "\"small\""),
        ("shift:4x4#1-3", "shift:4x4#11-13", "shift:4x4#"),
        ("[play]", "[rating]\nhigh = 5\n[play]", "from 1 to 10"),
    ] {
        study.change(from, to);
        for (verb, args) in [
            ("check", &[][..]),
            ("serve", &["--folder", &page, "--port", "0"]),
        ] {
            let (code, told) = study.run(verb, args);
            assert_eq!(code, Some(2), "{verb} {told}");
            assert!(told.contains(word), "{verb} {told}");
        }
        // Where there is no database, there is nothing to say of it.
        let (code, told) = study.run("check", &["--db", &elsewhere]);
        assert_eq!(code, Some(0), "{told}");
        assert!(!Path::new(&elsewhere).exists());
        fs::write(study.path("study.toml"), &file).unwrap();
    }
}

#[test]
fn what_another_study_gathered_is_refused() {
    let study = rated("another");
    let all = study.path("all.json");
    let (code, told) = study.run("export", &["--format", "json", "--out", &all]);
    assert_eq!(code, Some(0), "{told}");
    let text = fs::read_to_string(&all).unwrap();
    let dump: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(dump["scale"], json!([1, 10]));
    study.change("name = \"small\"", "name = \"other\"");
    for verb in ["report", "export"] {
        let (code, told) = study.run(verb, &[]);
        assert_eq!(code, Some(2), "{verb} {told}");
        assert!(
            told.contains("study.db: found the study \"small\""),
            "{told}"
        );
    }
}

#[test]
fn plays_are_judged_by_the_rules_of_the_study() {
    let study = Study::with("rules", &[("[play]", "[play]\nundo = false")]);
    let server = study.serve(&[]);
    let player = server.player(1);
    let play = player.first_level();
    let path = path_of(&play);
    let moves = crate::solution(&play);
    let mut hinted = ended("skipped", vec![json!({ "at": 1, "hint": true })]);
    hinted["hints"] = 1.into();
    let back = vec![
        json!({ "at": 1, "made": [moves[0]] }),
        json!({ "at": 2, "back": 1 }),
    ];
    let mut undone = ended("skipped", back);
    undone["undos"] = 1.into();
    let mut long = solved(&play);
    long["seconds"] = 600.into();
    let mut short = ended("skipped", vec![json!({ "at": 90_000, "made": [moves[0]] })]);
    short["seconds"] = 1.into();
    for body in [hinted, undone, long, short] {
        player.refused(&path, &body, 422, "wrong-value");
    }
    player.solve(&play);
}
