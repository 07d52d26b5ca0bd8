//! What stays the same through one search, laid out for speed: walls, goals,
//! and the two names of a position. Its *word* lists the cells of its balls,
//! six bits each, and is what searches store; its *rank* numbers the ways to
//! place the balls without gaps, so that a bit a position is enough to know
//! which have been seen.

use super::bits::{self, Colours, MOST_COLOURS, Walls};
use super::rules::{Board, Direction};
use super::variant::{CELLS, MOST_BALLS};

/// A position as searches store it: the cell of each ball, by colour and then
/// by cell. It is the plain position's key.
pub trait Word: Copy + Eq + Default + std::hash::Hash + std::fmt::Debug + Send + 'static {
    /// The word with a ball more.
    fn with(self, slot: usize, cell: u32) -> Self;
    /// The cell of a ball.
    fn cell(self, slot: usize) -> u32;
    /// Bits that are spread well.
    fn spread(self) -> u64;
}

/// An odd number near 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Balls that a word of 64 bits has room for.
const SHORT: usize = 10;

impl Word for u64 {
    #[inline(always)]
    fn with(self, slot: usize, cell: u32) -> u64 {
        self | u64::from(cell) << (6 * slot)
    }
    #[inline(always)]
    fn cell(self, slot: usize) -> u32 {
        (self >> (6 * slot) & 63) as u32
    }
    #[inline(always)]
    fn spread(self) -> u64 {
        let mixed = (self ^ self >> 32).wrapping_mul(GOLDEN);
        (mixed ^ mixed >> 29).wrapping_mul(GOLDEN)
    }
}

impl Word for u128 {
    #[inline(always)]
    fn with(self, slot: usize, cell: u32) -> u128 {
        self | u128::from(cell) << (6 * slot)
    }
    #[inline(always)]
    fn cell(self, slot: usize) -> u32 {
        (self >> (6 * slot) & 63) as u32
    }
    #[inline(always)]
    fn spread(self) -> u64 {
        ((self as u64).wrapping_mul(GOLDEN) ^ (self >> 64) as u64).spread()
    }
}

/// Room for the ranks of every ball, a power of two so that no index needs a
/// check.
const SLOTS: usize = MOST_BALLS.next_power_of_two();

/// A level laid out for a search; `C` is at least its number of colours.
pub struct Layout<const C: usize> {
    /// What holds balls.
    pub walls: Walls,
    /// The cells of the goals, which are the one solved position.
    pub goals: Colours<C>,
    /// The cells of the balls at the start.
    pub start: Colours<C>,
    counts: [usize; C],
    /// What a ball in a cell adds to the rank, by its place in the word.
    ranks: Box<[[u64; CELLS]; SLOTS]>,
    /// One more than the highest rank, if ranks fit into 63 bits.
    space: Option<u64>,
}

impl<const C: usize> Layout<C> {
    /// Lays out a level.
    pub fn new(board: &Board) -> Layout<C> {
        let ground = board.ground();
        let walls = Walls::new(ground);
        let first = |all: Colours<MOST_COLOURS>| std::array::from_fn(|c| all[c]);
        let goals: Colours<C> = first(bits::colours_of(ground, &ground.goals));
        let counts = goals.map(|cells| cells.count_ones() as usize);
        let (ranks, space) = ranks(walls.open, &counts);
        Layout {
            goals,
            start: first(bits::colours_of(ground, board.balls())),
            walls,
            counts,
            ranks,
            space,
        }
    }

    /// How many ranks there are, if they fit into 63 bits.
    pub fn space(&self) -> Option<u64> {
        self.space
    }

    /// Rank and word of a position.
    #[inline(always)]
    pub fn name<W: Word>(&self, colours: &Colours<C>) -> (u64, W) {
        let (mut rank, mut word, mut slot) = (0u64, W::default(), 0);
        for &board in colours {
            let mut balls = board;
            while balls != 0 {
                let cell = balls.trailing_zeros();
                rank = rank.wrapping_add(self.ranks[slot % SLOTS][cell as usize % CELLS]);
                word = word.with(slot, cell);
                slot += 1;
                balls &= balls - 1;
            }
        }
        (rank, word)
    }

