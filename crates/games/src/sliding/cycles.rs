//! Strings of moves that no search needs, because a string that comes before
//! them leads to the same board: a shorter one, or one of the same length that
//! is tried earlier. Three turns of the blank around a square of four cells
//! change nothing, for instance, so half of that in one direction is the other
//! half backwards. A finite automaton reads the moves of a path and names those
//! that would end such a string (Taylor and Korf, 1993).
//!
//! That keeps the fewest moves: of all shortest solutions take the first in
//! the order of moves. If it held a string of the list, the other string in its
//! place would give a solution that is shorter or comes earlier. The other
//! string is legal there, since its blank stays within the rectangle that the
//! blank of the first one covers.

use super::rules::Move;
use std::collections::HashMap;
use std::sync::OnceLock;

/// An automaton over moves.
pub struct Cycles {
    /// By state and move: the next state.
    next: Vec<[u16; 4]>,
    /// By state: the moves that end no string of the list, a bit each in the
    /// order of [`Move::ALL`].
    allowed: Vec<u8>,
}

/// Most moves of a string in the list. The automaton for 12 moves has 9,732
/// states and takes a quarter of a second; for 13 moves it has 16,736, takes
/// three times as long, and saves two boards in a hundred.
const LONGEST: usize = 12;
/// The same for boards of up to 16 cells, where searches are short.
const LONGEST_ON_SMALL: usize = 10;

/// The state before any move.
pub const START: u16 = 0;

impl Cycles {
    /// Leaves out only moves that take back the one before.
    pub fn back_moves() -> &'static Cycles {
        static CYCLES: OnceLock<Cycles> = OnceLock::new();
        CYCLES.get_or_init(|| Cycles::up_to(2))
    }

    /// Leaves out as much as pays on boards of that many cells.
    pub fn usual(cells: usize) -> &'static Cycles {
        static SMALL: OnceLock<Cycles> = OnceLock::new();
        static LARGE: OnceLock<Cycles> = OnceLock::new();
        match cells <= 16 {
            true => SMALL.get_or_init(|| Cycles::up_to(LONGEST_ON_SMALL)),
            false => LARGE.get_or_init(|| Cycles::up_to(LONGEST)),
        }
    }

    /// Leaves out strings of up to `longest` moves, at most [`LONGEST`].
    fn up_to(longest: usize) -> Cycles {
        let mut finder = Finder::new();
        let mut cycles = Cycles::without(&[]);
        for length in 1..=longest.min(LONGEST) {
            finder.extend(&cycles, START, length);
            cycles = Cycles::without(&finder.words);
        }
        cycles
    }

    /// The moves that may come next, a bit each.
    #[inline]
    pub fn allowed(&self, state: u16) -> u8 {
        self.allowed[state as usize]
    }

    /// The state after an allowed move.
    #[inline]
    pub fn after(&self, state: u16, mv: Move) -> u16 {
        self.next[state as usize][mv.place()]
    }

    /// The automaton of Aho and Corasick for these words, without the states
    /// in which a word has ended.
    fn without(words: &[Vec<Move>]) -> Cycles {
        const NOWHERE: usize = usize::MAX;
        let mut tree = vec![[NOWHERE; 4]];
        let mut ended = vec![false];
        for word in words {
            let mut at = 0;
            for &mv in word {
                if tree[at][mv.place()] == NOWHERE {
                    tree[at][mv.place()] = tree.len();
                    tree.push([NOWHERE; 4]);
                    ended.push(false);
                }
                at = tree[at][mv.place()];
            }
            ended[at] = true;
        }
        // By breadth: where to go on when the tree has no such branch.
        let mut fallback = vec![0; tree.len()];
        let mut queue = vec![0];
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            ended[at] |= ended[fallback[at]];
            let elsewhere = match at {
                0 => [0; 4],
                at => tree[fallback[at]],
            };
            for (branch, elsewhere) in tree[at].iter_mut().zip(elsewhere) {
                match *branch {
                    NOWHERE => *branch = elsewhere,
                    child => {
                        fallback[child] = elsewhere;
                        queue.push(child);
                    }
                }
            }
        }
        let mut number = vec![0; tree.len()];
        let live: Vec<usize> = (0..tree.len()).filter(|&at| !ended[at]).collect();
        for (new, &at) in live.iter().enumerate() {
            number[at] = new as u16;
        }
        let bits = |at: &usize| {
            let open = (0..4).filter(|&mv| !ended[tree[*at][mv]]);
            open.fold(0, |all, mv| all | 1 << mv)
        };
        Cycles {
            next: live
                .iter()
                .map(|&at| tree[at].map(|to| number[to]))
                .collect(),
            allowed: live.iter().map(bits).collect(),
        }
    }
}

