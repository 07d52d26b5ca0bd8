//! A table of wrong calls: each ends with code 2 and a message that helps.

use crate::{call, file, folder, run_on};

fn check(args: &str, input: &[u8], parts: &[&str]) {
    let run = run_on(args, input);
    assert_eq!(run.code, 2, "{args}\n{}{}", run.out, run.err);
    for part in parts {
        assert!(
            run.err.contains(part),
            "{args}: no {part:?} in\n{}",
            run.err
        );
    }
    assert!(!run.err.contains("panicked"), "{args}\n{}", run.err);
}

#[test]
fn wrong_calls_say_what_is_wrong() {
    for (args, parts) in [
        ("", ["Usage", "solve"].as_slice()),
        (
            "solve freecell:ms#1 --solver staged --set weights=nosuch.json",
            &["nosuch.json", "a readable file of weights"],
        ),
        ("nosuchverb", &["nosuchverb"]),
        (
            "games nosuch",
            &["\"nosuch\"", "freecell", "`stumper games`"],
        ),
        ("solve", &["LEVELS"]),
        (
            "solve nosuch.txt",
            &["\"nosuch.txt\"", "no such file", "level id"],
        ),
        ("solve .", &["a folder"]),
        ("solve freecell:ms", &["no such file", "freecell:ms#1"]),
        ("solve freecell:ms#", &["number"]),
        ("solve freecell:ms#x", &["\"x\"", "whole number"]),
        ("solve freecell:ms#9-3", &["9 before 3", "freecell:ms#3-9"]),
        ("solve freecell:ms#0", &["freecell:ms#0", "1 to"]),
        ("solve freecell:ms#1-99999999999", &["99999999999", "1 to"]),
        ("solve freecell:nosuch#1", &["\"nosuch\"", "variant"]),
        ("solve nosuch:row#1", &["\"nosuch\"", "one of freecell"]),
        ("solve template:row#2-99999999", &["99999999", "2 to"]),
        (
            "solve template:row#22 --solver nosuch",
            &["--solver", "\"nosuch\"", "one of"],
        ),
        (
            "solve template:row#22 --metric nosuch",
            &["--metric", "\"nosuch\"", "moves"],
        ),
        (
            "solve template:row#22 --variant row",
            &["--variant", "boards, not ids"],
        ),
        ("solve template:row#22 --jobs 0", &["--jobs"]),
        ("solve template:row#22 --jobs x", &["--jobs"]),
        (
            "solve template:row#22 --budget fast",
            &["--budget", "\"fast\"", "35ms"],
        ),
        ("solve template:row#22 --budget 1s,2s", &["time twice"]),
        ("solve template:row#22 --budget -5", &["-5"]),
        ("solve template:row#22 --format xml", &["xml", "json"]),
        ("solve template:row#22 --resume", &["--out"]),
        ("solve - -", &["- twice"]),
        ("verify - -", &["- twice"]),
        (
            "solve template:row#22 --out -",
            &["--out", "standard output"],
        ),
        ("solve - --game nosuch", &["\"nosuch\""]),
        (
            "deal template:row#5 --seed 3",
            &["--seed", "without a number"],
        ),
        ("deal template:row --count 0", &["--count"]),
        (
            "deal freecell:seed --seed 18446744073709551615 --count 2",
            &["--count", "2^64"],
        ),
        ("verify template:row#22", &["--moves"]),
        ("verify template:row#22-23 --moves 1", &["a second level"]),
        ("verify - --solution -", &["standard input once"]),
        ("verify template:row#0 --moves 1", &["template:row#0"]),
        (
            "verify template:row#3 --moves 1 --solution x",
            &["--solution"],
        ),
        ("completions nosuch", &["nosuch", "bash"]),
    ] {
        check(args, b"", parts);
    }
}

