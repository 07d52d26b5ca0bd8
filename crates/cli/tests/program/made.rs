//! Levels that are measured, made to order and drawn.

use crate::{file, folder, run, run_on};
use std::fs;

#[test]
fn measures_are_written_in_every_form() {
    for (args, out, code) in [
        (
            "measure template:row#22",
            "template:row#22: solved\n  lamps  4\n  lit    2\n  moves  4\n",
            0,
        ),
        (
            "measure template:row#22 template:row#5 --format csv",
            "id,variant,outcome,limit,lamps,lit,moves\n\
            template:row#22,,solved,,4,2,4\ntemplate:row#5,,unsolvable,,2,1,\n",
            0,
        ),
        (
            "measure template:row#5 --format json",
            "{\"id\":\"template:row#5\",\"outcome\":\"unsolvable\",\"measures\":{\"lamps\":2,\"lit\":1}}\n",
            0,
        ),
        (
            "measure template:row#22 --budget 3",
            "template:row#22: gave-up at the limit of states\n  lamps  4\n  lit    2\n",
            11,
        ),
    ] {
        let run = run(args);
        assert_eq!(
            (run.out.as_str(), run.code),
            (out, code),
            "{args}: {}",
            run.err
        );
    }
    let written = run_on("measure - --game template", b".**.\n");
    assert_eq!(written.code, 0, "{}", written.err);
    assert!(
        written.out.starts_with("standard input (row): solved\n"),
        "{}",
        written.out
    );
}

#[test]
fn a_table_of_measures_has_one_game() {
    let mixed = run("measure template:row#22 freecell:ms#1 --format csv");
    assert_eq!(mixed.code, 2);
    assert!(
        mixed.err.contains("--format json mixes games"),
        "{}",
        mixed.err
    );
    assert_eq!(
        run("measure template:row#22 freecell:ms#1 --format json").code,
        0
    );
}

#[test]
fn measuring_goes_on_where_it_was_cut() {
    let folder = folder("measuring-goes-on");
    let whole = run("measure template:row#2-300 --format json").out;
    let (head, _) = whole.split_at(whole.len() / 3);
    let path = file(&folder, "rows.jsonl", head);
    let again = run(&format!(
        "measure template:row#2-300 --format json --out {path} --resume"
    ));
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(fs::read_to_string(path).expect("rows"), whole);
}

#[test]
fn made_levels_fit_what_is_kept_for_any_number_of_threads() {
    let call = "generate template --seed 64 --count 9 --keep moves=3..4 --keep lit=2 --format json";
    let one = run(&format!("{call} --jobs 1"));
    assert_eq!((one.code, one.out.lines().count()), (0, 9), "{}", one.err);
    assert_eq!(one.out, run(&format!("{call} --jobs 4")).out);
    for line in one.out.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        assert_eq!(row["measures"]["lit"], 2, "{line}");
        let moves = row["measures"]["moves"].as_u64().expect("a number");
        assert!((3..=4).contains(&moves), "{line}");
        let id = row["id"].as_str().expect("an id");
        assert_eq!(
            run(&format!("deal {id} --format json"))
                .out
                .trim_end()
                .len()
                - 1,
            line.find(",\"outcome\"").expect("measures"),
            "{line}"
        );
    }
    let read = run_on("solve - --format csv", one.out.as_bytes());
    assert_eq!(read.code, 0, "{}", read.err);
}

/// A row and its mirror image are the same game.
#[test]
fn unique_levels_are_made_once_even_after_a_cut() {
    let folder = folder("unique-levels");
    let call = "generate template --seed 16 --count 10 --unique --keep outcome=any --tries 16 --format json";
    let whole = run(call);
    assert_eq!(whole.code, 0, "{}", whole.err);
    let more = run("generate template --seed 16 --count 11 --unique --keep outcome=any --tries 16");
    assert_eq!(more.code, 11, "sixteen rows of four lamps are ten games");
    let cut = whole.out.lines().take(4).map(|line| format!("{line}\n"));
    let path = file(
        &folder,
        "pack.jsonl",
        cut.collect::<String>() + "{\"id\":\"templ",
    );
    let again = run(&format!("{call} --out {path} --resume"));
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(fs::read_to_string(path).expect("rows"), whole.out);
}

