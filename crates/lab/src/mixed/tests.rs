//! Models beside a published one, and beside a known truth.

use super::*;
use crate::statistics::association::pearson;
use engine::chance::Chance;

/// Davies and Goldsmith (1972): diameters on 24 plates, a row each, of six
/// samples of penicillin.
const PENICILLIN: [[f64; 6]; 24] = [
    [27., 23., 26., 23., 23., 21.],
    [27., 23., 26., 23., 23., 21.],
    [25., 21., 25., 24., 24., 20.],
    [26., 23., 25., 23., 23., 20.],
    [25., 22., 26., 22., 23., 20.],
    [24., 22., 25., 23., 22., 19.],
    [24., 20., 23., 21., 22., 19.],
    [26., 22., 26., 24., 24., 21.],
    [24., 21., 24., 22., 22., 20.],
    [24., 21., 24., 23., 22., 19.],
    [26., 23., 26., 24., 24., 21.],
    [25., 22., 26., 24., 24., 20.],
    [26., 24., 26., 24., 25., 22.],
    [26., 23., 26., 23., 23., 20.],
    [26., 23., 25., 24., 24., 22.],
    [25., 22., 25., 23., 23., 20.],
    [25., 21., 24., 23., 23., 20.],
    [25., 22., 24., 23., 23., 19.],
    [24., 21., 23., 21., 21., 19.],
    [26., 23., 26., 24., 24., 21.],
    [25., 21., 24., 22., 22., 18.],
    [25., 22., 25., 22., 22., 20.],
    [24., 21., 24., 22., 24., 19.],
    [24., 21., 24., 22., 21., 18.],
];

fn penicillin(turned: bool) -> Vec<Rating> {
    let mut ratings = Vec::new();
    for (plate, row) in PENICILLIN.iter().enumerate() {
        for (sample, value) in row.iter().enumerate() {
            let (level, player) = if turned {
                (sample, plate)
            } else {
                (plate, sample)
            };
            ratings.push(Rating {
                level,
                player,
                value: *value,
            });
        }
    }
    ratings
}

#[test]
fn penicillin_is_as_published() {
    // Bates (2010): standard deviations 0.84671, 1.93157 and 0.54992 by
    // restricted maximum likelihood, and a mean of 22.9722.
    for turned in [false, true] {
        let model = crossed(&penicillin(turned)).unwrap();
        let Variances {
            level,
            player,
            noise,
            ..
        } = model.variances;
        let (plate, sample) = if turned {
            (player, level)
        } else {
            (level, player)
        };
        let found = [plate.sqrt(), sample.sqrt(), noise.sqrt(), model.mean];
        for (found, expected) in found.into_iter().zip([0.84671, 1.93157, 0.54992, 22.9722]) {
            assert!((found - expected).abs() < 2e-4, "{found}, not {expected}");
        }
    }
}

#[test]
fn complete_designs_have_effects_as_worked_out_by_hand() {
    // Where everybody rates everything, an estimate is the level's mean.
    let ratings = penicillin(false);
    let model = crossed(&ratings).unwrap();
    for (plate, row) in PENICILLIN.iter().enumerate() {
        let mean = row.iter().sum::<f64>() / 6.0;
        assert!((model.difficulty(plate) - mean).abs() < 0.01, "{plate}");
        // The best prediction is shrunken by the share of noise in a mean.
        let Variances { level, noise, .. } = model.variances;
        let kept = level / (level + noise / 6.0);
        let predicted = model.levels[plate].predicted;
        assert!((predicted - kept * (mean - model.mean)).abs() < 0.01);
        assert!(
            (model.worth(plate) - 6.0).abs() < 0.4,
            "{}",
            model.worth(plate)
        );
    }
}

/// Each of the players rates some of the levels.
fn simulated(offset: f64, slope: f64, noise: f64) -> (Vec<f64>, Vec<Rating>) {
    let mut chance = Chance::new("mixed test", 5, 0);
    let levels: Vec<f64> = (0..40).map(|_| 2.0 * chance.normal()).collect();
    let mut ratings = Vec::new();
    for player in 0..30 {
        let (off, steep) = (offset * chance.normal(), 1.0 + slope * chance.normal());
        for level in chance.sample(levels.len(), 16) {
            let value = 5.0 + off + steep * levels[level] + noise * chance.normal();
            ratings.push(Rating {
                level,
                player,
                value,
            });
        }
    }
    (levels, ratings)
}

#[test]
fn variances_are_found_again() {
    let (truth, ratings) = simulated(1.5, 0.0, 1.0);
    let model = crossed(&ratings).unwrap();
    let near = |found: f64, expected: f64| (found.sqrt() / expected - 1.0).abs() < 0.3;
    let Variances {
        level,
        player,
        noise,
        ..
    } = model.variances;
    assert!(
        near(level, 2.0) && near(player, 1.5) && near(noise, 1.0),
        "{model:?}"
    );
    let found: Vec<f64> = (0..truth.len())
        .map(|level| model.difficulty(level))
        .collect();
    assert!(pearson(&found, &truth).unwrap() > 0.98);
}

#[test]
fn slopes_are_found_where_there_are_any() {
    let (_, ratings) = simulated(1.0, 0.4, 0.7);
    let slopes = |ratings: &[Rating]| with_slopes(ratings).unwrap().variances.slope.unwrap();
    let found = slopes(&ratings).sqrt();
    assert!((0.25..0.6).contains(&found), "{found}");
    let (_, equal) = simulated(1.0, 0.0, 0.7);
    assert!(slopes(&equal).sqrt() < 0.15, "{}", slopes(&equal).sqrt());
}

#[test]
fn players_who_do_not_differ_change_nothing() {
    let (truth, ratings) = simulated(0.0, 0.0, 1.0);
    let model = crossed(&ratings).unwrap();
    assert!(model.variances.player < 0.1, "{:?}", model.variances);
    for level in 0..truth.len() {
        let of_level: Vec<f64> = ratings
            .iter()
            .filter(|r| r.level == level)
            .map(|r| r.value)
            .collect();
        let mean = of_level.iter().sum::<f64>() / of_level.len() as f64;
        assert!((model.difficulty(level) - mean).abs() < 0.3, "{level}");
    }
}

#[test]
fn too_few_ratings_have_no_model() {
    let rating = |value| Rating {
        level: 0,
        player: 0,
        value,
    };
    assert_eq!(crossed(&[]), None);
    assert_eq!(crossed(&[rating(1.0), rating(2.0)]), None);
    assert_eq!(with_slopes(&[rating(3.0); 5]), None);
}

#[test]
fn levels_share_what_is_not_known_of_their_players() {
    // Where all rate everything, estimates are means: the noise of a mean on
    // the diagonal, and the mean of the players' offsets in all of them.
    let model = crossed(&penicillin(false)).unwrap();
    let Variances { player, noise, .. } = model.variances;
    let doubt = model.doubt.unwrap();
    for (i, j) in [(0, 0), (5, 5), (0, 1), (7, 3)] {
        let own = if i == j { noise / 6.0 } else { 0.0 };
        let expected = player / 6.0 + own;
        assert!((doubt[(i, j)] / expected - 1.0).abs() < 1e-6, "{i} {j}");
    }
}
