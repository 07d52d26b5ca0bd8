//! The same levels for several contestants, on all cores, in an order that
//! does not depend on them.

use super::Shared;
use super::contestant::Contestant;
use super::peer::Peer;
use crate::levels::{LevelArgs, Levels};
use crate::output::Sink;
use crate::progress;
use crate::run::{self, Ending, Flow, Plan, jobs};
use crate::watch::Clock;
use anyhow::Result;
use engine::notation::quoted;
use engine::{Budget, Fault, Game, Level, Session, Watch};
use std::collections::BTreeMap;

/// What came of one level.
#[derive(Clone, Default)]
pub(super) struct Measured {
    /// Its lengths by metric, if it was solved.
    pub(super) lengths: Option<BTreeMap<String, u64>>,
    /// Whether it was proved that nothing solves it.
    pub(super) refuted: bool,
    pub(super) checked: u64,
    pub(super) generated: u64,
    pub(super) seconds: f64,
}

impl Measured {
    /// The length in a metric, if it was solved.
    pub(super) fn length(&self, metric: &str) -> Option<u64> {
        self.lengths.as_ref()?.get(metric).copied()
    }
}

/// Who takes part: solvers of ours, then programs of others.
pub(super) struct Contest {
    pub(super) game: &'static dyn Game,
    pub(super) contestants: Vec<Contestant>,
    pub(super) peers: Vec<Peer>,
    pub(super) budget: Budget,
}

/// One thread's solvers.
struct Worker {
    game: &'static dyn Game,
    sessions: Vec<Box<dyn Session>>,
    peers: Vec<Peer>,
    budget: Budget,
}

impl Worker {
    fn measure(&mut self, who: usize, level: &Level) -> Result<Option<Measured>> {
        let clock = Clock::start();
        let Some(session) = self.sessions.get_mut(who) else {
            let peer = &self.peers[who - self.sessions.len()];
            return Ok(Some(peer.measure(self.game, level, &self.budget)?));
        };
        let row = session.solve(level, &self.budget, &clock, false)?;
        // A solver that betters its solutions may have one when it is
        // interrupted, but not the one that it would have found.
        if clock.interrupted() {
            return Ok(None);
        }
        Ok(Some(Measured {
            refuted: row.outcome == "unsolvable",
            lengths: (row.outcome == "solved").then_some(row.lengths),
            checked: row.checked,
            generated: row.generated,
            seconds: clock.elapsed().as_secs_f64(),
        }))
    }
}

impl Contest {
    /// The names of all who take part.
    pub(super) fn labels(&self) -> Vec<&str> {
        let ours = self.contestants.iter().map(|one| one.label.as_str());
        ours.chain(self.peers.iter().map(|peer| peer.label))
            .collect()
    }

    /// Solves every level with everybody, and tells `took` who did what, by
    /// place in [`Contest::labels`], level by level. False if the user
    /// stopped it.
    pub(super) fn run(
        &self,
        levels: impl Iterator<Item = Result<Level>> + Send + 'static,
        count: Option<u64>,
        shared: &Shared,
        mut took: impl FnMut(usize, Measured),
    ) -> Result<bool> {
        for contestant in &self.contestants {
            contestant.check(self.game)?;
        }
        let all = self.labels().len();
        let items = levels.flat_map(move |level| match level {
            Ok(level) => (0..all).map(|who| Ok((who, level.clone()))).collect(),
            Err(fault) => vec![Err(fault)],
        });
        let plan = Plan {
            jobs: jobs(shared.jobs),
            one_by_one: false,
        };
        let bar = progress::bar(count.map(|n| n * all as u64), "solves", !shared.quiet, 0);
        let (game, contestants) = (self.game, self.contestants.clone());
        let (peers, budget) = (self.peers.clone(), self.budget);
        let worker = move || {
            let session = |one: &Contestant| game.session(&one.solver, &one.settings);
            let sessions: Result<Vec<_>, _> = contestants.iter().map(session).collect();
            let mut worker = Worker {
                game,
                sessions: sessions.expect("settings that were checked"),
                peers: peers.clone(),
                budget,
            };
            move |(who, level): (usize, Level), _: &mut Vec<u8>, tally: &mut Vec<_>| {
                Ok(match worker.measure(who, &level)? {
                    None => Flow::Stop,
                    Some(measured) => {
                        tally.push((who, measured));
                        Flow::Go
                    }
                })
            }
        };
        let ending = run::run(items, &plan, worker, &mut Sink::stdout(), |tally| {
            bar.inc(tally.len() as u64);
            for (who, measured) in tally {
                took(who, measured);
            }
        });
        bar.finish_and_clear();
        Ok(ending? == Ending::Whole)
    }
}

/// The levels, each of which must be of this game.
pub(super) fn of_one_game(
    levels: Levels,
    game: &'static dyn Game,
) -> impl Iterator<Item = Result<Level>> + Send + 'static {
    levels.map(move |task| {
        let task = task?;
        if task.game.about().name != game.about().name {
            return Err(task.locate(other_game(task.game, game)).into());
        }
        Ok(task.level)
    })
}

/// The game of the levels: that of ids, or of boards.
pub(super) fn one_game(levels: &Levels, args: &LevelArgs) -> Result<&'static dyn Game, Fault> {
    let named: Vec<_> = levels.games().collect();
    let Some(&first) = named.first() else {
        return Ok(args.defaults()?.game());
    };
    match named
        .iter()
        .find(|game| game.about().name != first.about().name)
    {
        Some(&other) => Err(other_game(other, first)),
        None => Ok(first),
    }
}

fn other_game(other: &dyn Game, first: &dyn Game) -> Fault {
    let found = format!("a level of {}", quoted(other.about().name));
    Fault::new(
        "levels",
        found,
        format!("levels of {} alone", first.about().name),
    )
}
