//! Iterative-deepening A* with pattern databases: the search behind `optimal`,
//! and the one that the game's speed hangs on. It is depth-first in the order
//! of [`Move::ALL`], one move at a time: the machine guesses whether a board is
//! within the bound and goes on while the tables are still being read, so that
//! several reads wait at once. There is one board, on which moves are made and
//! taken back.

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

/// Where a search is.
struct Here<L, const ROOM: usize> {
    lying: L,
    tiles: [u8; ROOM],
    blank: u8,
    /// The moves still to be tried, a bit each.
    left: u8,
    /// What the automaton knows of the moves that led here.
    state: u16,
}

/// A move on the path, and what it takes to go back to before it.
#[derive(Clone, Copy)]
struct Made<C> {
    change: C,
    slide: Slide,
    left: u8,
    state: u16,
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
        let blank = start.blank() as u8;
        let mut here = Here {
            lying: self.patterns.start(start),
            tiles,
            blank,
            left: 0,
            state: cycles::START,
        };
        let mut bound = self.patterns.estimate(&here.lying);
        let mut path = Vec::new();
        loop {
            here.left = self.moves(blank, cycles::START);
            match self.search(&mut here, &mut path, bound, meter) {
                Err(limit) => return Outcome::GaveUp(limit),
                Ok(Found::Bound(next)) => bound = next,
                Ok(Found::Solution) => {
                    let moves = path.iter().map(|made| made.slide.mv);
                    return Outcome::Solved(moves.collect());
                }
            }
        }
    }

    /// The moves to try with the blank in a cell.
    #[inline(always)]
    fn moves(&self, blank: u8, state: u16) -> u8 {
        self.legal[blank as usize] & self.cycles.allowed(state)
    }

    /// Searches under a bound.
    fn search(
        &self,
        here: &mut Here<S::Lying, ROOM>,
        path: &mut Vec<Made<S::Change>>,
        bound: u32,
        meter: &mut Meter,
    ) -> Result<Found, Limit> {
        let mut next = u32::MAX;
        let mut generated = 0;
        let mut limit = meter.check_state();
        let found = loop {
            if let Some(limit) = limit {
                break Err(limit);
            }
            if here.left == 0 {
                match path.pop() {
                    None => break Ok(Found::Bound(next)),
                    Some(made) => self.take_back(here, made),
                }
                continue;
            }
            let mv = Move::ALL[here.left.trailing_zeros() as usize % 4];
            here.left &= here.left - 1;
            generated += 1;
            let from = here.blank.wrapping_add(self.beside[mv.place()]);
            let slide = Slide {
                tile: here.tiles[from as usize],
                from,
                to: here.blank,
                mv,
            };
            let made = path.len() as u32 + 1;
            let most = bound - made;
            let (change, estimate) = self.patterns.look(&here.lying, slide, most);
            if estimate > most {
                next = next.min(estimate + made);
                continue;
            }
            if path.len() == path.capacity() {
                limit = meter.hold(2 * size_of_val(&path[..]) as u64);
            }
            path.push(self.make(here, slide, change));
            if estimate == 0 {
                break Ok(Found::Solution);
            }
            limit = limit.or_else(|| meter.check_state());
        };
        meter.effort.generated += generated;
        found
    }

    /// Makes a move.
    #[inline(always)]
    fn make(
        &self,
        here: &mut Here<S::Lying, ROOM>,
        slide: Slide,
        change: S::Change,
    ) -> Made<S::Change> {
        let made = Made {
            change: self.patterns.change(&mut here.lying, slide.tile, change),
            slide,
            left: here.left,
            state: here.state,
        };
        here.tiles[slide.to as usize] = slide.tile;
        here.blank = slide.from;
        here.state = self.cycles.after(here.state, slide.mv);
        here.left = self.moves(here.blank, here.state);
        made
    }

    /// Takes back the move made last.
    #[inline(always)]
    fn take_back(&self, here: &mut Here<S::Lying, ROOM>, made: Made<S::Change>) {
        let slide = made.slide;
        self.patterns
            .change(&mut here.lying, slide.tile, made.change);
        here.tiles[slide.from as usize] = slide.tile;
        here.blank = slide.to;
        here.state = made.state;
        here.left = made.left;
    }
}

/// How a search under a bound ended.
enum Found {
    /// With the path as a solution.
    Solution,
    /// Where it began, with the least sum beyond the bound.
    Bound(u32),
}
