//! A board covered by random paths: how levels begin. Pieces of path start as
//! single cells; again and again an end takes a neighbouring cell over, from
//! its own path or another's, or two ends meet. Turns so tight that their ends
//! are neighbours are rare, since such a turn can nearly always be made
//! elsewhere, and the level would have two solutions.

use super::rules::Cell;
use super::variant::Variant;
use engine::chance::Chance;

/// How often a tight turn is let pass: without any, few paths find together.
const TIGHT: f64 = 0.02;
/// How often every cell is tried while paths grow, and how often one that is
/// not fit is changed.
const PATIENCE: usize = 400;

/// How often every cell is tried once there are few enough paths.
const MIX: usize = 30;

/// No cell.
const NONE: Cell = Cell::MAX;

/// A board covered by paths.
#[derive(Clone)]
pub struct Cover {
    variant: Variant,
    links: Vec<[Cell; 2]>,
    pieces: usize,
}

impl Cover {
    /// Every cell a piece of its own.
    pub fn new(variant: Variant) -> Cover {
        Cover {
            variant,
            links: vec![[NONE; 2]; variant.cells()],
            pieces: variant.cells(),
        }
    }

    /// How many paths there are.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Grows paths until so few are left and all are fit, or until patience
    /// ends; says whether it was done.
    pub fn grow(&mut self, pieces: usize, neighbours: bool, chance: &mut Chance) -> bool {
        let mut mixed = 0;
        for _ in 0..PATIENCE {
            mixed += usize::from(self.pieces <= pieces);
            if mixed > MIX {
                break;
            }
            for _ in 0..self.variant.cells() {
                let cell = chance.below(self.variant.cells()) as Cell;
                self.take_over(cell, pieces, chance);
            }
        }
        let mut unfit = self.unfit(neighbours);
        for _ in 0..PATIENCE + 10 * self.variant.cells() {
            if unfit.is_empty() || self.pieces > pieces {
                break;
            }
            let before = self.clone();
            self.take_over(unfit[chance.below(unfit.len())], pieces, chance);
            let now = self.unfit(neighbours);
            if now.len() > unfit.len() {
                *self = before;
            } else {
                unfit = now;
            }
        }
        self.pieces == pieces && unfit.is_empty()
    }

    /// The ends of paths that may not be a level's: single cells, and paths
    /// whose ends are neighbours unless those are allowed.
    fn unfit(&self, neighbours: bool) -> Vec<Cell> {
        let ends = (0..self.links.len() as Cell).filter(|&cell| self.degree(cell) < 2);
        let unfit = ends.filter(|&end| {
            let far = self.far_end(end);
            far == end || (!neighbours && self.variant.distance(end.into(), far.into()) == 1)
        });
        unfit.collect()
    }

    /// Whether every path may be one of a level's.
    pub fn is_fit(&self, neighbours: bool) -> bool {
        self.unfit(neighbours).is_empty()
    }

    fn degree(&self, cell: Cell) -> usize {
        self.links[cell as usize]
            .iter()
            .filter(|&&l| l != NONE)
            .count()
    }

    /// Whether a path joins two cells by a step.
    pub fn joined(&self, a: Cell, b: Cell) -> bool {
        self.links[a as usize].contains(&b)
    }

    fn join(&mut self, a: Cell, b: Cell) {
        for (one, other) in [(a, b), (b, a)] {
            let links = &mut self.links[one as usize];
            let slot = usize::from(links[0] != NONE);
            links[slot] = other;
        }
        self.pieces -= 1;
    }

    /// Cuts a path between two cells.
    pub fn cut(&mut self, a: Cell, b: Cell) {
        for (one, other) in [(a, b), (b, a)] {
            for link in &mut self.links[one as usize] {
                if *link == other {
                    *link = NONE;
                }
            }
        }
        self.pieces += 1;
    }

    /// The cell after `here` on the way from `before`.
    fn ahead(&self, before: Cell, here: Cell) -> Option<Cell> {
        let links = self.links[here as usize];
        links.into_iter().find(|&l| l != NONE && l != before)
    }

    /// The other end of the path that ends here.
    pub fn far_end(&self, end: Cell) -> Cell {
        let (mut before, mut here) = (NONE, end);
        while let Some(next) = self.ahead(before, here) {
            (before, here) = (here, next);
        }
        here
    }

    /// The cell before `to` on the path that starts at an end, if it comes by.
    fn before(&self, end: Cell, to: Cell) -> Option<Cell> {
        let (mut before, mut here) = (NONE, end);
        while let Some(next) = self.ahead(before, here) {
            if next == to {
                return Some(here);
            }
            (before, here) = (here, next);
        }
        None
    }

