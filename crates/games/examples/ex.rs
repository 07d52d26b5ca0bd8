use engine::*;
use games::freecell::{deals, exact::Exact};
use std::time::Instant;
fn main() {
    let mut e = Exact::default();
    for a in std::env::args().skip(1) {
        let p = deals::deal(&a.parse().unwrap()).unwrap();
        let t = Instant::now();
        let r = e.solve(&p, &Budget::default(), &Unwatched);
        let o = match &r.outcome {
            Outcome::Solved(m) => {
                game::replay(&p, m).unwrap();
                format!("solved {}", m.len())
            }
            o => format!("{o:?}"),
        };
        println!(
            "{a}: {o} {:?} {:?} {:.3}s",
            r.effort,
            r.figures,
            t.elapsed().as_secs_f64()
        );
    }
}
