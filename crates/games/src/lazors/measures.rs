//! What can be measured of a level: the seven measures of Mutser's thesis
//! (section 4.4.2), and some of our own. Those of a solution are taken of the
//! first one that the solver finds; most levels have no other.

use super::beams;
use super::rules::{Block, Cell, Level, Move, Position};
use super::solver::search::{Aim, Found, Search};
use engine::{Budget, Cost, Measure, Measured, Measurer, Meter, Plain, Puzzle, Verdict, Watch};

/// The measures, in the order of their values.
pub const MEASURES: &[Measure] = &[
    Measure::initial(
        "level_size",
        "cells",
        "cells of the smallest rectangle around the open cells (Mutser)",
    ),
    Measure::initial("usable_tiles", "cells", "open cells (Mutser)"),
    Measure::initial("emitters", "lasers", "lasers (Mutser)"),
    Measure::initial("receivers", "points", "points (Mutser)"),
    Measure::initial(
        "mirrors",
        "blocks",
        "free blocks that throw light back, A (Mutser)",
    ),
    Measure::solution(
        "reflections",
        "reflections",
        "how often light is thrown back in the solution (Mutser)",
    ),
    Measure::solution(
        "intersections",
        "points",
        "points where light of both slopes comes in the solution and none is thrown back (Mutser)",
    ),
    Measure::initial("blocks", "blocks", "free blocks of all kinds"),
    Measure::initial("fixed_blocks", "blocks", "blocks that stay where they are"),
    Measure::initial(
        "placements",
        "log10 ways",
        "decimal logarithm of the ways to put all free blocks on open cells",
    ),
    Measure::initial(
        "lit_at_start",
        "points",
        "points that are lit before any block is put down",
    ),
    Measure::dynamic(
        "solutions",
        "solutions",
        "1 for exactly one solution, 2 for more",
    ),
    Measure::dynamic(
        "essential_solutions",
        "solutions",
        "the same, solutions that differ only where no light comes being one",
    ),
    Measure::solution(
        "beam_length",
        "stretches",
        "stretches from edge to edge that light travels in the solution",
    ),
    Measure::solution(
        "deepest_point",
        "reflections",
        "most times that light is thrown back before it comes to a point in the solution",
    ),
    Measure::solution(
        "blocks_touched",
        "blocks",
        "free blocks that light comes to in the solution",
    ),
    Measure::solution(
        "blocks_needed",
        "blocks",
        "free blocks without which a point of the solution is dark",
    ),
    Measure::dynamic(
        "states",
        "states",
        "decisions that the solver needs to find the solution and prove it the only one",
    ),
    Measure::dynamic(
        "tried",
        "blocks",
        "blocks that a search along the beams without looking ahead puts down before its solution",
    ),
    Measure::dynamic(
        "tried_in_all",
        "blocks",
        "blocks that the same search puts down until nothing is left to try",
    ),
    Measure::dynamic(
        "near_misses",
        "dead ends",
        "ends of that search with one point dark",
    ),
    Measure::solution(
        "moves",
        "blocks",
        "blocks that the solution puts down: all free ones",
    ),
];

/// The search without looking ahead may look at so many states; beyond that
/// what it would measure has no value.
const PATIENCE: u64 = 200_000;

/// Takes the measures.
#[derive(Default)]
pub struct Ruler {
    search: Search,
}

impl Measurer<Position> for Ruler {
    /// Blocks that were put down are taken away first: the level is measured.
    fn measure(
        &mut self,
        start: &Position,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Measured {
        let bare = start.bare();
        let (thesis, more) = of_level(&bare);
        if most < Cost::Search {
            let names = MEASURES.iter().filter(|m| m.cost == Cost::Cheap);
            let values = thesis.into_iter().chain(more);
            let known: Vec<_> = names.map(|m| m.name).zip(values).collect();
            return Measured::cheaply(MEASURES, &known);
        }
        let mut meter = Meter::new(budget, watch);
        let limit = self.search.run(&bare, Aim::count(2), &mut meter);
        let solutions = self.search.solutions;
        let states = meter.effort.checked;
        let first = self.search.found.first().cloned();
        let outcome = match (&first, limit) {
            (Some(_), _) => Verdict::Solved,
            (None, Some(limit)) => Verdict::GaveUp(limit),
            (None, None) => Verdict::Unsolvable,
        };
        let solution = first.map(|found| of_solution(&bare, &found));
        let mut values = thesis.map(Some).to_vec();
        let of_solution = |wanted: fn(&OfSolution) -> usize| {
            let value = solution.as_ref().map(wanted);
            value.map(|value| value as f64)
        };
        values.push(of_solution(|s| s.reflections));
        values.push(of_solution(|s| s.intersections));
        values.extend(more.map(Some));
        // Two solutions are more than one, whatever a limit left unseen.
        let known = solutions > 0 && (limit.is_none() || solutions > 1);
        values.push(known.then_some(solutions as f64));
        let solvable = solution.is_some();
        values.push(
            solvable
                .then(|| self.essential(&bare, &mut meter))
                .flatten(),
        );
        values.push(of_solution(|s| s.beam_length));
        values.push(of_solution(|s| s.deepest_point));
        values.push(of_solution(|s| s.blocks_touched));
        values.push(of_solution(|s| s.blocks_needed));
        values.push(limit.is_none().then_some(states as f64));
        values.extend(self.patient(&bare, &mut meter, watch));
        values.push(solvable.then_some(bare.level().blocks() as f64));
        Measured {
            outcome: Some(outcome),
            values,
        }
    }
}

impl Ruler {
    /// Solutions that differ where light comes, up to two.
    fn essential(&mut self, bare: &Position, meter: &mut Meter) -> Option<f64> {
        let aim = Aim {
            essential: true,
            ..Aim::count(2)
        };
        let limit = self.search.run(bare, aim, meter);
        let solutions = self.search.solutions;
        (limit.is_none() || solutions > 1).then_some(solutions as f64)
    }

