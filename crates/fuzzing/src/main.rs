//! Fuzzes by hand: some targets by name, the program itself, or an input that
//! failed before.

use fuzzing::corpus::corpus;
use fuzzing::program;
use fuzzing::runner::{Failure, Plan, Tally, Until, call, run};
use fuzzing::targets::{TARGETS, Target, find};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
Usage: fuzzing [TARGET...] [OPTION VALUE]...
       fuzzing TARGET --input FILE
       fuzzing [TARGET...] --seeds FOLDER
       fuzzing --program FILE --calls N

  --seconds N     stop after so long [default: 60]
  --calls N       stop after so many calls of each target and thread
  --seed N        names all that is random [default: 1]
  --jobs N        threads [default: all cores]
  --patience N    the longest that a call may take, in seconds of the
                  processor; of the program in seconds [default: 2]
  --input FILE    call the target with this input alone
  --seeds FOLDER  write the inputs to start from, a folder each target, as
                  libFuzzer reads them
  --program FILE  call this program with random arguments

Inputs that fail are written to the folder `failures`. Targets:
";

/// What is done in place of a run.
enum Instead {
    Input(PathBuf),
    Seeds(PathBuf),
    Program(PathBuf),
}

/// What was asked for.
struct Asked {
    targets: Vec<&'static Target>,
    plan: Plan,
    instead: Option<Instead>,
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
        instead: None,
    };
    while let Some(word) = arguments.next() {
        let Some(option) = word.strip_prefix("--") else {
            asked.targets.push(find(&word)?);
            continue;
        };
        let value = arguments.next()?;
        let number = value.parse::<u64>();
        match option {
            "input" => asked.instead = Some(Instead::Input(value.into())),
            "seeds" => asked.instead = Some(Instead::Seeds(value.into())),
            "program" => asked.instead = Some(Instead::Program(value.into())),
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

fn main() -> ExitCode {
    let Some(asked) = read_arguments(std::env::args().skip(1)) else {
        print!("{HELP}");
        for target in TARGETS {
            println!("  {:<10} {}", target.name, target.summary);
        }
        return ExitCode::from(2);
    };
    let passed = match &asked.instead {
        None => Ok(run_all(&asked)),
        Some(Instead::Input(path)) => call_with(asked.targets[0], path),
        Some(Instead::Seeds(folder)) => write_seeds(&asked.targets, folder).map(|()| true),
        Some(Instead::Program(path)) => call_program(path, &asked.plan),
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("fuzzing: {error}");
            ExitCode::from(2)
        }
    }
}

/// Fuzzes the targets; whether nothing failed.
fn run_all(asked: &Asked) -> bool {
    let tallies = run(&asked.targets, &asked.plan, |failure| {
        keep(&failure);
        // A thread that hangs cannot be stopped, so the run ends.
        std::process::exit(1);
    });
    println!("target            calls        taken  failures");
    for (
        target,
        Tally {
            calls,
            taken,
            failures,
        },
    ) in asked.targets.iter().zip(&tallies)
    {
        println!(
            "{:<10} {calls:>12} {taken:>12} {:>9}",
            target.name,
            failures.len()
        );
    }
    let calls: u64 = tallies.iter().map(|tally| tally.calls).sum();
    println!("all        {calls:>12}");
    let mut failures = tallies.iter().flat_map(|tally| &tally.failures).peekable();
    let passed = failures.peek().is_none();
    failures.for_each(keep);
    passed
}

/// Writes an input that failed, and says where.
fn keep(failure: &Failure) {
    let path = Path::new("failures").join(name_of(failure.target, &failure.input));
    let kept = fs::create_dir_all("failures").and_then(|()| fs::write(&path, &failure.input));
    println!("{}: {}", failure.target, failure.why);
    match kept {
        Ok(()) => println!("{}", path.display()),
        Err(error) => println!("{error}: {}", failure.input.escape_ascii()),
    }
}

/// A file's name that tells inputs apart.
fn name_of(target: &str, input: &[u8]) -> String {
    format!("{target}-{:08x}", lab::fingerprint::stable(input) as u32)
}

/// Calls a target with the input of a file; whether that works.
fn call_with(target: &Target, path: &Path) -> io::Result<bool> {
    let called = call(target, &fs::read(path)?);
    match &called {
        Ok(true) => println!("taken"),
        Ok(false) => println!("refused"),
        Err(failure) => println!("{}", failure.why),
    }
    Ok(called.is_ok())
}

fn write_seeds(targets: &[&'static Target], folder: &Path) -> io::Result<()> {
    for target in targets {
        let folder = folder.join(target.name);
        fs::create_dir_all(&folder)?;
        for seed in (target.seeds)(corpus()) {
            fs::write(folder.join(name_of("seed", &seed)), seed)?;
        }
    }
    Ok(())
}

/// Calls the program; whether every call ended as it may.
fn call_program(program: &Path, plan: &Plan) -> io::Result<bool> {
    let Until::Calls(calls) = plan.until else {
        return Err(io::Error::other("--program needs --calls"));
    };
    let calls = program::run(&program::Plan {
        program: program.canonicalize()?,
        folder: std::env::temp_dir().join(format!("stumper-fuzzing-{}", std::process::id())),
        seed: plan.seed,
        calls,
        patience: plan.patience,
    })?;
    for (code, count) in &calls.codes {
        println!("exit code {code:>3} {count:>9}");
    }
    println!("stopped       {:>9}", calls.stopped.len());
    calls.stopped.iter().for_each(|call| println!("  {call:?}"));
    calls
        .failures
        .iter()
        .for_each(|failure| println!("{failure}"));
    Ok(calls.failures.is_empty())
}
