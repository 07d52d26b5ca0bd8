//! Experiments that several processes share: what they leave is what one
//! process leaves, whoever was killed.

use crate::{folder, run, stumper};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// Starts a process.
fn start(args: &str) -> Child {
    stumper()
        .args(args.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// A row without its times, which differ from run to run.
fn without_times(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(name, _)| name != "seconds");
            kept.map(|(name, value)| (name, without_times(value)))
                .collect()
        }
        Value::Array(all) => all.into_iter().map(without_times).collect(),
        other => other,
    }
}

/// Every file of a folder by name, rows without their times.
fn files(folder: &Path) -> Vec<(String, String)> {
    let file = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a file of text");
        let row = |line: &str| {
            let row = serde_json::from_str(line).expect("a row");
            format!("{}\n", without_times(row))
        };
        let text = match name.ends_with(".jsonl") {
            true => text.split_inclusive('\n').map(row).collect(),
            false => text,
        };
        (name.into_owned(), text)
    };
    let mut all: Vec<_> = fs::read_dir(folder).expect("a folder").map(file).collect();
    all.sort();
    all
}

/// Runs an experiment in one process; gives its folder and what it printed.
fn straight(args: &str, base: &Path) -> (Vec<(String, String)>, String) {
    let whole = base.join("whole");
    let run = run(&format!("{args} --out {}", whole.display()));
    assert_eq!(run.code, 0, "{args}: {}", run.err);
    (files(&whole), run.out)
}

/// Two of three shards at the same time, the third left to the run that writes
/// the report.
#[test]
fn shards_leave_the_rows_and_the_report_of_one_process() {
    for (name, args) in [
        ("winnability", "winnability klondike:draw1#1-50 --block 4"),
        (
            "effort",
            "effort freecell:seed#1-20 --short 300 --limit 100 --block 3",
        ),
        (
            "chen",
            "chen --depth-deals 1 --type-deals 2 --score-deals 4 --model-deals 3 --short 300 --block 10",
        ),
        ("atkinson", "atkinson --deals 2 --budget 500 --block 5"),
        ("staged", "staged --deals 3 --budget 100 --block 7"),
        (
            "searches",
            "searches freecell:ms#1-6 --solvers fast,beam --budget 300 --block 1",
        ),
        ("unplayable", "unplayable --deals 5200 --block 2"),
        ("shift-lengths", "shift-lengths --levels 60 --block 25"),
        ("raters", "raters --runs 2 --ratings 5,10 --block 3"),
    ] {
        let base = folder(&format!("shards-{name}"));
        let args = format!("experiment {args}");
        let (whole, printed) = straight(&args, &base);
        let cut = base.join("cut");
        let args = format!("{args} --out {}", cut.display());
        let both = ["1/3", "3/3"].map(|shard| start(&format!("{args} --shard {shard}")));
        for child in both {
            let output = child.wait_with_output().expect("it ends");
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{args}: {told}");
            assert!(told.contains("is done; missing are"), "{args}: {told}");
            assert_eq!(output.stdout, b"", "{args}");
        }
        assert!(!cut.join("report.md").exists(), "{args}");
        assert!(!cut.join("rows-00002.jsonl").exists(), "{args}");
        let ended = run(&format!("{args} --resume"));
        assert_eq!(ended.code, 0, "{args}: {}", ended.err);
        assert_eq!(ended.out, printed, "{args}");
        assert!(files(&cut) == whole, "{args}");
        let done = run(&format!("{args} --shard 2/3"));
        assert!(done.err.contains("nothing is missing of"), "{}", done.err);
        assert!(files(&cut) == whole, "{args}");
    }
}

