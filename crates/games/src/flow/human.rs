//! A solver that thinks as a person may: simple rules as long as they lead
//! on, then "what if" with one step, then "what if" within "what if". It
//! learns nothing and never guesses for good; what it needs says how deep one
//! has to think.
//!
//! The simple rules are those of the board itself: a cell that can be passed
//! in one way only, a path that would close on itself or run into another
//! colour. Nothing is assumed of what solutions look like.

use super::rules::Level;
use super::solver::{Grid, Lit, Trail, UNSET};
use engine::{Limit, Meter};

/// How a level gives way to thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// Whether simple rules leave the start without a contradiction. Where they
    /// do not, what is drawn depends on where the contradiction was met (it may
    /// even go in a circle), and there is nothing to tell of it.
    pub sound: bool,
    /// Edges that simple rules decide at the start.
    pub known: usize,
    /// All edges.
    pub edges: usize,
    /// The longest piece of path that simple rules draw at the start, in steps.
    pub longest: usize,
    /// 0 if simple rules are enough, 1 with one "what if", 2 with one inside
    /// another, 3 if even those leave cells open or take too long.
    pub depth: usize,
    /// How often a "what if" of either kind was needed.
    pub what_ifs: usize,
    /// The limit that ended it early, which leaves depth and "what ifs" unknown.
    pub limit: Option<Limit>,
}

/// "What ifs" that may be tried before a level counts as too deep.
const PATIENCE: usize = 100_000;

/// Thinks a level through; the meter counts each "what if" as a state.
pub fn think(level: &Level, meter: &mut Meter) -> Thought {
    let mut mind = Mind {
        trail: Trail::new(Grid::new(level)),
        tried: 0,
        meter,
        limit: None,
    };
    let mut thought = Thought {
        edges: mind.edges().count(),
        ..Thought::default()
    };
    if !mind.trail.begin() {
        return thought;
    }
    thought.sound = true;
    let edges: Vec<usize> = mind.edges().collect();
    thought.known = edges
        .iter()
        .filter(|&&edge| mind.trail.value(edge) != UNSET)
        .count();
    thought.longest = mind.longest_piece();
    while mind.is_open() && mind.tried < PATIENCE {
        let depth = match () {
            () if mind.what_if(0) => 1,
            () if mind.what_if(1) => 2,
            () => break,
        };
        thought.depth = thought.depth.max(depth);
        thought.what_ifs += 1;
        if !mind.trail.propagate() {
            return thought;
        }
    }
    if mind.is_open() {
        thought.depth = 3;
    }
    thought.limit = mind.limit;
    thought
}

struct Mind<'m, 'w> {
    trail: Trail,
    tried: usize,
    meter: &'m mut Meter<'w>,
    limit: Option<Limit>,
}

impl Mind<'_, '_> {
    fn edges(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.trail.grid.edges).filter(|&edge| self.trail.grid.is_inside(edge))
    }

    fn is_open(&self) -> bool {
        self.edges().any(|edge| self.trail.value(edge) == UNSET)
    }

    /// Looks for an edge one of whose answers leads to a contradiction, and
    /// gives it the other. With `inner` above 0, the answer is thought through
    /// with "what ifs" of its own.
    fn what_if(&mut self, inner: usize) -> bool {
        let depth = self.trail.depth();
        for edge in 0..self.trail.grid.edges {
            if self.trail.value(edge) != UNSET {
                continue;
            }
            for lit in [Lit::yes(edge), Lit::no(edge)] {
                self.limit = self.limit.or_else(|| self.meter.check_state());
                if self.limit.is_some() || self.tried >= PATIENCE {
                    return false;
                }
                self.tried += 1;
                self.trail.decide(lit);
                let sound = self.trail.propagate() && (inner == 0 || self.stands(inner - 1));
                self.trail.retreat(depth, |_| {});
                if !sound {
                    self.trail.suppose(lit.opposite());
                    return true;
                }
            }
        }
        false
    }

    /// Whether "what ifs" find nothing against what was assumed.
    fn stands(&mut self, inner: usize) -> bool {
        while self.what_if(inner) {
            if !self.trail.propagate() {
                return false;
            }
        }
        true
    }

    /// The longest piece of path so far, in steps.
    fn longest_piece(&self) -> usize {
        let grid = &self.trail.grid;
        let cells = grid.inside.iter().map(|&cell| cell as usize);
        let ends = cells.filter(|&cell| self.trail.used(cell) == 1);
        let walk = |start: usize| {
            let (mut before, mut here, mut steps) = (start, start, 0);
            loop {
                let ways = grid.edges_of(here).into_iter().zip(grid.neighbours(here));
                let mut used = ways.filter(|&(edge, next)| {
                    self.trail.value(edge) == 1 && (next != before || here == start)
                });
                match used.next() {
                    Some((_, next)) if next != start => {
                        (before, here) = (here, next);
                        steps += 1;
                    }
                    _ => return steps,
                }
            }
        };
        ends.map(walk).max().unwrap_or(0)
    }
}
