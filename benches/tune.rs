//! Finds weights for FreeCell's searches by random local search:
//!
//! ```text
//! cargo bench --bench tune -- steady 300001-303000 200 600
//! cargo bench --bench tune -- beam 100001-100700 40 600
//! ```
//!
//! The words are the weights to start from (`steady`, `patient`, `bold`,
//! `beam`), Microsoft deals to train on, the quota of states of a greedy
//! search or the width of a beam, and seconds. A fifth word `hard` leaves out
//! the deals that `STEADY` solves within 200 states. Each better set of
//! weights is printed with its cost: for greedy searches the moves looked at
//! plus five for each state, with a penalty for a deal that is not solved;
//! for beams the moves that are not moves home. Deals 1..32000 are kept for
//! reporting: train on others.

use engine::{Budget, Meter, Unwatched};
use games::internals::cards::Seeded;
use games::internals::freecell::Board;
use games::internals::freecell::FREECELL;
use games::internals::freecell::Layout;
use games::internals::freecell::Position;
use games::internals::freecell::lay_out;
use games::internals::freecell::{BEAM, BOLD, PATIENT, STEADY, Weights};
use games::internals::freecell::{Beam, deck};
use games::internals::freecell::{Ending, Greedy};
use std::time::{Duration, Instant};

/// What weights cost on these deals, with this quota or width.
type Cost = fn(&[Position], &Weights, usize) -> f64;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|w| !w.starts_with("--"))
        .collect();
    let [start, deals, size, seconds, rest @ ..] = &words[..] else {
        eprintln!(
            "usage: cargo bench --bench tune -- steady|patient|bold|beam FIRST-LAST SIZE SECONDS [hard]"
        );
        return;
    };
    let (first, last) = deals.split_once('-').expect("FIRST-LAST");
    let number = |text: &str| {
        text.parse::<u64>()
            .unwrap_or_else(|why| panic!("{text}: {why}"))
    };
    let mut starts: Vec<Position> = (number(first)..=number(last))
        .map(|n| lay_out(FREECELL, &deck(n).expect("a Microsoft deal")))
        .collect();
    if rest.iter().any(|word| word == "hard") {
        let mut greedy = Greedy::default();
        starts.retain(|start| !solves(&mut greedy, start, &STEADY, 200).1);
        println!("{} deals are hard", starts.len());
    }
    let (mut best, cost): (Weights, Cost) = match start.as_str() {
        "steady" => (STEADY, greedy_cost),
        "patient" => (PATIENT, greedy_cost),
        "bold" => (BOLD, greedy_cost),
        "beam" => (BEAM[0], beam_cost),
        other => panic!("no weights {other}"),
    };
    let size = number(size) as usize;
    let mut lowest = cost(&starts, &best, size);
    println!("{lowest:.2}");
    let mut random = Seeded::new("tune", 1);
    let end = Instant::now() + Duration::from_secs(number(seconds));
    while Instant::now() < end {
        let mut weights = best;
        for _ in 0..1 + random.below(3) {
            change_one(&mut weights, &mut random);
        }
        let new = cost(&starts, &weights, size);
        if new < lowest {
            (best, lowest) = (weights, new);
            println!("{lowest:.2} {best:?}");
        }
    }
}

/// Searches greedily; the states and moves it took, and whether it solved.
fn solves(greedy: &mut Greedy, start: &Position, weights: &Weights, quota: usize) -> (f64, bool) {
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    let end = greedy.search(start, weights, quota, &mut meter);
    let spent = meter.effort.generated + 5 * meter.effort.checked;
    (spent as f64, matches!(end, Ending::Solved(_)))
}

/// A deal that is not solved costs about what the next search will spend.
fn greedy_cost(starts: &[Position], weights: &Weights, quota: usize) -> f64 {
    let mut greedy = Greedy::default();
    let costs = starts.iter().map(|start| {
        let (spent, solved) = solves(&mut greedy, start, weights, quota);
        spent + if solved { 0.0 } else { 22.0 * quota as f64 }
    });
    costs.sum::<f64>() / starts.len() as f64
}

fn beam_cost(starts: &[Position], weights: &Weights, width: usize) -> f64 {
    const UNSOLVED: usize = 60;
    let mut beam = Beam::default();
    let costs = starts.iter().map(|start| {
        let layout = Layout::new(start, weights);
        let board = Board::new(&layout, start).settled(&layout);
        let mut meter = Meter::new(&Budget::default(), &Unwatched);
        let found = beam.search(&layout, &board, width, UNSOLVED, &mut meter);
        found.expect("no limit").map_or(UNSOLVED, |hops| hops.len()) as f64
    });
    costs.sum::<f64>() / starts.len() as f64
}

/// Scales one weight, shifts it, or clears it.
fn change_one(weights: &mut Weights, random: &mut Seeded) {
    let mut values: Vec<i32> = weights.room.iter().flatten().copied().collect();
    values.extend([
        weights.out,
        weights.bad.into(),
        weights.split.into(),
        weights.root.into(),
    ]);
    values.extend([weights.held, weights.spread, weights.depth]);
    values.extend(weights.buried.map(i32::from));
    // The room of an untouched deal is the zero of the scale.
    let value = &mut values[1 + random.below(28)];
    // A sum of four is normal enough, with a deviation of one.
    let normal = ((0..4).map(|_| random.below(1001)).sum::<usize>() as f64 - 2000.0) / 577.0;
    match random.below(20) {
        0..12 => *value = (f64::from(*value) * (0.4 * normal).exp()).round() as i32,
        12..19 => *value += (12.0 * normal).round() as i32,
        _ => *value = 0,
    }
    let mut values = values.into_iter();
    let mut next = || values.next().expect("a value for each weight");
    for cost in weights.room.iter_mut().flatten() {
        *cost = next();
    }
    weights.out = next();
    [weights.bad, weights.split, weights.root] = [next(), next(), next()].map(|v| v.max(0) as u16);
    [weights.held, weights.spread, weights.depth] = [next(), next(), next()];
    weights.buried = [next(), next()].map(|v| v as i16);
}
