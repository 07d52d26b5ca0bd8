//! The fewest single-card moves, proved: A* over exact keys ([`store`]) with
//! the bound of [`relaxation`].

pub mod expand;
pub mod cores;
pub mod relaxation;
pub mod store;
pub mod table;
pub mod upper;

use super::board::{HOME, PackedMove};
use super::layout::Layout;
use super::rules::Position;
use super::score::Weights;
use engine::{Limit, Meter};
use expand::{Child, Search, expand};
use cores::Cores;
use relaxation::Relaxation;
use store::{Node, Store};
use table::{Key, Table, is_solved};

/// A search in progress.
pub struct Run<'a> {
    store: &'a mut Store,
    at: u32,
    cost: u32,
    sum: u32,
    pub upper: u32,
    goal: Option<(u32, PackedMove)>,
    pub generated: u64,
    pub hopeless: u64,
}

impl Search for Run<'_> {
    #[inline]
    fn is_known(&mut self, key: &Key, mv: PackedMove, steps: u32) -> bool {
        self.generated += 1;
        self.store.is_known(key, self.at, mv, self.cost + steps)
    }
    fn add(&mut self, child: Child) {
        let cost = self.cost + child.steps;
        self.store
            .add(Node::new(child.key, self.at, child.mv, cost, child.bound));
    }
    fn win(&mut self, mv: PackedMove, steps: u32) {
        if self.cost + steps < self.upper {
            self.upper = self.cost + steps;
            self.goal = Some((self.at, mv));
        }
    }
    fn slack(&self) -> u32 {
        (self.upper - 1).saturating_sub(self.sum)
    }
}

#[derive(Default)]
pub struct AStar {
    pub store: Store,
    pub cores: Cores,
}

pub struct Proof {
    pub lower: u32,
    pub upper: u32,
    pub path: Option<Vec<PackedMove>>,
    pub limit: Option<Limit>,
    pub levels: Vec<(u32, u64)>,
    pub generated: u64,
}

impl AStar {
    pub fn prove(&mut self, start: &Position, upper: u32, meter: &mut Meter) -> Proof {
        let layout = Layout::new(start, &Weights::NONE);
        let mut table = Table::new(&layout, start);
        let mut first = 0;
        table.safe_homes(&layout, |_| first += 1);
        self.store.clear();
        self.cores.clear();
        let bound = Relaxation::new(&table).bound(&mut self.cores);
        self.store
            .add(Node::new(table.key(), 0, PackedMove::default(), first, bound));
        let mut run = Run {
            store: &mut self.store,
            at: 0,
            cost: 0,
            sum: first + bound,
            upper,
            goal: None,
            generated: 0,
            hopeless: 0,
        };
        let mut levels = Vec::new();
        let mut limit = None;
        'levels: while run.sum < run.upper {
            let mut count = 0;
            while let Some(index) = run.store.pop(run.sum as usize) {
                if let Some(l) = meter.check_state().or_else(|| meter.hold(run.store.bytes() as u64)) {
                    limit = Some(l);
                    break 'levels;
                }
                count += 1;
                let node = *run.store.node(index);
                run.at = index;
                run.cost = node.cost();
                let table = Table::from_key(&layout, &node.key);
                expand(&layout, &table, node.bound(), &mut self.cores, &mut run);
                if run.sum >= run.upper {
                    break;
                }
            }
            levels.push((run.sum, count));
            run.sum += 1;
        }
        let lower = run.sum.min(run.upper);
        let (upper, generated) = (run.upper, run.generated);
        let path = run.goal.map(|(at, mv)| {
            let mut path = self.store.path(at);
            path.push(mv);
            path
        });
        Proof {
            lower,
            upper,
            path,
            limit,
            levels,
            generated,
        }
    }
}
