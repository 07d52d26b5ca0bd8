//! Rows as columns: what each verb writes, what is refused, and that a file
//! is there when it is whole or not at all.

#[cfg(feature = "columns")]
use crate::{Run, stumper};
use crate::{file, folder, run};
use std::fs;
use std::path::Path;
#[cfg(feature = "columns")]
use std::{
    io::Write,
    process::{Child, ChildStdin, Stdio},
    time::Duration,
};

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

/// The ids of rows of JSON, but of one that sums up.
#[cfg(feature = "columns")]
fn ids(rows: &str) -> Vec<String> {
    let id = |row: &str| row.split('"').nth(3).unwrap().to_string();
    let ids = rows.lines().map(id);
    ids.filter(|id| id != "summary").collect()
}

/// Writes a Parquet file.
#[cfg(feature = "columns")]
fn written(args: &str, path: &Path) -> Run {
    run(&format!("{args} --format parquet --out {}", path.display()))
}

#[cfg(feature = "columns")]
fn contains(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|part| part == text.as_bytes())
}

#[test]
#[cfg(feature = "columns")]
fn parquet_files_of_every_verb_are_read_as_levels() {
    let place = folder("parquet-verbs");
    let solved = place.join("solved.parquet");
    assert_eq!(written("solve freecell#1-20,11982", &solved).code, 10);
    let verify = format!("verify {}", solved.display());
    fs::create_dir(place.join("rows")).unwrap();
    for (args, verb) in [
        ("solve freecell#1-20 --boards --steps --times", "solve"),
        ("solve template:row#2-60 --budget 9", "solve"),
        ("solve shift:5x5#1-5 --no-moves", "solve"),
        ("measure shift:5x5#1-5", "measure"),
        ("measure freecell#1-5 --only cheap", "measure"),
        ("rate shift:5x5#1-5", "rate"),
        (
            "simulate klondike:thesis#1-5 --player random --moves",
            "simulate",
        ),
        ("deal flow:5x5#1-5", "deal"),
        ("deal sliding:2x2#1-8 --unique", "deal"),
        (
            "generate shift:5x5 --count 5 --measure --solution",
            "generate",
        ),
        ("generate flow:5x5 flow:6x6 --count 2", "generate"),
        ("generate shift --difficulty 2..4 --count 3", "generate"),
        (&verify, "verify"),
    ] {
        let path = place.join("rows").join("rows.parquet");
        let columns = written(args, &path);
        let text = run(&format!("{args} --format json"));
        assert_eq!(columns.code, text.code, "{args}: {}", columns.err);
        assert_eq!(columns.out, "", "{args}");
        assert_eq!(names(&place.join("rows")), ["rows.parquet"], "{args}");
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"PAR1"), "{args}");
        assert!(contains(&bytes, &format!("\"verb\":\"{verb}\"")), "{args}");
        let levels = run(&format!("deal {} --format json", path.display()));
        assert_eq!(levels.code, 0, "{args}: {}", levels.err);
        let (read, expected) = (ids(&levels.out), ids(&text.out));
        assert!(!read.is_empty() && read == expected, "{args}: {read:?}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
#[cfg(feature = "columns")]
fn the_call_stands_in_a_parquet_file() {
    let place = folder("parquet-call");
    let path = place.join("rows.parquet");
    written("generate shift:5x5 --count 2 --seed 7", &path);
    let bytes = fs::read(&path).unwrap();
    for part in [
        "stumper.schema",
        "\"--count\":[\"2\"]",
        "\"--seed\":[\"7\"]",
        "\"sources\":[\"shift:5x5\"]",
    ] {
        assert!(contains(&bytes, part), "{part}");
    }
    written("solve freecell#1-9 --force", &path);
    assert!(contains(
        &fs::read(&path).unwrap(),
        "\"levels\":[\"freecell#1-9\"]"
    ));
}

#[test]
#[cfg(feature = "columns")]
fn solutions_in_parquet_files_are_verified() {
    let place = folder("parquet-verify");
    let path = place.join("rows.parquet");
    let verify = format!("verify {}", path.display());
    for (args, told) in [
        (
            "solve freecell#11980-11989",
            "9 solutions right, 0 wrong, 1 row without one\n",
        ),
        (
            "generate shift:5x5 --count 4 --solution",
            "4 solutions right, 0 wrong, 0 rows without one\n",
        ),
        (
            "solve freecell#1-3 --no-moves",
            "0 solutions right, 0 wrong, 3 rows without one\n",
        ),
    ] {
        written(&format!("{args} --force"), &path);
        let verified = run(&verify);
        assert_eq!((verified.code, verified.err.as_str()), (0, told), "{args}");
    }
    let rows = run("solve freecell#1-2 --no-moves --format json --no-times").out;
    assert!(rows.contains("\"moves\":[],\"lengths\""), "{rows}");
    let text = run("solve shift:5x5#1 --no-moves").out;
    assert_eq!(text, "shift:5x5#1: solved in 10 moves (111 states)\n");
}

#[test]
#[cfg(feature = "columns")]
fn the_summary_of_games_is_not_in_a_parquet_file() {
    let path = folder("parquet-summary").join("games.parquet");
    let args = "simulate klondike:thesis#1-3 --player random";
    let run = written(args, &path);
    let text = crate::run(args).out;
    let summary: Vec<_> = text.lines().skip(3).collect();
    assert_eq!(run.err, summary.join("\n") + "\n");
    assert_eq!(written(&format!("{args} --force --quiet"), &path).err, "");
}

#[test]
#[cfg(feature = "columns")]
fn what_parquet_cannot_be_is_refused() {
    let place = folder("parquet-refused");
    let there = file(&place, "there.parquet", "rows of years");
    let new = place.join("new.parquet").display().to_string();
    let one = "solve freecell#1 --format parquet";
    let mixed = "freecell#1 shift:5x5#1 --format parquet";
    for (args, parts) in [
        (one.to_string(), ["no file", "--out FILE"]),
        (format!("{one} --out -"), ["no file", "--out FILE"]),
        (
            "deal freecell#1 --format parquet".into(),
            ["no file", "--out FILE"],
        ),
        (
            format!("{one} --out {new} --resume"),
            ["--resume", "`stumper run`"],
        ),
        (
            format!("{one} --out {there}"),
            ["a file that exists", "--force"],
        ),
        (
            format!("solve {there} --format parquet --out {there} --force"),
            ["from which levels are read", "another file"],
        ),
        (
            format!("{one} --out {}", place.display()),
            ["a folder", "a file to write to"],
        ),
        (
            format!("{one} --out {new}/rows"),
            ["no such folder", "a file to write to"],
        ),
        (
            format!("solve {mixed} --out {new}"),
            ["shift:5x5#1", "levels of freecell"],
        ),
        (
            format!("measure {mixed} --out {new}"),
            ["shift:5x5#1", "levels of freecell"],
        ),
        (
            format!("rate {mixed} --out {new}"),
            ["shift:5x5#1", "levels of freecell"],
        ),
        (
            format!("deal {mixed} --out {new}"),
            ["shift:5x5#1", "levels of freecell"],
        ),
        (
            format!("generate shift:5x5 flow:5x5 --format parquet --out {new}"),
            ["flow beside shift", "one game"],
        ),
        (
            format!(
                "generate shift --difficulty 3 --format parquet --out {}/",
                place.display()
            ),
            ["a folder", "JSON"],
        ),
        (
            "rate --calibrate freecell:seed --format parquet".into(),
            ["--calibrate", "json"],
        ),
        ("games --format parquet".into(), ["text", "json, csv"]),
        ("experiment --format parquet".into(), ["text", "json, csv"]),
        (
            format!("solve freecell#1 freecell:ms#0 --format parquet --out {new}"),
            ["freecell:ms#0", ""],
        ),
    ] {
        let run = run(&args);
        assert_eq!(run.code, 2, "{args}: {}", run.err);
        for part in parts {
            assert!(run.err.contains(part), "{args}: {}", run.err);
        }
        assert_eq!(names(&place), ["there.parquet"], "{args}");
    }
    assert_eq!(fs::read_to_string(&there).unwrap(), "rows of years");
    assert_eq!(run(&format!("{one} --out {there} --force")).code, 0);
    assert!(fs::read(&there).unwrap().starts_with(b"PAR1"));
}

#[test]
#[cfg(all(unix, feature = "columns"))]
fn a_device_is_not_replaced_by_a_parquet_file() {
    let run = run("solve freecell#1 --format parquet --out /dev/null --force");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("a device"), "{}", run.err);
}

