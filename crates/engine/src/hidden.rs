//! Games of imperfect information. A [`Player`] is handed a [`View`], a type
//! that holds only what can be seen, so that no player can cheat. A player may
//! sample positions that are consistent with the view ([`View::resample`]).
//! The referee and the players that know no game are in [`crate::play`].

use crate::chance::Chance;
use crate::notation::Fault;
use crate::puzzle::{Meter, Plain};

/// A position of which a player sees only a part.
pub trait Hidden: Plain {
    /// What can be seen of it.
    type View: View<Position = Self>;
    /// What can be seen of this one.
    fn view(&self) -> Self::View;
    /// The same with everything face up.
    fn open_view(&self) -> Self::View;
    /// How far the game has come; the more the better.
    fn fitness(&self) -> u32;
    /// Whether a move only passes on to the next chance, as turning the stock
    /// does.
    fn is_idle(mv: Self::Move) -> bool;
    /// The number of idle moves in a row, none of them with an alternative,
    /// after which the game is lost.
    fn patience(&self) -> usize;
}

/// What a player sees.
pub trait View: Clone {
    /// The whole position behind it.
    type Position: Plain;
    /// Samples a position that is consistent with the view, uniformly.
    fn resample(&self, chance: &mut Chance) -> Self::Position;
}

/// The moves of the positions behind a view.
pub type MoveOf<V> = <<V as View>::Position as crate::Puzzle>::Move;

/// Somebody who plays without seeing everything.
pub trait Player<V: View>: Send {
    /// The moves to make now, at least one; after them the player is asked
    /// again. None at all means to give up.
    ///
    /// The player counts its work (playouts, tree nodes, states of a search)
    /// on the meter. When a limit is reached it returns at once, with the best
    /// move found so far; it does not give up for lack of budget.
    fn choose(&mut self, view: &V, chance: &mut Chance, meter: &mut Meter<'_>) -> Vec<MoveOf<V>>;

    /// Refuses rules that the player is not made for. Callers ask once before
    /// a game.
    fn accepts(&self, _view: &V) -> Result<(), Fault> {
        Ok(())
    }
}
