//! `stumper run`: shards that can be shared, killed and done again, and the
//! check that they are one whole.

use crate::{Run, call, file, folder, stumper};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;

const PLAN: &str = "verb = \"solve\"\nlevels = \"freecell#1-950\"\nshard = 100\n";

fn run(args: &[&str]) -> Run {
    call(args.iter().copied(), b"")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of text")
}

/// The bytes of every file in a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().expect("a name");
            (name, fs::read(entry.path()).expect("a file"))
        })
        .collect()
}

#[test]
fn shares_make_the_bytes_of_one_process() {
    let place = folder("run-shares");
    let plan = file(&place, "plan.toml", PLAN);
    let (whole, shared) = (place.join("whole"), place.join("shared"));
    let one = run(&["run", &plan, "--out", text(&whole), "--jobs", "1"]);
    assert_eq!(one.code, 0, "{}", one.err);
    assert!(one.err.contains("10 of 10 shards are there"), "{}", one.err);
    for share in ["3/3", "1/3"] {
        let some = run(&["run", &plan, "--out", text(&shared), "--shard", share]);
        assert_eq!(some.code, 0, "{}", some.err);
    }
    let status = run(&["run", "--status", text(&shared), "--format", "csv"]);
    assert_eq!(status.code, 1);
    let missing: Vec<_> = status.out.lines().skip(1).collect();
    assert_eq!(missing.len(), 3, "{}", status.out);
    assert!(missing[0].starts_with("missing,101,200,"), "{}", status.out);
    let early = run(&["run", "--merge", text(&shared)]);
    assert_eq!(early.code, 2);
    assert!(early.err.contains("3 missing shards"), "{}", early.err);
    // The rest is whatever is missing.
    assert_eq!(run(&["run", &plan, "--out", text(&shared)]).code, 0);
    assert_eq!(run(&["run", "--status", text(&shared)]).code, 0);
    assert_eq!(files(&whole), files(&shared));
    let into = place.join("all.parquet");
    let merged = run(&["run", "--merge", text(&shared), "--into", text(&into)]);
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert!(
        merged
            .out
            .contains("950 rows in 10 shards, none missing and none twice"),
        "{}",
        merged.out
    );
    let verified = run(&["verify", text(&into)]);
    assert_eq!(verified.code, 0, "{}", verified.err);
}

