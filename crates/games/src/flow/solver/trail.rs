//! What is known so far of the edges, in the order in which it became known,
//! each with its reason, and everything that follows from it at once:
//! - a cell uses as many edges as it needs;
//! - a path does not close on itself, nor join endpoints of two colours;
//! - while *tight turns* are excluded, no square has three edges in use.
//!
//! Reasons are kept as a word and spelled out when somebody asks.

use super::clauses::Clauses;
use super::grid::{Grid, NO_LINK};
use super::lit::Lit;
use crate::flow::rules::NOBODY;

/// A variable without an answer.
pub const UNSET: u8 = 2;

/// Why something is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It was decided, or it holds from the start.
    None,
    /// This cell uses as many edges as it needs.
    Cell(u32),
    /// The edge would join two colours, or close a path on itself.
    Paths,
    /// This square would have three edges in use.
    Square(u32),
    /// A learnt clause.
    Clause(u32),
}

/// Two pieces of path that an edge has joined.
struct Join {
    place: u32,
    /// The cells of the edge.
    cells: [u32; 2],
    /// The far ends of the pieces.
    ends: [u32; 2],
}

/// What is known.
#[derive(Default)]
pub struct Trail {
    /// The board.
    pub grid: Grid,
    /// Whether tight turns may be used is a variable as well, after the edges.
    pub tight: usize,
    pub(super) value: Vec<u8>,
    pub(super) place: Vec<u32>,
    depth: Vec<u32>,
    pub(super) reason: Vec<Reason>,
    lits: Vec<Lit>,
    marks: Vec<usize>,
    done: usize,
    used: Vec<u8>,
    free: Vec<u8>,
    mate: Vec<u32>,
    joins: Vec<Join>,
    /// Learnt clauses.
    pub clauses: Clauses,
    /// Literals that are all false though one should hold.
    pub conflict: Vec<Lit>,
    pub(super) seen: Vec<u32>,
    pub(super) stamp: u32,
    pub(super) stack: Vec<u32>,
}

impl Trail {
    /// Nothing but what the rim and neighbouring endpoints tell.
    pub fn new(grid: Grid) -> Trail {
        let (cells, edges) = (grid.cells, grid.edges);
        let vars = edges + 1;
        let mut trail = Trail {
            tight: edges,
            value: vec![0; vars],
            place: vec![0; vars],
            depth: vec![0; vars],
            reason: vec![Reason::None; vars],
            lits: Vec::with_capacity(vars),
            used: vec![0; cells],
            free: vec![0; cells],
            mate: (0..cells as u32)
                .map(|cell| match grid.link[cell as usize] {
                    NO_LINK => cell,
                    other => other,
                })
                .collect(),
            clauses: Clauses::new(vars),
            seen: vec![0; cells],
            grid,
            ..Trail::default()
        };
        trail.value[edges] = UNSET;
        for edge in 0..edges {
            if trail.grid.is_inside(edge) {
                trail.value[edge] = UNSET;
                for cell in trail.grid.cells_of(edge) {
                    trail.free[cell] += 1;
                }
            }
        }
        trail
    }

    /// Draws the conclusions that hold from the start; false where the level
    /// is refuted by them.
    pub fn begin(&mut self) -> bool {
        for edge in 0..self.grid.edges {
            if self.value[edge] == UNSET {
                let [a, b] = self.grid.cells_of(edge);
                let (one, other) = (self.grid.colour[a], self.grid.colour[b]);
                let clash = one != NOBODY && other != NOBODY && one != other;
                if clash || self.grid.link[a] == b as u32 {
                    self.set(Lit::no(edge), Reason::None);
                }
            }
        }
        for index in 0..self.grid.inside.len() {
            if !self.cell_rule(self.grid.inside[index] as usize) {
                return false;
            }
        }
        self.propagate()
    }

