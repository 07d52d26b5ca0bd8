//! The levels of a study in memory, and how often each was rated.

use super::admin::Counts;
use crate::study::data::{Phase, StudyLevel};
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};

/// The levels of one game, as numbers of the catalog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameLevels {
    /// The game's name.
    pub game: String,
    /// The tutorial, in order.
    pub tutorial: Vec<usize>,
    /// The levels to rate.
    pub levels: Vec<usize>,
}

impl GameLevels {
    /// The levels of one part.
    pub fn part(&self, phase: Phase) -> &[usize] {
        match phase {
            Phase::Tutorial => &self.tutorial,
            Phase::Levels => &self.levels,
        }
    }
}

/// The levels of a study.
#[derive(Debug)]
pub struct Catalog {
    /// The study's name.
    pub study: String,
    /// How much levels with fewer ratings are preferred: 0 is not at all.
    pub bias: f64,
    levels: Vec<StudyLevel>,
    games: Vec<GameLevels>,
    numbers: HashMap<String, usize>,
    /// Ratings and plays under way of each level, as far as is known: they
    /// only lead the choice of levels.
    counts: Vec<AtomicI64>,
}

impl Catalog {
    /// The levels of a study; games are in the order of their first levels.
    pub fn new(study: impl Into<String>, levels: Vec<StudyLevel>, bias: f64) -> Catalog {
        let mut games: Vec<GameLevels> = Vec::new();
        let mut order: Vec<usize> = (0..levels.len()).collect();
        order.sort_by_key(|&number| levels[number].place);
        for level in &levels {
            if games.iter().all(|game| game.game != level.game) {
                games.push(GameLevels {
                    game: level.game.clone(),
                    ..GameLevels::default()
                });
            }
        }
        for number in order {
            let level = &levels[number];
            for game in games.iter_mut().filter(|game| game.game == level.game) {
                match level.phase {
                    Phase::Tutorial => game.tutorial.push(number),
                    Phase::Levels => game.levels.push(number),
                }
            }
        }
        let number = |(number, level): (usize, &StudyLevel)| (level.id.clone(), number);
        Catalog {
            study: study.into(),
            bias,
            games,
            numbers: levels.iter().enumerate().map(number).collect(),
            counts: levels.iter().map(|_| AtomicI64::new(0)).collect(),
            levels,
        }
    }

    /// All levels.
    pub fn levels(&self) -> &[StudyLevel] {
        &self.levels
    }

    /// The games.
    pub fn games(&self) -> &[GameLevels] {
        &self.games
    }

    /// The game of that name.
    pub fn game(&self, name: &str) -> Option<&GameLevels> {
        self.games.iter().find(|game| game.game == name)
    }

    /// The level of that id.
    pub fn level(&self, id: &str) -> Option<&StudyLevel> {
        self.numbers.get(id).map(|&number| &self.levels[number])
    }

    /// Takes over what the database counts.
    pub fn set_counts(&self, counts: &Counts) {
        for (level, count) in self.levels.iter().zip(&self.counts) {
            let found = counts.levels.get(&level.id).copied().unwrap_or(0);
            count.store(found, Ordering::Relaxed);
        }
    }

    /// Ratings and plays under way of a level.
    pub(super) fn count(&self, number: usize) -> i64 {
        self.counts[number].load(Ordering::Relaxed)
    }

    /// A level was handed out (1), or given up (-1).
    pub(super) fn add(&self, id: &str, change: i64) {
        if let Some(&number) = self.numbers.get(id) {
            self.counts[number].fetch_add(change, Ordering::Relaxed);
        }
    }
}
