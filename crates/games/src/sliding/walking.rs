//! Walking distance (Takahashi): of each row only how many tiles belong into
//! which row is kept, and which row has the blank; the fewest vertical moves
//! that bring all into their rows are counted for every such board, and
//! likewise the horizontal moves for columns. Both together never
//! overestimate, since no move is both.

use super::rules::{Board, Move};
use super::variant::Variant;
use engine::Heuristic;
use std::collections::HashMap;

/// Most cells of a board: larger ones have too many such boards.
pub const MOST_CELLS: usize = 16;
/// Most rows or columns of a board with so few cells.
const MOST_LINES: usize = 8;

/// Walking distances on boards of one size.
pub struct Walking {
    rows: Lines,
    columns: Lines,
    /// Row and column of each tile's home.
    homes: Vec<(u8, u8)>,
}

/// How many tiles of each line belong into which, a few bits each, and the
/// line with the blank.
type Counts = (u128, u8);

/// All ways in which tiles can be spread over lines of one direction.
struct Lines {
    lines: usize,
    numbers: HashMap<Counts, u32>,
    moves: Vec<u8>,
    /// By spread, the way the tile goes and the line it belongs into: the
    /// spread it leads to.
    next: Vec<u32>,
}

const BITS: u32 = 4;

fn shift(line: usize, home: usize, lines: usize) -> u32 {
    BITS * (line * lines + home) as u32
}

impl Lines {
    /// Counts from the goal on, where `blank` is the blank's line.
    fn new(lines: usize, length: usize, blank: usize) -> Lines {
        let mut goal = 0;
        for line in 0..lines {
            let tiles = length - usize::from(line == blank);
            goal |= (tiles as u128) << shift(line, line, lines);
        }
        let goal = (goal, blank as u8);
        let mut all = Lines {
            lines,
            numbers: HashMap::from([(goal, 0)]),
            moves: vec![0],
            next: Vec::new(),
        };
        let mut found = vec![goal];
        let mut at = 0;
        while at < found.len() {
            let (counts, blank) = found[at];
            for from in [blank.wrapping_sub(1), blank + 1] {
                for home in 0..lines {
                    all.next.push(u32::MAX);
                    let one = |line: u8| 1 << shift(line.into(), home, lines);
                    if from as usize >= lines || counts / one(from) % (1 << BITS) == 0 {
                        continue;
                    }
                    let spread = (counts - one(from) + one(blank), from);
                    let new = found.len() as u32;
                    let number = *all.numbers.entry(spread).or_insert(new);
                    if number == new {
                        found.push(spread);
                        all.moves.push(all.moves[at] + 1);
                    }
                    if let Some(last) = all.next.last_mut() {
                        *last = number;
                    }
                }
            }
            at += 1;
        }
        all
    }

    #[inline]
    fn after(&self, number: u32, tile_goes_on: bool, home: u8) -> u32 {
        // A tile that goes to a later line came from the line before.
        let way = usize::from(!tile_goes_on);
        self.next[(number as usize * 2 + way) * self.lines + home as usize]
    }

    fn farthest(&self) -> u32 {
        self.moves.iter().max().copied().unwrap_or_default().into()
    }
}

impl Walking {
    /// Walking distances on boards of this variant, unless they are too large.
    pub fn new(variant: Variant) -> Option<Walking> {
        let (rows, columns) = (variant.rows as usize, variant.columns as usize);
        if variant.cells() > MOST_CELLS || rows.max(columns) > MOST_LINES {
            return None;
        }
        let home = |tile| variant.place(variant.goal_cell(tile));
        let (row, column) = home(0);
        let too_wide = |lines: usize| lines * lines * BITS as usize > u128::BITS as usize;
        if too_wide(rows) || too_wide(columns) {
            return None;
        }
        Some(Walking {
            rows: Lines::new(rows, columns, row.into()),
            columns: Lines::new(columns, rows, column.into()),
            homes: (0..variant.cells() as u8).map(home).collect(),
        })
    }

    /// The largest distance there is.
    pub fn farthest(&self) -> u32 {
        self.rows.farthest() + self.columns.farthest()
    }

    fn number<const ROOM: usize>(&self, board: &Board<ROOM>, by_row: bool) -> u32 {
        let along = |place: (u8, u8)| match by_row {
            true => place.0,
            false => place.1,
        };
        let lines = if by_row { &self.rows } else { &self.columns };
        let mut counts = 0u128;
        for (cell, &tile) in board.tiles().iter().enumerate() {
            if tile != 0 {
                let line = along(board.variant().place(cell));
                let home = along(self.homes[tile as usize]);
                counts += 1 << shift(line.into(), home.into(), lines.lines);
            }
        }
        lines.numbers[&(counts, along(board.blank_place()))]
    }
}

impl<const ROOM: usize> Heuristic<Board<ROOM>> for Walking {
    /// The spreads over rows and over columns.
    type Carry = (u32, u32);

    fn start(&self, board: &Board<ROOM>) -> (u32, u32) {
        (self.number(board, true), self.number(board, false))
    }

    #[inline]
    fn after(&self, (rows, columns): (u32, u32), board: &Board<ROOM>, mv: Move) -> (u32, u32) {
        let (_, _, tile) = board.slid(mv);
        let (row, column) = self.homes[tile as usize];
        match mv {
            Move::Up => (self.rows.after(rows, false, row), columns),
            Move::Down => (self.rows.after(rows, true, row), columns),
            Move::Left => (rows, self.columns.after(columns, false, column)),
            Move::Right => (rows, self.columns.after(columns, true, column)),
        }
    }

    #[inline]
    fn estimate(&self, (rows, columns): (u32, u32), _: &Board<ROOM>) -> u32 {
        let (rows, columns) = (rows as usize, columns as usize);
        u32::from(self.rows.moves[rows]) + u32::from(self.columns.moves[columns])
    }
}
