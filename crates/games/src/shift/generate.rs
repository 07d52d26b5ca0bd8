//! Making levels: a ground is drawn at random, and a start is found by going
//! backwards from the goals. Mutser's way (thesis, section 4.3.1) is a long
//! random walk of backward moves; the exact way lists all starts layer by
//! layer, and therefore knows how many moves each needs.

use super::bits::{self, Colours, Walls};
use super::layout::{Job, Layout, Word, lay_out};
use super::rules::{Board, Direction};
use super::solver::breadth;
use super::solver::sweep::Sweep;
use super::variant::{CELLS, Size};
use engine::chance::Chance;
use engine::search::DEFAULT_MEMORY;
use engine::{Budget, Effort, Meter, Outcome, Unwatched};
use std::ops::RangeInclusive;

/// The board's size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// As many rows as columns, drawn from a range.
    Square(RangeInclusive<u8>),
    /// This one.
    Fixed(Size),
}

/// How many moves the shortest solution may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// As many as it happens to have.
    Any,
    /// A number in this range.
    Within(RangeInclusive<usize>),
    /// As many as a start on this ground can have.
    Most,
}

/// What is wanted of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The board's size.
    pub sizes: Sizes,
    /// How many balls.
    pub balls: RangeInclusive<usize>,
    /// How many colours, at most one a ball.
    pub colours: RangeInclusive<usize>,
    /// Whether there are fewer colours than balls, where there are two balls
    /// or more.
    pub fewer: bool,
    /// The probability of a rock on a cell without a goal.
    pub rocks: f64,
    /// The probability that a ball stays which may as well have moved.
    pub stay: f64,
    /// Backward moves to try.
    pub steps: u32,
    /// How many moves it takes.
    pub length: Length,
    /// Whether starts of a wanted length come from the list of all starts
    /// instead of from walks.
    pub exact: bool,
}

/// A number of the range, each equally likely.
fn within(chance: &mut Chance, range: &RangeInclusive<usize>) -> usize {
    range.start() + chance.below(range.end() - range.start() + 1)
}

/// A ground with all balls at their goals.
pub fn ground(recipe: &Recipe, chance: &mut Chance) -> Board {
    let size = match &recipe.sizes {
        Sizes::Fixed(size) => *size,
        Sizes::Square(sides) => {
            let sides = usize::from(*sides.start())..=usize::from(*sides.end());
            let side = within(chance, &sides) as u8;
            Size::square(side)
        }
    };
    let balls = within(chance, &recipe.balls);
    let most = match recipe.fewer {
        true => balls.saturating_sub(1).max(1),
        false => balls.min(*recipe.colours.end()),
    };
    let colours = within(chance, &(*recipe.colours.start()..=most));
    let cells: Vec<usize> = size.cells().collect();
    let mut goals = [None; CELLS];
    for (ball, place) in chance.sample(cells.len(), balls).into_iter().enumerate() {
        // Each colour has one ball at least; the rest are spread at random.
        let colour = match ball < colours {
            true => ball,
            false => chance.below(colours),
        };
        goals[cells[place]] = Some(colour as u8);
    }
    let mut rocks = 0;
    for cell in cells {
        if goals[cell].is_none() && chance.happens(recipe.rocks) {
            rocks |= 1 << cell;
        }
    }
    Board::new(size, rocks, goals, goals)
}

/// The balls that one backward move of Mutser's walk moves, or none if no
/// push in this direction can have led here.
fn drawn_back(
    walls: &Walls,
    balls: u64,
    to: Direction,
    stay: f64,
    chance: &mut Chance,
) -> Option<u64> {
    let origins = walls.origins(balls, to)?;
    let mut moved = origins.surely;
    let mut undecided = origins.perhaps;
    while undecided != 0 {
        // The foremost of each row is decided first: those behind a ball that
        // moved must have moved as well.
        let front = bits::front(undecided, to);
        let mut row = bits::run_behind(front, undecided, to);
        undecided &= !row;
        let mut ball = front;
        while row != 0 {
            if !chance.happens(stay) {
                moved |= row;
                break;
            }
            row &= !ball;
            ball = bits::behind(ball, to);
        }
    }
    Some(moved)
}

/// Mutser's walk from the goals.
struct Walk<'a> {
    recipe: &'a Recipe,
    chance: &'a mut Chance,
    like: &'a Board,
}

