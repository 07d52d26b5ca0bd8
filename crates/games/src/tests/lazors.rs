//! Lazors: the rules, the text, moves, and what is refused.

use super::common::{id, public_folder};
use crate::lazors::Lazors;
use crate::lazors::beams;
use crate::lazors::rules::{Block, Move, Position};
use engine::{Budget, Key, Level, LevelId, Plain, Pressed, Puzzle, Rules, laws};
use proptest::prelude::*;

/// Kinds of levels that the laws are tried on.
const KINDS: [&str; 7] = [
    "2x3,mirrors=2",
    "3x3,mirrors=3",
    "5x5,mirrors=5",
    "4x6",
    "4x4,mirrors=2,refract=1,opaque=1,solutions=any",
    "3x3,mirrors=3,idle=yes",
    "16x16,mirrors=4",
];

fn ids(kind: &str, numbers: std::ops::RangeInclusive<u64>) -> impl Iterator<Item = LevelId> {
    let kind = kind.to_string();
    numbers.map(move |number| id(&format!("lazors:{kind}#{number}")))
}

#[test]
fn every_law_is_obeyed() {
    for kind in KINDS {
        for id in ids(kind, 1..=5) {
            laws::walk(&Lazors, &id, id.number, 12);
            laws::deals_repeat(&Lazors, &id);
        }
        let some: Vec<LevelId> = ids(kind, 1..=3).collect();
        laws::empty_budget_gives_up(&Lazors, &some[0]);
        let budget = Budget {
            states: Some(100),
            ..Budget::default()
        };
        laws::solvers_repeat(&Lazors, &some, &budget);
    }
}

#[test]
fn solvers_agree_on_small_levels() {
    for kind in [
        "2x3,mirrors=2",
        "3x3,mirrors=3",
        "3x3,mirrors=1,refract=1,opaque=1,solutions=any",
    ] {
        for id in ids(kind, 1..=20) {
            let verdict = laws::solvers_agree(&Lazors, &Level::Dealt(id), &Budget::default());
            assert_eq!(verdict, Some(true));
        }
    }
}

/// A level of one row, its only laser going down to the right.
fn tiny(grid: &str, blocks: &str, rest: &str) -> Position {
    let text = format!("GRID START\n{grid}\nGRID STOP\n{blocks}\n{rest}\n");
    Lazors
        .read("", &text)
        .unwrap_or_else(|fault| panic!("{fault}"))
}

