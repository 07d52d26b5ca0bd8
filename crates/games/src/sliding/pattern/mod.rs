//! Pattern databases: how many moves some of the tiles need at least, counted
//! for every way in which they can lie, and kept in tables. [`orders`] and
//! [`layout`] number those ways, [`build`] makes a table, [`table`] looks it
//! up, [`partition`] says which tiles go together, and [`additive`] is the
//! heuristic.

pub mod additive;
pub mod build;
pub mod layout;
pub mod orders;
pub mod partition;
pub mod table;
