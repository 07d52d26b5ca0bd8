//! Studies to begin with.

/// A small study with every setting explained.
pub const BEGIN: &str = include_str!("../../data/studies/begin.toml");
/// The study of Mutser's thesis.
pub const THESIS: &str = include_str!("../../data/studies/thesis.toml");
