//! What every game of Stumper shares. This crate knows no game and does no
//! input or output: it has the words that games and programs exchange
//! ([`puzzle`], [`notation`], [`record`]), the bridge from a game's types to
//! text ([`game`]), the searches that work on any game ([`search`]) and the
//! laws that every game must obey ([`laws`]).

pub mod game;
pub mod laws;
pub mod notation;
pub mod puzzle;
pub mod record;
pub mod search;

pub use game::{About, Answer, Bridge, Game, Rules, Session, Solve, Solver, Step};
pub use notation::{Fault, IdRange, Level, LevelId};
pub use puzzle::{Budget, Effort, Limit, Meter, Outcome, Puzzle, Unwatched, Watch};