    /// How many questions there are.
    pub fn vars(&self) -> usize {
        self.value.len()
    }
    /// The answer to a question: 1, 0 or [`UNSET`].
    #[inline]
    pub fn value(&self, var: usize) -> u8 {
        self.value[var]
    }
    /// Whether a literal holds.
    #[inline]
    pub fn holds(&self, lit: Lit) -> bool {
        self.value[lit.var()] == u8::from(lit.is_yes())
    }
    /// Whether a literal's opposite holds.
    #[inline]
    pub fn fails(&self, lit: Lit) -> bool {
        self.value[lit.var()] == u8::from(!lit.is_yes())
    }
    /// After how many decisions a variable became known.
    #[inline]
    pub fn depth_of(&self, var: usize) -> u32 {
        self.depth[var]
    }
    /// Why a variable is known.
    #[inline]
    pub fn reason_of(&self, var: usize) -> Reason {
        self.reason[var]
    }
    /// How many decisions are in force.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.marks.len() as u32
    }
    /// Everything known, in order.
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }
    /// How many edges of a cell are in use.
    pub fn used(&self, cell: usize) -> u8 {
        self.used[cell]
    }

    /// Notes an answer, to be worked on later.
    #[inline]
    pub fn set(&mut self, lit: Lit, reason: Reason) {
        let var = lit.var();
        debug_assert_eq!(self.value[var], UNSET);
        self.value[var] = u8::from(lit.is_yes());
        self.place[var] = self.lits.len() as u32;
        self.depth[var] = self.marks.len() as u32;
        self.reason[var] = reason;
        self.lits.push(lit);
    }

    /// Decides a question.
    pub fn decide(&mut self, lit: Lit) {
        self.marks.push(self.lits.len());
        self.set(lit, Reason::None);
    }

    /// Notes an answer without a reason.
    pub fn suppose(&mut self, lit: Lit) {
        self.set(lit, Reason::None);
    }

    /// Takes back all decisions beyond so many, with what followed.
    pub fn retreat(&mut self, depth: u32, mut forget: impl FnMut(Lit)) {
        if depth >= self.depth() {
            return;
        }
        let keep = self.marks[depth as usize];
        self.marks.truncate(depth as usize);
        while let Some(join) = self.joins.pop_if(|join| join.place as usize >= keep) {
            for (cell, end) in join.cells.into_iter().zip(join.ends) {
                self.mate[end as usize] = cell;
                self.mate[cell as usize] = end;
            }
        }
        while self.lits.len() > keep {
            let lit = self.lits[self.lits.len() - 1];
            self.lits.pop();
            let var = lit.var();
            self.value[var] = UNSET;
            if self.lits.len() < self.done && var < self.grid.edges {
                for cell in self.grid.cells_of(var) {
                    self.free[cell] += 1;
                    self.used[cell] -= u8::from(lit.is_yes());
                }
            }
            forget(lit);
        }
        self.done = self.done.min(keep);
    }

    /// Draws every conclusion; false on a contradiction, which then stands in
    /// `conflict`.
    pub fn propagate(&mut self) -> bool {
        while self.done < self.lits.len() {
            let lit = self.lits[self.done];
            self.done += 1;
            let var = lit.var();
            if var < self.grid.edges {
                let [a, b] = self.grid.cells_of(var);
                let yes = lit.is_yes();
                for cell in [a, b] {
                    self.free[cell] -= 1;
                    self.used[cell] += u8::from(yes);
                }
                if !self.cell_rule(a) || !self.cell_rule(b) {
                    return false;
                }
                if yes && !(self.join(var, a, b) && self.squares(var)) {
                    return false;
                }
            } else if !lit.is_yes() && !self.all_squares() {
                return false;
            }
            if !self.visit_clauses(lit) {
                return false;
            }
        }
        true
    }

    /// A cell uses as many edges as it needs.
    fn cell_rule(&mut self, cell: usize) -> bool {
        let (need, used, free) = (self.grid.need[cell], self.used[cell], self.free[cell]);
        if used > need {
            self.conflict.clear();
            for edge in self.grid.edges_of(cell) {
                if self.value[edge] == 1 && self.is_done(edge) {
                    self.conflict.push(Lit::no(edge));
                }
            }
            return false;
        }
        let maybe_none = self.grid.optional[cell] && used == 0;
        if used + free < need && !maybe_none {
            self.conflict.clear();
            for edge in self.grid.edges_of(cell) {
                match self.value[edge] {
                    1 if self.grid.optional[cell] => self.conflict.push(Lit::no(edge)),
                    0 if self.grid.is_inside(edge) => self.conflict.push(Lit::yes(edge)),
                    _ => {}
                }
            }
            return false;
        }
        if free == 0 {
            return true;
        }
        let all = match () {
            () if used == need => false,
            () if maybe_none && free == 1 => false,
            () if !maybe_none && used + free == need => true,
            () => return true,
        };
        for edge in self.grid.edges_of(cell) {
            if self.value[edge] == UNSET {
                let lit = if all { Lit::yes(edge) } else { Lit::no(edge) };
                self.set(lit, Reason::Cell(cell as u32));
            }
        }
        true
    }

    /// Whether an edge's answer has been worked on.
    #[inline]
    fn is_done(&self, edge: usize) -> bool {
        (self.place[edge] as usize) < self.done
    }

    /// Joins the pieces of path on both sides of an edge.
    fn join(&mut self, edge: usize, a: usize, b: usize) -> bool {
        let (far_a, far_b) = (self.mate[a] as usize, self.mate[b] as usize);
        let place = self.place[edge];
        if far_a == b {
            self.conflict.clear();
            self.next_stamp();
            self.gather_path(a, place + 1);
            return false;
        }
        self.mate[far_a] = far_b as u32;
        self.mate[far_b] = far_a as u32;
        self.joins.push(Join {
            place,
            cells: [a as u32, b as u32],
            ends: [far_a as u32, far_b as u32],
        });
        let (one, other) = (self.grid.colour[far_a], self.grid.colour[far_b]);
        if one != NOBODY && other != NOBODY {
            if one == other {
                return true;
            }
            self.conflict.clear();
            self.next_stamp();
            self.gather_path(a, place + 1);
            return false;
        }
        if one == NOBODY {
            self.head_rule(far_a, far_b);
        }
        if other == NOBODY {
            self.head_rule(far_b, far_a);
        }
        true
    }

    /// The open end of a piece of path goes neither back to its other end nor
    /// to a piece of another colour.
    fn head_rule(&mut self, head: usize, tail: usize) {
        let colour = self.grid.colour[tail];
        let neighbours = self.grid.neighbours(head);
        for (edge, next) in self.grid.edges_of(head).into_iter().zip(neighbours) {
            if self.value[edge] != UNSET {
                continue;
            }
            if next == tail {
                self.set(Lit::no(edge), Reason::Paths);
            } else if colour != NOBODY && self.used[next] < self.grid.need[next] {
                let other = self.grid.colour[self.mate[next] as usize];
                if other != NOBODY && other != colour {
                    self.set(Lit::no(edge), Reason::Paths);
                }
            }
        }
    }

    /// No square of an edge has three edges in use, unless tight turns may be.
    #[inline]
    fn squares(&mut self, edge: usize) -> bool {
        if self.value[self.tight] != 0 {
            return true;
        }
        let [one, other] = self.grid.squares_of(edge);
        self.square_rule(one) && self.square_rule(other)
    }

    fn all_squares(&mut self) -> bool {
        (0..self.grid.inside.len()).all(|index| self.square_rule(self.grid.inside[index] as usize))
    }

    fn square_rule(&mut self, cell: usize) -> bool {
        let square = self.grid.square(cell);
        let used = square.iter().filter(|&&edge| self.value[edge] == 1).count();
        if used < 2 {
            return true;
        }
        if used > 2 {
            self.conflict.clear();
            let used = square.iter().filter(|&&edge| self.value[edge] == 1);
            self.conflict.extend(used.map(|&edge| Lit::no(edge)));
            self.conflict.push(Lit::yes(self.tight));
            return false;
        }
        for edge in square {
            if self.value[edge] == UNSET {
                self.set(Lit::no(edge), Reason::Square(cell as u32));
            }
        }
        true
    }
}
