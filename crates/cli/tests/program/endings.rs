//! Exit codes, threads, and pipes that close.

use crate::{run, run_on, stumper};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn exit_codes_tell_the_outcome() {
    for (args, code) in [
        ("solve template:row#7", 0),
        ("solve template:row#5", 10),
        ("solve template:row#4-9", 10),
        ("solve template:row#22 --budget 1", 11),
        // Row 5 is refuted within one state, row 22 is not decided.
        ("solve template:row#5 template:row#22 --budget 1", 11),
        ("solve template:row#22 template:row#5 --budget 1", 11),
        ("solve template:row#22 --budget 1h,1000,1GB", 0),
        ("solve template:row#22 --budget 1b", 11),
    ] {
        assert_eq!(run(args).code, code, "{args}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for format in ["text", "csv", "json --no-times"] {
        let args = format!("solve template:row#2-3000 template:row#5 --format {format}");
        let one = run(&format!("{args} --jobs 1"));
        assert!(one.out.lines().count() >= 3000);
        for jobs in [2, 3, 16] {
            let many = run(&format!("{args} --jobs {jobs}"));
            assert!(many.out == one.out, "{format} differs with {jobs} threads");
            assert_eq!(many.code, one.code);
        }
    }
    let rows = run("solve template:row#2-500 --format json").out;
    let one = run_on("verify - --jobs 1", rows.as_bytes()).out;
    assert!(run_on("verify - --jobs 5", rows.as_bytes()).out == one);
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    for args in [
        "solve template:row#2-2000000",
        "deal freecell:ms#1-8000000000",
    ] {
        let mut child = stumper()
            .args(args.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        // The reader goes, and the pipe with it.
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut first)
            .unwrap();
        assert!(!first.is_empty());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args}");
        assert_eq!(output.status.code(), Some(0), "{args}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_is_written_to() {
    let run = run("solve template:row#7 --out /dev/null --force");
    assert_eq!(run.code, 0, "{}", run.err);
    let args = "solve template:row#7 --out /dev/null --resume --format json";
    assert_eq!(crate::run(args).code, 0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = stumper()
        .args(["solve", "template:row#7"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("cannot write to standard output"),
        "{message}"
    );
}
