//! How the weights of the prior were found: the player plays games against
//! itself with a plain prior, and a softmax over the plans' features is fitted
//! to the visits that its searches gave to the plans at their roots.

use super::guided_playout::Policy;
use super::node::Selection;
use super::plans::Caps;
use super::prior::{FEATURES, Prior, PriorWeights};
use super::tree::{Example, Leaf, Options};
use super::{MOST_PLANS, Planner};
use crate::cards::seeded::Seeded;
use crate::klondike::rules::Position;
use crate::klondike::variant::Variant;
use engine::chance::Chance;
use engine::{Budget, Hidden, Meter, Player, Puzzle, Unwatched};

/// Steps of the descent, and their size.
const STEPS: usize = 600;
const RATE: f64 = 0.05;
/// Pulls weights towards zero that nothing is known about.
const SHRINK: f64 = 1e-4;

/// Plays games with this many visits a decision and fits the prior to them.
pub fn fit_prior(variant: Variant, games: u64, effort: usize) -> PriorWeights {
    let options = Options {
        effort,
        selection: Selection::Puct(Prior::Policy(0.3)),
        explore: 0.6,
        expand_after: 30,
        width: 0,
        trees: 1,
        leaf: Leaf::Playout,
        caps: Caps {
            tables: 600,
            plans: MOST_PLANS,
        },
    };
    let mut player = Planner::new("training", options, 5, Policy::Scored);
    player.tree.examples = Some(Vec::new());
    for game in 0..games {
        play(&mut player, variant, game);
    }
    fit(&player.tree.examples.unwrap_or_default())
}

fn play(player: &mut Planner, variant: Variant, game: u64) {
    let mut position = Position::deal(variant, &Seeded::new("klondike prior", game).deck());
    let mut chance = Chance::new("klondike prior", game, 0);
    let mut meter = Meter::new(&Budget::default(), &Unwatched);
    while !position.is_solved() {
        let moves = player.choose(&position.view(), &mut chance, &mut meter);
        if moves.is_empty() {
            return;
        }
        moves.into_iter().for_each(|mv| position.apply(mv));
    }
}

/// Minimizes the cross entropy of visits and priors (Adam, Kingma and Ba 2015,
/// over all examples at once).
fn fit(examples: &[Example]) -> PriorWeights {
    let mut weights = PriorWeights([0.0; FEATURES]);
    let (mut first, mut second) = ([0.0; FEATURES], [0.0; FEATURES]);
    for step in 1..=STEPS {
        let slope = slope(&weights, examples);
        let rate = RATE * (1.0 - step as f64 / (STEPS + 1) as f64);
        for at in 0..FEATURES {
            first[at] = 0.9 * first[at] + 0.1 * slope[at];
            second[at] = 0.99 * second[at] + 0.01 * slope[at] * slope[at];
            let mean = first[at] / (1.0 - 0.9_f64.powi(step as i32));
            let square: f64 = second[at] / (1.0 - 0.99_f64.powi(step as i32));
            weights.0[at] -= rate * mean / (square.sqrt() + 1e-9);
        }
    }
    weights
}

fn slope(weights: &PriorWeights, examples: &[Example]) -> [f64; FEATURES] {
    let mut slope = weights.0.map(|weight| SHRINK * weight);
    for Example { plans, visits } in examples {
        let total: f64 = visits.iter().sum();
        let shares = weights.shares(plans);
        for ((plan, share), visits) in plans.iter().zip(shares).zip(visits) {
            let excess = (share - visits / total) / examples.len() as f64;
            for (slope, feature) in slope.iter_mut().zip(plan) {
                *slope += excess * feature;
            }
        }
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Visits drawn from known weights give these weights back.
    #[test]
    fn the_fit_finds_the_weights_that_made_the_visits() {
        let mut truth = PriorWeights([0.0; FEATURES]);
        (truth.0[0], truth.0[5], truth.0[13]) = (1.5, -0.8, -0.5);
        let mut chance = Chance::new("test", 1, 0);
        let example = |_| {
            let plans: Vec<_> = (0..6)
                .map(|_| std::array::from_fn(|_| chance.unit()))
                .collect();
            let visits = truth.shares(&plans);
            Example { plans, visits }
        };
        let examples: Vec<Example> = (0..300).map(example).collect();
        let found = fit(&examples);
        for (found, truth) in found.0.iter().zip(truth.0) {
            assert!((found - truth).abs() < 0.1, "{found} for {truth}");
        }
    }
}
