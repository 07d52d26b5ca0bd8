//! Flow's solver against a naive count of all solutions on small boards, and
//! on the boards of mzucker's flow_solver where they are at hand.

use super::common::public_folder;
use crate::flow::rules::{Cell, Colour, Level, Position, Way};
use crate::flow::solver::{self, Paths};
use crate::flow::variant::{Variant, Wanted};
use crate::flow::{Flow, notation};
use engine::{Budget, Limit, Meter, Outcome, Rules, Settings, Unwatched};
use std::collections::HashSet;

/// Draws path after path in every possible way.
fn count_all(position: &mut Position, out: &mut HashSet<Vec<u8>>) {
    use engine::Puzzle;
    if position.is_solved() {
        out.insert(position.keep().to_vec());
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for mv in moves {
        position.apply(mv);
        count_all(position, out);
        engine::Plain::undo(position, mv);
    }
}

fn find(level: &Level, count: usize) -> Vec<Paths> {
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    let found = solver::find(level, count, &mut meter);
    assert_eq!(found.limit, None);
    for paths in &found.solutions {
        let position = Position::new(Level::new(
            level.variant(),
            (0..level.colours() as Colour)
                .map(|c| (level.name(c), level.ends(c)))
                .collect(),
        ));
        let moves = solver::moves_to(&position, paths);
        engine::bridge::replay(&position, &moves).unwrap();
    }
    found.solutions
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

fn random_level(random: &mut Random, most_cells: usize) -> Level {
    loop {
        let (width, height) = (2 + random.below(4) as u16, 2 + random.below(4) as u16);
        let variant = Variant {
            width,
            height,
            covered: random.below(3) > 0,
        };
        if variant.cells() > most_cells {
            continue;
        }
        let colours = 1 + random.below((variant.cells() / 3).max(1));
        let mut cells: Vec<Cell> = (0..variant.cells() as Cell).collect();
        for last in (1..cells.len()).rev() {
            cells.swap(last, random.below(last + 1));
        }
        let pairs = cells.chunks(2).take(colours).zip(notation::names());
        return Level::new(
            variant,
            pairs
                .map(|(pair, name)| (name, [pair[0], pair[1]]))
                .collect(),
        );
    }
}

/// Every answer on small boards, however the endpoints lie, is that of the
/// naive count: none, one, more than one, and with a large count all of them.
#[test]
fn small_boards_have_as_many_solutions_as_a_naive_count_says() {
    let mut random = Random(7);
    let mut seen = [[0; 3]; 2];
    for _ in 0..6000 {
        let level = random_level(&mut random, 16);
        let mut all = HashSet::new();
        let covered = level.variant().covered;
        let text = notation::write(&Position::new(clone(&level)));
        count_all(&mut Position::new(clone(&level)), &mut all);
        assert_eq!(find(&level, 2).len(), all.len().min(2), "{covered} {text}");
        assert_eq!(find(&level, 1).len(), all.len().min(1), "{covered} {text}");
        if all.len() < 50 {
            let every: HashSet<Paths> = find(&level, 1000).into_iter().collect();
            assert_eq!(every.len(), all.len(), "{covered} {text}");
        }
        seen[usize::from(covered)][all.len().min(2)] += 1;
    }
    // Each kind of answer came up often enough to mean something.
    assert!(seen.iter().flatten().all(|&n| n > 50), "{seen:?}");
}

fn clone(level: &Level) -> Level {
    let pair = |c: Colour| (level.name(c), level.ends(c));
    Level::new(
        level.variant(),
        (0..level.colours() as Colour).map(pair).collect(),
    )
}

/// Boards cut from random covers have solutions, often with tight turns and
/// paths that touch themselves, and often one only.
#[test]
fn boards_with_a_solution_are_counted_rightly() {
    let mut random = Random(99);
    let mut seen = [0; 3];
    for round in 0..4000 {
        let (width, height) = [(4, 4), (5, 4), (3, 6), (5, 5), (2, 8)][round % 5];
        let Some(level) = random_cover(&mut random, width, height) else {
            continue;
        };
        let mut all = HashSet::new();
        let text = notation::write(&Position::new(clone(&level)));
        count_all(&mut Position::new(clone(&level)), &mut all);
        assert!(!all.is_empty(), "{text}");
        assert_eq!(find(&level, 2).len(), all.len().min(2), "{text}");
        seen[all.len().min(2)] += 1;
    }
    assert!(seen[1] > 300 && seen[2] > 300, "{seen:?}");
}

/// Random walks until the board is covered; none where a walk is too short.
fn random_cover(random: &mut Random, width: u16, height: u16) -> Option<Level> {
    let variant = Variant {
        width,
        height,
        covered: true,
    };
    let blank = Level::new(variant, Vec::new());
    let mut free = vec![true; variant.cells()];
    let mut pairs = Vec::new();
    for name in notation::names() {
        let Some(start) = free.iter().position(|&f| f) else {
            break;
        };
        let mut cell = start as Cell;
        let mut length = 1;
        free[start] = false;
        let most = 3 + random.below(12);
        while length < most {
            let ways: Vec<Cell> = Way::ALL
                .into_iter()
                .filter_map(|way| blank.next(cell, way))
                .filter(|&next| free[next as usize])
                .collect();
            if ways.is_empty() {
                break;
            }
            cell = ways[random.below(ways.len())];
            free[cell as usize] = false;
            length += 1;
        }
        if length < 2 {
            return None;
        }
        pairs.push((name, [start as Cell, cell]));
    }
    Some(Level::new(variant, pairs))
}

/// A drawn position is led to the solution, whatever has to be erased.
/// A path along three sides of a square goes back in its third step.
#[test]
fn loose_solutions_are_those_without_a_tight_turn() {
    let mut random = Random(11);
    let is_loose = |paths: &&Paths| {
        let mut steps = paths.iter().flat_map(|path| path.windows(3));
        steps.all(|three| three[2] != three[0].back())
    };
    let (mut all, mut loose) = (0, 0);
    for _ in 0..2000 {
        let level = random_level(&mut random, 16);
        let solutions = find(&level, 100_000);
        let mut meter = Meter::new(&Budget::default(), &Unwatched);
        let found = solver::find_loose(&level, 100_000, &mut meter);
        assert_eq!(found.limit, None);
        let expected = solutions.iter().filter(is_loose).count();
        assert_eq!(found.solutions.len(), expected);
        assert!(found.solutions.iter().all(|paths| is_loose(&paths)));
        (all, loose) = (all + solutions.len(), loose + expected);
    }
    assert!(0 < loose && loose < all, "{loose} of {all}");
}

#[test]
fn drawn_positions_are_solved_from_where_they_are() {
    let position = Flow.read("", "A..\n.B.\nAB.\n#drawn A:rr B:l\n").unwrap();
    for solver in Flow.solvers().iter().filter(|s| s.name == "learner") {
        let mut solve = (solver.make)(&Settings::default()).unwrap();
        let answer = solve.solve(&position, &Budget::default(), &Unwatched);
        let Outcome::Solved(moves) = answer.outcome else {
            panic!("{:?}", answer.outcome);
        };
        engine::bridge::replay(&position, &moves).unwrap();
    }
}

#[test]
fn a_limit_is_named() {
    let text = "A....\n.....\n..B..\n.....\nB...A\n";
    let position = Flow.read("", text).unwrap();
    let budget = Budget {
        states: Some(1),
        ..Budget::default()
    };
    let mut meter = Meter::new(&budget, &Unwatched);
    let found = solver::find(position.level(), 1, &mut meter);
    assert_eq!(found.limit, Some(Limit::States));
}

/// The boards of mzucker's flow_solver: whether each has one solution or more
/// under our rules, where paths may touch themselves.
#[test]
fn public_boards_are_solved_and_counted() {
    for (name, text) in public_folder("flow/mzucker") {
        let position = notation::read(Wanted::parse("").unwrap(), &text).unwrap();
        let expected = match &*name {
            "unsolvable_cross" => 0,
            "jumbo_14x14_19" | "jumbo_14x14_30" => 2,
            _ => 1,
        };
        assert_eq!(find(position.level(), 2).len(), expected, "{name}");
    }
}
