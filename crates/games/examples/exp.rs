use engine::*;
use games::freecell::{deals, fast::*, rules::Position, score::*};
use std::time::Instant;
type V = [i32; 20];
const W0: V = [
    63, 45, 63, 155, 223, -66, -125, -129, 11, 38, 28, 6, 0, 0, -15, -8, 1, 0, 0, 0,
];
fn weights(v: &V) -> Weights {
    Weights {
        out: v[0],
        cells: [0, v[1], v[2], v[3], v[4]],
        empty: [0, v[5], v[6], v[7]],
        bad: v[8].max(0) as u16,
        split: v[9].max(0) as u16,
        buried: [v[10] as i16, v[11] as i16, v[12] as i16, v[13] as i16],
        spread: v[14],
        depth: v[15],
        greedy: v[16] > 0,
    }
}
struct Search {
    g: Greedy,
    expanded: u64,
    generated: u64,
}
impl Search {
    fn new() -> Self {
        Search {
            g: Greedy::default(),
            expanded: 0,
            generated: 0,
        }
    }
    #[inline(never)]
    fn run(
        &mut self,
        p: &Position,
        w: &Weights,
        quota: usize,
    ) -> Option<Vec<games::freecell::board::Hop>> {
        let mut m = Meter::new(&Budget::default(), &Unwatched);
        let r = self.g.search(p, w, quota, &mut m);
        self.expanded += m.effort.checked;
        self.generated += m.effort.generated;
        match r {
            Ending::Solved(h) => Some(h),
            _ => None,
        }
    }
}
fn eval(starts: &[Position], w: &V, quota: usize) -> (f64, usize, f64, f64, f64) {
    // two threads
    let t = Instant::now();
    let half = if std::env::var("ONE").is_ok() {
        0
    } else {
        starts.len() / 2
    };
    let f = |part: &[Position]| {
        let mut s = Search::new();
        let (mut ok, mut len, mut cost) = (0, 0, 0.0);
        for p in part {
            let g0 = s.generated;
            let r = s.run(p, &weights(w), quota);
            cost += (s.generated - g0) as f64;
            match r {
                Some(path) => {
                    ok += 1;
                    len += path.len();
                }
                None => cost += 700.0,
            }
        }
        (ok, len, cost, s.expanded, s.generated)
    };
    let (a, b) = std::thread::scope(|sc| {
        let h = sc.spawn(|| f(&starts[..half]));
        let b = f(&starts[half..]);
        (h.join().unwrap(), b)
    });
    let n = starts.len() as f64;
    let ok = a.0 + b.0;
    let _ = t;
    (
        (a.2 + b.2) / n,
        ok,
        (a.3 + b.3) as f64 / n,
        (a.4 + b.4) as f64 / n,
        (a.1 + b.1) as f64 / ok as f64,
    )
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let n = |i: usize| a[i].parse::<u64>().unwrap();
    let starts: Vec<_> = (n(1)..=n(2))
        .map(|n| deals::deal(&format!("freecell:ms#{n}").parse().unwrap()).unwrap())
        .collect();
    let quota = n(3) as usize;
    let mut w = W0;
    if a.len() > 5 {
        let v: Vec<i32> = a[5].split(',').map(|x| x.trim().parse().unwrap()).collect();
        w.copy_from_slice(&v);
    }
    let report = |w: &V, e: (f64, usize, f64, f64, f64)| {
        println!(
            "cost {:.0} ok {}/{} exp {:.0} gen {:.0} len {:.1} w {:?}",
            e.0,
            e.1,
            starts.len(),
            e.2,
            e.3,
            e.4,
            w
        )
    };
    let mut best = eval(&starts, &w, quota);
    report(&w, best);
    if a[0] == "time" {
        let mut s = Search::new();
        let t = Instant::now();
        for p in &starts {
            s.run(p, &weights(&w), quota);
        }
        println!(
            "{:.1} us/deal",
            t.elapsed().as_secs_f64() * 1e6 / starts.len() as f64
        );
        return;
    }
    let mut rng: u64 = n(4).wrapping_mul(0x9e3779b97f4a7c15) | 1;
    let mut rand = move || {
        rng ^= rng << 13;
        rng ^= rng >> 7;
        rng ^= rng << 17;
        (rng >> 11) as f64 / (1u64 << 53) as f64
    };
    let t = Instant::now();
    let secs: f64 = std::env::var("SECS")
        .map(|s| s.parse().unwrap())
        .unwrap_or(60.0);
    while t.elapsed().as_secs_f64() < secs {
        let mut v = w;
        let k = 1 + (rand() * 3.0) as usize;
        for _ in 0..k {
            let c = (rand() * 16.0) as usize;
            let u = rand();
            let g = (rand() + rand() + rand() + rand() - 2.0) * 1.7;
            if u < 0.6 {
                v[c] = (v[c] as f64 * (g * 0.4).exp()).round() as i32;
            } else if u < 0.9 {
                v[c] += (g * 12.0).round() as i32;
            } else if u < 0.95 {
                v[c] = 0;
            } else {
                v[c] = -v[c];
            }
        }
        if v == w {
            continue;
        }
        let e = eval(&starts, &v, quota);
        if e.0 < best.0 {
            best = e;
            w = v;
            report(&w, best);
        }
    }
}
