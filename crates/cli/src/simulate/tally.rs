//! Sums over games: wins, fitness in the groups of Donkersteeg's figures 6.1,
//! 6.3 and 6.5, and rounds.

use engine::record::PlayRow;

/// The groups of fitness, each with its largest; the thesis (section 6.1)
/// names 0, up to 5, 6 to 10, and at the end 40 to 52 and 52.
pub(crate) const GROUPS: [(&str, u32); 8] = [
    ("0", 0),
    ("1-5", 5),
    ("6-10", 10),
    ("11-20", 20),
    ("21-30", 30),
    ("31-40", 40),
    ("41-51", 51),
    ("52", 52),
];

/// The groups of games that are called stuck between 0 and 20.
const STUCK: usize = 4;

/// Sums over some games.
#[derive(Clone, Default)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    /// Games by group of fitness.
    pub(crate) groups: [u64; GROUPS.len()],
    pub(crate) fitness: u64,
    /// Rounds of the games that were won.
    pub(crate) winning_rounds: u64,
    pub(crate) seconds: f64,
    /// The fitness by round of games that were won, where that is asked for.
    pub(crate) paths: Vec<(String, Vec<u32>)>,
}

impl Tally {
    pub(crate) fn count(&mut self, row: &PlayRow, keep_path: bool) {
        self.add(row.won, row.fitness, row.rounds);
        self.seconds += row.seconds.unwrap_or_default();
        if keep_path && row.won {
            self.paths.push((row.id.clone(), row.path.clone()));
        }
    }

    pub(crate) fn add(&mut self, won: bool, fitness: u32, rounds: u64) {
        let group = GROUPS.iter().position(|(_, most)| fitness <= *most);
        self.groups[group.unwrap_or(GROUPS.len() - 1)] += 1;
        self.fitness += u64::from(fitness);
        if won {
            self.wins += 1;
            self.winning_rounds += rounds;
        }
    }

    pub(crate) fn join(&mut self, other: Tally) {
        self.wins += other.wins;
        for (sum, more) in self.groups.iter_mut().zip(other.groups) {
            *sum += more;
        }
        self.fitness += other.fitness;
        self.winning_rounds += other.winning_rounds;
        self.seconds += other.seconds;
        self.paths.extend(other.paths);
    }

    pub(crate) fn games(&self) -> u64 {
        self.groups.iter().sum()
    }

    /// The mean fitness, if there was a game.
    pub(crate) fn mean_fitness(&self) -> Option<f64> {
        share(self.fitness, self.games())
    }

    /// The mean number of rounds of games that were won.
    pub(crate) fn rounds_to_win(&self) -> Option<f64> {
        share(self.winning_rounds, self.wins)
    }

    /// The share of games that ended with at most 20 cards home.
    pub(crate) fn stuck(&self) -> Option<f64> {
        share(self.groups[..STUCK].iter().sum(), self.games())
    }

    /// The share of games that were won.
    pub(crate) fn win_rate(&self) -> Option<f64> {
        share(self.wins, self.games())
    }
}

fn share(some: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| some as f64 / all as f64)
}
