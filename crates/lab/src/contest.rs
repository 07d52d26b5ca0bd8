//! The same levels for several contestants, on all cores, in an order that
//! does not depend on them.

use crate::clock::Clock;
use crate::contestant::Contestant;
use crate::stop::Stop;
use engine::record::Lengths;
use engine::{Budget, Detail, Fault, Game, Level, SolveSession, Verdict, Watch};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What came of one level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Its lengths by metric, if it was solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lengths: Option<Lengths>,
    /// Whether it was proved that nothing solves it.
    pub refuted: bool,
    /// States whose moves were looked at.
    pub checked: u64,
    /// States reached by those moves.
    pub generated: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Measured {
    /// The length in a metric, if it was solved.
    pub fn length(&self, metric: &str) -> Option<u64> {
        self.lengths.as_ref()?.get(metric).copied()
    }
}

/// What came of one level with one contestant, as a log of a contest has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The level.
    pub id: String,
    /// The contestant's place in [`Contest::labels`].
    pub who: usize,
    /// What came of it.
    #[serde(flatten)]
    pub measured: Measured,
}

/// Somebody else's program, which solves a level in its own way.
pub trait Outsider: Send + Sync {
    /// As it stands in tables.
    fn label(&self) -> &str;
    /// Lets it solve a level.
    fn measure(&self, game: &dyn Game, level: &Level, budget: &Budget) -> Result<Measured, Fault>;
}

/// Who takes part: solvers of ours, then programs of others.
#[derive(Clone)]
pub struct Contest {
    /// The game.
    pub game: &'static dyn Game,
    /// Solvers of ours.
    pub contestants: Vec<Contestant>,
    /// Programs of others.
    pub outsiders: Vec<Arc<dyn Outsider>>,
    /// What each solve may spend.
    pub budget: Budget,
}

/// One thread's solvers.
pub struct ContestWorker {
    contest: Contest,
    stop: Stop,
    sessions: Vec<Box<dyn SolveSession>>,
}

impl ContestWorker {
    /// Lets one contestant solve one level; nothing if that was interrupted.
    pub fn measure(&mut self, who: usize, level: &Level) -> Result<Option<Trial>, Fault> {
        let id = level.name();
        let trial = |measured| Trial { id, who, measured };
        let Contest {
            game,
            outsiders,
            budget,
            ..
        } = &self.contest;
        let clock = Clock::start(&self.stop);
        let Some(session) = self.sessions.get_mut(who) else {
            let outsider = &outsiders[who - self.sessions.len()];
            return Ok(Some(trial(outsider.measure(*game, level, budget)?)));
        };
        let row = session.solve(level, budget, &clock, Detail::default())?;
        // A solver that betters its solutions may have one when it is
        // interrupted, but not the one that it would have found.
        if clock.interrupted() {
            return Ok(None);
        }
        Ok(Some(trial(Measured {
            refuted: row.verdict == Verdict::Unsolvable,
            lengths: row.verdict.is_solved().then_some(row.lengths),
            checked: row.checked,
            generated: row.generated,
            seconds: clock.seconds(),
        })))
    }
}

impl Contest {
    /// The names of all who take part.
    pub fn labels(&self) -> Vec<&str> {
        let ours = self.contestants.iter().map(|one| one.label.as_str());
        ours.chain(self.outsiders.iter().map(|one| one.label()))
            .collect()
    }

    /// Refuses what the game does not know.
    pub fn check(&self) -> Result<(), Fault> {
        let mut all = self.contestants.iter();
        all.try_for_each(|one| one.check(self.game))
    }

    /// Every level once for everybody, level by level.
    pub fn items<E>(
        &self,
        levels: impl Iterator<Item = Result<Level, E>> + Send + 'static,
    ) -> impl Iterator<Item = Result<(usize, Level), E>> + Send + 'static
    where
        E: Send + 'static,
    {
        let all = self.labels().len();
        levels.flat_map(move |level| match level {
            Ok(level) => (0..all).map(|who| Ok((who, level.clone()))).collect(),
            Err(fault) => vec![Err(fault)],
        })
    }

    /// Solvers for one thread.
    pub fn worker(&self, stop: &Stop) -> Result<ContestWorker, Fault> {
        let session = |one: &Contestant| self.game.solver(&one.solver, &one.settings);
        let sessions: Result<Vec<_>, _> = self.contestants.iter().map(session).collect();
        Ok(ContestWorker {
            contest: self.clone(),
            stop: stop.clone(),
            sessions: sessions?,
        })
    }
}
