//! Breeding weights. A genome is a point of the unit cube; a [`Scheme`] turns
//! one generation of genomes into the next by their fitness. [`Evolution`]
//! runs a scheme over levels, with or without [`parasites`], and knows
//! neither the game nor the solver: the caller runs all searches of a
//! generation, on as many threads as it likes. Every random number comes from
//! a stream of the run's seed and the generation ([`crate::chance`]), so a run is
//! resumed from its written state alone.

pub mod adaptive;
pub mod cma;
pub mod eigen;
pub mod fitness;
#[cfg(test)]
mod known;
pub mod operators;
pub mod paper;
pub mod parasites;

use crate::chance::Chance;
use adaptive::Adaptive;
use cma::Cma;
use fitness::{Costs, Ending, Measure, Trial};
use paper::Paper;
use parasites::{Parasites, SET};
use serde::{Deserialize, Serialize};

/// A weight for each feature, in [0, 1].
pub type Genome = Vec<f64>;

/// A way to breed.
pub trait Scheme {
    /// The genomes of this generation.
    fn candidates(&mut self, chance: &mut Chance) -> Vec<Genome>;
    /// Takes the fitness of the candidates, in their order, and makes the
    /// next generation; higher is better.
    fn learn(&mut self, fitness: &[f64], chance: &mut Chance);
    /// The genome that the scheme itself would bet on, where it has one
    /// besides the fittest candidates.
    fn favourite(&self) -> Option<Genome>;
}

/// The schemes by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SchemeName {
    /// [`Paper`].
    Paper,
    /// [`Adaptive`].
    Ga,
    /// [`Cma`].
    Cma,
}

impl SchemeName {
    /// The word used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            SchemeName::Paper => "paper",
            SchemeName::Ga => "ga",
            SchemeName::Cma => "cma",
        }
    }
}

/// Any of the schemes, as a run's state holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Breeder {
    Paper(Paper),
    Ga(Adaptive),
    Cma(Cma),
}

impl Breeder {
    fn scheme(&mut self) -> &mut dyn Scheme {
        match self {
            Breeder::Paper(scheme) => scheme,
            Breeder::Ga(scheme) => scheme,
            Breeder::Cma(scheme) => scheme,
        }
    }
}

/// What a run is to do; it stays the same from the first generation on.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The number that names the run's random streams.
    pub seed: u64,
    /// How many weights a genome has.
    pub genes: usize,
    /// Candidates of a generation, at least 2.
    pub population: usize,
    /// The way to breed.
    pub scheme: SchemeName,
    /// How many levels there are to train on, at least 1.
    pub levels: usize,
    /// How many of them a generation is measured on; with parasites, rounded
    /// up to whole sets.
    pub deals: usize,
    /// Whether the levels are chosen by [`Parasites`], or else drawn afresh
    /// for each generation.
    pub coevolve: bool,
    /// What fitness is.
    pub measure: Measure,
    /// What undecided levels cost.
    pub costs: Costs,
    /// A genome to start from.
    pub start: Option<Genome>,
}

/// The searches of one generation: a row for each candidate with a trial for
/// each level, and the baseline's.
pub struct Trials {
    /// The baseline on each level.
    pub baseline: Vec<Trial>,
    /// Each candidate on each level.
    pub candidates: Vec<Vec<Trial>>,
}

/// What a generation came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub generation: u64,
    /// The fitness of the fittest.
    pub best: f64,
    /// The mean fitness.
    pub mean: f64,
    /// The share of levels that the fittest solved.
    pub solved: f64,
    /// The states that all candidates looked at.
    pub states: u64,
    /// The fittest.
    pub champion: Genome,
}

/// A run between two generations. Written and read again, it goes on as if
/// nothing had happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evolution {
    breeder: Breeder,
    parasites: Option<Parasites>,
    generation: u64,
}

impl Evolution {
    /// A run before its first generation.
    pub fn new(plan: &Plan) -> Evolution {
        let mut chance = Chance::new("first", plan.seed, 0);
        let (genes, population, start) = (plan.genes, plan.population, plan.start.as_ref());
        let breeder = match plan.scheme {
            SchemeName::Paper => Breeder::Paper(Paper::new(genes, population, start, &mut chance)),
            SchemeName::Ga => Breeder::Ga(Adaptive::new(genes, population, start, &mut chance)),
            SchemeName::Cma => Breeder::Cma(Cma::new(genes, population, start)),
        };
        let mut chance = Chance::new("sets", plan.seed, 0);
        let sets = plan.deals.div_ceil(SET);
        Evolution {
            breeder,
            parasites: plan
                .coevolve
                .then(|| Parasites::new(sets, plan.levels, &mut chance)),
            generation: 0,
        }
    }

    /// How many generations are done.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The genome that the scheme would bet on, if it has one.
    pub fn favourite(&mut self) -> Option<Genome> {
        self.breeder.scheme().favourite()
    }