#[test]
fn a_killed_process_leaves_whole_shards_only() {
    let place = folder("run-killed");
    let plan = file(&place, "plan.toml", PLAN);
    let (whole, killed) = (place.join("whole"), place.join("killed"));
    assert_eq!(run(&["run", &plan, "--out", text(&whole)]).code, 0);
    let mut child = stumper()
        .args(["run", &plan, "--out", text(&killed), "--jobs", "1"])
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // Two shards are there, and the third is begun or done.
    while !killed.join("000000000101-000000000200.parquet").exists() {
        assert!(
            child
                .try_wait()
                .expect("a child")
                .is_none_or(|end| end.success())
        );
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(run(&["run", &plan, "--out", text(&killed)]).code, 0);
    // What the killed one had begun goes when all is found whole.
    let merged = run(&["run", "--merge", text(&killed)]);
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert_eq!(files(&whole), files(&killed));
}

#[test]
fn a_level_that_panics_is_named_and_stops_nothing_else() {
    let place = folder("run-poisoned");
    let plan = file(&place, "plan.toml", PLAN);
    let out = place.join("out");
    let poisoned = stumper()
        .args(["run", &plan, "--out", text(&out)])
        .env("STUMPER_POISON", "freecell:ms#417")
        .output()
        .expect("the program runs");
    let err = String::from_utf8(poisoned.stderr).expect("text");
    assert_eq!(poisoned.status.code(), Some(1), "{err}");
    assert!(
        err.contains("000000000401-000000000500.parquet: freecell:ms#417"),
        "{err}"
    );
    assert!(err.contains("9 of 10 shards are there"), "{err}");
    assert_eq!(run(&["run", &plan, "--out", text(&out)]).code, 0);
    assert_eq!(run(&["run", "--merge", text(&out)]).code, 0);
}

#[test]
fn a_merge_finds_what_is_wrong() {
    let place = folder("run-wrong");
    let plan = file(
        &place,
        "plan.toml",
        "verb = \"deal\"\nlevels = \"shift:5x5#1-30\"\nshard = 10\n",
    );
    let out = place.join("out");
    assert_eq!(run(&["run", &plan, "--out", text(&out)]).code, 0);
    let first = out.join("000000000001-000000000010.parquet");
    let second = out.join("000000000011-000000000020.parquet");
    let bytes = [fs::read(&first).unwrap(), fs::read(&second).unwrap()];
    let refused = |words: &str| {
        let merged = run(&["run", "--merge", text(&out)]);
        assert_eq!(merged.code, 2, "{}", merged.err);
        assert!(merged.err.contains(words), "{words} in {}", merged.err);
    };
    fs::write(&second, &bytes[0]).unwrap();
    refused("row 1: found the row of \"shift:5x5#1\"");
    fs::write(&second, &bytes[1][..bytes[1].len() / 2]).unwrap();
    refused("000000000011-000000000020.parquet");
    // What is cut off is done again.
    assert_eq!(run(&["run", &plan, "--out", text(&out)]).code, 0);
    assert_eq!(fs::read(&second).unwrap(), bytes[1]);
    fs::write(out.join("000000000001-000000000020.parquet"), &bytes[0]).unwrap();
    refused("which is no shard of the plan");
    fs::remove_file(out.join("000000000001-000000000020.parquet")).unwrap();
    // One bit, in the rows or in what is said of them.
    for at in [100, bytes[1].len() / 4, bytes[1].len() / 2] {
        let mut flipped = bytes[1].clone();
        flipped[at] ^= 1;
        fs::write(&second, &flipped).unwrap();
        refused("000000000011-000000000020.parquet");
    }
    fs::write(&second, &bytes[1]).unwrap();
    // What is somebody else's stays.
    fs::write(out.join("notes.part"), "mine").unwrap();
    assert_eq!(run(&["run", "--merge", text(&out)]).code, 0);
    assert!(out.join("notes.part").exists());
    // Another plan is not mixed in.
    let other = file(&place, "other.toml", PLAN);
    let mixed = run(&["run", &other, "--out", text(&out)]);
    assert_eq!(mixed.code, 2);
    assert!(mixed.err.contains("a run of another plan"), "{}", mixed.err);
}

#[test]
fn levels_that_change_between_shards_are_found() {
    let place = folder("run-changed");
    file(&place, "levels.txt", "shift:5x5#1-20\n");
    // Files are looked for where the plan lies.
    let plan = "verb = \"solve\"\nlevels = \"levels.txt\"\nshard = 10\n[options]\nbudget = 5000\n";
    let plan = file(&place, "plan.toml", plan);
    let out = place.join("out");
    let half = run(&["run", &plan, "--out", text(&out), "--shard", "1/2"]);
    assert_eq!(half.code, 0, "{}", half.err);
    file(&place, "levels.txt", "shift:5x5#1-10,31-40\n");
    assert_eq!(run(&["run", &plan, "--out", text(&out)]).code, 0);
    let merged = run(&["run", "--merge", text(&out)]);
    assert_eq!(merged.code, 2, "{}", merged.err);
    assert!(
        merged.err.contains("rows of another call"),
        "{}",
        merged.err
    );
}

#[test]
fn processes_that_begin_together_share_a_new_folder() {
    let place = folder("run-together");
    let plan = file(&place, "plan.toml", PLAN);
    let out = place.join("out");
    let begin = |share: String| {
        stumper()
            .args(["run", &plan, "--out", text(&out), "-q", "--jobs", "1"])
            .args(["--shard", &share])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    };
    let all: Vec<_> = (1..=6).map(|n| begin(format!("{n}/6"))).collect();
    for one in all {
        let end = one.wait_with_output().expect("it ends");
        assert!(
            end.status.success(),
            "{}",
            String::from_utf8_lossy(&end.stderr)
        );
    }
    assert_eq!(run(&["run", "--merge", text(&out)]).code, 0);
}

#[test]
fn a_bad_plan_is_refused_with_its_place() {
    let place = folder("run-bad-plans");
    for (plan, words) in [
        ("", "missing field `verb`"),
        ("verb = \"sole\"\nlevels = \"freecell#1\"\n", "line 1"),
        ("verb = \"solve\"\nlevels = []\n", "levels: found none"),
        ("verb = \"solve\"\nlevels = \"-\"\n", "standard input"),
        ("verb = \"solve\"\nlevels = \"freecell#0\"\n", "freecell"),
        (
            "verb = \"solve\"\nlevels = \"freecell#1\"\nshard = 0\n",
            "shard: found 0",
        ),
        (
            "verb = \"solve\"\nlevels = \"freecell#1\"\nshards = 3\n",
            "line 3",
        ),
        (
            "verb = \"solve\"\nlevels = \"freecell#1\"\n[options]\nplayer = \"x\"\n",
            "for solve one of",
        ),
        (
            "verb = \"solve\"\nlevels = \"freecell#1\"\n[options]\nsolver = \"x\"\n",
            "\"x\"",
        ),
        (
            "verb = \"solve\"\nlevels = \"freecell#1\"\n[options]\nbudget = \"2s\"\n",
            "a time",
        ),
        (
            "verb = \"simulate\"\nlevels = \"klondike#1\"\n",
            "no player",
        ),
        (
            "verb = \"solve\"\nlevels = [\"freecell#1\", \"shift:5x5#1\"]\n",
            "shift",
        ),
        (
            "verb = \"solve\"\nlevels = \"freecell:seed#1-99999999999\"\nshard = 1\n",
            "shards",
        ),
    ] {
        let plan = file(&place, "plan.toml", plan);
        let bad = run(&["run", &plan, "--out", text(&place.join("out"))]);
        assert_eq!(bad.code, 2, "{words}: {}", bad.err);
        assert!(bad.err.contains(words), "{words} in {}", bad.err);
    }
}
