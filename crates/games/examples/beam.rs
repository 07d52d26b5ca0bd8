use engine::*;
use games::freecell::{beam::Beam, board::*, deals, rules::Position, score::*};
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
        depth: 0,
        greedy: true,
    }
}
fn eval(starts: &[Position], w: &Weights, width: usize) -> (f64, usize, f64, f64) {
    let mut b = Beam::default();
    let (mut ok, mut len, mut cost) = (0, 0, 0.0);
    let mut m = Meter::new(&Budget::default(), &Unwatched);
    let t = Instant::now();
    for p in starts {
        let layout = Layout::new(p, w);
        let mut board = Board::new(&layout, p);
        board.safe_homes(&layout, |_| {});
        match b.search(&layout, &board, width, 70, &mut m).unwrap() {
            Some(h) => {
                ok += 1;
                let n = h.len();
                len += n;
                cost += n as f64;
            }
            None => cost += 60.0,
        }
    }
    let n = starts.len() as f64;
    (
        cost / n,
        ok,
        len as f64 / ok as f64 + 52.0,
        t.elapsed().as_secs_f64() * 1e6 / n,
    )
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let n = |i: usize| a[i].parse::<u64>().unwrap();
    let starts: Vec<_> = (n(1)..=n(2))
        .map(|n| deals::deal(&format!("freecell:ms#{n}").parse().unwrap()).unwrap())
        .collect();
    let width = n(3) as usize;
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
    let report = |w: &V, e: (f64, usize, f64, f64)| {
        println!(
            "cost {:.2} ok {}/{} len {:.2} {:.0}us w {:?}",
            e.0,
            e.1,
            starts.len(),
            e.2,
            e.3,
            w
        )
    };
    let mut best = eval(&starts, &weights(&w), width);
    report(&w, best);
    if a[0] == "time" {
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
        for _ in 0..1 + (rand() * 3.0) as usize {
            let c = loop {
                let c = (rand() * 40.0) as usize;
                if c == 0 || (8..15).contains(&c) || c >= 21 {
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
        let e = eval(&starts, &weights(&v), width);
        if e.0 < best.0 {
            best = e;
            w = v;
            report(&w, best);
        }
    }
}
