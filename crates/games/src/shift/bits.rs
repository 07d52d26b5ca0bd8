//! Boards as bits: one word of 64 bits a colour, a bit a cell. All balls go
//! one step by a few shifts, whatever their number; and the moves that may
//! have led to a position are listed just as directly, so that searches can
//! walk backwards from the goals.

use super::rules::{Board, Direction, Ground};
use super::variant::{CELLS, MOST_BALLS};

/// The leftmost and the rightmost column of the largest board.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// All cells one step on, those that leave the board's eight columns dropped.
#[inline(always)]
pub fn ahead(cells: u64, to: Direction) -> u64 {
    match to {
        Direction::Left => (cells & !FIRST_COLUMN) >> 1,
        Direction::Right => (cells & !LAST_COLUMN) << 1,
        Direction::Up => cells >> 8,
        Direction::Down => cells << 8,
    }
}

/// All cells one step back.
#[inline(always)]
pub fn behind(cells: u64, to: Direction) -> u64 {
    ahead(cells, to.back())
}

/// One of the balls that have none of these ahead of them; there must be
/// some.
#[inline]
pub fn front(balls: u64, to: Direction) -> u64 {
    let foremost = balls & !behind(balls, to);
    foremost & foremost.wrapping_neg()
}

/// A ball and those of `balls` that stand behind it, one touching the next.
#[inline]
pub fn run_behind(ball: u64, balls: u64, to: Direction) -> u64 {
    let mut run = ball;
    loop {
        let more = run | behind(run, to) & balls;
        if more == run {
            return run;
        }
        run = more;
    }
}

/// What each cell's neighbour some steps ahead has, seen from the cell. Rows
/// run into each other here; see [`Walls::held`] for why that does no harm.
#[inline(always)]
fn seen_ahead(cells: u64, to: Direction, steps: u32) -> u64 {
    match to {
        Direction::Left => cells << steps,
        Direction::Right => cells >> steps,
        Direction::Up => cells << (8 * steps),
        Direction::Down => cells >> (8 * steps),
    }
}

/// What holds balls: rocks and edges.
#[derive(Clone, Debug)]
pub struct Walls {
    /// The cells where a ball can be.
    pub open: u64,
    /// For each direction, the open cells with a rock or the edge ahead.
    stops: [u64; 4],
}

impl Walls {
    /// The walls of a level.
    pub fn new(ground: &Ground) -> Walls {
        let cells = ground.size.cells();
        let all = cells.fold(0u64, |all, cell| all | 1 << cell);
        let open = all & !ground.rocks;
        let stops = Direction::ALL.map(|to| open & !ahead(open, to.back()));
        Walls { open, stops }
    }

    /// The open cells with a rock or the edge ahead.
    #[inline(always)]
    pub fn stops(&self, to: Direction) -> u64 {
        self.stops[to as usize]
    }

    /// The balls that stay when all are pushed: those at a wall, and those
    /// behind a ball that stays. A row has eight cells at most, so three
    /// doublings reach its end. What is seen across the end of a row does no
    /// harm: the ball at the end is held anyway, and all behind it too.
    #[inline(always)]
    pub fn held(&self, balls: u64, to: Direction) -> u64 {
        let mut held = balls & self.stops(to);
        let mut chain = balls;
        held |= chain & seen_ahead(held, to, 1);
        chain &= seen_ahead(chain, to, 1);
        held |= chain & seen_ahead(held, to, 2);
        chain &= seen_ahead(chain, to, 2);
        held | chain & seen_ahead(held, to, 4)
    }

    /// One colour's balls after a push that holds these.
    #[inline(always)]
    pub fn pushed(balls: u64, held: u64, to: Direction) -> u64 {
        (balls & held) | ahead(balls & !held, to)
    }

    /// One colour's balls before a push that moved these.
    #[inline(always)]
    pub fn pulled(balls: u64, moved: u64, to: Direction) -> u64 {
        (balls & !moved) | ahead(balls & moved, to.back())
    }

