//! Studies under people, load and faults: the real program, simulated players
//! over real connections, processes that are killed.

mod chain;
// The bench uses more of it.
#[allow(dead_code)]
mod common;
mod kills;
mod load;
