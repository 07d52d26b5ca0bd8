//! Ratings on a scale that ends: who would have said twelve said ten. A rating
//! at an end of the scale says only that the level felt at least so hard, or
//! so easy, which pulls the means of the hardest and the easiest levels
//! inwards. Here such a rating stands for what the model expects beyond that
//! end (Tobin, 1958, by the steps of Dempster, Laird and Rubin, 1977), and the
//! model is fitted again until that no longer changes.

use super::{Mixed, Rating, crossed};
use statrs::distribution::{Continuous, ContinuousCDF, Normal};

/// Steps at most, and when to stop before.
const ROUNDS: usize = 8;
const STILL: f64 = 0.01;
/// Ratings are whole numbers: what is felt half a step inwards is rounded to
/// the end.
const HALF_STEP: f64 = 0.5;

/// Fits the model of crossed effects to whole ratings on a scale with these
/// ends; none where [`crossed`] has none.
pub fn with_ends(ratings: &[Rating], [low, high]: [f64; 2]) -> Option<Mixed> {
    let mut felt = ratings.to_vec();
    let mut model = crossed(ratings)?;
    for _ in 0..ROUNDS {
        let spread = model.variances.noise.sqrt();
        let mut most = 0.0_f64;
        for (felt, given) in felt.iter_mut().zip(ratings) {
            let expected = model.difficulty(given.level) + model.players[given.player];
            let value = if given.value >= high {
                expected + spread * beyond((high - HALF_STEP - expected) / spread)
            } else if given.value <= low {
                expected - spread * beyond((expected - low - HALF_STEP) / spread)
            } else {
                continue;
            };
            most = most.max((value - felt.value).abs());
            felt.value = value;
        }
        if most < STILL {
            break;
        }
        model = crossed(&felt)?;
    }
    Some(model)
}

/// The mean of a standard normal number that is not below this.
fn beyond(least: f64) -> f64 {
    /// From here on the share above is too small to divide by.
    const FAR: f64 = 8.0;
    let normal = Normal::standard();
    match least > FAR {
        true => least + 1.0 / least,
        false => normal.pdf(least) / normal.sf(least),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::chance::Chance;

    #[test]
    fn means_beyond_a_bound_are_known() {
        for (least, mean) in [
            (-9.0, 0.0),
            (0.0, 0.797_885),
            (2.0, 2.373_216),
            (9.0, 9.1085),
        ] {
            assert!((beyond(least) - mean).abs() < 3e-3, "{least}");
        }
    }

    #[test]
    fn what_the_scale_cuts_off_comes_back() {
        let mut chance = Chance::new("ends test", 1, 0);
        let truth: Vec<f64> = (0..20).map(|level| 1.5 + 0.42 * f64::from(level)).collect();
        let mut ratings = Vec::new();
        for player in 0..150 {
            let severity = chance.normal();
            for (level, hard) in truth.iter().enumerate() {
                let value = (hard + severity + chance.normal()).round().clamp(1.0, 10.0);
                ratings.push(Rating {
                    level,
                    player,
                    value,
                });
            }
        }
        let off = |model: &Mixed, level: usize| (model.difficulty(level) - truth[level]).abs();
        let (cut, whole) = (
            crossed(&ratings).unwrap(),
            with_ends(&ratings, [1.0, 10.0]).unwrap(),
        );
        for level in [0, 19] {
            assert!(off(&cut, level) > 0.2, "{}", off(&cut, level));
            let (before, after) = (off(&cut, level), off(&whole, level));
            assert!(after < before / 2.0, "{before} {after}");
        }
        // Nothing is changed where nothing lies at an end.
        assert_eq!(with_ends(&ratings, [-9.0, 20.0]), Some(cut));
        assert_eq!(with_ends(&[], [1.0, 10.0]), None);
    }
}
