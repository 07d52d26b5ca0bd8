//! A board covered by random paths: how levels begin. Pieces of path start as
//! single cells; again and again an end takes a neighbouring cell over, from
//! its own path or another's, or two ends meet. No turn is ever so tight that
//! its ends are neighbours, since such a turn can nearly always be made
//! elsewhere, and the level would have two solutions.

use super::rules::Cell;
use super::variant::Variant;
use engine::chance::Chance;

/// No cell.
const NONE: Cell = Cell::MAX;

/// A board covered by paths.
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

    /// Grows paths until so few are left and none is too short, or until
    /// patience ends; says whether it was done.
    pub fn grow(&mut self, pieces: usize, neighbours: bool, chance: &mut Chance) -> bool {
        let rounds = 400;
        for _ in 0..rounds {
            for _ in 0..self.variant.cells() {
                let cell = chance.below(self.variant.cells()) as Cell;
                let way = chance.below(4);
                let side = chance.below(2);
                self.step(cell, way, side, pieces);
            }
            if self.pieces == pieces && self.is_fit(neighbours) {
                return true;
            }
        }
        false
    }

    /// Whether every path may be one of a level's.
    pub fn is_fit(&self, neighbours: bool) -> bool {
        let ends = (0..self.links.len() as Cell).filter(|&cell| self.degree(cell) < 2);
        let mut fits = ends.map(|end| {
            let far = self.far_end(end);
            far != end && (neighbours || self.variant.distance(end.into(), far.into()) > 1)
        });
        fits.all(|fit| fit)
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

    /// Lets an end take over a neighbour, or meet it, if it is one.
    fn step(&mut self, end: Cell, way: usize, side: usize, pieces: usize) {
        if self.degree(end) == 2 {
            return;
        }
        let Some(next) = self.neighbour(end, way) else {
            return;
        };
        if self.joined(end, next) || self.would_be_tight(end, way) {
            return;
        }
        if self.degree(next) < 2 {
            if self.pieces > pieces && self.far_end(end) != next {
                self.join(end, next);
            }
            return;
        }
        // Of a path's own cells, the part between must stay a path.
        let lost = match self.before(end, next) {
            Some(before) => before,
            None => self.links[next as usize][side],
        };
        self.cut(next, lost);
        // What was cut off may have been what made the new step tight.
        self.join(end, next);
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
