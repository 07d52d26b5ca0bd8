//! Makes calls: so many, or for so long, on several threads, each with its own
//! stream of random numbers.

use crate::corpus::corpus;
use crate::mutator::Mutator;
use crate::targets::Target;
use crate::watchdog::{Hang, Watched};
use engine::chance::Chance;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::{Duration, Instant};

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After so many calls of each target and thread.
    Calls(u64),
    /// After so long.
    Elapsed(Duration),
}

/// How to fuzz.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Names all that is random.
    pub seed: u64,
    /// When to stop.
    pub until: Until,
    /// Threads.
    pub jobs: u64,
    /// The longest that a call may take.
    pub patience: Duration,
}

/// An input that broke a promise.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The target's name.
    pub target: &'static str,
    /// The input.
    pub input: Vec<u8>,
    /// What went wrong, and where.
    pub why: String,
}

/// What was done with a target.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Calls.
    pub calls: u64,
    /// Calls whose input was taken.
    pub taken: u64,
    /// The first failure at each place.
    pub failures: Vec<Failure>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.calls += other.calls;
        self.taken += other.taken;
        for failure in other.failures {
            self.note(failure);
        }
    }

    fn note(&mut self, failure: Failure) {
        let place = failure.why.lines().next();
        let mut known = self.failures.iter();
        if !known.any(|known| known.why.lines().next() == place) {
            self.failures.push(failure);
        }
    }
}

thread_local! {
    /// What panics of this thread said, while it makes a call. A defect that
    /// the library turned into a fault panics twice, so that both are kept.
    static SAID: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Notes the panics of calls instead of printing them.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let noted = SAID.with_borrow_mut(|said| {
                let during_call = said.as_mut();
                during_call.map(|said| said.push(place_first(info)))
            });
            if noted.is_none() {
                usual(info);
            }
        }));
    });
}

/// A panic as a line with its place and lines with what it said.
fn place_first(info: &panic::PanicHookInfo) -> String {
    let place = info.location();
    let place = place.map(|place| format!("{}:{}", place.file(), place.line()));
    let said = info.payload_as_str().unwrap_or("a panic");
    format!("{}\n{said}", place.unwrap_or_default())
}

/// Makes one call: whether the input was taken, or what went wrong.
pub fn call(target: &Target, input: &[u8]) -> Result<bool, Failure> {
    listen();
    SAID.set(Some(Vec::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    let said = SAID.take().unwrap_or_default();
    result.map_err(|_| Failure {
        target: target.name,
        input: input.to_vec(),
        why: said.join("\n"),
    })
}

/// Fuzzes some targets; what was done with each, in their order. A call that
/// hangs is handed to `hang`, which does not return to the run.
pub fn run(targets: &[&'static Target], plan: &Plan, hang: fn(Failure)) -> Vec<Tally> {
    let mut all = vec![Tally::default(); targets.len()];
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.jobs)
            .map(|job| scope.spawn(move || run_job(targets, plan, job, hang)))
            .collect();
        for thread in threads {
            let tallies = thread.join().expect("calls are caught");
            for (sum, tally) in all.iter_mut().zip(tallies) {
                sum.add(tally);
            }
        }
    });
    all
}

fn run_job(targets: &[&'static Target], plan: &Plan, job: u64, hang: fn(Failure)) -> Vec<Tally> {
    let corpus = corpus();
    let mut mutators: Vec<_> = targets
        .iter()
        .map(|target| {
            let chance = Chance::new(target.name, plan.seed, job);
            Mutator::new((target.seeds)(corpus), &corpus.tokens, chance)
        })
        .collect();
    let watched = Watched::start(plan.patience, move |Hang { target, input }| {
        let why = "a call that takes too long".to_string();
        hang(Failure { target, input, why });
    });
    let mut tallies = vec![Tally::default(); targets.len()];
    let began = Instant::now();
    loop {
        let mut worked = false;
        for (index, target) in targets.iter().enumerate() {
            let tally = &mut tallies[index];
            let calls = match plan.until {
                Until::Calls(most) => target.turn.min(most - tally.calls),
                Until::Elapsed(most) if began.elapsed() >= most => return tallies,
                Until::Elapsed(_) => target.turn,
            };
            worked |= calls > 0;
            for _ in 0..calls {
                call_once(target, &mut mutators[index], &watched, tally);
            }
        }
        if !worked {
            return tallies;
        }
    }
}

fn call_once(target: &'static Target, mutator: &mut Mutator, watched: &Watched, tally: &mut Tally) {
    let input = mutator.next_input();
    watched.begin(target.name, &input);
    tally.calls += 1;
    match call(target, &input) {
        Ok(true) => {
            tally.taken += 1;
            mutator.taken(input);
        }
        Ok(false) => {}
        Err(failure) => tally.note(failure),
    }
}
