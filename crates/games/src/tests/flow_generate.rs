//! Flow's levels made to order: they are what was wanted, have one solution by
//! a naive count of all, and stay the same for ever.

use super::common::{golden, id};
use crate::flow::Flow;
use crate::flow::rules::{Colour, Position};
use engine::{Budget, Cost, Plain, Puzzle, Rules, Settings, Unwatched};

/// How many solutions there are, counted by drawing path after path in every
/// way; stops at two.
fn count(position: &mut Position) -> usize {
    if position.is_solved() {
        return 1;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut found = 0;
    for mv in moves {
        position.apply(mv);
        found += count(position);
        position.undo(mv);
        if found > 1 {
            break;
        }
    }
    found
}

#[test]
fn small_levels_have_one_solution_by_a_naive_count() {
    for kind in [
        "4x4",
        "5x5",
        "5x5,colours=4",
        "6x5",
        "5x5,neighbours",
        "3x8",
    ] {
        for number in 0..12 {
            let id = id(&format!("flow:{kind}#{number}"));
            let mut position = Flow.deal(&id).unwrap();
            assert_eq!(count(&mut position), 1, "{id}");
        }
    }
}

#[test]
fn levels_are_as_wanted() {
    for (kind, colours, neighbours) in [
        ("9x9,colours=8", 8, false),
        ("9x9,colours=12", 12, false),
        ("7x9", 8, false),
        ("6x6,colours=10,neighbours", 10, true),
        ("12x12,colours=10,solutions=any", 10, false),
        ("12x12-paths,colours=30,solutions=any", 30, false),
    ] {
        for number in 0..4 {
            let id = id(&format!("flow:{kind}#{number}"));
            let position = Flow.deal(&id).unwrap();
            let level = position.level();
            assert_eq!(level.colours(), colours, "{id}");
            let apart = (0..colours).all(|colour| {
                let [a, b] = level.ends(colour as Colour);
                level.variant().distance(a.into(), b.into()) > 1
            });
            assert!(apart || neighbours, "{id}");
        }
    }
}

/// Ids, levels, solutions and measures.
#[test]
fn levels_stay_the_same() {
    let mut text = String::new();
    let mut measurer = Flow.measurer(&Settings::default());
    let mut solver = (Flow.solvers()[0].make)(&Settings::default()).unwrap();
    for kind in [
        "5x5",
        "7x7",
        "9x9",
        "9x9,colours=8",
        "6x8-paths,solutions=any",
        "12x12",
    ] {
        for number in 1..3 {
            let id = id(&format!("flow:{kind}#{number}"));
            let position = Flow.deal(&id).unwrap();
            text += &format!("{id}\n{}", Flow.write(&position));
            let answer = solver.solve(&position, &Budget::default(), &Unwatched);
            let engine::Outcome::Solved(moves) = answer.outcome else {
                panic!("{id}: {:?}", answer.outcome);
            };
            let mut end = position.clone();
            moves.iter().for_each(|&mv| end.apply(mv));
            text += &Flow.solved_board(&end).unwrap();
            let measured = measurer.measure(&position, Cost::Dear, &Budget::default(), &Unwatched);
            for (measure, value) in Flow.measures().iter().zip(measured.values) {
                let value = value.map_or("-".to_string(), |value| format!("{value:.3}"));
                text += &format!("{} {value}\n", measure.name);
            }
            text.push('\n');
        }
    }
    golden("flow/levels.txt", &text);
}
