//! How far people who rate the same things agree.

use super::association::pearson;
use super::sample::mean;
use crate::mixed::{Rating, Variances};

/// Krippendorff's alpha for interval data: one less the squared differences
/// within levels over those that chance would make. One is full agreement, zero
/// is chance. Levels with one rating say nothing; none where all ratings are
/// the same, or no level has two.
pub fn krippendorff(ratings: &[Rating]) -> Option<f64> {
    let of_levels: Vec<Vec<f64>> = by_level(ratings)
        .into_iter()
        .filter(|values| values.len() > 1)
        .collect();
    let squares = |values: &[f64]| -> f64 {
        let middle = mean(values).unwrap_or_default();
        values.iter().map(|value| (value - middle).powi(2)).sum()
    };
    // Sums of squared differences of all pairs are squares about the mean
    // times the number of values.
    let within = |values: &Vec<f64>| {
        let count = values.len() as f64;
        squares(values) * count / (count - 1.0)
    };
    let all: Vec<f64> = of_levels.concat();
    let observed = of_levels.iter().map(within).sum::<f64>() / all.len().max(1) as f64;
    let expected = squares(&all) / (all.len().max(2) - 1) as f64;
    (expected > 1e-12).then(|| 1.0 - observed / expected)
}

/// The share of the variance of ratings that levels make: the intraclass
/// correlation of means of so many ratings, each by another player (1 is a
/// single rating), where players' offsets count as disagreement.
pub fn intraclass(variances: &Variances, ratings: f64) -> Option<f64> {
    let Variances {
        level,
        player,
        noise,
        ..
    } = *variances;
    let whole = level + (player + noise) / ratings;
    (whole > 1e-12 && ratings > 0.0).then(|| level / whole)
}

/// The correlation of each player's ratings with the means of what all others
/// said of the same levels, for players with at least three such levels; none
/// for those who always said the same.
pub fn with_others(ratings: &[Rating]) -> Vec<Option<f64>> {
    const LEAST: usize = 3;
    let of_levels = by_level(ratings);
    let sums: Vec<f64> = of_levels.iter().map(|values| values.iter().sum()).collect();
    let players = ratings.iter().map(|r| r.player + 1).max().unwrap_or(0);
    let mut pairs = vec![(Vec::new(), Vec::new()); players];
    for rating in ratings {
        let others = of_levels[rating.level].len() - 1;
        if others > 0 {
            let (own, of_others) = &mut pairs[rating.player];
            own.push(rating.value);
            of_others.push((sums[rating.level] - rating.value) / others as f64);
        }
    }
    let correlation = |(own, others): (Vec<f64>, Vec<f64>)| match own.len() >= LEAST {
        true => pearson(&own, &others),
        false => None,
    };
    pairs.into_iter().map(correlation).collect()
}

fn by_level(ratings: &[Rating]) -> Vec<Vec<f64>> {
    let levels = ratings.iter().map(|r| r.level + 1).max().unwrap_or(0);
    let mut of_levels = vec![Vec::new(); levels];
    for rating in ratings {
        of_levels[rating.level].push(rating.value);
    }
    of_levels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratings(rows: &[&str]) -> Vec<Rating> {
        let mut all = Vec::new();
        for (player, row) in rows.iter().enumerate() {
            for (level, word) in row.split_whitespace().enumerate() {
                if let Ok(value) = word.parse() {
                    all.push(Rating {
                        level,
                        player,
                        value,
                    });
                }
            }
        }
        all
    }

    #[test]
    fn krippendorff_is_as_published() {
        // Krippendorff (2011), four observers and twelve units: 0.849 for
        // interval data.
        let all = ratings(&[
            "1 2 3 3 2 1 4 1 2 . . .",
            "1 2 3 3 2 2 4 1 2 5 . 3",
            ". 3 3 3 2 3 4 2 2 5 1 .",
            "1 2 3 3 2 4 4 1 2 5 1 .",
        ]);
        let alpha = krippendorff(&all).unwrap();
        assert!((alpha - 0.849).abs() < 5e-4, "{alpha}");
        assert_eq!(krippendorff(&ratings(&["3 3", "3 3"])), None);
        assert_eq!(krippendorff(&ratings(&["1 2 3"])), None);
        assert_eq!(krippendorff(&[]), None);
    }

    #[test]
    fn shares_of_variance_are_as_worked_out_by_hand() {
        let variances = Variances {
            level: 4.0,
            player: 1.0,
            slope: None,
            noise: 3.0,
        };
        assert_eq!(intraclass(&variances, 1.0), Some(0.5));
        assert_eq!(intraclass(&variances, 4.0), Some(0.8));
        assert_eq!(intraclass(&variances, 0.0), None);
    }

    #[test]
    fn players_go_with_the_others_or_against_them() {
        let all = ratings(&["1 2 3 4", "2 3 4 5", "5 4 4 3", "4 4 4 4", "1 2 . ."]);
        let found = with_others(&all);
        assert!(found[0].unwrap() > 0.3 && found[1].unwrap() > 0.3);
        assert!(found[2].unwrap() < -0.9);
        assert_eq!((found[3], found[4]), (None, None));
    }
}
