//! Picks any move, all equally likely.

use crate::Puzzle;
use crate::chance::Chance;
use crate::hidden::{MoveOf, Player, View};
use crate::puzzle::Meter;

/// The random player.
pub struct Random;

impl<V: View> Player<V> for Random {
    fn choose(&mut self, view: &V, chance: &mut Chance, _: &mut Meter<'_>) -> Vec<MoveOf<V>> {
        // Legal moves do not depend on hidden cards, so any sample lists them.
        let mut moves = Vec::new();
        view.resample(chance).moves(&mut moves);
        if moves.is_empty() {
            return moves;
        }
        vec![moves[chance.below(moves.len())]]
    }
}
