//! Iterative-deepening A* with pattern databases: the search behind `optimal`,
//! and the one that the game's speed hangs on. It is depth-first in the order
//! of [`Move::ALL`], one move at a time: the machine guesses whether a board is
//! within the bound and goes on while the tables are still being read, so that
//! several reads wait at once. It calls itself, since the machine foresees
//! where a call returns to; boards with patterns are small, so no path is long.

use super::cycles::{self, Cycles};
use super::pattern::{Patterns, Slide};
use super::rules::{Board, Move};
use super::variant::Variant;
use engine::search::DEFAULT_MEMORY;
use engine::{Limit, Meter, Outcome, Puzzle};

/// A search about to be run.
pub struct Deepening<'a, S, const ROOM: usize> {
    patterns: &'a S,
    cycles: &'a Cycles,
    /// By cell of the blank: the moves there are, a bit each.
    legal: [u8; ROOM],
    /// By move: how far the tile that it slides is from the blank.
    beside: [u8; 4],
}

/// A board on the path.
#[derive(Clone, Copy)]
struct Node<L, const ROOM: usize> {
    lying: L,
    /// The tile in each cell but the blank's.
    tiles: [u8; ROOM],
    blank: u8,
    /// What the automaton knows of the moves that led here.
    state: u16,
}

/// A search under a bound.
struct Bounded<'m, 'w> {
    bound: u32,
    /// The least sum beyond it.
    next: u32,
    /// The solution, its last move first.
    solution: Vec<Move>,
    meter: &'m mut Meter<'w>,
}

impl<'a, const ROOM: usize, S: Patterns<ROOM>> Deepening<'a, S, ROOM> {
    /// A search on boards of a size.
    pub fn new(variant: Variant, patterns: &'a S, cycles: &'a Cycles) -> Self {
        let goal = Board::<ROOM>::goal(variant);
        let moves = |cell: usize| {
            let board = goal.with_blank(cell.min(variant.cells() - 1));
            let legal = Move::ALL.into_iter().filter(|mv| board.is_legal(*mv));
            legal.fold(0, |all, mv| all | 1 << mv.place())
        };
        let middle = goal.with_blank(0);
        Deepening {
            patterns,
            cycles,
            legal: std::array::from_fn(moves),
            beside: Move::ALL.map(|mv| middle.source(mv) as u8),
        }
    }

    /// The shortest solution.
    pub fn run(&self, start: &Board<ROOM>, meter: &mut Meter) -> Outcome<Move> {
        debug_assert!(!start.is_solved() && start.is_solvable());
        meter.or_memory(DEFAULT_MEMORY);
        let mut tiles = [0; ROOM];
        tiles[..start.tiles().len()].copy_from_slice(start.tiles());
        let root = Node {
            lying: self.patterns.start(start),
            tiles,
            blank: start.blank() as u8,
            state: cycles::START,
        };
        let mut bound = self.patterns.estimate(&root.lying);
        loop {
            if let Some(limit) = meter.hold(u64::from(bound) * size_of_val(&root) as u64) {
                return Outcome::GaveUp(limit);
            }
            let mut search = Bounded {
                bound,
                next: u32::MAX,
                solution: Vec::new(),
                meter,
            };
            match self.visit(&root, 1, &mut search) {
                Err(limit) => return Outcome::GaveUp(limit),
                Ok(true) => return Outcome::Solved(search.solution.into_iter().rev().collect()),
                Ok(false) => bound = search.next,
            }
        }
    }

    /// Whether a board has a solution under the bound; `depth` is how many
    /// moves lead to the boards after it.
    fn visit(
        &self,
        node: &Node<S::Lying, ROOM>,
        depth: u32,
        search: &mut Bounded,
    ) -> Result<bool, Limit> {
        if let Some(limit) = search.meter.check_state() {
            return Err(limit);
        }
        let most = search.bound - depth;
        let mut left = self.legal[node.blank as usize] & self.cycles.allowed(node.state);
        while left != 0 {
            let place = left.trailing_zeros() as usize % 4;
            left &= left - 1;
            search.meter.effort.generated += 1;
            let mv = Move::ALL[place];
            let from = node.blank.wrapping_add(self.beside[place]);
            let slide = Slide {
                tile: node.tiles[from as usize],
                from,
                to: node.blank,
                mv,
            };
            let (change, estimate) = self.patterns.look(&node.lying, slide, most);
            if estimate > most {
                search.next = search.next.min(depth + estimate);
                continue;
            }
            let mut child = *node;
            self.patterns.change(&mut child.lying, slide.tile, change);
            child.tiles[slide.to as usize] = slide.tile;
            child.blank = from;
            child.state = self.cycles.after(node.state, mv);
            if estimate == 0 || self.visit(&child, depth + 1, search)? {
                search.solution.push(mv);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
