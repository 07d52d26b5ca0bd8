//! Finds weights and quotas for FreeCell's searches by random local search:
//!
//! ```text
//! cargo bench -p stumper-games --bench tune
//! cargo bench -p stumper-games --bench tune -- 3
//! cargo bench -p stumper-games --bench tune -- beam 100001-100700 40 600
//! ```
//!
//! The first call prints the greedy searches of `fast` as they are shipped:
//! each is fitted to the deals that those before it leave over. [`RECIPE`] has
//! the deals, the numbers of trials and what a deal costs that is left over;
//! the random numbers have fixed seeds, so that machines of a kind print the same.
//! A number fits that search alone, after the shipped ones before it.
//!
//! `beam` changes the shipped weights of a beam: Microsoft deals to train on, its
//! width, and the number of trials. Each better set of weights is printed with
//! its cost, the moves that are not moves home. Deals 1..32000 and
//! 900001..932000 are kept for reporting: train on others.

use engine::{Budget, Meter, Outcome, Unwatched};
use games::internals::cards::Seeded;
use games::internals::freecell::{BEAM, Beam, PORTFOLIO, Scale, Weights};
use games::internals::freecell::{Ending, Exact, FREECELL, Greedy, Position};
use games::internals::freecell::{deck, lay_out};

/// How one search of the portfolio is found.
struct Stage {
    /// The deals, of which those count that no search before this one solves.
    deals: (u64, u64),
    /// What a deal costs that this one leaves over, too: about what the searches
    /// after it spend on it.
    left: f64,
    trials: usize,
    /// The greatest quota that weights are compared with before one is changed,
    /// and about how many deals they are compared on.
    most: usize,
    sample: usize,
    seed: u64,
    /// Whether only deals count that the complete search wins within
    /// [`PATIENCE`] states.
    winnable: bool,
}

/// See [`Stage::winnable`].
const PATIENCE: u64 = 1_000_000;

const fn stage(last: u64, left: f64, trials: usize, most: usize, sample: usize) -> Stage {
    Stage {
        deals: (1_000_001, last),
        left,
        trials,
        most,
        sample,
        seed: 1,
        winnable: false,
    }
}

/// How the shipped searches are found.
const RECIPE: [Stage; 13] = [
    Stage {
        deals: (200_001, 224_000),
        seed: 2,
        ..stage(0, 2500.0, 2500, 400, 1500)
    },
    Stage {
        deals: (200_001, 260_000),
        ..stage(0, 4000.0, 500, 400, 1500)
    },
    stage(1_120_000, 5000.0, 300, 600, 1500),
    stage(1_250_000, 6000.0, 300, 800, 1500),
    stage(1_400_000, 7500.0, 250, 1000, 1500),
    stage(1_500_000, 9500.0, 250, 1500, 1500),
    stage(1_500_000, 13_000.0, 250, 2000, 1500),
    stage(1_800_000, 18_000.0, 250, 3000, 1500),
    stage(1_800_000, 25_000.0, 250, 4000, 1500),
    stage(1_800_000, 40_000.0, 100, 5000, 300),
    stage(1_800_000, 60_000.0, 100, 8000, 300),
    Stage {
        deals: (10_000_001, 14_000_000),
        ..stage(0, 4_000_000.0, 80, 60_000, 300)
    },
    Stage {
        deals: (10_000_001, 20_000_000),
        winnable: true,
        ..stage(0, 10_000_000.0, 120, 200_000, 30)
    },
];