    /// What a push may have done to leave the balls where they are.
    ///
    /// Look at balls that stand one behind the other. If the foremost has
    /// nothing ahead of it, it must have moved there, and so must all behind
    /// it. If it has a wall ahead, the first few may have stayed, each held
    /// by the one ahead, and the rest have moved up behind them. The last one
    /// can have moved only if it has an open cell behind it; all cells behind
    /// the others were left by the balls that stand there now.
    #[inline(always)]
    pub fn origins(&self, balls: u64, to: Direction) -> Option<Origins> {
        let at_wall = self.held(balls, to);
        let shut_in = self.held(balls, to.back());
        let surely = balls & !at_wall;
        (surely & shut_in == 0).then_some(Origins {
            surely,
            perhaps: at_wall & !shut_in,
        })
    }

    /// Every set of balls that the push may have moved, the empty one left
    /// out, in a fixed order.
    #[inline(always)]
    pub fn moved_sets(&self, balls: u64, to: Direction, sets: &mut Vec<u64>) {
        sets.clear();
        let Some(origins) = self.origins(balls, to) else {
            return;
        };
        sets.push(origins.surely);
        let mut tails = origins.perhaps & !ahead(origins.perhaps, to);
        while tails != 0 {
            let tail = tails & tails.wrapping_neg();
            tails ^= tail;
            let before = sets.len();
            let mut moved = tail;
            loop {
                for index in 0..before {
                    let set = sets[index] | moved;
                    sets.push(set);
                }
                let more = moved | ahead(moved, to) & origins.perhaps;
                if more == moved {
                    break;
                }
                moved = more;
            }
        }
        if origins.surely == 0 {
            sets.swap_remove(0);
        }
    }
}

/// Which balls a push moved, as far as their places tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origins {
    /// Those that must have moved.
    pub surely: u64,
    /// Those that may have stayed, each only if all ahead of it up to the
    /// wall stayed as well.
    pub perhaps: u64,
}

/// Each colour's balls, a bit a cell; colours that a level does not have are
/// empty. `C` is at least the number of colours.
pub type Colours<const C: usize> = [u64; C];

/// The most colours there are.
pub const MOST_COLOURS: usize = MOST_BALLS;

/// The cells of a board in rising order.
#[inline]
pub fn cells(board: u64) -> impl Iterator<Item = usize> {
    let mut left = board;
    std::iter::from_fn(move || {
        let cell = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        cell
    })
}

/// The balls of all colours.
#[inline(always)]
pub fn all<const C: usize>(colours: &Colours<C>) -> u64 {
    let mut all = 0;
    for balls in colours {
        all |= balls;
    }
    all
}

/// Each colour's balls changed alike. An array's own `map` is not always
/// compiled into the loop around it, which made searches half as fast.
#[inline(always)]
pub fn each<const C: usize>(colours: &Colours<C>, change: impl Fn(u64) -> u64) -> Colours<C> {
    let mut changed = [0; C];
    for colour in 0..C {
        changed[colour] = change(colours[colour]);
    }
    changed
}

/// The colours' cells on a board: where its balls are, or its goals.
pub fn colours_of(ground: &Ground, cells: &[Option<u8>; CELLS]) -> Colours<MOST_COLOURS> {
    let mut colours = [0; MOST_COLOURS];
    for (board, colour) in colours.iter_mut().zip(ground.colours()) {
        let of = (0..CELLS).filter(|&cell| cells[cell] == Some(colour));
        *board = of.fold(0, |all, cell| all | 1 << cell);
    }
    colours
}

/// A board of the same level with its balls in these cells.
pub fn board_of<const C: usize>(like: &Board, colours: &Colours<C>) -> Board {
    let mut balls = [None; CELLS];
    for (&board, colour) in colours.iter().zip(like.ground().colours()) {
        for cell in cells(board) {
            balls[cell] = Some(colour);
        }
    }
    like.with_balls(balls)
}
