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
//! a change of the packed rules would change. `guided` does so with the guided
//! playouts of `expert`. `prior` prints the weights of the prior of `expert`
//! over plans as they ship, learnt anew from games of its own.

use engine::Hidden;
use games::internals::cards::Seeded;
use games::internals::klondike::Position;
use games::internals::klondike::{DRAW_ONE, DRAW_THREE, THESIS, Variant};
use games::internals::klondike::{Determinizer, FastRandom, PlayoutPolicy};
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
            playouts(name, variant, depth, policy, word, count);
        }
    }
}

fn playouts(
    name: &str,
    variant: Variant,
    depth: u32,
    policy: PlayoutPolicy,
    word: &str,
    count: u64,
) {
    // A fresh view has only seven cards face up: dealing it again draws the
    // other 45, so that only these seven repeat within a thousand playouts.
    let decks = count.div_ceil(1000);
    let mut random = FastRandom::new(1);
    let (mut wins, mut fitness, mut rounds, mut won_rounds) = (0u64, 0u64, 0u64, 0u64);
    let began = Instant::now();
    for number in 0..decks {
        let start = Position::deal(variant, &Seeded::new("bench", number).deck());
        let mut determinizer = Determinizer::new(&start.view());
        for _ in 0..1000 {
            let result = determinizer
                .sample(&mut random)
                .play_out(&mut random, depth, policy);
            if result.fitness == 52 {
                wins += 1;
                won_rounds += u64::from(result.rounds);
            }
            fitness += u64::from(result.fitness);
            rounds += u64::from(result.rounds);
        }
    }
    let (seconds, all) = (began.elapsed().as_secs_f64(), (decks * 1000) as f64);
    println!(
        "{name}, {word}: {:.0} playouts a second; {:.2} % won in {:.1} rounds, fitness {:.2}, {:.1} rounds",
        all / seconds,
        100.0 * wins as f64 / all,
        won_rounds as f64 / wins.max(1) as f64,
        fitness as f64 / all,
        rounds as f64 / all
    );
}
