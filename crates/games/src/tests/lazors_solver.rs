//! The solver of Lazors against brute force and on the public levels.

use crate::lazors::Lazors;
use crate::lazors::beams;
use crate::lazors::rules::{Block, Cell, Level, Move, Position, Ray};
use crate::lazors::solver::Beams;
use crate::lazors::solver::search::{Aim, Search};
use engine::bridge::replay;
use engine::chance::Chance;
use engine::{Answer, Budget, Meter, Outcome, Plain, Puzzle, Rules, Settings, Solve, Unwatched};
use std::collections::HashSet;

fn solver(count: u64) -> Beams {
    let mut settings = Settings::default();
    settings.values.insert("count".into(), count.to_string());
    Beams::new(&settings).expect("a solver")
}

fn solve(position: &Position, count: u64) -> Answer<Position> {
    solver(count).solve(position, &Budget::default(), &Unwatched)
}

/// How many solutions the solver counts.
fn counted(answer: &Answer<Position>) -> u64 {
    match (&answer.outcome, &answer.figures[..]) {
        (Outcome::Unsolvable, []) => 0,
        (Outcome::Solved(_), [("solutions", n)]) => *n,
        other => panic!("{other:?}"),
    }
}

/// All ways to put the free blocks down, each tried by the plain rules.
fn brute_force(position: &mut Position, from: usize, solutions: &mut HashSet<Vec<Option<Block>>>) {
    if position.is_solved() {
        solutions.insert(position.key());
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for mv in moves.into_iter().filter(|mv| usize::from(mv.cell) >= from) {
        position.apply(mv);
        brute_force(position, usize::from(mv.cell) + 1, solutions);
        position.undo(mv);
    }
}

/// A level at random, not made to be solvable.
fn random(chance: &mut Chance, sides: usize) -> Level {
    let (columns, rows) = (1 + chance.below(sides), 1 + chance.below(sides));
    let cells: Vec<Cell> = (0..columns * rows)
        .map(|_| match chance.below(12) {
            0 => Cell::Closed,
            1 => Cell::Fixed(Block::ALL[chance.below(3)]),
            _ => Cell::Open,
        })
        .collect();
    let mut room = cells.iter().filter(|&&cell| cell == Cell::Open).count();
    let free = [0; 3].map(|_: u16| {
        let most = room.min(3);
        let n = chance.below(most + 1);
        room -= n;
        n as u16
    });
    let edge = |chance: &mut Chance| loop {
        let (x, y) = (chance.below(2 * columns + 1), chance.below(2 * rows + 1));
        if (x + y) % 2 == 1 {
            return (x as u8, y as u8);
        }
    };
    let way = |chance: &mut Chance| if chance.happens(0.5) { 1 } else { -1 };
    let lasers = (0..1 + chance.below(3)).map(|_| {
        let (x, y) = edge(chance);
        let (vx, vy) = (way(chance), way(chance));
        Ray { x, y, vx, vy }
    });
    let lasers = lasers.collect();
    let points = (0..1 + chance.below(3)).map(|_| edge(chance)).collect();
    Level {
        columns: columns as u8,
        rows: rows as u8,
        cells,
        free,
        lasers,
        points,
    }
}

/// None, one, or how many: the solver counts what brute force finds, blocks
/// that no light comes to included.
#[test]
fn counts_are_those_of_brute_force() {
    let mut chance = Chance::new("test lazors", 1, 0);
    let mut seen = [0; 3];
    for _ in 0..3000 {
        let start = Position::new(random(&mut chance, 3));
        let mut solutions = HashSet::new();
        brute_force(&mut start.clone(), 0, &mut solutions);
        let text = Lazors.write(&start);
        for count in [2, 1_000_000] {
            let answer = solve(&start, count);
            let expected = (solutions.len() as u64).min(count);
            assert_eq!(counted(&answer), expected, "{text}");
            if let Outcome::Solved(moves) = &answer.outcome {
                replay(&start, moves).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            }
        }
        seen[solutions.len().min(2)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 100), "none, one, more: {seen:?}");
}

/// Solutions that differ only where no light comes are one to a search that
/// is told so, and a search that does not look ahead counts the same.
#[test]
fn essential_solutions_are_those_of_brute_force() {
    let mut chance = Chance::new("test lazors", 4, 0);
    let mut search = Search::default();
    let mut fewer = 0;
    for _ in 0..2000 {
        let start = Position::new(random(&mut chance, 3));
        let mut solutions = HashSet::new();
        brute_force(&mut start.clone(), 0, &mut solutions);
        let seen = |placed: &Vec<Option<Block>>| {
            let end = start.restore(placed);
            let touched = beams::trace(&end).touched.into_iter();
            touched
                .map(|cell| (cell, end.placed(cell)))
                .collect::<Vec<_>>()
        };
        let essential: HashSet<_> = solutions.iter().map(seen).collect();
        fewer += usize::from(essential.len() < solutions.len());
        for look_ahead in [true, false] {
            let mut count = |essential: bool| {
                let aim = Aim {
                    essential,
                    look_ahead,
                    ..Aim::count(u64::MAX)
                };
                let mut meter = Meter::new(&Budget::default(), &Unwatched);
                assert_eq!(search.run(&start, aim, &mut meter), None);
                search.solutions as usize
            };
            let text = Lazors.write(&start);
            assert_eq!(count(true), essential.len(), "{text}");
            assert_eq!(count(false), solutions.len(), "{text}");
        }
    }
    assert!(fewer > 50, "{fewer} levels with idle blocks");
}

/// The solver's light is that of the plain rules, on random boards with
/// random blocks.
#[test]
fn both_tracers_light_the_same() {
    let mut chance = Chance::new("test lazors", 2, 0);
    let mut search = Search::default();
    let mut lit = 0;
    for _ in 0..5000 {
        let mut position = Position::new(random(&mut chance, 6));
        let mut moves = Vec::new();
        for _ in 0..chance.below(10) {
            moves.clear();
            position.moves(&mut moves);
            if !moves.is_empty() {
                position.apply(moves[chance.below(moves.len())]);
            }
        }
        let mut fast = search.lit(&position);
        fast.sort_unstable();
        let plain: Vec<_> = beams::trace(&position).lit().collect();
        assert_eq!(fast, plain, "{}", Lazors.write(&position));
        lit += plain.len();
    }
    assert!(lit > 10_000, "{lit} points lit in all");
}

/// Blocks that were put down are kept where that can be won, and taken away
/// where they are in the way.
#[test]
fn blocks_that_were_put_down_are_kept_or_taken_away() {
    let mut chance = Chance::new("test lazors", 3, 0);
    let (mut kept, mut taken) = (0, 0);
    for _ in 0..2000 {
        let mut position = Position::new(random(&mut chance, 3));
        let solvable = matches!(solve(&position, 1).outcome, Outcome::Solved(_));
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            continue;
        }
        position.apply(moves[chance.below(moves.len())]);
        let mut with_it = HashSet::new();
        brute_force(&mut position.clone(), 0, &mut with_it);
        match solve(&position, 1).outcome {
            Outcome::Solved(moves) => {
                assert!(solvable);
                replay(&position, &moves).expect("a solution");
                let away = moves.iter().any(|mv: &Move| mv.away);
                assert_eq!(away, with_it.is_empty(), "{}", Lazors.write(&position));
                kept += usize::from(!away);
                taken += usize::from(away);
            }
            Outcome::Unsolvable => assert!(!solvable),
            Outcome::GaveUp(limit) => panic!("{limit:?}"),
        }
    }
    assert!(kept > 100 && taken > 50, "{kept} kept, {taken} taken away");
}

