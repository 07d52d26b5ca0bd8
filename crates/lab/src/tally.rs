//! Sums over the rows of a run: how many levels were solved and how long
//! solutions are, how many games were won and how far the others came.

use crate::statistics::Histogram;
use engine::Verdict;
use engine::play::Progress;
use engine::record::{PlayRow, SolutionRow};
use std::collections::BTreeMap;

/// Counts of one game's levels.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// The metric of the lengths.
    pub metric: &'static str,
    /// Levels proved unsolvable.
    pub unsolvable: u64,
    /// Levels that hit a limit.
    pub gave_up: u64,
    /// Lengths of the solutions.
    pub lengths: Histogram,
    /// Whether solutions were to be counted and a limit came first.
    pub open: bool,
}

impl Solved {
    /// All levels.
    pub fn levels(&self) -> u64 {
        self.lengths.len() + self.unsolvable + self.gave_up
    }
}

/// Counts of levels, by game.
#[derive(Clone, Debug, Default)]
pub struct SolveTally(pub BTreeMap<&'static str, Solved>);

impl SolveTally {
    /// Counts a level; `open` says that its solutions were to be counted and
    /// were not.
    pub fn count(
        &mut self,
        game: &'static str,
        metric: &'static str,
        row: &SolutionRow,
        open: bool,
    ) {
        let counts = self.0.entry(game).or_default();
        counts.metric = metric;
        counts.open |= open;
        match row.verdict {
            Verdict::Solved => {
                let length = row.lengths.get(metric).copied();
                counts.lengths.add(length.unwrap_or_default());
            }
            Verdict::Unsolvable => counts.unsolvable += 1,
            Verdict::GaveUp(_) => counts.gave_up += 1,
        }
    }

    /// Whether some level was left undecided.
    pub fn gave_up(&self) -> bool {
        let mut all = self.0.values();
        all.any(|counts| counts.gave_up > 0 || counts.open)
    }

    /// Whether some level was proved unsolvable.
    pub fn unsolvable(&self) -> bool {
        self.0.values().any(|counts| counts.unsolvable > 0)
    }

    /// All levels.
    pub fn levels(&self) -> u64 {
        self.0.values().map(Solved::levels).sum()
    }

    /// Takes in what another one has counted.
    pub fn join(&mut self, other: SolveTally) {
        for (game, more) in other.0 {
            let counts = self.0.entry(game).or_default();
            counts.metric = more.metric;
            counts.unsolvable += more.unsolvable;
            counts.gave_up += more.gave_up;
            counts.lengths.join(more.lengths);
            counts.open |= more.open;
        }
    }
}

/// Sums over games that were played.
#[derive(Clone, Debug, Default)]
pub struct PlayTally {
    /// Games that were won.
    pub wins: u64,
    /// Games by how far they came.
    pub fitness: Histogram,
    /// Rounds of the games that were won.
    pub winning_rounds: Histogram,
    /// Wall-clock time of all games.
    pub seconds: f64,
    /// The fitness by round of games that were won, where that is kept.
    pub paths: Vec<(String, Vec<u32>)>,
}

impl PlayTally {
    /// Counts a game.
    pub fn count(&mut self, row: &PlayRow, keep_path: bool) {
        self.add(row.won, row.fitness, row.rounds);
        self.seconds += row.seconds.unwrap_or_default();
        if keep_path && row.won {
            self.paths.push((row.id.clone(), row.path.clone()));
        }
    }

    /// Counts a game by its figures.
    pub fn add(&mut self, won: bool, fitness: u32, rounds: u64) {
        self.fitness.add(fitness.into());
        if won {
            self.wins += 1;
            self.winning_rounds.add(rounds);
        }
    }

    /// Takes in what another one has counted.
    pub fn join(&mut self, other: PlayTally) {
        self.wins += other.wins;
        self.fitness.join(other.fitness);
        self.winning_rounds.join(other.winning_rounds);
        self.seconds += other.seconds;
        self.paths.extend(other.paths);
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.fitness.len()
    }

    /// The share of games that were won.
    pub fn win_rate(&self) -> Option<f64> {
        share(self.wins, self.games())
    }

    /// Games by the groups of fitness that the game names.
    pub fn groups(&self, progress: &Progress) -> Vec<(&'static str, u64)> {
        let mut least = 0;
        let group = |&(name, most): &(&'static str, u32)| {
            let games = self.fitness.between(least, most.into());
            least = u64::from(most) + 1;
            (name, games)
        };
        progress.groups.iter().map(group).collect()
    }

    /// The share of games that got stuck early.
    pub fn stuck(&self, progress: &Progress) -> Option<f64> {
        let games = self.fitness.between(0, progress.stuck.into());
        share(games, self.games())
    }
}

fn share(some: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| some as f64 / all as f64)
}
