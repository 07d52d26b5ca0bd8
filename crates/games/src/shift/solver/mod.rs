//! How levels are solved. [`sweep`] searches by layers, forwards and
//! backwards; [`breadth`] has the solvers that do so; [`searches`] runs the
//! generic searches on [`packed`] positions with the heuristics [`thesis`] and
//! [`groups`] or with weighted [`features`].

pub(crate) mod breadth;
pub(crate) mod features;
pub(crate) mod groups;
pub(crate) mod packed;
pub(crate) mod searches;
pub(crate) mod sweep;
pub(crate) mod thesis;