#[test]
fn wrong_content_says_where() {
    for (args, input, parts) in [
        (
            "solve -",
            b"".as_slice(),
            ["standard input", "nothing"].as_slice(),
        ),
        (
            "solve -",
            b"\n\n# only a comment\n",
            &["standard input", "nothing"],
        ),
        ("solve -", b"\xff\xfe\x00", &["byte 0", "0xff", "UTF-8"]),
        (
            "solve -",
            b"template:row#7\ntemplate:\xc3(",
            &["byte 24", "UTF-8"],
        ),
        ("solve -", b"\0\0\0\0", &["standard input"]),
        (
            "solve -",
            b"template:row#7\nnonsense\n",
            &["line 2", "\"nonsense\""],
        ),
        (
            "solve -",
            b"template:row#7\nnosuch:row#7\n",
            &["line 2", "\"nosuch\""],
        ),
        (
            "solve -",
            b"template:row#7\ntemplate:row#1\n",
            &["line 2", "template:row#1"],
        ),
        (
            "solve -",
            b"{\"id\":\"template:row#7\"}\n{\"id\":",
            &["line 2", "JSON"],
        ),
        (
            "solve -",
            b"{\"name\":\"template:row#7\"}\n",
            &["line 1", "missing field `id`"],
        ),
        (
            "solve -",
            b"{\"id\":\"nonsense\"}\n",
            &["line 1", "no level id"],
        ),
        (
            "solve -",
            b"{\"id\":\"x\",\"level\":\"y\"}\n",
            &["line 1", "\"y\""],
        ),
        (
            "solve -",
            b"{\"id\":\"template:row#7\",\"level\":\"y\"}\n",
            &["line 1", "\"y\""],
        ),
        (
            "solve -",
            b"AH 2H 3X\n",
            &["standard input", "line 1, card 3", "\"3X\""],
        ),
        ("solve -", b"AH 2H\n", &["standard input", "each card once"]),
        (
            "solve - --variant nosuch",
            b"AH 2H\n",
            &["standard input", "\"nosuch\""],
        ),
        (
            "solve -",
            b"**\n# template:row#7\nx\n# template:row#8\n",
            &["from line 3", "\"x\""],
        ),
        (
            "solve -",
            b"**\n# template:row#7\n# template:row#8\n...\n",
            &["line 3", "a board before its name"],
        ),
        (
            "solve -",
            b"# template:row#7\n**\n",
            &["line 1", "stands after it"],
        ),
        (
            "deal -",
            b"template:row#7\ntemplate:row#1\n",
            &["line 2", "template:row#1"],
        ),
        ("verify -", b"", &["standard input", "nothing"]),
        (
            "verify -",
            b"{\"id\":\"template:row#7\"}\n",
            &["line 1", "missing field `moves`"],
        ),
        (
            "verify -",
            b"{\"id\":\"template:row#1\",\"moves\":[]}\n",
            &["line 1"],
        ),
        (
            "verify -",
            b"template:row#7\n",
            &["line 1", "\"template:row#7\" (expected", "JSON"],
        ),
        (
            "verify -",
            b"{\"id\":\"template:row#7\",\"moves\":[],\"outcome\":\"Solved\"}\n",
            &["line 1, outcome", "\"Solved\"", "gave-up"],
        ),
    ] {
        check(args, input, parts);
    }
}

#[test]
fn levels_before_a_wrong_one_are_written() {
    for jobs in ["1", "2"] {
        let input = b"template:row#7\ntemplate:row#5\ntemplate:row#1\ntemplate:row#7\n";
        let run = run_on(&format!("solve - --jobs {jobs}"), input);
        assert_eq!(run.out.lines().count(), 3, "{}", run.out);
        assert!(
            run.out.contains("row#5: unsolvable") && run.code == 2,
            "{}",
            run.err
        );
    }
}

#[test]
fn a_line_without_end_is_refused() {
    let input = vec![b'x'; 17 << 20];
    check("solve -", &input, &["line 1", "more than 16 MiB"]);
    let lines = b"AH\n".repeat(6 << 20);
    check("solve -", &lines, &["more than 16 MiB"]);
}

#[test]
fn what_is_no_row_is_not_cut() {
    let path = file(&folder("torn"), "rows", "precious");
    for format in ["json", "csv"] {
        let args = format!("solve template:row#7 --format {format} --out {path} --resume");
        check(&args, b"", &["line 1", "\"precious\"", "same format"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    }
}

#[test]
fn levels_are_not_written_over() {
    let dir = folder("input");
    let path = file(&dir, "ids", "template:row#7\n");
    let roundabout = dir.join("..").join("input").join("ids");
    for out in [path.clone(), roundabout.display().to_string()] {
        let args = format!("solve {path} --format json --force --out {out}");
        check(&args, b"", &["--out", "another file"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "template:row#7\n");
    }
}

#[test]
fn an_existing_file_is_not_written_over() {
    let dir = folder("existing");
    let path = file(&dir, "rows", "precious\n");
    let args = |more: &'static str| {
        let path = path.clone();
        let args = format!("solve template:row#7 --out {path} {more}");
        (path, args)
    };
    for (more, part) in [
        ("", "--resume goes on with it"),
        ("--resume", "--format json"),
        ("--resume --format csv", "the header id,"),
        ("--resume --format json", "line 1"),
        ("--resume --force", "--force"),
    ] {
        let (path, args) = args(more);
        check(&args, b"", &[part]);
        assert_eq!(
            std::fs::read_to_string(path).unwrap(),
            "precious\n",
            "{more}"
        );
    }
    let (path, args) = args("--force");
    assert_eq!(call(args.split_whitespace(), b"").code, 0);
    assert!(
        std::fs::read_to_string(path)
            .unwrap()
            .starts_with("template:row#7: solved")
    );
    check(
        "solve template:row#7 --out /nosuch/folder/rows",
        b"",
        &["/nosuch/folder/rows"],
    );
}