/// Weights of an earlier search, around which others are drawn.
const BASE: Weights = Weights {
    out: 13,
    room: [
        [0, -24, -35, -42],
        [5, -28, -94, -47],
        [67, 16, -22, -29],
        [181, 86, 8, 25],
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

/// Weights of another one, which minds cells less and order more.
const BOLD: Weights = Weights {
    out: -1,
    room: [
        [0, -68, -157, -21],
        [-3, -71, -160, -24],
        [-50, -118, -207, -71],
        [-10, -78, -167, -31],
        [70, 2, -87, 49],
    ],
    bad: 26,
    split: 36,
    root: 0,
    held: -1,
    buried: [0, 0],
    spread: 0,
    depth: 30,
    greedy: false,
    gain: 999,
};

/// Weights of a third one, which was a beam.
const WIDE: Weights = Weights {
    out: 2,
    room: [
        [0, 3, -65, 28],
        [-8, -76, -76, 47],
        [4, -38, -102, 41],
        [30, -14, -53, -63],
        [112, 69, 21, 61],
    ],
    bad: 0,
    split: 48,
    root: 2,
    held: 1,
    buried: [14, 4],
    spread: 0,
    depth: 40,
    greedy: true,
    gain: 60,
};

/// Where the first search starts from: found in the same way from [`BASE`].
const FIRST: Weights = Weights {
    out: 13,
    room: [
        [0, -12, -22, -11],
        [39, -18, -80, -65],
        [84, 21, -45, -11],
        [160, 96, 13, 36],
        [193, 163, 100, 14],
    ],
    bad: 4,
    split: 34,
    root: 2,
    held: 2,
    buried: [6, 0],
    spread: 16,
    depth: 39,
    greedy: true,
    gain: 29,
};

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
            let mut found = Vec::new();
            for stage in &RECIPE {
                found.push(stage.fit(&found));
            }
        }
        [nth] => {
            let nth = number(nth) as usize;
            assert!((1..=RECIPE.len()).contains(&nth), "no search {nth}");
            RECIPE[nth - 1].fit(&PORTFOLIO[..nth - 1]);
        }
        [beam, range, width, trials] if beam == "beam" => {
            let (from, to) = range.split_once('-').expect("FIRST-LAST");
            let starts: Vec<Position> = deals((number(from), number(to))).collect();
            tune_beam(&starts, number(width) as usize, number(trials) as usize);
        }
        _ => {
            eprintln!("usage: cargo bench --bench tune -- [SEARCH | beam FIRST-LAST WIDTH TRIALS]")
        }
    }
}

fn deals((from, to): (u64, u64)) -> impl Iterator<Item = Position> {
    (from..=to).map(|n| lay_out(FREECELL, &deck(n).expect("a Microsoft deal")))
}

/// What one greedy search took.
struct Spent {
    /// In units of about the time that a move takes to look at.
    cost: f64,
    checked: u64,
    solved: bool,
}

fn search(greedy: &mut Greedy, start: &Position, weights: &Weights, quota: usize) -> Spent {
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    let end = greedy.search(start, weights, quota, &mut meter);
    let (checked, generated) = (meter.effort.checked, meter.effort.generated);
    // Each move of a solution is replayed and written.
    let (moves, solved) = match end {
        Ending::Solved(path) => (path.len(), true),
        _ => (0, false),
    };
    let cost = generated as f64 + 5.0 * checked as f64 + 2.0 * moves as f64 + 20.0;
    Spent {
        cost,
        checked,
        solved,
    }
}

impl Stage {
    /// Finds a search, to come after these, and prints it.
    fn fit(&self, before: &[(Weights, usize)]) -> (Weights, usize) {
        let mut greedy = Greedy::default();
        let mut left_over = |start: &Position| {
            let mut solves = |(weights, quota): &(Weights, usize)| {
                search(&mut greedy, start, weights, *quota).solved
            };
            !before.iter().any(&mut solves)
        };
        let counts = |start: &Position| !self.winnable || can_be_won(start);
        let starts = deals(self.deals).filter(&mut left_over).filter(counts);
        let starts: Vec<Position> = starts.collect();
        println!("{} deals are left over", starts.len());
        let candidates = match before {
            [] => vec![FIRST],
            _ => {
                let tried = before.iter().map(|(weights, _)| *weights);
                drawn().into_iter().chain(tried).collect()
            }
        };
        let first = self.best_of(&candidates, &starts, &mut greedy);
        let (mut weights, quota) = self.climb(first, &starts, &mut greedy);
        // Greedy searches look at the next card of each suit alone.
        weights.buried[1] = 0;
        println!("({weights:?}, {quota})");
        (weights, quota)
    }

