//! Sliding tiles under the plain rules: the engine's laws, boards and moves as
//! text, parity, symmetry, and the levels that seeds stand for.

use super::common::{golden, id};
use crate::sliding::rules::{Board, Move};
use crate::sliding::symmetry::{Standard, mirrored, turned};
use crate::sliding::variant::{MOST, Variant, Wanted};
use crate::sliding::{Sliding, moves, notation};
use engine::{Budget, Level, Puzzle, Rules, laws};
use std::collections::HashSet;

fn read(variant: &str, text: &str) -> Board {
    Sliding
        .read(variant, text)
        .unwrap_or_else(|fault| panic!("{text:?}: {fault}"))
}

fn sizes() -> impl Iterator<Item = String> {
    let sides = || 2..=MOST;
    sides().flat_map(move |rows| sides().map(move |columns| format!("{rows}x{columns}")))
}

#[test]
fn walks_obey_the_laws_in_every_size() {
    for size in sizes() {
        for goal in ["", "-blank-first", "-blank-last", ".seed"] {
            for number in 0..3 {
                let id = id(&format!("sliding:{size}{goal}#{number}"));
                laws::walk(&Sliding, &id, number, 30);
                let board = Sliding.deal(&id).unwrap();
                assert!(board.is_solvable() && !board.is_hopeless(), "{id}");
                assert_eq!(board.restore(&board.keep()), board);
            }
        }
    }
}

/// Half of all boards can be solved: exactly those that the search reaches.
#[test]
fn parity_tells_what_can_be_solved() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for blank_first in [false, true] {
            let variant = Variant {
                rows,
                columns,
                blank_first,
            };
            let reached = reachable(&Board::goal(variant));
            let mut tiles: Vec<u8> = (0..variant.cells() as u8).collect();
            let mut solvable = 0;
            permutations(&mut tiles, 0, &mut |tiles| {
                let board: Board = Board::new(variant, tiles);
                assert_eq!(board.is_solvable(), reached.contains(&board.key()));
                solvable += usize::from(board.is_solvable());
            });
            assert_eq!(solvable, reached.len());
        }
    }
}

fn reachable(start: &Board) -> HashSet<<Board as Puzzle>::Key> {
    let mut seen = HashSet::from([start.key()]);
    let mut open = vec![start.clone()];
    let mut moves = Vec::new();
    while let Some(board) = open.pop() {
        moves.clear();
        board.moves(&mut moves);
        for &mv in &moves {
            let mut next = board.clone();
            next.apply(mv);
            if seen.insert(next.key()) {
                open.push(next);
            }
        }
    }
    seen
}

fn permutations(items: &mut [u8], fixed: usize, visit: &mut impl FnMut(&[u8])) {
    if fixed == items.len() {
        return visit(items);
    }
    for other in fixed..items.len() {
        items.swap(fixed, other);
        permutations(items, fixed + 1, visit);
        items.swap(fixed, other);
    }
}

#[test]
fn every_form_of_a_board_reads_alike() {
    let board = read("", "1 2 3\n4 5 6\n7 0 8\n");
    for text in [
        "1 2 3 4 5 6 7 0 8",
        "1,2,3,4,5,6,7,0,8",
        "1, 2, 3, 4, 5, 6, 7, 0, 8\n",
        "1 2 3/4 5 6/7 0 8",
        " 1\t2  3\r\n\r\n4 5 6\r\n7 _ 8\r\n",
        "# a comment\n1 2 3 # the first row\n4 5 6\n7 . 8",
        "01 02 03\n04 05 06\n07 00 08",
    ] {
        for variant in ["", "3x3", "blank-last", "3x3-blank-last"] {
            assert_eq!(read(variant, text), board, "{text:?}");
        }
    }
    assert_eq!(notation::write(&board), "1 2 3\n4 5 6\n7 0 8\n");
    assert_eq!(read("", "0 1 2\n3 4 5").variant().name(), "3x2");
    let high = read("2x3", "0 1 2 3 4 5");
    assert_eq!(notation::write(&high), "0 1\n2 3\n4 5\n");
    let korf = "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3";
    let board = read("blank-first", korf);
    assert_eq!(board.variant().name(), "4x4-blank-first");
    assert!(board.is_solvable());
    assert_eq!(
        notation::write(&board),
        "14 13 15  7\n11 12  9  5\n 6  0  2  1\n 4  8 10  3\n"
    );
}

