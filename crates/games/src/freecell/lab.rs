//! The generic searches on FreeCell: any search, any heuristic, single cards
//! or runs, with or without moves home by themselves.

use super::board::Board;
use super::features::{FEATURES, HEINEMAN, Weighted};
use super::layout::Layout;
use super::packed::{Auto, Packed, Steps};
use super::path::{plain_moves, with_safe_homes};
use super::rules::Position;
use engine::game::MadeSolver;
use engine::notation::quoted;
use engine::search::Search;
use engine::settings::{HEURISTIC as HEURISTIC_NAME, WEIGHTS as WEIGHTS_NAME};
use engine::{Answer, Budget, Fault, Meter, Setting, Settings, Solve, Solver, Watch};

const HEURISTIC: Setting = Setting {
    name: HEURISTIC_NAME,
    default: HEINEMAN,
    summary: "a feature, or heineman: hsdh and the cards that are not home",
};
const WEIGHTS: Setting = Setting {
    name: WEIGHTS_NAME,
    default: "none",
    summary: "a weighted sum of features in place of a heuristic (--weights FILE)",
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

/// What can be set on every one of them.
pub const SETTINGS: &[Setting] = &[HEURISTIC, WEIGHTS, STEPS, AUTO];

/// A line of the game's list of solvers.
pub const fn line<X: Search>() -> Solver<Position> {
    Solver {
        name: X::NAME,
        summary: X::SUMMARY,
        settings: [SETTINGS, X::SETTINGS],
        make: make::<X>,
    }
}

fn make<X: Search>(settings: &Settings) -> MadeSolver<Position> {
    Ok(Box::new(Lab {
        search: X::new(settings)?,
        heuristic: heuristic(settings)?,
        steps: steps(settings)?,
        auto: auto(settings)?,
    }))
}

/// The heuristic that was set.
fn heuristic(settings: &Settings) -> Result<Weighted, Fault> {
    if let Some(weights) = &settings.weights {
        return Weighted::new(weights);
    }
    let name = settings.text(&HEURISTIC);
    Weighted::named(name).ok_or_else(|| {
        let names: Vec<_> = FEATURES.iter().map(|f| f.name).collect();
        Fault::new(
            HEURISTIC.name,
            quoted(name),
            format!("{HEINEMAN} or one of {}", names.join(", ")),
        )
    })
}

/// The moves that were set.
pub fn steps(settings: &Settings) -> Result<Steps, Fault> {
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

struct Lab<X> {
    search: X,
    heuristic: Weighted,
    steps: Steps,
    auto: Auto,
}

impl<X: Search> Solve<Position> for Lab<X> {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let layout = Layout::new(start, &Packed::weights(self.auto));
        let first = Board::new(&layout, start);
        let packed = Packed::new(&layout, first, self.steps, self.auto);
        let mut meter = Meter::new(budget, watch);
        let outcome = self.search.run(&packed, &self.heuristic, &mut meter);
        let outcome = outcome.map(|hops| {
            let hops = match self.auto {
                Auto::Nothing => hops,
                _ => with_safe_homes(&layout, &first, &hops),
            };
            plain_moves(start, &hops)
        });
        Answer::new(outcome, meter.effort)
    }
}
