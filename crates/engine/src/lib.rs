//! What every game of Stumper shares. This crate knows no game and does no
//! input or output: it has the words that games and programs exchange
//! ([`puzzle`], [`notation`], [`record`]), the bridge from a game's types to
//! text ([`game`]), the searches that work on any game ([`search`]) with any
//! [`heuristic`] and their [`settings`], and the laws that every game must
//! obey ([`laws`]).

pub mod chance;
pub mod evolve;
pub mod game;
pub mod heuristic;
pub mod hidden;
pub mod laws;
pub mod notation;
pub mod play;
pub mod puzzle;
pub mod record;
pub mod search;
pub mod settings;

pub use game::{About, AboutSolver, Answer, Bridge, Game, Rules, Session, Solve, Solver, Step};
pub use heuristic::{Feature, Heuristic, Weights};
pub use hidden::{Hidden, Player, View};
pub use notation::{Fault, IdRange, Level, LevelId};
pub use puzzle::{Budget, Effort, Limit, Meter, Outcome, Plain, Puzzle, Unwatched, Watch};
pub use settings::{Setting, Settings, Shelf, Table};
