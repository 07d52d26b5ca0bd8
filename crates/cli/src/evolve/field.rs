//! The searches of a run, on many threads. Which thread runs which search
//! depends on the machine; what comes back does not, since no search is
//! bounded by time and each is put in its place.

use super::course::Course;
use super::options::Args;
use crate::run::jobs;
use crate::watch::{Clock, stop_asked};
use anyhow::Error;
use engine::evolve::fitness::{Ending, Trial};
use engine::record::SolutionRow;
use engine::{Budget, Fault, Game, Level, Limit, Session, Settings};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Why a run did not reach its end.
pub(super) enum Halted {
    Interrupted,
    Failed(Error),
}

impl<E: Into<Error>> From<E> for Halted {
    fn from(error: E) -> Halted {
        Halted::Failed(error.into())
    }
}

/// Where searches run.
pub(super) struct Field {
    game: &'static dyn Game,
    solver: &'static str,
    metric: &'static str,
    budget: Budget,
    jobs: usize,
}

impl Field {
    pub(super) fn new(args: &Args, course: &Course) -> Field {
        Field {
            game: course.game,
            solver: course.solver,
            metric: course.metric,
            budget: course.budget,
            jobs: jobs(args.jobs),
        }
    }

    /// Runs each piece of work, a player's number and a level, and gives the
    /// trials in the order of the work. Work should be sorted by player,
    /// since a thread makes a solver anew when the player changes.
    pub(super) fn run(
        &self,
        players: &[Settings],
        work: &[(usize, &Level)],
        done: impl Fn() + Sync,
    ) -> Result<Vec<Trial>, Halted> {
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let worker = || {
            let mut found = Vec::new();
            let mut session: Option<(usize, Box<dyn Session>)> = None;
            while !failed.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(player, level)) = work.get(place) else {
                    break;
                };
                let trial = self.search(&mut session, players, player, level);
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
                // A defect in a thread has ended the program already.
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
        session: &mut Option<(usize, Box<dyn Session + 'a>)>,
        players: &[Settings],
        player: usize,
        level: &Level,
    ) -> Result<Option<Trial>, Fault> {
        if session.as_ref().is_none_or(|(known, _)| *known != player) {
            // Tables of the last player go before those of the next come.
            *session = None;
            *session = Some((player, self.game.session(self.solver, &players[player])?));
        }
        let Some((_, solver)) = session else {
            return Ok(None);
        };
        let row = solver.solve(level, &self.budget, &Clock::start(), false)?;
        let cut = row.limit.as_deref() == Some(Limit::Interrupted.name());
        Ok((!cut && !stop_asked()).then(|| self.trial(&row)))
    }

    fn trial(&self, row: &SolutionRow) -> Trial {
        Trial {
            ending: match row.outcome.as_str() {
                "solved" => Ending::Solved,
                "unsolvable" => Ending::Unsolvable,
                _ => Ending::GaveUp,
            },
            states: row.checked,
            length: row.lengths.get(self.metric).copied().unwrap_or_default(),
        }
    }
}
