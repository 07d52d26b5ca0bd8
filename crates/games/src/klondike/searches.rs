//! The generic searches under the plain rules, which serve every variant:
//! the yardstick for what is faster.

use super::features::{self, COUNT, GUIDES, MAXIMA};
use super::rules::Position;
use engine::Setting;
use engine::search::{Featured, Guides, OnFeatures};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use std::convert::Infallible;

/// Klondike as it was set.
pub type Searches = OnFeatures<super::Klondike, COUNT>;

impl Featured<COUNT> for super::Klondike {
    type State = Position;
    const HEURISTIC: Setting = Setting {
        name: HEURISTIC_NAME,
        default: "left",
        summary: "a feature, or left: cards that are not home, four times those face down, those in the stock",
    };

    fn guides() -> &'static Guides<Infallible, COUNT> {
        &GUIDES
    }
    fn maxima(_: &Position) -> [f32; COUNT] {
        MAXIMA
    }
    fn read(position: &Position) -> [f32; COUNT] {
        features::read(position)
    }
}
