//! The complete search: best-first over every position that single-card moves
//! and safe moves home can reach, each stored once under its exact key. When
//! the queue runs dry, no solution exists: that is the proof.
//!
//! Runs are left to their single moves, which reach the same positions; only
//! where runs move freely are they moves of their own. Safe moves home are
//! made at once: they lose no solution, since no card can need the one that
//! went (see [`Board::is_safe_home`]).

use super::board::{Board, PackedMove};
use super::bucket_queue::BucketQueue;
use super::identity::{Identity, hash_key};
use super::layout::Layout;
use super::movegen::{self, MoveList};
use super::parameters::{CAUTIOUS, EXACT_MEMORY};
use super::rules::Position;
use super::score::Outlook;
use super::solution::{plain_moves, with_safe_homes};
use engine::{Answer, Budget, Limit, Meter, Outcome, Solve, Watch};

/// A position that was reached, how, and its place in the queue.
#[derive(Clone, Copy, Default)]
struct Node {
    key: [u32; 5],
    parent: u32,
    /// The next node of the same bucket of the queue.
    next: u32,
    mv: PackedMove,
    depth: u16,
}

/// The search with its tables.
#[derive(Default)]
pub struct Exact {
    /// Node 0 is never used, so that 0 can mean none.
    nodes: Vec<Node>,
    /// Open addressing: the upper half of the hash and the node's index.
    table: Vec<u64>,
    queue: BucketQueue,
}

const FIRST_TABLE: usize = 1 << 12;

/// A key without its unused bits.
pub fn short_key(key: [u64; 3]) -> [u32; 5] {
    // The third word has 39 bits, the second 53: 11 of its upper bits are
    // free for what the third has beyond 32.
    let [a, b, c] = key;
    let b = b | c >> 32 << 53;
    [
        a as u32,
        (a >> 32) as u32,
        b as u32,
        (b >> 32) as u32,
        c as u32,
    ]
}

fn long_key(key: [u32; 5]) -> [u64; 3] {
    let [a, a2, b, b2, c] = key.map(u64::from);
    let b = b | b2 << 32;
    [a | a2 << 32, b & ((1 << 53) - 1), c | b >> 53 << 32]
}

impl Exact {
    /// Decides whether `start` can be won, counting against the meter. The
    /// answer has all moves of the solution, moves home included.
    pub fn decide(&mut self, start: &Position, meter: &mut Meter) -> Outcome<PackedMove> {
        let layout = Layout::new(start, &CAUTIOUS);
        let first = Board::new(&layout, start);
        let mut board = first.settled(&layout);
        if board.is_solved() {
            return Outcome::Solved(with_safe_homes(&layout, &first, &[]));
        }
        self.nodes.clear();
        self.nodes.push(Node::default());
        self.table.clear();
        self.table.resize(FIRST_TABLE, 0);
        self.queue.clear();
        self.insert(Identity::of(&board), Node::default());
        let mut at = 1;
        loop {
            let bytes = self.nodes.len() * size_of::<Node>() + self.table.len() * 8;
            if let Some(limit) = meter.check_state().or_else(|| meter.hold(bytes as u64)) {
                return Outcome::GaveUp(limit);
            }
            match self.look_ahead(&layout, &board, at, meter) {
                Err(limit) => return Outcome::GaveUp(limit),
                Ok(Some(last)) => {
                    let path = self.path(last);
                    return Outcome::Solved(with_safe_homes(&layout, &first, &path));
                }
                Ok(None) => {}
            }
            let Some(best) = self.queue.pop(|item| self.nodes[item as usize].next) else {
                return Outcome::Unsolvable;
            };
            at = best;
            board = Board::from_key(&layout, long_key(self.nodes[at as usize].key));
        }
    }

    /// Stores and queues what one move leads to from node `at`. Returns the
    /// node that solves the game, if one does.
    #[inline]
    fn look_ahead(
        &mut self,
        layout: &Layout,
        board: &Board,
        at: u32,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Limit> {
        let mut moves = MoveList::default();
        let room = board.room(layout);
        movegen::single(layout, board, &room, &mut moves);
        meter.effort.generated += moves.len() as u64;
        let outlook = Outlook::new(layout, board, &room);
        let depth = self.nodes[at as usize].depth.saturating_add(1);
        for &mv in moves.iter() {
            let node = Node {
                parent: at,
                mv,
                depth,
                ..Node::default()
            };
            let Some((index, score, solved)) = outlook.child(mv, |key| self.insert(key, node))
            else {
                continue;
            };
            if index == u32::MAX {
                return Err(Limit::Memory);
            }
            if solved {
                return Ok(Some(index));
            }
            let score = score + layout.weights.depth * i32::from(depth);
            self.nodes[index as usize].next = self.queue.push(score, index);
        }
        Ok(None)
    }

    /// Stores a position that is new, and tells its index.
    #[inline]
    fn insert(&mut self, key: [u64; 3], node: Node) -> Option<u32> {
        let (key, hash) = (short_key(key), hash_key(&key));
        let (tag, mask) = (hash >> 32, self.table.len() - 1);
        let mut slot = hash as usize & mask;
        while self.table[slot] != 0 {
            let entry = self.table[slot];
            if entry >> 32 == tag && self.nodes[entry as u32 as usize].key == key {
                return None;
            }
            slot = (slot + 1) & mask;
        }
        let index = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        if index < u32::MAX {
            self.table[slot] = tag << 32 | u64::from(index);
            self.nodes.push(Node { key, ..node });
            if self.nodes.len() * 2 > self.table.len() {
                self.grow();
            }
        }
        Some(index)
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, 0);
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            let hash = hash_key(&long_key(node.key));
            let mut slot = hash as usize & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = hash >> 32 << 32 | index as u64;
        }
    }

    /// The moves from the first node to this one.
    fn path(&self, mut at: u32) -> Vec<PackedMove> {
        let mut path = Vec::new();
        while at > 1 {
            let node = &self.nodes[at as usize];
            path.push(node.mv);
            at = node.parent;
        }
        path.reverse();
        path
    }
}

impl Solve<Position> for Exact {
    fn solve(&mut self, start: &Position, budget: &Budget, watch: &dyn Watch) -> Answer<Position> {
        let mut meter = Meter::new(&budget.or_memory(EXACT_MEMORY), watch);
        let outcome = self
            .decide(start, &mut meter)
            .map(|path| plain_moves(start, &path));
        let mut answer = Answer::new(outcome, meter.effort);
        let stored = self.nodes.len().saturating_sub(1);
        answer.figures.push(("states", stored as u64));
        answer
    }
}
