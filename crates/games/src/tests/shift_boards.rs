//! Boards of Shift drawn at random, solvable or not, and every way to place
//! their balls.

use crate::shift::rules::Board;
use crate::shift::variant::{CELLS, Size};
use engine::chance::Chance;

/// A board with sides and balls up to these numbers.
pub fn random(seed: u64, most_side: usize, most_balls: usize) -> Board {
    let mut chance = Chance::new("shift test", seed, 0);
    let side = |chance: &mut Chance| 1 + chance.below(most_side) as u8;
    let size = Size {
        rows: side(&mut chance),
        columns: side(&mut chance),
    };
    let density = chance.unit() / 2.0;
    let balls = 1 + chance.below(most_balls.min(size.count()));
    let colours = 1 + chance.below(balls);
    let cells: Vec<usize> = size.cells().collect();
    let (mut goals, mut start) = ([None; CELLS], [None; CELLS]);
    let from = chance.sample(cells.len(), balls);
    let to = chance.sample(cells.len(), balls);
    for ball in 0..balls {
        let colour = Some(chance.below(colours) as u8);
        start[cells[from[ball]]] = colour;
        goals[cells[to[ball]]] = colour;
    }
    let mut rocks = 0;
    for cell in cells {
        if goals[cell].is_none() && start[cell].is_none() && chance.happens(density) {
            rocks |= 1 << cell;
        }
    }
    Board::new(size, rocks, goals, start)
}

/// Every way to place the balls of a small board.
pub fn placements(board: &Board) -> Vec<Board> {
    let ground = board.ground();
    let open = ground.size.cells().filter(|&cell| !ground.has_rock(cell));
    let open: Vec<usize> = open.collect();
    let mut found = vec![[None; CELLS]];
    for (index, &colour) in ground.balls.iter().enumerate() {
        let again = index > 0 && ground.balls[index - 1] == colour;
        let more = found.iter().flat_map(|balls| {
            let last = balls.iter().rposition(|&ball| ball == Some(colour));
            let first = last.filter(|_| again).map_or(0, |last| last + 1);
            let free = open.iter().filter(move |&&cell| cell >= first);
            free.filter(|&&cell| balls[cell].is_none()).map(|&cell| {
                let mut balls = *balls;
                balls[cell] = Some(colour);
                balls
            })
        });
        found = more.collect();
    }
    found
        .into_iter()
        .map(|balls| board.with_balls(balls))
        .collect()
}
