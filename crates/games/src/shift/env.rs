//! Shift as an environment. An observation has two layers of the board's
//! cells. The first is the ground: 0 for nothing, 1 for a rock or what is
//! beyond the board, from 2 on a goal of each colour; the second the balls: 0
//! for none, from 1 on a ball of each colour. The actions are pushes to the
//! left, to the right, up and down.
//!
//! Where the kind leaves the size to the level, boards lie in the top left
//! corner of the largest one.

use super::bits::{self, Colours, MOST_COLOURS, Walls};
use super::levels;
use super::rules::{Board, Direction, Move};
use super::variant::{MOST_SIDE, Size};
use engine::env::{Encode, Spaces, too_large};
use engine::{Fault, LevelId};

/// Letters that colours have.
const LETTERS: u8 = 26;
/// Bytes of the first layer.
const ROCK: u8 = 1;
const FIRST_GOAL: u8 = 2;
/// Bytes of the second.
const FIRST_BALL: u8 = 1;

/// How boards of one size become bytes.
pub struct Grounds(Size);

/// The encoding of the boards that an id names.
pub fn encoding(id: &LevelId) -> Result<Grounds, Fault> {
    let name = levels::variant_of(id)?;
    Ok(Grounds(match name.as_str() {
        "" => Size::square(MOST_SIDE),
        name => Size::parse(name)?,
    }))
}

/// A position as bits.
#[derive(Clone)]
pub struct Table {
    /// The level.
    start: Board,
    walls: Walls,
    goals: Colours<MOST_COLOURS>,
    balls: Colours<MOST_COLOURS>,
    /// The letters of the colours.
    letters: [u8; MOST_COLOURS],
}

impl Table {
    /// What a push does.
    fn push(&self, to: Direction) -> Move {
        let balls = bits::all(&self.balls);
        let held = self.walls.held(balls, to);
        let moved = bits::ahead(balls & !held, to);
        Move { to, moved }
    }
}

impl Grounds {
    /// The place of a cell in a layer.
    fn index(&self, cell: usize) -> usize {
        let (row, column) = Size::place(cell);
        usize::from(row) * usize::from(self.0.columns) + usize::from(column)
    }
}

impl Encode for Grounds {
    type State = Board;
    type Table = Table;

    fn spaces(&self) -> Spaces {
        Spaces {
            shape: vec![2, self.0.rows.into(), self.0.columns.into()],
            highest: FIRST_GOAL + LETTERS - 1,
            actions: Direction::ALL.len(),
        }
    }

    fn table(&self, state: &Board) -> Result<Table, Fault> {
        let ground = state.ground();
        for (what, found, most) in [
            ("rows", ground.size.rows, self.0.rows),
            ("columns", ground.size.columns, self.0.columns),
        ] {
            if found > most {
                return Err(too_large(what, found.into(), most.into()));
            }
        }
        let mut letters = [0; MOST_COLOURS];
        for (letter, colour) in letters.iter_mut().zip(ground.colours()) {
            *letter = colour;
        }
        Ok(Table {
            walls: Walls::new(ground),
            goals: bits::colours_of(ground, &ground.goals),
            balls: bits::colours_of(ground, state.balls()),
            letters,
            start: state.clone(),
        })
    }

    fn state(&self, table: &Table) -> Board {
        bits::board_of(&table.start, &table.balls)
    }

    fn observe(&self, table: &Table, out: &mut [u8]) {
        let (ground, balls) = out.split_at_mut(self.0.count());
        for cell in self.0.cells() {
            if table.walls.open >> cell & 1 == 0 {
                ground[self.index(cell)] = ROCK;
            }
        }
        let colours = table.letters.iter().zip(&table.goals).zip(&table.balls);
        for ((&letter, &goal_cells), &ball_cells) in colours {
            bits::cells(goal_cells).for_each(|cell| ground[self.index(cell)] = FIRST_GOAL + letter);
            bits::cells(ball_cells).for_each(|cell| balls[self.index(cell)] = FIRST_BALL + letter);
        }
    }

    fn mask(&self, table: &Table, out: &mut [i8]) -> bool {
        let mut any = false;
        for (slot, to) in out.iter_mut().zip(Direction::ALL) {
            let moves = table.push(to).moved != 0;
            *slot = i8::from(moves);
            any |= moves;
        }
        any
    }

    fn act(&self, table: &Table, action: usize) -> Option<Move> {
        let mv = table.push(*Direction::ALL.get(action)?);
        (mv.moved != 0).then_some(mv)
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        let held = table.walls.held(bits::all(&table.balls), mv.to);
        table.balls = bits::each(&table.balls, |balls| Walls::pushed(balls, held, mv.to));
    }

    fn is_won(&self, table: &Table) -> bool {
        table.balls == table.goals
    }

    /// The share of balls that are on a goal of their colour.
    fn progress(&self, table: &Table) -> f64 {
        let pairs = table.balls.iter().zip(&table.goals);
        let placed: u32 = pairs
            .map(|(balls, goals)| (balls & goals).count_ones())
            .sum();
        f64::from(placed) / f64::from(bits::all(&table.balls).count_ones().max(1))
    }
}
