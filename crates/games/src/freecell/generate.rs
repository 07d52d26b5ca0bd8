//! Chen's kinds of deal.

use super::rules::Position;
use super::variant::Variant;
use engine::{Fault, LevelId};

/// A kind of deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {}

impl Kind {
    /// Reads the word for a kind.
    pub fn parse(_word: &str) -> Option<Kind> {
        None
    }
}

/// Deals a level of this kind.
pub fn deal(_variant: Variant, kind: Kind, _id: &LevelId) -> Result<Position, Fault> {
    match kind {}
}
