//! Runs that are killed or interrupted go on to the bytes of an unbroken run.

use crate::{folder, run, stumper};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::time::Duration;

const LEVELS: &str = "template:row#2-60 template:row#5 template:row#5 freecell:ms#1 --budget 9";

#[test]
fn a_file_cut_anywhere_is_completed() {
    let dir = folder("cut");
    let path = dir.join("rows");
    for format in ["json --no-times", "csv"] {
        // The call that is kept beside the rows names the format.
        let _ = fs::remove_file(dir.join("rows.call"));
        let args = format!("solve {LEVELS} --format {format}");
        let whole = run(&args);
        let (whole, code) = (whole.out.into_bytes(), whole.code);
        let args = format!("{args} --out {} --resume", path.display());
        // A step that shares no factor with the length of a row.
        for cut in (0..whole.len())
            .step_by(83)
            .chain([whole.len() - 1, whole.len()])
        {
            fs::write(&path, &whole[..cut]).unwrap();
            let resumed = run(&args);
            assert_eq!(resumed.code, code, "{format} cut at {cut}: {}", resumed.err);
            assert!(fs::read(&path).unwrap() == whole, "{format} cut at {cut}");
        }
    }
}

#[test]
fn levels_that_are_there_are_skipped() {
    let path = folder("skip").join("rows");
    let out = format!("--format json --no-times --out {}", path.display());
    run(&format!("solve template:row#10-20 {out}"));
    let run = run(&format!("solve template:row#15-30 {out} --resume"));
    assert!(
        run.err.starts_with("11 rows were there already\n"),
        "{}",
        run.err
    );
    assert!(run.err.contains("template: 10 levels"), "{}", run.err);
    assert_eq!(fs::read_to_string(path).unwrap().lines().count(), 21);
}

#[test]
fn rows_of_another_solver_are_not_added_to() {
    for format in ["json", "csv"] {
        let path = folder(&format!("solver-{format}")).join("rows");
        let out = format!("--format {format} --out {}", path.display());
        assert_eq!(
            run(&format!("solve freecell:ms#1 --solver exact {out}")).code,
            0
        );
        let before = fs::read(&path).unwrap();
        let other = run(&format!("solve freecell:ms#1-2 {out} --resume"));
        assert_eq!(other.code, 2, "{}", other.err);
        assert!(other.err.contains("--solver \"exact\""), "{}", other.err);
        assert!(fs::read(&path).unwrap() == before, "the file was changed");
        let same = run(&format!(
            "solve freecell:ms#1-2 --solver exact {out} --resume"
        ));
        assert_eq!(same.code, 0, "{}", same.err);
    }
}

/// A run that has written rows for some levels and waits for more of them,
/// so that whatever happens to it next happens in its middle.
fn half_way(path: &Path) -> (Child, ChildStdin) {
    let mut child = stumper()
        .args(["solve", "-", "--format", "json", "--no-times", "--out"])
        .arg(path)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"template:row#2-900\n").unwrap();
    input.flush().unwrap();
    while fs::read_to_string(path).unwrap_or_default().lines().count() < 20 {
        assert!(child.try_wait().unwrap().is_none(), "it waits for input");
        std::thread::sleep(Duration::from_millis(5));
    }
    (child, input)
}

fn completed(path: &Path) -> bool {
    let args = "solve template:row#2-1200 --format json --no-times";
    let whole = run(args).out;
    let had = fs::read_to_string(path).unwrap();
    assert!(had.len() < whole.len(), "the run was not broken off");
    run(&format!("{args} --out {} --resume", path.display()));
    fs::read_to_string(path).unwrap() == whole
}

#[test]
fn a_killed_run_goes_on() {
    let path = folder("killed").join("rows");
    let (mut child, _input) = half_way(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(completed(&path));
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_says_how_to_go_on() {
    let path = folder("interrupted").join("rows");
    let (child, _input) = half_way(&path);
    let pid = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.contains("--resume goes on"), "{message}");
    let rows = fs::read_to_string(&path).unwrap();
    assert!(rows.ends_with('\n'), "rows are whole");
    assert!(completed(&path));
}

#[test]
#[cfg(unix)]
fn a_solution_that_was_being_shortened_is_not_kept() {
    let path = folder("shortened").join("rows");
    let options = "--solver short --budget 30000 --format json --no-times";
    let mut child = stumper()
        .args(["solve", "freecell:ms#1-9000", "--jobs", "2", "--out"])
        .arg(&path)
        .args(options.split_whitespace())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while fs::read_to_string(&path)
        .unwrap_or_default()
        .lines()
        .count()
        < 1
    {
        assert!(child.try_wait().unwrap().is_none(), "it has much to do");
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rows = fs::read_to_string(&path).unwrap();
    let levels = format!("freecell:ms#1-{}", rows.lines().count());
    assert!(run(&format!("solve {levels} {options}")).out == rows);
}

#[test]
fn two_runs_do_not_share_a_file() {
    let path = folder("shared").join("rows");
    let (mut child, _input) = half_way(&path);
    let second = run(&format!(
        "solve template:row#7 --format json --out {} --resume",
        path.display()
    ));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(second.code, 2, "{}", second.err);
    assert!(second.err.contains("another run"), "{}", second.err);
}
