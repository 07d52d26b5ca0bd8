//! Shift: the rules against a slow reference, backward moves against the rules,
//! the laws, and texts that must be refused.

use super::common::id;
use crate::shift::bits;
use crate::shift::layout::Layout;
use crate::shift::rules::{Board, Direction};
use crate::shift::solver::breadth::Meet;
use crate::shift::variant::{CELLS, Size};
use crate::shift::{Shift, levels, notation, signature};
use engine::{Budget, Fault, Game, Level, Outcome, Puzzle, Rules, Solve, Unwatched, laws};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::shift_boards::{placements, random};

/// Where each ball ends, found by asking again and again which balls stay
/// until no more do.
fn slow_push(board: &Board, to: Direction) -> BTreeMap<usize, u8> {
    let ground = board.ground();
    let (rows, columns) = to.step();
    let ahead = |cell: usize| {
        let (row, column) = Size::place(cell);
        let (row, column) = (row as i8 + rows, column as i8 + columns);
        let inside = (0..ground.size.rows as i8).contains(&row)
            && (0..ground.size.columns as i8).contains(&column);
        let next = inside.then(|| Size::cell(row as u8, column as u8))?;
        (ground.rocks >> next & 1 == 0).then_some(next)
    };
    let balls: BTreeMap<usize, u8> = (0..CELLS)
        .filter_map(|cell| Some((cell, board.balls()[cell]?)))
        .collect();
    let mut staying = BTreeSet::new();
    loop {
        let stays = |cell: &usize| ahead(*cell).is_none_or(|next| staying.contains(&next));
        let more: BTreeSet<usize> = balls.keys().copied().filter(stays).collect();
        if more == staying {
            break;
        }
        staying = more;
    }
    let end = |(&cell, &colour): (&usize, &u8)| match staying.contains(&cell) {
        true => (cell, colour),
        false => (ahead(cell).expect("a free cell"), colour),
    };
    balls.iter().map(end).collect()
}

fn places(board: &Board) -> BTreeMap<usize, u8> {
    let balls = board.balls().iter().enumerate();
    balls
        .filter_map(|(cell, ball)| Some((cell, (*ball)?)))
        .collect()
}

#[test]
fn pushes_agree_with_a_slow_reference() {
    for seed in 0..3_000 {
        let board = random(seed, 8, 12);
        let layout = Layout::<12>::new(&board);
        for to in Direction::ALL {
            let expected = slow_push(&board, to);
            let mut plain = board.clone();
            plain.apply(board.towards(to));
            assert_eq!(places(&plain), expected, "{to:?}\n{board:?}");
            let packed = bits::board_of(&board, &layout.pushed(&layout.start, to));
            assert_eq!(places(&packed), expected, "{to:?}\n{board:?}");
        }
    }
}

#[test]
fn backward_moves_are_exactly_those_that_lead_here() {
    for seed in 0..60 {
        let board = random(seed, 4, 3);
        let layout = Layout::<12>::new(&board);
        let mut forward: BTreeSet<(u128, usize, u128)> = BTreeSet::new();
        let mut backward = forward.clone();
        let mut sets = Vec::new();
        for place in placements(&board) {
            let here = Layout::<12>::new(&place).start;
            for to in Direction::ALL {
                let mv = place.towards(to);
                let mut next = place.clone();
                next.apply(mv);
                if mv.moved != 0 {
                    forward.insert((place.key(), to as usize, next.key()));
                }
                for before in layout.pulled(&here, to, &mut sets) {
                    let new = (layout.word(&before), to as usize, place.key());
                    assert!(backward.insert(new), "listed twice\n{place:?}");
                }
            }
        }
        assert_eq!(forward, backward, "{board:?}");
    }
}

#[test]
fn ranks_have_no_gaps() {
    for seed in 0..40 {
        let board = random(seed, 4, 3);
        let layout = Layout::<12>::new(&board);
        let mut ranks = HashSet::new();
        for place in placements(&board) {
            let colours = Layout::<12>::new(&place).start;
            let (rank, word) = layout.name::<u128>(&colours);
            assert_eq!(word, place.key());
            assert_eq!(layout.colours(word), colours);
            assert!(rank < layout.space().expect("a small space"));
            assert!(ranks.insert(rank), "{place:?}");
        }
    }
}

