//! Steps a second of every game as an environment, on one thread: random legal
//! actions, observations and masks written, another level dealt where a game
//! is over. Printed is the median over calls, so that a busy machine disturbs
//! little: of steps alone, and with the choice of the actions.
//!
//! `cargo bench -p stumper-games --bench env -- [lanes]`

use engine::Fault;
use engine::env::{Environment, Frames, Setup, Supply};
use std::time::{Duration, Instant};

/// Kinds to step. Those that take long to deal draw from few levels, which
/// are kept.
const KINDS: [(&str, &str, u64); 9] = [
    ("freecell", "ms", 1_000_000_000),
    ("freecell", "seed", 1_000_000_000),
    ("freecell", "eight-off", 1_000_000_000),
    ("klondike", "draw3", 1_000_000_000),
    ("sliding", "4x4", 1_000_000_000),
    ("flow", "5x5", 100),
    ("flow", "9x9", 100),
    ("lazors", "5x5", 100),
    ("shift", "5x5", 100),
];

/// How long each is stepped.
const SECONDS: f64 = 2.0;

fn main() -> Result<(), Fault> {
    let mut arguments = std::env::args().skip(1);
    let lanes = arguments.find_map(|word| word.parse().ok()).unwrap_or(256);
    println!("{lanes} lanes, one thread");
    for (game, kind, last) in KINDS {
        let setup = Setup {
            lanes,
            supply: Supply::Numbers(1, last),
            ..Setup::default()
        };
        let mut env = games::find_game(game)?.environment(kind, &setup)?;
        let speed = measure(&mut *env)?;
        let name = format!("{game}:{kind}");
        println!(
            "{name:18} {:>11.0} steps/s, {:>11.0} with choosing, {:>6.1} steps a game",
            speed.steps, speed.with_choosing, speed.steps_a_game
        );
    }
    Ok(())
}

struct Speed {
    steps: f64,
    with_choosing: f64,
    steps_a_game: f64,
}

fn measure(env: &mut dyn Environment) -> Result<Speed, Fault> {
    let (lanes, size, width) = (env.lanes(), env.spaces().size(), env.spaces().actions);
    let mut observations = vec![0; lanes * size];
    let mut masks = vec![0; lanes * width];
    let mut rewards = vec![0.0; lanes];
    let mut flags = [vec![false; lanes], vec![false; lanes], vec![false; lanes]];
    let mut actions = vec![0; lanes];
    let (mut steps, mut games) = (0usize, 0usize);
    let (mut stepping, mut choosing) = (Vec::new(), Vec::new());
    let began = Instant::now();
    while began.elapsed().as_secs_f64() < SECONDS {
        let before = Instant::now();
        env.sample(&mut actions)?;
        choosing.push(before.elapsed());
        let [terminated, truncated, illegal] = &mut flags;
        let before = Instant::now();
        env.step(
            &actions,
            Frames {
                observations: &mut observations,
                masks: &mut masks,
                rewards: &mut rewards,
                terminated,
                truncated,
                illegal,
                finals: &mut [],
            },
        )?;
        stepping.push(before.elapsed());
        steps += lanes;
        let over = terminated.iter().zip(&*truncated);
        games += over
            .filter(|(terminated, truncated)| **terminated || **truncated)
            .count();
    }
    let (step, choose) = (median(stepping), median(choosing));
    Ok(Speed {
        steps: lanes as f64 / step,
        with_choosing: lanes as f64 / (step + choose),
        steps_a_game: steps as f64 / games.max(1) as f64,
    })
}

/// The median in seconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}
