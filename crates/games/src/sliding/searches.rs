//! The generic searches on sliding tiles: any search with any heuristic. The
//! solver `optimal` is one of them, iterative-deepening A* with the best
//! heuristic of the size.

use super::features::{Chosen, GUIDES};
use super::heuristics::{self, Shortest, Tables};
use super::rules::{Board, Move};
use engine::notation::quoted;
use engine::search::{Search, Searched, WEIGHTS};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use engine::{Answer, Budget, Fault, Meter, Outcome, Setting, Settings, Solve, Solver, Watch};

const SOUND: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "pdb",
    summary: "pdb: pattern databases; zones: the same, on 5x5 with the blank's zone too; walking; conflict; manhattan",
};
const CYCLES: Setting = Setting {
    name: "cycles",
    default: "skip",
    summary: "with pdb and zones: skip, leave out moves that lead where others have led; keep, as published",
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
    settings: [&[SOUND, CYCLES], &[]],
    make: |settings| {
        let own = GUIDES.choose_own(settings, &SOUND)?;
        let skips_cycles = match settings.text(&CYCLES) {
            "skip" => true,
            "keep" => false,
            other => return Err(Fault::new(CYCLES.name, quoted(other), "skip or keep")),
        };
        Ok(Box::new(Optimal {
            game: Searches::with(Chosen::Own(own), settings),
            search: Shortest { skips_cycles },
        }))
    },
};

struct Optimal {
    game: Searches,
    search: Shortest,
}

impl Solve<Board> for Optimal {
    fn solve(&mut self, start: &Board, budget: &Budget, watch: &dyn Watch) -> Answer<Board> {
        let mut meter = Meter::new(budget, watch);
        let Searches { chosen, tables } = &mut self.game;
        let outcome = heuristics::search(&self.search, chosen, tables, start, &mut meter);
        Answer::new(outcome, meter.effort)
    }
}

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
