//! Shift: states a second of an exhaustive search, levels a second of the
//! generator, and the states that A* looks at with each heuristic. Run by
//! hand, with the tables wanted (all without a word):
//!
//! `cargo bench -p stumper-games --bench shift -- [states] [levels]`

use engine::{Budget, LevelId, Outcome, Rules, Solve, Unwatched};
use games::shift::Shift;
use games::shift::breadth::Breadth;
use games::shift::rules::Board;
use std::time::Instant;

fn deal(kind: &str, number: u64) -> Board {
    let id: LevelId = format!("shift:{kind}#{number}").parse().expect("an id");
    Shift.deal(&id).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Seconds that this thread was at work, which others on the machine do not
/// change; where the system does not tell, seconds on the wall.
fn seconds_of_work(begin: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or(begin.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

fn states() {
    let begin = Instant::now();
    println!("| kind | levels | states | reachable at most | seconds | million states a second |");
    println!("|---|---|---|---|---|---|");
    for (kind, levels) in [
        ("5x5,balls=5,colours=5,moves=most", 20),
        ("5x5,balls=5,colours=5,rocks=10,moves=most", 10),
        ("5x5,balls=5,colours=2,moves=most", 20),
        ("5x5,balls=4,colours=4,moves=most", 20),
        ("6x6,balls=4,colours=4,rocks=20,moves=most", 5),
    ] {
        let boards: Vec<Board> = (1..=levels).map(|number| deal(kind, number)).collect();
        let before = seconds_of_work(begin);
        let reached = boards.iter().map(games::shift::breadth::reachable);
        let reached: Vec<u64> = reached.collect();
        let seconds = seconds_of_work(begin) - before;
        let all: u64 = reached.iter().sum();
        println!(
            "| {kind} | {levels} | {all} | {} | {seconds:.2} | {:.1} |",
            reached.iter().max().unwrap_or(&0),
            all as f64 / seconds / 1e6
        );
    }
}

fn levels() {
    let begin = Instant::now();
    println!("| kind | levels | seconds | levels a second |");
    println!("|---|---|---|---|");
    for (kind, count) in [
        ("thesis", 200),
        ("thesis,moves=7", 40),
        ("5x5,balls=4,moves=9", 200),
        ("5x5,balls=5,colours=5,moves=20", 50),
        ("5x5,balls=4,moves=most", 50),
        ("5x5,balls=5,colours=5,moves=most", 20),
    ] {
        let before = seconds_of_work(begin);
        let solved = (1..=count).filter(|&number| {
            let answer = Breadth.solve(&deal(kind, number), &Budget::default(), &Unwatched);
            matches!(answer.outcome, Outcome::Solved(_))
        });
        assert_eq!(solved.count() as u64, count);
        let seconds = seconds_of_work(begin) - before;
        println!(
            "| {kind} | {count} | {seconds:.2} | {:.0} |",
            count as f64 / seconds
        );
    }
}

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|w| w != "--bench")
        .collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    if wanted("states") {
        states();
    }
    if wanted("levels") {
        levels();
    }
}
