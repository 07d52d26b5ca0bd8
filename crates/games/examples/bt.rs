use engine::*;
use games::freecell::{beam::Beam, board::*, deals, score::*};
fn main() {
    let mut b = Beam::default();
    let ids = [
        11819u64, 19975, 26576, 8436, 13304, 31465, 14212, 4023, 7303, 3681, 10692, 6185, 28920,
        27978, 15905, 25558, 4321, 25995, 4946, 12795, 9789, 6182, 9830, 20418, 30359, 13752, 6834,
        57148, 739671, 1941, 98714,
    ];
    for g in [true, false] {
        for w in BEAM {
            let w = Weights { greedy: g, ..w };
            for width in [64usize, 256, 1024, 4096] {
                let mut m = Meter::new(&Budget::default(), &Unwatched);
                let mut s = String::new();
                for n in ids {
                    let p = deals::deal(&format!("freecell:ms#{n}").parse().unwrap()).unwrap();
                    let layout = Layout::new(&p, &w);
                    let mut board = Board::new(&layout, &p);
                    board.safe_homes(&layout, |_| {});
                    match b.search(&layout, &board, width, 80, &mut m).unwrap() {
                        Some(h) => s += &format!("{} ", h.len()),
                        None => s += "- ",
                    }
                }
                println!(
                    "{width}: {s} states {}",
                    m.effort.checked / ids.len() as u64
                );
            }
        }
    }
}
