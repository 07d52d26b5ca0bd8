//! Fuzzes by hand: `fuzzing --seconds 600 --seed 7`, some targets by name, or
//! inputs that failed before.

use fuzzing::runner::{Failure, Plan, Tally, Until, call, run};
use fuzzing::targets::{TARGETS, Target, find};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
Usage: fuzzing [TARGET...] [OPTION VALUE]...
       fuzzing TARGET --input FILE

  --seconds N   stop after so long [default: 60]
  --calls N     stop after so many calls of each target and thread
  --seed N      names all that is random [default: 1]
  --jobs N      threads [default: all cores]
  --patience N  the longest that a call may take, in seconds of the processor
                [default: 2]
  --input FILE  call the target with this input alone

Inputs that fail are written to the folder `failures`. Targets:
";

/// What was asked for.
struct Asked {
    targets: Vec<&'static Target>,
    plan: Plan,
    input: Option<PathBuf>,
}

fn read_arguments(mut arguments: impl Iterator<Item = String>) -> Option<Asked> {
    let mut asked = Asked {
        targets: Vec::new(),
        plan: Plan {
            seed: 1,
            until: Until::Elapsed(Duration::from_secs(60)),
            jobs: std::thread::available_parallelism().map_or(1, |n| n.get() as u64),
            patience: Duration::from_secs(2),
        },
        input: None,
    };
    while let Some(word) = arguments.next() {
        let Some(option) = word.strip_prefix("--") else {
            asked.targets.push(find(&word)?);
            continue;
        };
        let value = arguments.next()?;
        let number = value.parse::<u64>();
        match option {
            "input" => asked.input = Some(value.into()),
            "seconds" => asked.plan.until = Until::Elapsed(Duration::from_secs(number.ok()?)),
            "calls" => asked.plan.until = Until::Calls(number.ok()?),
            "seed" => asked.plan.seed = number.ok()?,
            "jobs" => asked.plan.jobs = number.ok()?.max(1),
            "patience" => asked.plan.patience = Duration::from_secs(number.ok()?),
            _ => return None,
        }
    }
    if asked.targets.is_empty() {
        asked.targets = TARGETS.iter().collect();
    }
    Some(asked)
}

/// Writes an input that failed, and says where.
fn keep(failure: &Failure) {
    let hash = lab::fingerprint::stable(&failure.input) as u32;
    let path = PathBuf::from("failures").join(format!("{}-{hash:08x}", failure.target));
    let written =
        std::fs::create_dir_all("failures").and_then(|()| std::fs::write(&path, &failure.input));
    match written {
        Ok(()) => println!("{}: {}\n{}", failure.target, failure.why, path.display()),
        Err(error) => println!(
            "{}: {}\n{error}: {:?}",
            failure.target, failure.why, failure.input
        ),
    }
}

/// A thread that hangs cannot be stopped, so the run ends.
fn keep_hang(failure: Failure) {
    keep(&failure);
    std::process::exit(1);
}

fn main() -> ExitCode {
    let Some(asked) = read_arguments(std::env::args().skip(1)) else {
        print!("{HELP}");
        for target in TARGETS {
            println!("  {:<10} {}", target.name, target.summary);
        }
        return ExitCode::from(2);
    };
    if let Some(path) = asked.input {
        let input = match std::fs::read(&path) {
            Ok(input) => input,
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::from(2);
            }
        };
        return match call(asked.targets[0], &input) {
            Ok(taken) => {
                println!("{}", if taken { "taken" } else { "refused" });
                ExitCode::SUCCESS
            }
            Err(failure) => {
                println!("{}", failure.why);
                ExitCode::FAILURE
            }
        };
    }
    let tallies = run(&asked.targets, &asked.plan, keep_hang);
    print_all(&asked.targets, &tallies)
}

fn print_all(targets: &[&'static Target], tallies: &[Tally]) -> ExitCode {
    println!(
        "{:<10} {:>12} {:>12} {:>9}",
        "target", "calls", "taken", "failures"
    );
    for (target, tally) in targets.iter().zip(tallies) {
        let failures = tally.failures.len();
        println!(
            "{:<10} {:>12} {:>12} {failures:>9}",
            target.name, tally.calls, tally.taken
        );
    }
    let calls: u64 = tallies.iter().map(|tally| tally.calls).sum();
    println!("{:<10} {calls:>12}", "all");
    tallies
        .iter()
        .flat_map(|tally| &tally.failures)
        .for_each(keep);
    match tallies.iter().all(|tally| tally.failures.is_empty()) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
