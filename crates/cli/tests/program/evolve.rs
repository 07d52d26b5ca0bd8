//! `evolve`: the same bytes for any number of threads and after any end of a
//! run, and what is told of wrong calls.

use crate::{Run, file, folder, run, stumper};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// A run of a second or less.
const SMALL: &str = "evolve freecell --solver greedy --population 6 --generations 4 --deals 4 \
    --budget 400 --finals 6 --test-sample 9 --format json --quiet";
/// The same with so many generations that it can be broken off.
const LONG: &str = "evolve freecell --solver greedy --population 6 --generations 60 --deals 4 \
    --budget 400 --finals 6 --test-sample 9 --format json --quiet";

/// Runs with a file for the result, and gives what the file holds.
fn run_to(args: &str, path: &Path) -> (Run, String) {
    let run = run(&format!("{args} --out {}", path.display()));
    let result = fs::read_to_string(path).unwrap_or_default();
    (run, result)
}

#[test]
fn threads_do_not_change_a_byte() {
    let dir = folder("evolve-jobs");
    for scheme in ["paper", "paper --coevolve", "ga", "cma", "cma --coevolve"] {
        let args = format!("{SMALL} --scheme {scheme} --force");
        let one = run_to(&format!("{args} --jobs 1"), &dir.join("one.json"));
        let many = run_to(&format!("{args} --jobs 5"), &dir.join("many.json"));
        assert_eq!(one.0.code, 0, "{scheme}: {}", one.0.err);
        assert_eq!(one.0.out.lines().count(), 5, "four generations, a result");
        assert!(one.0.out == many.0.out && one.1 == many.1, "{scheme}");
        let logs = ["one", "many"].map(|name| dir.join(format!("{name}.log.jsonl")));
        let [a, b] = logs.map(|log| fs::read(log).unwrap());
        assert!(a == b, "{scheme}");
        let other = run_to(&format!("{args} --seed 2"), &dir.join("other.json"));
        assert!(other.1 != one.1, "{scheme}: a seed changes something");
    }
}

#[test]
fn solve_reads_the_result() {
    let path = folder("evolve-solve").join("weights.json");
    let (evolved, result) = run_to(SMALL, &path);
    assert_eq!(evolved.code, 0, "{}", evolved.err);
    for part in [
        "\"held_out\"",
        "\"training\"",
        "\"command\": \"stumper evolve freecell ",
    ] {
        assert!(result.contains(part), "no {part} in {result}");
    }
    let args = format!("--solver greedy --weights {}", path.display());
    let solved = run(&format!("solve freecell:ms#1 {args} --budget 9"));
    assert_eq!(solved.code, 11, "{}", solved.err);
    // The last row of the output is the result, too.
    let row = file(
        path.parent().unwrap(),
        "row.json",
        evolved.out.lines().last().unwrap(),
    );
    let again = run(&format!(
        "solve freecell:ms#1 --solver greedy --weights {row} --budget 9"
    ));
    assert_eq!(again.out, solved.out);
}

#[test]
fn the_command_in_a_result_gives_the_result() {
    let dir = folder("evolve-command");
    let (_, result) = run_to(
        &format!("{SMALL} --scheme ga --coevolve"),
        &dir.join("a.json"),
    );
    let command = result.split("\"command\": \"stumper ").nth(1).unwrap();
    let command = command.split('"').next().unwrap();
    let (again, repeated) = run_to(command, &dir.join("b.json"));
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(repeated, result);
}

#[test]
fn a_log_cut_anywhere_is_completed() {
    let dir = folder("evolve-cut");
    let (path, log) = (dir.join("a.json"), dir.join("a.log.jsonl"));
    let (whole, result) = run_to(SMALL, &path);
    let kept = fs::read(&log).unwrap();
    let step = kept.len() / 23;
    for cut in (0..kept.len()).step_by(step).chain([kept.len()]) {
        fs::write(&log, &kept[..cut]).unwrap();
        fs::remove_file(&path).unwrap();
        let (resumed, again) = run_to(&format!("{SMALL} --resume"), &path);
        assert_eq!(resumed.code, 0, "cut at {cut}: {}", resumed.err);
        assert!(resumed.out == whole.out, "cut at {cut}: rows");
        assert!(again == result, "cut at {cut}: result");
        assert!(fs::read(&log).unwrap() == kept, "cut at {cut}: log");
    }
}