    /// Runs one generation. `measure` is given genomes and different levels
    /// and runs each on each; where it fails, the run must be dropped.
    pub fn step<E>(
        &mut self,
        plan: &Plan,
        measure: impl FnOnce(&[Genome], &[usize]) -> Result<Trials, E>,
    ) -> Result<Generation, E> {
        self.generation += 1;
        let drawn: Vec<usize> = match &self.parasites {
            Some(parasites) => parasites.sets().concat(),
            None => {
                Chance::new("deals", plan.seed, self.generation).sample(plan.levels, plan.deals)
            }
        };
        let mut levels = drawn.clone();
        levels.sort_unstable();
        levels.dedup();
        let mut chance = Chance::new("breed", plan.seed, self.generation);
        let candidates = self.breeder.scheme().candidates(&mut chance);
        let trials = measure(&candidates, &levels)?;

        // Sets may share levels; such a level was searched once and counts
        // for each of them.
        let spread = |row: &Vec<Trial>| -> Vec<Trial> {
            let place = |level| levels.partition_point(|l| l < level);
            drawn.iter().map(|level| row[place(level)]).collect()
        };
        let baseline = spread(&trials.baseline);
        let rows: Vec<Vec<Trial>> = trials.candidates.iter().map(spread).collect();
        let score = |row: &Vec<Trial>| plan.measure.fitness(row, &baseline, &plan.costs);
        let fitness: Vec<f64> = rows.iter().map(score).collect();

        self.breeder.scheme().learn(&fitness, &mut chance);
        if let Some(parasites) = &mut self.parasites {
            let met = mean_by_set(&rows, &baseline, &plan.costs);
            let mut chance = Chance::new("sets", plan.seed, self.generation);
            parasites.learn(&met, plan.levels, &mut chance);
        }
        let best = operators::ranked(&fitness)[0];
        let solved = rows[best].iter().filter(|t| t.ending == Ending::Solved);
        Ok(Generation {
            generation: self.generation,
            best: fitness[best],
            mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
            solved: solved.count() as f64 / drawn.len() as f64,
            states: trials.candidates.iter().flatten().map(|t| t.states).sum(),
            champion: candidates[best].clone(),
        })
    }
}

/// The mean over all solvers of their reduction of states on each set.
fn mean_by_set(rows: &[Vec<Trial>], baseline: &[Trial], costs: &Costs) -> Vec<f64> {
    let of_set = |(set, base): (usize, &[Trial])| {
        let own = |row: &Vec<Trial>| {
            let own = &row[set * SET..][..SET];
            Measure::Solved.fitness(own, base, costs).max(0.0)
        };
        rows.iter().map(own).sum::<f64>() / rows.len() as f64
    };
    baseline.chunks(SET).enumerate().map(of_set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(scheme: SchemeName, coevolve: bool) -> Plan {
        Plan {
            seed: 1,
            genes: 4,
            population: 12,
            scheme,
            levels: 500,
            deals: 13,
            coevolve,
            measure: Measure::Log,
            costs: Costs {
                budget: 1000,
                penalty: 10.0,
            },
            start: None,
        }
    }

    /// A made-up game: levels grow harder with their number, and a search
    /// costs more the farther its weights are from 0.2, 0.4, 0.6 and 0.8.
    fn trials(genomes: &[Genome], levels: &[usize]) -> Result<Trials, ()> {
        let trial = |far: f64, level: usize| {
            let states = ((10 + level) as f64 * (1.0 + 9.0 * far)) as u64;
            Trial {
                ending: if states < 1000 {
                    Ending::Solved
                } else {
                    Ending::GaveUp
                },
                states: states.min(1000),
                length: 1,
            }
        };
        let far = |genome: &Genome| -> f64 {
            let best = [0.2, 0.4, 0.6, 0.8];
            let each = genome.iter().zip(best).map(|(w, b)| (w - b) * (w - b));
            each.sum::<f64>().sqrt()
        };
        assert!(levels.windows(2).all(|pair| pair[0] < pair[1]));
        Ok(Trials {
            baseline: levels.iter().map(|&l| trial(0.5, l)).collect(),
            candidates: genomes
                .iter()
                .map(|g| levels.iter().map(|&l| trial(far(g), l)).collect())
                .collect(),
        })
    }

    #[test]
    fn every_scheme_breeds_better_weights() {
        for scheme in [SchemeName::Paper, SchemeName::Ga, SchemeName::Cma] {
            for coevolve in [false, true] {
                let plan = plan(scheme, coevolve);
                let mut evolution = Evolution::new(&plan);
                let mut means = Vec::new();
                for _ in 0..40 {
                    means.push(evolution.step(&plan, trials).unwrap().mean);
                }
                let (first, last) = (means[0], means[35..].iter().sum::<f64>() / 5.0);
                assert!(last > first, "{scheme:?} {coevolve}: {means:?}");
            }
        }
    }

    #[test]
    fn a_run_goes_on_from_its_written_state() {
        for scheme in [SchemeName::Paper, SchemeName::Ga, SchemeName::Cma] {
            let plan = plan(scheme, true);
            let mut whole = Evolution::new(&plan);
            let whole_rows: Vec<_> = (0..8).map(|_| whole.step(&plan, trials)).collect();
            let mut run = Evolution::new(&plan);
            for row in &whole_rows {
                assert_eq!(&run.step(&plan, trials), row);
                let text = serde_json::to_string(&run).unwrap();
                run = serde_json::from_str(&text).unwrap();
                assert_eq!(serde_json::to_string(&run).unwrap(), text);
            }
        }
    }

    #[test]
    fn all_of_a_short_list_of_levels_are_used() {
        let plan = Plan {
            levels: 3,
            ..plan(SchemeName::Cma, false)
        };
        let seen = Evolution::new(&plan).step(&plan, |genomes, levels| {
            assert_eq!(levels, [0, 1, 2]);
            trials(genomes, levels)
        });
        assert!(seen.is_ok());
    }
}
