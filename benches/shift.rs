//! Shift: states a second of an exhaustive search, levels a second of the
//! generator, and the states that A* looks at with each heuristic. Run by
//! hand, with the tables wanted (all without a word):
//!
//! `cargo bench -p stumper-games --bench shift -- [states] [levels] [heuristics]`

use engine::search::BreadthFirst;
use engine::{Budget, LevelId, Outcome, Rules, Settings, Solve, Unwatched};
use games::internals::shift::Board;
use games::internals::shift::Breadth;
use games::internals::shift::Shift;
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
    println!(
        "| kind | levels | states | reachable at most | seconds | million states a second | `plain` | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (kind, levels) in [
        ("5x5,balls=5,colours=5,moves=most", 20),
        ("5x5,balls=5,colours=5,rocks=10,moves=most", 10),
        ("5x5,balls=5,colours=2,moves=most", 20),
        ("5x5,balls=4,colours=4,moves=most", 20),
        ("6x6,balls=4,colours=4,rocks=20,moves=most", 5),
    ] {
        let boards: Vec<Board> = (1..=levels).map(|number| deal(kind, number)).collect();
        let before = seconds_of_work(begin);
        let reached = boards.iter().map(games::internals::shift::reachable);
        let reached: Vec<u64> = reached.collect();
        let seconds = seconds_of_work(begin) - before;
        let all: u64 = reached.iter().sum();
        let rate = all as f64 / seconds / 1e6;
        // The generic search under the plain rules, which stops at the goal.
        let before = seconds_of_work(begin);
        let mut plain_states = 0;
        for board in &boards {
            if plain_states > 300_000 {
                break;
            }
            let answer = BreadthFirst.solve(board, &Budget::default(), &Unwatched);
            plain_states += answer.effort.checked;
        }
        let plain = plain_states as f64 / (seconds_of_work(begin) - before) / 1e6;
        println!(
            "| {kind} | {levels} | {all} | {} | {seconds:.2} | {rate:.1} | {plain:.2} | {:.0} |",
            reached.iter().max().unwrap_or(&0),
            rate / plain
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

/// Each solver on the same levels; all find the same lengths. States first,
/// then milliseconds a level.
fn heuristics() {
    let begin = Instant::now();
    let names: Vec<String> = solvers().into_iter().map(|(name, _)| name).collect();
    println!("| kind | levels | mean moves | {} |", names.join(" | "));
    println!("|---|---|---{}|", "|---".repeat(names.len()));
    let mut times = Vec::new();
    for (kind, count) in [
        ("thesis,moves=3-10", 100),
        ("4x4,balls=4,colours=4,moves=most", 20),
        ("5x5,balls=4,moves=9", 50),
        ("5x5,balls=4,colours=4,moves=most", 10),
        ("5x5,balls=5,colours=5,moves=20", 5),
        ("6x6,balls=6,colours=3,rocks=20,moves=10", 10),
    ] {
        let boards: Vec<Board> = (1..=count).map(|number| deal(kind, number)).collect();
        let (mut lengths, mut row, mut time) = (None, Vec::new(), Vec::new());
        for (name, mut solver) in solvers() {
            let before = seconds_of_work(begin);
            let (mut states, mut moves) = (0, 0);
            for board in &boards {
                let answer = solver.solve(board, &Budget::default(), &Unwatched);
                states += answer.effort.checked;
                if let Outcome::Solved(solution) = answer.outcome {
                    moves += solution.len();
                }
            }
            assert_eq!(*lengths.get_or_insert(moves), moves, "{kind}: {name}");
            row.push(states.to_string());
            let seconds = seconds_of_work(begin) - before;
            time.push(format!("{:.2}", 1000.0 * seconds / count as f64));
        }
        let mean = lengths.unwrap_or_default() as f64 / count as f64;
        println!("| {kind} | {count} | {mean:.1} | {} |", row.join(" | "));
        times.push(format!("| {kind} | {} |", time.join(" | ")));
    }
    println!("| kind | {} |", names.join(" | "));
    println!("|---{}|", "|---".repeat(names.len()));
    println!("{}", times.join("\n"));
}

/// A* with each heuristic, and the searches by layers.
fn solvers() -> Vec<(String, Box<dyn Solve<Board>>)> {
    let find = |name: &str, settings: &Settings| {
        let line = Shift.solvers().iter().find(|line| line.name == name);
        let made = (line.expect("a solver").make)(settings);
        made.unwrap_or_else(|fault| panic!("{fault}"))
    };
    let with = |heuristic: &str| {
        let mut settings = Settings::default();
        settings.values.insert("heuristic".into(), heuristic.into());
        (format!("optimal, {heuristic}"), find("optimal", &settings))
    };
    let by_layers = ["breadth", "meet"].map(|name| (name.into(), find(name, &Settings::default())));
    let heuristics = ["none", "thesis", "single", "pairs", "triples"].map(with);
    heuristics.into_iter().chain(by_layers).collect()
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
    if wanted("heuristics") {
        heuristics();
    }
}
