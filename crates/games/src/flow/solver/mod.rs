//! The solver. Edges are questions ([`grid`]); some answers follow from
//! others ([`trail`], [`reasons`]), some from clauses that were learnt from contradictions
//! ([`clauses`], [`learn`]), and the rest are tried ([`search`], [`order`]).
//! Whether a solution is the only one is asked of small windows first
//! ([`window`], [`exchange`]), and then of the whole board.

mod clauses;
mod exchange;
mod grid;
mod learn;
mod lit;
mod order;
mod reasons;
mod search;
mod trail;
mod window;

use super::rules::{Cell, Colour, Level, Move, Position, Way};
use engine::notation::quoted;
use engine::{
    Answer, Budget, Fault, Limit, Meter, Outcome, Puzzle, Setting, Settings, Solve, Watch,
};
use exchange::Exchanges;
pub use grid::Grid;
pub use lit::Lit;
use search::Search;
pub use trail::{Trail, UNSET};
pub use window::Window;

/// How many solutions to look for.
pub const COUNT: Setting = Setting {
    name: "count",
    default: "1",
    summary: "how many different solutions to look for; 2 tells whether there is one only",
};

/// Which solutions there are to find.
pub const TURNS: Setting = Setting {
    name: "turns",
    default: "any",
    summary: "loose: leave out solutions with a tight turn, a path along three sides of a square, as other programs do; finding none then proves nothing, and the figure is loose_solutions",
};

/// The memory that learnt clauses may use unless told otherwise.
const DEFAULT_MEMORY: u64 = 1 << 30;

/// A way for every colour from its first endpoint to its second.
pub type Paths = Vec<Vec<Way>>;

/// The solver.
pub struct Learner {
    count: usize,
    loose: bool,
}

impl Learner {
    /// The solver as it was set.
    pub fn new(settings: &Settings) -> Result<Learner, Fault> {
        let loose = match settings.text(&TURNS) {
            "any" => false,
            "loose" => true,
            other => return Err(Fault::new(TURNS.name, quoted(other), "any or loose")),
        };
        Ok(Learner {
            count: settings.number(&COUNT, 1..=1_000_000)?,
            loose,
        })
    }
}

/// What was found of a level.
pub struct Found {
    /// Different solutions, at most as many as were asked for.
    pub solutions: Vec<Paths>,
    /// Which limit ended the search before it had them all, if one did.
    pub limit: Option<Limit>,
}

/// Looks for `count` solutions of a level.
pub fn find(level: &Level, count: usize, meter: &mut Meter) -> Found {
    look(level, count, false, meter)
}

/// Looks for `count` solutions without tight turns, as other programs do.
pub fn find_loose(level: &Level, count: usize, meter: &mut Meter) -> Found {
    look(level, count, true, meter)
}

fn look(level: &Level, count: usize, loose: bool, meter: &mut Meter) -> Found {
    let mut found = Found {
        solutions: Vec::new(),
        limit: meter.check_state(),
    };
    if found.limit.is_some() {
        return found;
    }
    meter.or_memory(DEFAULT_MEMORY);
    let mut search = Search::new(Trail::new(Grid::new(level)));
    let wanted = (count, loose);
    found.limit = collect(level, wanted, &mut search, &mut found.solutions, meter).err();
    // What is held at the end was held at some time.
    meter.hold(search.trail.clauses.bytes());
    found
}

fn collect(
    level: &Level,
    (count, loose): (usize, bool),
    search: &mut Search,
    solutions: &mut Vec<Paths>,
    meter: &mut Meter,
) -> Result<(), Limit> {
    // With more than two to find, none may be passed over.
    let canonical = count <= 2;
    while solutions.len() < count {
        let more = match loose {
            true => search.next_loose(meter)?,
            false => search.next(canonical, meter)?,
        };
        if !more {
            break;
        }
        let on = search.solution();
        solutions.push(paths(level, &search.trail.grid, &on));
        if count == 2 && !loose {
            if let Some(other) = second(search, &on, meter)? {
                solutions.push(paths(level, &search.trail.grid, &other));
            }
            break;
        }
        search.exclude(&on);
    }
    Ok(())
}

