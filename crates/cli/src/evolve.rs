//! `stumper evolve`: breeds weights for a game's features. The breeding is
//! [`engine::evolve`]'s; here are the levels ([`pool`]), the searches on all
//! cores ([`field`]), the log that makes a run go on after it was killed
//! ([`journal`]), and what is printed and written ([`rows`], [`report`]).

mod course;
mod field;
mod journal;
mod options;
mod pool;
mod report;
mod rows;
mod spread;

use crate::output::{Sink, tell};
use crate::{DONE, INTERRUPTED, watch};
use anyhow::Result;
use course::Course;
use engine::chance::Chance;
use engine::evolve::fitness::Trial;
use engine::evolve::{Evolution, Generation, Genome, Trials};
use field::{Field, Halted};
use journal::{Entry, Journal};
pub(crate) use options::Args;
use report::{Outcome, Report};
use rows::{Bar, Rows};
use std::collections::HashMap;

/// The champions of this many last generations meet again in the finals.
const FINALISTS: usize = 12;
/// After so many generations without a solution, people are told why.
const FLAT: usize = 3;
/// Held-out levels between two lines of the log.
const STRETCH: usize = 500;

pub(crate) fn call(args: &Args) -> Result<u8> {
    let course = Course::new(args)?;
    if let Some(path) = &args.plot {
        args.files.check_picture(path)?;
    }
    let (journal, past) = args.files.open(&course)?;
    watch::listen()?;
    let mut run = Run {
        field: Field::new(args, &course),
        rows: Rows::new(args.format),
        bar: Bar::new(args.quiet),
        warns: !args.quiet,
        baseline: HashMap::new(),
        sink: Sink::stdout(),
        past: past.into(),
        course,
        journal,
    };
    match run.whole(args) {
        Ok(()) => Ok(DONE),
        Err(Halted::Interrupted) => {
            run.bar.clear();
            run.sink.flush()?;
            tell(&args.files.stopped_message());
            Ok(INTERRUPTED)
        }
        Err(Halted::Failed(error)) => {
            run.bar.clear();
            Err(error)
        }
    }
}

/// A run under way.
struct Run {
    course: Course,
    field: Field,
    journal: Journal,
    /// What the log had, to be gone through before anything is done anew.
    past: std::collections::VecDeque<Entry>,
    rows: Rows,
    bar: Bar,
    /// Whether to say on standard error what may be wrong with a run.
    warns: bool,
    sink: Sink,
    /// The baseline on levels that it has met, by their number in training.
    baseline: HashMap<usize, Trial>,
}

impl Run {
    fn whole(&mut self, args: &Args) -> Result<(), Halted> {
        self.rows.header(&self.course, &mut self.sink)?;
        let (generations, mut evolution) = self.breed()?;
        let (champion, training) = self.finals(&generations, evolution.favourite())?;
        let held_out = self.held_out(&champion)?;
        self.bar.clear();
        let outcome = Outcome::new(&self.course, &champion, training, held_out);
        self.rows.outcome(&outcome, &mut self.sink)?;
        self.sink.flush()?;
        args.files.write(&outcome)?;
        if let Some(path) = &args.plot {
            crate::plot::write(path, &rows::picture(&self.course, &generations))?;
        }
        Ok(())
    }

    /// All generations, those of the log among them.
    fn breed(&mut self) -> Result<(Vec<Generation>, Evolution), Halted> {
        let mut evolution = Evolution::new(&self.course.plan);
        let mut generations: Vec<Generation> = Vec::new();
        // Finals that an earlier, shorter run held are no part of this one;
        // its log has them between generations.
        let last = self.course.generations;
        let ours = |entry: &Entry| entry.after().is_none_or(|after| after == last);
        self.past.retain(ours);
        let unsolved = |row: &Generation| row.solved == 0.0;
        while evolution.generation() < self.course.generations {
            let row = match self.past.pop_front() {
                Some(Entry::Generation { row, state }) => {
                    evolution = *state;
                    row
                }
                _ => {
                    let row = self.generation(&mut evolution)?;
                    self.journal.add(&Entry::Generation {
                        row: row.clone(),
                        state: Box::new(evolution.clone()),
                    })?;
                    row
                }
            };
            let write = || self.rows.generation(&self.course, &row, &mut self.sink);
            self.bar.aside(write)?;
            self.bar.tell(&row, self.course.generations);
            generations.push(row);
            if self.warns && generations.len() == FLAT && generations.iter().all(unsolved) {
                let message = format!(
                    "the best solved nothing in {FLAT} generations; a larger --budget \
                     would give breeding something to choose by"
                );
                self.bar.aside(|| tell(&message));
            }
        }
        Ok((generations, evolution))
    }