/// Cells in a row of the board that strings are tried on: the blank starts in
/// the middle and reaches no border.
const SIDE: usize = 2 * LONGEST + 1;
const MIDDLE: usize = LONGEST * SIDE + LONGEST;

/// Tries all strings of moves on a large board.
struct Finder {
    /// The tile in each cell, named by the cell it started in; the blank too.
    tiles: [u16; SIDE * SIDE],
    blank: usize,
    /// A sum of marks, one for each tile that is not where it started.
    hash: u64,
    path: Vec<Move>,
    /// Strings that are not on the list, by the hash of the board that they
    /// lead to, counted from 0 where several have the same.
    known: HashMap<(u64, u8), Packed>,
    /// The list.
    words: Vec<Vec<Move>>,
}

/// A string of moves, two bits each below a bit that is set.
type Packed = u32;

fn pack(path: &[Move]) -> Packed {
    path.iter()
        .fold(1, |all, &mv| all << 2 | mv.place() as Packed)
}

fn unpack(packed: Packed) -> impl Iterator<Item = Move> + Clone {
    let length = packed.ilog2() / 2;
    let at = move |place: u32| (packed >> (2 * (length - 1 - place)) & 3) as usize;
    (0..length).map(move |place| Move::ALL[at(place)])
}

impl Finder {
    fn new() -> Finder {
        Finder {
            tiles: std::array::from_fn(|cell| cell as u16),
            blank: MIDDLE,
            hash: 0,
            path: Vec::new(),
            known: HashMap::from([((0, 0), pack(&[]))]),
            words: Vec::new(),
        }
    }

    /// Goes through all strings of `length` moves that `cycles` allows, and
    /// puts those on the list that another one makes needless.
    fn extend(&mut self, cycles: &Cycles, state: u16, length: usize) {
        if length == 0 {
            return self.judge();
        }
        for mv in Move::ALL {
            if cycles.allowed(state) >> mv.place() & 1 == 1 {
                self.apply(mv);
                self.path.push(mv);
                self.extend(cycles, cycles.after(state, mv), length - 1);
                self.path.pop();
                self.apply(mv.back());
            }
        }
    }

    /// Strings come in the order of their lengths, those of one length in the
    /// order of moves, so that all known ones come before this one.
    fn judge(&mut self) {
        let mut same = 0;
        while let Some(&other) = self.known.get(&(self.hash, same)) {
            if self.ends_like(other) && covers(&self.path, other) {
                return self.words.push(self.path.clone());
            }
            same += 1;
        }
        self.known.insert((self.hash, same), pack(&self.path));
    }

    /// Whether another string leads to this very board.
    fn ends_like(&mut self, other: Packed) -> bool {
        // Taking back this one and making the other one must change nothing.
        let path = self.path.clone();
        let here = self.tiles;
        path.iter().rev().for_each(|mv| self.apply(mv.back()));
        unpack(other).for_each(|mv| self.apply(mv));
        let same = self.tiles == here;
        let back: Vec<Move> = unpack(other).collect();
        back.iter().rev().for_each(|mv| self.apply(mv.back()));
        path.iter().for_each(|&mv| self.apply(mv));
        same
    }

    fn apply(&mut self, mv: Move) {
        let from = beside(self.blank, mv);
        for cell in [self.blank, from] {
            self.hash ^= mark(self.tiles[cell], cell);
        }
        self.tiles.swap(self.blank, from);
        for cell in [self.blank, from] {
            self.hash ^= mark(self.tiles[cell], cell);
        }
        self.blank = from;
    }
}

