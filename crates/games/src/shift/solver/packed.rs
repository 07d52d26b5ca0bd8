//! The position as the generic searches see it: boards of bits, with moves
//! that are directions only.

use crate::shift::bits::{Colours, MOST_COLOURS};
use crate::shift::layout::Layout;
use crate::shift::rules::Direction;
use engine::Puzzle;

/// A level laid out for the generic searches.
pub type Ground = Layout<MOST_COLOURS>;

/// A position in a search.
#[derive(Clone)]
pub struct Packed<'a> {
    /// What stays the same in this search.
    pub ground: &'a Ground,
    /// The cells of each colour's balls.
    pub colours: Colours<MOST_COLOURS>,
}

impl<'a> Packed<'a> {
    /// The start of a search.
    pub fn new(ground: &'a Ground) -> Packed<'a> {
        Packed {
            ground,
            colours: ground.start,
        }
    }
}

impl Puzzle for Packed<'_> {
    type Move = Direction;
    type Key = u128;
    type Kept = u128;

    fn moves(&self, out: &mut Vec<Direction>) {
        let moves = |to: &Direction| self.ground.pushed(&self.colours, *to) != self.colours;
        out.extend(Direction::ALL.into_iter().filter(moves));
    }

    fn apply(&mut self, to: Direction) {
        self.colours = self.ground.pushed(&self.colours, to);
    }

    fn is_solved(&self) -> bool {
        self.colours == self.ground.goals
    }

    fn key(&self) -> u128 {
        self.ground.word(&self.colours)
    }

    fn keep(&self) -> u128 {
        self.ground.word(&self.colours)
    }

    fn restore(&self, kept: &u128) -> Self {
        Packed {
            ground: self.ground,
            colours: self.ground.colours(*kept),
        }
    }
}
