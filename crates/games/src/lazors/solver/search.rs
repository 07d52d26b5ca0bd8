//! The search behind the solver: follow all light until each beam stands
//! before a cell that nobody has decided on, decide one such cell for good (a
//! block of some kind, or none), and follow the light on. Each set of blocks
//! is met once, whatever their order. A block that no light comes to changes
//! nothing, so such cells are never decided on; once every point is lit, all
//! ways to put the blocks that are left on cells that are left are solutions.

use super::lattice::Lattice;
use crate::lazors::rules::{Block, Cell, Level, Position};
use engine::{Limit, Meter};

pub(super) const REFLECT: u8 = Block::Reflect as u8;
pub(super) const REFRACT: u8 = Block::Refract as u8;
/// A cell without a block, for good.
pub(super) const EMPTY: u8 = 3;
/// A cell that nobody has decided on.
pub(super) const OPEN: u8 = 4;

/// A solution: blocks by cell, in the order in which they were decided on.
pub type Found = Vec<(u16, Block)>;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// How many solutions are enough.
    pub count: u64,
    /// Whether solutions count as one whose blocks differ only where no light
    /// comes.
    pub essential: bool,
    /// Whether ways to decide are given up as soon as a point is out of reach
    /// of all light; a search that does not look ahead finds the same.
    pub look_ahead: bool,
}

impl Aim {
    /// So many solutions, looking ahead.
    pub fn count(count: u64) -> Aim {
        Aim {
            count,
            essential: false,
            look_ahead: true,
        }
    }
}

/// What a search came through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// Blocks put down one after the other, each time anew.
    pub blocks: u64,
    /// How many of them were put down before the first solution.
    pub before_solution: u64,
    /// Ends of all light with one point dark.
    pub near_misses: u64,
}

/// The search with its tables.
#[derive(Default)]
pub struct Search {
    pub(super) lattice: Lattice,
    /// The points at the middle of each edge, as bits.
    pub(super) points: Vec<u64>,
    /// All points.
    pub(super) all: u64,
    /// What stands on each cell: a block's number, [`EMPTY`] or [`OPEN`]; the
    /// last one is what lies beyond the grid.
    pub(super) content: Vec<u8>,
    /// Blocks of each kind that are left.
    pub(super) left: [u16; 3],
    /// All of them.
    pub(super) blocks: u16,
    /// Cells that nobody has decided on.
    pub(super) open: u16,
    /// The states that light has been in, as bits.
    pub(super) travelled: Vec<u64>,
    /// Those states in their order, to take them back.
    pub(super) trail: Vec<u16>,
    /// Light that stands before undecided cells; each node has its stretch.
    pub(super) waiting: Vec<u16>,
    /// Decided cells in their order, to take them back.
    decided: Vec<u16>,
    /// The states that looking ahead has been in.
    pub(super) seen: Vec<u64>,
    /// Those that it came to in two ways.
    pub(super) met: Vec<u64>,
    /// The state from which it came to each.
    pub(super) parent: Vec<u16>,
    /// Cells that looking ahead found to stay empty.
    pub(super) must_pass: Vec<u16>,
    /// Light that is to be followed later.
    pub(super) later: Vec<u16>,
    /// How many solutions were found, at most as many as are enough.
    pub solutions: u64,
    /// The first two of them.
    pub found: Vec<Found>,
    /// What the search came through.
    pub tries: Tries,
}

/// Why a search goes no further.
enum End {
    /// Enough was found.
    Enough,
    /// This limit was reached.
    Limit(Limit),
}

/// How far things were, to take back what came after.
#[derive(Clone, Copy)]
struct Mark {
    trail: usize,
    waiting: usize,
    decided: usize,
}

impl Search {
    /// Looks for solutions that keep the free blocks that were put down.
    /// `Some` is the limit that came first.
    pub fn run(&mut self, position: &Position, aim: Aim, meter: &mut Meter) -> Option<Limit> {
        self.load(position);
        let limit = meter.hold(self.bytes()).or_else(|| meter.check_state());
        if limit.is_some() {
            return limit;
        }
        let lit = self.follow_lasers(position.level());
        let end = self.node(0, lit, aim, meter);
        match end {
            Err(End::Limit(limit)) => Some(limit),
            _ => None,
        }
    }

