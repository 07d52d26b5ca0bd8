//! What can be measured of a level: the four features of Mutser's thesis
//! (section 4.4.1), and what a person would feel: how much is forced, how deep
//! one has to think, how far paths go round, and how many solutions tempt that
//! leave holes.

use super::human::{self, Thought};
use super::rules::{Cell, Colour, Level, Position};
use super::solver::{self, Paths};
use super::variant::Variant;
use engine::{Budget, Cost, Measure, Measured, Measurer, Meter, Verdict, Watch};

/// All measures, in order.
pub static MEASURES: [Measure; 18] = [
    Measure::initial("level_size", "cells", "cells of the board"),
    Measure::initial("colours", "colours", "pairs to join"),
    Measure::initial(
        "average_distance",
        "steps",
        "city-block distance between a colour's endpoints, on average",
    ),
    Measure::solution("corners", "corners", "corners in the solution"),
    Measure::dynamic(
        "solutions",
        "solutions",
        "1 if the solution is the only one, 2 if there are more",
    )
    .at_cost(Cost::Dear),
    Measure::initial(
        "inner_ends",
        "share",
        "share of endpoints that do not lie on the board's rim",
    ),
    Measure::dynamic(
        "forced_edges",
        "share",
        "share of the edges between cells that simple rules decide at the start",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "forced_chain",
        "steps",
        "steps of the longest piece of path that simple rules draw at the start",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "guess_depth",
        "levels",
        "0 if simple rules are enough, 1 with a what-if, 2 with one inside another, 3 beyond",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic("what_ifs", "guesses", "how often a what-if was needed").at_cost(Cost::Dear),
    Measure::solution(
        "long_way_colours",
        "colours",
        "colours whose path is longer than the distance of their endpoints",
    ),
    Measure::solution(
        "detour",
        "steps",
        "steps of all paths beyond the distances of their endpoints, per colour",
    ),
    Measure::solution("longest_path", "steps", "steps of the longest path"),
    Measure::solution("shortest_path", "steps", "steps of the shortest path"),
    Measure::solution(
        "touches",
        "pairs",
        "neighbouring cells of one path that do not follow each other",
    ),
    Measure::dynamic(
        "hole_solutions",
        "solutions",
        "ways to join all pairs that leave holes, counted up to 10 and 3000 states",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "contradictions",
        "dead ends",
        "dead ends that the learner met before its first solution",
    ),
    Measure::solution("moves", "steps", "steps of all paths in the solution"),
];

/// Solutions with holes are counted up to this many.
const MOST_HOLES: usize = 10;
/// States that the search for solutions with holes may check.
const HOLE_STATES: u64 = 3_000;

/// Takes the measures.
pub struct FlowMeasurer;

impl Measurer<Position> for FlowMeasurer {
    fn measure(
        &mut self,
        start: &Position,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Measured {
        let level = start.level();
        let at_start = [
            ("level_size", level.variant().cells() as f64),
            ("colours", level.colours() as f64),
            ("average_distance", average_distance(level)),
            ("inner_ends", inner_ends(level)),
        ];
        if most < Cost::Search {
            return Measured::cheaply(&MEASURES, &at_start);
        }
        let [size, colours, distance, inner] = at_start.map(|(_, value)| Some(value));
        let mut meter = Meter::new(budget, watch);
        let first = solver::find(level, 1, &mut meter);
        let contradictions = meter.effort.generated;
        let outcome = match (first.solutions.first(), first.limit) {
            (Some(_), _) => Verdict::Solved,
            (None, Some(limit)) => Verdict::GaveUp(limit),
            (None, None) => Verdict::Unsolvable,
        };
        let paths = first.solutions.first();
        let all = most >= Cost::Dear;
        let both = paths.filter(|_| all).and_then(|_| {
            let found = solver::find(level, 2, &mut meter);
            found.limit.is_none().then_some(found.solutions.len())
        });
        let thought = all.then(|| human::think(level, &mut meter));
        let thought = thought.as_ref();
        let solved = |value: f64| paths.map(|_| value);
        let drawn = |value: fn(&Thought) -> f64| thought.filter(|t| t.sound).map(value);
        let thought_through = |value: fn(&Thought) -> f64| {
            let thought = thought.filter(|t| t.limit.is_none() && paths.is_some());
            thought.map(value)
        };
        let holes = all.then(|| hole_solutions(level, &meter, watch)).flatten();
        let shape = paths.map(|paths| Shape::of(level, paths));
        let shaped = |value: fn(&Shape) -> f64| shape.as_ref().map(value);
        Measured {
            outcome: Some(outcome),
            values: vec![
                size,
                colours,
                distance,
                shaped(|shape| shape.corners as f64),
                both.map(|count| count as f64),
                inner,
                drawn(|t| t.known as f64 / t.edges as f64),
                drawn(|t| t.longest as f64),
                thought_through(|t| t.depth as f64),
                thought_through(|t| t.what_ifs as f64),
                shaped(|shape| shape.long_ways as f64),
                shaped(|shape| shape.detour),
                shaped(|shape| shape.longest as f64),
                shaped(|shape| shape.shortest as f64),
                shaped(|shape| shape.touches as f64),
                holes.map(|count| count as f64),
                solved(contradictions as f64),
                shaped(|shape| shape.steps as f64),
            ],
        }
    }
}

fn distance(level: &Level, colour: usize) -> usize {
    let [a, b] = level.ends(colour as Colour);
    level.variant().distance(a.into(), b.into())
}

fn average_distance(level: &Level) -> f64 {
    let sum: usize = (0..level.colours()).map(|c| distance(level, c)).sum();
    sum as f64 / level.colours() as f64
}

fn inner_ends(level: &Level) -> f64 {
    let Variant { width, height, .. } = level.variant();
    let inner = |cell: Cell| {
        let (row, column) = (cell / width, cell % width);
        row > 0 && column > 0 && row + 1 < height && column + 1 < width
    };
    let ends = (0..level.colours()).flat_map(|c| level.ends(c as Colour));
    ends.filter(|&cell| inner(cell)).count() as f64 / (2 * level.colours()) as f64
}

/// What is to be seen of a solution.
struct Shape {
    steps: usize,
    corners: usize,
    long_ways: usize,
    detour: f64,
    longest: usize,
    shortest: usize,
    touches: usize,
}

impl Shape {
    fn of(level: &Level, paths: &Paths) -> Shape {
        let turns = |path: &Vec<_>| path.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let beyond: Vec<usize> = paths
            .iter()
            .enumerate()
            .map(|(colour, path)| path.len() - distance(level, colour))
            .collect();
        Shape {
            steps: paths.iter().map(Vec::len).sum(),
            corners: paths.iter().map(turns).sum(),
            long_ways: beyond.iter().filter(|&&steps| steps > 0).count(),
            detour: beyond.iter().sum::<usize>() as f64 / paths.len() as f64,
            longest: paths.iter().map(Vec::len).max().unwrap_or(0),
            shortest: paths.iter().map(Vec::len).min().unwrap_or(0),
            touches: touches(level, paths),
        }
    }
}

/// Pairs of neighbouring cells of one path that no step joins.
fn touches(level: &Level, paths: &Paths) -> usize {
    let variant = level.variant();
    let mut owners = vec![usize::MAX; variant.cells()];
    let mut steps = 0;
    for (colour, path) in paths.iter().enumerate() {
        let mut cell = level.ends(colour as Colour)[0];
        owners[cell as usize] = colour;
        for &way in path {
            cell = level.next(cell, way).unwrap_or(cell);
            owners[cell as usize] = colour;
            steps += 1;
        }
    }
    let beside = |cell: usize, way| {
        let next = level.next(cell as Cell, way);
        let owner = owners[cell];
        owner != usize::MAX && next.is_some_and(|next| owners[next as usize] == owner)
    };
    let alike: usize = (0..variant.cells())
        .map(|cell| {
            use super::rules::Way;
            usize::from(beside(cell, Way::Right)) + usize::from(beside(cell, Way::Down))
        })
        .sum();
    alike - steps
}

/// Ways to join all pairs that leave cells empty, up to a number; none where
/// none was found but the search was cut short. What is left of the budget
/// bounds it too.
fn hole_solutions(level: &Level, spent: &Meter, watch: &dyn Watch) -> Option<usize> {
    let variant = Variant {
        covered: false,
        ..level.variant()
    };
    let pair = |colour: usize| (level.name(colour as Colour), level.ends(colour as Colour));
    let loose = Level::new(variant, (0..level.colours()).map(pair).collect());
    let budget = spent.rest(HOLE_STATES);
    let mut meter = Meter::new(&budget, watch);
    let full = variant.cells() - level.colours();
    let holes = |paths: &&Paths| paths.iter().map(Vec::len).sum::<usize>() < full;
    // A level may have any number of solutions without holes, which are found
    // among the others.
    let (mut wanted, mut count) = (MOST_HOLES + 1, 0);
    loop {
        let found = solver::find(&loose, wanted, &mut meter);
        count = found.solutions.iter().filter(holes).count().max(count);
        if count >= MOST_HOLES || found.limit.is_some() || found.solutions.len() < wanted {
            return (count > 0 || found.limit.is_none()).then_some(count.min(MOST_HOLES));
        }
        wanted *= 2;
    }
}
