//! Iterative-deepening A* with pattern databases: the search behind `optimal`,
//! and the one that the game's speed hangs on. It is depth-first in the order
//! of [`Move::ALL`], one move at a time: the machine guesses whether a board is
//! within the bound and goes on while the tables are still being read, so that
//! several reads wait at once. Boards hold no more than moves need, and lie in
//! one row from the start to where the search is.

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
struct Node<C, const ROOM: usize> {
    carry: C,
    tiles: [u8; ROOM],
    blank: u8,
    /// The moves still to be tried, a bit each.
    left: u8,
    /// The move that was tried last.
    tried: Move,
    /// What the automaton knows of the moves that led here.
    state: u16,
}

/// The boards from the start to where the search is, and beyond them boards
/// of no use.
type Path<C, const ROOM: usize> = Vec<Node<C, ROOM>>;

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
        let carry = self.patterns.lying(start);
        let mut tiles = [0; ROOM];
        tiles[..start.tiles().len()].copy_from_slice(start.tiles());
        let blank = start.blank() as u8;
        let root = Node {
            carry,
            tiles,
            blank,
            left: self.legal[blank as usize] & self.cycles.allowed(cycles::START),
            tried: Move::ALL[0],
            state: cycles::START,
        };
        let mut path = vec![root];
        let mut bound = self.patterns.estimate(carry);
        loop {
            path[0] = root;
            match self.search(&mut path, bound, meter) {
                Err(limit) => return Outcome::GaveUp(limit),
                Ok(Found::Solution(moves)) => {
                    let moves = path[..moves].iter().map(|node| node.tried);
                    return Outcome::Solved(moves.collect());
                }
                Ok(Found::Bound(next)) => bound = next,
            }
        }
    }

    /// Searches under a bound.
    fn search(
        &self,
        path: &mut Path<S::Carry, ROOM>,
        bound: u32,
        meter: &mut Meter,
    ) -> Result<Found, Limit> {
        let mut next = u32::MAX;
        let mut depth = 0;
        let mut generated = 0;
        let mut spent = meter.check_state();
        let found = loop {
            if let Some(limit) = spent {
                break Err(limit);
            }
            let node = &mut path[depth];
            if node.left == 0 {
                if depth == 0 {
                    break Ok(Found::Bound(next));
                }
                depth -= 1;
                continue;
            }
            let mv = Move::ALL[node.left.trailing_zeros() as usize % 4];
            node.left &= node.left - 1;
            node.tried = mv;
            generated += 1;
            let from = node.blank.wrapping_add(self.beside[mv.place()]);
            let slide = Slide {
                tile: node.tiles[from as usize],
                from,
                to: node.blank,
                mv,
            };
            let most = bound - 1 - depth as u32;
            let (carry, estimate) = self.patterns.slid_within(node.carry, slide, most);
            if estimate > most {
                next = next.min(estimate + 1 + depth as u32);
                continue;
            }
            depth += 1;
            if estimate == 0 {
                break Ok(Found::Solution(depth));
            }
            let state = self.cycles.after(node.state, mv);
            let mut child = Node {
                carry,
                tiles: node.tiles,
                blank: from,
                left: self.legal[from as usize] & self.cycles.allowed(state),
                tried: mv,
                state,
            };
            child.tiles[slide.to as usize] = slide.tile;
            match path.get_mut(depth) {
                Some(place) => *place = child,
                None => {
                    path.push(child);
                    spent = meter.hold(size_of_val(&path[..]) as u64);
                }
            }
            spent = spent.or_else(|| meter.check_state());
        };
        meter.effort.generated += generated;
        found
    }
}

/// How a search under a bound ended.
enum Found {
    /// With a solution of that many moves.
    Solution(usize),
    /// With none; the least sum beyond the bound.
    Bound(u32),
}