    /// The word of a position.
    pub fn word<W: Word>(&self, colours: &Colours<C>) -> W {
        self.name(colours).1
    }

    /// The position that a word stands for.
    #[inline(always)]
    pub fn colours<W: Word>(&self, word: W) -> Colours<C> {
        let mut slot = 0;
        let mut colours = [0; C];
        for (board, &count) in colours.iter_mut().zip(&self.counts) {
            for _ in 0..count {
                *board |= 1 << word.cell(slot);
                slot += 1;
            }
        }
        colours
    }

    /// The position after a push.
    #[inline(always)]
    pub fn pushed(&self, colours: &Colours<C>, to: Direction) -> Colours<C> {
        let held = self.walls.held(bits::all(colours), to);
        bits::each(colours, |balls| Walls::pushed(balls, held, to))
    }

    /// The positions that a push may have led here from, other than this one.
    /// `sets` is room to work in.
    #[inline(always)]
    pub fn pulled<'a>(
        &self,
        colours: &'a Colours<C>,
        to: Direction,
        sets: &'a mut Vec<u64>,
    ) -> impl Iterator<Item = Colours<C>> + 'a {
        self.walls.moved_sets(bits::all(colours), to, sets);
        let before =
            move |&moved: &u64| bits::each(colours, |balls| Walls::pulled(balls, moved, to));
        sets.iter().map(before)
    }
}

/// Numbers sets of cells without gaps: a set of cells f1 < f2 < …, counted
/// among the open ones, has the number C(f1, 1) + C(f2, 2) + …; each colour's
/// number is a digit of the rank.
fn ranks(open: u64, counts: &[usize]) -> (Box<[[u64; CELLS]; SLOTS]>, Option<u64>) {
    let mut ranks = Box::new([[0u64; CELLS]; SLOTS]);
    let cells: Vec<usize> = bits::cells(open).collect();
    let mut weight = Some(1u64);
    let mut slot = 0;
    for &count in counts {
        for ball in 1..=count {
            for (index, &cell) in cells.iter().enumerate() {
                let value = weight.unwrap_or_default().wrapping_mul(choose(index, ball));
                ranks[slot][cell] = value;
            }
            slot += 1;
        }
        let more = weight.and_then(|weight| weight.checked_mul(choose(cells.len(), count)));
        weight = more.filter(|&space| space < 1 << 63);
    }
    (ranks, weight)
}

/// The number of sets of `k` things out of `n`; at most C(64, 12), which fits.
fn choose(n: usize, k: usize) -> u64 {
    let mut ways = 1u64;
    for i in 0..k.min(n + 1) {
        ways = ways * (n - i) as u64 / (i as u64 + 1);
    }
    ways
}

/// Work on a level that is compiled for each number of colours.
pub trait Job {
    /// What comes of it.
    type Result;

    /// Does the work.
    fn run<W: Word, const C: usize>(self, layout: &Layout<C>) -> Self::Result;
}

/// Lays out a level and does a job on it.
pub fn lay_out<J: Job>(board: &Board, job: J) -> J::Result {
    let ground = board.ground();
    if ground.balls.len() > SHORT {
        return job.run::<u128, MOST_COLOURS>(&Layout::new(board));
    }
    match ground.colours().len() {
        1 => job.run::<u64, 1>(&Layout::new(board)),
        2 => job.run::<u64, 2>(&Layout::new(board)),
        3 => job.run::<u64, 3>(&Layout::new(board)),
        4 => job.run::<u64, 4>(&Layout::new(board)),
        5 => job.run::<u64, 5>(&Layout::new(board)),
        6 => job.run::<u64, 6>(&Layout::new(board)),
        _ => job.run::<u64, SHORT>(&Layout::new(board)),
    }
}