    fn generation(&mut self, evolution: &mut Evolution) -> Result<Generation, Halted> {
        let plan = self.course.plan.clone();
        evolution.step(&plan, |genomes, levels| self.trials(genomes, levels))
    }

    /// Runs genomes and the baseline on levels for training.
    fn trials(&mut self, genomes: &[Genome], levels: &[usize]) -> Result<Trials, Halted> {
        let mut players = vec![self.course.baseline.clone()];
        players.extend(genomes.iter().map(|genome| self.course.player(genome)));
        let unmet = levels.iter().filter(|l| !self.baseline.contains_key(l));
        let unmet: Vec<usize> = unmet.copied().collect();
        let train = &self.course.pool.train;
        let mut work: Vec<_> = unmet.iter().map(|&l| (0, &train[l])).collect();
        for player in 1..players.len() {
            work.extend(levels.iter().map(|&l| (player, &train[l])));
        }
        self.bar.expect(work.len());
        let trials = self.field.run(&players, &work, || self.bar.advance())?;
        let (met, own) = trials.split_at(unmet.len());
        self.baseline
            .extend(unmet.into_iter().zip(met.iter().copied()));
        Ok(Trials {
            baseline: levels.iter().map(|l| self.baseline[l]).collect(),
            candidates: own.chunks(levels.len()).map(<[Trial]>::to_vec).collect(),
        })
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
        let plan = self.course.plan.clone();
        let mut levels =
            Chance::new("finals", plan.seed, 0).sample(plan.levels, self.course.finals);
        levels.sort_unstable();
        self.bar.phase("finals");
        let trials = self.trials(&finalists, &levels)?;
        let fitness = |row: &Vec<Trial>| plan.measure.fitness(row, &trials.baseline, &plan.costs);
        let fitness: Vec<f64> = trials.candidates.iter().map(fitness).collect();
        let best = engine::evolve::operators::ranked(&fitness)[0];
        let report = Report::new(&self.course, &trials.candidates[best], &trials.baseline);
        let champion = finalists.swap_remove(best);
        self.journal.add(&Entry::Finals {
            after: self.course.generations,
            champion: champion.clone(),
            report: report.clone(),
        })?;
        Ok((champion, report))
    }

    /// The champion beside the baseline on levels that had no part in the
    /// breeding.
    fn held_out(&mut self, champion: &Genome) -> Result<Option<Report>, Halted> {
        let players = [self.course.baseline.clone(), self.course.player(champion)];
        self.bar.phase("held-out levels");
        let (mut own, mut base) = (Vec::new(), Vec::new());
        for levels in self.course.pool.test.chunks(STRETCH) {
            let trials = match self.past.pop_front() {
                Some(Entry::HeldOut { trials, .. }) => trials,
                _ => {
                    let each = |level| [(0, level), (1, level)];
                    let work: Vec<_> = levels.iter().flat_map(each).collect();
                    self.bar.expect(work.len());
                    let trials = self.field.run(&players, &work, || self.bar.advance())?;
                    self.journal.add(&Entry::HeldOut {
                        after: self.course.generations,
                        trials: trials.clone(),
                    })?;
                    trials
                }
            };
            base.extend(trials.iter().step_by(2));
            own.extend(trials.iter().skip(1).step_by(2));
        }
        Ok((!own.is_empty()).then(|| Report::new(&self.course, &own, &base)))
    }
}
