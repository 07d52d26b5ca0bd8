//! The study under people, load and faults, in figures; each word is a table,
//! and without one all of them are printed:
//!
//! `cargo bench -p stumper-cli --features serve --bench study -- load|kill|recover [RUNS]`
//!
//! - `load`: 200 and 1,000 players at once, each with a connection of its own
//!   and a level a second: how long the end of a play takes until it is
//!   acknowledged. The server has the first core, with Postgres and a second
//!   server beside it in its turn; the players have the second core. RUNS is
//!   the number of levels that each plays, 20 unless said.
//! - `kill`: servers (and Postgres) killed at RUNS random moments under load,
//!   100 unless said: what was acknowledged, and how much of it was lost.
//! - `recover`: 300 players rate 20 of 60 levels each by a known equation,
//!   RUNS times, 100 unless said, on the real server; what they said is
//!   exported and fitted: in how many runs all weights lie within their
//!   intervals of 95 % that hold for all at once.
//!
//! `--profile release` after `cargo bench` saves minutes of building, and costs
//! little speed here.

#[allow(dead_code)]
#[path = "../crates/cli/tests/trials/common/mod.rs"]
mod common;

use common::chain::{LEVELS, Raters, Truth, Weight, fit, rate};
use common::kills::survive;
use common::load::{Crowd, load};
use common::place::{Place, Server};
use common::postgres::Postgres;
use std::process::{Command, exit};
use std::time::{Duration, Instant};

const INSTALL_POSTGRES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../scripts/install-postgres"
);
/// The core of servers and databases, and that of the players.
const CORES: [usize; 2] = [0, 1];

fn main() {
    // Cargo passes `--bench`.
    let words = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'));
    let (numbers, parts): (Vec<String>, Vec<String>) =
        words.partition(|w| w.parse::<u64>().is_ok());
    let runs = numbers.first().and_then(|word| word.parse().ok());
    let all = ["load", "kill", "recover"];
    if parts.iter().any(|part| !all.contains(&part.as_str())) {
        eprintln!("study: load, kill or recover is expected, and perhaps a number");
        exit(2);
    }
    let wants = |part: &str| parts.is_empty() || parts.iter().any(|word| word == part);
    if wants("kill") {
        kill(runs.unwrap_or(100) as usize);
    }
    if wants("recover") {
        recover(runs.unwrap_or(100));
    }
    // Binds this program to a core, so it comes last.
    if wants("load") {
        loads(runs.unwrap_or(20) as usize);
    }
}

/// Postgres from Debian's packages, unless it is there.
fn install_postgres() {
    let installed = Command::new(INSTALL_POSTGRES).status();
    if !installed.is_ok_and(|status| status.success()) {
        exit(2);
    }
}

fn loads(levels: usize) {
    install_postgres();
    let own = std::process::id().to_string();
    let bound = Command::new("taskset")
        .args(["--cpu-list", "--pid", &CORES[1].to_string(), &own])
        .output();
    let bound = bound.is_ok_and(|output| output.status.success());
    let core = bound.then_some(CORES[0]);
    if !bound {
        println!("(there is no taskset here, or no second core: all share what there is)");
    }
    println!(
        "| kept in | servers | players | finishes | a second | p50 | p99 | longest | sent again |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for players in [200, 1000] {
        let crowd = Crowd {
            players,
            levels,
            pace: 1.0,
            seed: players,
        };
        let place = Place::new("bench-load", LEVELS);
        let server = place.serve(0, core);
        load_row("SQLite", &[server], crowd);
        let postgres = Postgres::start("bench-load", core);
        let place = Place::new("bench-load", LEVELS).kept_in(postgres.url());
        let servers = [place.serve(0, core), place.serve(0, core)];
        load_row("Postgres", &servers, crowd);
    }
}

fn load_row(kept: &str, servers: &[Server], crowd: Crowd) {
    let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
    let seen = load(&addresses, crowd);
    let ms = |taken: Duration| taken.as_secs_f64() * 1000.0;
    println!(
        "| {kept} | {} | {} | {} | {:.0} | {:.1} ms | {:.1} ms | {:.1} ms | {} |",
        servers.len(),
        crowd.players,
        seen.taken.len(),
        seen.taken.len() as f64 / seen.seconds,
        ms(seen.within(0.5)),
        ms(seen.within(0.99)),
        ms(seen.within(1.0)),
        seen.again()
    );
}

fn kill(kills: usize) {
    install_postgres();
    println!(
        "| kept in | kills | players | finishes | ratings | sent again | lost | twice or never sent |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for kept in ["SQLite", "Postgres"] {
        let postgres = (kept == "Postgres").then(|| Postgres::start("bench-kill", None));
        let mut place = Place::new("bench-kill", &["shift:4x4#1-8"]);
        if let Some(postgres) = &postgres {
            place = place.kept_in(postgres.url());
        }
        let seen = survive(&place, postgres, kills, 7);
        println!(
            "| {kept} | {} | {} | {} | {} | {} | {} | {} |",
            seen.kills,
            seen.players,
            seen.finishes,
            seen.ratings,
            seen.again,
            seen.lost.len(),
            seen.strange.len()
        );
    }
}

fn recover(runs: u64) {
    let (mut within, mut weights, mut whole) = (0, 0, 0);
    let started = Instant::now();
    for seed in 1..=runs {
        let place = Place::new("bench-recover", LEVELS);
        let raters = Raters {
            players: 300,
            levels: 20,
            seed,
        };
        let server = place.serve(0, None);
        let truth = rate(&server, Truth::random(seed), raters);
        let found = fit(&place, &truth);
        let good = found.iter().filter(|weight| weight.is_within()).count();
        for weight in found.iter().filter(|weight| !weight.is_within()) {
            let Weight {
                term,
                truth,
                low,
                high,
            } = weight;
            eprintln!("run {seed}: {term} is {truth:.4}, not in {low:.4}..{high:.4}");
        }
        within += good;
        weights += found.len();
        whole += usize::from(good == found.len());
        eprintln!("{whole} of {seed} runs with all weights within");
    }
    println!("| runs | weights | within | runs with all within | seconds a run |");
    println!("|---|---|---|---|---|");
    let seconds = started.elapsed().as_secs_f64() / runs.max(1) as f64;
    println!("| {runs} | {weights} | {within} | {whole} | {seconds:.1} |");
}
