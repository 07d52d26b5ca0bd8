use engine::*;
use games::freecell::{deals, short::Short};
use std::time::*;
struct W(Instant);
impl Watch for W {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
    fn interrupted(&self) -> bool {
        false
    }
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let n = |i: usize| a[i].parse::<u64>().unwrap();
    let mut s = Short::default();
    let (mut len, mut ok, mut worst) = (0, 0, 0.0f64);
    let mut st = 0;
    let t = Instant::now();
    for k in n(0)..=n(1) {
        let p = deals::deal(&format!("freecell:ms#{k}").parse().unwrap()).unwrap();
        let w = W(Instant::now());
        let b = Budget {
            time: (n(2) > 0).then(|| Duration::from_micros(n(2))),
            states: (n(3) > 0).then(|| n(3)),
            ..Budget::default()
        };
        let r = s.solve(&p, &b, &w);
        st += r.effort.checked;
        worst = worst.max(w.0.elapsed().as_secs_f64() * 1e3);
        if let Outcome::Solved(m) = r.outcome {
            game::replay(&p, &m).unwrap();
            ok += 1;
            len += m.len();
        }
    }
    let c = (n(1) - n(0) + 1) as f64;
    println!(
        "solved {ok} mean {:.2} {:.3} ms/deal worst {:.2} ms states {:.0}",
        len as f64 / ok as f64,
        t.elapsed().as_secs_f64() * 1e3 / c,
        worst,
        st as f64 / c
    );
}
