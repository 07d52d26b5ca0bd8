//! Klondike: seven columns, most cards face down, and a stock to turn.

pub mod open;
pub mod rules;
pub mod table;
pub mod variant;
