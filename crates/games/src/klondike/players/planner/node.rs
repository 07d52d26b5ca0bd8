//! The nodes of the search tree over plans: statistics, branches and the choice
//! among them.

use super::plans::Plan;
use super::prior::Prior;
use crate::klondike::table::Table;

/// The value of a node before its first visit.
const UNVISITED: f64 = 0.3;

/// Visits and wins.
#[derive(Clone, Copy, Default)]
pub(super) struct Score {
    pub(super) visits: f64,
    pub(super) wins: f64,
}

impl Score {
    pub(super) fn add(&mut self, value: f64) {
        self.visits += 1.0;
        self.wins += value;
    }

    pub(super) fn mean(self) -> f64 {
        match self.visits > 0.0 {
            true => self.wins / self.visits,
            false => UNVISITED,
        }
    }
}

/// A plan from a node.
pub(super) struct Branch {
    pub(super) plan: Plan,
    pub(super) score: Score,
    /// The share of visits that it is expected to deserve.
    pub(super) prior: f64,
    /// Cards that the plan turned up, and the nodes after them.
    pub(super) outcomes: Vec<(u8, usize)>,
}

/// How far a node is expanded.
pub(super) enum Expansion {
    /// Not yet: it is a leaf.
    Leaf,
    Branches(Vec<Branch>),
    /// Never: it is terminal, with this value.
    Terminal(f64),
}

/// A table as it is seen after a card was turned up.
pub(super) struct Node {
    pub(super) table: Table,
    pub(super) score: Score,
    pub(super) expansion: Expansion,
}

/// How a branch is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Selection {
    /// By upper confidence bounds (UCB1, Auer, Cesa-Bianchi and Fischer 2002).
    Ucb1,
    /// By means and priors (PUCT, Rosin 2011, as Silver and others 2017 have
    /// it).
    Puct(Prior),
}

/// The most promising branch; one that was not visited yet is taken to be
/// worth as much as the node.
pub(super) fn most_promising(
    branches: &[Branch],
    mean: f64,
    explore: f64,
    selection: Selection,
) -> usize {
    let total: f64 = branches.iter().map(|branch| branch.score.visits).sum();
    let mut best = (f64::MIN, 0);
    match selection {
        Selection::Ucb1 => {
            let log = total.max(1.0).ln();
            for (at, Branch { score, .. }) in branches.iter().enumerate() {
                let bound = match score.visits > 0.0 {
                    true => score.mean() + explore * (log / score.visits).sqrt(),
                    false => mean + explore * log.sqrt(),
                };
                if bound > best.0 {
                    best = (bound, at);
                }
            }
        }
        Selection::Puct(_) => {
            let root = explore * (total + 1.0).sqrt();
            for (at, Branch { score, prior, .. }) in branches.iter().enumerate() {
                let value = match score.visits > 0.0 {
                    true => score.wins / score.visits,
                    false => mean,
                };
                let bound = value + root * prior / (1.0 + score.visits);
                if bound > best.0 {
                    best = (bound, at);
                }
            }
        }
    }
    best.1
}