#[test]
#[cfg(feature = "columns")]
fn any_number_of_threads_gives_the_same_parquet_file() {
    let place = folder("parquet-threads");
    let (one, many) = (place.join("one"), place.join("many"));
    let verify = format!("verify {}", place.join("rows").display());
    written("solve sliding:2x2#1-9000", &place.join("rows"));
    for args in [
        "solve sliding:2x2#1-9000 sliding:2x2#5",
        "solve freecell#1-300 --no-moves",
        "measure shift:5x5#1-100",
        "rate shift:5x5#1-100",
        "simulate klondike:thesis#1-100 --player random",
        "generate shift:5x5 --count 20 --keep moves=8..10",
        &verify,
    ] {
        let first = written(&format!("{args} --force --jobs 1"), &one);
        let second = written(&format!("{args} --force --jobs 3"), &many);
        assert_eq!(first.code, second.code, "{args}: {}", second.err);
        assert!(
            fs::read(&one).unwrap() == fs::read(&many).unwrap(),
            "{args}"
        );
    }
}

/// A run that has begun its file and waits for more levels.
#[cfg(feature = "columns")]
fn half_way(path: &Path) -> (Child, ChildStdin) {
    let mut child = stumper()
        .args(["solve", "-", "--format", "parquet", "--out"])
        .arg(path)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"template:row#2-900\n").unwrap();
    input.flush().unwrap();
    while names(path.parent().unwrap()).is_empty() {
        assert!(child.try_wait().unwrap().is_none(), "it waits for input");
        std::thread::sleep(Duration::from_millis(5));
    }
    (child, input)
}

