//! What can be measured of a board: how far its tiles are from home, and, on
//! boards of up to 20 cells, how a shortest solution goes.

use super::conflict::Conflict;
use super::features::Chosen;
use super::heuristics::{self, Admissible, Tables};
use super::manhattan::Manhattan;
use super::moves;
use super::pattern::partition::groups;
use super::rules::{Board, Move};
use super::symmetry::Standard;
use engine::search::IdaStar;
use engine::{
    Budget, Cost, Heuristic, Measure, Measured, Measurer, Meter, Outcome, Puzzle, Settings,
    Verdict, Watch,
};

/// The measures, in the order of their values.
pub static MEASURES: [Measure; 12] = [
    Measure::initial("size", "cells", "cells of the board"),
    Measure::initial("misplaced", "tiles", "tiles that are not home"),
    Measure::initial(
        "manhattan",
        "steps",
        "sum of the tiles' distances from home, in rows and columns",
    ),
    Measure::initial(
        "linear_conflicts",
        "tiles",
        "fewest tiles that must leave their home row or column so that the others there are in order",
    ),
    Measure::initial(
        "inversions",
        "pairs",
        "pairs of tiles, read row by row, of which the first has the larger number",
    ),
    Measure::initial(
        "blank_distance",
        "steps",
        "distance of the blank from its home, in rows and columns",
    ),
    Measure::solution("moves", "moves", "fewest moves"),
    Measure::solution(
        "slides",
        "runs",
        "runs of moves in the same direction in that solution",
    ),
    Measure::solution("detour", "moves", "fewest moves less the sum of distances"),
    Measure::solution(
        "moves_away",
        "moves",
        "moves of that solution that bring a tile further from home",
    ),
    Measure::solution(
        "choices",
        "moves",
        "moves that do not take back the last one, averaged over the positions of that solution",
    ),
    Measure::dynamic(
        "states",
        "states",
        "states that IDA* checks until it has that solution, with walking distance on boards of up to 12 cells, with pattern databases on larger ones",
    ),
];

/// Most cells of boards whose shortest solution is looked for: 5x5 takes
/// billions of states.
const MOST_CELLS: usize = 20;
/// Most cells of boards on which walking distance is enough; no table is made
/// for them.
const WALKING_CELLS: usize = 12;
/// States that the search may check where the budget says nothing of states.
const PATIENCE: u64 = 200_000_000;

/// Takes the measures.
pub struct Ruler {
    tables: Tables,
}

impl Ruler {
    /// With its tables from the store of these settings.
    pub fn new(settings: &Settings) -> Ruler {
        Ruler {
            tables: Tables::new(&settings.tables),
        }
    }

    /// A shortest solution and the states checked for it.
    fn shortest(
        &mut self,
        start: &Board,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> (Outcome<Move>, u64) {
        let budget = Budget {
            states: budget.states.or(Some(PATIENCE)),
            ..*budget
        };
        let mut meter = Meter::new(&budget, watch);
        let chosen = Chosen::Own(heuristic(start));
        let outcome = heuristics::search(&IdaStar, &chosen, &mut self.tables, start, &mut meter);
        (outcome, meter.effort.checked)
    }
}

impl Measurer<Board> for Ruler {
    fn measure(
        &mut self,
        start: &Board,
        most: Cost,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Measured {
        let manhattan = Manhattan::new(start.variant());
        let sum = manhattan.sum(start);
        let conflict = Conflict::new(start.variant());
        let conflicts = (conflict.estimate(conflict.start(start), start) - sum) / 2;
        let at_start = [
            start.tiles().len(),
            misplaced(start),
            sum as usize,
            conflicts as usize,
            inversions(start),
            blank_distance(start),
        ];
        let mut values: Vec<Option<f64>> = at_start.map(|n| Some(n as f64)).to_vec();
        // Parity tells whether a board can be solved; a large one that can be
        // has a solution, but none that is measured unless it has no moves.
        let large = start.tiles().len() > MOST_CELLS;
        let (outcome, way) = match large && start.is_solvable() && !start.is_solved() {
            // Parity is cheap.
            _ if most < Cost::Search && !start.is_solvable() => (Some(Verdict::Unsolvable), None),
            _ if most < Cost::Search => (None, None),
            true => (Some(Verdict::Solved), None),
            false => {
                let (outcome, states) = self.shortest(start, budget, watch);
                let way = match &outcome {
                    Outcome::Solved(moves) => Some(Way::walk(start, moves, &manhattan, states)),
                    _ => None,
                };
                (Some(Verdict::from(&outcome)), way)
            }
        };
        let of_way = |value: fn(&Way) -> Option<f64>| way.as_ref().and_then(value);
        values.extend([
            of_way(|way| Some(way.moves)),
            of_way(|way| Some(way.slides)),
            of_way(|way| Some(way.detour)),
            of_way(|way| Some(way.moves_away)),
            of_way(|way| way.choices),
            of_way(|way| Some(way.states)),
        ]);
        Measured { outcome, values }
    }
}

/// The heuristic that finds the shortest solution at the least cost. Which one
/// it is has no part in the solution: of all shortest ones, IDA* finds the
/// first in its order of moves.
fn heuristic(board: &Board) -> Admissible {
    let variant = Standard::of(board).board.variant();
    match variant.cells() > WALKING_CELLS && groups(variant).is_some() {
        true => Admissible::Patterns,
        false => Admissible::Walking,
    }
}

fn misplaced(board: &Board) -> usize {
    let tiles = board.tiles().iter().enumerate();
    let away = |&(cell, &tile): &(usize, &u8)| tile != 0 && board.variant().goal_cell(tile) != cell;
    tiles.filter(away).count()
}

/// Wherever the blank ends, the tiles of a solved board are in order.
fn inversions(board: &Board) -> usize {
    let tiles: Vec<u8> = board.tiles().iter().copied().filter(|&t| t != 0).collect();
    let after = |(index, &tile): (usize, &u8)| tiles[index..].iter().filter(|&&t| t < tile).count();
    tiles.iter().enumerate().map(after).sum()
}

fn blank_distance(board: &Board) -> usize {
    let (row, column) = board.blank_place();
    let home = board.variant().place(board.variant().goal_cell(0));
    usize::from(row.abs_diff(home.0)) + usize::from(column.abs_diff(home.1))
}

/// What a solution tells.
struct Way {
    moves: f64,
    slides: f64,
    detour: f64,
    moves_away: f64,
    choices: Option<f64>,
    states: f64,
}

impl Way {
    fn walk(start: &Board, solution: &[Move], manhattan: &Manhattan, states: u64) -> Way {
        let mut board = start.clone();
        let (mut away, mut choices, mut lengths) = (0, 0, [0; 2]);
        let mut last: Option<Move> = None;
        let mut legal = Vec::new();
        for &mv in solution {
            legal.clear();
            board.moves(&mut legal);
            let fresh =
                |&&next: &&Move| last.is_none_or(|last| !<Board as Puzzle>::takes_back(last, next));
            choices += legal.iter().filter(fresh).count();
            let before = manhattan.sum(&board);
            board.apply(mv);
            away += usize::from(manhattan.sum(&board) > before);
            moves::count(&mut lengths, mv, last.replace(mv));
        }
        let moves = solution.len() as f64;
        Way {
            moves,
            slides: lengths[1] as f64,
            detour: moves - f64::from(manhattan.sum(start)),
            moves_away: away as f64,
            choices: (!solution.is_empty()).then_some(choices as f64 / moves),
            states: states as f64,
        }
    }
}
