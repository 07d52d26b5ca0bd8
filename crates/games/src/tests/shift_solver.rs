//! Solvers of Shift: each against every other, heuristics against true
//! distances, proofs, and the list of all starts against forward search.

use super::shift_boards::{placements, random};
use crate::shift::generate::{Attempt, Length, Recipe, Sizes, attempt, starts};
use crate::shift::layout::Layout;
use crate::shift::rules::Board;
use crate::shift::solver::breadth::{Breadth, Meet, reachable};
use crate::shift::solver::features::{Chosen, GUIDES};
use crate::shift::solver::packed::{Ground, Packed};
use crate::shift::solver::searches::{Guess, Laid};
use crate::shift::solver::sweep::Sweep;
use crate::shift::variant::Size;
use crate::shift::{Shift, notation};
use engine::chance::Chance;
use engine::{Budget, Heuristic, Outcome, Rules, Settings, Solve, Unwatched};

/// The length of a solution, or none of what cannot be solved.
fn length(solver: &mut dyn Solve<Board>, board: &Board) -> Option<usize> {
    match solver.solve(board, &Budget::default(), &Unwatched).outcome {
        Outcome::Solved(moves) => {
            engine::bridge::replay(board, &moves).unwrap_or_else(|fault| panic!("{fault}"));
            Some(moves.len())
        }
        Outcome::Unsolvable => None,
        Outcome::GaveUp(limit) => panic!("gave up: {limit:?}\n{board:?}"),
    }
}