#[test]
#[cfg(feature = "columns")]
fn a_killed_run_leaves_no_parquet_file_under_its_name() {
    let place = folder("parquet-killed");
    let path = place.join("rows.parquet");
    let (mut child, _input) = half_way(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!path.exists(), "{:?}", names(&place));
    assert_eq!(written("solve template:row#7", &path).code, 0);
}

#[test]
#[cfg(all(unix, feature = "columns"))]
fn an_interrupted_run_leaves_no_parquet_file() {
    let place = folder("parquet-interrupted");
    let (child, _input) = half_way(&place.join("rows.parquet"));
    let pid = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(
        message.contains("rows.parquet was not written"),
        "{message}"
    );
    assert!(names(&place).is_empty(), "{:?}", names(&place));
}

#[test]
#[cfg(not(feature = "columns"))]
fn parquet_is_refused_where_it_was_left_out() {
    let place = folder("parquet-left-out");
    let rows = file(&place, "rows.parquet", b"PAR1\xff\xff");
    let new = place.join("new.parquet").display().to_string();
    for args in [
        "solve freecell#1 --format parquet".to_string(),
        format!("deal freecell#1 --format parquet --out {new}"),
        format!("solve {rows}"),
        format!("verify {rows}"),
    ] {
        let run = run(&args);
        assert_eq!(run.code, 2, "{args}: {}", run.err);
        assert!(run.err.contains("built without"), "{args}: {}", run.err);
        assert!(run.err.contains("--features serve,columns"), "{}", run.err);
    }
    assert_eq!(names(&place), ["rows.parquet"]);
}
