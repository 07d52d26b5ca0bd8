//! Solves a range of levels on all cores and prints a JSON row for each, in
//! order: `cargo run --release --example solve_range -- freecell#1-1000`.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use stumper::{Fault, Levels, Plan, Solving, Stop, solve_all};

fn run(ids: &str, out: &mut impl Write) -> Result<(), Fault> {
    let levels = Levels::of_ids(ids)?;
    let plan = Plan::new(None, &Stop::default());
    solve_all(levels, &Solving::default(), &plan, |row| {
        let line = serde_json::to_string(&row).unwrap_or_default();
        match writeln!(out, "{line}") {
            Ok(()) => ControlFlow::Continue(()),
            // The reader went away, as `| head` does.
            Err(_) => ControlFlow::Break(()),
        }
    })
    .map(drop)
}

fn main() -> ExitCode {
    let ids = std::env::args().nth(1);
    let ids = ids.unwrap_or_else(|| "freecell#1-100".into());
    let mut out = BufWriter::new(io::stdout().lock());
    match run(&ids, &mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