fn solver(name: &str, heuristic: Option<&str>) -> Box<dyn Solve<Board>> {
    let mut settings = Settings::default();
    if let Some(heuristic) = heuristic {
        let value = heuristic.to_string();
        settings.values.insert("heuristic".into(), value);
    }
    let mut all = Shift.solvers().iter();
    let line = all.find(|line| line.name == name).expect("a solver");
    (line.make)(&settings).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn all_optimal_solvers_find_the_same_lengths() {
    let mut solvers: Vec<(String, Box<dyn Solve<Board>>)> = vec![
        ("meet".into(), Box::new(Meet)),
        ("breadth".into(), Box::new(Breadth)),
    ];
    for (name, _) in GUIDES.named {
        solvers.push((name.to_string(), solver("optimal", Some(name))));
    }
    let mut plain = solver("plain", None);
    let (mut solved, mut refuted) = (0, 0);
    for seed in 0..600 {
        let board = random(seed, 5, 4);
        let expected = length(&mut *plain, &board);
        for (name, solver) in &mut solvers {
            assert_eq!(length(&mut **solver, &board), expected, "{name}\n{board:?}");
        }
        match expected {
            Some(_) => solved += 1,
            None => refuted += 1,
        }
    }
    // Both kinds are well represented.
    assert!(solved > 100 && refuted > 100, "{solved} {refuted}");
}

#[test]
fn words_of_both_widths_and_tables_of_both_kinds_agree() {
    for seed in 0..60 {
        let board = random(seed, 4, 4);
        let narrow = Layout::<4>::new(&board);
        let wide = Layout::<12>::new(&board);
        let mut meter = engine::Meter::new(&Budget::default(), &Unwatched);
        // Without memory for bits, positions are found by a table.
        let mut bits = Sweep::<u64, 4>::new(&narrow, false, u64::MAX);
        let mut table = Sweep::<u128, 12>::new(&wide, false, 0);
        bits.exhaust(&mut meter).expect("no limit");
        table.exhaust(&mut meter).expect("no limit");
        let same = bits.words().iter().map(|&word| u128::from(word));
        assert!(same.eq(table.words().iter().copied()), "{board:?}");
        assert_eq!(reachable(&board), bits.words().len() as u64);
        let (by_rank, by_place) = (bits.depths(), table.depths());
        for depth in 0..bits.depth() {
            for &word in bits.layer(depth) {
                assert_eq!(by_rank.of(&narrow.colours(word)), Some(depth));
                assert_eq!(by_place.of(&wide.colours(u128::from(word))), Some(depth));
            }
        }
    }
}

#[test]
fn heuristics_never_overestimate() {
    let mut checked = 0;
    for seed in 0..120 {
        let board = random(seed, 4, 5);
        let ground = Ground::new(&board);
        let mut meter = engine::Meter::new(&Budget::default(), &Unwatched);
        let mut backward = Sweep::<u128, 12>::new(&ground, true, u64::MAX);
        backward.exhaust(&mut meter).expect("no limit");
        for (name, chosen) in GUIDES.named {
            let heuristic = Laid::new(chosen, &board, &ground);
            for depth in 0..backward.depth() {
                for &word in backward.layer(depth) {
                    let colours = ground.colours(word);
                    let state = Packed {
                        ground: &ground,
                        colours,
                    };
                    let estimate = heuristic.estimate((), &state) as usize;
                    assert!(estimate <= depth, "{name}: {estimate} > {depth}\n{board:?}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 100_000, "{checked}");
}

#[test]
fn groups_of_all_balls_are_exact() {
    for seed in 0..60 {
        let board = random(seed, 4, 3);
        let ground = Ground::new(&board);
        let heuristic = Laid::new(&Chosen::Own(Guess::Groups(3)), &board, &ground);
        let estimate = heuristic.estimate((), &Packed::new(&ground)) as usize;
        let truth = length(&mut Breadth, &board);
        assert_eq!(truth.unwrap_or(1 << 20), estimate, "{board:?}");
    }
}

#[test]
fn lost_levels_are_proved() {
    let mut optimal = solver("optimal", None);
    let mut proof = |board: &Board| optimal.solve(board, &Budget::default(), &Unwatched);
    // A goal behind a rock, and balls that cannot pass each other, are seen
    // without a search.
    for text in ["A @ a", "A B . b a"] {
        let board = notation::read("", text).expect("a board");
        let answer = proof(&board);
        assert_eq!(answer.outcome, Outcome::Unsolvable, "{text}");
        assert_eq!(answer.effort.generated, 0, "{text}");
    }
    let (mut at_once, mut by_search) = (0, 0);
    for seed in 0..300 {
        let board = random(seed, 5, 5);
        if truth(&board).is_none() {
            let answer = proof(&board);
            assert_eq!(answer.outcome, Outcome::Unsolvable, "{board:?}");
            match answer.effort.generated {
                0 => at_once += 1,
                _ => by_search += 1,
            }
        }
    }
    assert!(at_once > 50 && by_search > 0, "{at_once} {by_search}");
}

/// What a forward search from a start says of it.
fn truth(board: &Board) -> Option<usize> {
    length(&mut *solver("plain", None), board)
}

#[test]
fn the_hardest_start_is_the_hardest() {
    for seed in 0..25 {
        let board = random(seed, 3, 3);
        let counts = starts(&board, &Budget::default()).expect("no limit");
        // Every start there is, solved forwards.
        let mut found = vec![0; counts.len()];
        for start in placements(&board) {
            if let Some(length) = truth(&start) {
                assert!(length < counts.len(), "harder than the hardest:\n{board:?}");
                found[length] += 1;
            }
        }
        assert_eq!(found, counts, "{board:?}");
    }
}

#[test]
fn exact_levels_have_the_length_that_is_wanted() {
    let recipe = |length| Recipe {
        sizes: Sizes::Fixed(Size {
            rows: 4,
            columns: 4,
        }),
        balls: 2..=3,
        colours: 1..=3,
        fewer: false,
        rocks: 0.25,
        stay: 0.3,
        steps: 100,
        length,
        exact: true,
    };
    let mut made = 0;
    for number in 0..60 {
        let mut chance = Chance::new("shift test", number, 0);
        let wanted = recipe(Length::Within(3..=9));
        if let Attempt::Made(board) = attempt(&wanted, &mut chance, u64::MAX) {
            assert!(
                (3..=9).contains(&truth(&board).expect("a way")),
                "{board:?}"
            );
            made += 1;
        }
        if let Attempt::Made(board) = attempt(&recipe(Length::Most), &mut chance, u64::MAX) {
            let counts = starts(&board, &Budget::default()).expect("no limit");
            assert_eq!(truth(&board), Some(counts.len() - 1), "{board:?}");
        }
    }
    assert!(made > 30, "{made}");
}
