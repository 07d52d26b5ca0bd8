//! Finds weights for FreeCell's searches by random local search:
//!
//! ```text
//! cargo bench -p stumper-games --bench tune
//! cargo bench -p stumper-games --bench tune -- beam 100001-100700 40 600
//! ```
//!
//! The first call prints the weights `STEADY` as they are shipped, as the last
//! line of several that cost less and less: [`RECIPE`] has the deals, the quota
//! and the number of trials, [`FIRST`] the weights to start from, and the random
//! numbers have a fixed seed, so that every machine prints the same.
//!
//! Words start from the shipped weights: their name (`steady`, `bold` or `beam`),
//! Microsoft deals to train on, the quota of states of a greedy search or the
//! width of a beam, and the number of trials. Each better set of weights is
//! printed with its cost: for greedy searches the moves looked at plus five
//! for each state, with a penalty for a deal that is not solved; for beams
//! the moves that are not moves home. Deals 1..32000 and 900001..932000 are
//! kept for reporting: train on others.

use engine::{Budget, Meter, Unwatched};
use games::internals::cards::Seeded;
use games::internals::freecell::FREECELL;
use games::internals::freecell::Position;
use games::internals::freecell::lay_out;
use games::internals::freecell::{BEAM, BOLD, STEADY, Weights};
use games::internals::freecell::{Beam, Scale, deck};
use games::internals::freecell::{Ending, Greedy};

/// What one deal costs with these weights and this quota or width.
type Cost = fn(&mut Searches, &Position, &Weights, usize) -> f64;

/// A kind of search: its cost, and how many cards of each suit it looks ahead.
#[derive(Clone, Copy)]
struct Kind {
    cost: Cost,
    levels: usize,
}
const GREEDY: Kind = Kind {
    cost: greedy_cost,
    levels: 1,
};
const BEAMS: Kind = Kind {
    cost: beam_cost,
    levels: 2,
};

/// The tables of both kinds of search.
#[derive(Default)]
struct Searches {
    greedy: Greedy,
    beam: Beam,
}

/// Weights found in the same way, from old ones of a search without errands.
const FIRST: Weights = Weights {
    out: 13,
    room: [
        [0, -40, -59, -51],
        [5, -28, -94, -31],
        [67, 18, -39, -45],
        [181, 91, 8, 28],
        [223, 163, 58, 47],
    ],
    bad: 0,
    split: 35,
    root: 5,
    held: 2,
    buried: [10, 0],
    spread: 20,
    depth: 40,
    greedy: true,
    gain: 29,
};

/// How the shipped weights are found: deals, quota and trials.
const RECIPE: ((u64, u64), usize, usize) = ((200_001, 204_000), 400, 65);

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|w| !w.starts_with("--"))
        .collect();
    let number = |text: &str| {
        text.parse::<u64>()
            .unwrap_or_else(|why| panic!("{text}: {why}"))
    };
    match &words[..] {
        [] => {
            let ((from, to), quota, trials) = RECIPE;
            tune(&deals(from, to), FIRST, GREEDY, quota, trials);
        }
        [name, range, size, trials] => {
            let (from, to) = range.split_once('-').expect("FIRST-LAST");
            let (weights, kind) = match name.as_str() {
                "steady" => (STEADY, GREEDY),
                "bold" => (BOLD, GREEDY),
                "beam" => (BEAM[0].weights, BEAMS),
                other => panic!("no weights {other}"),
            };
            let starts = deals(number(from), number(to));
            tune(
                &starts,
                weights,
                kind,
                number(size) as usize,
                number(trials) as usize,
            );
        }
        _ => eprintln!(
            "usage: cargo bench --bench tune -- [steady|bold|beam FIRST-LAST SIZE TRIALS]"
        ),
    }
}

fn deals(from: u64, to: u64) -> Vec<Position> {
    (from..=to)
        .map(|n| lay_out(FREECELL, &deck(n).expect("a Microsoft deal")))
        .collect()
}

/// Deals after which a trial is compared with the best one so far.
const BLOCK: usize = 250;
/// A trial is given up that costs this much more than the best one did on the
/// same deals.
const WORSE: f64 = 1.04;

/// Changes weights for so many trials, and keeps what costs less.
fn tune(starts: &[Position], mut best: Weights, kind: Kind, size: usize, trials: usize) {
    let mut searches = Searches::default();
    let mut random = Seeded::new("tune", 1);
    let mut lowest = vec![f64::MAX; starts.len().div_ceil(BLOCK)];
    for trial in 0..=trials {
        let mut weights = best;
        // The first trial is of the weights to start from.
        for _ in 0..(trial > 0) as usize * (1 + random.below(3)) {
            change_one(&mut weights, kind.levels, &mut random);
        }
        let mut sums = Vec::new();
        let mut sum = 0.0;
        for (block, deals) in starts.chunks(BLOCK).enumerate() {
            sum += deals
                .iter()
                .map(|start| (kind.cost)(&mut searches, start, &weights, size))
                .sum::<f64>();
            sums.push(sum);
            if sum > WORSE * lowest[block] {
                break;
            }
        }
        if sums.len() == lowest.len() && sums.last() < lowest.last() {
            (best, lowest) = (weights, sums);
            println!("{trial}: {:.2} {best:?}", sum / starts.len() as f64);
        }
    }
}

/// Searches greedily; the states and moves it took, and whether it solved.
fn solves(
    searches: &mut Searches,
    start: &Position,
    weights: &Weights,
    quota: usize,
) -> (f64, bool) {
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    let end = searches.greedy.search(start, weights, quota, &mut meter);
    let spent = meter.effort.generated + 5 * meter.effort.checked;
    (spent as f64, matches!(end, Ending::Solved(_)))
}

/// A deal that is not solved costs about what the next search will spend.
fn greedy_cost(searches: &mut Searches, start: &Position, weights: &Weights, quota: usize) -> f64 {
    let (spent, solved) = solves(searches, start, weights, quota);
    spent + if solved { 0.0 } else { 30.0 * quota as f64 }
}

fn beam_cost(searches: &mut Searches, start: &Position, weights: &Weights, width: usize) -> f64 {
    const UNSOLVED: usize = 60;
    let scale = Scale {
        weights: *weights,
        ..BEAM[0]
    };
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    let found = searches
        .beam
        .solve(start, &scale, width, UNSOLVED, &mut meter);
    let path = found.expect("no limit");
    path.map_or(UNSOLVED, |path| path.len() - 52) as f64
}

/// Scales one weight, shifts it, or clears it. The search looks so many cards of
/// each suit ahead.
fn change_one(weights: &mut Weights, levels: usize, random: &mut Seeded) {
    let mut values: Vec<i32> = weights.room.iter().flatten().copied().collect();
    values.extend([
        weights.out,
        weights.bad.into(),
        weights.split.into(),
        weights.root.into(),
    ]);
    values.extend([weights.held, weights.spread, weights.depth, weights.gain]);
    values.extend(weights.buried.map(i32::from));
    // The room of an untouched deal is the zero of the scale.
    let value = &mut values[1 + random.below(27 + levels)];
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
    [weights.held, weights.spread, weights.depth, weights.gain] = [next(), next(), next(), next()];
    weights.buried = [next(), next()].map(|v| v as i16);
}
