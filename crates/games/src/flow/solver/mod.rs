//! The solver: edges as questions ([`grid`]), what follows from answers
//! ([`trail`]), what was learnt from contradictions ([`clauses`]), and the
//! search that asks ([`search`], [`order`]). Finds solutions, tells whether
//! there is one only, and proves that there is none.

mod clauses;
mod grid;
mod order;
mod search;
mod trail;

use super::rules::{Cell, Colour, Level, Move, Position, Way};
use engine::{Answer, Budget, Fault, Limit, Meter, Outcome, Setting, Settings, Solve, Watch};
pub use grid::Grid;
use search::Search;
pub use trail::{Lit, Trail, UNSET};

/// How many solutions to look for.
pub const COUNT: Setting = Setting {
    name: "count",
    default: "1",
    summary: "how many different solutions to look for; 2 tells whether there is one only",
};

/// The memory that learnt clauses may use unless told otherwise.
const DEFAULT_MEMORY: u64 = 1 << 30;

/// A way for every colour from its first endpoint to its second.
pub type Paths = Vec<Vec<Way>>;

/// The solver.
pub struct Learner {
    count: usize,
}

impl Learner {
    /// The solver as it was set.
    pub fn new(settings: &Settings) -> Result<Learner, Fault> {
        Ok(Learner {
            count: settings.number(&COUNT, 1..=1_000_000)?,
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
    let mut found = Found {
        solutions: Vec::new(),
        limit: meter.check_state(),
    };
    if found.limit.is_some() {
        return found;
    }
    meter.or_memory(DEFAULT_MEMORY);
    let mut search = Search::new(Trail::new(Grid::new(level)));
    search.begin();
    while found.solutions.len() < count {
        match search.next(meter) {
            Ok(true) => {
                found.solutions.push(paths(level, &search.trail));
                search.exclude();
            }
            Ok(false) => break,
            Err(limit) => {
                found.limit = Some(limit);
                break;
            }
        }
    }
    // What is held at the end was held at some time.
    meter.hold(search.trail.clauses.bytes());
    found
}

/// Follows the edges in use from each first endpoint.
fn paths(level: &Level, trail: &Trail) -> Paths {
    let grid = &trail.grid;
    let follow = |colour: usize| {
        let [start, end] = level.ends(colour as Colour);
        let inner = |cell: Cell| grid.cell(level.variant().place(cell.into()));
        let (mut cell, end) = (inner(start), inner(end));
        let mut path: Vec<Way> = Vec::new();
        while cell != end {
            let edges = grid.edges_of(cell);
            let back = path.last().map(|way| way.back());
            let ahead = |way: &Way| trail.value(edges[*way as usize]) == 1 && Some(*way) != back;
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
        let drawn = position.path(colour);
        let right = drawn.iter().zip(path).take_while(|(a, b)| a == b).count();
        let step = |erase: bool| move |&way: &Way| Move { colour, way, erase };
        moves.extend(drawn[right..].iter().rev().map(step(true)));
        rest.extend(path[right..].iter().map(step(false)));
    }
    moves.append(&mut rest);
    moves
}

impl Solve<Position> for Learner {
    fn solve(
        &mut self,
        start: &Position,
        budget: &Budget,
        watch: &dyn Watch,
    ) -> Answer<Position> {
        let mut meter = Meter::new(budget, watch);
        let found = find(start.level(), self.count, &mut meter);
        let outcome = match (found.solutions.first(), found.limit) {
            (Some(paths), _) => Outcome::Solved(moves_to(start, paths)),
            (None, Some(limit)) => Outcome::GaveUp(limit),
            (None, None) => Outcome::Unsolvable,
        };
        let mut answer = Answer::new(outcome, meter.effort);
        if self.count > 1 && found.limit.is_none() && !found.solutions.is_empty() {
            answer.figures.push(("solutions", found.solutions.len() as u64));
        }
        answer
    }
}