/// Every public level has one solution, and it is one by the plain rules.
#[test]
fn public_levels_are_solved_and_proved_unique() {
    for folder in ["levels", "handout"] {
        for (name, text) in super::common::public_folder(&format!("lazors/{folder}")) {
            let start = Lazors.read("", &text).expect("a level");
            for count in [1, 2] {
                let answer = solve(&start, count);
                let Outcome::Solved(moves) = &answer.outcome else {
                    panic!("{name}: {:?}", answer.outcome);
                };
                replay(&start, moves).unwrap_or_else(|fault| panic!("{name}: {fault}"));
                if count == 2 {
                    assert_eq!(answer.figures, [("solutions", 1)], "{name}");
                }
            }
        }
    }
}

/// A budget that ends in the middle gives up, or gives what it found without
/// a count.
#[test]
fn small_budgets_prove_nothing() {
    let text = "GRID START\no o o o\no o o o\no o o o\no o o o\nGRID STOP\nA 4\nL 0 3 1 1\nL 7 2 -1 1\nP 3 4\nP 5 4\nP 1 6\nP 8 5\n";
    let start = Lazors.read("", text).expect("a level");
    let whole = solve(&start, 2);
    assert_eq!(counted(&whole), 1);
    let mut halves = 0;
    for states in 0..whole.effort.checked {
        let budget = Budget {
            states: Some(states),
            ..Budget::default()
        };
        let answer = solver(2).solve(&start, &budget, &Unwatched);
        assert!(answer.figures.is_empty(), "{states}");
        match answer.outcome {
            Outcome::Solved(moves) => {
                replay(&start, &moves).expect("a solution");
                halves += 1;
            }
            outcome => assert_eq!(outcome, Outcome::GaveUp(engine::Limit::States)),
        }
    }
    assert!(halves > 0, "the proof takes longer than the solution");
}
