//! Pattern databases: how many moves some of the tiles need at least, counted
//! for every way in which they can lie, and kept in tables. [`orders`] and
//! [`layout`] number those ways, [`build`] makes a table, [`table`] looks it
//! up, [`partition`] says which tiles go together, and [`additive`] is the
//! heuristic.

pub(crate) mod additive;
pub(crate) mod build;
pub(crate) mod layout;
pub(crate) mod orders;
pub(crate) mod partition;
pub(crate) mod table;
