//! Manhattan distance with linear conflicts (Hansson, Mayer and Yung, 1992):
//! tiles that lie in their home row or column in the wrong order. The fewest
//! tiles that have to leave a line so that the others are in order each cost
//! two moves more than their distance, so the sum never overestimates.

use super::manhattan::Manhattan;
use super::rules::{Board, Move};
use super::variant::{MOST, Variant};
use engine::Heuristic;

/// Most rows and columns together.
const LINES: usize = 2 * MOST as usize;

/// Manhattan distance with linear conflicts.
pub struct Conflict {
    manhattan: Manhattan,
    /// Row and column of each tile's home.
    homes: Vec<(u8, u8)>,
}

/// The Manhattan distance and what each line costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflicts {
    manhattan: u32,
    sum: u32,
    lines: [u8; LINES],
}

impl Conflict {
    /// Conflicts on boards of this variant.
    pub fn new(variant: Variant) -> Conflict {
        let home = |tile| variant.place(variant.goal_cell(tile));
        Conflict {
            manhattan: Manhattan::new(variant),
            homes: (0..variant.cells() as u8).map(home).collect(),
        }
    }

    /// The places along a row of the tiles that belong into it, or, with
    /// `down`, those of a column: where each should be.
    #[inline]
    fn line<const ROOM: usize>(
        &self,
        board: &Board<ROOM>,
        down: bool,
        line: usize,
    ) -> ([u8; MOST as usize], usize) {
        let (rows, columns) = (
            board.variant().rows as usize,
            board.variant().columns as usize,
        );
        let (first, step, length) = match down {
            true => (line, columns, rows),
            false => (line * columns, 1, columns),
        };
        let mut wanted = [0; MOST as usize];
        let mut count = 0;
        for index in 0..length {
            let tile = board.tiles()[first + index * step];
            let (row, column) = self.homes[tile as usize];
            let (own, place) = match down {
                true => (column, row),
                false => (row, column),
            };
            if tile != 0 && own as usize == line {
                wanted[count] = place;
                count += 1;
            }
        }
        (wanted, count)
    }

    /// The moves that a line costs beyond distances.
    #[inline]
    fn cost<const ROOM: usize>(&self, board: &Board<ROOM>, down: bool, line: usize) -> u8 {
        let (wanted, count) = self.line(board, down, line);
        // The longest run of tiles in order that ends with each.
        let mut longest = [0; MOST as usize];
        let mut most = 0;
        for here in 0..count {
            let before = (0..here).filter(|&earlier| wanted[earlier] < wanted[here]);
            longest[here] = 1 + before.map(|earlier| longest[earlier]).max().unwrap_or(0);
            most = most.max(longest[here]);
        }
        2 * (count as u8 - most)
    }

    /// Pairs of tiles in their home row in the wrong order: each counts one.
    pub fn pairs_in_rows<const ROOM: usize>(&self, board: &Board<ROOM>) -> u32 {
        let mut pairs = 0;
        for row in 0..board.variant().rows as usize {
            let (wanted, count) = self.line(board, false, row);
            for here in 0..count {
                let later = &wanted[here + 1..count];
                pairs += later.iter().filter(|&&later| later < wanted[here]).count();
            }
        }
        pairs as u32
    }
}

impl<const ROOM: usize> Heuristic<Board<ROOM>> for Conflict {
    type Carry = Conflicts;

    fn start(&self, board: &Board<ROOM>) -> Conflicts {
        let mut lines = [0; LINES];
        for row in 0..board.variant().rows as usize {
            lines[row] = self.cost(board, false, row);
        }
        for column in 0..board.variant().columns as usize {
            lines[MOST as usize + column] = self.cost(board, true, column);
        }
        let manhattan = self.manhattan.sum(board);
        Conflicts {
            manhattan,
            sum: manhattan + lines.iter().map(|&cost| u32::from(cost)).sum::<u32>(),
            lines,
        }
    }

    /// A tile that slides along a row keeps its order in the row, and leaves
    /// one column for another.
    #[inline]
    fn after(&self, mut old: Conflicts, board: &Board<ROOM>, mv: Move) -> Conflicts {
        let (row, column) = board.blank_place();
        let down = matches!(mv, Move::Left | Move::Right);
        let (left, entered) = match mv {
            Move::Up => (row, row - 1),
            Move::Down => (row, row + 1),
            Move::Left => (column, column - 1),
            Move::Right => (column, column + 1),
        };
        let manhattan = self.manhattan.after(old.manhattan, board, mv);
        old.sum = old.sum + manhattan - old.manhattan;
        old.manhattan = manhattan;
        for line in [left as usize, entered as usize] {
            let kept = &mut old.lines[line + if down { MOST as usize } else { 0 }];
            let cost = self.cost(board, down, line);
            old.sum = old.sum + u32::from(cost) - u32::from(*kept);
            *kept = cost;
        }
        old
    }

    #[inline]
    fn estimate(&self, carry: Conflicts, _: &Board<ROOM>) -> u32 {
        carry.sum
    }
}
