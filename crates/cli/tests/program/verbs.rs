//! What each verb prints.

use crate::{folder, run, run_on};
use std::fs;

#[test]
fn text_is_as_documented() {
    for (args, out, code) in [
        (
            "--version",
            concat!("stumper ", env!("CARGO_PKG_VERSION"), "\n"),
            0,
        ),
        ("deal template:row#22", ".**.\n# template:row#22\n", 0),
        (
            "deal klondike:draw1.solvitaire#1",
            "Stock: TS 6C 3H TH 7D 5S 9C 4S 7C KC 4D 2D 5C AD 3S QS QC 4H 2S AC QH TC KS 6H\n\
            | 9D\n4C | AS\nQD TD | JC\n9S JS 8S | 6D\n6S 8H 5H 8D | JH\n3D 3C 8C 7H 9H | AH\n\
            2H 5D KD 7S 2C KH | JD\n# klondike:draw1.solvitaire#1\n",
            0,
        ),
        (
            "verify klondike:draw1.solvitaire#1 --moves 12",
            "klondike:draw1.solvitaire#1: wrong: line 1, move 1 \"12\": found 9D does not fit there; expected a legal move\n",
            1,
        ),
        (
            "deal template:row --seed 4 --count 2",
            "..\n# template:row#4\n.*\n# template:row#5\n",
            0,
        ),
        (
            "deal template:row#5 --format csv",
            "id,variant,level\ntemplate:row#5,,\".*\n\"\n",
            0,
        ),
        (
            "deal template:row#5 --format json",
            "{\"id\":\"template:row#5\",\"level\":\".*\\n\"}\n",
            0,
        ),
        (
            "solve template:row#22",
            "template:row#22: solved in 4 moves (8 states)\n  1 2 3 4\n",
            0,
        ),
        (
            "solve template:row#7 --steps",
            "template:row#7: solved in 1 move (1 state)\n    1. 1  1 from 1 to 1\n",
            0,
        ),
        (
            "solve template:row#5",
            "template:row#5: unsolvable (1 state)\n",
            10,
        ),
        (
            "solve template:row#22 --budget 3",
            "template:row#22: gave up at the limit of states (3 states)\n",
            11,
        ),
        (
            "verify template:row#22 --moves 1,2",
            "template:row#22: wrong: move 1: found \"1,2\"; expected the number of a lamp\n",
            1,
        ),
        (
            "verify template:row#3 --moves 1",
            "template:row#3: solved in 1 move\n",
            0,
        ),
        (
            "verify template:row#3 --moves 1 --format csv",
            "id,valid,metric,length,fault\ntemplate:row#3,true,moves,1,\n",
            0,
        ),
        (
            "verify template:row#3 --moves 1 --format json",
            "{\"id\":\"template:row#3\",\"valid\":true,\"lengths\":{\"moves\":1}}\n",
            0,
        ),
    ] {
        let run = run(args);
        assert_eq!(
            (run.out.as_str(), run.code),
            (out, code),
            "{args}\n{}",
            run.err
        );
    }
}

#[test]
fn ten_moves_stand_on_a_line() {
    // Twelve lamps, lit but for the outermost: each must be pressed once.
    let out = run("solve template:row#6142").out;
    let mut words = out
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().count());
    assert_eq!(
        (words.next(), words.next(), words.next()),
        (Some(10), Some(2), None),
        "{out}"
    );
}

#[test]
fn json_rows_have_the_documented_keys() {
    let out = run("solve template:row#22 --format json").out;
    let row: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(row["id"], "template:row#22");
    assert_eq!(row["outcome"], "solved");
    assert_eq!(row["moves"], serde_json::json!(["1", "2", "3", "4"]));
    assert_eq!(row["lengths"]["moves"], 4);
    assert_eq!(row["steps"].as_array().unwrap().len(), 4);
    for key in ["checked", "generated", "peak_bytes", "seconds"] {
        assert!(row[key].is_number(), "{key}");
    }
    let bare = run("solve template:row#22 --format json --no-times --no-steps").out;
    let row: serde_json::Value = serde_json::from_str(&bare).unwrap();
    assert!(row.get("seconds").is_none() && row.get("steps").is_none());
    let given_up = run("solve template:row#22 --budget 3 --format json").out;
    let row: serde_json::Value = serde_json::from_str(&given_up).unwrap();
    assert_eq!(
        (&row["outcome"], &row["limit"]),
        (&"gave-up".into(), &"states".into())
    );
}

