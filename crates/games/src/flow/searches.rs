//! The generic searches on plain positions of Flow.

use super::features::{GUIDES, Named, maxima, read};
use super::rules::{Move, Position};
use engine::heuristic::Weighted;
use engine::search::{Search, Searched, WEIGHTS};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use engine::{Fault, Meter, Outcome, Setting, Settings};

const HEURISTIC: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "room",
    summary: "a feature; steps: the steps still to take, never too many; room: free cells that paths can hardly cover any more",
};

/// Flow as it was set.
pub struct Searches {
    guide: Named,
}

impl Searched for Searches {
    type State = Position;
    const SETTINGS: &'static [Setting] = &[HEURISTIC, WEIGHTS];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        let guide = GUIDES.choose(settings, &HEURISTIC)?;
        Ok(Searches { guide })
    }

    fn search<X: Search>(
        &mut self,
        search: &X,
        start: &Position,
        meter: &mut Meter,
    ) -> Outcome<Move> {
        let sum = self.guide.sum(&maxima(start.level()));
        search.run(start, &Weighted { sum, read }, meter)
    }
}
