//! The generic searches on FreeCell: any search, any heuristic, single cards
//! or runs, with or without moves home by themselves.

use super::board::Board;
use super::features::{GUIDES, MAXIMA, Named, read};
use super::layout::Layout;
use super::packed::{Auto, Packed, Steps};
use super::rules::{Move, Position};
use super::solution::{plain_moves, with_safe_homes};
use engine::heuristic::Weighted;
use engine::notation::quoted;
use engine::search::{Search, Searched, WEIGHTS};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use engine::{Fault, Meter, Outcome, Setting, Settings};

const HEURISTIC: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "heineman",
    summary: "a feature, or heineman: hsdh and the cards that are not home",
};
const STEPS: Setting = Setting {
    name: "steps",
    default: "single",
    summary: "single: one card at a time; runs: as many as there is room for",
};
const AUTO: Setting = Setting {
    name: "auto",
    default: "safe",
    summary: "what goes home by itself: nothing, safe (what no card can need any more) or all",
};

/// FreeCell as it was set.
pub struct Searches {
    guide: Named,
    steps: Steps,
    auto: Auto,
}

/// The moves that were set.
fn steps(settings: &Settings) -> Result<Steps, Fault> {
    match settings.text(&STEPS) {
        "single" => Ok(Steps::Single),
        "runs" => Ok(Steps::Runs),
        other => Err(Fault::new(STEPS.name, quoted(other), "single or runs")),
    }
}

fn auto(settings: &Settings) -> Result<Auto, Fault> {
    match settings.text(&AUTO) {
        "nothing" => Ok(Auto::Nothing),
        "safe" => Ok(Auto::Safe),
        "all" => Ok(Auto::All),
        other => Err(Fault::new(AUTO.name, quoted(other), "nothing, safe or all")),
    }
}

impl Searched for Searches {
    type State = Position;
    const SETTINGS: &'static [Setting] = &[HEURISTIC, WEIGHTS, STEPS, AUTO];
    const UNGUIDED: &'static [Setting] = &[STEPS, AUTO];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        Ok(Searches {
            guide: GUIDES.choose(settings, &HEURISTIC)?,
            steps: steps(settings)?,
            auto: auto(settings)?,
        })
    }

    fn search<X: Search>(
        &mut self,
        search: &X,
        start: &Position,
        meter: &mut Meter,
    ) -> Outcome<Move> {
        let layout = Layout::new(start, &Packed::weights(self.auto));
        let first = Board::new(&layout, start);
        let packed = Packed::new(&layout, first, self.steps, self.auto);
        let sum = self.guide.sum(&MAXIMA);
        let outcome = search.run(&packed, &Weighted { sum, read }, meter);
        outcome.map(|path| {
            let path = match self.auto {
                Auto::Nothing => path,
                _ => with_safe_homes(&layout, &first, &path),
            };
            plain_moves(start, &path)
        })
    }
}
