//! Games in which a player does not see everything. A [`Player`] is handed a
//! [`View`], a type that holds nothing but what can be seen, so that no player
//! can look at what is face down; what it may do instead is to draw positions
//! at random that look the same ([`View::resample`]). Who referees and who
//! plays without knowing the game is in [`crate::play`].

use crate::chance::Chance;
use crate::puzzle::Plain;

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
    /// After so many idle moves in a row, none of which had an alternative,
    /// the game is lost.
    fn patience(&self) -> usize;
}

/// What a player sees.
pub trait View: Clone {
    /// The whole position behind it.
    type Position: Plain;
    /// A position that looks like this, all of them equally likely.
    fn resample(&self, chance: &mut Chance) -> Self::Position;
}

/// The moves of the positions behind a view.
pub type MoveOf<V> = <<V as View>::Position as crate::Puzzle>::Move;

/// Somebody who plays without seeing everything.
pub trait Player<V: View>: Send {
    /// The moves to make now, at least one; after them the player is asked
    /// again. None at all means to give up.
    fn choose(&mut self, view: &V, chance: &mut Chance) -> Vec<MoveOf<V>>;
}
