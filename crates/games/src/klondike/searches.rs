//! The generic searches under the plain rules, which serve every variant:
//! the yardstick for what is faster.

use super::features::{GUIDES, MAXIMA, Named, read};
use super::rules::{Move, Position};
use engine::heuristic::Weighted;
use engine::search::{Search, Searched, WEIGHTS};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use engine::{Fault, Meter, Outcome, Setting, Settings};

const HEURISTIC: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "left",
    summary: "a feature, or left: cards that are not home, four times those face down, those in the stock",
};

/// Klondike as it was set.
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
        let sum = self.guide.sum(&MAXIMA);
        search.run(start, &Weighted { sum, read }, meter)
    }
}
