//! The generic searches under the plain rules. They know nothing of Klondike
//! but one estimate, and serve every variant: the yardstick for what is faster.

use super::rules::{Move, Position};
use engine::game::MadeSolver;
use engine::search::Search;
use engine::{Answer, Budget, Heuristic, Meter, Settings, Solve, Solver, Watch};

/// A line of the game's list of solvers.
pub const fn line<X: Search>() -> Solver<Position> {
    Solver {
        name: X::NAME,
        summary: X::SUMMARY,
        settings: [&[], X::SETTINGS],
        make: make::<X>,
    }
}

fn make<X: Search>(settings: &Settings) -> MadeSolver<Position> {
    Ok(Box::new(Lab(X::new(settings)?)))
}

struct Lab<X>(X);

impl<X: Search> Solve<Position> for Lab<X> {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let mut meter = Meter::new(budget, watch);
        let outcome = self.0.run(start, &Left, &mut meter);
        Answer::new(outcome, meter.effort)
    }
}

/// How much is left to do: cards that are not home, and face-down ones, which
/// a player wants to see first.
pub struct Left;

impl Heuristic<Position> for Left {
    type Carry = ();

    fn start(&self, _: &Position) {}
    fn after(&self, (): (), _: &Position, _: Move) {}
    fn estimate(&self, (): (), position: &Position) -> u32 {
        let stock = position.stock.len() + position.waste.len();
        52 - position.cards_home() + 4 * position.face_down() as u32 + stock as u32
    }
}