/// A process that waits for more levels in the middle of its third block is
/// killed there. Its first batches have 1, 2, 4 and 8 levels at most, so that
/// it waits for more only after at least 15 of the 18 that it gets.
#[test]
fn a_shard_that_was_killed_goes_on() {
    for (name, levels, options) in [
        ("winnability", "freecell:seed#", "--solver fast"),
        ("effort", "freecell:seed#", "--short 300 --limit 100"),
    ] {
        let base = folder(&format!("killed-shard-{name}"));
        let options = format!("{options} --block 7");
        let args = format!("experiment {name} {levels}1-60 {options}");
        let (whole, printed) = straight(&args, &base);
        for again in [true, false] {
            let cut = base.join(format!("cut-{again}"));
            let out = format!("--out {}", cut.display());
            let shard = "--shard 2/3 --jobs 1";
            let mut child = start(&format!("experiment {name} - {options} {out} {shard}"));
            let mut input = child.stdin.take().expect("its standard input");
            let ids: String = (1..=53).map(|n| format!("{levels}{n}\n")).collect();
            input.write_all(ids.as_bytes()).expect("it reads");
            let part = cut.join("rows-00008.shard-2-of-3.part");
            while fs::metadata(&part).map_or(0, |about| about.len()) == 0 {
                assert!(child.try_wait().expect("its state").is_none(), "{name}");
                std::thread::sleep(Duration::from_millis(2));
            }
            let second = run(&format!("{args} {out} {shard}"));
            assert_eq!(second.code, 2, "{}", second.err);
            assert!(second.err.contains("another run at work"), "{}", second.err);
            child.kill().expect("it is killed");
            child.wait().expect("it ends");
            let first = run(&format!("{args} {out} --shard 1/3"));
            let left = "shard 1/3 is done; missing are 4 of 9 blocks: 3, 6, 8-9\n";
            assert_eq!(first.err, left);
            assert!(part.exists());
            if again {
                let second = run(&format!("{args} {out} {shard}"));
                let left = "shard 2/3 is done; missing are 3 of 9 blocks: 3, 6, 9\n";
                assert_eq!(second.err, left);
            }
            let ended = run(&format!("{args} {out} --resume"));
            assert_eq!((ended.code, &ended.out), (0, &printed), "{}", ended.err);
            assert!(files(&cut) == whole, "{name}");
        }
    }
}

/// Players are chosen by earlier games, so that the rows belong to several
/// parts of the run; blocks are lost at the end of one and within another.
#[test]
fn blocks_that_were_lost_are_made_again() {
    let base = folder("lost-blocks");
    let args = "experiment klondike-players --games 4 --k 1 --block 5";
    let (whole, printed) = straight(args, &base);
    let rows = base.join("whole");
    for block in ["rows-00005", "rows-00009", "rows-00010"] {
        fs::remove_file(rows.join(format!("{block}.jsonl"))).expect("a block");
    }
    let ended = run(&format!("{args} --out {} --resume", rows.display()));
    assert_eq!((ended.code, &ended.out), (0, &printed), "{}", ended.err);
    assert!(files(&rows) == whole);
}

#[test]
fn what_cannot_be_shared_is_refused() {
    let base = folder("refused-shards");
    let out = format!("--out {}", base.join("rows").display());
    let args = "experiment raters --runs 2 --ratings 5 --block 1";
    let first = run(&format!("{args} {out} --shard 1/2"));
    assert_eq!(first.code, 0, "{}", first.err);
    for (args, part) in [
        (
            format!("experiment klondike-players --games 1 {out} --shard 1/2"),
            "who plays last depends on how the games before went",
        ),
        (
            format!("experiment mutser {out} --shard 1/2"),
            "it keeps no rows",
        ),
        (format!("{args} --shard 1/2"), "--out DIR"),
        (
            "experiment raters --runs 2 --block 4".to_string(),
            "--out DIR",
        ),
        (format!("{args} {out} --shard 3/2"), "3/2"),
        (format!("{args} {out} --shard 1/2 --force"), "--force"),
        (format!("{args} {out} --shard 1/2 --seed 7"), "--seed"),
        (
            format!("experiment raters --runs 2 --ratings 5 {out} --shard 2/2"),
            "no --block",
        ),
        (format!("{args} {out}"), "--resume goes on with it"),
    ] {
        let refused = run(&args);
        assert_eq!(refused.code, 2, "{args}: {}", refused.err);
        assert!(refused.err.contains(part), "{args}: {}", refused.err);
    }
}
