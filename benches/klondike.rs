//! Klondike's playouts and what was learnt by them, by hand:
//!
//! ```text
//! cargo bench -p stumper-games --bench klondike -- playouts
//! cargo bench -p stumper-games --bench klondike -- guided
//! cargo bench -p stumper-games --bench klondike -- prior
//! ```
//!
//! `playouts` plays fresh deals at random to their end on one thread and prints
//! how many a second, with the share won and the mean fitness and rounds, which
//! a change of the packed rules would change; first one by one, and under the
//! thesis's rules also many side by side, as `play_out_many` does. `guided` does so with the guided
//! playouts of `expert`. `prior` prints the weights of the prior of `expert`
//! over plans as they ship, learnt anew from games of its own.

use engine::Hidden;
use games::internals::cards::Seeded;
use games::internals::klondike::Position;
use games::internals::klondike::{DRAW_ONE, DRAW_THREE, THESIS, Variant};
use games::internals::klondike::{Determinizer, FastRandom, PlayoutPolicy, play_out_many};
use games::internals::klondike::{fit_prior, guided_playouts_won};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|w| !w.starts_with("--"))
        .collect();
    let count = |otherwise: u64| {
        words
            .get(1)
            .map_or(otherwise, |n| n.parse().expect("a number"))
    };
    match words.first().map(String::as_str) {
        Some("playouts") => all_playouts(count(1_000_000)),
        Some("guided") => guided(count(500)),
        Some("prior") => prior(count(120)),
        _ => eprintln!(
            "usage: cargo bench -p stumper-games --bench klondike -- playouts|guided|prior [COUNT]"
        ),
    }
}

/// Guided playouts from this many fresh deals, 200 of each.
fn guided(deals: u64) {
    for variant in [DRAW_THREE, DRAW_ONE] {
        let began = Instant::now();
        let mut won = 0;
        for number in 0..deals {
            let start = Position::deal(variant, &Seeded::new("guided", number).deck());
            won += guided_playouts_won(&start, 200, number).expect("rules with endless passes");
        }
        let all = (200 * deals) as f64;
        println!(
            "{}: {:.2} µs a guided playout, {:.2} % won",
            variant.name(),
            1e6 * began.elapsed().as_secs_f64() / all,
            100.0 * won as f64 / all
        );
    }
}

/// The weights of the prior, learnt from this many games.
fn prior(games: u64) {
    for variant in [DRAW_THREE, DRAW_ONE] {
        let weights = fit_prior(variant, games, 3000);
        let rounded = weights.0.map(|weight| (1000.0 * weight).round() / 1000.0);
        println!("{}: {rounded:?}", variant.name());
    }
}

fn all_playouts(count: u64) {
    for (name, variant, depth) in [
        ("thesis", THESIS, u32::MAX),
        ("thesis, draw 1", Variant { draw: 1, ..THESIS }, u32::MAX),
        ("draw 3, 200 moves", DRAW_THREE, 200),
        ("draw 1, 200 moves", DRAW_ONE, 200),
    ] {
        let all = PlayoutPolicy::default();
        let last = PlayoutPolicy {
            turns_last: true,
            ..all
        };
        let safe = PlayoutPolicy {
            safe_first: true,
            ..last
        };
        for (policy, word) in [
            (all, "any move"),
            (last, "turning last"),
            (safe, "safe first"),
        ] {
            one_by_one(variant, depth, policy, count).print(&format!("{name}, {word}"));
            if variant == THESIS {
                side_by_side(policy, count).print(&format!("{name}, {word}, side by side"));
            }
        }
    }
}

/// Fresh deals. A fresh view has only seven cards face up: dealing it again
/// draws the other 45, so that only these seven repeat within a thousand games.
fn determinizer(variant: Variant, number: u64) -> Determinizer {
    let start = Position::deal(variant, &Seeded::new("bench", number).deck());
    Determinizer::new(&start.view())
}

/// Games that were played.
struct Games {
    began: Instant,
    games: u64,
    wins: u64,
    fitness: u64,
    rounds: u64,
    won_rounds: u64,
}

impl Games {
    fn begin() -> Games {
        Games {
            began: Instant::now(),
            games: 0,
            wins: 0,
            fitness: 0,
            rounds: 0,
            won_rounds: 0,
        }
    }

    fn add(&mut self, fitness: u32, rounds: u32) {
        self.games += 1;
        self.fitness += u64::from(fitness);
        self.rounds += u64::from(rounds);
        if fitness == 52 {
            self.wins += 1;
            self.won_rounds += u64::from(rounds);
        }
    }

    fn print(&self, name: &str) {
        let (seconds, all) = (self.began.elapsed().as_secs_f64(), self.games as f64);
        println!(
            "{name}: {:.0} playouts a second; {:.2} % won in {:.1} rounds, fitness {:.2}, {:.1} rounds",
            all / seconds,
            100.0 * self.wins as f64 / all,
            self.won_rounds as f64 / self.wins.max(1) as f64,
            self.fitness as f64 / all,
            self.rounds as f64 / all
        );
    }
}

fn one_by_one(variant: Variant, depth: u32, policy: PlayoutPolicy, count: u64) -> Games {
    let mut random = FastRandom::new(1);
    let mut games = Games::begin();
    for number in 0..count.div_ceil(1000) {
        let mut determinizer = determinizer(variant, number);
        for _ in 0..1000 {
            let mut board = determinizer.sample(&mut random);
            let result = board.play_out(&mut random, depth, policy);
            games.add(result.fitness, result.rounds);
        }
    }
    games
}

fn side_by_side(policy: PlayoutPolicy, count: u64) -> Games {
    let mut games = Games::begin();
    let mut begun = 0;
    let mut deals = determinizer(THESIS, 0);
    let start = |random: &mut FastRandom| {
        if begun % 1000 == 0 {
            deals = determinizer(THESIS, begun / 1000);
        }
        begun += 1;
        deals.sample(random)
    };
    let all = (1000 * count.div_ceil(1000)) as u32;
    play_out_many(all, &mut FastRandom::new(1), policy, start, |_, result| {
        games.add(result.fitness, result.rounds);
    });
    games
}
