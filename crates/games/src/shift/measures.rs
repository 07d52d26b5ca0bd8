//! What can be measured of a level: the six numbers of Mutser's thesis
//! (section 4.4.3), and further ones that need every position in reach.

use super::Shift;
use super::bits::Colours;
use super::layout::{Job, Layout, Word, lay_out};
use super::rules::{Board, Direction, Move};
use super::solver::breadth::Meet;
use super::solver::sweep::{Depths, Sweep};
use super::solver::thesis::Thesis;
use engine::search::DEFAULT_MEMORY;
use engine::{
    Budget, Cost, Limit, Measure, Measured, Measurer, Meter, Outcome, Rules, Solve, Verdict, Watch,
};
use std::collections::{HashMap, HashSet};

/// The measures. Those of a solution are of the one that the solver `meet`
/// finds, which is a shortest one.
pub static MEASURES: [Measure; 20] = [
    Measure::solution("moves", "moves", "the fewest moves that solve the level"),
    Measure::initial(
        "level_size",
        "cells",
        "the cells of the board, rocks included",
    ),
    Measure::initial("balls", "balls", "the balls"),
    Measure::initial("colours", "colours", "the different colours of the balls"),
    Measure::initial("rocks", "rocks", "the rocks"),
    Measure::solution(
        "counterintuitive_moves",
        "moves",
        "moves of the solution that make the balls' average distance from the nearest goal of their colour larger",
    ),
    Measure::dynamic(
        "fewest_counterintuitive",
        "moves",
        "the fewest such moves that a shortest solution can have",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "most_counterintuitive",
        "moves",
        "the most such moves that a shortest solution can have",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "shortest_solutions",
        "solutions",
        "how many different shortest solutions there are",
    )
    .at_cost(Cost::Dear),
    Measure::solution("turns", "runs", "runs of equal moves in the solution"),
    Measure::solution(
        "reversals",
        "moves",
        "moves of the solution that go straight against the one before",
    ),
    Measure::solution(
        "directions",
        "directions",
        "different directions in the solution",
    ),
    Measure::solution(
        "held_balls",
        "balls",
        "how many balls stay in a move of the solution, on average",
    ),
    Measure::solution(
        "choices",
        "moves",
        "how many moves there are in a position of the solution, on average",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "winning_choices",
        "moves",
        "how many of them leave the level winnable, on average",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "forced_chain",
        "positions",
        "the most positions of the solution in a row in which all moves but one lose",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "dead_ends",
        "positions",
        "lost positions one wrong move away from the solution",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "reachable",
        "positions",
        "positions that can be reached from the start, itself included",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "lost_share",
        "share",
        "the share of those from which the level cannot be solved",
    )
    .at_cost(Cost::Dear),
    Measure::dynamic(
        "farthest",
        "moves",
        "the fewest moves that solve the hardest of those that can be solved",
    )
    .at_cost(Cost::Dear),
];

/// States that a measurement may look at unless told otherwise.
const STATES: u64 = 40_000_000;

/// Bytes for the search whose depths are asked for. Half of them may be bits,
/// for each of which a depth takes four bytes; larger boards do with a table.
const RANKED: u64 = 16 << 20;

/// Takes the measures.
pub struct Measuring;

impl Measurer<Board> for Measuring {
    fn measure(
        &mut self,
        start: &Board,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Measured {
        let budget = Budget {
            states: budget.states.or(Some(STATES)),
            ..budget.or_memory(DEFAULT_MEMORY)
        };
        let ground = start.ground();
        let mut values = vec![None; MEASURES.len()];
        let mut set = |name: &str, value: f64| {
            let index = MEASURES.iter().position(|measure| measure.name == name);
            values[index.expect("a measure of this name")] = Some(value);
        };
        set("level_size", ground.size.count() as f64);
        set("balls", ground.balls.len() as f64);
        set("colours", ground.colours().len() as f64);
        set("rocks", f64::from(ground.rocks.count_ones()));
        if most < Cost::Search {
            return Measured {
                outcome: None,
                values,
            };
        }
        let answer = Meet.solve(start, &budget, watch);
        let outcome = Verdict::from(&answer.outcome);
        let mut solution = None;
        if let Outcome::Solved(moves) = answer.outcome {
            set("moves", moves.len() as f64);
            set("turns", Shift.lengths(start, &moves)[1] as f64);
            set("reversals", reversals(&moves) as f64);
            let used = |to: &&Direction| moves.iter().any(|mv| mv.to == **to);
            let directions = Direction::ALL.iter().filter(used);
            set("directions", directions.count() as f64);
            if !moves.is_empty() {
                set("held_balls", held_balls(start, &moves));
            }
            solution = Some(moves);
        }
        let survey = Survey {
            solution: solution.as_deref(),
            all: most >= Cost::Dear,
            meter: &mut Meter::new(&budget, watch),
            set: &mut set,
        };
        // What a limit cuts off has no value; what came before it stays.
        if outcome == Verdict::Solved || outcome == Verdict::Unsolvable {
            let _ = lay_out(start, survey);
        }
        Measured {
            outcome: Some(outcome),
            values,
        }
    }
}

/// Moves that go straight against the one before.
fn reversals(moves: &[Move]) -> usize {
    let back = |two: &&[Move]| two[1].to == two[0].to.back();
    moves.windows(2).filter(back).count()
}

/// How many balls stay in a move, on average.
fn held_balls(start: &Board, moves: &[Move]) -> f64 {
    let balls = start.ground().balls.len() as u32;
    let held = moves.iter().map(|mv| balls - mv.moved.count_ones());
    f64::from(held.sum::<u32>()) / moves.len() as f64
}

/// Looks at the positions of the solution, then at every position in reach.
struct Survey<'a, 'w, F> {
    solution: Option<&'a [Move]>,
    /// Whether to look at every position in reach.
    all: bool,
    meter: &'a mut Meter<'w>,
    set: &'a mut F,
}

impl<F: FnMut(&str, f64)> Job for Survey<'_, '_, F> {
    type Result = Result<(), Limit>;

