//! Lazors on fixed work, one thread: `cargo bench --bench lazors`. The folder
//! that STUMPER_PUBLIC names has the levels of the Lazors world as `.bff`
//! files. The machine may be noisy, so the best of several turns counts.
//!
//! Words pick the parts: `levels` solves the public levels, `each` prints
//! them one by one as well, `make` makes levels of our own.

use engine::{Budget, LevelId, Meter, Outcome, Rules, Settings, Solve, Unwatched};
use games::internals::lazors::Beams;
use games::internals::lazors::Lazors;
use games::internals::lazors::Position;
use games::internals::lazors::{Aim, Search};
use std::path::Path;
use std::time::{Duration, Instant};

const TURNS: usize = 5;

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let wants = |part: &str| wanted.is_empty() || wanted.iter().any(|w| w == part);
    if wants("levels") || wants("each") {
        let levels = public();
        for count in [1, 2] {
            solve(&levels, count, wanted.iter().any(|w| w == "each"));
            without_looking_ahead(&levels, count);
        }
    }
    if wants("make") {
        make();
    }
}

/// All levels of the public folder, by name.
fn public() -> Vec<(String, Position)> {
    let folder = std::env::var("STUMPER_PUBLIC").expect("STUMPER_PUBLIC names a folder");
    let mut levels = Vec::new();
    for part in ["levels", "handout"] {
        let files = std::fs::read_dir(Path::new(&folder).join("lazors").join(part));
        for file in files.expect("a folder of levels") {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a level");
            let name = path.file_stem().expect("a name").to_string_lossy();
            let level = Lazors.read("", &text).expect("a good level");
            levels.push((format!("{part}/{name}"), level));
        }
    }
    levels.sort_by(|a, b| a.0.cmp(&b.0));
    levels
}

fn solve(levels: &[(String, Position)], count: u64, each: bool) {
    let mut settings = Settings::default();
    settings.values.insert("count".into(), count.to_string());
    let mut solver = Beams::new(&settings).expect("a solver");
    let mut total = Duration::ZERO;
    let (mut states, mut unique, mut worst) = (0, 0, (Duration::ZERO, "", 0));
    for (name, level) in levels {
        let turn = || {
            let start = Instant::now();
            let answer = solver.solve(level, &Budget::default(), &Unwatched);
            (start.elapsed(), answer)
        };
        let turns = std::iter::repeat_with(turn).take(TURNS);
        let (time, answer) = turns.min_by_key(|turn| turn.0).expect("a turn");
        assert!(matches!(answer.outcome, Outcome::Solved(_)), "{name}");
        let checked = answer.effort.checked;
        let one = answer.figures == [("solutions", 1)];
        total += time;
        states += checked;
        unique += usize::from(one);
        if time > worst.0 {
            worst = (time, name, checked);
        }
        if each {
            println!(
                "{name:32} {checked:8} states {time:12.1?} {:?}",
                answer.figures
            );
        }
    }
    let mean = total / levels.len() as u32;
    println!(
        "count={count}: {} levels, {total:.2?} in all, {mean:.2?} a level, {} states a level; worst {:.2?} ({}, {} states); {unique} proved unique",
        levels.len(),
        states / levels.len() as u64,
        worst.0,
        worst.1,
        worst.2,
    );
}

/// The same search as anybody would write it first: it only tries cells that
/// light comes to, and does not look ahead.
fn without_looking_ahead(levels: &[(String, Position)], count: u64) {
    let aim = Aim {
        look_ahead: false,
        ..Aim::count(count)
    };
    let mut search = Search::default();
    let (mut total, mut states) = (Duration::ZERO, 0);
    for (name, level) in levels {
        let start = Instant::now();
        let mut meter = Meter::new(&Budget::default(), &Unwatched);
        let limit = search.run(level, aim, &mut meter);
        total += start.elapsed();
        assert!(limit.is_none() && search.solutions == 1, "{name}");
        states += meter.effort.checked;
    }
    println!(
        "  without looking ahead: {total:.2?} in all, {:.2?} a level, {} states a level",
        total / levels.len() as u32,
        states / levels.len() as u64,
    );
}

/// How fast levels are made, the first fifty of each kind.
fn make() {
    for kind in [
        "5x5,mirrors=5",
        "5x5,mirrors=5,tiles=20,emitters=1,receivers=3",
        "3x3,mirrors=3",
        "6x6,mirrors=8",
        "8x8,mirrors=8",
        "10x10,mirrors=6",
        "16x16,mirrors=4",
        "5x5,mirrors=4,refract=1",
        "5x5,mirrors=4,opaque=2",
        "5x5,mirrors=0,opaque=6,emitters=8",
    ] {
        let numbers = 1..=50;
        let start = Instant::now();
        let ids = numbers.map(|number| LevelId {
            game: "lazors".into(),
            kind: kind.into(),
            number,
        });
        let made = ids.filter(|id| Lazors.deal(id).is_ok()).count();
        let rate = made as f64 / start.elapsed().as_secs_f64();
        println!("{kind}: {made} of 50 made, {rate:.0} a second");
    }
}
