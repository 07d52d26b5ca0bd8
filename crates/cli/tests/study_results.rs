//! From what a study gathered to levels made to order: export, fit, rate,
//! generate; and the report.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the program in a folder; what it printed, where all went well.
fn run(folder: &Path, call: &str) -> String {
    let (code, out, err) = ended(folder, call);
    assert_eq!(code, Some(0), "{call}: {err}");
    out
}

fn ended(folder: &Path, call: &str) -> (Option<i32>, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_stumper"))
        .args(call.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A study of thirty levels of Shift, and two of another game, rated by eight
/// players: the more moves, the harder.
fn gathered(folder: &Path) {
    let measured = run(folder, "measure shift:5x5#1-30 --format json");
    let mut levels = Vec::new();
    for (place, line) in measured.lines().enumerate() {
        let row: Value = serde_json::from_str(line).expect("a row");
        let measures = row["measures"].as_object().expect("measures");
        let measures: serde_json::Map<String, Value> = measures
            .iter()
            .filter(|(_, value)| value.is_number())
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        levels.push(json!({
            // No id that could be made again.
            "id": format!("level {place}"), "game": "shift", "variant": "5x5", "text": "",
            "phase": "levels", "place": place, "fewest": 4, "measures": measures,
        }));
    }
    for place in 0..2 {
        levels.push(json!({
            "id": format!("flow:5x5#{}", place + 1), "game": "flow", "variant": "5x5", "text": "",
            "phase": "levels", "place": place, "fewest": 5, "measures": {"colours": 5.0},
        }));
    }
    let (mut players, mut plays) = (Vec::new(), Vec::new());
    for player in 0..8u64 {
        let name = format!("{player:012x}");
        players.push(json!({
            "name": name, "since": 1, "consent": "c", "answers": {"age": 20 + player},
            "tutorials_skipped": [],
        }));
        for (place, level) in levels.iter().enumerate() {
            let moves = level["measures"]["moves"].as_f64().unwrap_or(3.0);
            let rating = (0.5 * moves + (player % 3) as f64).round().clamp(1.0, 10.0);
            let number = place as u64 + 1;
            plays.push(json!({
                "play": format!("{:016x}", player * 100 + number), "player": name,
                "game": level["game"], "level": level["id"], "phase": "levels",
                "number": number, "opened": 1, "rating": rating as u32,
                "closed": {"ended": "solved", "closed": 2, "seconds": 10.5, "moves": 6,
                    "resets": 0, "hints": 0, "undos": 0},
            }));
        }
    }
    let dump = json!({"study": "test", "levels": levels, "players": players, "plays": plays});
    std::fs::write(folder.join("all.json"), dump.to_string()).expect("a file");
}

#[test]
fn ratings_become_an_equation_and_levels_made_to_order() {
    let folder = folder("study-chain");
    gathered(&folder);
    run(
        &folder,
        "study export --dump all.json --answers --measures measures.csv --out plays.csv",
    );
    let (code, _, err) = ended(&folder, "fit plays.csv --players mixed");
    assert!(code == Some(2) && err.contains("--game"), "{err}");
    let fitted = run(
        &folder,
        "fit plays.csv --game shift --players mixed --terms moves --format json --out e.json",
    );
    let weight = fitted
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a row"))
        .find(|row| row["fold"] == "all" && row["term"] == "moves")
        .expect("a weight");
    let of = |name: &str| weight[name].as_f64().expect("a number");
    assert!((of("weight") - 0.5).abs() < 0.1, "{weight}");
    assert!(
        of("all_low") < of("low") && of("low") < of("weight"),
        "{weight}"
    );
    let rated = run(
        &folder,
        "rate shift:5x5#1-3 --equation e.json --format json",
    );
    assert_eq!(rated.lines().count(), 3, "{rated}");
    assert!(rated.contains("\"human\""), "{rated}");
    let made = run(
        &folder,
        "generate shift:5x5 --difficulty 4..6 --equation e.json --count 2 --format json",
    );
    assert_eq!(made.lines().count(), 2, "{made}");
    let fit = "fit plays.csv --game shift --measures measures.csv --terms moves --quiet";
    run(&folder, fit);
}

#[test]
fn exports_and_reports_are_written_in_every_form() {
    let folder = folder("study-report");
    gathered(&folder);
    let whole = run(&folder, "study export --dump all.json --format json");
    let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let given = std::fs::read_to_string(folder.join("all.json")).expect("the file");
    assert_eq!(read(&whole)["plays"].as_array().map(Vec::len), Some(256));
    assert_eq!(read(&whole)["study"], read(&given)["study"]);
    let lines = run(
        &folder,
        "study export --dump all.json --format jsonl --game flow",
    );
    assert_eq!(lines.lines().count(), 16);
    run(&folder, "study report --dump all.json --html report.html");
    let page = std::fs::read_to_string(folder.join("report.html")).expect("a page");
    assert!(page.contains("<svg") && page.contains("shift: the equation so far"));
    let text = run(&folder, "study report --dump all.json");
    assert!(text.contains("Players by how far they came"), "{text}");
    for line in run(&folder, "study report --dump all.json --format json").lines() {
        read(line);
    }
    for (call, said) in [
        ("study report --dump all.json --html report.html", "--force"),
        ("study report --dump report.html", "report.html"),
        ("study export --dump all.json --game lazors", "flow, shift"),
        ("study export --dump none.json", "none.json"),
        ("study export", "STUDY"),
    ] {
        let (code, _, err) = ended(&folder, call);
        assert!(code == Some(2) && err.contains(said), "{call}: {err}");
    }
}