/// The numbers that an interrupted run looked at count, so that the file ends
/// where an unbroken run ends.
#[test]
fn a_run_that_goes_on_looks_no_further_than_an_unbroken_one() {
    let call = "generate template --seed 16 --count 50 --keep moves=4 --tries 60 --format json";
    let whole = run(call);
    assert_eq!(whole.code, 11, "{}", whole.err);
    let cut: String = whole
        .out
        .lines()
        .take(2)
        .map(|line| format!("{line}\n"))
        .collect();
    let path = file(&folder("made_tries"), "pack.jsonl", cut);
    let again = run(&format!("{call} --out {path} --resume"));
    assert_eq!((again.code, again.err), (11, whole.err));
    assert_eq!(fs::read_to_string(path).expect("rows"), whole.out);
}

#[test]
fn rows_of_others_are_not_gone_on_with() {
    let folder = folder("made_others");
    for (rows, call, told) in [
        (
            "solve template:row#22",
            "measure template:row#22-23",
            "missing field `measures`",
        ),
        (
            "measure template:row#22",
            "generate template --seed 2",
            "a row without a level",
        ),
        (
            "generate shift:3x3 --count 2",
            "generate template --seed 2 --count 3",
            "levels of shift:3x3; expected levels of template:row",
        ),
    ] {
        let rows = run(&format!("{rows} --format json")).out;
        let path = file(&folder, "rows.jsonl", &rows);
        let refused = run(&format!("{call} --format json --out {path} --resume"));
        assert_eq!(refused.code, 2, "{call}: {}", refused.err);
        assert!(refused.err.contains(told), "{call}: {}", refused.err);
        assert_eq!(fs::read_to_string(path).expect("rows"), rows);
    }
}

#[test]
fn wrong_wishes_are_told() {
    for (args, told) in [
        ("generate chess", "one of freecell"),
        ("generate template --keep moves", "a measure and a range"),
        (
            "generate template --keep queens=3",
            "one of lamps, lit, moves",
        ),
        ("generate template --seed 0", "a number from 2"),
        ("generate template:row --variant row", "one of the two"),
        ("generate template --set a/b", "no level id"),
        ("draw template:row#22-23", "--dir FOLDER"),
        ("draw template:row#22 --moves 9", "lamp 9, of 4"),
        (
            "draw template:row#22 --out /nowhere/at/all.svg",
            "no such folder",
        ),
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args}: {}", run.err);
        assert!(run.err.contains(told), "{args}: {}", run.err);
        assert_eq!(run.out, "", "{args}");
    }
}

#[test]
fn pictures_are_of_levels_and_of_solutions() {
    let folder = folder("pictures");
    let level = run("draw template:row#22");
    assert!(level.out.starts_with("<svg ") && level.out.contains(">.**.<"));
    let solved = run("draw template:row#22 --solved");
    assert!(solved.out.contains(">....<"), "{}", solved.out);
    assert_eq!(run("draw template:row#5 --solved").code, 10);
    let several = run(&format!(
        "draw template:row#22-24 --dir {}",
        folder.display()
    ));
    assert_eq!(several.code, 0, "{}", several.err);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
    assert!(folder.join("template-row-23.svg").exists());
}

#[test]
fn boards_of_flow_go_out_and_come_back_with_their_sizes() {
    let folder = folder("sized-boards");
    let sized = run("deal flow:5x5#1-3 flow:6x5#1 --form sized");
    assert_eq!(sized.code, 0, "{}", sized.err);
    assert_eq!(sized.out.lines().filter(|line| *line == "5 5").count(), 3);
    let path = file(&folder, "boards.flow", &sized.out);
    let again = run(&format!("deal {path} --form sized"));
    assert_eq!(again.out, sized.out, "{}", again.err);
    let solved = run(&format!("solve {path} --count --format csv"));
    assert_eq!(
        solved.out.matches(",solutions=1,").count(),
        4,
        "{}",
        solved.out
    );
    let wrong = run("deal freecell:ms#1 --form sized");
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("freecell has one form only"),
        "{}",
        wrong.err
    );
}
