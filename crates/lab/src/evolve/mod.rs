//! Breeding weights for a game's features, on all cores. The schemes are
//! [`engine::evolve`]'s; here are the levels (`pool`), the searches
//! (`arena`), the log that lets a run go on after it was killed ([`log`]), and
//! what comes out ([`report`]).

mod arena;
pub mod log;
mod plan;
mod pool;
pub mod report;
mod spread;

pub use plan::{EvolvePlan, Options, STATES};

use crate::stop::Stop;
use arena::Arena;
use engine::Fault;
use engine::chance::Chance;
use engine::evolve::fitness::Trial;
use engine::evolve::{Evolution, Generation, Genome, Trials};
use log::Entry;
use report::{Evolved, Report};
use std::collections::{HashMap, VecDeque};

/// The champions of this many last generations meet again in the finals.
const FINALISTS: usize = 12;
/// After so many generations without a solution, people are told why.
const FLAT: usize = 3;
/// Held-out levels between two lines of the log.
const STRETCH: usize = 500;

/// Why a run did not reach its end.
#[derive(Debug)]
pub enum Halted {
    /// The user stopped it.
    Interrupted,
    /// Something is wrong.
    Failed(Fault),
}

impl From<Fault> for Halted {
    fn from(fault: Fault) -> Halted {
        Halted::Failed(fault)
    }
}

/// Who hears how a run goes, and keeps its log.
pub trait Listener {
    /// So many searches come next; what is returned is called when one of them
    /// is done, from many threads.
    fn expect(&self, searches: usize) -> Box<dyn Fn() + Sync>;
    /// What the searches are for.
    fn phase(&self, name: &str);
    /// A generation is done.
    fn generation(&mut self, plan: &EvolvePlan, row: &Generation) -> Result<(), Fault>;
    /// Something that may be wrong with the run.
    fn warn(&mut self, message: &str);
    /// A line of the log.
    fn log(&mut self, entry: &Entry) -> Result<(), Fault>;
}

/// A run under way.
pub struct Run<'a, L> {
    plan: &'a EvolvePlan,
    arena: Arena,
    /// What the log had, to be gone through before anything is done anew.
    past: VecDeque<Entry>,
    listener: &'a mut L,
    /// The baseline on levels that it has met, by their number in training.
    baseline: HashMap<usize, Trial>,
}

impl<'a, L: Listener> Run<'a, L> {
    /// A run that goes on after `past`, as [`log::of_run`] gives it.
    pub fn new(
        plan: &'a EvolvePlan,
        past: Vec<Entry>,
        jobs: usize,
        stop: &Stop,
        listener: &'a mut L,
    ) -> Self {
        Run {
            plan,
            arena: Arena::new(plan, jobs, stop),
            past: past.into(),
            listener,
            baseline: HashMap::new(),
        }
    }

    /// Breeds, holds the finals, and tries the champion on held-out levels.
    pub fn whole(mut self) -> Result<(Vec<Generation>, Evolved), Halted> {
        let (generations, mut evolution) = self.breed()?;
        let (champion, training) = self.finals(&generations, evolution.favourite())?;
        let held_out = self.held_out(&champion)?;
        let evolved = Evolved::new(self.plan, &champion, training, held_out);
        Ok((generations, evolved))
    }

    /// All generations, those of the log among them.
    fn breed(&mut self) -> Result<(Vec<Generation>, Evolution), Halted> {
        let mut evolution = Evolution::new(&self.plan.breeding);
        let mut generations: Vec<Generation> = Vec::new();
        // Finals that an earlier, shorter run held are no part of this one;
        // its log has them between generations.
        let last = self.plan.generations;
        let ours = |entry: &Entry| entry.after().is_none_or(|after| after == last);
        self.past.retain(ours);
        let unsolved = |row: &Generation| row.solved == 0.0;
        while evolution.generation() < last {
            let row = match self.past.pop_front() {
                Some(Entry::Generation { row, state }) => {
                    evolution = *state;
                    row
                }
                _ => {
                    let row = self.generation(&mut evolution)?;
                    self.listener.log(&Entry::Generation {
                        row: row.clone(),
                        state: Box::new(evolution.clone()),
                    })?;
                    row
                }
            };
            self.listener.generation(self.plan, &row)?;
            generations.push(row);
            if generations.len() == FLAT && generations.iter().all(unsolved) {
                self.listener.warn(&format!(
                    "the best solved nothing in {FLAT} generations; a larger --budget \
                     would give breeding something to choose by"
                ));
            }
        }
        Ok((generations, evolution))
    }

