//! Whether an equation comes back from ratings: 300 simulated players with a
//! severity of their own rate 20 of 60 levels each by a known equation, and
//! the equation is fitted. For each range in which the levels' true ratings
//! lie it prints how many of all weights (the intercept among them) lay within
//! their own intervals of 95 %, in how many runs all of them did, and in how
//! many all lay within the intervals that hold for all at once.
//!
//! The nearer true ratings come to the ends of the scale, the more of what
//! players would say is cut off there, and the smaller the fitted weights are;
//! `ends` makes that good, `mixed` does not.
//!
//! `cargo bench -p stumper-lab --bench recovery [-- RUNS]`

use lab::rating::BOUNDS;
use lab::ratings::Players;
use lab::ratings::simulated::Coverage;

/// Levels and measures of each simulated study.
const LEVELS: usize = 60;
const MEASURES: usize = 4;
const RANGES: [[f64; 2]; 4] = [[4.0, 7.0], [3.5, 7.5], [3.0, 8.0], [2.5, 8.5]];

fn main() {
    let runs = std::env::args().find_map(|word| word.parse().ok());
    let runs: u64 = runs.unwrap_or(100);
    println!("players  range     runs  weights within  all within own  all within joint");
    for (name, players) in [("mixed", Players::Mixed), ("ends", Players::Ends(BOUNDS))] {
        for range in RANGES {
            match Coverage::of(runs, LEVELS, MEASURES, range, players) {
                Ok(coverage) => print(name, range, &coverage),
                Err(fault) => println!("{fault}"),
            }
        }
    }
}

fn print(name: &str, [low, high]: [f64; 2], coverage: &Coverage) {
    println!(
        "{name:7}  {low:.1}..{high:.1}  {:4}  {:12.1} %  {:14}  {:16}",
        coverage.runs,
        100.0 * coverage.within as f64 / coverage.weights as f64,
        coverage.each,
        coverage.all
    );
}
