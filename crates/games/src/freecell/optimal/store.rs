//! The positions that the search has reached, each once under its exact key,
//! and the queue of those to look at: a stack for each sum of cost and bound.

use super::super::board::PackedMove;
use super::table::Key;

/// A position, how it was reached, and what it costs: 28 bytes.
#[derive(Clone, Copy)]
pub struct Node {
    /// The position.
    pub key: Key,
    /// The node it was reached from.
    pub parent: u32,
    /// The move, the cost and the bound, and whether its moves were looked at:
    /// 12, 12, 7 and 1 bits.
    packed: u32,
}

/// The highest cost that a node can have.
pub const MOST_COST: u32 = (1 << 12) - 1;
const LOOKED_AT: u32 = 1 << 31;

impl Node {
    /// A node that is to be looked at.
    pub fn new(key: Key, parent: u32, mv: PackedMove, cost: u32, bound: u32) -> Node {
        let mv_bits = u32::from(mv.card) | u32::from(mv.to) << 6;
        Node {
            key,
            parent,
            packed: mv_bits | cost << 12 | bound << 24,
        }
    }

    /// The move that leads here.
    pub fn mv(&self) -> PackedMove {
        PackedMove {
            card: (self.packed & 63) as u8,
            to: (self.packed >> 6 & 63) as u8,
        }
    }

    /// The moves to this position.
    pub fn cost(&self) -> u32 {
        self.packed >> 12 & MOST_COST
    }

    /// The least number of moves from here.
    pub fn bound(&self) -> u32 {
        self.packed >> 24 & 127
    }

    fn is_looked_at(&self) -> bool {
        self.packed & LOOKED_AT != 0
    }
}

/// The nodes, their hash table and their queue.
#[derive(Default)]
pub struct Store {
    nodes: Vec<Node>,
    /// Open addressing: the upper half of the hash and the node's index and one.
    slots: Vec<u64>,
    /// By cost and bound together.
    queue: Vec<Vec<u32>>,
}

const FIRST_SLOTS: usize = 1 << 12;

/// Mixes a key: odd random multipliers, then two rounds of shift and multiply.
#[inline]
pub fn hash(key: &Key) -> u64 {
    let two = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let mut h = two(key[0], key[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ two(key[2], key[3])
            .rotate_left(23)
            .wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ u64::from(key[4])
            .rotate_left(41)
            .wrapping_mul(0x1656_67b1_9e37_79f9);
    h = (h ^ h >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    h = (h ^ h >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    h ^ h >> 32
}

impl Store {
    /// Empties the store.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, 0);
        self.queue.clear();
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        let queued: usize = self.queue.iter().map(|stack| stack.capacity()).sum();
        self.nodes.len() * size_of::<Node>() + self.slots.len() * 8 + queued * 4
    }

    /// A node.
    pub fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// Where a key is in the table, or where it belongs.
    #[inline]
    fn slot(&self, key: &Key) -> (usize, u64) {
        let hash = hash(key);
        let (tag, mask) = (hash >> 32, self.slots.len() - 1);
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.slots[slot];
            let same = || self.nodes[entry as u32 as usize - 1].key == *key;
            if entry == 0 || entry >> 32 == tag && same() {
                return (slot, tag << 32);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Whether a position is stored. If it is now reached at a lower cost, it
    /// is queued again, since nothing was looked at beyond it yet.
    #[inline]
    pub fn is_known(&mut self, key: &Key, parent: u32, mv: PackedMove, cost: u32) -> bool {
        let entry = self.slots[self.slot(key).0];
        if entry == 0 {
            return false;
        }
        let index = entry as u32 - 1;
        let node = &mut self.nodes[index as usize];
        if cost < node.cost() {
            debug_assert!(!node.is_looked_at(), "the bound is consistent");
            *node = Node::new(node.key, parent, mv, cost, node.bound());
            self.push(index);
        }
        true
    }

    /// Stores and queues a position that is not known; `false` if there is no
    /// number left for it.
    #[inline]
    pub fn add(&mut self, node: Node) -> bool {
        let (slot, tag) = self.slot(&node.key);
        if self.nodes.len() >= (u32::MAX - 1) as usize {
            return false;
        }
        let index = self.nodes.len() as u32;
        self.slots[slot] = tag | u64::from(index + 1);
        self.nodes.push(node);
        self.push(index);
        if self.nodes.len() * 4 > self.slots.len() * 3 {
            self.grow();
        }
        true
    }

    fn push(&mut self, index: u32) {
        let node = self.node(index);
        let sum = (node.cost() + node.bound()) as usize;
        if self.queue.len() <= sum {
            self.queue.resize(sum + 1, Vec::new());
        }
        self.queue[sum].push(index);
    }

    /// The next position to look at whose cost and bound are this sum; the
    /// newest comes first, so that a search goes deep.
    #[inline]
    pub fn pop(&mut self, sum: usize) -> Option<u32> {
        while let Some(index) = self.queue.get_mut(sum)?.pop() {
            let node = &mut self.nodes[index as usize];
            let stale = (node.cost() + node.bound()) as usize != sum;
            if !stale && !node.is_looked_at() {
                node.packed |= LOOKED_AT;
                return Some(index);
            }
        }
        None
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots = Vec::new();
        self.slots = vec![0; size];
        for (index, node) in self.nodes.iter().enumerate() {
            let hash = hash(&node.key);
            let mut slot = hash as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = hash >> 32 << 32 | (index + 1) as u64;
        }
    }

    /// The moves from the first node to this one.
    pub fn path(&self, mut at: u32) -> Vec<PackedMove> {
        let mut path = Vec::new();
        while at > 0 {
            path.push(self.node(at).mv());
            at = self.node(at).parent;
        }
        path.reverse();
        path
    }
}
