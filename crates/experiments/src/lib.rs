//! Comparisons that papers report, and our own, run again: a file each. What
//! they share is `log`, which runs items on all cores and keeps what came of
//! them, so that a run that was stopped can go on and several processes can
//! share one, and `report`, which says what came out.

pub mod atkinson;
pub mod blocking;
pub mod chen;
mod deal_sets;
pub mod effort;
pub mod klondike_players;
mod log;
pub mod mutser;
mod peer;
pub mod plot;
pub mod raters;
pub mod report;
pub mod sample;
pub mod searches;
pub mod shift_lengths;
pub mod staged;
pub mod unplayable;
pub mod winnability;

use engine::{Fault, Game, Level, Settings};
use games::levels::{Levels, of_game};
use host::shards::Cut;
use host::{Out, find_weights};
use lab::Stop;
use lab::contest::{Contest, Trial};
use lab::contestant::Contestant;
use log::Log;

pub use host::Error;

/// What an experiment gives, or why it failed.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Where an experiment runs.
pub struct Bench<'a> {
    /// Threads; all cores where none are named.
    pub jobs: Option<usize>,
    /// The wish to stop.
    pub stop: Stop,
    /// Where what is done is kept.
    pub out: Out,
    /// The blocks that its rows are kept in, and which of them are done here.
    pub cut: Cut,
    /// Where solvers keep their tables.
    pub settings: Settings,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
}

impl Bench<'_> {
    /// Refuses to do only a shard of an experiment that cannot be shared.
    fn refuse_shard(&self, why: &str) -> Result<(), Fault> {
        match self.cut.shard() {
            Some(shard) => Err(Fault::new("--shard", shard.to_string(), "no shards here")
                .hint(format!("it cannot be shared: {why}"))),
            None => Ok(()),
        }
    }
}

/// An experiment that several processes share, after one of them did its shard.
#[derive(Clone, Debug)]
pub struct SharedRun {
    /// How many blocks of rows there are in all.
    pub blocks: u64,
    /// The numbers of those that are not whole yet, from 1 on.
    pub missing: Vec<u64>,
}

/// Is told how far an experiment is.
pub trait Progress {
    /// So many things come, of which some were done before.
    fn begin(&self, total: Option<u64>, things: &str, had: u64);
    /// One more is done.
    fn advance(&self);
    /// All are done, or the work was stopped.
    fn end(&self);
    /// A shard is done; so much is missing of the whole.
    fn leave(&self, run: SharedRun);
}

impl log::RowOf<(usize, Level)> for Trial {
    fn id(&self) -> String {
        self.id.clone()
    }
    fn is_of(&self, (who, level): &(usize, Level)) -> bool {
        self.who == *who && self.id == level.name()
    }
}

/// Reads a solver and its settings.
fn contestant(settings: &Settings, text: &str) -> Result<Contestant, Fault> {
    Contestant::parse(text, settings.clone(), &find_weights)
}

/// Solves every level with everybody. False if the user stopped it.
fn contest(
    contest: &Contest,
    levels: impl Iterator<Item = Result<Level>> + Send + 'static,
    count: Option<u64>,
    shared: &Bench,
    log: &mut Log<Trial>,
    took: impl FnMut(Trial),
) -> Result<bool> {
    contest.check()?;
    let count = count.map(|levels| levels * contest.labels().len() as u64);
    let items = contest.items(levels);
    let for_workers = contest.clone();
    let worker = move |stop: &lab::Stop| {
        let mut worker = for_workers.worker(stop)?;
        Ok(move |(who, level): (usize, Level)| Ok(worker.measure(who, &level)?))
    };
    log.run(items, count, "solves", shared, worker, took)
}

/// The levels, each of which must be of this game.
fn of_one_game(
    levels: Levels,
    game: &'static dyn Game,
) -> impl Iterator<Item = Result<Level>> + Send + 'static {
    levels.map(move |task| {
        let task = task?;
        of_game(&task, game)?;
        Ok(task.level)
    })
}