#[test]
fn bad_boards_are_told_apart() {
    let rows = [
        ("", "", "board", "0 numbers"),
        ("", "# nothing", "board", "0 numbers"),
        ("", "1 2 3", "board", "3 numbers"),
        ("", "0", "board", "1 number"),
        ("", "1 2 3 4 5 6 7 8 9 10 11 0", "board", "12 numbers"),
        ("4x4", "1 2 3 0", "board", "4 numbers"),
        ("2x3", "1 2 3\n4 5 6\n7 8 0", "board", "3 rows of 3 numbers"),
        ("", "1 2 3\n4 5\n6 7 0", "line 2", "2 numbers"),
        ("", "1\n2\n0", "board", "3 rows of 1 number"),
        ("", "1 2\n3 4", "line 2, number 2", "\"4\""),
        ("", "1 2\n3 -1", "line 2, number 2", "\"-1\""),
        ("", "1 2\n3 +0", "line 2, number 2", "\"+0\""),
        ("", "1 2\nx 0", "line 2, number 1", "\"x\""),
        ("", "1,2,3,٣", "line 1, number 4", "\"٣\""),
        (
            "",
            "99999999999999999999 2 3 0",
            "line 1, number 1",
            "\"99999999999999999999\"",
        ),
        (
            "",
            "1 2 2 0",
            "line 1, number 3",
            "2 again, after line 1, number 2",
        ),
        (
            "",
            "1 2\n0 _",
            "line 2, number 2",
            "a second blank, after line 2, number 1",
        ),
        ("5", "0 1 2 3", "variant of sliding", "\"5\""),
        ("1x4", "0 1 2 3", "variant of sliding", "\"1x4\""),
        ("11x2", "0 1 2 3", "variant of sliding", "\"11x2\""),
        ("02x2", "0 1 2 3", "variant of sliding", "\"02x2\""),
        ("2x2-", "0 1 2 3", "variant of sliding", "\"2x2-\""),
        ("blank", "0 1 2 3", "variant of sliding", "\"blank\""),
    ];
    for (variant, text, place, found) in rows {
        let fault = Sliding.read(variant, text).expect_err(text);
        assert_eq!(
            (&fault.place[..], &fault.found[..]),
            (place, found),
            "{text:?}"
        );
    }
    let fault = Sliding.read("", "1 2 2 0").unwrap_err();
    assert_eq!(fault.hint, "missing: 3");
    for text in [
        "sliding:seed#1",
        "sliding:blank-first#1",
        "sliding:11x4#1",
        "sliding:4x4.ms#1",
    ] {
        assert!(Sliding.deal(&id(text)).is_err(), "{text}");
    }
}

#[test]
fn moves_read_in_every_form() {
    use Move::{Down, Left, Right, Up};
    for text in ["U L D R", "ULDR", "u l\nd r", "U,L,D,R", "U1 L1 # half\nDR"] {
        assert_eq!(moves::read_all(text).unwrap(), [Up, Left, Down, Right]);
    }
    assert_eq!(moves::read_all("U3L2").unwrap(), [Up, Up, Up, Left, Left]);
    let board = Board::goal(Wanted::default().sized(4, 4));
    let there = [Down, Down, Down, Right, Right, Up];
    assert_eq!(Sliding.lengths(&board, &there), [6, 3]);
    assert_eq!(Sliding.lengths(&board, &[]), [0, 0]);
    for (text, place, found) in [
        ("UX", "line 1, move 2", "\"X\""),
        ("U\n3", "line 2, move 2", "\"3\""),
        ("U0", "line 1, move 1", "\"U0\""),
        (
            "U99999999999999999999",
            "line 1, move 1",
            "\"U99999999999999999999\"",
        ),
        ("U1000000 L", "line 1, move 1000001", "\"L\""),
    ] {
        let fault = moves::read_all(text).expect_err(text);
        assert_eq!(
            (&fault.place[..], &fault.found[..]),
            (place, found),
            "{text}"
        );
    }
}

