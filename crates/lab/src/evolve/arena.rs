//! The searches of a run, on many threads. Which thread runs which search
//! depends on the machine; what comes back does not, since no search is
//! bounded by time and each is put in its place.

use super::Halted;
use super::plan::EvolvePlan;
use crate::clock::Clock;
use crate::stop::Stop;
use engine::evolve::fitness::{Ending, Trial};
use engine::record::SolutionRow;
use engine::{Budget, Detail, Fault, Game, Level, Limit, Settings, SolveSession, Verdict};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Where searches run.
pub(super) struct Arena {
    game: &'static dyn Game,
    solver: &'static str,
    metric: &'static str,
    budget: Budget,
    jobs: usize,
    stop: Stop,
}

impl Arena {
    pub(super) fn new(plan: &EvolvePlan, jobs: usize, stop: &Stop) -> Arena {
        Arena {
            game: plan.game,
            solver: plan.solver,
            metric: plan.metric,
            budget: plan.budget,
            jobs,
            stop: stop.clone(),
        }
    }

    /// Runs each piece of work, a candidate's number and a level, and gives
    /// the trials in the order of the work. Work should be sorted by
    /// candidate, since a thread makes a solver anew when that changes.
    pub(super) fn run(
        &self,
        candidates: &[Settings],
        work: &[(usize, &Level)],
        done: impl Fn() + Sync,
    ) -> Result<Vec<Trial>, Halted> {
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let worker = || {
            let mut found = Vec::new();
            let mut session: Option<(usize, Box<dyn SolveSession>)> = None;
            while !failed.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(candidate, level)) = work.get(place) else {
                    break;
                };
                let trial = self.search(&mut session, candidates, candidate, level);
                let over = !matches!(trial, Ok(Some(_)));
                found.push((place, trial));
                if over {
                    failed.store(true, Ordering::Relaxed);
                    break;
                }
                done();
            }
            found
        };
        let mut found = Vec::with_capacity(work.len());
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.jobs).map(|_| scope.spawn(worker)).collect();
            for thread in threads {
                found.extend(thread.join().unwrap_or_default());
            }
        });
        found.sort_by_key(|(place, _)| *place);
        let mut trials = Vec::with_capacity(work.len());
        for (_, trial) in found {
            trials.push(trial?.ok_or(Halted::Interrupted)?);
        }
        match trials.len() == work.len() {
            true => Ok(trials),
            false => Err(Halted::Interrupted),
        }
    }

    /// One search; nothing if it was interrupted.
    fn search<'a>(
        &'a self,
        session: &mut Option<(usize, Box<dyn SolveSession + 'a>)>,
        candidates: &[Settings],
        candidate: usize,
        level: &Level,
    ) -> Result<Option<Trial>, Fault> {
        if session
            .as_ref()
            .is_none_or(|(known, _)| *known != candidate)
        {
            // Tables of the last candidate go before those of the next come.
            *session = None;
            let solver = self.game.solver(self.solver, &candidates[candidate])?;
            *session = Some((candidate, solver));
        }
        let Some((_, solver)) = session else {
            return Ok(None);
        };
        let clock = Clock::start(&self.stop);
        let row = solver.solve(level, &self.budget, &clock, Detail::default())?;
        let cut = row.verdict.limit() == Some(Limit::Interrupted);
        Ok((!cut && !self.stop.is_asked()).then(|| self.trial(&row)))
    }

    fn trial(&self, row: &SolutionRow) -> Trial {
        Trial {
            ending: match row.verdict {
                Verdict::Solved => Ending::Solved,
                Verdict::Unsolvable => Ending::Unsolvable,
                Verdict::GaveUp(_) => Ending::GaveUp,
            },
            states: row.checked,
            length: row.lengths.get(self.metric).copied().unwrap_or_default(),
        }
    }
}
