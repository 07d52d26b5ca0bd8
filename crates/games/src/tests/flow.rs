//! Flow under the plain rules: the engine's laws, boards and moves as text,
//! symmetry, and the levels that seeds stand for.

use super::common::id;
use crate::flow::rules::{Move, Position, Way};
use crate::flow::variant::Wanted;
use crate::flow::{Flow, moves, notation};
use engine::{Budget, Cost, Level, Plain, Puzzle, Rules, laws};
use proptest::prelude::*;

fn read(variant: &str, text: &str) -> Position {
    Flow.read(variant, text)
        .unwrap_or_else(|fault| panic!("{text:?}: {fault}"))
}

#[test]
fn walks_obey_the_laws() {
    for kind in [
        "5x5",
        "6x4,colours=5",
        "4x7-paths",
        "8x8,solutions=any",
        "5x5,neighbours",
    ] {
        for number in 0..4 {
            let id = id(&format!("flow:{kind}#{number}"));
            laws::walk(&Flow, &id, number, 40);
            laws::deals_repeat(&Flow, &id);
            laws::empty_budget_gives_up(&Flow, &id);
            let position = Flow.deal(&id).unwrap();
            assert_eq!(position.restore(&position.keep()), position);
        }
    }
}

#[test]
fn solvers_agree_on_small_levels() {
    let budget = Budget {
        states: Some(200_000),
        ..Budget::default()
    };
    for kind in ["4x4,colours=3,solutions=any", "4x4-paths,colours=3", "5x4"] {
        let ids: Vec<_> = (0..5).map(|n| id(&format!("flow:{kind}#{n}"))).collect();
        for id in &ids {
            let solvable = laws::solvers_agree(&Flow, &Level::Dealt(id.clone()), &budget);
            assert_eq!(solvable, Some(true), "{id}");
        }
        laws::solvers_repeat(&Flow, &ids, &budget);
    }
}

#[test]
fn measures_obey_the_law_on_larger_boards() {
    let kinds = ["5x5", "7x6", "6x6-paths,solutions=any", "9x9"];
    let ids: Vec<_> = kinds.map(|kind| id(&format!("flow:{kind}#3"))).to_vec();
    laws::measures(&Flow, &ids, &Budget::default());
}

/// What is measured of a board whose solution is plain to see.
#[test]
fn measures_are_what_they_say() {
    let position = read("", "A..\n.B.\nAB.\n");
    let mut measurer = Flow.measurer(&engine::Settings::default());
    let measured = measurer.measure(
        &position,
        Cost::Dear,
        &Budget::default(),
        &engine::Unwatched,
    );
    let value = |name: &str| {
        let list = Flow.measures();
        let index = list.iter().position(|measure| measure.name == name);
        measured.values[index.expect(name)]
    };
    // A goes straight down, B up and round its own two endpoints; B could also
    // go straight, or round without its first row.
    for (name, expected) in [
        ("level_size", 9.0),
        ("colours", 2.0),
        ("average_distance", 1.5),
        ("corners", 3.0),
        ("solutions", 1.0),
        ("inner_ends", 0.25),
        ("guess_depth", 0.0),
        ("long_way_colours", 1.0),
        ("detour", 2.0),
        ("longest_path", 5.0),
        ("shortest_path", 2.0),
        ("touches", 2.0),
        ("hole_solutions", 2.0),
        ("moves", 7.0),
    ] {
        assert_eq!(value(name), Some(expected), "{name}");
    }
    let cross = read("", ".A.\nB.B\n.A.\n");
    let measured = measurer.measure(&cross, Cost::Dear, &Budget::default(), &engine::Unwatched);
    assert_eq!(measured.outcome, Some(engine::Verdict::Unsolvable));
    assert_eq!(measured.values[3], None);
}

/// A budget bounds "what ifs" and the search for holes as it bounds the rest:
/// what is cut off has no value, what came before keeps its own.
#[test]
fn a_budget_bounds_every_measure() {
    let position = Flow.deal(&id("flow:9x9,colours=8#17")).expect("a level");
    let mut measurer = Flow.measurer(&engine::Settings::default());
    let mut take = |states| {
        let budget = Budget {
            states,
            ..Budget::default()
        };
        measurer.measure(&position, Cost::Dear, &budget, &engine::Unwatched)
    };
    let whole = take(None);
    let at = |name: &str| Flow.measures().iter().position(|m| m.name == name);
    let (forced, depth) = (at("forced_edges").unwrap(), at("guess_depth").unwrap());
    let mut solver_is_enough = 0;
    for states in (0..200).step_by(5) {
        let cut = take(Some(states));
        assert_eq!(cut.values[forced], whole.values[forced], "{states} states");
        let solved = cut.outcome == Some(engine::Verdict::Solved);
        if cut.values[depth].is_some() {
            assert_eq!(cut.values[depth], whole.values[depth], "{states} states");
        } else if solved {
            solver_is_enough += 1;
        }
    }
    assert!(solver_is_enough > 0, "no budget ends within what ifs");
}