/// The lit points of small levels, worked out by hand.
#[test]
fn light_goes_where_the_rules_say() {
    type Row = (&'static str, &'static str, &'static [(u8, u8)]);
    let rows: &[Row] = &[
        // Through open and closed cells to the edge of the grid.
        ("o o\nx o", "L 0 1 1 1", &[(0, 1), (1, 2), (2, 3), (3, 4)]),
        // Thrown back from a side, and from above.
        ("o A\no o", "L 1 0 1 1", &[(1, 0), (2, 1), (1, 2), (0, 3)]),
        ("o o\nA o", "L 0 1 1 1", &[(0, 1), (1, 2), (2, 1), (3, 0)]),
        // Ended, before it has gone anywhere and after.
        ("B o", "L 0 1 1 1", &[]),
        ("o o\nB o", "L 0 1 1 1", &[(0, 1), (1, 2)]),
        // Split.
        (
            "o o\nC o",
            "L 0 1 1 1",
            &[(0, 1), (1, 2), (2, 1), (3, 0), (2, 3), (3, 4)],
        ),
        // Caught between two mirrors: it never moves.
        ("A A", "L 2 1 1 1", &[]),
        // Thrown back at once, as the cell behind has it.
        ("o A", "L 2 1 1 1", &[(2, 1), (1, 2)]),
        // Out of the grid at once.
        ("o o", "L 0 1 -1 1", &[]),
    ];
    for (grid, laser, lit) in rows {
        let position = tiny(grid, "", &format!("{laser}\nP 0 1"));
        let light = beams::trace(&position);
        let mut expected = lit.to_vec();
        expected.sort_unstable();
        assert_eq!(
            light.lit().collect::<Vec<_>>(),
            expected,
            "{grid:?} {laser}"
        );
    }
}

#[test]
fn all_blocks_must_be_down() {
    let mut position = tiny("o o\no o", "A 1", "L 0 1 1 1\nP 1 2");
    assert!(!position.is_solved(), "the point is lit, a block is left");
    let put = |cell| Move {
        block: Block::Reflect,
        cell,
        away: false,
    };
    position.apply(put(1));
    assert!(position.is_solved());
    position.undo(put(1));
    position.apply(put(0));
    assert!(!position.is_solved(), "the point is dark");
}

#[test]
fn crossings_are_counted_where_light_passes_both_ways() {
    let crossed = tiny("o o\no o", "", "L 0 1 1 1\nL 0 3 1 -1\nP 0 1");
    assert_eq!(beams::trace(&crossed).crossings(), 1);
    // A beam that is thrown back touches itself there and crosses nothing.
    let touched = tiny("o o\nA o", "", "L 0 1 1 1\nP 0 1");
    assert_eq!(beams::trace(&touched).crossings(), 0);
}

#[test]
fn moves_are_checked() {
    let start = tiny("o x\nA o", "A 1\nC 1", "L 0 1 1 1\nP 1 2");
    let legal = |moves: &str| {
        let mut state = start.clone();
        for mv in Lazors.read_moves(&start, moves).expect("moves") {
            state.check(mv)?;
            state.apply(mv);
        }
        Ok::<_, String>(Lazors.write(&state))
    };
    for (moves, why) in [
        ("A@2,1", "column 2, row 1 takes no block"),
        ("A@1,2", "column 1, row 2 has a fixed A"),
        ("B@1,1", "no free B is left"),
        ("A@1,1 A@2,2", "no free A is left"),
        ("A@1,1 C@1,1", "column 1, row 1 already has A"),
        ("-A@1,1", "column 1, row 1 has no block to take away"),
        ("A@1,1 -C@1,1", "column 1, row 1 has A, not C"),
        ("-A@1,2", "column 1, row 2 has a fixed A"),
    ] {
        assert_eq!(legal(moves), Err(why.to_string()), "{moves}");
    }
    let again = legal("A@1,1 -A@1,1 c@2,2").expect("legal moves");
    assert!(again.ends_with("\nPLACED C@2,2\n"), "{again}");
}

/// What is refused, with the place that the message names.
#[test]
fn bad_levels_are_refused_by_line() {
    let good = "GRID START\no o\no o\nGRID STOP\nA 1\nL 0 1 1 1\nP 1 2\n";
    assert!(Lazors.read("", good).is_ok());
    for (from, to, place, found) in [
        ("o o\no o", "o o\no", "line 3", "1 cell"),
        ("o o\no o", "o o\no D", "line 3, cell 2", "\"D\""),
        ("o o\no o\n", "", "line 2", "\"GRID STOP\""),
        ("GRID STOP\n", "", "line 4, cell 2", "\"1\""),
        ("GRID START\n", "", "after line 6", "no grid"),
        (
            "GRID STOP\nA 1",
            "GRID STOP\nGRID START\nA 1",
            "line 5",
            "\"GRID START\"",
        ),
        ("A 1", "A", "line 5", "\"A\""),
        ("A 1", "A 1 2", "line 5", "\"A 1 2\""),
        ("A 1", "A -1", "line 5", "\"A -1\""),
        ("A 1", "A 5", "line 5", "\"A 5\""),
        (
            "A 1",
            "A 99999999999999999999",
            "line 5",
            "\"A 99999999999999999999\"",
        ),
        ("A 1", "A 1\nA 1", "line 6", "\"A 1\""),
        ("A 1", "A 3\nB 2", "line 6", "\"B 2\""),
        ("A 1", "D 1", "line 5", "\"D 1\""),
        ("A 1", "A 1\nPLACED A@3,1", "line 6, block 1", "\"A@3,1\""),
        ("A 1", "A 1\nPLACED -A@1,1", "line 6, block 1", "\"-A@1,1\""),
        (
            "A 1",
            "A 1\nPLACED A@1,1 A@2,2",
            "line 6, block 2",
            "no free A is left",
        ),
        ("L 0 1 1 1", "L 0 1 1", "line 6", "\"L 0 1 1\""),
        ("L 0 1 1 1", "L 0 1 1 1.5", "line 6", "\"L 0 1 1 1.5\""),
        ("L 0 1 1 1", "L 0 1 0 1", "line 6", "\"L 0 1 0 1\""),
        ("L 0 1 1 1", "L 0 1 19 1", "line 6", "\"L 0 1 19 1\""),
        ("L 0 1 1 1", "L 0 63 1 1", "line 6", "\"L 0 63 1 1\""),
        ("L 0 1 1 1", "L 1 1 1 1", "line 6", "\"L 1 1 1 1\""),
        ("L 0 1 1 1\n", "", "after line 6", "no laser"),
        ("P 1 2", "P 1", "line 7", "\"P 1\""),
        ("P 1 2", "P 1 5", "line 7", "\"P 1 5\""),
        ("P 1 2", "P +1 2", "line 7", "\"P +1 2\""),
        ("P 1 2", "P 0 2", "line 7", "\"P 0 2\""),
        ("P 1 2\n", "", "after line 6", "no point"),
    ] {
        let text = good.replace(from, to);
        let fault = Lazors.read("", &text).expect_err(&text);
        assert_eq!(
            (&fault.place[..], &fault.found[..]),
            (place, found),
            "{text}"
        );
        assert!(!fault.expected.is_empty());
    }
    let fault = Lazors.read("2x3", good).expect_err("another size");
    assert_eq!(
        (fault.place.as_str(), fault.found.as_str()),
        ("line 1", "2 columns and 2 rows")
    );
    assert_eq!(Lazors.read("", "").expect_err("nothing").place, "line 1");
    let wide = format!(
        "GRID START\n{}\nGRID STOP\nL 0 1 1 1\nP 1 2\n",
        "o".repeat(17)
    );
    assert_eq!(
        Lazors.read("", &wide).expect_err("too wide").found,
        "row 1 with 17 cells"
    );
    let high = format!(
        "GRID START\n{}GRID STOP\nL 0 1 1 1\nP 1 2\n",
        "o\n".repeat(17)
    );
    assert_eq!(
        Lazors.read("", &high).expect_err("too high").place,
        "line 18"
    );
}

#[test]
fn ids_of_no_level_are_refused() {
    for (kind, found) in [
        ("5", "\"5\""),
        ("0x5", "\"0x5\""),
        ("17x5", "\"17x5\""),
        ("5x5,mirrors=", "\"\""),
        ("5x5,mirrors=x", "\"x\""),
        ("5x5,mirrors=26", "26 blocks"),
        ("5x5,tiles=26", "\"26\""),
        ("5x5,tiles=4,mirrors=5", "5 blocks"),
        ("5x5,emitters=0", "\"0\""),
        ("5x5,receivers=65", "\"65\""),
        ("5x5,solutions=two", "\"two\""),
        ("5x5,idle=maybe", "\"maybe\""),
        ("5x5,colour=3", "\"colour\""),
    ] {
        let fault = Lazors
            .deal(&id(&format!("lazors:{kind}#1")))
            .expect_err(kind);
        assert_eq!(fault.found, found, "{kind}");
    }
}

/// Odd spacing, comments, small letters, cells without spaces, any order of
/// lines, what stands twice.
#[test]
fn levels_may_be_written_in_many_ways() {
    let plain = "GRID START\no x A\no o B\nGRID STOP\n\nA 1\nC 2\n\nL 0 1 1 1\nL 2 1 -1 1\n\nP 1 2\nP 3 2\n";
    let standard = Lazors.write(&Lazors.read("", plain).expect("a level"));
    assert_eq!(standard, plain);
    for other in [
        "\u{feff}# a comment\nL 0 1 1 1 # another\n\n  grid  start\n\to   x\tA\r\n\noob \nGrid Stop\nc 2\nP 1 2\nl 2 1 -1 1\na 1\nB 0\np 3 2",
        "GRID START\noxA\nooB\nGRID STOP\nA 1\nC 2\nL 0 1 1 1\nL 2 1 -1 1\nL 0 1 1 1\nP 1 2\nP 3 2\nP 1 2",
    ] {
        let read = Lazors
            .read("3x2", other)
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(Lazors.write(&read), plain);
    }
}

#[test]
fn public_levels_read_as_they_print() {
    for folder in ["levels", "handout"] {
        for (name, text) in public_folder(&format!("lazors/{folder}")) {
            let level = Lazors
                .read("", &text)
                .unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let printed = Lazors.write(&level);
            let again = Lazors
                .read(&Lazors.variant(&level), &printed)
                .expect("own text");
            assert_eq!(again, level, "{name}");
        }
    }
}

#[test]
fn malformed_public_levels_are_refused_by_line() {
    let expected = [
        ("grid_1", "line 4", "5 cells"),
        ("grid_2", "line 7, cell 2", "\"6\""),
        ("grid_3", "line 5, cell 4", "\"D\""),
        ("incomplete_1", "after line 11", "no point"),
        ("incomplete_2", "after line 7", "no grid"),
        ("syntax_1", "line 7", "\"B\""),
        ("syntax_2", "line 7", "\"B 99\""),
        ("syntax_3", "line 9", "\"L 3 0 -1 1.5\""),
    ];
    for (name, text) in public_folder("lazors/malformed") {
        let fault = Lazors.read("", &text).expect_err(&name);
        let known = expected.iter().find(|row| row.0 == name);
        let (_, place, found) = known.unwrap_or_else(|| panic!("{name} is new: {fault}"));
        assert_eq!(
            (fault.place.as_str(), fault.found.as_str()),
            (*place, *found),
            "{name}"
        );
    }
}

#[test]
fn turned_levels_have_one_signature() {
    let a = tiny("o x A\no o o", "A 1", "L 0 1 1 1\nL 3 0 -1 1\nP 1 2\nP 4 3");
    // Mirrored left and right; rows for columns; lines in another order.
    let b = tiny("A x o\no o o", "A 1", "L 3 0 1 1\nL 6 1 -1 1\nP 2 3\nP 5 2");
    let c = tiny(
        "o o\nx o\nA o",
        "A 1",
        "L 1 0 1 1\nL 0 3 1 -1\nP 3 4\nP 2 1",
    );
    let other = tiny("o x A\no o o", "A 1", "L 0 1 1 1\nL 3 0 1 1\nP 1 2\nP 4 3");
    let signature = |level: &Position| Lazors.signature(level);
    assert_eq!(signature(&a), signature(&b));
    assert_eq!(signature(&a), signature(&c));
    assert_ne!(signature(&a), signature(&other));
}

#[test]
fn the_solved_board_tells_free_blocks_from_fixed_ones() {
    let mut position = tiny("o x A\no o o", "B 1", "L 0 1 1 1\nP 1 2");
    let put = Lazors.read_moves(&position, "B@3,2").expect("a move");
    position.apply(put[0]);
    assert_eq!(
        Lazors.solved_board(&position).as_deref(),
        Some(" o  x  A\n o  o [B]\n")
    );
}

/// Whatever is pressed is legal, and something can be put down.
#[test]
fn any_keys_make_legal_moves() {
    for kind in KINDS {
        for id in ids(kind, 1..=2) {
            let made = laws::hand(&Lazors, &id, id.number, 1500);
            assert!(made > 10, "{id}: {made} moves");
        }
    }
}

/// A person solves a level with the keys, and sees the light change.
#[test]
fn keys_solve_a_level() {
    let mut position = tiny("x o o\nx o x", "A 1", "L 3 0 1 1\nP 3 2\nP 2 3");
    let mut hand = Lazors.hand().expect("a hand");
    let text = |position: &Position, hand: &dyn engine::Hand<Position>| {
        let spans = hand.show(position).into_iter().flatten();
        spans.map(|span| span.text).collect::<String>()
    };
    assert!(text(&position, &*hand).contains("lit: 0 of 2"));
    let keys = [
        (Key::Char('a'), "refused"),
        (Key::Right, "looked"),
        (Key::Char('b'), "refused"),
        (Key::Char('A'), "1 move"),
        (Key::Char('1'), "1 move"),
        (Key::Erase, "refused"),
        (Key::Char('z'), "unknown"),
        (Key::Right, "looked"),
        (Key::Char(' '), "1 move"),
    ];
    for (key, expected) in keys {
        let found = match hand.press(&position, key) {
            Pressed::Moves(moves) => {
                moves.iter().for_each(|&mv| position.apply(mv));
                format!("{} move", moves.len())
            }
            Pressed::Looked => "looked".to_string(),
            Pressed::Refused(_) => "refused".to_string(),
            Pressed::Unknown => "unknown".to_string(),
        };
        assert_eq!(found, expected, "{key:?}");
    }
    assert!(position.is_solved());
    assert!(text(&position, &*hand).contains("lit: 2 of 2"));
}

#[test]
fn pictures_show_what_is_lit() {
    let position = tiny("x o o\nx o x", "A 1", "L 3 0 1 1\nP 3 2\nP 2 3");
    let moves = Lazors.read_moves(&position, "A@3,1").expect("a move");
    let filled = |moves: &[Move]| {
        let svg = Lazors.draw(&position, moves).to_svg();
        svg.lines()
            .filter(|line| line.starts_with("<circle") && line.contains("fill=\"#e02020\""))
            .count()
    };
    assert_eq!((filled(&[]), filled(&moves)), (0, 2));
}

proptest! {
    /// Junk never panics, and what is read prints as it reads.
    #[test]
    fn junk_is_read_or_refused(
        lines in proptest::collection::vec(
            prop_oneof![
                Just("GRID START".to_string()), Just("GRID STOP".to_string()),
                "[oxABC ]{0,6}", "[ABCDLP] [0-9]{1,2}", "L [0-9] [0-9] -?1 -?1",
                "P [0-9] [0-9]", "PLACED [ABC]@[0-9],[0-9]", "[ -~é\t]{0,12}", "[LP](-?[0-9]{1,25} ?){0,4}",
            ],
            0..12,
        )
    ) {
        let text = lines.join("\n");
        if let Ok(level) = Lazors.read("", &text) {
            let printed = Lazors.write(&level);
            prop_assert_eq!(Lazors.read("", &printed).expect("own text"), level);
        }
    }

    /// A good level with one letter changed is read or refused.
    #[test]
    fn damaged_levels_are_read_or_refused(at in 0usize..90, letter in "[ -~\n]") {
        let mut text = "GRID START\no x A\no o B\nGRID STOP\n\nA 1\nC 2\n\nL 0 1 1 1\nL 2 1 -1 1\n\nP 1 2\nP 3 2\nPLACED A@1,1\n".to_string();
        let at = at % text.len();
        text.replace_range(at..=at, &letter);
        if let Ok(level) = Lazors.read("", &text) {
            let printed = Lazors.write(&level);
            prop_assert_eq!(Lazors.read("", &printed).expect("own text"), level);
        }
    }
}
