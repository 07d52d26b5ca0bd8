//! A* by the sum of cost and bound, the newest position first among equals.
//! The bound is consistent, so that a position whose turn has come was reached
//! at its least cost, and no shorter solution exists than the lowest sum in
//! the queue. Nothing is stored whose sum reaches the best solution known.

use super::super::board::PackedMove;
use super::cores::Cores;
use super::expand::{Child, Search, expand};
use super::store::{Node, Store};
use super::table::{Key, Table};
use super::{Best, Root};
use engine::{Limit, Meter};

/// A search that can be interrupted and resumed.
pub struct AStar<'a> {
    store: &'a mut Store,
    /// All positions with a lower sum were looked at.
    sum: u32,
    /// How many positions were looked at.
    looked_at: u64,
}

/// A position whose moves are looked at.
struct Turn<'a> {
    store: &'a mut Store,
    best: &'a mut Best,
    index: u32,
    cost: u32,
    sum: u32,
    generated: u64,
    /// Whether there was no number left for a position.
    is_full: bool,
}

impl Search for Turn<'_> {
    #[inline]
    fn is_known(&mut self, key: &Key, mv: PackedMove, steps: u32) -> bool {
        self.generated += 1;
        self.store.is_known(key, self.index, mv, self.cost + steps)
    }

    #[inline]
    fn add(&mut self, child: Child) {
        let cost = self.cost + child.steps;
        let node = Node::new(child.key, self.index, child.mv, cost, child.bound);
        self.is_full |= !self.store.add(node);
    }

    fn win(&mut self, mv: PackedMove, steps: u32) {
        let length = self.cost + steps;
        if length < self.best.length {
            let mut path = self.store.path(self.index);
            path.push(mv);
            *self.best = Best {
                length,
                path: Some(path),
            };
        }
    }

    #[inline]
    fn slack(&self) -> u32 {
        (self.best.length - 1).saturating_sub(self.sum)
    }
}

impl<'a> AStar<'a> {
    /// A search that has looked at nothing yet.
    pub fn new(root: &Root, store: &'a mut Store) -> AStar<'a> {
        store.clear();
        let (key, mv) = (root.table.key(), PackedMove::default());
        store.add(Node::new(key, 0, mv, root.cost, root.bound));
        AStar {
            store,
            sum: root.lower(),
            looked_at: 0,
        }
    }

    /// No solution is shorter, unless the best known is.
    pub fn lower(&self) -> u32 {
        self.sum
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        self.store.bytes() as u64
    }

    /// Searches until the best solution is proved to be, or this number of
    /// positions was looked at.
    pub fn run(
        &mut self,
        root: &Root,
        best: &mut Best,
        until: u64,
        cores: &mut Cores,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        while self.sum < best.length && self.looked_at < until {
            let Some(index) = self.store.pop(self.sum as usize) else {
                self.sum += 1;
                continue;
            };
            let limit = meter
                .check_state()
                .or_else(|| meter.hold(self.bytes() + cores.bytes()));
            limit.map_or(Ok(()), Err)?;
            self.looked_at += 1;
            let node = *self.store.node(index);
            let mut turn = Turn {
                store: &mut *self.store,
                best: &mut *best,
                index,
                cost: node.cost(),
                sum: self.sum,
                generated: 0,
                is_full: false,
            };
            let table = Table::from_key(&root.layout, &node.key);
            expand(&root.layout, &table, node.bound(), cores, &mut turn);
            meter.effort.generated += turn.generated;
            if turn.is_full {
                return Err(Limit::Memory);
            }
        }
        Ok(())
    }
}