    /// Sets everything up for a position.
    pub(super) fn load(&mut self, position: &Position) {
        let level: &Level = position.level();
        self.lattice.fit(level.columns, level.rows);
        let edges = self.lattice.edges();
        self.points.clear();
        self.points.resize(edges, 0);
        for (index, &point) in level.points.iter().enumerate() {
            self.points[self.lattice.edge(point)] |= 1 << index;
        }
        let points = level.points.len() as u32;
        self.all = u64::MAX.checked_shr(u64::BITS - points).unwrap_or(0);
        self.content.clear();
        let content = |cell: usize| match (level.cells[cell], position.placed(cell)) {
            (Cell::Fixed(block), _) | (_, Some(block)) => block as u8,
            (Cell::Open, None) => OPEN,
            (Cell::Closed, None) => EMPTY,
        };
        self.content.extend((0..level.cells.len()).map(content));
        self.content.push(Block::Absorb as u8);
        self.open = self.content.iter().filter(|&&c| c == OPEN).count() as u16;
        self.left = Block::ALL.map(|block| position.left(block) as u16);
        self.blocks = self.left.iter().sum();
        let words = self.lattice.ahead.len().div_ceil(64);
        for bits in [&mut self.travelled, &mut self.seen, &mut self.met] {
            bits.clear();
            bits.resize(words, 0);
        }
        self.parent.resize(self.lattice.ahead.len(), 0);
        self.must_pass.clear();
        self.trail.clear();
        self.waiting.clear();
        self.decided.clear();
        self.found.clear();
        self.solutions = 0;
        self.tries = Tries::default();
    }

    fn bytes(&self) -> u64 {
        let states = self.lattice.ahead.len();
        (states * 10 + self.points.len() * 8 + self.content.len()) as u64
    }

    /// Follows the light of all lasers.
    pub(super) fn follow_lasers(&mut self, level: &Level) -> u64 {
        let mut lit = 0;
        for &ray in &level.lasers {
            lit |= self.follow(self.lattice.state(ray) as u16);
        }
        lit
    }

    /// Follows light until it ends, goes where light has gone, or stands
    /// before an undecided cell. Gives the points that this lights.
    fn follow(&mut self, start: u16) -> u64 {
        let mut lit = 0;
        let mut state = start;
        // Light that glass splits: what it throws back is followed later.
        let base = self.later.len();
        loop {
            let (word, bit) = (usize::from(state) / 64, 1 << (state % 64));
            let content = self.content[usize::from(self.lattice.ahead[usize::from(state)])];
            let fresh = self.travelled[word] & bit == 0;
            if fresh && content == OPEN {
                self.waiting.push(state);
            } else if fresh {
                self.travelled[word] |= bit;
                self.trail.push(state);
                let back = self.lattice.back[usize::from(state)];
                match content {
                    EMPTY | REFRACT => {
                        if content == REFRACT {
                            self.later.push(back);
                        }
                        let next = self.lattice.next[usize::from(state)];
                        lit |= self.points[Lattice::edge_of(state)];
                        lit |= self.points[Lattice::edge_of(next)];
                        state = next;
                        continue;
                    }
                    REFLECT => {
                        state = back;
                        continue;
                    }
                    _ => {}
                }
            }
            match self.later.len() > base {
                true => state = self.later.pop().unwrap_or(state),
                false => return lit,
            }
        }
    }

    /// Goes through all ways to decide, from a node whose waiting light
    /// starts at `from`.
    fn node(
        &mut self,
        mut from: usize,
        mut lit: u64,
        aim: Aim,
        meter: &mut Meter,
    ) -> Result<(), End> {
        let cell = loop {
            if lit == self.all && (!aim.essential || self.waiting.len() == from) {
                return self.leaf(aim);
            }
            let Some(cell) = self.choose(from) else {
                let dark = self.all & !lit;
                self.tries.near_misses += u64::from(dark.count_ones() == 1);
                return Ok(());
            };
            if aim.look_ahead && !self.could_light(from, lit) {
                return Ok(());
            }
            if !self.must_pass.is_empty() {
                while let Some(cell) = self.must_pass.pop() {
                    let end = self.waiting.len();
                    lit |= self.decide(cell, EMPTY, from);
                    from = end;
                }
                if self.blocks > self.open {
                    return Ok(());
                }
                continue;
            }
            let mut choices = self.choices();
            match (choices.next(), choices.next()) {
                (Some(only), None) => {
                    let end = self.waiting.len();
                    lit |= self.decide(cell, only, from);
                    from = end;
                }
                _ => break cell,
            }
        };
        if let Some(limit) = meter.check_state() {
            return Err(End::Limit(limit));
        }
        let mark = self.mark();
        for choice in self.choices() {
            meter.effort.generated += 1;
            let lit = lit | self.decide(cell, choice, from);
            self.node(mark.waiting, lit, aim, meter)?;
            self.take_back(mark);
        }
        Ok(())
    }

