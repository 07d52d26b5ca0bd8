//! The generic searches on plain positions of Flow.

use super::features::{self, COUNT, GUIDES, maxima};
use super::rules::Position;
use engine::Setting;
use engine::search::{Featured, Guides, OnFeatures};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use std::convert::Infallible;

/// Flow as it was set.
pub type Searches = OnFeatures<super::Flow, COUNT>;

impl Featured<COUNT> for super::Flow {
    type State = Position;
    const HEURISTIC: Setting = Setting {
        name: HEURISTIC_NAME,
        default: "room",
        summary: "a feature; steps: the steps still to take, never too many; room: free cells that paths can hardly cover any more",
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