/// A long run that has logged some generations and has many to go.
fn half_way(path: &Path) -> Child {
    let mut child = stumper()
        .args(LONG.split_whitespace())
        .arg("--out")
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = path.with_extension("log.jsonl");
    while fs::read_to_string(&log).unwrap_or_default().lines().count() < 4 {
        assert!(child.try_wait().unwrap().is_none(), "it has much to do");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

/// Whether a broken run goes on to what an unbroken one gives.
fn completed(path: &Path) -> bool {
    let (whole, result) = run_to(LONG, &path.with_extension("whole.json"));
    let log = path.with_extension("log.jsonl");
    let had = fs::read_to_string(&log).unwrap().lines().count();
    assert!(had < 61 && !path.exists(), "the run was not broken off");
    let (resumed, again) = run_to(&format!("{LONG} --resume"), path);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    let whole_log = fs::read(path.with_extension("whole.log.jsonl")).unwrap();
    resumed.out == whole.out && again == result && fs::read(log).unwrap() == whole_log
}

#[test]
fn a_killed_run_goes_on() {
    let path = folder("evolve-killed").join("a.json");
    let mut child = half_way(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(completed(&path));
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_says_how_to_go_on() {
    let path = folder("evolve-interrupted").join("a.json");
    let child = half_way(&path);
    let pid = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.contains("--resume goes on"), "{message}");
    assert!(completed(&path));
}

#[test]
fn a_finished_run_can_be_made_longer() {
    let dir = folder("evolve-longer");
    let longer = SMALL.replace("--generations 4", "--generations 7");
    let (whole, result) = run_to(&longer, &dir.join("whole.json"));
    run_to(SMALL, &dir.join("a.json"));
    // The second time, the log has finals of the shorter run in its middle.
    for _ in 0..2 {
        let (resumed, again) = run_to(&format!("{longer} --resume"), &dir.join("a.json"));
        assert_eq!(resumed.code, 0, "{}", resumed.err);
        assert_eq!(again, result);
        assert_eq!(resumed.out, whole.out);
    }
    let shorter = run_to(&format!("{SMALL} --resume"), &dir.join("a.json")).0;
    assert_eq!(shorter.code, 2);
    assert!(shorter.err.contains("7 or more"), "{}", shorter.err);
}

#[test]
fn a_run_draws_its_picture() {
    let dir = folder("evolve-plot");
    for generations in [1, 4] {
        let path = dir.join(format!("{generations}.svg"));
        let args = SMALL.replace("--generations 4", &format!("--generations {generations}"));
        let drawn = run(&format!("{args} --plot {}", path.display()));
        assert_eq!(drawn.code, 0, "{}", drawn.err);
        let picture = fs::read_to_string(path).unwrap();
        for part in ["<svg", "best", "mean", "generation", "</svg>"] {
            assert!(picture.contains(part), "no {part}");
        }
    }
}

#[test]
fn wrong_calls_say_what_to_do() {
    let dir = folder("evolve-wrong");
    let there = file(&dir, "there.json", "precious");
    let wide = file(
        &dir,
        "wide.json",
        r#"{"game":"freecell","weights":{"hsdh":7}}"#,
    );
    let odd = file(
        &dir,
        "odd.json",
        r#"{"game":"freecell","weights":{"nosuch":1}}"#,
    );
    let text = file(&dir, "text.json", "precious");
    let out = format!("--out {there}");
    let start = |path: &str| format!("--start {path}");
    for (args, parts) in [
        ("evolve", ["GAME"].as_slice()),
        ("evolve nosuch", &["\"nosuch\"", "one of", "freecell"]),
        (
            "evolve freecell --solver fast",
            &["--solver", "\"fast\"", "staged"],
        ),
        (
            "evolve freecell --solver nosuch",
            &["\"nosuch\"", "takes weights"],
        ),
        ("evolve freecell --baseline nosuch", &["\"nosuch\"", "hsdh"]),
        ("evolve freecell --set nosuch=1", &["\"nosuch\"", "staged"]),
        (
            "evolve freecell --set stage",
            &["--set", "name and a value"],
        ),
        (
            "evolve freecell --train freecell:ms#9-1",
            &["smaller number first"],
        ),
        (
            "evolve freecell --train freecell:ms#0-9",
            &["freecell:ms#0"],
        ),
        (
            "evolve freecell --train template:row#2-9",
            &["--train", "levels of freecell"],
        ),
        (
            "evolve freecell --train levels.txt",
            &["--train", "ids or ranges", "freecell:ms#617"],
        ),
        ("evolve freecell --train freecell:ms#1", &["held out"]),
        (
            "evolve freecell --train freecell:ms#1-9 --test freecell:ms#9-12",
            &["freecell:ms#9", "--train has too"],
        ),
        ("evolve freecell --test freecell:ms#9-12", &["--train"]),
        (
            "evolve freecell --train-share 2",
            &["--train-share", "from 0 to 1"],
        ),
        ("evolve freecell --population 1", &["--population"]),
        ("evolve freecell --generations 0", &["--generations"]),
        ("evolve freecell --deals 0", &["--deals"]),
        (
            "evolve freecell --budget 2s",
            &["--budget", "a time", "states or memory"],
        ),
        ("evolve freecell --budget 0", &["--budget", "1 or more"]),
        ("evolve freecell --penalty 0.5", &["--penalty"]),
        ("evolve freecell --lowest 1", &["--lowest"]),
        ("evolve freecell --scale 0", &["scale", "above 0"]),
        ("evolve freecell --scheme nosuch", &["nosuch", "cma"]),
        ("evolve freecell --fitness nosuch", &["nosuch", "log"]),
        ("evolve freecell --resume", &["--out or --log"]),
        (
            "evolve freecell --out /nosuch/folder/a.json",
            &["/nosuch/folder/a.json", "no such folder"],
        ),
        (
            "evolve freecell --plot /nosuch/folder/a.svg",
            &["/nosuch/folder/a.svg", "no such folder"],
        ),
        (
            "evolve freecell --start nosuch.json",
            &["nosuch.json", "readable file"],
        ),
        (&start(&wide), &["hsdh", "7", "from 0 to 1"]),
        (&start(&odd), &["\"nosuch\"", "hsdh"]),
        (&start(&text), &["text.json", "JSON"]),
        (&out, &["a file that exists", "--resume", "--force"]),
        (
            &format!("{out} --force --plot {there}"),
            &["--plot", "a file other than --out"],
        ),
        (
            &format!("{out} --log {there} --resume"),
            &["--log", "other than --out"],
        ),
        (
            &format!("--log {there} --resume"),
            &["line 1", "\"precious\"", "a log of the same verb"],
        ),
    ] {
        let args = match args.starts_with("evolve") {
            true => args.to_string(),
            false => format!("{SMALL} {args}"),
        };
        let run = run(&args);
        assert_eq!(run.code, 2, "{args}\n{}{}", run.out, run.err);
        for part in parts {
            assert!(
                run.err.contains(part),
                "{args}: no {part:?} in\n{}",
                run.err
            );
        }
        assert!(!run.err.contains("defect"), "{args}\n{}", run.err);
    }
    assert_eq!(fs::read_to_string(there).unwrap(), "precious");
}

#[test]
fn a_log_of_another_run_is_refused() {
    let dir = folder("evolve-other");
    let path = dir.join("a.json");
    run_to(SMALL, &path);
    let log = path.with_extension("log.jsonl");
    let kept = fs::read_to_string(&log).unwrap();
    for (other, parts) in [
        (
            SMALL.replace("--deals 4", "--deals 5"),
            ["--deals 5", "--deals 4"],
        ),
        (
            SMALL.replace("--budget 400", "--budget 300"),
            ["--budget 300", "--budget 400"],
        ),
        (format!("{SMALL} --seed 7"), ["--seed 7", "--seed 1"]),
        (
            format!("{SMALL} --coevolve"),
            ["found --coevolve", "no --coevolve"],
        ),
        (
            format!("{SMALL} --set auto=all"),
            ["--set auto=all", "no --set"],
        ),
        (
            SMALL.replace("greedy", "beam"),
            ["--solver beam", "--solver greedy"],
        ),
    ] {
        let (run, _) = run_to(&format!("{other} --resume"), &path);
        assert_eq!(run.code, 2, "{other}: {}", run.err);
        for part in parts {
            assert!(
                run.err.contains(part),
                "{other}: no {part:?} in {}",
                run.err
            );
        }
        assert!(fs::read_to_string(&log).unwrap() == kept, "the log changed");
    }
    let torn = kept.replacen("{\"generation\"", "{\"regeneration\"", 1);
    fs::write(&log, torn).unwrap();
    let (run, _) = run_to(&format!("{SMALL} --resume"), &path);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("a.log.jsonl, line 2"), "{}", run.err);
    let without_second: Vec<&str> = kept
        .lines()
        .filter(|l| !l.contains("\"generation\":2,"))
        .collect();
    fs::write(&log, without_second.join("\n") + "\n").unwrap();
    let (run, _) = run_to(&format!("{SMALL} --resume"), &path);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("a.log.jsonl, line 3"), "{}", run.err);
    fs::write(&log, "éééé").unwrap();
    let (run, _) = run_to(&format!("{SMALL} --resume"), &path);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("expected a log of the same verb"),
        "{}",
        run.err
    );
}