    fn run<W: Word, const C: usize>(self, layout: &Layout<C>) -> Result<(), Limit> {
        let Survey {
            solution,
            all,
            meter,
            set,
        } = self;
        let thesis = Thesis::new(&layout.goals);
        let path = path(layout, solution.unwrap_or_default());
        if solution.is_some() {
            let worse = path
                .windows(2)
                .filter(|pair| thesis.sum(&pair[1]) > thesis.sum(&pair[0]));
            set("counterintuitive_moves", worse.count() as f64);
        }
        if !all {
            return Ok(());
        }
        let memory = meter.budget().memory.unwrap_or(DEFAULT_MEMORY) / 2;
        let mut ahead = Sweep::<W, C>::new(layout, false, memory);
        ahead.exhaust(meter)?;
        let reachable = ahead.words().len();
        set("reachable", reachable as f64);
        if solution.is_none() {
            set("lost_share", 1.0);
            return Ok(());
        }
        let mut behind = Sweep::<W, C>::new(layout, true, memory.min(RANKED));
        behind.exhaust_within(&ahead, meter)?;
        let bytes = ahead.bytes() + behind.bytes() + behind.depths_bytes();
        if let Some(limit) = meter.hold(bytes) {
            return Err(limit);
        }
        let lost = reachable - behind.words().len();
        set("lost_share", lost as f64 / reachable as f64);
        // The last layer is the empty one that ended the search.
        set("farthest", behind.depth() as f64 - 1.0);
        let depths = behind.depths();
        let all = Shortest::count(layout, &depths, &thesis);
        set("shortest_solutions", all.ways as f64);
        set("fewest_counterintuitive", f64::from(all.fewest));
        set("most_counterintuitive", f64::from(all.most));
        along(layout, &depths, &path, set);
        Ok(())
    }
}

/// The positions of a solution, the start first.
fn path<const C: usize>(layout: &Layout<C>, solution: &[Move]) -> Vec<Colours<C>> {
    let mut at = layout.start;
    let mut path = vec![at];
    for mv in solution {
        at = layout.pushed(&at, mv.to);
        path.push(at);
    }
    path
}

/// The positions that moves lead to from one, itself left out.
fn nexts<const C: usize>(layout: &Layout<C>, from: &Colours<C>) -> Vec<Colours<C>> {
    let all = Direction::ALL.into_iter().map(|to| layout.pushed(from, to));
    all.filter(|next| next != from).collect()
}

/// Measures of the positions along a solution.
fn along<W: Word, const C: usize>(
    layout: &Layout<C>,
    depths: &Depths<W, C>,
    path: &[Colours<C>],
    set: &mut impl FnMut(&str, f64),
) {
    let (mut choices, mut winning) = (0, 0);
    let (mut chain, mut longest) = (0, 0);
    let mut dead: HashSet<Colours<C>> = HashSet::new();
    let steps = path.len() - 1;
    for from in &path[..steps] {
        let nexts = nexts(layout, from);
        let all = nexts.len();
        choices += all;
        let bad = nexts.into_iter().filter(|next| depths.of(next).is_none());
        let bad: Vec<Colours<C>> = bad.collect();
        let good = all - bad.len();
        dead.extend(bad);
        winning += good;
        chain = match good {
            1 => chain + 1,
            _ => 0,
        };
        longest = longest.max(chain);
    }
    if steps > 0 {
        set("choices", choices as f64 / steps as f64);
        set("winning_choices", winning as f64 / steps as f64);
    }
    set("forced_chain", f64::from(longest));
    set("dead_ends", dead.len() as f64);
}

/// What all shortest solutions have in common that end in one position.
#[derive(Clone, Copy)]
struct Shortest {
    ways: u128,
    /// Counterintuitive moves.
    fewest: u32,
    most: u32,
}

impl Shortest {
    /// Counts all shortest solutions, layer by layer from the start.
    fn count<W: Word, const C: usize>(
        layout: &Layout<C>,
        depths: &Depths<W, C>,
        thesis: &Thesis,
    ) -> Shortest {
        let one = Shortest {
            ways: 1,
            fewest: 0,
            most: 0,
        };
        let mut layer = HashMap::from([(layout.start, one)]);
        let length = depths.of(&layout.start).unwrap_or_default();
        for left in (0..length).rev() {
            let mut next_layer: HashMap<Colours<C>, Shortest> = HashMap::new();
            for (from, so_far) in &layer {
                for next in nexts(layout, from) {
                    if depths.of(&next) != Some(left) {
                        continue;
                    }
                    let worse = u32::from(thesis.sum(&next) > thesis.sum(from));
                    let here = Shortest {
                        ways: so_far.ways,
                        fewest: so_far.fewest + worse,
                        most: so_far.most + worse,
                    };
                    let known = next_layer.entry(next);
                    known.and_modify(|known| known.join(here)).or_insert(here);
                }
            }
            layer = next_layer;
        }
        layer.get(&layout.goals).copied().unwrap_or(one)
    }

    fn join(&mut self, other: Shortest) {
        self.ways = self.ways.saturating_add(other.ways);
        self.fewest = self.fewest.min(other.fewest);
        self.most = self.most.max(other.most);
    }
}
