//! Tables in the cache folder, seen from outside the program: kept from one
//! run to the next, made anew where a file is damaged, never left half
//! written, and done without where nothing can be written.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn stumper(cache: &Path, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stumper"));
    command.args(args.split(' ')).env("STUMPER_CACHE", cache);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(cache: &Path, args: &str) -> Output {
    stumper(cache, args).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&path);
    path
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

/// A board whose tables are made in a moment.
const SMALL: &str = "solve sliding:4x3#1 --solver optimal";
/// Boards whose tables take some seconds.
const MIDDLE: &str = "solve sliding:5x3#1 --solver optimal";
const LARGE: &str = "solve sliding:4x4#1 --solver optimal";

#[test]
fn a_damaged_table_is_made_anew() {
    let cache = folder("damaged-tables");
    let first = run(&cache, SMALL);
    assert!(first.status.success(), "{}", text(&first.stderr));
    assert_eq!(text(&first.stderr), "");
    assert_eq!(files(&cache).len(), 2);
    for path in files(&cache) {
        let whole = fs::read(&path).expect("a table");
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 4;
        for bad in [&flipped[..], &whole[..whole.len() / 2], &whole[..10], b""] {
            fs::remove_file(&path).expect("the table goes");
            fs::write(&path, bad).expect("a damaged file");
            let again = run(&cache, SMALL);
            assert_eq!(again.stdout, first.stdout);
            assert!(
                text(&again.stderr).contains("made anew"),
                "{}",
                text(&again.stderr)
            );
            assert!(fs::read(&path).expect("a table") == whole);
        }
    }
    assert_eq!(text(&run(&cache, SMALL).stderr), "");
}

#[test]
fn nowhere_to_write_is_a_warning() {
    let cache = folder("no-folder");
    fs::write(&cache, "a file where the folder should be").expect("a file");
    let run = run(&cache, SMALL);
    assert!(run.status.success());
    assert!(
        text(&run.stderr).contains("cannot be kept"),
        "{}",
        text(&run.stderr)
    );
    assert!(text(&run.stdout).contains("solved"));
}

fn kill(child: &Child, signal: &str) {
    let pid = child.id().to_string();
    let status = Command::new("kill").args([signal, &pid]).status();
    assert!(status.expect("kill runs").success());
}

#[test]
fn a_killed_run_leaves_no_half_table() {
    let cache = folder("killed");
    for wait in [30, 300, 700, 1100] {
        let mut child = stumper(&cache, MIDDLE).spawn().expect("the program starts");
        sleep(Duration::from_millis(wait));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().expect("it is gone");
    }
    let last = run(&cache, MIDDLE);
    assert!(last.status.success());
    assert_eq!(text(&last.stderr), "");
    let tables = files(&cache);
    let tables = tables
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "table"));
    assert_eq!(tables.count(), 2);
}

#[test]
fn ctrl_c_ends_a_build_with_130() {
    let cache = folder("interrupted-build");
    let child = stumper(&cache, LARGE).spawn().expect("the program starts");
    sleep(Duration::from_millis(900));
    kill(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains("interrupted"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(
        files(&cache)
            .iter()
            .filter(|p| p.extension().is_some_and(|e| e == "part"))
            .count(),
        0
    );
}

#[test]
fn two_programs_may_make_the_same_table() {
    let cache = folder("two-at-once");
    let start = || stumper(&cache, SMALL).spawn().expect("the program starts");
    let (one, other) = (start(), start());
    let outputs = [one, other].map(|child| child.wait_with_output().expect("it ends"));
    assert_eq!(outputs[0].stdout, outputs[1].stdout);
    for output in &outputs {
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
    }
    assert_eq!(files(&cache).len(), 2);
    assert_eq!(text(&run(&cache, SMALL).stderr), "");
}