    /// What a search without looking ahead comes through.
    fn patient(
        &mut self,
        bare: &Position,
        meter: &mut Meter,
        watch: &dyn Watch,
    ) -> [Option<f64>; 3] {
        let budget = meter.rest(PATIENCE);
        let mut own = Meter::new(&budget, watch);
        let aim = Aim {
            look_ahead: false,
            ..Aim::count(u64::MAX)
        };
        let limit = self.search.run(bare, aim, &mut own);
        let tries = self.search.tries;
        let solved = !self.search.found.is_empty();
        let all = |n: u64| limit.is_none().then_some(n as f64);
        [
            solved.then_some(tries.before_solution as f64),
            all(tries.blocks),
            all(tries.near_misses),
        ]
    }
}

/// What the level alone tells: first the five measures of the thesis.
fn of_level(bare: &Position) -> ([f64; 5], [f64; 4]) {
    let level: &Level = bare.level();
    let open: Vec<(usize, usize)> = level.open_cells().map(|cell| level.place(cell)).collect();
    let span = |side: fn(&(usize, usize)) -> usize| {
        let (least, most) = (open.iter().map(side).min(), open.iter().map(side).max());
        most.zip(least).map_or(0, |(most, least)| most - least + 1)
    };
    let is_fixed = |cell: &&Cell| matches!(cell, Cell::Fixed(_));
    let fixed = level.cells.iter().filter(is_fixed).count();
    let light = beams::trace(bare);
    let lit = level.points.iter().filter(|&&point| light.lights(point));
    let thesis = [
        span(|&(column, _)| column) * span(|&(_, row)| row),
        open.len(),
        level.lasers.len(),
        level.points.len(),
        usize::from(level.free[Block::Reflect as usize]),
    ];
    let more = [
        level.blocks() as f64,
        fixed as f64,
        placements(level),
        lit.count() as f64,
    ];
    (thesis.map(|n| n as f64), more)
}

/// The decimal logarithm of the ways to put all free blocks down.
fn placements(level: &Level) -> f64 {
    let factorial = |n: usize| (1..=n).map(|i| (i as f64).log10()).sum::<f64>();
    let open = level.open_cells().count();
    let blocks = level.free.iter().map(|&n| factorial(usize::from(n)));
    factorial(open) - factorial(open - level.blocks()) - blocks.sum::<f64>()
}

/// What a solution tells.
struct OfSolution {
    reflections: usize,
    intersections: usize,
    beam_length: usize,
    deepest_point: usize,
    blocks_touched: usize,
    blocks_needed: usize,
}

fn of_solution(bare: &Position, found: &Found) -> OfSolution {
    let mut solved = bare.clone();
    let put = |&(cell, block): &(u16, Block)| Move {
        block,
        cell,
        away: false,
    };
    found.iter().for_each(|block| solved.apply(put(block)));
    let light = beams::trace(&solved);
    let points = &solved.level().points;
    let depths = points
        .iter()
        .filter_map(|&point| light.throws_before(point));
    let is_touched = |cell: u16| light.touched.contains(&usize::from(cell));
    let is_needed = |block: &(u16, Block)| {
        let mut without = solved.clone();
        without.undo(put(block));
        let light = beams::trace(&without);
        !points.iter().all(|&point| light.lights(point))
    };
    OfSolution {
        reflections: light.thrown_back.len(),
        intersections: light.crossings(),
        beam_length: light.segments.len(),
        deepest_point: depths.max().unwrap_or(0),
        blocks_touched: found.iter().filter(|block| is_touched(block.0)).count(),
        blocks_needed: found.iter().filter(|block| is_needed(block)).count(),
    }
}