impl Job for Walk<'_> {
    type Result = Board;

    fn run<W: Word, const C: usize>(self, layout: &Layout<C>) -> Board {
        let mut colours: Colours<C> = layout.goals;
        for _ in 0..self.recipe.steps {
            let to = Direction::ALL[self.chance.below(4)];
            let balls = bits::all(&colours);
            let stay = self.recipe.stay;
            if let Some(moved) = drawn_back(&layout.walls, balls, to, stay, self.chance) {
                let before = bits::each(&colours, |balls| Walls::pulled(balls, moved, to));
                debug_assert_eq!(layout.pushed(&before, to), colours);
                colours = before;
            }
        }
        bits::board_of(self.like, &colours)
    }
}

/// The most states of one attempt.
const STATES: u64 = 8_000_000;

/// A start out of the list of all.
struct Pick<'a, 'm, 'w> {
    length: &'a Length,
    chance: &'a mut Chance,
    meter: &'m mut Meter<'w>,
    like: &'a Board,
}

impl Job for Pick<'_, '_, '_> {
    type Result = Option<Board>;

    fn run<W: Word, const C: usize>(self, layout: &Layout<C>) -> Option<Board> {
        let mut sweep = Sweep::<W, C>::new(layout, true, DEFAULT_MEMORY);
        let (least, most) = match self.length {
            Length::Within(range) => (*range.start(), *range.end()),
            Length::Any | Length::Most => (1, usize::MAX),
        };
        let mut whole = 0;
        while whole < most {
            match sweep.next_layer(self.meter, |_, _| false) {
                Ok(_) if sweep.frontier().is_empty() => break,
                Ok(_) => whole += 1,
                // The hardest start is known only when all are; otherwise the
                // layers that were finished are as good as ever. Too much
                // work ends the making, so that it never changes the level.
                Err(_) if *self.length == Length::Most => return None,
                Err(_) if self.meter.generated_enough() => return None,
                Err(_) => break,
            }
        }
        if whole < least {
            return None;
        }
        let depth = match self.length {
            Length::Most => whole,
            _ => within(self.chance, &(least..=whole)),
        };
        let layer = sweep.layer(depth);
        let word = layer[self.chance.below(layer.len())];
        Some(bits::board_of(self.like, &layout.colours(word)))
    }
}

/// How an attempt at a level went.
pub enum Attempt {
    /// It is as wanted.
    Made(Board),
    /// It is not; this is what it took to know.
    Missed(Effort),
}

/// Draws a level and says whether it is as wanted. The attempt stops when it
/// has generated this many states.
pub fn attempt(recipe: &Recipe, chance: &mut Chance, most_generated: u64) -> Attempt {
    let like = ground(recipe, chance);
    let budget = Budget {
        states: Some(STATES),
        ..Budget::default()
    };
    let mut meter = Meter::new(&budget, &Unwatched);
    meter.limit_generated(most_generated);
    if recipe.exact && recipe.length != Length::Any {
        let pick = Pick {
            length: &recipe.length,
            chance,
            meter: &mut meter,
            like: &like,
        };
        return match lay_out(&like, pick) {
            Some(board) => Attempt::Made(board),
            None => Attempt::Missed(meter.effort),
        };
    }
    let walk = Walk {
        recipe,
        chance,
        like: &like,
    };
    let board = lay_out(&like, walk);
    let Length::Within(range) = &recipe.length else {
        return Attempt::Made(board);
    };
    match breadth::meet(&board, &mut meter) {
        Outcome::Solved(moves) if range.contains(&moves.len()) => Attempt::Made(board),
        _ => Attempt::Missed(meter.effort),
    }
}

/// Lists every start of a ground: how many there are at each number of moves,
/// the goals themselves first.
#[cfg(test)]
pub fn starts(like: &Board, budget: &Budget) -> Result<Vec<usize>, engine::Limit> {
    struct Count<'m, 'w>(&'m mut Meter<'w>);
    impl Job for Count<'_, '_> {
        type Result = Result<Vec<usize>, engine::Limit>;

        fn run<W: Word, const C: usize>(self, layout: &Layout<C>) -> Self::Result {
            let mut sweep = Sweep::<W, C>::new(layout, true, DEFAULT_MEMORY);
            sweep.exhaust(self.0)?;
            let depths = 0..sweep.depth();
            Ok(depths.map(|depth| sweep.layer(depth).len()).collect())
        }
    }
    lay_out(like, Count(&mut Meter::new(budget, &Unwatched)))
}
