//! `simulate`, `play` and `learn` from outside.

use crate::{folder, run, run_on};
use std::fs;

#[test]
fn rows_and_summary_are_as_documented() {
    let out =
        run("simulate klondike:thesis --player random --games 40 --format json --no-times").out;
    let rows: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (summary, games) = rows.split_last().unwrap();
    assert_eq!((games.len(), &summary["id"]), (40, &"summary".into()));
    let won = games.iter().filter(|row| row["won"] == true).count();
    assert_eq!(summary["wins"], won);
    for (number, row) in (1..).zip(games) {
        assert_eq!(row["id"], format!("klondike:thesis#{number}"));
        assert_eq!(row["won"] == true, row["fitness"] == 52);
        assert_eq!(row["won"] == true, row.get("path").is_some());
        assert!(row["rounds"].is_number() && row.get("seconds").is_none());
    }
    let shares = summary["groups"].as_object().unwrap().values();
    let sum: f64 = shares.map(|share| share.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-5);
    let (low, high) = (summary["low"].as_f64(), summary["high"].as_f64());
    assert!(low < summary["win_rate"].as_f64() && summary["win_rate"].as_f64() < high);
}

#[test]
fn games_are_the_same_for_any_number_of_threads() {
    for args in [
        "simulate klondike:thesis --player a --set k=2 --games 12 --secured reshuffle --format csv",
        "simulate klondike:draw1#5-16 --player rules --format json --no-times",
        "simulate klondike:draw1 --player nested --set k=1,width=1,steps=5 --rounds 30 --games 4",
        "simulate klondike:thesis-draw1 --player learnt --set k=2 --games 6 --secured once",
        "simulate klondike --player c --set k=2,mode=first --games 6",
    ] {
        let [one, many] = [1, 3].map(|jobs| run(&format!("{args} --quiet --jobs {jobs}")));
        assert_eq!((one.code, &one.out), (0, &many.out), "{args}: {}", one.err);
    }
}

#[test]
fn a_run_goes_on_where_it_was_left() {
    let dir = folder("simulate-resume");
    for format in ["json", "csv"] {
        let whole = dir.join(format!("whole.{format}"));
        let parts = dir.join(format!("parts.{format}"));
        let call = |range: &str, path: &std::path::Path, more: &str| {
            let path = path.display();
            run(&format!(
                "simulate klondike:thesis#{range} --player random --format {format} --no-times --out {path} {more}"
            ))
        };
        assert_eq!(call("1-30", &whole, "").code, 0);
        assert_eq!(call("1-12", &parts, "").code, 0);
        assert_eq!(call("1-30", &parts, "--resume").code, 0);
        let read = |path| fs::read_to_string(path).unwrap();
        assert_eq!(read(&whole), read(&parts));
        let other = parts.display();
        let args = format!(
            "simulate klondike:thesis#1-40 --player rules --format {format} --no-times --out {other} --resume"
        );
        assert_eq!(run(&args).code, 2);
    }
}

#[test]
fn wrong_calls_are_refused() {
    for (args, part) in [
        ("simulate klondike --player nobody", "one of random"),
        ("simulate klondike --player a --set depht=3", "depht"),
        ("simulate klondike --player a --set k=many", "many"),
        ("simulate klondike --player random --secured maybe", "fixed"),
        ("simulate klondike:draw=99 --player random", "1 to 24"),
        ("simulate klondike:nosuch --player random", "nosuch"),
        ("simulate klondike:thesis --player expert", "monte-carlo"),
        ("learn klondike:nosuch --out /dev/null", "nosuch"),
        (
            "simulate klondike:draw3#1 --player random --games 5",
            "--games",
        ),
        ("simulate freecell:ms#1 --player random", "hidden cards"),
        ("learn freecell --out /dev/null", "hidden cards"),
        ("play klondike:draw3#1 --hints nobody", "player: found"),
        (
            "learn klondike --games 1 --explore 7 --out /dev/null",
            "0 to 1",
        ),
        (
            "learn klondike --games 1 --explore nan --out /dev/null",
            "0 to 1",
        ),
        (
            "learn klondike --games 1 --out /nosuch/w.json",
            "no such folder",
        ),
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args}: {}", run.out);
        assert!(run.err.contains(part), "{args}: {}", run.err);
    }
}

#[test]
fn a_script_can_play() {
    let script = b"t\nmoves\nhint\nundo\nundo\nzz\nboard\nquit\n";
    let run = run_on("play klondike:thesis#7 --hints rules", script);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in [
        "stock: 21 cards",
        "rules: ",
        "nothing to take back",
        "\"zz\"",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    // Face-down cards are not shown: 21 of them and the stock's next one, on
    // each of four boards.
    assert_eq!(run.out.matches("▒▒").count(), 4 * 22, "{}", run.out);
}

#[test]
fn a_script_that_is_no_text_is_refused() {
    let run = run_on("play klondike:thesis#7", b"t\n\xff\xfe\n");
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("standard input"), "{}", run.err);
}

#[test]
fn a_game_won_by_solver_is_won_at_the_table() {
    let row = run("simulate klondike:thesis --player a --set k=2 --games 30 --secured once --format json --no-times --moves").out;
    let won = row
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let won = won.into_iter().find(|row| row["won"] == true).unwrap();
    let moves: Vec<&str> = won["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m.as_str().unwrap())
        .collect();
    let id = won["id"].as_str().unwrap();
    let played = run_on(&format!("play {id}"), moves.join("\n").as_bytes());
    assert!(
        played
            .out
            .contains(&format!("won in {} moves\n", moves.len()))
    );
    assert_eq!(played.code, 0);
}

#[test]
fn learning_is_repeatable_and_of_use() {
    let dir = folder("learn");
    let [one, two] = ["one.json", "two.json"].map(|name| dir.join(name).display().to_string());
    for path in [&one, &two] {
        let args = format!("learn klondike --games 300 --seed 5 --out {path}");
        assert_eq!(run(&args).code, 0);
    }
    let text = fs::read_to_string(&one).unwrap();
    assert_eq!(text, fs::read_to_string(&two).unwrap());
    assert!(text.contains("\"face-down\":-"), "{text}");
    let args = format!("simulate klondike --player learnt --set k=1 --games 3 --weights {one}");
    assert_eq!(run(&args).code, 0);
}

#[test]
fn the_thesis_stands_beside_ours() {
    let dir = folder("klondike-players");
    let args = format!(
        "experiment klondike-players --games 3 --k 1 --format csv --plot {}",
        dir.display()
    );
    let run = run(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in ["16.9", "116.8", "84.8", "nearest,a,"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    for figure in 1..=6 {
        let svg = fs::read_to_string(dir.join(format!("figure-6-{figure}.svg"))).unwrap();
        assert!(svg.starts_with("<svg"));
    }
}
