//! What is fuzzed: one function a reader, from bytes to whether they were
//! taken. A function panics where a promise of the library is broken; a fault
//! that says what is wrong with the input is no failure.

mod boards;
mod columns;
mod ids;
mod play;
mod rate;
mod rows;
mod small;
mod solve;
mod streams;

pub(crate) use streams::open_in_memory;

use crate::corpus::Corpus;
use engine::Fault;

/// One reader to fuzz.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Feeds it an input and says whether it was taken. Panics on a defect.
    pub run: fn(&[u8]) -> bool,
    /// Inputs that are taken, to be damaged.
    pub seeds: fn(&Corpus) -> Vec<Vec<u8>>,
    /// Calls in a row before the next target has its turn: more where a call
    /// is cheap.
    pub turn: u64,
}

/// Every target.
pub static TARGETS: &[Target] = &[
    ids::IDS,
    ids::KINDS,
    ids::MADE,
    streams::LEVELS,
    boards::BOARDS,
    boards::MOVES,
    boards::PICTURES,
    small::BUDGETS,
    small::WISHES,
    small::SETTINGS,
    small::WEIGHTS,
    rows::ROWS,
    columns::PARQUET,
    columns::PLANS,
    rate::EQUATION,
    rate::RATINGS,
    play::PLAY,
    solve::SOLVES,
    solve::MEASURES,
    solve::PLAYERS,
];

/// The target of that name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Runs a target by name, for libFuzzer's programs.
pub fn run(name: &str, input: &[u8]) {
    let target = find(name).expect("a target's name");
    (target.run)(input);
}

/// What a call gave, if it was not refused. A fault of the program itself is a
/// failure, and so is a message that could garble a terminal.
#[track_caller]
fn sound<T>(result: Result<T, Fault>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(fault) => {
            assert!(!fault.defect, "{fault}");
            clean(&fault.to_string());
            None
        }
    }
}

/// Panics where a message is not one clean line.
#[track_caller]
fn clean(message: &str) {
    assert!(!message.contains(char::is_control), "{message:?}");
}
