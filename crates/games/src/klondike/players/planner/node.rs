//! The nodes of the search tree over plans: statistics, branches and the choice
//! among them by upper confidence bounds.

use super::plans::Plan;
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

/// The branch with the highest upper confidence bound; one that was not
/// visited yet is taken to be worth as much as the node.
pub(super) fn most_promising(branches: &[Branch], mean: f64, explore: f64) -> usize {
    let total: f64 = branches.iter().map(|branch| branch.score.visits).sum();
    let log = total.max(1.0).ln();
    let mut best = (f64::MIN, 0);
    for (at, Branch { score, .. }) in branches.iter().enumerate() {
        let bound = match score.visits > 0.0 {
            true => score.mean() + explore * (log / score.visits).sqrt(),
            false => mean + explore * log.sqrt(),
        };
        if bound > best.0 {
            best = (bound, at);
        }
    }
    best.1
}
