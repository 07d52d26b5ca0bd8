//! Playing without seeing everything: the [`referee`] who makes the moves and
//! says when a game is over, the [`hall`] that hides a game's types behind
//! text as the bridge does for solvers, the [`sitting`] of a person, and players that know no game.

pub mod hall;
pub mod random;
pub mod referee;
pub mod rollout;
pub mod sitting;

pub use hall::{AboutPlayer, Hall, HiddenGame, HiddenRules, PlayerLine, Seat};
pub use random::Random;
pub use referee::{Ending, Played, Secured, play};
pub use rollout::{MonteCarlo, Simulator};
pub(crate) use sitting::OpenSitting;
pub use sitting::{Reply, Sitting};
