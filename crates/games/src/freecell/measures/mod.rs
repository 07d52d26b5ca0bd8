//! What can be measured of a FreeCell deal: how it lies ([`layout`]), how
//! playouts of a relaxed game go ([`playouts`], [`links`], [`spread`]), how the solution
//! of the default solver goes ([`way`]), and the fewest cells that win.

mod layout;
mod links;
mod list;
mod playouts;
mod spread;
mod way;

use super::cells::Cells;
use super::fast::Fast;
use super::rules::Position;
use engine::{Answer, Budget, Cost, Measured, Measurer, Outcome, Solve, Verdict, Watch};
use way::Way;

pub use list::MEASURES;

/// Takes the measures.
#[derive(Default)]
pub struct Measuring {
    fast: Fast,
    cells: Cells,
}

impl Measurer<Position> for Measuring {
    fn measure(
        &mut self,
        start: &Position,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Measured {
        let mut values: Vec<_> = cheap(start).map(Some).collect();
        let solve = || self.fast.solve(start, budget, watch);
        let answer = (most >= Cost::Search).then(solve);
        values.extend(of_answer(start, answer.as_ref()));
        let cells = || fewest_cells(&self.cells.solve(start, budget, watch));
        values.push((most >= Cost::Dear).then(cells).flatten());
        Measured {
            outcome: answer.map(|answer| Verdict::from(&answer.outcome)),
            values,
        }
    }
}

/// What needs no search.
fn cheap(start: &Position) -> impl Iterator<Item = f64> {
    let sizes = [start.variant.cells, start.variant.columns].map(usize::from);
    let mut counts = sizes.to_vec();
    counts.extend(layout::chen(start));
    counts.extend(layout::depths(start));
    counts.extend(layout::others(start));
    let counts = counts.into_iter().map(|count| count as f64);
    counts.chain(spread::playouts(start))
}

fn of_answer(start: &Position, answer: Option<&Answer<Position>>) -> [Option<f64>; 6] {
    match answer.map(|answer| (&answer.outcome, answer.effort.checked)) {
        Some((Outcome::Solved(moves), checked)) => {
            let way = Way::walk(start, moves);
            [
                way.moves,
                checked as f64,
                way.before_first_home,
                way.cells_most,
                way.cells_mean,
                way.run_moves,
            ]
            .map(Some)
        }
        _ => [None; 6],
    }
}

fn fewest_cells(answer: &Answer<Position>) -> Option<f64> {
    let mut figures = answer.figures.iter();
    let cells = figures.find(|(name, _)| *name == "cells");
    cells.map(|&(_, cells)| cells as f64)
}
