use engine::*;
use games::freecell::{deals, fast::*, rules::Position, score::*};
use std::time::Instant;
type V = [i32; 40];
const W0: V = [0; 40];
fn weights(v: &V) -> Weights {
    Weights {
        out: v[0],
        room: std::array::from_fn(|c| std::array::from_fn(|e| v[20 + 4 * c + e])),
        bad: v[8].max(0) as u16,
        split: v[9].max(0) as u16,
        root: v[12].max(0) as u16,
        held: v[13],
        buried: [v[10] as i16, v[11] as i16],
        spread: v[14],
        depth: v[15],
        greedy: v[16] > 0,
    }
}
thread_local! { static PEN: f64 = std::env::var("PEN").map(|s| s.parse().unwrap()).unwrap_or(700.0); }
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
            let g0 = s.generated + 5 * s.expanded;
            let r = s.run(p, &weights(w), quota);
            cost += (s.generated + 5 * s.expanded - g0) as f64;
            match r {
                Some(path) => {
                    ok += 1;
                    len += path.len();
                }
                None => cost += PEN.with(|p| *p),
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
    let ids: Vec<u64> = if let Some(f) = a[1].strip_prefix('@') {
        std::fs::read_to_string(f)
            .unwrap()
            .split_whitespace()
            .map(|x| x.parse().unwrap())
            .take(n(2) as usize)
            .collect()
    } else {
        (n(1)..=n(2)).collect()
    };
    let starts: Vec<_> = ids
        .iter()
        .map(|n| deals::deal(&format!("freecell:ms#{n}").parse().unwrap()).unwrap())
        .collect();
    let quota = n(3) as usize;
    let mut w = W0;
    if a.len() > 5 {
        let v: Vec<i32> = a[5].split(',').map(|x| x.trim().parse().unwrap()).collect();
        if v.len() < 40 {
            let mut x = [0; 40];
            x[..v.len().min(20)].copy_from_slice(&v[..v.len().min(20)]);
            for c in 0..5 {
                for e in 0..4 {
                    x[20 + 4 * c + e] = [0, v[1], v[2], v[3], v[4]][c] + [0, v[5], v[6], v[7]][e];
                }
            }
            w = x;
        } else {
            w.copy_from_slice(&v);
        }
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
    if a[0] == "fails" {
        let mut s = Search::new();
        let mut xs = vec![];
        for (i, p) in starts.iter().enumerate() {
            let e = s.expanded;
            if s.run(p, &weights(&w), quota).is_none() {
                eprintln!("{}", ids[i]);
                xs.push(999999)
            } else {
                xs.push(s.expanded - e)
            }
        }
        xs.sort();
        for q in [
            5, 10, 20, 30, 40, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 97, 99,
        ] {
            print!("p{q}:{} ", xs[xs.len() * q / 100]);
        }
        println!();
        return;
    }
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
            let c = loop {
                let c = (rand() * 40.0) as usize;
                if c == 0 || (8..16).contains(&c) || c >= 21 {
                    break c;
                }
            };
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
