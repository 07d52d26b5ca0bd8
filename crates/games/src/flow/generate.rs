//! Levels made to order. A board is covered by a few random paths
//! ([`super::cover`]), whose ends are the level; wherever the level has a
//! second solution, a path is cut where the two differ, which the second one
//! then cannot follow. A cut never makes new solutions: joined again at the
//! cut, each would be one of the level before. So a level with one solution
//! keeps it however often it is cut, and gets as many colours as are wanted.

use super::cover::Cover;
use super::notation;
use super::rules::{Cell, Level};
use super::solver::{self, Grid, WINDOW, Window};
use super::variant::Variant;
use engine::chance::Chance;
use engine::{Budget, Limit, Meter, Unwatched};

/// What is wanted of a level.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// Its size and rule.
    pub variant: Variant,
    /// How many colours.
    pub colours: usize,
    /// Whether it may have more than one solution.
    pub any_solutions: bool,
    /// Whether the two endpoints of a colour may be neighbours.
    pub neighbours: bool,
}

/// States that the search for a second solution may check, each time.
const STATES: u64 = 20_000;

/// Makes a level; none where this attempt came to nothing.
pub fn attempt(order: &Order, chance: &mut Chance) -> Option<Level> {
    let mut making = Making {
        order,
        cover: Cover::new(order.variant),
        budget: Budget {
            states: Some(STATES),
            ..Budget::default()
        },
    };
    let first = match order.any_solutions {
        true => order.colours,
        false => order.colours.div_ceil(2).max(1),
    };
    if !making.cover.grow(first, order.neighbours, chance) {
        return None;
    }
    if !order.any_solutions && !making.settle(chance) {
        return None;
    }
    making.fill_up(chance).then(|| making.level())
}

/// A level under way.
struct Making<'a> {
    order: &'a Order,
    cover: Cover,
    budget: Budget,
}

impl Making<'_> {
    /// The level whose solution the cover is.
    fn level(&self) -> Level {
        let pairs = notation::names().zip(self.cover.ends()).collect();
        Level::new(self.order.variant, pairs)
    }

    /// The edges that the cover uses.
    fn edges(&self, grid: &Grid) -> Vec<bool> {
        let plain = |edge: usize| {
            grid.cells_of(edge)
                .map(|cell| (cell / grid.stride - 1) * (grid.stride - 1) + cell % grid.stride - 1)
        };
        let used = |edge: usize| {
            grid.is_inside(edge) && {
                let [a, b] = plain(edge);
                self.cover.joined(a as Cell, b as Cell)
            }
        };
        (0..grid.edges).map(used).collect()
    }

    /// Cuts paths until the level has one solution.
    fn settle(&mut self, chance: &mut Chance) -> bool {
        if !self.settle_windows(chance) {
            return false;
        }
        loop {
            let level = self.level();
            let grid = Grid::new(&level);
            let on = self.edges(&grid);
            let mut meter = Meter::new(&self.budget, &Unwatched);
            match solver::find_second(&level, &on, &mut meter) {
                Ok(None) => return true,
                Ok(Some(other)) => {
                    if !self.cut_where(&grid, |edge| on[edge] && !other[edge], chance) {
                        return false;
                    }
                }
                // Too many ways to look at: fewer, with one path more.
                Err(Limit::States) => {
                    if !self.cut_where(&grid, |edge| on[edge], chance) {
                        return false;
                    }
                }
                Err(_) => return false,
            }
        }
    }

    /// Cuts paths until no window can be filled in two ways.
    fn settle_windows(&mut self, chance: &mut Chance) -> bool {
        let windows = Window::all(&Grid::new(&self.level()), WINDOW);
        for window in windows {
            loop {
                let grid = Grid::new(&self.level());
                let on = self.edges(&grid);
                let mut other = on.clone();
                let mut meter = Meter::new(&self.budget, &Unwatched);
                match solver::refill(&grid, &mut other, window, &mut meter) {
                    Ok(false) | Err(_) => break,
                    Ok(true) => {
                        if !self.cut_where(&grid, |edge| on[edge] && !other[edge], chance) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// Cuts a path at one of these edges, if any may be cut.
    fn cut_where(
        &mut self,
        grid: &Grid,
        wanted: impl Fn(usize) -> bool,
        chance: &mut Chance,
    ) -> bool {
        if self.cover.pieces() >= self.order.colours {
            return false;
        }
        let mut edges: Vec<usize> = (0..grid.edges).filter(|&edge| wanted(edge)).collect();
        chance.shuffle(&mut edges);
        for edge in edges {
            let [a, b] = grid.cells_of(edge).map(|cell| {
                ((cell / grid.stride - 1) * (grid.stride - 1) + cell % grid.stride - 1) as Cell
            });
            if self.cover.may_cut(a, b, self.order.neighbours) {
                self.cover.cut(a, b);
                return true;
            }
        }
        false
    }

    /// Cuts paths until there are as many as are wanted.
    fn fill_up(&mut self, chance: &mut Chance) -> bool {
        while self.cover.pieces() < self.order.colours {
            let grid = Grid::new(&self.level());
            let on = self.edges(&grid);
            if !self.cut_where(&grid, |edge| on[edge], chance) {
                return false;
            }
        }
        true
    }
}
