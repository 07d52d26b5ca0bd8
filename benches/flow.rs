//! scratch
use engine::{Budget, Meter, Unwatched};
use games::flow::{notation, solver, variant::Wanted};
use std::time::Instant;
fn main() {
    let mut total = 0.0;
    for file in std::env::args().skip(1).filter(|a| !a.starts_with("--")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let (mut sum, mut worst) = (0.0, 0.0f64);
        let mut tally = [0; 4];
        for (i, range) in notation::split(&text).into_iter().enumerate() {
            let board = lines[range].join("\n");
            let position = match notation::read(Wanted::parse("").unwrap(), &board) {
                Ok(p) => p,
                Err(f) => {
                    println!("{file} {i}: {f}");
                    continue;
                }
            };
            let start = Instant::now();
            let states = std::env::var("STATES").ok().and_then(|s| s.parse().ok());
            let budget = Budget {
                states,
                ..Budget::default()
            };
            let mut meter = Meter::new(&budget, &Unwatched);
            let count = std::env::var("COUNT")
                .ok()
                .and_then(|s| s.parse().ok())
                .unwrap_or(2);
            let found = solver::find(position.level(), count, &mut meter);
            let t = start.elapsed().as_secs_f64();
            sum += t;
            worst = worst.max(t);
            let k = if found.limit.is_some() {
                3
            } else {
                found.solutions.len().min(2)
            };
            tally[k] += 1;
            if std::env::var("V").is_ok() {
                println!(
                    "{i} {} {} ms {:.2} decisions {} conflicts {}",
                    position.level().variant().name(),
                    k,
                    t * 1e3,
                    meter.effort.checked,
                    meter.effort.generated
                );
            }
        }
        println!(
            "{file}: {:.2} ms, worst {:.2} ms, none/one/more/gave up {tally:?}",
            sum * 1e3,
            worst * 1e3
        );
        total += sum;
    }
    println!("total {:.2} ms", total * 1e3);
}
