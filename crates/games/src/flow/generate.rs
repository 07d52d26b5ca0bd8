//! Levels made to order. A board is covered by random paths
//! ([`super::cover`]), whose ends are the level. Wherever a small window could
//! be filled in another way as well, the paths there are changed at random
//! until there is no such window; what doubts are left, in windows or beyond,
//! are removed by cutting a path where the two solutions differ. A cut never
//! makes new solutions: joined again at the cut, each would be one of the
//! level before. So a level with one solution keeps it however often it is
//! cut, and gets as many colours as are wanted.

use super::cover::Cover;
use super::notation;
use super::rules::{Cell, Level};
use super::solver::{self, Grid, WINDOW, Window};
use super::variant::Variant;
use engine::chance::Chance;
use engine::{Budget, Meter, Unwatched};

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
/// How often paths are changed at random, for each window of the board.
const CHANGES: usize = 60;
/// How often the whole board is searched for a second solution.
const SEARCHES: usize = 30;

/// Makes a level; none where this attempt came to nothing.
pub fn attempt(order: &Order, chance: &mut Chance) -> Option<Level> {
    let mut making = Making {
        order,
        cover: Cover::new(order.variant),
        budget: Budget {
            states: Some(STATES),
            ..Budget::default()
        },
        windows: Vec::new(),
        doubts: Vec::new(),
    };
    let first = match order.any_solutions {
        true => order.colours,
        // The rest is for cuts.
        false => (order.colours - order.colours / 6).max(1),
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
    windows: Vec<Window>,
    /// Which windows can be filled in another way.
    doubts: Vec<bool>,
}

impl Making<'_> {
    /// The level whose solution the cover is.
    fn level(&self) -> Level {
        let pairs = notation::names().zip(self.cover.ends()).collect();
        Level::new(self.order.variant, pairs)
    }

    /// The cells of an edge, as rules and covers number them.
    fn cells(grid: &Grid, edge: usize) -> [Cell; 2] {
        grid.cells_of(edge).map(|cell| {
            let (row, column) = (cell / grid.stride - 1, cell % grid.stride - 1);
            (row * (grid.stride - 1) + column) as Cell
        })
    }

    /// The board and the edges that the cover uses.
    fn board(&self) -> (Grid, Vec<bool>) {
        let grid = Grid::new(&self.level());
        let used = |edge: usize| {
            grid.is_inside(edge) && {
                let [a, b] = Self::cells(&grid, edge);
                self.cover.joined(a, b)
            }
        };
        let on = (0..grid.edges).map(used).collect();
        (grid, on)
    }

    /// Changes and cuts paths until the level has one solution.
    fn settle(&mut self, chance: &mut Chance) -> bool {
        self.windows = Window::all(&Grid::new(&self.level()), WINDOW);
        self.doubts = vec![true; self.windows.len()];
        self.look_again(|_| true);
        for _ in 0..SEARCHES {
            if !self.settle_windows(chance) {
                return false;
            }
            let (grid, on) = self.board();
            let mut meter = Meter::new(&self.budget, &Unwatched);
            let differs: Vec<bool> = match solver::find_second(&self.level(), &on, &mut meter) {
                Ok(None) => return true,
                Ok(Some(other)) => (0..on.len()).map(|e| on[e] && !other[e]).collect(),
                // Too many ways to look at: fewer, with one path more.
                Err(_) => on,
            };
            if !self.cut_where(&grid, |edge| differs[edge], chance) {
                return false;
            }
        }
        false
    }

    /// Looks which of these windows can be filled in another way; says how
    /// many more there are than before.
    fn look_again(&mut self, which: impl Fn(Window) -> bool) -> i32 {
        let (grid, on) = self.board();
        let mut more = 0;
        for index in 0..self.windows.len() {
            if which(self.windows[index]) {
                let doubt = self.refilled(&grid, &on, self.windows[index]).is_some();
                more += i32::from(doubt) - i32::from(self.doubts[index]);
                self.doubts[index] = doubt;
            }
        }
        more
    }

    /// Another solution that differs in a window.
    fn refilled(&self, grid: &Grid, on: &[bool], window: Window) -> Option<Vec<bool>> {
        let mut other = on.to_vec();
        let mut meter = Meter::new(&self.budget, &Unwatched);
        let another = solver::refill(grid, &mut other, window, &mut meter);
        another.is_ok_and(|found| found).then_some(other)
    }

    /// Changes paths until no window can be filled in two ways, and cuts some
    /// where that takes long.
    fn settle_windows(&mut self, chance: &mut Chance) -> bool {
        for turn in 1..CHANGES * (self.windows.len() + 10) {
            let open = (0..self.windows.len()).filter(|&index| self.doubts[index]);
            let open: Vec<usize> = open.collect();
            if open.is_empty() {
                // Far changes may have opened what was closed.
                if self.look_again(|_| true) == 0 {
                    return true;
                }
                continue;
            }
            let window = self.windows[open[chance.below(open.len())]];
            if turn % CHANGES > 0 {
                self.change(window, chance);
            } else {
                let (grid, on) = self.board();
                let other = self.refilled(&grid, &on, window).unwrap_or_default();
                let differs = |edge: usize| on[edge] && !other.get(edge).is_some_and(|&on| on);
                if self.cut_where(&grid, differs, chance) {
                    self.look_again(|w| w.meets(window));
                }
            }
        }
        false
    }

    /// Changes a path in a window at random, and keeps that unless more
    /// windows can be filled in two ways than before.
    fn change(&mut self, window: Window, chance: &mut Chance) {
        let (cover, doubts) = (self.cover.clone(), self.doubts.clone());
        let row = window.top + chance.below(window.height);
        let column = window.left + chance.below(window.width);
        let cell = (row * self.order.variant.width as usize + column) as Cell;
        let pieces = self.cover.pieces();
        let changed = self.cover.take_over(cell, pieces, chance) || self.cover.swap(cell);
        if !changed || !self.cover.is_fit(self.order.neighbours) {
            self.cover = cover;
            return;
        }
        let near = Window {
            top: row.saturating_sub(2),
            left: column.saturating_sub(2),
            height: 5,
            width: 5,
        };
        let more = self.look_again(|w| w.meets(near));
        if more > 0 || (more == 0 && chance.happens(0.5)) {
            (self.cover, self.doubts) = (cover, doubts);
        }
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
            let [a, b] = Self::cells(grid, edge);
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
            let (grid, on) = self.board();
            if !self.cut_where(&grid, |edge| on[edge], chance) {
                return false;
            }
        }
        true
    }
}
