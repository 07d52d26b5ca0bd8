//! Which level a player gets next.

use super::Identity;
use super::catalog::{Catalog, GameLevels};
use super::identity::digest;
use engine::chance::Chance;
use std::collections::HashSet;

/// A level of the tutorial that the player has not had, in order.
pub(super) fn tutorial(
    catalog: &Catalog,
    game: &GameLevels,
    had: &HashSet<String>,
) -> Option<usize> {
    let is_new = |&number: &usize| !had.contains(&catalog.levels()[number].id);
    game.tutorial.iter().copied().find(is_new)
}

/// A random level to rate that the player has not had: those with fewer
/// ratings are likelier. `number` is that of the play; the same player with
/// the same number and counts gets the same level.
pub(super) fn rated(
    catalog: &Catalog,
    game: &GameLevels,
    had: &HashSet<String>,
    who: &Identity,
    number: u32,
) -> Option<usize> {
    let is_new = |&number: &usize| !had.contains(&catalog.levels()[number].id);
    let free: Vec<usize> = game.levels.iter().copied().filter(is_new).collect();
    let counts: Vec<i64> = free.iter().map(|&level| catalog.count(level)).collect();
    let name = digest(&[&catalog.study, " ", &who.secret, " ", &game.game]);
    let seed = u64::from_str_radix(&name[..16], 16).unwrap_or_default();
    let draw = Chance::new("study level", seed, number.into()).unit();
    draw_weighted(&counts, catalog.bias, draw).map(|place| free[place])
}

/// The place that a number in [0, 1) falls on, where each has the weight
/// `1 / (1 + count - least)^bias`.
fn draw_weighted(counts: &[i64], bias: f64, draw: f64) -> Option<usize> {
    let least = counts.iter().min()?;
    let weight = |count: &i64| ((1 + count - least) as f64).powf(-bias);
    let mut left = draw * counts.iter().map(weight).sum::<f64>();
    for (place, count) in counts.iter().enumerate() {
        left -= weight(count);
        if left < 0.0 {
            return Some(place);
        }
    }
    // Rounding may leave a little.
    Some(counts.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(counts: &[i64], bias: f64) -> Vec<f64> {
        let draws = 100_000;
        let mut found = vec![0.0; counts.len()];
        for draw in 0..draws {
            let draw = f64::from(draw) / f64::from(draws);
            found[draw_weighted(counts, bias, draw).unwrap()] += 1.0 / f64::from(draws);
        }
        found
    }

    #[test]
    fn levels_with_fewer_ratings_are_likelier() {
        let close = |found: Vec<f64>, wanted: &[f64]| {
            let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-3;
            assert!(found.iter().zip(wanted).all(near), "{found:?}");
        };
        close(shares(&[5, 5, 5, 5], 2.0), &[0.25; 4]);
        close(shares(&[7, 0, 3], 0.0), &[1.0 / 3.0; 3]);
        // Weights 1, 1/4, 1/9 of their sum, 49/36.
        let all = 49.0;
        let wanted = [36.0 / all, 9.0 / all, 4.0 / all];
        close(shares(&[10, 11, 12], 2.0), &wanted);
        // Counts that were taken off twice do no harm.
        close(shares(&[-1, 0, 1], 2.0), &wanted);
    }

    #[test]
    fn there_may_be_nothing_to_draw() {
        assert_eq!(draw_weighted(&[], 2.0, 0.5), None);
        assert_eq!(draw_weighted(&[3], 2.0, 0.999_999), Some(0));
    }
}
