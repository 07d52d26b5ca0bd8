//! The plain rules: a board with rocks, goals and balls, and moves of all
//! balls at once. Slow, obvious, and the judge of every solution.

use super::variant::{CELLS, Size};
use engine::{Plain, Puzzle};
use std::fmt;
use std::sync::Arc;

/// A way to push all balls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

impl Direction {
    /// All directions, in the order in which searches try them.
    pub const ALL: [Direction; 4] = [
        Direction::Left,
        Direction::Right,
        Direction::Up,
        Direction::Down,
    ];

    /// Rows and columns that a step goes.
    pub fn step(self) -> (i8, i8) {
        match self {
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
            Direction::Up => (-1, 0),
            Direction::Down => (1, 0),
        }
    }

    /// The direction that goes the other way.
    pub fn back(self) -> Direction {
        match self {
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }
}

/// A move: the direction, and where the balls that went stand after it. Moves
/// cannot be taken back by their direction alone, since some balls may have
/// been held.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The way all balls are pushed.
    pub to: Direction,
    /// The cells that balls went to, a bit each.
    pub moved: u64,
}

/// What stays the same while a level is played. Colours are numbered from 0
/// (the letter A).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The size of the board.
    pub size: Size,
    /// The cells with a rock, a bit each.
    pub rocks: u64,
    /// The colour of the goal in each cell.
    pub goals: [Option<u8>; CELLS],
    /// The colour of each ball, in rising order.
    pub balls: Vec<u8>,
}

impl Ground {
    /// Whether there is a rock in a cell.
    pub fn has_rock(&self, cell: usize) -> bool {
        self.rocks >> cell & 1 == 1
    }

    /// The colours of the level, in rising order.
    pub fn colours(&self) -> Vec<u8> {
        let mut colours = self.balls.clone();
        colours.dedup();
        colours
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    ground: Arc<Ground>,
    balls: [Option<u8>; CELLS],
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::notation::write(self))
    }
}

impl Board {
    /// A board of these cells. There must be as many balls as goals of each
    /// colour, and nothing on a rock.
    pub fn new(
        size: Size,
        rocks: u64,
        goals: [Option<u8>; CELLS],
        balls: [Option<u8>; CELLS],
    ) -> Board {
        let listed = |cells: &[Option<u8>; CELLS]| {
            let mut colours: Vec<u8> = cells.iter().flatten().copied().collect();
            colours.sort_unstable();
            colours
        };
        debug_assert_eq!(listed(&goals), listed(&balls));
        let ground = Ground {
            size,
            rocks,
            goals,
            balls: listed(&balls),
        };
        Board {
            ground: Arc::new(ground),
            balls,
        }
    }

    /// What stays the same while the level is played.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The colour of the ball in each cell.
    pub fn balls(&self) -> &[Option<u8>; CELLS] {
        &self.balls
    }

    /// The same level with its balls elsewhere.
    pub fn with_balls(&self, balls: [Option<u8>; CELLS]) -> Board {
        Board {
            ground: self.ground.clone(),
            balls,
        }
    }

    /// The cell ahead, if it is on the board and no rock.
    fn ahead(&self, cell: usize, to: Direction) -> Option<usize> {
        let (rows, columns) = to.step();
        let next = self.ground.size.beside(cell, rows, columns);
        next.filter(|&next| !self.ground.has_rock(next))
    }

    /// The cells from the side that is pushed towards, so that a ball has
    /// gone or stayed before the one behind it is looked at.
    fn foremost_first(&self, to: Direction) -> Vec<usize> {
        let mut cells: Vec<usize> = self.ground.size.cells().collect();
        if matches!(to, Direction::Right | Direction::Down) {
            cells.reverse();
        }
        cells
    }

    /// Pushes all balls; the cells that balls went to are told.
    fn push(&mut self, to: Direction) -> u64 {
        let mut moved = 0;
        for cell in self.foremost_first(to) {
            let next = self.ahead(cell, to);
            let next = next.filter(|&next| self.balls[next].is_none());
            if let (Some(_), Some(next)) = (self.balls[cell], next) {
                self.balls[next] = self.balls[cell].take();
                moved |= 1 << next;
            }
        }
        moved
    }

    /// The move in this direction, which moves nothing if no ball can go.
    pub fn towards(&self, to: Direction) -> Move {
        let moved = self.clone().push(to);
        Move { to, moved }
    }
}

impl Puzzle for Board {
    type Move = Move;
    /// Six bits a ball: its cell, by colour and then by cell.
    type Key = u128;
    type Kept = u128;

    /// A push that moves no ball is no move.
    fn moves(&self, out: &mut Vec<Move>) {
        let all = Direction::ALL.into_iter().map(|to| self.towards(to));
        out.extend(all.filter(|mv| mv.moved != 0));
    }

    fn apply(&mut self, mv: Move) {
        self.push(mv.to);
    }

    fn is_solved(&self) -> bool {
        self.balls == self.ground.goals
    }

    fn key(&self) -> u128 {
        self.keep()
    }

    fn keep(&self) -> u128 {
        let mut kept = 0;
        let mut slot = 0;
        for colour in self.ground.colours() {
            for cell in (0..CELLS).filter(|&cell| self.balls[cell] == Some(colour)) {
                kept |= (cell as u128) << (6 * slot);
                slot += 1;
            }
        }
        kept
    }

    fn restore(&self, kept: &u128) -> Board {
        let mut balls = [None; CELLS];
        for (slot, &colour) in self.ground.balls.iter().enumerate() {
            balls[(kept >> (6 * slot) & 63) as usize] = Some(colour);
        }
        self.with_balls(balls)
    }
}

impl Plain for Board {
    fn check(&self, mv: Move) -> Result<(), String> {
        let real = self.towards(mv.to);
        if real.moved == 0 {
            return Err(format!("{:?}, which moves no ball", mv.to));
        }
        if real != mv {
            return Err(format!("{:?} with other balls held than there are", mv.to));
        }
        Ok(())
    }

    fn undo(&mut self, mv: Move) {
        let (rows, columns) = mv.to.back().step();
        // From behind, so that a ball leaves its cell before the next one
        // comes back to it.
        for cell in self.foremost_first(mv.to.back()) {
            let origin = self.ground.size.beside(cell, rows, columns);
            if let (1, Some(origin)) = (mv.moved >> cell & 1, origin) {
                self.balls[origin] = self.balls[cell].take();
            }
        }
    }

    /// A push in each direction: which balls it moves is not written.
    fn conceivable(&self) -> Vec<Move> {
        Direction::ALL.map(|to| self.towards(to)).to_vec()
    }
}
