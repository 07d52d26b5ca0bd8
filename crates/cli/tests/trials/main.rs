//! Studies under people, load and faults: the real program, simulated players
//! over real connections, processes that are killed.

mod chain;
mod common;
mod kills;
mod load;
