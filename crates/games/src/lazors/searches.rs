//! The generic searches on plain positions of Lazors.

use super::features::{self, COUNT, GUIDES, maxima};
use super::rules::Position;
use engine::Setting;
use engine::search::{Featured, Guides, OnFeatures};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use std::convert::Infallible;

/// Lazors as it was set.
pub type Searches = OnFeatures<super::Lazors, COUNT>;

impl Featured<COUNT> for super::Lazors {
    type State = Position;
    const HEURISTIC: Setting = Setting {
        name: HEURISTIC_NAME,
        default: "light",
        summary: "a feature, or light: blocks to put down and points to light",
    };

    fn guides() -> &'static Guides<Infallible, COUNT> {
        &GUIDES
    }
    fn maxima(start: &Position) -> [f32; COUNT] {
        maxima(start.level())
    }
    fn read(position: &Position) -> [f32; COUNT] {
        features::read(position)
    }
}
