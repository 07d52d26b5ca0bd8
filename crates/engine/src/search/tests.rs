//! Every search on two small puzzles whose answers are known.

use super::*;
use crate::{Budget, Unwatched};

/// A token on a row of cells, to be brought to cell 0 by steps of 3 up or 2
/// down. `ballast` counts as memory.
#[derive(Clone, Debug)]
struct Row {
    at: i32,
    size: i32,
    ballast: usize,
}

impl Puzzle for Row {
    type Move = i32;
    type Key = i32;
    type Kept = Self;

    fn moves(&self, out: &mut Vec<i32>) {
        out.extend(
            [3, -2]
                .iter()
                .filter(|&&step| (0..self.size).contains(&(self.at + step))),
        );
    }
    fn apply(&mut self, mv: i32) {
        self.at += mv;
    }
    fn is_solved(&self) -> bool {
        self.at == 0
    }
    fn key(&self) -> i32 {
        self.at
    }
    fn keep(&self) -> Self {
        self.clone()
    }
    fn restore(&self, kept: &Self) -> Self {
        kept.clone()
    }
    fn heap_bytes(&self) -> usize {
        self.ballast
    }
}

/// Half the distance, rounded up: no move does better than 2 towards 0.
struct Half;

impl Heuristic<Row> for Half {
    type Carry = ();

    fn start(&self, _: &Row) {}
    fn after(&self, (): (), _: &Row, _: i32) {}
    fn estimate(&self, (): (), state: &Row) -> u32 {
        (state.at as u32).div_ceil(2)
    }
}

fn run<X: Search>(start: &Row, budget: Budget) -> (Outcome<i32>, crate::Effort) {
    let search = X::new(&Settings::default()).expect("defaults are good");
    let mut meter = Meter::new(&budget, &Unwatched);
    let outcome = search.run(start, &Half, &mut meter);
    (outcome, meter.effort)
}

fn row(at: i32, size: i32) -> Row {
    Row {
        at,
        size,
        ballast: 0,
    }
}

/// Calls a function for every search.
macro_rules! each_search {
    ($call:ident($($argument:expr),*)) => {
        $call::<AStar>($($argument),*);
        $call::<WeightedAStar>($($argument),*);
        $call::<Greedy>($($argument),*);
        $call::<Beam>($($argument),*);
        $call::<BreadthFirst>($($argument),*);
        $call::<DepthFirst>($($argument),*);
        $call::<Staged>($($argument),*);
    };
}

fn solves<X: Search>(at: i32) {
    let (outcome, effort) = run::<X>(&row(at, 100), Budget::default());
    let Outcome::Solved(moves) = outcome else {
        panic!("{}: {outcome:?} from {at}", X::NAME);
    };
    assert_eq!(moves.iter().sum::<i32>(), -at, "{} from {at}", X::NAME);
    assert!(at == 0 || effort.checked > 0 && effort.generated > 0);
}

#[test]
fn every_search_solves() {
    for at in [0, 1, 2, 7, 40, 99] {
        each_search!(solves(at));
        solves::<IdaStar>(at);
    }
}

#[test]
fn admissible_searches_find_the_fewest_moves() {
    for at in 0..40 {
        let length = |outcome| match outcome {
            Outcome::Solved(moves) => moves.len(),
            other => panic!("{other:?}"),
        };
        let (best, _) = run::<BreadthFirst>(&row(at, 100), Budget::default());
        let best = length(best);
        for (name, found) in [
            ("astar", run::<AStar>(&row(at, 100), Budget::default())),
            ("ida", run::<IdaStar>(&row(at, 100), Budget::default())),
        ] {
            assert_eq!(length(found.0), best, "{name} from {at}");
        }
    }
}

fn proves<X: Search>() {
    // In a row of three cells no step leads from 1 to another cell.
    let (outcome, _) = run::<X>(&row(1, 3), Budget::default());
    assert_eq!(outcome, Outcome::Unsolvable, "{}", X::NAME);
}

#[test]
fn searches_prove_by_running_dry() {
    each_search!(proves());
    proves::<IdaStar>();
}

fn gives_up<X: Search>() {
    let budget = Budget {
        states: Some(3),
        ..Budget::default()
    };
    let (outcome, effort) = run::<X>(&row(99, 100), budget);
    assert_eq!(outcome, Outcome::GaveUp(Limit::States), "{}", X::NAME);
    assert_eq!(effort.checked, 3, "{}", X::NAME);
}

#[test]
fn searches_stop_at_their_budget() {
    each_search!(gives_up());
    gives_up::<IdaStar>();
}

fn counts_memory<X: Search>() {
    let start = Row {
        ballast: 1000,
        ..row(99_999, 100_000)
    };
    let budget = Budget {
        memory: Some(100_000),
        ..Budget::default()
    };
    let (outcome, effort) = run::<X>(&start, budget);
    assert_eq!(outcome, Outcome::GaveUp(Limit::Memory), "{}", X::NAME);
    assert!(
        (20..60).contains(&effort.checked),
        "{}: {effort:?}",
        X::NAME
    );
}

#[test]
fn memory_counts_what_states_and_keys_hold() {
    each_search!(counts_memory());
}

/// Takes far for near.
struct Backwards;

impl Heuristic<Row> for Backwards {
    type Carry = ();

    fn start(&self, _: &Row) {}
    fn after(&self, (): (), _: &Row, _: i32) {}
    fn estimate(&self, (): (), state: &Row) -> u32 {
        u32::MAX - state.at as u32
    }
}

#[test]
fn what_was_dropped_may_have_won() {
    for (frontier, wins) in [("kept", true), ("dropped", false)] {
        let mut settings = Settings::default();
        settings.values.insert("frontier".into(), frontier.into());
        settings.values.insert("stage".into(), "1".into());
        let search = Staged::new(&settings).expect("good settings");
        let mut meter = Meter::new(&Budget::default(), &Unwatched);
        match search.run(&row(4, 30), &Backwards, &mut meter) {
            Outcome::Solved(_) => assert!(wins),
            Outcome::GaveUp(Limit::Cuts) => assert!(!wins),
            other => panic!("{frontier}: {other:?}"),
        }
    }
}

/// So far from everything but the start that the next sum is beyond a `u32`.
struct Beyond {
    start: i32,
}

impl Heuristic<Row> for Beyond {
    type Carry = ();

    fn start(&self, _: &Row) {}
    fn after(&self, (): (), _: &Row, _: i32) {}
    fn estimate(&self, (): (), state: &Row) -> u32 {
        match state.at == self.start {
            true => 0,
            false => u32::MAX,
        }
    }
}

#[test]
fn an_estimate_beyond_measure_is_no_proof() {
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    let outcome = IdaStar.run(&row(4, 30), &Beyond { start: 4 }, &mut meter);
    assert_eq!(outcome, Outcome::Solved(vec![-2, -2]));
}

#[test]
fn a_path_may_be_as_long_as_the_estimates_allow() {
    let budget = Budget {
        states: Some(100_000),
        ..Budget::default()
    };
    let mut meter = Meter::new(&budget, &Unwatched);
    let outcome = IdaStar.run(&row(4, 1_000_000), &Backwards, &mut meter);
    assert_eq!(outcome, Outcome::GaveUp(Limit::States));
    assert!(meter.effort.peak_bytes > 1 << 20);
}
