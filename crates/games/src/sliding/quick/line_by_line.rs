//! Solves any board the way people do. It puts the last row or the last column
//! in place, tile by tile and its last two tiles together, and then leaves that
//! line alone, until two rows and two columns are left. Solutions are long, but
//! found at once.

use crate::sliding::rules::{Board, Move};
use engine::{Limit, Meter, Plain, Puzzle};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Most tiles that are put in place together.
const MOST: usize = 3;
/// A tile's step to its place takes about this many moves, most of them the
/// blank's way round the tile.
const A_STEP: u32 = 4;

/// Solves a board in standard form.
pub fn solve(start: &Board, meter: &mut Meter) -> Result<Vec<Move>, Limit> {
    let (mut rows, mut columns) = (
        start.variant().rows as usize,
        start.variant().columns as usize,
    );
    let width = columns;
    let mut board = start.clone();
    let mut moves = Vec::new();
    let mut placed = vec![false; board.tiles().len()];
    while rows > 2 || columns > 2 {
        let line: Vec<usize> = if rows >= columns {
            rows -= 1;
            (0..columns).map(|column| rows * width + column).collect()
        } else {
            columns -= 1;
            (0..rows).map(|row| row * width + columns).collect()
        };
        // The last two of a line can only come in together.
        let (single, pair) = line.split_at(line.len() - 2);
        for cell in single {
            place(&mut board, &placed, &[*cell], &mut moves, meter)?;
            placed[*cell] = true;
        }
        place(&mut board, &placed, pair, &mut moves, meter)?;
        pair.iter().for_each(|&cell| placed[cell] = true);
    }
    place(
        &mut board,
        &placed,
        &[1, width, width + 1],
        &mut moves,
        meter,
    )?;
    Ok(moves)
}

/// The cells of the tiles that are put in place, and of the blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Few {
    tiles: [u8; MOST],
    blank: u8,
}

/// A node of the search, with its parent and the move between.
struct Reached {
    few: Few,
    made: u32,
    step: Option<(usize, Move)>,
}

/// Brings the tiles of these cells home, moving no tile that is placed.
fn place(
    board: &mut Board,
    placed: &[bool],
    cells: &[usize],
    moves: &mut Vec<Move>,
    meter: &mut Meter,
) -> Result<(), Limit> {
    let variant = board.variant();
    let goal = |index: usize| cells[index];
    let where_is = |tile: u8| {
        board
            .tiles()
            .iter()
            .position(|&t| t == tile)
            .unwrap_or_default()
    };
    // A tile's number is its home in standard form.
    let mut tiles = [u8::MAX; MOST];
    for (index, &cell) in cells.iter().enumerate() {
        tiles[index] = where_is(cell as u8) as u8;
    }
    let expected = |few: &Few| -> u32 {
        let apart = |a: usize, b: usize| {
            let (a, b) = (variant.place(a), variant.place(b));
            u32::from(a.0.abs_diff(b.0) + a.1.abs_diff(b.1))
        };
        let tiles = few.tiles[..cells.len()].iter().enumerate();
        let away = tiles.filter(|(index, tile)| **tile as usize != goal(*index));
        let steps = away
            .clone()
            .map(|(index, &tile)| A_STEP * apart(tile.into(), goal(index)));
        let reach = away
            .map(|(_, &tile)| apart(few.blank.into(), tile.into()))
            .min();
        steps.sum::<u32>() + reach.unwrap_or_default()
    };
    let start = Few {
        tiles,
        blank: board.blank() as u8,
    };
    let mut reached = vec![Reached {
        few: start,
        made: 0,
        step: None,
    }];
    let mut seen = HashMap::from([(start, 0)]);
    let mut queue = BinaryHeap::from([Reverse((expected(&start), 0))]);
    while let Some(Reverse((_, at))) = queue.pop() {
        if let Some(limit) = meter.check_state() {
            return Err(limit);
        }
        let (few, made) = (reached[at].few, reached[at].made + 1);
        let tiles = few.tiles[..cells.len()].iter();
        if tiles.zip(cells).all(|(&tile, &cell)| tile as usize == cell) {
            let from = moves.len();
            let mut back = at;
            while let Some((earlier, mv)) = reached[back].step {
                moves.push(mv);
                back = earlier;
            }
            moves[from..].reverse();
            moves[from..].iter().for_each(|&mv| board.apply(mv));
            let each = size_of::<Reached>() + size_of::<(Few, usize)>();
            return meter
                .hold((reached.len() * each) as u64)
                .map_or(Ok(()), Err);
        }
        let blank = board.with_blank(few.blank.into());
        for mv in Move::ALL.into_iter().filter(|&mv| blank.check(mv).is_ok()) {
            let from = blank.source(mv);
            if placed[from] {
                continue;
            }
            let mut next = few;
            for tile in next.tiles.iter_mut().filter(|tile| **tile as usize == from) {
                *tile = few.blank;
            }
            next.blank = from as u8;
            meter.effort.generated += 1;
            let new = reached.len();
            if *seen.entry(next).or_insert(new) == new {
                queue.push(Reverse((made + expected(&next), new)));
                reached.push(Reached {
                    few: next,
                    made,
                    step: Some((at, mv)),
                });
            }
        }
    }
    unreachable!("tiles can always be put in place while two rows and two columns are left")
}
