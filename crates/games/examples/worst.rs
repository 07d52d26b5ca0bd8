use engine::*;
use games::freecell::{deals, fast::Fast};
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let n = |i: usize| a[i].parse::<u64>().unwrap();
    let mut e = Fast::default();
    let mut v: Vec<(u64, u64)> = (n(0)..=n(1))
        .map(|k| {
            let p = deals::deal(&format!("freecell:ms#{k}").parse().unwrap()).unwrap();
            (
                e.solve(&p, &Budget::default(), &Unwatched).effort.checked,
                k,
            )
        })
        .collect();
    v.sort();
    v.reverse();
    println!("{:?}", &v[..40]);
    for lim in [120, 240, 740, 2740, 6740, 16740] {
        println!("> {lim}: {}", v.iter().filter(|x| x.0 > lim).count());
    }
}
