//! Measures of Shift against the same numbers found the slow way, the hand,
//! pictures, and generated levels that must never change.

use super::common::{golden, id};
use super::shift_boards::random;
use crate::shift::rules::{Board, Move};
use crate::shift::solver::breadth::Meet;
use crate::shift::variant::{CELLS, Size};
use crate::shift::{Shift, measures::MEASURES, notation};
use engine::{
    Budget, Cost, Key, LevelId, Measured, Outcome, Pressed, Puzzle, Rules, Settings, Solve,
};
use engine::{Unwatched, Verdict, laws};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

fn measured(board: &Board) -> Measured {
    let mut measurer = Shift.measurer(&Settings::default());
    measurer.measure(board, Cost::Dear, &Budget::default(), &Unwatched)
}

fn by_name(measured: &Measured) -> BTreeMap<&'static str, Option<f64>> {
    let names = MEASURES.iter().map(|measure| measure.name);
    names.zip(measured.values.iter().copied()).collect()
}

/// The sum of the distances from each ball to the nearest goal of its colour.
fn distance(board: &Board) -> i32 {
    let mut sum = 0;
    for (cell, colour) in (0..CELLS).filter_map(|cell| Some((cell, board.balls()[cell]?))) {
        let (row, column) = Size::place(cell);
        let goals = (0..CELLS).filter(|&goal| board.ground().goals[goal] == Some(colour));
        let distances = goals.map(|goal| {
            let (r, c) = Size::place(goal);
            (i32::from(r) - i32::from(row)).abs() + (i32::from(c) - i32::from(column)).abs()
        });
        sum += distances.min().expect("a goal");
    }
    sum
}

fn nexts(board: &Board) -> Vec<Board> {
    let mut moves: Vec<Move> = Vec::new();
    board.moves(&mut moves);
    let next = |&mv: &Move| {
        let mut next = board.clone();
        next.apply(mv);
        next
    };
    moves.iter().map(next).collect()
}

/// Every position in reach with its distance from the goal, by asking each
/// again and again.
fn graph(start: &Board) -> (Vec<Board>, HashMap<u128, usize>) {
    let mut all = vec![start.clone()];
    let mut seen = HashSet::from([start.key()]);
    let mut at = 0;
    while at < all.len() {
        for next in nexts(&all[at]) {
            if seen.insert(next.key()) {
                all.push(next);
            }
        }
        at += 1;
    }
    let solved = all.iter().filter(|board| board.is_solved());
    let mut distances: HashMap<u128, usize> = solved.map(|board| (board.key(), 0)).collect();
    for distance in 1.. {
        let before = distances.len();
        for board in &all {
            let near = |next: &Board| distances.get(&next.key()) == Some(&(distance - 1));
            if !distances.contains_key(&board.key()) && nexts(board).iter().any(near) {
                distances.insert(board.key(), distance);
            }
        }
        if distances.len() == before {
            break;
        }
    }
    (all, distances)
}

/// All shortest solutions as lists of positions.
fn solutions(board: &Board, distances: &HashMap<u128, usize>) -> Vec<Vec<Board>> {
    let left = distances[&board.key()];
    if left == 0 {
        return vec![vec![board.clone()]];
    }
    let good = nexts(board).into_iter();
    let good = good.filter(|next| distances.get(&next.key()) == Some(&(left - 1)));
    let rests = good.flat_map(|next| solutions(&next, distances));
    rests
        .map(|rest| std::iter::once(board.clone()).chain(rest).collect())
        .collect()
}

fn counterintuitive(path: &[Board]) -> usize {
    let worse = path
        .windows(2)
        .filter(|pair| distance(&pair[1]) > distance(&pair[0]));
    worse.count()
}

