//! What was gathered of one game, joined: its levels, and the plays of each.

use crate::study::data::{Dump, Ended, Phase, PlayRow, StudyLevel};
use crate::study::export::{moves_over_fewest, scaled};
use lab::mixed::Rating;
use lab::statistics::sample::mean;
use std::collections::HashMap;

/// One game of a study: levels that are rated, and their plays.
pub(super) struct Gathered<'a> {
    pub(super) game: &'a str,
    /// The levels, in the study's order.
    pub(super) levels: Vec<OfLevel<'a>>,
    /// All ratings; levels and players by their numbers.
    pub(super) ratings: Vec<Rating>,
    /// The names of those who rated, by their numbers.
    pub(super) players: Vec<&'a str>,
}

/// A level and its plays that ended.
pub(super) struct OfLevel<'a> {
    pub(super) level: &'a StudyLevel,
    pub(super) plays: Vec<&'a PlayRow>,
    /// Ratings, and the same with each player's lowest as 1 and highest as 10.
    pub(super) ratings: Vec<f64>,
    pub(super) scaled: Vec<f64>,
}

impl<'a> Gathered<'a> {
    /// Each game, in the order of the levels.
    pub(super) fn of(dump: &'a Dump) -> Vec<Gathered<'a>> {
        let mut games: Vec<&str> = Vec::new();
        for level in &dump.levels {
            if !games.contains(&level.game.as_str()) {
                games.push(&level.game);
            }
        }
        let scaled = scaled(dump);
        let of_game = |game: &&'a str| Gathered::of_game(dump, game, &scaled);
        games.iter().map(of_game).collect()
    }

    fn of_game(dump: &'a Dump, game: &'a str, scaled: &HashMap<&str, f64>) -> Gathered<'a> {
        let rated = |level: &&StudyLevel| level.game == game && level.phase == Phase::Levels;
        let none = |level: &'a StudyLevel| OfLevel {
            level,
            plays: Vec::new(),
            ratings: Vec::new(),
            scaled: Vec::new(),
        };
        let mut levels: Vec<OfLevel> = dump.levels.iter().filter(rated).map(none).collect();
        let places = levels.iter().enumerate();
        let places: HashMap<&str, usize> = places
            .map(|(index, of)| (of.level.id.as_str(), index))
            .collect();
        let (mut ratings, mut players) = (Vec::new(), Vec::new());
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let ended = |play: &&PlayRow| {
            play.game == game && play.phase == Phase::Levels && play.closed.is_some()
        };
        for play in dump.plays.iter().filter(ended) {
            let Some(&place) = places.get(play.level.as_str()) else {
                continue;
            };
            let of = &mut levels[place];
            of.plays.push(play);
            of.scaled.extend(scaled.get(play.play.as_str()));
            if let Some(rating) = play.rating {
                of.ratings.push(f64::from(rating));
                let player = *numbers.entry(&play.player).or_insert_with(|| {
                    players.push(play.player.as_str());
                    players.len() - 1
                });
                ratings.push(Rating {
                    level: place,
                    player,
                    value: f64::from(rating),
                });
            }
        }
        Gathered {
            game,
            levels,
            ratings,
            players,
        }
    }

    /// The plays of all levels.
    pub(super) fn plays(&self) -> impl Iterator<Item = &'a PlayRow> {
        self.levels.iter().flat_map(|of| of.plays.iter().copied())
    }
}

impl OfLevel<'_> {
    /// How many plays solved it.
    pub(super) fn solved(&self) -> usize {
        self.plays.iter().filter(|play| is_solved(play)).count()
    }

    /// The seconds of the plays that solved it.
    pub(super) fn seconds(&self) -> Vec<f64> {
        let closed = self.plays.iter().filter(|play| is_solved(play));
        closed
            .filter_map(|play| Some(play.closed.as_ref()?.seconds))
            .collect()
    }

    /// The mean of the moves that solved plays took beyond the fewest.
    pub(super) fn over(&self) -> Option<f64> {
        let over = |play: &&PlayRow| moves_over_fewest(play, self.level);
        let all: Vec<f64> = self
            .plays
            .iter()
            .filter_map(over)
            .map(|over| over as f64)
            .collect();
        mean(&all)
    }
}

/// Whether a play solved its level.
pub(super) fn is_solved(play: &PlayRow) -> bool {
    let closed = play.closed.as_ref();
    closed.is_some_and(|closed| closed.ended == Ended::Solved)
}