    /// The best of these weights on a sample of deals, with its best quota.
    fn best_of(
        &self,
        candidates: &[Weights],
        starts: &[Position],
        greedy: &mut Greedy,
    ) -> (Weights, usize) {
        let sample: Vec<_> = starts
            .iter()
            .step_by((starts.len() / self.sample).max(1))
            .collect();
        let mut best = (f64::MAX, candidates[0], 0);
        for weights in candidates {
            let mut each = 0.0;
            let mut solved: Vec<(u64, f64)> = Vec::new();
            for start in &sample {
                let spent = search(greedy, start, weights, self.most);
                each += spent.cost / spent.checked as f64;
                if spent.solved {
                    solved.push((spent.checked, spent.cost));
                }
            }
            each /= sample.len() as f64;
            solved.sort_by_key(|(checked, _)| *checked);
            let mut sum = 0.0;
            for (count, (quota, cost)) in solved.iter().enumerate() {
                sum += cost;
                let missed = (sample.len() - count - 1) as f64;
                let all = sum + missed * (*quota as f64 * each + self.left);
                if all < best.0 {
                    best = (all, *weights, *quota as usize);
                }
            }
        }
        (best.1, best.2)
    }

    /// Changes weights and quota at random, and keeps what costs less.
    fn climb(
        &self,
        mut best: (Weights, usize),
        starts: &[Position],
        greedy: &mut Greedy,
    ) -> (Weights, usize) {
        let mut random = Seeded::new("climb", self.seed);
        let mut lowest = vec![f64::MAX; starts.len().div_ceil(BLOCK)];
        for trial in 0..=self.trials {
            let (mut weights, mut quota) = best;
            // The first trial is of what it starts from.
            if trial > 0 {
                for _ in 0..1 + random.below(3) {
                    let mut changed = quota as i32;
                    change_one(&mut weights, &mut changed, &mut random);
                    quota = changed.max(20) as usize;
                }
            }
            let cost = |start: &Position| {
                let spent = search(greedy, start, &weights, quota);
                spent.cost + if spent.solved { 0.0 } else { self.left }
            };
            let sums = sums(starts, &lowest, cost);
            if sums.len() == lowest.len() && sums.last() < lowest.last() {
                (best, lowest) = ((weights, quota), sums);
                let mean = lowest.last().expect("deals") / starts.len() as f64;
                println!("trial {trial}: {mean:.2} a deal");
            }
        }
        best
    }
}

fn can_be_won(start: &Position) -> bool {
    let budget = Budget {
        states: Some(PATIENCE),
        ..Budget::default()
    };
    let mut meter = Meter::new(&budget, &Unwatched);
    let outcome = Exact::default().decide(start, &mut meter);
    matches!(outcome, Outcome::Solved(_))
}

/// Deals after which a trial is compared with the best one so far.
const BLOCK: usize = 250;
/// A trial is given up that costs this much more than the best one did on the
/// same deals.
const WORSE: f64 = 1.03;

/// What the deals cost up to the end of each block, while that is not much
/// more than the lowest sums.
fn sums(starts: &[Position], lowest: &[f64], mut cost: impl FnMut(&Position) -> f64) -> Vec<f64> {
    let mut sums = Vec::new();
    let mut sum = 0.0;
    for (block, deals) in starts.chunks(BLOCK).enumerate() {
        sum += deals.iter().map(&mut cost).sum::<f64>();
        sums.push(sum);
        if sum > WORSE * lowest[block] {
            break;
        }
    }
    sums
}

