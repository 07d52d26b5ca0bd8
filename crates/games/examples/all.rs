use engine::*;
use games::freecell::{deals, fast::Fast};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let n = |i: usize| a[i].parse::<u64>().unwrap();
    let starts: Vec<_> = (n(0)..=n(1))
        .map(|n| deals::deal(&format!("freecell:ms#{n}").parse().unwrap()).unwrap())
        .collect();
    let mut e = Fast::default();
    let mut times = vec![];
    let (mut ok, mut un, mut len, mut exp) = (0, 0, 0, 0);
    let t0 = Instant::now();
    for p in &starts {
        let t = Instant::now();
        let r = e.solve(p, &Budget::default(), &Unwatched);
        match &r.outcome {
            Outcome::Solved(m) => {
                game::replay(p, m).unwrap();
                ok += 1;
                len += m.len();
            }
            _ => un += 1,
        }
        exp += r.effort.checked;
        times.push(t.elapsed().as_secs_f64() * 1e6);
    }
    let total = t0.elapsed().as_secs_f64() * 1e6 / starts.len() as f64;
    times.sort_by(f64::total_cmp);
    let q = |x: f64| times[((times.len() - 1) as f64 * x) as usize];
    println!(
        "solved {ok} other {un} mean {total:.1}us p50 {:.0} p90 {:.0} p99 {:.0} max {:.0} len {:.1} checked {:.0}",
        q(0.5),
        q(0.9),
        q(0.99),
        q(1.0),
        len as f64 / ok as f64,
        exp as f64 / starts.len() as f64
    );
}
