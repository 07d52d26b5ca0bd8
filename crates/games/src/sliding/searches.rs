//! The generic searches on sliding tiles: any search with any heuristic. The
//! solver `optimal` is one of them, iterative-deepening A* with the best
//! heuristic of the size.

use super::features::{Chosen, GUIDES};
use super::heuristics::{self, Tables};
use super::rules::{Board, Move};
use engine::search::{Generic, IdaStar, Search, Searched, WEIGHTS};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use engine::{Fault, Meter, Outcome, Setting, Settings, Solver};

const SOUND: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "pdb",
    summary: "pdb: pattern databases; zones: the same, on 5x5 with the blank's zone too; walking; conflict; manhattan",
};
const HEURISTIC: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "conflict",
    summary: "pdb, zones, walking, conflict, manhattan, or a feature",
};

/// The fewest moves, proved.
pub const OPTIMAL: Solver<Board> = Solver {
    name: "optimal",
    summary: "the fewest moves, proved: iterative-deepening A* with pattern databases, up to 5x5",
    settings: [&[SOUND], &[]],
    make: |settings| {
        let own = GUIDES.choose_own(settings, &SOUND)?;
        let game = Searches::with(Chosen::Own(own), settings);
        let search = IdaStar;
        Ok(Box::new(Generic { game, search }))
    },
};

/// Sliding tiles as they were set.
pub struct Searches {
    chosen: Chosen,
    tables: Tables,
}

impl Searches {
    fn with(chosen: Chosen, settings: &Settings) -> Searches {
        let tables = Tables::new(&settings.tables);
        Searches { chosen, tables }
    }
}

impl Searched for Searches {
    type State = Board;
    const SETTINGS: &'static [Setting] = &[HEURISTIC, WEIGHTS];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        let chosen = GUIDES.choose(settings, &HEURISTIC)?;
        Ok(Searches::with(chosen, settings))
    }

    fn search<X: Search>(&mut self, search: &X, start: &Board, meter: &mut Meter) -> Outcome<Move> {
        heuristics::search(search, &self.chosen, &mut self.tables, start, meter)
    }
}
