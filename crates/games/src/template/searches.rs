//! The generic searches: what can be read off a row, which sums of it are
//! heuristics, and how a search is run. A heuristic that is no such sum, and
//! positions in a faster form, would come in here too.

use super::Lamps;
use engine::search::{Featured, Guide, Guides, OnFeatures};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use engine::{Feature, Setting};
use std::convert::Infallible;

/// How many features there are.
const COUNT: usize = 4;

/// The features, in the order of [`read`]: each from 0 to 1, smaller for
/// better rows.
pub static FEATURES: [Feature; COUNT] = [
    Feature {
        name: "lit",
        summary: "lamps that are lit; of all lamps",
    },
    Feature {
        name: "runs",
        summary: "runs of lit lamps; of half the lamps, rounded up",
    },
    Feature {
        name: "span",
        summary: "lamps from the first to the last that is lit; of all lamps",
    },
    Feature {
        name: "gaps",
        summary: "dark lamps between lit ones; of all lamps",
    },
];

/// Heuristics by name: a press darkens three lamps at most.
static GUIDES: Guides<Infallible, COUNT> = Guides {
    game: "template",
    named: &[("thirds", Guide::counts(&[(0, 1.0 / 3.0)]))],
    features: &FEATURES,
};

const HEURISTIC: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "runs",
    summary: "a feature, of which runs never overestimates, or thirds: a third of the lit lamps",
};

/// What each feature is divided by.
fn maxima(row: &Lamps) -> [f32; COUNT] {
    let lamps = row.0.len() as f32;
    [lamps, (lamps / 2.0).ceil(), lamps, lamps]
}

/// The features of a row.
pub fn read(row: &Lamps) -> [f32; COUNT] {
    let lit = row.0.iter().filter(|lit| **lit).count();
    let first = row.0.iter().position(|lit| *lit);
    let last = row.0.iter().rposition(|lit| *lit);
    let span = first.zip(last).map_or(0, |(first, last)| last + 1 - first);
    let runs = row.0.chunk_by(|a, b| a == b).filter(|run| run[0]).count();
    let counts = [lit, runs, span, span - lit];
    let maxima = maxima(row);
    std::array::from_fn(|place| counts[place] as f32 / maxima[place])
}

/// The game as it was set.
pub type Searches = OnFeatures<super::Template, COUNT>;

impl Featured<COUNT> for super::Template {
    type State = Lamps;
    const HEURISTIC: Setting = HEURISTIC;

    fn guides() -> &'static Guides<Infallible, COUNT> {
        &GUIDES
    }
    fn maxima(start: &Lamps) -> [f32; COUNT] {
        maxima(start)
    }
    fn read(row: &Lamps) -> [f32; COUNT] {
        read(row)
    }
}
