//! Playing: the [`referee`] who makes a player's moves and says when a game is
//! over, [`hidden_game`], which puts games with hidden cards behind text as the
//! bridge does for solvers, the [`person`] who plays, and players that know no
//! game.

pub mod hidden_game;
pub mod person;
pub mod random;
pub mod referee;
pub mod rollout;

pub use hidden_game::{
    AboutPlayer, AutoPlayer, HiddenBridge, HiddenGame, HiddenRules, LearnProgress, Lessons,
    PlayOptions, PlayerLine, Progress,
};
pub(crate) use person::OpenSession;
pub use person::{Adviser, Hint, PlaySession, Reply};
pub use random::Random;
pub use referee::{Ending, FaceDown, Played, play};
pub use rollout::{MonteCarlo, Simulator};