    fn neighbour(&self, cell: Cell, way: usize) -> Option<Cell> {
        let (width, cells) = (self.variant.width, self.links.len() as Cell);
        match way {
            0 => cell.checked_sub(width),
            1 => (cell % width + 1 < width).then_some(cell + 1),
            2 => Some(cell + width).filter(|&next| next < cells),
            _ => (cell % width > 0).then(|| cell - 1),
        }
    }

    /// Lets an end take over a random neighbour, or meet it where there are
    /// more pieces than wanted. Says whether anything changed.
    pub fn take_over(&mut self, end: Cell, pieces: usize, chance: &mut Chance) -> bool {
        if self.degree(end) == 2 {
            return false;
        }
        let (way, side) = (chance.below(4), chance.below(2));
        let Some(next) = self.neighbour(end, way) else {
            return false;
        };
        if self.joined(end, next) || (self.would_be_tight(end, way) && !chance.happens(TIGHT)) {
            return false;
        }
        if self.degree(next) < 2 {
            let meet = self.pieces > pieces && self.far_end(end) != next;
            if meet {
                self.join(end, next);
            }
            return meet;
        }
        // Of a path's own cells, the part between must stay a path.
        let lost = match self.before(end, next) {
            Some(before) => before,
            None => self.links[next as usize][side],
        };
        self.cut(next, lost);
        self.join(end, next);
        true
    }

    /// Lets two paths that run beside each other in the square below and to
    /// the right of a cell change partners. Says whether they did.
    pub fn swap(&mut self, cell: Cell) -> bool {
        let (Some(b), Some(c)) = (self.neighbour(cell, 1), self.neighbour(cell, 2)) else {
            return false;
        };
        let d = c + 1;
        let (old, new) = match self.joined(cell, b) && self.joined(c, d) {
            true => ([(cell, b), (c, d)], [(cell, c), (b, d)]),
            false => ([(cell, c), (b, d)], [(cell, b), (c, d)]),
        };
        if !old.iter().all(|&(x, y)| self.joined(x, y)) || self.same_path(old[0].0, old[1].0) {
            return false;
        }
        for (x, y) in old {
            self.cut(x, y);
        }
        for (x, y) in new {
            self.join(x, y);
        }
        let around = [cell, b, c, d];
        !around
            .iter()
            .any(|&cell| (0..4).any(|way| self.is_tight(cell, way)))
    }

    fn same_path(&self, a: Cell, b: Cell) -> bool {
        let mut ends = self.links[a as usize].into_iter().filter(|&l| l != NONE);
        ends.any(|first| {
            let (mut before, mut here) = (a, first);
            while here != b {
                match self.ahead(before, here) {
                    Some(next) => (before, here) = (here, next),
                    None => return false,
                }
            }
            true
        })
    }

    /// Whether a step is in use and one of three in a square.
    fn is_tight(&self, cell: Cell, way: usize) -> bool {
        let next = self.neighbour(cell, way);
        next.is_some_and(|next| self.joined(cell, next)) && self.would_be_tight(cell, way)
    }

    /// Whether a step would be the third of a square.
    fn would_be_tight(&self, cell: Cell, way: usize) -> bool {
        let Some(next) = self.neighbour(cell, way) else {
            return false;
        };
        [(way + 1) % 4, (way + 3) % 4].into_iter().any(|side| {
            let (Some(a), Some(b)) = (self.neighbour(cell, side), self.neighbour(next, side))
            else {
                return false;
            };
            let used = [(cell, a), (next, b), (a, b)];
            used.iter().filter(|&&(x, y)| self.joined(x, y)).count() >= 2
        })
    }

    /// The ends of every path.
    pub fn ends(&self) -> Vec<[Cell; 2]> {
        let mut ends = Vec::new();
        for cell in 0..self.links.len() as Cell {
            if self.degree(cell) < 2 {
                let far = self.far_end(cell);
                if cell < far {
                    ends.push([cell, far]);
                }
            }
        }
        ends
    }

    /// Whether a cut between two cells would leave two paths that may be a
    /// level's.
    pub fn may_cut(&self, a: Cell, b: Cell, neighbours: bool) -> bool {
        [(a, b), (b, a)].into_iter().all(|(before, start)| {
            let (mut before, mut here) = (before, start);
            while let Some(next) = self.ahead(before, here) {
                (before, here) = (here, next);
            }
            here != start && (neighbours || self.variant.distance(start.into(), here.into()) > 1)
        })
    }
}