/// The cell of the tile that a move slides into the blank's.
fn beside(blank: usize, mv: Move) -> usize {
    match mv {
        Move::Up => blank + SIDE,
        Move::Down => blank - SIDE,
        Move::Left => blank + 1,
        Move::Right => blank - 1,
    }
}

/// A number for a tile in a cell; none where it started.
fn mark(tile: u16, cell: usize) -> u64 {
    if tile as usize == cell {
        return 0;
    }
    let mixed = (u64::from(tile) << 16 | cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Whether the rectangle of the cells that the blank visits on one string
/// covers that of another.
fn covers(path: &[Move], other: Packed) -> bool {
    let own = rectangle(path.iter().copied());
    let other = rectangle(unpack(other));
    own.iter().zip(other).all(|(own, other)| *own >= other)
}

/// How far the blank gets from its start in each direction.
fn rectangle(path: impl Iterator<Item = Move>) -> [usize; 4] {
    let mut farthest = [0; 4];
    let mut blank = MIDDLE;
    for mv in path {
        blank = beside(blank, mv);
        let (row, column) = (blank / SIDE, blank % SIDE);
        let distances = [
            row.saturating_sub(LONGEST),
            LONGEST.saturating_sub(row),
            column.saturating_sub(LONGEST),
            LONGEST.saturating_sub(column),
        ];
        for (farthest, distance) in farthest.iter_mut().zip(distances) {
            *farthest = distance.max(*farthest);
        }
    }
    farthest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliding::rules::Board;
    use crate::sliding::variant::Variant;
    use engine::Puzzle;
    use std::collections::HashSet;

    /// Sizes of the lists: the four moves that take back the one before; then
    /// three turns around a square of four cells are twelve moves that change
    /// nothing, so four strings of six moves have another one of six, and four
    /// of seven moves one of five.
    #[test]
    fn the_first_strings_are_those_around_a_square() {
        let words = |longest| {
            let mut finder = Finder::new();
            let mut cycles = Cycles::without(&[]);
            for length in 1..=longest {
                finder.extend(&cycles, START, length);
                cycles = Cycles::without(&finder.words);
            }
            finder.words
        };
        assert_eq!(words(5).len(), 4);
        assert!(words(5).iter().all(|word| word[1] == word[0].back()));
        let counts = [6, 7, 9].map(|longest| words(longest).len());
        assert_eq!(counts, [8, 10, 64]);
    }

    /// All boards that paths of the automaton reach in each number of moves,
    /// from every cell of small boards, are those that all paths reach for
    /// the first time.
    #[test]
    fn every_board_is_reached_as_soon_as_before() {
        for (rows, columns, depth) in [(2, 2, 6), (2, 3, 15), (3, 3, 14), (4, 4, 12)] {
            let variant = Variant {
                rows,
                columns,
                blank_first: true,
            };
            let cells = variant.cells();
            let goal: Vec<u8> = (0..cells as u8).collect();
            for blank in 0..cells {
                let mut tiles = goal.clone();
                tiles.swap(0, blank);
                let start = Board::<16>::new(variant, &tiles);
                let truth = first_reached(&start, Cycles::back_moves(), depth);
                for cycles in [Cycles::usual(16), Cycles::usual(25)] {
                    assert_eq!(first_reached(&start, cycles, depth), truth, "{start:?}");
                }
            }
        }
    }

    /// How many boards are reached first after each number of moves.
    fn first_reached(start: &Board<16>, cycles: &Cycles, depth: usize) -> Vec<usize> {
        let mut seen = HashSet::from([start.key()]);
        let mut now = HashSet::from([(start.tiles().to_vec(), START)]);
        let mut counts = Vec::new();
        for _ in 0..depth {
            let mut next = HashSet::new();
            let before = seen.len();
            for (tiles, state) in &now {
                let board = Board::<16>::new(start.variant(), tiles);
                for mv in Move::ALL {
                    if board.is_legal(mv) && cycles.allowed(*state) >> mv.place() & 1 == 1 {
                        let mut child = board.clone();
                        child.apply(mv);
                        seen.insert(child.key());
                        next.insert((child.tiles().to_vec(), cycles.after(*state, mv)));
                    }
                }
            }
            counts.push(seen.len() - before);
            now = next;
        }
        counts
    }
}
