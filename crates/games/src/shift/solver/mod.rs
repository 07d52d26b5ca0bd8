//! How levels are solved. [`sweep`] searches by layers, forwards and
//! backwards; [`breadth`] has the solvers that do so; [`thesis`] and
//! [`groups`] are heuristics, which [`lab`] hands to the generic searches on
//! [`packed`] positions.

pub(crate) mod breadth;
pub(crate) mod groups;
pub(crate) mod lab;
pub(crate) mod packed;
pub(crate) mod sweep;
pub(crate) mod thesis;