/// What the letters of the solution tell.
fn of_letters(board: &Board) -> (usize, usize) {
    let answer = Meet.solve(board, &Budget::default(), &Unwatched);
    let Outcome::Solved(moves) = answer.outcome else {
        panic!("no solution");
    };
    let mut text = String::new();
    let mut at = board.clone();
    for mv in moves {
        text += &Shift.write_move(&at, mv);
        at.apply(mv);
    }
    let back = ["LR", "RL", "UD", "DU"];
    let pairs = text.as_bytes().windows(2);
    let reversals = pairs.filter(|two| back.iter().any(|word| word.as_bytes() == *two));
    let directions: HashSet<char> = text.chars().collect();
    (reversals.count(), directions.len())
}

#[test]
fn measures_are_what_they_say() {
    let mut winnable = 0;
    for seed in 0..150 {
        let board = random(seed, 4, 3);
        let measured = measured(&board);
        let values = by_name(&measured);
        let value = |name: &str| values[name];
        let (all, distances) = graph(&board);
        assert_eq!(value("reachable"), Some(all.len() as f64), "{board:?}");
        let lost = (all.len() - distances.len()) as f64 / all.len() as f64;
        assert_eq!(value("lost_share"), Some(lost), "{board:?}");
        assert_eq!(value("balls"), Some(board.ground().balls.len() as f64));
        assert_eq!(
            value("level_size"),
            Some(board.ground().size.count() as f64)
        );
        let Some(&length) = distances.get(&board.key()) else {
            assert_eq!(measured.outcome, Some(Verdict::Unsolvable));
            assert_eq!((value("moves"), value("dead_ends")), (None, None));
            continue;
        };
        winnable += 1;
        assert_eq!(measured.outcome, Some(Verdict::Solved));
        assert_eq!(value("moves"), Some(length as f64));
        let (reversals, directions) = of_letters(&board);
        assert_eq!(value("reversals"), Some(reversals as f64), "{board:?}");
        assert_eq!(value("directions"), Some(directions as f64), "{board:?}");
        assert_eq!(
            value("farthest"),
            distances.values().max().map(|&d| d as f64)
        );
        let solutions = solutions(&board, &distances);
        let counts = solutions.iter().map(|path| counterintuitive(path));
        let counts: Vec<usize> = counts.collect();
        assert_eq!(value("shortest_solutions"), Some(counts.len() as f64));
        assert_eq!(
            value("fewest_counterintuitive"),
            counts.iter().min().map(|&n| n as f64)
        );
        assert_eq!(
            value("most_counterintuitive"),
            counts.iter().max().map(|&n| n as f64)
        );
        along_the_solution(&board, &distances, &values);
    }
    assert!(winnable > 40, "{winnable}");
}

fn along_the_solution(
    board: &Board,
    distances: &HashMap<u128, usize>,
    values: &BTreeMap<&str, Option<f64>>,
) {
    let answer = Meet.solve(board, &Budget::default(), &Unwatched);
    let Outcome::Solved(moves) = answer.outcome else {
        panic!("{board:?}");
    };
    let mut path = vec![board.clone()];
    for &mv in &moves {
        let mut next = path[path.len() - 1].clone();
        next.apply(mv);
        path.push(next);
    }
    let worse = Some(counterintuitive(&path) as f64);
    assert_eq!(values["counterintuitive_moves"], worse, "{board:?}");
    let mut dead = HashSet::new();
    let (mut choices, mut winning, mut chain, mut longest) = (0, 0, 0, 0);
    for at in &path[..moves.len()] {
        let keys: Vec<u128> = nexts(at).iter().map(Puzzle::key).collect();
        let good = keys
            .iter()
            .filter(|key| distances.contains_key(key))
            .count();
        dead.extend(
            keys.iter()
                .filter(|key| !distances.contains_key(key))
                .copied(),
        );
        choices += keys.len();
        winning += good;
        chain = if good == 1 { chain + 1 } else { 0 };
        longest = longest.max(chain);
    }
    assert_eq!(values["dead_ends"], Some(dead.len() as f64), "{board:?}");
    assert_eq!(
        values["forced_chain"],
        Some(f64::from(longest)),
        "{board:?}"
    );
    if !moves.is_empty() {
        let mean = |sum: usize| Some(sum as f64 / moves.len() as f64);
        assert_eq!(values["choices"], mean(choices), "{board:?}");
        assert_eq!(values["winning_choices"], mean(winning), "{board:?}");
    }
}

