//! The measures of sliding tiles.

use super::common::id;
use crate::sliding::Sliding;
use engine::{Budget, Cost, LevelId, Measured, Outcome, Rules, Settings, Unwatched, Verdict, laws};

fn measure(variant: &str, text: &str) -> Measured {
    let board = Sliding.read(variant, text).expect("a board");
    let mut measurer = Sliding.measurer(&Settings::default());
    measurer.measure(&board, Cost::Dear, &Budget::default(), &Unwatched)
}

fn value(measured: &Measured, name: &str) -> Option<f64> {
    let index = Sliding.measures().iter().position(|m| m.name == name);
    measured.values[index.expect(name)]
}

#[test]
fn measures_obey_the_law() {
    let kinds = ["2x2", "3x3", "4x3-blank-first", "6x6"];
    let ids = kinds
        .iter()
        .flat_map(|kind| (1..=4).map(move |n| id(&format!("sliding:{kind}#{n}"))));
    let ids: Vec<LevelId> = ids.collect();
    for states in [Some(0), Some(20), None] {
        let budget = Budget {
            states,
            ..Budget::default()
        };
        laws::measures(&Sliding, &ids, &budget);
    }
}

/// Worked out by hand: 2 and 1 lie in their home row in the wrong order, two
/// tiles of the last row are a cell away from home.
#[test]
fn boards_measure_as_they_do_by_hand() {
    type Row = (&'static str, &'static str, &'static [(&'static str, f64)]);
    let rows: [Row; 3] = [
        (
            "",
            "1 2 3\n4 5 6\n0 7 8",
            &[
                ("size", 9.0),
                ("misplaced", 2.0),
                ("manhattan", 2.0),
                ("linear_conflicts", 0.0),
                ("inversions", 0.0),
                ("blank_distance", 2.0),
                ("moves", 2.0),
                ("slides", 1.0),
                ("detour", 0.0),
                ("moves_away", 0.0),
                // Two ways from a corner, then two that go not back.
                ("choices", 2.0),
            ],
        ),
        (
            "blank-first",
            "2 1\n3 0",
            &[
                ("inversions", 1.0),
                ("linear_conflicts", 0.0),
                ("misplaced", 2.0),
            ],
        ),
        (
            "",
            "2 1 3\n4 5 6\n8 7 0",
            &[
                ("misplaced", 4.0),
                ("manhattan", 4.0),
                ("linear_conflicts", 2.0),
                ("inversions", 2.0),
                ("blank_distance", 0.0),
            ],
        ),
    ];
    for (variant, text, expected) in rows {
        let measured = measure(variant, text);
        for &(name, expected) in expected {
            assert_eq!(value(&measured, name), Some(expected), "{name} of {text:?}");
        }
    }
}

/// Every move brings one tile a cell nearer or further, and the fewest moves
/// are those of breadth-first search.
#[test]
fn solutions_measure_as_they_must() {
    let plain = Sliding
        .solvers()
        .iter()
        .find(|s| s.name == "plain")
        .expect("plain");
    let mut plain = (plain.make)(&Settings::default()).expect("a solver");
    let mut measurer = Sliding.measurer(&Settings::default());
    for number in 1..=20 {
        let board = Sliding
            .deal(&id(&format!("sliding:3x3#{number}")))
            .expect("a board");
        let measured = measurer.measure(&board, Cost::Dear, &Budget::default(), &Unwatched);
        let of = |name| value(&measured, name).expect(name);
        let Outcome::Solved(moves) = plain.solve(&board, &Budget::default(), &Unwatched).outcome
        else {
            panic!("{board:?}");
        };
        assert_eq!(of("moves"), moves.len() as f64);
        assert_eq!(of("detour"), 2.0 * of("moves_away"));
        assert_eq!(of("moves"), of("manhattan") + of("detour"));
        assert!(of("detour") >= 2.0 * of("linear_conflicts"));
    }
}

#[test]
fn what_is_not_known_has_no_value() {
    let unsolvable = measure("", "2 1 3\n4 5 6\n7 8 0");
    assert_eq!(unsolvable.outcome, Some(Verdict::Unsolvable));
    assert_eq!(value(&unsolvable, "moves"), None);
    assert_eq!(value(&unsolvable, "inversions"), Some(1.0));
    let board = Sliding.deal(&id("sliding:6x6#1")).expect("a board");
    let mut measurer = Sliding.measurer(&Settings::default());
    let large = measurer.measure(&board, Cost::Dear, &Budget::default(), &Unwatched);
    assert_eq!(large.outcome, Some(Verdict::Solved));
    assert_eq!(value(&large, "moves"), None);
    assert_eq!(value(&large, "size"), Some(36.0));
    let budget = Budget {
        states: Some(3),
        ..Budget::default()
    };
    let board = Sliding.deal(&id("sliding:3x3#1")).expect("a board");
    let cut = measurer.measure(&board, Cost::Dear, &budget, &Unwatched);
    assert_eq!(cut.outcome, Some(Verdict::GaveUp(engine::Limit::States)));
    assert_eq!(value(&cut, "moves"), None);
    // A solved board of any size has no moves.
    for side in [3, 5, 10] {
        let numbers = (1..side * side).map(|n: u32| n.to_string());
        let text = numbers
            .chain(["0".to_string()])
            .collect::<Vec<_>>()
            .join(" ");
        let solved = measure("", &text);
        assert_eq!(
            (value(&solved, "moves"), value(&solved, "choices")),
            (Some(0.0), None)
        );
    }
}

/// Pattern databases find the solution that walking distance finds, so that
/// only `states` tells which of them was used.
#[test]
fn the_heuristic_has_no_part_in_the_solution() {
    use crate::sliding::features::Chosen;
    use crate::sliding::heuristics::{self, Admissible, Tables};
    let settings = Settings::default();
    let mut tables = Tables::new(&settings.tables);
    for kind in ["3x3", "4x3", "3x4-blank-first", "5x2"] {
        for number in 1..=5 {
            let board = Sliding
                .deal(&id(&format!("sliding:{kind}#{number}")))
                .expect("a board");
            let mut found = Vec::new();
            for heuristic in [Admissible::Walking, Admissible::Patterns, Admissible::Zones] {
                let mut meter = engine::Meter::new(&Budget::default(), &Unwatched);
                let chosen = Chosen::Own(heuristic);
                let search = engine::search::IdaStar;
                found.push(heuristics::search(
                    &search,
                    &chosen,
                    &mut tables,
                    &board,
                    &mut meter,
                ));
            }
            assert!(matches!(found[0], Outcome::Solved(_)));
            assert!(
                found.iter().all(|other| *other == found[0]),
                "{kind} {number}"
            );
        }
    }
}