fn measured(text: &str, name: &str) -> Option<f64> {
    let mut measurer = Flow.measurer(&engine::Settings::default());
    let measured = measurer.measure(
        &read("", text),
        Cost::Dear,
        &Budget::default(),
        &engine::Unwatched,
    );
    let index = Flow.measures().iter().position(|each| each.name == name);
    measured.values[index.expect(name)]
}

/// Simple rules draw a circle in the upper left before they see that the board
/// contradicts itself.
#[test]
fn a_board_that_contradicts_itself_at_the_start_is_measured_too() {
    let board = "..\n..\n.B\nA.\nAB\n";
    assert_eq!(measured(board, "forced_edges"), None);
    assert_eq!(measured(board, "forced_chain"), None);
    assert_eq!(measured(board, "colours"), Some(2.0));
}

/// Several solutions cover this board; they take no room from those that
/// leave holes.
#[test]
fn solutions_with_holes_are_counted_beside_many_without() {
    assert_eq!(measured("..A..B\nA....B\n", "solutions"), Some(2.0));
    assert_eq!(measured("..A..B\nA....B\n", "hole_solutions"), Some(10.0));
}

#[test]
fn a_position_remembers_its_paths() {
    let mut position = read("", "A..\n.B.\nAB.\n");
    for mv in moves::read_all(position.level(), "B:r A:d B:d").unwrap() {
        position.check(mv).unwrap();
        position.apply(mv);
    }
    let text = Flow.write(&position);
    assert_eq!(text, "A..\n.B.\nAB.\n#drawn A:d B:rd\n");
    assert_eq!(read("3x3", &text), position);
    assert_eq!(notation::write_filled(&position), "A..\nABB\nABB\n");
    let comment = read("", "A..\n.B.\nAB.\n#drawn: nothing yet\n");
    assert!(comment.is_blank());
    let back = Move {
        colour: 1,
        way: Way::Down,
        erase: true,
        far: false,
    };
    assert_eq!(position.check(back), Ok(()));
    assert_eq!(Flow.write_move(&position, back), "B:-d");
    position.apply(back);
    assert_eq!(Flow.write(&position), "A..\n.B.\nAB.\n#drawn A:d B:r\n");
    assert!(position.check(back).is_err());
}

#[test]
fn illegal_steps_are_refused_with_a_reason() {
    let mut position = read("", "A.B\n...\nA.B\n");
    let rows = [
        ("A:u", "A leaving the board at row 1, column 1"),
        ("A:-d", "taking back a step of A, which has none"),
    ];
    for (text, why) in rows {
        let mv = moves::read_all(position.level(), text).unwrap()[0];
        assert_eq!(position.check(mv), Err(why.to_string()), "{text}");
    }
    for mv in moves::read_all(position.level(), "A:rdl").unwrap() {
        position.apply(mv);
    }
    for (text, why) in [
        ("A:u", "A crossing its own path at row 1, column 1"),
        ("A:-d", "taking back Down of A, whose last step is Left"),
    ] {
        let mv = moves::read_all(position.level(), text).unwrap()[0];
        assert_eq!(position.check(mv), Err(why.to_string()), "{text}");
    }
    for (text, why) in [
        ("B:d", Ok(())),
        ("B:l", Err("B crossing A at row 1, column 2".to_string())),
    ] {
        let mv = moves::read_all(position.level(), text).unwrap()[0];
        assert_eq!(position.check(mv), why, "{text}");
    }
}

