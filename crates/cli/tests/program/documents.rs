//! The documents tell the truth: the commands of README.md and
//! docs/commands.md print what stands below them, and the examples of every
//! help text are calls that the program takes.
//!
//! In a block marked `console`, a line `$ COMMAND` is run by the shell, in
//! one folder for a document; the lines below it are what it must print, on
//! standard output or standard error. `…` alone on a line stands for any
//! lines, within a line for any text. `$ cat FILE` makes a file that does not
//! exist yet. `<!-- not run -->` before a block leaves it out.

use super::{folder, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Stands for output that a document leaves out.
const ANYTHING: &str = "…";
/// The line before a block that is not run.
const NOT_RUN: &str = "<!-- not run -->";

/// A command of a document, with what it must print.
struct Shown<'a> {
    /// Its line in the document, counted from 1.
    line: usize,
    command: &'a str,
    output: Vec<&'a str>,
}

/// The commands of a document's blocks, in order.
fn commands(document: &str) -> Vec<Shown<'_>> {
    let mut found: Vec<Shown<'_>> = Vec::new();
    let mut in_block = false;
    let mut before = "";
    for (number, line) in document.lines().enumerate() {
        if line.starts_with("```") {
            in_block = line == "```console" && before != NOT_RUN;
        } else if !in_block {
            before = line;
        } else if let Some(command) = line.strip_prefix("$ ") {
            found.push(Shown {
                line: number + 1,
                command,
                output: Vec::new(),
            });
        } else if let Some(shown) = found.last_mut() {
            shown.output.push(line);
        }
    }
    found
}

/// Whether a printed line is the one shown.
fn fits_line(shown: &str, printed: &str) -> bool {
    match shown.split_once(ANYTHING) {
        None => shown == printed,
        Some((start, end)) => printed
            .strip_prefix(start)
            .is_some_and(|rest| rest.ends_with(end)),
    }
}

/// Whether printed lines are those shown.
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line.trim() == ANYTHING => {
            (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..]))
        }
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| fits_line(line, first) && fits(rest, others)),
    }
}

/// What the shell prints in a folder where `stumper` is on the path, and the
/// exit code.
fn shell(command: &str, place: &Path) -> (String, i32) {
    let program = Path::new(env!("CARGO_BIN_EXE_stumper"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(place)
        .env("PATH", path)
        .env("HOME", place)
        .env("STUMPER_CACHE", place.join("cache"))
        .env("STUMPER_STATE", place.join("state"))
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let text = String::from_utf8(output.stdout).expect("output is text");
    (text, output.status.code().unwrap_or(-1))
}

/// Runs the commands of a document and compares what they print.
fn check_document(name: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name);
    let document = fs::read_to_string(path).expect("the document is there");
    let place = folder(&format!("documents-{}", name.replace('/', "-")));
    let shown = commands(&document);
    assert!(
        shown.len() >= least,
        "{name}: {} commands found",
        shown.len()
    );
    for Shown {
        line,
        command,
        output,
    } in shown
    {
        if let Some(file) = command.strip_prefix("cat ").map(|file| place.join(file))
            && !file.exists()
        {
            fs::write(file, output.join("\n") + "\n").expect("a file for the document");
            continue;
        }
        let (printed, _) = shell(command, &place);
        let lines: Vec<_> = printed.lines().collect();
        assert!(
            fits(&output, &lines),
            "{name}, line {line}: $ {command}\nshows\n{}\nbut it prints\n{printed}",
            output.join("\n")
        );
    }
}

#[test]
fn readme_shows_what_is_printed() {
    check_document("README.md", 10);
}

#[test]
fn commands_page_shows_what_is_printed() {
    check_document("docs/commands.md", 30);
}

#[test]
fn left_out_lines_fit() {
    for (shown, printed, expected) in [
        (&["a", "b"][..], &["a", "b"][..], true),
        (&["a"], &["a", "b"], false),
        (&["a", "b"], &["a"], false),
        (&[], &["a"], false),
        (&["a", "…"], &["a", "b", "c"], true),
        (&["a", "  …", "c"], &["a", "b", "c"], true),
        (&["a", "…", "c"], &["a", "b"], false),
        (&["a…"], &["ab"], true),
        (&["a…c"], &["abc"], true),
        (&["a…c"], &["ab"], false),
    ] {
        assert_eq!(fits(shown, printed), expected, "{shown:?} {printed:?}");
    }
}

/// The examples of a help text.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let indented = lines.take_while(|line| line.starts_with("  "));
    indented.map(|line| line.trim().to_owned()).collect()
}

/// The verbs that a help text lists.
fn verbs(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

/// An example whose every call of the program only asks for help: clap reads
/// what stands before `--help`, so an option that does not exist is a fault.
fn asking_for_help(example: &str) -> String {
    let calls = example.split(" | ");
    let calls = calls.filter(|call| call.starts_with("stumper "));
    let calls = calls.map(|call| {
        let (call, _) = call.split_once(" > ").unwrap_or((call, ""));
        format!("{call} --help")
    });
    calls.collect::<Vec<_>>().join(" && ")
}

/// Whether an example ends within moments and needs no file of its reader.
fn is_cheap(example: &str) -> bool {
    const VERBS: [&str; 5] = [
        "stumper games",
        "stumper deal",
        "stumper draw",
        "stumper verify shift",
        "stumper solve freecell#617",
    ];
    VERBS.iter().any(|verb| example.starts_with(verb)) && !example.contains(".txt")
}

#[test]
fn help_examples_are_calls() {
    let place = folder("help-examples");
    let top = run("--help").out;
    let mut helps = vec![top.clone()];
    for verb in verbs(&top) {
        let help = run(&format!("{verb} --help")).out;
        for inner in verbs(&help) {
            helps.push(run(&format!("{verb} {inner} --help")).out);
        }
        helps.push(help);
    }
    let (mut asked, mut ran) = (0, 0);
    for help in &helps {
        let found = examples(help);
        assert!(!found.is_empty(), "no examples in\n{help}");
        for example in found {
            let (printed, code) = shell(&asking_for_help(&example), &place);
            assert_eq!(code, 0, "{example}\n{printed}");
            asked += 1;
            if is_cheap(&example) {
                let (printed, code) = shell(&example, &place);
                assert_eq!(code, 0, "{example}\n{printed}");
                ran += 1;
            }
        }
    }
    assert!(
        asked > 60 && ran > 15,
        "{asked} examples, {ran} of them run"
    );
}
