//! The generic searches on sliding tiles: any search with any heuristic. The
//! solver `optimal` is one of them, iterative-deepening A* with the best
//! heuristic of the size.

use super::features::Chosen;
use super::heuristics::{self, Admissible, Tables};
use super::rules::Board;
use engine::game::MadeSolver;
use engine::search::{IdaStar, Search};
use engine::settings::{HEURISTIC as HEURISTIC_NAME, WEIGHTS as WEIGHTS_NAME};
use engine::{Answer, Budget, Meter, Setting, Settings, Solve, Solver, Watch};

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
const WEIGHTS: Setting = Setting {
    name: WEIGHTS_NAME,
    default: "none",
    summary: "a weighted sum of features in place of a heuristic (--weights FILE)",
};

/// The fewest moves, proved.
pub const OPTIMAL: Solver<Board> = Solver {
    name: "optimal",
    summary: "the fewest moves, proved: iterative-deepening A* with pattern databases, up to 5x5",
    settings: [&[SOUND], &[]],
    make: |settings| {
        let heuristic = Admissible::parse(SOUND.name, settings.text(&SOUND))?;
        Ok(Box::new(Lab {
            search: IdaStar,
            chosen: Chosen::Admissible(heuristic),
            tables: Tables::new(&settings.tables),
        }))
    },
};

/// A line of the game's list of solvers.
pub const fn line<X: Search>() -> Solver<Board> {
    Solver {
        name: X::NAME,
        summary: X::SUMMARY,
        settings: [&[HEURISTIC, WEIGHTS], X::SETTINGS],
        make: make::<X>,
    }
}

fn make<X: Search>(settings: &Settings) -> MadeSolver<Board> {
    Ok(Box::new(Lab {
        search: X::new(settings)?,
        chosen: match &settings.weights {
            Some(weights) => Chosen::weighted(weights)?,
            None => Chosen::named(HEURISTIC.name, settings.text(&HEURISTIC))?,
        },
        tables: Tables::new(&settings.tables),
    }))
}

struct Lab<X> {
    search: X,
    chosen: Chosen,
    tables: Tables,
}

impl<X: Search> Solve<Board> for Lab<X> {
    fn solve(&mut self, start: &Board, budget: &Budget, watch: &dyn Watch) -> Answer<Board> {
        let mut meter = Meter::new(budget, watch);
        let tables = &mut self.tables;
        let outcome = heuristics::search(&self.search, &self.chosen, tables, start, &mut meter);
        Answer::new(outcome, meter.effort)
    }
}