#[test]
fn every_form_of_a_board_reads_alike() {
    let board = read("", "A.B\n...\nA.B\n");
    for text in [
        "A.B\r\n...\r\nA.B\r\n",
        "3 3\nA.B\n...\nA.B",
        "\u{feff}# Author: somebody\n\n3 3\nA.B  \n...\t\n\nA.B\n\n",
        "A.B\n# between\n...\nA.B",
    ] {
        for variant in ["", "3x3", "covered", "3x3-covered"] {
            assert_eq!(read(variant, text), board, "{text:?}");
        }
    }
    let loose = read("3x3-paths", "A.B\n...\nA.B\n");
    assert_eq!(Flow.variant(&loose), "3x3-paths");
    assert_eq!(read("paths", "A.B\n...\nA.B\n"), loose);
    assert_eq!(Flow.variant(&read("", "Ж..Ж\n~..~")), "4x2");
}

#[test]
fn files_of_many_boards_are_split_at_their_sizes() {
    let file = "# two boards\n3 3\nA.B\n...\nA.B\n\n2 2\nAA\nBB\n0 0\n";
    assert_eq!(notation::split(file), [1..6, 6..9]);
    // Nothing that stands before the first size is left out.
    for (before, rows) in [("AA\n..\n", 2), ("\u{feff}2 2\nAA\n..\n", 3)] {
        let file = format!("{before}2 2\nB.\nB.\n");
        assert_eq!(
            notation::split(&file),
            [0..rows, rows..rows + 3],
            "{file:?}"
        );
    }
    for (one, lines) in [("A.B\n...\nA.B\n", 3), ("", 0)] {
        assert_eq!(notation::split(one), std::slice::from_ref(&(0..lines)));
    }
    let lines: Vec<&str> = file.lines().collect();
    for range in notation::split(file) {
        read("", &lines[range].join("\n"));
    }
}

#[test]
fn bad_boards_are_told_apart() {
    let long = "A".repeat(200);
    let tall = "..\n".repeat(200);
    let rows = [
        ("", "", "board", "no rows"),
        ("", "# nothing", "board", "no rows"),
        ("", "...\n...", "board", "no endpoints"),
        (
            "",
            "A..\n..A\n.A.",
            "line 3, column 2",
            "a third \"A\", after line 1, column 1 and line 2, column 3",
        ),
        ("", "A.B\nA..", "line 1, column 3", "\"B\" once"),
        ("", "A.\n...\n.A.", "line 2, column 3", "3 cells"),
        ("", "A..\n..\n.A.", "line 2, column 3", "2 cells"),
        ("", "A A\n...", "line 1, column 2", "\" \""),
        ("", "A.\u{1}\n..A", "line 1, column 3", "\"\\u{1}\""),
        ("", "A.#\n..A", "line 1, column 3", "\"#\""),
        ("", "A.…\n..A", "line 1, column 3", "\"…\""),
        ("", "AA", "line 1", "1 row of 2 cells"),
        ("", "A\nA", "line 1", "2 rows of 1 cell"),
        ("", &long, "line 1", "1 row of 129 cells"),
        ("", &tall, "line 129", "one row more"),
        ("", "3 3\nA.A\n...", "board", "2 rows"),
        ("", "3 3\nA.A.\n....\n....", "line 2, column 4", "4 cells"),
        ("", "1 3\nA\n.\nA", "line 1", "a side of \"1\""),
        (
            "",
            "999999999999 3\nA",
            "line 1",
            "a side of \"999999999999\"",
        ),
        (
            "",
            "2 2\nAA\nBB\n2 2\nAA\nBB",
            "line 4",
            "the size \"2 2\" after a board's rows",
        ),
        ("4x4", "AA\nBB", "line 1, column 3", "2 cells"),
        ("2x3", "AA\nBB", "board", "2 rows"),
        ("3x2", "2 2\nAA\nBB", "board", "2x2"),
        ("paths-3x3", "AA\nBB", "variant of flow", "\"paths-3x3\""),
        ("-paths", "AA\nBB", "variant of flow", "\"-paths\""),
        ("1x5", "AA\nBB", "variant of flow", "\"1x5\""),
        ("129x5", "AA\nBB", "variant of flow", "\"129x5\""),
        (
            "",
            "AA\nBB\n#drawn A:l",
            "line 3, step 1",
            "A leaving the board at row 1, column 1",
        ),
        ("", "AA\nBB\n#drawn Z:l", "line 3, word 1", "\"Z\""),
    ];
    for (variant, text, place, found) in rows {
        let fault = Flow.read(variant, text).expect_err(text);
        assert_eq!((&*fault.place, &*fault.found), (place, found), "{text:?}");
    }
}