/// Weights that fail on different deals: some picked by hand, the others drawn.
fn drawn() -> Vec<Weights> {
    let base = BASE;
    let mut random = Seeded::new("cover", 1);
    let mut all = vec![
        base,
        Weights { gain: 60, ..base },
        Weights {
            greedy: false,
            ..base
        },
        Weights { spread: 50, ..base },
        Weights {
            greedy: false,
            buried: [5, 0],
            ..base
        },
        BOLD,
        Weights { gain: 20, ..BOLD },
        WIDE,
    ];
    for number in 0..120 {
        let mut one = |values: &[i32]| values[random.below(values.len())];
        let mut weights = Weights {
            greedy: number % 4 == 3,
            gain: one(&[0, 15, 29, 60, 120, 999]),
            depth: one(&[15, 25, 40, 60, 80]),
            spread: one(&[0, 10, 20, 40, 60]),
            split: one(&[15, 25, 35, 50, 70]) as u16,
            root: one(&[0, 3, 5, 10]) as u16,
            held: one(&[-1, 0, 2, 5]),
            bad: one(&[0, 0, 6, 12, 25]) as u16,
            buried: [one(&[0, 5, 10, 15, 20]) as i16, one(&[0, 0, 3, 6]) as i16],
            out: one(&[0, 6, 13, 20]),
            room: base.room,
        };
        if one(&[0, 1, 2]) == 0 {
            weights.room = BOLD.room;
        }
        if one(&[0, 1, 2, 3]) == 0 {
            weights.room = WIDE.room;
        }
        all.push(weights);
    }
    all
}

/// Changes the weights of a beam for so many trials, and keeps what costs less.
fn tune_beam(starts: &[Position], width: usize, trials: usize) {
    let mut beam = Beam::default();
    let mut random = Seeded::new("tune", 1);
    let mut best = BEAM[0].weights;
    let mut lowest = vec![f64::MAX; starts.len().div_ceil(BLOCK)];
    for trial in 0..=trials {
        let mut weights = best;
        if trial > 0 {
            for _ in 0..1 + random.below(3) {
                let mut second = weights.buried[1].into();
                change_one(&mut weights, &mut second, &mut random);
                weights.buried[1] = second as i16;
            }
        }
        let sums = sums(starts, &lowest, |start| {
            beam_cost(&mut beam, start, &weights, width)
        });
        if sums.len() == lowest.len() && sums.last() < lowest.last() {
            (best, lowest) = (weights, sums);
            let mean = lowest.last().expect("deals") / starts.len() as f64;
            println!("{trial}: {mean:.2} {best:?}");
        }
    }
}

fn beam_cost(beam: &mut Beam, start: &Position, weights: &Weights, width: usize) -> f64 {
    const UNSOLVED: usize = 60;
    let scale = Scale {
        weights: *weights,
        ..BEAM[0]
    };
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    let found = beam.solve(start, &scale, width, UNSOLVED, &mut meter);
    let path = found.expect("no limit");
    path.map_or(UNSOLVED, |path| path.len() - 52) as f64
}

/// Scales one weight or a further number, shifts it or clears it, or lets all
/// cards go home that can, or only those that are safe.
fn change_one(weights: &mut Weights, further: &mut i32, random: &mut Seeded) {
    let mut values: Vec<i32> = weights.room.iter().flatten().copied().collect();
    values.extend([
        weights.out,
        weights.bad.into(),
        weights.split.into(),
        weights.root.into(),
    ]);
    values.extend([weights.held, weights.spread, weights.depth, weights.gain]);
    values.extend([weights.buried[0].into(), *further]);
    // The room of an untouched deal is the zero of the scale.
    let at = match 1 + random.below(30) {
        29 | 30 => 29 + random.below(2),
        at => at,
    };
    let Some(value) = values.get_mut(at) else {
        weights.greedy = !weights.greedy;
        return;
    };
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
    weights.buried[0] = next() as i16;
    *further = next();
}
