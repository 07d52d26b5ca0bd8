//! Why something is known, spelled out: the literals that fail and without
//! which it would not be. Most reasons are never asked for, so that they are
//! kept as a word and worked out from what was known at that time.

use super::grid::NO_LINK;
use super::lit::Lit;
use super::trail::{Reason, Trail};

impl Trail {
    /// Spells out why a variable is known: literals that fail, and without
    /// which it would not be.
    pub fn explain(&mut self, var: usize, out: &mut Vec<Lit>) {
        let place = self.place[var];
        let yes = self.value[var] == 1;
        match self.reason[var] {
            Reason::None => {}
            Reason::Clause(at) => {
                let lits = self.clauses.lits(at);
                out.extend(lits.filter(|lit| lit.var() != var));
            }
            Reason::Cell(cell) => self.explain_cell(cell as usize, place, yes, out),
            Reason::Square(cell) => {
                let before = |&edge: &usize| self.value[edge] == 1 && self.place[edge] < place;
                let square = self.grid.square(cell as usize);
                out.extend(square.into_iter().filter(before).map(Lit::no));
                out.push(Lit::yes(self.tight));
            }
            Reason::Paths => {
                self.next_stamp();
                std::mem::swap(&mut self.conflict, out);
                for cell in self.grid.cells_of(var) {
                    self.gather_path(cell, place);
                }
                std::mem::swap(&mut self.conflict, out);
            }
        }
    }

    fn explain_cell(&self, cell: usize, place: u32, yes: bool, out: &mut Vec<Lit>) {
        let edges = self.grid.edges_of(cell);
        let before = |value: u8| {
            let known = move |edge: &usize| {
                self.value[*edge] == value
                    && self.place[*edge] < place
                    && self.grid.is_inside(*edge)
            };
            edges.into_iter().filter(known)
        };
        let full = before(1).count() >= self.grid.need[cell] as usize;
        if full {
            out.extend(before(1).map(Lit::no));
            return;
        }
        out.extend(before(0).map(Lit::yes));
        if yes && self.grid.optional[cell] {
            out.extend(before(1).map(Lit::no));
        }
    }

    pub(super) fn next_stamp(&mut self) {
        self.stamp += 1;
    }

    /// Adds to `conflict` the edges in use that a cell hangs together with, as
    /// far as they were known before `place`.
    pub(super) fn gather_path(&mut self, start: usize, place: u32) {
        let stamp = self.stamp;
        if self.seen[start] == stamp {
            return;
        }
        self.seen[start] = stamp;
        self.stack.clear();
        self.stack.push(start as u32);
        while let Some(cell) = self.stack.pop() {
            let cell = cell as usize;
            let link = self.grid.link[cell];
            if link != NO_LINK && self.seen[link as usize] != stamp {
                self.seen[link as usize] = stamp;
                self.stack.push(link);
            }
            let neighbours = self.grid.neighbours(cell);
            for (edge, next) in self.grid.edges_of(cell).into_iter().zip(neighbours) {
                if self.value[edge] != 1 || self.place[edge] >= place {
                    continue;
                }
                // Both its cells come along; one of them notes the edge.
                if cell < next {
                    self.conflict.push(Lit::no(edge));
                }
                if self.seen[next] != stamp {
                    self.seen[next] = stamp;
                    self.stack.push(next as u32);
                }
            }
        }
    }
}