#[test]
fn measures_obey_small_budgets() {
    let ids: Vec<LevelId> = (0..12).map(|n| id(&format!("shift:thesis#{n}"))).collect();
    // A budget that is too small leaves values out, and says so.
    let small = Budget {
        states: Some(3),
        ..Budget::default()
    };
    laws::measures(&Shift, &ids, &small);
    let board = Shift
        .deal(&id("shift:5x5,balls=5,moves=12#1"))
        .expect("a level");
    let mut measurer = Shift.measurer(&Settings::default());
    let measured = measurer.measure(&board, Cost::Dear, &small, &Unwatched);
    assert!(matches!(measured.outcome, Some(Verdict::GaveUp(_))));
    assert_eq!(by_name(&measured)["reachable"], None);
    assert_eq!(by_name(&measured)["balls"], Some(5.0));
}

#[test]
fn a_push_that_moves_nothing_is_refused() {
    let board = notation::read("", "A . a\n").expect("a board");
    let mut hand = Shift.hand().expect("a hand");
    assert!(matches!(hand.press(&board, Key::Left), Pressed::Refused(_)));
    assert!(matches!(hand.press(&board, Key::Right), Pressed::Moves(_)));
}

#[test]
fn pictures_show_every_position_of_a_solution() {
    let board = Shift
        .deal(&id("shift:4x4,balls=3,moves=5#1"))
        .expect("a level");
    let level = Shift.draw(&board, &[]).to_svg();
    let rings = board.ground().balls.len();
    assert_eq!(level.matches("stroke-width=\"4\"").count(), rings);
    let Outcome::Solved(moves) = Meet.solve(&board, &Budget::default(), &Unwatched).outcome else {
        panic!("not solved");
    };
    let frames = Shift.draw(&board, &moves).to_svg();
    assert_eq!(
        frames.matches("stroke-width=\"4\"").count(),
        rings * (moves.len() + 1)
    );
}

/// Levels by id with their text, a shortest solution and measures.
#[test]
fn generated_levels_stay_the_same() {
    let mut text = String::new();
    for kind in [
        "thesis",
        "thesis,moves=3-10",
        "thesis,size=4,balls=5,colours=2,rocks=10,stay=60,steps=500,moves=6",
        "5x5,balls=4,moves=9",
        "5x5,balls=3,moves=most",
        "6x3,balls=4,colours=4,rocks=20,moves=10-14",
        "8x8,balls=11,colours=3,steps=20,moves=any",
    ] {
        for number in 1..=3 {
            let id = id(&format!("shift:{kind}#{number}"));
            let board = Shift.deal(&id).unwrap_or_else(|fault| panic!("{fault}"));
            let budget = Budget {
                states: Some(1_000_000),
                ..Budget::default()
            };
            let answer = Meet.solve(&board, &budget, &Unwatched);
            let solution: String = match &answer.outcome {
                Outcome::Solved(moves) => moves
                    .iter()
                    .map(|&mv| Shift.write_move(&board, mv))
                    .collect(),
                other => format!("{other:?}"),
            };
            let mut measurer = Shift.measurer(&Settings::default());
            let measured = measurer.measure(&board, Cost::Dear, &budget, &Unwatched);
            let _ = write!(text, "{id}\n{}{solution}\n", Shift.write(&board));
            for (name, value) in by_name(&measured) {
                let value = value.map_or("-".to_string(), |value| format!("{value:.4}"));
                let _ = write!(text, "{name} {value}; ");
            }
            text.push_str("\n\n");
        }
    }
    golden("shift/levels.txt", &text);
}
