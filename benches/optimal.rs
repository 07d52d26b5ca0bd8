//! FreeCell's `optimal`: seconds of work, states and memory for a range of
//! Microsoft deals, each proved and replayed. Where STUMPER_PUBLIC names the
//! folder of public data, lengths are compared with the published ones. Run by
//! hand:
//!
//! `cargo bench -p stumper-games --bench optimal -- [FIRST LAST]`

use engine::bridge::replay;
use engine::{Budget, LevelId, Outcome, Rules, Settings, Unwatched};
use games::internals::freecell::{FreeCell, Position};
use std::collections::HashMap;
use std::time::Instant;

fn deal(number: u64) -> Position {
    let id: LevelId = format!("freecell:ms#{number}").parse().expect("an id");
    FreeCell.deal(&id).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Seconds that this thread was at work, which others on the machine do not
/// change; where the system does not tell, seconds on the wall.
fn seconds_of_work(begin: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or(begin.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

/// The published lengths, by deal.
fn published() -> HashMap<u64, u64> {
    let Ok(folder) = std::env::var("STUMPER_PUBLIC") else {
        println!("STUMPER_PUBLIC names no folder: no published lengths");
        return HashMap::new();
    };
    let path = format!("{folder}/freecell/optimal_1_50.csv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    let rows = text.lines().skip(1).map(|line| {
        let (deal, length) = line.split_once(',').expect("two columns");
        let number = |text: &str| text.trim().parse::<u64>().expect("a number");
        (number(deal), number(length))
    });
    rows.collect()
}

fn main() {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let (first, last) = match numbers[..] {
        [first, last] => (first, last),
        _ => (1, 100),
    };
    let (begin, published) = (Instant::now(), published());
    let line = FreeCell
        .solvers()
        .iter()
        .find(|line| line.name == "optimal");
    let made = (line.expect("the solver").make)(&Settings::default());
    let mut solver = made.unwrap_or_else(|fault| panic!("{fault}"));
    let (mut proved, mut compared, mut states, mut peak) = (0, 0, 0, 0);
    println!("| deal | moves | states | seconds | MB |");
    println!("|---|---|---|---|---|");
    for number in first..=last {
        let (start, before) = (deal(number), seconds_of_work(begin));
        let answer = solver.solve(&start, &Budget::default(), &Unwatched);
        let seconds = seconds_of_work(begin) - before;
        let moves = match &answer.outcome {
            Outcome::Solved(moves) => {
                replay(&start, moves).unwrap_or_else(|fault| panic!("{fault}"));
                let length = FreeCell.lengths(&start, moves)[3];
                if let Some(&known) = published.get(&number) {
                    assert_eq!(length, known, "deal {number}");
                    compared += 1;
                }
                proved += 1;
                length.to_string()
            }
            Outcome::Unsolvable => "none".to_string(),
            Outcome::GaveUp(limit) => format!("{}: {:?}", limit.name(), answer.figures),
        };
        states += answer.effort.checked;
        peak = peak.max(answer.effort.peak_bytes);
        let megabytes = answer.effort.peak_bytes as f64 / 1e6;
        let checked = answer.effort.checked;
        println!("| {number} | {moves} | {checked} | {seconds:.2} | {megabytes:.0} |");
    }
    let seconds = seconds_of_work(begin);
    println!(
        "{proved} of {} proved, {compared} compared with published lengths: {seconds:.1} s, \
         {states} states, {:.2} µs a state, at most {:.0} MB",
        last + 1 - first,
        1e6 * seconds / states as f64,
        peak as f64 / 1e6
    );
}
