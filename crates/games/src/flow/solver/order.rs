//! Which question is decided next: the one that took part in the most recent
//! contradictions (Moskewicz et al., 2001; Eén and Sörensson, 2003), and it
//! gets the answer it had last.

use super::lit::Lit;
use super::trail::{Trail, UNSET};

/// A heap of questions.
#[derive(Default)]
pub struct Order {
    activity: Vec<f64>,
    step: f64,
    heap: Vec<u32>,
    /// Where each question stands in the heap.
    spot: Vec<u32>,
    last: Vec<bool>,
    /// Questions from here on are not about edges, and never decided.
    edges: usize,
}

const NOWHERE: u32 = u32::MAX;
/// How fast old contradictions are forgotten.
const DECAY: f64 = 0.95;

impl Order {
    /// All edges, line by line.
    pub fn new(trail: &Trail) -> Order {
        let vars = trail.vars();
        let mut order = Order {
            activity: vec![0.0; vars],
            step: 1.0,
            heap: Vec::new(),
            spot: vec![NOWHERE; vars],
            edges: trail.grid.edges,
            last: vec![false; vars],
        };
        let rows = trail.grid.cells / trail.grid.stride;
        let wide = trail.grid.stride >= rows - 1;
        for edge in 0..trail.grid.edges {
            if trail.grid.is_inside(edge) {
                let cell = edge / 2;
                let (row, column) = (cell / trail.grid.stride, cell % trail.grid.stride);
                // Across the short side, line after line.
                let place = match wide {
                    true => column * rows + row,
                    false => cell,
                };
                order.activity[edge] = -1e-6 * place as f64;
                order.insert(edge as u32);
            }
        }
        order
    }

    /// The next question with the answer to try.
    pub fn next(&mut self, trail: &Trail) -> Option<Lit> {
        while let Some(&top) = self.heap.first() {
            self.remove_first();
            if trail.value(top as usize) == UNSET {
                let var = top as usize;
                return Some(if self.last[var] {
                    Lit::yes(var)
                } else {
                    Lit::no(var)
                });
            }
        }
        None
    }

    /// Makes a question that is open again one to decide.
    #[inline]
    pub fn put_back(&mut self, lit: Lit) {
        let var = lit.var();
        if var < self.edges {
            self.last[var] = lit.is_yes();
            if self.spot[var] == NOWHERE {
                self.insert(var as u32);
            }
        }
    }

    /// The question took part in a contradiction.
    #[inline]
    pub fn bump(&mut self, var: usize) {
        self.activity[var] += self.step;
        if self.activity[var] > 1e100 {
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
            self.step *= 1e-100;
        }
        if self.spot[var] != NOWHERE {
            self.rise(self.spot[var] as usize);
        }
    }

    /// Later contradictions count more.
    pub fn decay(&mut self) {
        self.step /= DECAY;
    }

    fn insert(&mut self, var: u32) {
        self.spot[var as usize] = self.heap.len() as u32;
        self.heap.push(var);
        self.rise(self.heap.len() - 1);
    }

    fn before(&self, one: u32, other: u32) -> bool {
        self.activity[one as usize] > self.activity[other as usize]
    }

    fn place(&mut self, at: usize, var: u32) {
        self.heap[at] = var;
        self.spot[var as usize] = at as u32;
    }

    fn rise(&mut self, mut at: usize) {
        let var = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.place(at, self.heap[parent]);
            at = parent;
        }
        self.place(at, var);
    }

    fn remove_first(&mut self) {
        let first = self.heap[0];
        self.spot[first as usize] = NOWHERE;
        let Some(last) = self.heap.pop() else { return };
        if self.heap.is_empty() {
            return;
        }
        let mut at = 0;
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], last) {
                break;
            }
            self.place(at, self.heap[child]);
            at = child;
        }
        self.place(at, last);
    }
}