#[test]
fn bad_moves_are_told_apart() {
    let position = read("", "A.B\n...\nA.B\n");
    for (text, place, found) in [
        ("A", "line 1, word 1", "\"A\""),
        ("A:", "line 1, word 1", "\"A:\""),
        ("A:-", "line 1, word 1", "\"A:-\""),
        ("A:rx", "line 1, word 1", "\"x\" in \"A:rx\""),
        ("A:r\nA:r C:d", "line 2, word 2", "\"C\""),
        ("AA:r", "line 1, word 1", "\"AA:r\""),
        ("A:--r", "line 1, word 1", "\"-\" in \"A:--r\""),
    ] {
        let fault = Flow.read_moves(&position, text).expect_err(text);
        assert_eq!((&*fault.place, &*fault.found), (place, found), "{text:?}");
    }
}

#[test]
fn bad_ids_are_told_apart() {
    for (kind, place, found) in [
        ("9x9,colors=8", "kind \"9x9,colors=8\"", "\"colors\""),
        ("9x9,colours=0", "colours", "\"0\""),
        ("9x9,colours=28", "colours", "\"28\""),
        ("9x9,colours=eight", "colours", "\"eight\""),
        ("9x9,solutions=two", "solutions", "\"two\""),
        ("9x9,neighbours=maybe", "neighbours", "\"maybe\""),
        ("9", "variant of flow", "\"9\""),
        ("paths", "flow:paths#1", "\"paths\""),
    ] {
        let id = id(&format!("flow:{kind}#1"));
        let fault = Flow.deal(&id).expect_err(kind);
        assert_eq!((&*fault.place, &*fault.found), (place, found), "{kind}");
    }
    // One path of nine cells whose ends are apart: the only level of 3x3 with
    // one colour has many solutions.
    let fault = Flow.deal(&id("flow:6x6,colours=1#1")).unwrap_err();
    assert!(fault.found.contains("attempts"), "{fault}");
}

#[test]
fn signatures_see_through_symmetry() {
    let signature = |text: &str| Flow.signature(&read("", text));
    let level = signature("AB.\n...\nA.B\n...\n");
    for same in [
        "XY.\n...\nX.Y\n...\n",
        ".YX\n...\nY.X\n...\n",
        "...\nA.B\n...\nAB.\n",
        "A.A.\nB...\n..B.\n",
    ] {
        assert_eq!(signature(same), level, "{same}");
    }
    for other in ["BA.\n...\nA.B\n...\n", "AB.\nA..\n..B\n...\n"] {
        assert_ne!(signature(other), level, "{other}");
    }
    let loose = Flow.signature(&read("paths", "AB.\n...\nA.B\n...\n"));
    assert_ne!(loose, level);
}

#[test]
fn colours_have_names_enough_for_the_largest_board() {
    let names: Vec<char> = notation::names().take(128 * 128 / 2).collect();
    assert_eq!(names.len(), 128 * 128 / 2);
    let text: String = names.iter().collect();
    assert!(text.starts_with("ABC") && !text.contains(['.', '#', ' ']));
}

proptest! {
    /// Whatever text comes, the reader answers, and what it accepts it writes
    /// as it reads.
    #[test]
    fn any_text_is_read_or_refused(text in "([AB.# \\r0-9:]{0,6}\n){0,6}") {
        if let Ok(position) = notation::read(Wanted::parse("").unwrap(), &text) {
            let written = notation::write(&position);
            prop_assert_eq!(read("", &written), position);
        }
        for range in notation::split(&text) {
            prop_assert!(range.end <= text.lines().count());
        }
    }

    #[test]
    fn any_moves_are_read_or_refused(text in "[AB:urdl \\-\n#]{0,20}") {
        let position = read("", "A.B\n...\nA.B\n");
        if let Ok(all) = Flow.read_moves(&position, &text) {
            for mv in all {
                let written = moves::write(position.level(), mv);
                prop_assert_eq!(moves::read_all(position.level(), &written).unwrap(), [mv]);
            }
        }
    }
}

#[test]
fn levels_that_would_take_minutes_are_refused_at_once() {
    for (kind, found) in [
        ("50x50", "2500 cells"),
        ("128x128,solutions=any", "16384 cells"),
        ("5x5,colours=", "\"\""),
    ] {
        let id = format!("flow:{kind}#1").parse().expect("an id");
        let fault = Flow.deal(&id).map(|_| ()).expect_err(kind);
        assert_eq!(fault.found, found);
    }
}