    fn generation(&mut self, evolution: &mut Evolution) -> Result<Generation, Halted> {
        let breeding = self.plan.breeding.clone();
        evolution.step(&breeding, |genomes, levels| self.trials(genomes, levels))
    }

    /// Runs genomes and the baseline on levels for training.
    fn trials(&mut self, genomes: &[Genome], levels: &[usize]) -> Result<Trials, Halted> {
        let mut candidates = vec![self.plan.baseline.clone()];
        candidates.extend(genomes.iter().map(|genome| self.plan.candidate(genome)));
        let unmet = levels.iter().filter(|l| !self.baseline.contains_key(l));
        let unmet: Vec<usize> = unmet.copied().collect();
        let train = &self.plan.pool.train;
        let mut work: Vec<_> = unmet.iter().map(|&l| (0, &train[l])).collect();
        for candidate in 1..candidates.len() {
            work.extend(levels.iter().map(|&l| (candidate, &train[l])));
        }
        let trials = self.search(&candidates, &work)?;
        let (met, own) = trials.split_at(unmet.len());
        self.baseline
            .extend(unmet.into_iter().zip(met.iter().copied()));
        Ok(Trials {
            baseline: levels.iter().map(|l| self.baseline[l]).collect(),
            candidates: own.chunks(levels.len()).map(<[Trial]>::to_vec).collect(),
        })
    }

    fn search(
        &self,
        candidates: &[engine::Settings],
        work: &[(usize, &engine::Level)],
    ) -> Result<Vec<Trial>, Halted> {
        let advance = self.listener.expect(work.len());
        self.arena.run(candidates, work, advance)
    }

    /// Chooses the fittest of the last champions on more levels than a
    /// generation sees, so that luck decides less.
    fn finals(
        &mut self,
        generations: &[Generation],
        favourite: Option<Genome>,
    ) -> Result<(Genome, Report), Halted> {
        if let Some(Entry::Finals {
            champion, report, ..
        }) = self.past.pop_front()
        {
            return Ok((champion, report));
        }
        let last = generations.iter().rev().take(FINALISTS);
        let mut finalists: Vec<Genome> = Vec::new();
        for genome in favourite
            .into_iter()
            .chain(last.map(|g| g.champion.clone()))
        {
            if !finalists.contains(&genome) {
                finalists.push(genome);
            }
        }
        let breeding = self.plan.breeding.clone();
        let mut levels =
            Chance::new("finals", breeding.seed, 0).sample(breeding.levels, self.plan.finals);
        levels.sort_unstable();
        self.listener.phase("finals");
        let trials = self.trials(&finalists, &levels)?;
        let fitness = |row: &Vec<Trial>| {
            breeding
                .measure
                .fitness(row, &trials.baseline, &breeding.costs)
        };
        let fitness: Vec<f64> = trials.candidates.iter().map(fitness).collect();
        let best = engine::evolve::operators::ranked(&fitness)[0];
        let report = Report::new(self.plan, &trials.candidates[best], &trials.baseline);
        let champion = finalists.swap_remove(best);
        self.listener.log(&Entry::Finals {
            after: self.plan.generations,
            champion: champion.clone(),
            report: report.clone(),
        })?;
        Ok((champion, report))
    }

    /// The champion beside the baseline on levels that had no part in the
    /// breeding.
    fn held_out(&mut self, champion: &Genome) -> Result<Option<Report>, Halted> {
        let candidates = [self.plan.baseline.clone(), self.plan.candidate(champion)];
        self.listener.phase("held-out levels");
        let (mut own, mut base) = (Vec::new(), Vec::new());
        for levels in self.plan.pool.test.chunks(STRETCH) {
            let trials = match self.past.pop_front() {
                Some(Entry::HeldOut { trials, .. }) => trials,
                _ => {
                    let each = |level| [(0, level), (1, level)];
                    let work: Vec<_> = levels.iter().flat_map(each).collect();
                    let trials = self.search(&candidates, &work)?;
                    self.listener.log(&Entry::HeldOut {
                        after: self.plan.generations,
                        trials: trials.clone(),
                    })?;
                    trials
                }
            };
            base.extend(trials.iter().step_by(2));
            own.extend(trials.iter().skip(1).step_by(2));
        }
        Ok((!own.is_empty()).then(|| Report::new(self.plan, &own, &base)))
    }
}
