//! Numbers about games. This crate sees games only as [`engine::Game`] and
//! rows, and names none: it runs many levels in order on all cores ([`run`],
//! [`work`], [`all`]), makes levels to order ([`make`]), compares solvers ([`contest`])
//! and breeds weights for them ([`evolve`]), and sums up ([`tally`],
//! [`statistics`], [`table`]). Without the feature `threads` it runs in turn
//! on one thread and asks no clock, as in a browser.

pub mod aim;
pub mod all;
pub mod clock;
#[cfg(feature = "threads")]
pub mod contest;
pub mod contestant;
pub mod equation;
#[cfg(feature = "threads")]
pub mod evolve;
pub mod fingerprint;
pub mod fit;
pub mod game_row;
pub mod linear;
pub mod make;
pub mod mixed;
pub mod pack;
pub mod rating;
pub mod ratings;
pub mod rows;
pub mod run;
pub mod statistics;
pub mod stop;
pub mod table;
pub mod tally;
pub mod work;

pub use all::{deal_all, measure_all, play_all, rate_all, solve_all};
pub use clock::Clock;
pub use rows::Format;
pub use run::{Ending, Plan};
pub use stop::Stop;
pub use work::{MeasureWorker, PlayWorker, SolveWorker, Solving};
