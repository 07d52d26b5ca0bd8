//! The program from outside: what it prints, how it ends, and that long runs
//! survive threads, pipes, signals and `kill -9`.

mod bad_input;
#[cfg(unix)]
mod documents;
mod endings;
mod evolve;
mod experiment;
mod files;
mod fit;
mod hardness;
mod made;
mod parquet;
mod play;
mod rated;
mod resume;
#[cfg(feature = "columns")]
mod run;
mod shards;
mod simulate;
mod verbs;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a call printed and how it ended.
struct Run {
    out: String,
    err: String,
    code: i32,
}

fn stumper() -> Command {
    Command::new(env!("CARGO_BIN_EXE_stumper"))
}

/// Runs the program with arguments, split at spaces.
fn run(args: &str) -> Run {
    run_on(args, b"")
}

/// The same with standard input.
fn run_on(args: &str, input: &[u8]) -> Run {
    call(args.split_whitespace(), input)
}

fn call<'a>(args: impl IntoIterator<Item = &'a str>, input: &[u8]) -> Run {
    let mut child = stumper()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has a standard input");
    let input = input.to_vec();
    // A thread, so that a full pipe on either side cannot block both.
    let feed = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    feed.join().expect("the input is written or refused");
    Run {
        out: String::from_utf8(output.stdout).expect("standard output is text"),
        err: String::from_utf8(output.stderr).expect("standard error is text"),
        code: output.status.code().unwrap_or(-1),
    }
}

/// A path for one test's files, under cargo's folder for such.
fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}

/// Writes a file for a test and gives its path as text.
fn file(folder: &std::path::Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file for the test");
    path.display().to_string()
}