/// `U` means that a tile goes up, so the blank goes down.
#[test]
fn a_move_is_the_way_the_tile_goes() {
    let board = read("", "1 2 3\n4 0 6\n7 5 8");
    let level = Level::Written {
        name: "t".into(),
        variant: String::new(),
        text: notation::write(&board),
    };
    let game = engine::Bridge(Sliding);
    let verdict = engine::Game::verify(&game, &level, "UL").unwrap();
    assert!(verdict.valid, "{:?}", verdict.fault);
    let step = Sliding.step(&board, Move::Up);
    assert_eq!(
        (&step.from[..], &step.to[..], &step.card[..]),
        ("3,2", "2,2", "5")
    );
    let verdict = engine::Game::verify(&game, &level, "UUUL").unwrap();
    assert!(verdict.fault.unwrap().contains("row 3, column 2"));
}

#[test]
fn boards_seen_from_elsewhere_are_the_same_puzzle() {
    for text in [
        "sliding:3x3#5",
        "sliding:4x3#5",
        "sliding:3x4-blank-first#5",
        "sliding:4x4#5",
    ] {
        let board = Sliding.deal(&id(text)).unwrap();
        assert_eq!(turned(&turned(&board)), board);
        assert_eq!(mirrored(&mirrored(&board)), board);
        let signature = Sliding.signature(&board);
        assert_eq!(Sliding.signature(&turned(&board)), signature);
        assert_eq!(Sliding.signature(&mirrored(&board)), signature);
        let mut moves = Vec::new();
        board.moves(&mut moves);
        for mv in moves {
            let next = moves::played(&board, &[mv]);
            assert_ne!(Sliding.signature(&next), signature);
            assert_eq!(
                turned(&next),
                moves::played(&turned(&board), &[mv.turned()])
            );
            assert_eq!(
                mirrored(&next),
                moves::played(&mirrored(&board), &[mv.mirrored()])
            );
        }
        let standard = Standard::of(&board);
        let mut moves = Vec::new();
        standard.board.moves(&mut moves);
        for mv in moves {
            let there = moves::played(&standard.board, &[mv]);
            let here = moves::played(&board, &[standard.as_given(mv)]);
            assert_eq!(Standard::of(&here).board, there);
        }
    }
}

/// Whether the 181,440 boards of 3×3 come up equally often cannot be seen in
/// a test; that each of the twelve of 2×2 does, can.
#[test]
fn seeds_deal_every_board_equally_often() {
    let mut counts = std::collections::BTreeMap::new();
    for number in 0..12_000 {
        let board = Sliding.deal(&id(&format!("sliding:2x2#{number}"))).unwrap();
        *counts.entry(board.tiles().to_vec()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 12);
    // Six standard deviations of a count of mean 1000 are about 182.
    assert!(
        counts.values().all(|n: &i32| n.abs_diff(1000) < 182),
        "{counts:?}"
    );
}

#[test]
fn levels_stay_what_they_are() {
    let mut text = String::new();
    for kind in [
        "2x2",
        "3x3",
        "4x3",
        "4x4",
        "4x4-blank-first",
        "5x5",
        "10x10",
    ] {
        for number in [0, 17, u64::MAX] {
            let level = format!("sliding:{kind}#{number}");
            let board = Sliding.deal(&id(&level)).expect("a board");
            text.push_str(&format!("{level}\n{}\n", Sliding.write(&board)));
        }
    }
    golden("sliding/levels.txt", &text);
}

#[test]
fn solvers_agree_on_small_boards() {
    for number in 0..10 {
        for size in ["2x2", "2x3", "3x2-blank-first", "3x3", "3x3-blank-first"] {
            let id = id(&format!("sliding:{size}#{number}"));
            let verdict = laws::solvers_agree(&Sliding, &Level::Dealt(id), &Budget::default());
            assert_eq!(verdict, Some(true));
        }
    }
    let unsolvable = Level::Written {
        name: "t".into(),
        variant: String::new(),
        text: "1 2 3 4 5 6 8 7 0".into(),
    };
    let verdict = laws::solvers_agree(&Sliding, &unsolvable, &Budget::default());
    assert_eq!(verdict, Some(false));
}

#[test]
fn variants_are_named_as_they_parse() {
    for size in sizes() {
        for name in [size.clone(), format!("{size}-blank-first")] {
            let wanted = Wanted::parse(&name).unwrap();
            let (width, height) = wanted.size.unwrap();
            assert_eq!(wanted.sized(width, height).name(), name);
        }
    }
}