#[test]
fn csv_names_its_metric_and_has_times_only_when_asked() {
    let out = run("solve template:row#22 freecell:ms#1 --budget 9 --format csv").out;
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split(',').collect()).collect();
    let column = |name| lines[0].iter().position(|field| *field == name);
    assert_eq!(lines[1][column("metric").unwrap()], "moves");
    assert_eq!(lines[1][column("length").unwrap()], "4");
    assert_eq!(lines[2][column("limit").unwrap()], "states");
    assert_eq!(lines[2][column("metric").unwrap()], "");
    assert_eq!(column("seconds"), None);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    let timed = run("solve template:row#22 --format csv --times").out;
    assert!(timed.lines().next().unwrap().ends_with(",seconds"));
}

#[test]
fn games_can_be_listed_and_described() {
    let list = run("games").out;
    let json = run("games --format json").out;
    assert_eq!(list.lines().count(), json.lines().count());
    for line in json.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = game["name"].as_str().unwrap();
        assert!(list.contains(name) && run("games --format csv").out.contains(name));
        let text = run(&format!("games {name}")).out;
        let csv = run(&format!("games {name} --format csv")).out;
        for part in ["variants", "sources", "solvers"] {
            for entry in game[part].as_array().unwrap() {
                let word = entry["name"].as_str().unwrap();
                assert!(
                    text.contains(word) && csv.contains(word),
                    "{name} {part} {word}"
                );
            }
        }
        assert!(text.contains(game["example"].as_str().unwrap()));
    }
}

#[test]
fn the_version_tells_that_of_the_rows() {
    let out = run("--version --format json").out;
    let version: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(version["schema"], engine::record::SCHEMA);
}

#[test]
fn the_same_game_is_left_out_once_seen() {
    // Rows of three lamps: a mirrored row is the same game, so 6 of 8 remain.
    let run = run("deal template:row#8-15 --unique --format json");
    assert_eq!(run.out.lines().count(), 6);
    assert_eq!(run.err, "2 levels left out, 6 kept\n");
}

#[test]
fn a_summary_names_outcomes_and_metric() {
    let args = "solve template:row#4-9";
    let err = run(args).err;
    let start = "template: 6 levels, 4 solved, 2 unsolvable, 0 gave up; 0.8 moves on average, median 0, p99 2; ";
    assert!(err.starts_with(start), "{err}");
    assert_eq!(run(&format!("{args} --quiet")).err, "");
}

#[test]
fn what_solve_writes_verify_accepts() {
    let rows = run("solve template:row#2-200 --format json").out;
    let run = run_on("verify -", rows.as_bytes());
    let solved = rows
        .lines()
        .filter(|row| row.contains("\"solved\""))
        .count();
    assert_eq!(
        (run.out.lines().count(), run.code),
        (solved, 0),
        "{}",
        run.err
    );
    assert!(solved > 100 && solved < 199);
}

#[test]
fn wrong_rows_are_found() {
    let right = r#"{"id":"template:row#22","moves":["1","2","3","4"],"lengths":{"moves":4}}"#;
    for (from, to, fault) in [
        (r#""4"]"#, r#""1"]"#, "unsolved"),
        (r#","4"]"#, "]", "unsolved"),
        (r#""4"]"#, r#""5"]"#, "lamp 5"),
        (r#":4}"#, r#":3}"#, "length in moves: found 3; expected 4"),
        (r#"row#22"#, r#"row#21"#, "unsolved"),
    ] {
        assert_eq!(run_on("verify -", right.as_bytes()).code, 0);
        let wrong = run_on("verify -", right.replace(from, to).as_bytes());
        assert_eq!(wrong.code, 1, "{to}: {}", wrong.out);
        assert!(wrong.out.contains(fault), "{to}: {}", wrong.out);
    }
}

#[test]
fn shells_and_manuals_know_every_verb() {
    let verbs = ["games", "deal", "solve", "verify", "completions", "man"];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&format!("completions {shell}")).out;
        for verb in verbs {
            assert!(script.contains(verb), "{shell}: {verb}");
        }
    }
    let dir = folder("man");
    assert_eq!(run(&format!("man --dir {}", dir.display())).code, 0);
    for verb in verbs {
        let page = fs::read_to_string(dir.join(format!("stumper-{verb}.1"))).unwrap();
        assert!(page.contains("Examples:"), "{verb}");
    }
    let page = run("man").out;
    for verb in verbs {
        assert!(page.contains(&format!("stumper\\-{verb}(1)")), "{verb}");
    }
}
