//! How levels are solved. [`sweep`] searches by layers, forwards and
//! backwards; [`breadth`] has the solvers that do so; [`thesis`] and
//! [`groups`] are heuristics, which [`lab`] hands to the generic searches on
//! [`packed`] positions.

pub mod breadth;
pub mod groups;
pub mod lab;
pub mod packed;
pub mod sweep;
pub mod thesis;