    /// What an undecided cell may become: a block that is left, or nothing
    /// where enough other cells are left for the blocks.
    pub(super) fn choices(&self) -> impl Iterator<Item = u8> + use<> {
        let (left, empty) = (self.left, self.blocks < self.open);
        let blocks = Block::ALL
            .into_iter()
            .filter(move |&b| left[b as usize] > 0);
        blocks.map(|b| b as u8).chain(empty.then_some(EMPTY))
    }

    /// Whether a block is left that throws light back.
    pub(super) fn throws(&self) -> bool {
        self.left[Block::Reflect as usize] + self.left[Block::Refract as usize] > 0
    }

    /// The cell to decide on next.
    fn choose(&self, from: usize) -> Option<u16> {
        let first = self.waiting[from..].first()?;
        Some(self.lattice.ahead[usize::from(*first)])
    }

    /// Decides on a cell and follows the light that waited before it; the
    /// light that waits then stands after all that waited before.
    pub(super) fn decide(&mut self, cell: u16, choice: u8, from: usize) -> u64 {
        self.content[usize::from(cell)] = choice;
        self.decided.push(cell);
        self.open -= 1;
        if choice != EMPTY {
            self.left[usize::from(choice)] -= 1;
            self.blocks -= 1;
            self.tries.blocks += 1;
        }
        let mut lit = 0;
        for index in from..self.waiting.len() {
            let state = self.waiting[index];
            match self.lattice.ahead[usize::from(state)] == cell {
                true => lit |= self.follow(state),
                false => self.waiting.push(state),
            }
        }
        lit
    }

    fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            waiting: self.waiting.len(),
            decided: self.decided.len(),
        }
    }

    fn take_back(&mut self, mark: Mark) {
        for state in self.trail.drain(mark.trail..) {
            self.travelled[usize::from(state) / 64] &= !(1 << (state % 64));
        }
        self.waiting.truncate(mark.waiting);
        for cell in self.decided.drain(mark.decided..) {
            let choice = std::mem::replace(&mut self.content[usize::from(cell)], OPEN);
            self.open += 1;
            if choice != EMPTY {
                self.left[usize::from(choice)] += 1;
                self.blocks += 1;
            }
        }
    }

    /// Every point is lit: counts the ways to put down what is left.
    fn leaf(&mut self, aim: Aim) -> Result<(), End> {
        let ways = match aim.essential {
            true => u64::from(self.blocks <= self.open),
            false => self.ways(),
        };
        if ways == 0 {
            return Ok(());
        }
        if self.found.is_empty() {
            self.tries.before_solution = self.tries.blocks;
        }
        if self.found.len() < 2 {
            self.found.push(self.filled(false));
        }
        if self.found.len() < 2 && ways > 1 {
            self.found.push(self.filled(true));
        }
        self.solutions = self.solutions.saturating_add(ways).min(aim.count);
        match self.solutions == aim.count {
            true => Err(End::Enough),
            false => Ok(()),
        }
    }

    /// In how many ways the blocks that are left go on cells that are left.
    fn ways(&self) -> u64 {
        let mut cells = u64::from(self.open);
        let mut ways = 1u64;
        for kind in self.left.map(u64::from) {
            if kind > cells {
                return 0;
            }
            ways = ways.saturating_mul(choose(cells, kind));
            cells -= kind;
        }
        ways
    }

    /// The blocks that were decided on, in their order.
    pub(super) fn decided_blocks(&self) -> Found {
        let block = |&cell: &u16| {
            let block = Block::ALL.get(usize::from(self.content[usize::from(cell)]))?;
            Some((cell, *block))
        };
        self.decided.iter().filter_map(block).collect()
    }

    /// The decided blocks, and those that are left on the first cells that
    /// are, or on the last. Where there are several ways, these two differ.
    fn filled(&self, from_the_end: bool) -> Found {
        let mut found = self.decided_blocks();
        let cells = 0..self.content.len() as u16;
        let mut open: Vec<u16> = cells
            .filter(|&cell| self.content[usize::from(cell)] == OPEN)
            .collect();
        if from_the_end {
            open.reverse();
        }
        let left = Block::ALL
            .into_iter()
            .flat_map(|block| std::iter::repeat_n(block, usize::from(self.left[block as usize])));
        found.extend(open.into_iter().zip(left));
        found
    }
}

/// n over k, or the largest number there is.
fn choose(n: u64, k: u64) -> u64 {
    let k = k.min(n - k);
    let mut ways = 1u128;
    for i in 0..u128::from(k) {
        ways = ways * (u128::from(n) - i) / (i + 1);
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    ways as u64
}
