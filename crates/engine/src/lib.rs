//! What every game of Stumper shares. This crate knows no game and does no
//! input or output: it has the words that games and programs exchange
//! ([`puzzle`], [`notation`], [`record`]), the [`bridge`] from a game's types to
//! text ([`game`]), the searches that work on any game ([`search`]) with any
//! [`heuristic`] and their [`settings`], what a person sees, presses and touches ([`screen`], [`picture`],
//! [`tabletop`]),
//! what can be measured ([`measure`]), games as environments for learned play
//! ([`env`](mod@env)), and the laws that every game must
//! obey (`laws`, behind the feature of that name).

pub mod bridge;
mod budget;
pub mod chance;
pub mod env;
pub mod evolve;
pub mod game;
pub mod heuristic;
pub mod hidden;
pub mod kind;
#[cfg(any(test, feature = "laws"))]
pub mod laws;
pub mod measure;
pub mod notation;
pub mod picture;
pub mod play;
pub mod puzzle;
pub mod record;
pub mod screen;
pub mod search;
pub mod settings;
pub mod tabletop;
pub mod wish;

pub use bridge::Bridge;
pub use env::{Environment, Spaces};
pub use game::{
    About, AboutSolver, Answer, Detail, Game, Rules, Solve, SolveSession, Solver, Step, Task,
};
pub use heuristic::{Feature, Heuristic, Weights};
pub use hidden::{Hidden, Player, View};
pub use kind::Kind;
pub use measure::{Aspect, Cost, Measure, MeasureSession, Measured, Measurer, Verdict};
pub use notation::{Fault, IdRange, Level, LevelId};
pub use picture::Picture;
pub use puzzle::{Budget, Effort, Limit, Meter, Outcome, Plain, Puzzle, Unwatched, Watch};
pub use screen::{Hand, Ink, Key, Pressed, Screen, Span};
pub use settings::{Setting, Settings, Table, TableStore};
pub use tabletop::{Choice, Gesture, Scene, Tabletop};
pub use wish::Wish;
