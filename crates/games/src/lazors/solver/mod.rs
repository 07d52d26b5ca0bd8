//! The solver: a search along the beams ([`search`]) on tables of where light
//! goes ([`lattice`]). It finds a solution, proves that there is none, and
//! counts solutions as far as it is asked to.

pub(crate) mod lattice;
mod light;
mod reach;
pub(crate) mod search;

use super::rules::{Block, Move, Position};
use engine::{Answer, Budget, Fault, Meter, Outcome, Setting, Settings, Solve, Watch};
use search::{Aim, Found, Search};

/// How many different solutions to look for.
pub const COUNT: Setting = Setting {
    name: "count",
    default: "1",
    summary: "look for this many solutions that differ in where blocks of some kind stand",
};

/// The solver.
pub struct Beams {
    count: u64,
    search: Search,
}

impl Beams {
    /// The solver as it was set.
    pub fn new(settings: &Settings) -> Result<Beams, Fault> {
        Ok(Beams {
            count: settings.number(&COUNT, 1..=1_000_000_000)?,
            search: Search::default(),
        })
    }

    /// Moves from the position to a solution: first those that take away,
    /// then those that put down.
    fn moves(start: &Position, found: &Found) -> Vec<Move> {
        let wrong = start.all_placed().map(|(cell, block)| (cell as u16, block));
        let wrong = wrong.filter(|placed| !found.contains(placed));
        let away = wrong.map(|placed| Move {
            away: true,
            ..put(&placed)
        });
        let missing = found
            .iter()
            .filter(|&&(cell, block)| start.placed(usize::from(cell)) != Some(block));
        away.chain(missing.map(put)).collect()
    }
}

fn put(&(cell, block): &(u16, Block)) -> Move {
    Move {
        block,
        cell,
        away: false,
    }
}

impl Solve<Position> for Beams {
    /// Keeps the blocks that were put down where that can be won; otherwise
    /// those that are wrong are taken away first.
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let mut meter = Meter::new(budget, watch);
        let some_placed = start.all_placed().next().is_some();
        let mut kept = None;
        if some_placed {
            if let Some(limit) = self.search.run(start, Aim::count(1), &mut meter) {
                return Answer::new(Outcome::GaveUp(limit), meter.effort);
            }
            let put_down = |found: &Found| found.iter().map(put).collect::<Vec<Move>>();
            kept = self.search.found.first().map(put_down);
            if let (Some(moves), 1) = (&kept, self.count) {
                return Answer::new(Outcome::Solved(moves.clone()), meter.effort);
            }
        }
        let aim = Aim::count(self.count);
        let limit = self.search.run(&start.bare(), aim, &mut meter);
        let found = self.search.found.first();
        let moves = kept.or_else(|| found.map(|found| Self::moves(start, found)));
        let outcome = match (moves, limit) {
            (Some(moves), _) => Outcome::Solved(moves),
            (None, Some(limit)) => Outcome::GaveUp(limit),
            (None, None) => Outcome::Unsolvable,
        };
        let mut answer = Answer::new(outcome, meter.effort);
        if self.count > 1 && limit.is_none() && self.search.solutions > 0 {
            answer.figures.push(("solutions", self.search.solutions));
        }
        answer
    }
}