/// Looks for a solution besides this one: by exchanges, in small windows, and
/// at last everywhere.
fn second(search: &mut Search, on: &[bool], meter: &mut Meter) -> Result<Option<Vec<bool>>, Limit> {
    let grid = &search.trail.grid;
    let mut other = on.to_vec();
    if Exchanges::new().make_one(grid, &mut other) {
        return Ok(Some(other));
    }
    for window in Window::all(grid, WINDOW) {
        if refill(grid, &mut other, window, meter)? {
            return Ok(Some(other));
        }
    }
    search.exclude(on);
    search.rule_out_exchanges();
    Ok(search.next(true, meter)?.then(|| search.solution()))
}

/// Looks for a solution of a level besides one that is known, given by the
/// edges it uses.
pub fn find_second(
    level: &Level,
    on: &[bool],
    meter: &mut Meter,
) -> Result<Option<Vec<bool>>, Limit> {
    second(&mut Search::new(Trail::new(Grid::new(level))), on, meter)
}

/// The side of the windows in which a second solution is looked for. Of the
/// boards that have one, nearly all have one that differs in so small a window.
pub const WINDOW: usize = 6;

/// Turns a solution into another one that differs from it in a window only,
/// if there is one.
pub fn refill(
    grid: &Grid,
    on: &mut [bool],
    window: Window,
    meter: &mut Meter,
) -> Result<bool, Limit> {
    let inner = window.cut(grid, on);
    let old: Vec<bool> = (0..inner.edges)
        .map(|edge| inner.is_inside(edge) && on[window.outer_edge(&inner, grid, edge)])
        .collect();
    let mut search = Search::new(Trail::new(inner));
    search.exclude(&old);
    if !search.next(false, meter)? {
        return Ok(false);
    }
    let (new, inner) = (search.solution(), &search.trail.grid);
    for edge in (0..inner.edges).filter(|&edge| inner.is_inside(edge)) {
        on[window.outer_edge(inner, grid, edge)] = new[edge];
    }
    Ok(true)
}

/// Follows the edges in use from each first endpoint.
fn paths(level: &Level, grid: &Grid, on: &[bool]) -> Paths {
    let follow = |colour: usize| {
        let [start, end] = level.ends(colour as Colour);
        let inner = |cell: Cell| grid.cell(level.variant().place(cell.into()));
        let (mut cell, end) = (inner(start), inner(end));
        let mut path: Vec<Way> = Vec::new();
        while cell != end {
            let edges = grid.edges_of(cell);
            let back = path.last().map(|way| way.back());
            let ahead = |way: &Way| on[edges[*way as usize]] && Some(*way) != back;
            let Some(way) = Way::ALL.into_iter().find(ahead) else {
                break;
            };
            path.push(way);
            cell = grid.neighbours(cell)[way as usize];
        }
        path
    };
    (0..level.colours()).map(follow).collect()
}

/// The moves that lead from a position to these paths: what was drawn amiss
/// is taken back first.
pub fn moves_to(position: &Position, paths: &Paths) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut rest = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let colour = index as Colour;
        let (drawn, far) = (position.path(colour), position.is_far(colour));
        let path: Vec<Way> = match far {
            true => path.iter().rev().map(|way| way.back()).collect(),
            false => path.clone(),
        };
        let right = drawn.iter().zip(&path).take_while(|(a, b)| a == b).count();
        let step = |erase: bool| {
            move |&way: &Way| Move {
                colour,
                way,
                erase,
                far,
            }
        };
        moves.extend(drawn[right..].iter().rev().map(step(true)));
        rest.extend(path[right..].iter().map(step(false)));
    }
    moves.append(&mut rest);
    moves
}

impl Solve<Position> for Learner {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let mut meter = Meter::new(budget, watch);
        let (find, figure): (fn(&_, _, &mut _) -> _, _) = match self.loose {
            true => (find_loose, "loose_solutions"),
            false => (find, "solutions"),
        };
        let found: Found = find(start.level(), self.count, &mut meter);
        let outcome = match (found.solutions.first(), found.limit) {
            (Some(_), _) if start.is_solved() => Outcome::Solved(Vec::new()),
            (Some(paths), _) => Outcome::Solved(moves_to(start, paths)),
            (None, Some(limit)) => Outcome::GaveUp(limit),
            (None, None) if self.loose => Outcome::GaveUp(Limit::Cuts),
            (None, None) => Outcome::Unsolvable,
        };
        let mut answer = Answer::new(outcome, meter.effort);
        if self.count > 1 && found.limit.is_none() && !found.solutions.is_empty() {
            answer.figures.push((figure, found.solutions.len() as u64));
        }
        answer
    }
}
