//! A fixed number of calls of every target: the same inputs on every machine.
//! `cargo run --profile fuzzing -p stumper-fuzzing` makes any number.

use fuzzing::runner::{Failure, Plan, Until, run};
use fuzzing::targets::{TARGETS, find};
use std::time::Duration;

/// Targets with the calls that each makes, in groups that run side by side.
const GROUPS: [&[(&str, u64)]; 3] = [
    &[
        ("ids", 200_000),
        ("kinds", 60_000),
        ("budgets", 200_000),
        ("wishes", 200_000),
        ("rows", 60_000),
        ("settings", 1_500),
        ("weights", 1_500),
        ("equations", 20_000),
        ("ratings", 3_000),
        ("plans", 10_000),
        ("parquet", 10_000),
    ],
    &[
        ("levels", 10_000),
        ("boards", 40_000),
        ("moves", 25_000),
        ("pictures", 5_000),
        ("play", 5_000),
    ],
    &[
        ("made", 300),
        ("solves", 1_000),
        ("measures", 1_000),
        ("players", 600),
    ],
];

/// A hang would hold up every other test, so it ends the program.
fn tell_hang(failure: Failure) {
    eprintln!(
        "{}: {}\n{:?}",
        failure.target,
        failure.why,
        failure.input.escape_ascii().to_string()
    );
    std::process::abort();
}

fn check(group: &[(&str, u64)]) {
    for &(name, calls) in group {
        let target = find(name).expect("a target's name");
        let plan = Plan {
            seed: 1,
            until: Until::Calls(calls),
            jobs: 1,
            patience: Duration::from_secs(60),
        };
        let tally = run(&[target], &plan, tell_hang).pop().expect("one target");
        for failure in &tally.failures {
            println!(
                "{name}: {}\ninput: {}",
                failure.why,
                failure.input.escape_ascii()
            );
        }
        assert!(tally.failures.is_empty(), "{name} fails");
        assert_eq!(tally.calls, calls, "{name}");
        // Where next to nothing is taken, next to nothing is tested.
        assert!(
            tally.taken > calls / 20,
            "{name} takes {} of {calls}",
            tally.taken
        );
    }
}

#[test]
fn short_texts() {
    check(GROUPS[0]);
}

#[test]
fn levels_and_moves() {
    check(GROUPS[1]);
}

#[test]
fn searches() {
    check(GROUPS[2]);
}

#[test]
fn every_target_has_its_calls() {
    let mut named: Vec<_> = GROUPS.concat().into_iter().map(|(name, _)| name).collect();
    let mut known: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
    named.sort();
    known.sort();
    assert_eq!(named, known);
}
