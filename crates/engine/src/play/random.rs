//! Picks any move, all equally likely.

use crate::Puzzle;
use crate::chance::Chance;
use crate::hidden::{MoveOf, Player, View};

/// The random player.
pub struct Random;

impl<V: View> Player<V> for Random {
    fn choose(&mut self, view: &V, chance: &mut Chance) -> Vec<MoveOf<V>> {
        // What can be done does not depend on what cannot be seen, so any
        // position that looks like this one lists the moves.
        let mut moves = Vec::new();
        view.resample(chance).moves(&mut moves);
        if moves.is_empty() {
            return moves;
        }
        vec![moves[chance.below(moves.len())]]
    }
}
