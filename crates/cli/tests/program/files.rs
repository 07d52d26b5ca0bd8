//! The forms in which levels are read.

use crate::{file, folder, run, run_on};

/// A FreeCell board that needs four moves.
const KINGS: &str = "Foundations: H-Q C-Q D-Q S-Q\nKH\nKC\nKD\nKS\n";

#[test]
fn every_form_names_the_same_levels() {
    let dir = folder("forms");
    let expected = run("solve template:row#4-9").out;
    let rows = run("solve template:row#4-9 --format json").out;
    for (name, content) in [
        (
            "ids",
            "# six rows\n\ntemplate:row#4\ntemplate:row#5-8\n  template:row#9\n".to_string(),
        ),
        ("crlf", "template:row#4-7\r\ntemplate:row#8-9\r\n".into()),
        ("boards", run("deal template:row#4-9").out),
        ("level rows", run("deal template:row#4-9 --format json").out),
        ("solution rows", rows),
        (
            "id rows",
            (4..=9)
                .map(|n| format!("{{\"id\":\"template:row#{n}\"}}\n"))
                .collect(),
        ),
        ("mark", "\u{feff}template:row#4-9".into()),
        ("off", "# template:row#3\ntemplate:row#4-9\n".into()),
    ] {
        let from_stdin = run_on("solve -", content.as_bytes());
        assert_eq!(from_stdin.out, expected, "{name}: {}", from_stdin.err);
        let path = file(&dir, name, content);
        assert_eq!(crate::call(["solve", &path], b"").out, expected, "{name}");
    }
}

/// One Klondike board as our own text, as Solvitaire's JSON in one line and
/// over several, and what becomes of it.
#[test]
fn a_board_in_json_is_no_row() {
    let ours = "Home: C-J D-K H-K S-J\nStock: QC KC\n| KS\n| QS\n";
    let suit = |letter: char, top: usize| {
        let ranks = &[
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
        ][..top];
        let cards: Vec<_> = ranks.iter().map(|r| format!("\"{r}{letter}\"")).collect();
        format!("[{}]", cards.join(","))
    };
    let home = [suit('C', 11), suit('D', 13), suit('H', 13), suit('S', 11)].join(",");
    let json = format!(
        "{{ \"tableau piles\": [[\"KS\"],[\"QS\"]], \"stock\": [\"KC\",\"QC\"], \"foundation\": [{home}]}}\n"
    );
    let lines = json.replace(", ", ",\n").replacen("{ ", "{\n", 1);
    for board in [ours, &json, &lines] {
        let run = run_on(
            "solve - --game klondike --variant draw1 --solver plain",
            board.as_bytes(),
        );
        assert_eq!(run.code, 0, "{}", run.err);
        let start = "standard input: solved in 6 moves (";
        assert!(run.out.starts_with(start), "{board}{}", run.out);
    }
    let run = run_on("solve - --game klondike", b"{\n\"stock\": []\n}\n");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no \"tableau piles\""), "{}", run.err);
}

#[test]
fn a_bare_board_needs_no_header() {
    let dir = folder("bare");
    let path = file(&dir, "kings.txt", KINGS);
    let board = run(&format!("solve {path}"));
    assert_eq!(board.code, 0, "{}", board.err);
    let start = format!("{path}: solved in 4 standard moves (");
    assert!(board.out.starts_with(&start), "{}", board.out);
    let single = run(&format!("solve {path} --metric single"));
    assert!(
        single.out.contains("solved in 4 single moves"),
        "{}",
        single.out
    );
    let lamps = run_on("solve - --game template", b".**.\n");
    assert_eq!(
        lamps.out,
        "standard input: solved in 4 moves (8 states)\n  1 2 3 4\n"
    );
}

#[test]
fn a_comment_after_a_boards_first_line_makes_no_id_of_it() {
    let fresh = run("deal freecell:ms#1").out;
    let (columns, _) = fresh.split_once("# freecell").unwrap();
    let commented = columns.replacen('\n', " # the first\n", 1);
    for board in [
        KINGS.replacen('\n', " # all but the kings\n", 1),
        format!(": {commented}"),
        format!(":# none\n{KINGS}"),
    ] {
        let solved = run_on("solve -", board.as_bytes());
        assert_eq!(solved.code, 0, "{board}{}", solved.err);
    }
}

#[test]
fn names_of_several_lines_are_read_back() {
    let level = KINGS.replace('\n', "\\n");
    let row = format!("{{\"id\":\"two\\nlines\",\"level\":\"{level}\"}}\n");
    let text = run_on("deal -", row.as_bytes()).out;
    assert!(text.ends_with("# freecell:freecell: two lines\n"), "{text}");
    assert_eq!(run_on("deal -", text.as_bytes()).out, text);
}

#[test]
fn rows_of_boards_can_be_verified() {
    let rows = run_on(
        "solve - --variant bakers-game --format json",
        KINGS.as_bytes(),
    )
    .out;
    assert!(rows.contains("\"variant\":\"bakers-game\""), "{rows}");
    assert_eq!(run_on("verify -", rows.as_bytes()).code, 0);
    let lamps = run_on("solve - --game template --format json", b".**.\n").out;
    assert!(lamps.contains("\"game\":\"template\""), "{lamps}");
    assert_eq!(run_on("verify -", lamps.as_bytes()).code, 0);
    let wrong = rows.replace("\"1h\"", "\"1a\"");
    assert_ne!(wrong, rows);
    assert_eq!(run_on("verify -", wrong.as_bytes()).code, 1);
}

#[test]
fn a_solution_is_read_from_a_file_or_standard_input() {
    let dir = folder("solution");
    let board = file(&dir, "kings.txt", KINGS);
    let moves = file(&dir, "moves.txt", "1h 2h\n3h 4h\n");
    let args = format!("verify {board} --solution");
    assert_eq!(run(&format!("{args} {moves}")).code, 0);
    assert_eq!(run_on(&format!("{args} -"), b"1h 2h 3h 4h").code, 0);
    assert_eq!(run_on(&format!("{args} -"), b"1h 2h 3h").code, 1);
}

#[test]
fn dealt_text_reads_back_as_the_same_bytes() {
    let dir = folder("deal");
    let board = file(&dir, "kings.txt", KINGS);
    let args = format!("deal {board} template:row#22 freecell:eight-off#5 freecell:penguin#7");
    for format in ["text", "json"] {
        let first = run(&format!("{args} --format {format}"));
        assert_eq!(first.code, 0, "{}", first.err);
        let again = run_on(&format!("deal - --format {format}"), first.out.as_bytes());
        assert_eq!(again.out, first.out, "{}", again.err);
    }
    let text = run(&args).out;
    assert!(
        text.contains(&format!("\n# freecell:freecell: {board}\n")),
        "{text}"
    );
}

#[test]
fn a_board_that_is_not_what_its_id_deals_is_kept() {
    // Row 22 is `.**.`; this file says otherwise, and the file counts.
    let row = run_on("solve - --format json", b"*...\n# template:row#22\n").out;
    assert!(row.contains("\"level\":\"*...\\n\""), "{row}");
    assert_eq!(run_on("verify -", row.as_bytes()).code, 0);
}