#[test]
fn the_laws_hold() {
    for (kind, steps) in [
        ("thesis", 40),
        ("1x1,balls=1,moves=any", 2),
        ("8x1,balls=2,moves=any", 20),
        ("5x3,balls=4,colours=2,moves=1-30", 40),
        ("8x8,balls=12,colours=12,rocks=20,moves=any", 40),
        ("8x8,balls=11,colours=1,rocks=10,moves=any", 40),
        ("5x5,balls=5,colours=5,moves=12", 40),
    ] {
        for number in 0..20 {
            let id = id(&format!("shift:{kind}#{number}"));
            laws::walk(&Shift, &id, number, steps);
            laws::deals_repeat(&Shift, &id);
        }
    }
    let budget = Budget {
        states: Some(100_000),
        ..Budget::default()
    };
    for number in 0..40 {
        let level = Level::Dealt(id(&format!("shift:thesis#{number}")));
        let solvable = laws::solvers_agree(&Shift, &level, &budget);
        assert_eq!(solvable, Some(true), "{number}");
    }
}

#[test]
fn a_push_that_moves_nothing_is_no_move() {
    let board = notation::read("", "A . a").expect("a board");
    let mut listed = Vec::new();
    board.moves(&mut listed);
    let ways: Vec<_> = listed.iter().map(|mv| mv.to).collect();
    assert_eq!(ways, [Direction::Right]);
    let level = Level::Written {
        name: "row".into(),
        variant: String::new(),
        text: "A . a".into(),
    };
    let verdict = engine::Bridge(Shift)
        .verify(&level, "L R R")
        .expect("a level");
    assert_eq!(
        verdict.fault.as_deref(),
        Some("move 1: found Left, which moves no ball; expected a legal move")
    );
    let verdict = engine::Bridge(Shift).verify(&level, "r2").expect("a level");
    assert!(verdict.valid, "{:?}", verdict.fault);
}

#[test]
fn signatures_do_not_see_sides_or_names() {
    let board = |text| notation::read("", text).expect("a board");
    let one = board("A  .  b\n@  Ba .\n");
    for same in [
        "b . A\n. Ba @\n",
        "@ Ba .\nA . b\n",
        "@ A\nBa .\n. b\n",
        "B . a\n@ Ab .\n",
        "Q . c\n@ Cq .\n",
    ] {
        assert_eq!(
            signature::signature(&board(same)),
            signature::signature(&one),
            "{same}"
        );
    }
    for other in [
        "A . b\n@ B a\n",
        "A . a\n@ Bb .\n",
        "A . b\n. Ba @\n",
        "A @ b\n. Ba .\n",
    ] {
        assert_ne!(
            signature::signature(&board(other)),
            signature::signature(&one),
            "{other}"
        );
    }
}

#[test]
fn boards_may_come_from_any_editor() {
    let plain = notation::read("", "A . a\n. @ .\n").expect("a board");
    for same in [
        "\u{feff}A . a\n. @ .\n",
        "A . a\r\n. @ .\r\n",
        "\n  A\t..  a  # the first row\n# between\n.. @@ .",
    ] {
        assert_eq!(notation::read("3x2", same).as_ref(), Ok(&plain), "{same:?}");
    }
}

#[test]
fn bad_boards_are_refused() {
    let rows = [
        ("", "", "board: found nothing"),
        ("", "# only a comment", "board: found nothing"),
        ("", "A a\n. . .", "line 2: found 3 cells; expected 2"),
        ("", "A ? a", "line 1, cell 2: found \"?\""),
        ("", "AB a b", "line 1, cell 1: found \"AB\""),
        ("", "aA .", "line 1, cell 1: found \"aA\""),
        ("", "Aab .", "line 1, cell 1: found \"Aab\""),
        ("", "A@ a", "line 1, cell 1: found \"A@\""),
        ("", "é", "line 1, cell 1: found \"é\""),
        ("", "A . .", "board: found balls A: 1, goals a: 0"),
        ("", "A . b", "board: found balls A: 1, goals a: 0"),
        ("", "Aa a", "board: found balls A: 1, goals a: 2"),
        ("", ". @", "board: found 0 balls"),
        (
            "",
            "Aa Aa Aa Aa Aa Aa Aa\nAa Aa Aa Aa Aa Aa Aa",
            "board: found 14 balls",
        ),
        ("", "A a . . . . . . .", "board: found 1 rows of 9 cells"),
        ("3x3", "A a", "board: found a board of 2x1; expected 3x3"),
        ("9x9", "A a", "variant of shift: found \"9x9\""),
        ("5", "A a", "variant of shift: found \"5\""),
        ("thesis", "A a", "variant of shift: found \"thesis\""),
    ];
    for (variant, text, message) in rows {
        let fault = Shift.read(variant, text).err();
        let told = fault.map(|fault| fault.to_string()).unwrap_or_default();
        assert!(told.starts_with(message), "{text:?}: {told}");
    }
}

