//! The positions a search has reached: each stored once, in its small form,
//! with the move that led to it.

use crate::{Limit, Meter, Puzzle};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A position that was reached.
pub struct Node<P: Puzzle> {
    kept: P::Kept,
    step: Option<(u32, P::Move)>,
    /// Moves from the start.
    depth: u32,
    /// Whether a shorter way to the position has a node of its own.
    outdated: bool,
}

/// The positions, by index and by key.
pub struct Tree<P: Puzzle> {
    start: P,
    nodes: Vec<Node<P>>,
    /// Bytes that stored positions and their keys hold beyond their own size.
    heap: usize,
    seen: HashMap<P::Key, u32, FxBuildHasher>,
}

impl<P: Puzzle> Tree<P> {
    /// A tree with its root, which has index 0.
    pub fn new(start: &P) -> Self {
        let mut tree = Tree {
            start: start.clone(),
            nodes: Vec::new(),
            heap: 0,
            seen: HashMap::default(),
        };
        tree.clear();
        tree
    }

    /// Forgets everything but the root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.seen.clear();
        self.seen.insert(self.start.key(), 0);
        self.heap = 2 * self.start.kept_bytes();
        self.nodes.push(Node {
            kept: self.start.keep(),
            step: None,
            depth: 0,
            outdated: false,
        });
    }

    /// Hands in the position that `mv` leads to from `parent`. If it is new
    /// it gets a node, whose index is told. So it does, with `shorter`, if it
    /// was only known by a longer way; the old node stays for what was reached
    /// through it, since a key may stand for a position and its mirror image.
    #[inline]
    pub fn reach(&mut self, parent: u32, mv: P::Move, state: &P, shorter: bool) -> Option<u32> {
        // `check` sees to it that there is an index left.
        let index = u32::try_from(self.nodes.len()).ok()?;
        let depth = self.nodes[parent as usize].depth + 1;
        match self.seen.entry(state.key()) {
            Entry::Vacant(place) => drop(place.insert(index)),
            Entry::Occupied(_) if !shorter => return None,
            Entry::Occupied(mut known) => {
                let old = &mut self.nodes[*known.get() as usize];
                if old.depth <= depth {
                    return None;
                }
                old.outdated = true;
                known.insert(index);
            }
        }
        self.heap += 2 * state.kept_bytes();
        self.nodes.push(Node {
            kept: state.keep(),
            step: Some((parent, mv)),
            depth,
            outdated: false,
        });
        Some(index)
    }

    /// Whether a shorter way to this node's position has turned up.
    #[inline]
    pub fn is_outdated(&self, index: u32) -> bool {
        self.nodes[index as usize].outdated
    }

    /// Moves from the start to a node.
    #[inline]
    pub fn depth(&self, index: u32) -> u32 {
        self.nodes[index as usize].depth
    }

    /// The position of a node.
    #[inline]
    pub fn state(&self, index: u32) -> P {
        self.start.restore(&self.nodes[index as usize].kept)
    }

    /// The moves from the start to a node.
    pub fn path(&self, mut at: u32) -> Vec<P::Move> {
        let mut moves = Vec::new();
        while let Some((parent, mv)) = self.nodes[at as usize].step {
            moves.push(mv);
            at = parent;
        }
        moves.reverse();
        moves
    }

    /// Counts a state that is about to be looked at, and names the limit that
    /// forbids it, if any. `waiting` bytes are held beside the tree.
    #[inline]
    pub fn check(&self, meter: &mut Meter, waiting: usize) -> Option<Limit> {
        let entry = size_of::<(P::Key, u32)>() + 1;
        let nodes = self.nodes.len();
        let table = self.seen.capacity() * 8 / 7 * entry;
        let bytes = nodes * size_of::<Node<P>>() + self.heap + table + waiting;
        let limit = meter.check_state().or_else(|| meter.hold(bytes as u64));
        // A position has fewer moves than this, so none is ever without room.
        const ROOM: usize = 1 << 16;
        limit.or((nodes > u32::MAX as usize - ROOM).then_some(Limit::Memory))
    }
}
