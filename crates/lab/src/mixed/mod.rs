//! Ratings by people who differ: each is the mean, what the level adds, what
//! the player adds, and noise. Levels and players are crossed random effects
//! (`crossed`); where players also use the scale more or less widely, and
//! with more or less noise, that is estimated as well (`slopes`); where the
//! scale's ends cut off what players would say, that is made good (`ends`).
//! What comes out is how hard each level is, freed of who happened to rate it.

mod crossed;
mod ends;
mod simplex;
mod slopes;

pub use crossed::crossed;
pub use ends::with_ends;
pub use slopes::with_slopes;

use nalgebra::DMatrix;

/// One rating: levels and players are numbered from zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The level.
    pub level: usize,
    /// Who rated it.
    pub player: usize,
    /// The rating.
    pub value: f64,
}

/// What levels, players and chance each add to the variance of ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variances {
    /// Of levels.
    pub level: f64,
    /// Of players.
    pub player: f64,
    /// Of the players' slopes about one; none where all have the same.
    pub slope: Option<f64>,
    /// Of what is left.
    pub noise: f64,
}

/// A model of ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed {
    /// The mean of a typical level by a typical player.
    pub mean: f64,
    /// How much levels, players and chance differ.
    pub variances: Variances,
    /// What each level adds to the mean.
    pub levels: Vec<Effect>,
    /// What each player adds to the mean, shrunken towards zero.
    pub players: Vec<f64>,
    /// How widely each player uses the scale; one is usual.
    pub slopes: Vec<f64>,
    /// The covariance of the estimates of levels: levels that the same players
    /// rated share what is not known of these. Levels without ratings have
    /// zeros. None where players have slopes.
    pub doubt: Option<DMatrix<f64>>,
}

/// What a level adds to the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The best linear unbiased prediction: shrunken towards zero the more,
    /// the less is known.
    pub predicted: f64,
    /// An estimate that is not shrunken, to fit an equation to: what the
    /// ratings of the level say once the players are known.
    pub estimated: f64,
    /// The variance of the error of the estimate; infinite where nothing is
    /// known of the level.
    pub error: f64,
}

impl Mixed {
    /// How hard a level is on the scale of the ratings.
    pub fn difficulty(&self, level: usize) -> f64 {
        self.mean + self.levels[level].estimated
    }

    /// How many ratings by players who do not differ would tell as much of a
    /// level: its weight in a fit.
    pub fn worth(&self, level: usize) -> f64 {
        self.variances.noise / self.levels[level].error
    }
}

/// How many levels and players there are in the ratings.
fn sizes(ratings: &[Rating]) -> (usize, usize) {
    let most = |of: fn(&Rating) -> usize| ratings.iter().map(of).max().map_or(0, |most| most + 1);
    (most(|r| r.level), most(|r| r.player))
}

#[cfg(test)]
mod tests;