#[test]
fn bad_kinds_are_refused() {
    let rows = [
        (
            "theses",
            "kind \"theses\": found \"theses\"; expected thesis, or width x height",
        ),
        ("0x5", "kind \"0x5\": found \"0x5\""),
        ("5x9", "kind \"5x9\": found \"5x9\""),
        ("5x5,ball=4", "kind \"5x5,ball=4\": found \"ball\""),
        ("5x5,size=4", "size: found 5x5 and size"),
        (
            "5x5,balls=13",
            "balls: found \"13\"; expected a number from 1 to 12",
        ),
        (
            "2x2,balls=5",
            "balls: found \"5\"; expected a number from 1 to 4",
        ),
        (
            "thesis,size=2-5,balls=3-5",
            "balls: found \"3-5\"; expected a number from 1 to 4",
        ),
        ("5x5,balls=4-2", "balls: found \"4-2\""),
        ("5x5,balls=", "balls: found \"\""),
        ("5x5,balls=+4", "balls: found \"+4\""),
        (
            "5x5,balls=3,colours=4",
            "colours: found \"4\"; expected a number from 1 to 3",
        ),
        ("5x5,colours=less", "colours: found \"less\""),
        ("5x5,rocks=101", "rocks: found \"101\""),
        ("5x5,stay=-1", "stay: found \"-1\""),
        ("5x5,steps=many", "steps: found \"many\""),
        ("5x5,moves=0", "moves: found \"0\""),
        ("thesis,moves=most", "moves: found \"most\""),
    ];
    for (kind, message) in rows {
        let told = levels::recipe(kind)
            .err()
            .map(|fault: Fault| fault.to_string());
        let told = told.unwrap_or_default();
        assert!(told.starts_with(message), "{kind}: {told}");
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let fault = Shift.deal(&id("shift:2x2,balls=1,moves=90#1")).err();
    let fault = fault.expect("no such level").to_string();
    assert!(
        fault.starts_with("shift:2x2,balls=1,moves=90#1: found no such level among 2000 grounds"),
        "{fault}"
    );
    assert!(fault.contains("ask for fewer moves"), "{fault}");
}

#[test]
fn fewer_colours_are_fewer_than_balls() {
    let mut counts = BTreeMap::new();
    for number in 0..200 {
        let board = Shift.deal(&id(&format!("shift:thesis,colours=fewer,steps=0#{number}")));
        let board = board.expect("a level");
        let (balls, colours) = (board.ground().balls.len(), board.ground().colours().len());
        *counts.entry((balls, colours)).or_insert(0) += 1;
    }
    let expected = [3, 4, 5]
        .into_iter()
        .flat_map(|balls| (1..balls).map(move |c| (balls, c)));
    assert!(counts.keys().copied().eq(expected), "{counts:?}");
}

#[test]
fn numbers_are_levels_of_their_own() {
    let mut seen = HashSet::new();
    for number in 0..50 {
        let board = Shift.deal(&id(&format!("shift:4x4,balls=3,moves=6#{number}")));
        seen.insert(Shift.write(&board.expect("a level")));
    }
    assert_eq!(seen.len(), 50);
}

/// The selection that ships: ten levels of each length from 3 to 10, each what
/// its id deals.
#[test]
fn the_pack_is_what_it_says() {
    let file =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/shift/thesis.shift");
    let text = std::fs::read_to_string(file).expect("the pack");
    let mut lengths = BTreeMap::new();
    let mut board = String::new();
    for line in text.lines() {
        let Some(name) = line.strip_prefix("# ") else {
            board.push_str(line);
            board.push('\n');
            continue;
        };
        let dealt = Shift.deal(&id(name)).expect("a level");
        assert_eq!(Shift.write(&dealt), board, "{name}");
        board.clear();
        let answer = Meet.solve(&dealt, &Budget::default(), &Unwatched);
        let Outcome::Solved(moves) = answer.outcome else {
            panic!("{name} is not solved");
        };
        *lengths.entry(moves.len()).or_insert(0) += 1;
    }
    assert!(lengths.into_iter().eq((3..=10).map(|length| (length, 10))));
}

proptest! {
    /// Whatever stands in a file, it is read or refused; and what is read
    /// prints as itself.
    #[test]
    fn texts_are_read_or_refused(text in "[ABab.@# \n\t?é]{0,60}") {
        if let Ok(board) = Shift.read("", &text) {
            let printed = Shift.write(&board);
            let again = Shift.read("", &printed).expect("own text");
            prop_assert_eq!(Shift.write(&again), printed);
            prop_assert_eq!(again.key(), board.key());
        }
    }

    /// The same of moves.
    #[test]
    fn moves_are_read_or_refused(text in "[LRUDlrud0-9, x#\n]{0,20}") {
        let board = Shift.read("", "A . a\n. B b\n").expect("a board");
        if let Ok(moves) = Shift.read_moves(&board, &text) {
            let written: String = moves.iter().map(|&mv| Shift.write_move(&board, mv)).collect();
            prop_assert_eq!(Shift.read_moves(&board, &written).expect("own moves"), moves);
        }
    }
}
