//! What can be read off a position, each number from 0 to 1 and smaller for
//! better positions, and the heuristics by name.

use super::groups::Groups;
use super::packed::{Ground, Packed};
use super::searches::Guess;
use super::thesis::{Thesis, nearest};
use crate::shift::bits;
use crate::shift::rules::Board;
use crate::shift::variant::{CELLS, Size};
use engine::Feature;
use engine::search::{Guide, Guides};

/// How many features there are.
pub const COUNT: usize = 6;

/// The features, in the order of [`Reading::of`].
pub static FEATURES: [Feature; COUNT] = [
    Feature {
        name: "farthest",
        summary: "the farthest that a ball is from the nearest goal of its colour, in rows and columns; of rows and columns less two",
    },
    Feature {
        name: "distance",
        summary: "the sum of those distances; of rows and columns less two for each ball",
    },
    Feature {
        name: "off-goal",
        summary: "balls that are not on a goal of their colour; of all balls",
    },
    Feature {
        name: "spread",
        summary: "by how many rows and columns the ways of balls to their nearest goals differ; of twice the rows and columns less two",
    },
    Feature {
        name: "alone",
        summary: "the fewest pushes that bring each ball to a goal, whatever the others do, added up; of the largest number for each ball",
    },
    Feature {
        name: "group",
        summary: "the heuristic strong; of the largest number in its tables, 1 where a level is lost",
    },
];

const ALONE: usize = 4;
const GROUP: usize = 5;

/// What guides a search.
pub type Chosen = Guide<Guess, COUNT>;

/// Heuristics by name. None of the game's own overestimates.
pub static GUIDES: Guides<Guess, COUNT> = Guides {
    game: "shift",
    named: &[
        ("strong", Guide::Own(Guess::Strong)),
        ("thesis", Guide::Own(Guess::Thesis)),
        ("single", Guide::Own(Guess::Groups(1))),
        ("pairs", Guide::Own(Guess::Groups(2))),
        ("triples", Guide::Own(Guess::Groups(3))),
        ("none", Guide::Own(Guess::None)),
    ],
    features: &FEATURES,
};

/// The features of one level's positions.
pub struct Reading {
    thesis: Thesis,
    /// By colour and cell: rows and columns to the nearest goal.
    ways: Vec<[(i8, i8); CELLS]>,
    /// Tables for single balls, where they are asked for.
    alone: Option<Groups>,
    /// Tables for groups, where they are asked for.
    group: Option<Groups>,
    maxima: [f32; COUNT],
}

/// Rows and columns from each cell to the nearest of these goals.
fn ways(goals: u64) -> [(i8, i8); CELLS] {
    std::array::from_fn(|cell| {
        let goal = nearest(goals, cell).unwrap_or(cell);
        let ((row, column), (to_row, to_column)) = (Size::place(cell), Size::place(goal));
        let way = |from: u8, to: u8| to as i8 - from as i8;
        (way(row, to_row), way(column, to_column))
    })
}

impl Reading {
    /// Lays out what the guide weighs.
    pub fn new(chosen: &Chosen, board: &Board, ground: &Ground) -> Reading {
        let size = board.ground().size;
        let tables = |feature, guess: Guess| chosen.weighs(feature).then(|| guess.groups(ground));
        let alone = tables(ALONE, Guess::Groups(1)).flatten();
        let group = tables(GROUP, Guess::Strong).flatten();
        let balls = board.ground().balls.len() as f32;
        // A board of one cell has no distances.
        let across = f32::from((size.rows + size.columns).saturating_sub(2).max(1));
        let largest = |groups: &Option<Groups>| groups.as_ref().map_or(1.0, Groups::largest);
        let maxima = [
            across,
            across * balls,
            balls,
            2.0 * across,
            largest(&alone) * balls,
            largest(&group),
        ];
        Reading {
            thesis: Thesis::new(&ground.goals),
            ways: ground.goals.iter().map(|&goals| ways(goals)).collect(),
            alone,
            group,
            maxima,
        }
    }

    /// What each feature is divided by on this level.
    pub fn maxima(&self) -> &[f32; COUNT] {
        &self.maxima
    }

    /// Bytes of tables.
    pub fn bytes(&self) -> usize {
        let tables = self.alone.iter().chain(&self.group);
        tables.map(Groups::bytes).sum()
    }

    /// Whether the tables show that a position is lost.
    pub fn is_lost(&self, state: &Packed) -> bool {
        let mut tables = self.alone.iter().chain(&self.group);
        tables.any(|groups| groups.is_lost(state))
    }

    /// By how many rows and columns the ways to the nearest goals differ.
    fn spread(&self, state: &Packed) -> f32 {
        let (mut least, mut most) = ((i8::MAX, i8::MAX), (i8::MIN, i8::MIN));
        for (&balls, ways) in state.colours.iter().zip(&self.ways) {
            for (row, column) in bits::cells(balls).map(|cell| ways[cell]) {
                least = (least.0.min(row), least.1.min(column));
                most = (most.0.max(row), most.1.max(column));
            }
        }
        // Every level has a ball, so the least is no more than the most.
        f32::from(most.0 - least.0) + f32::from(most.1 - least.1)
    }

    /// The features of a position.
    pub fn of(&self, state: &Packed) -> [f32; COUNT] {
        let colours = state.colours.iter().zip(&state.ground.goals);
        let off: u32 = colours
            .map(|(balls, goals)| (balls & !goals).count_ones())
            .sum();
        let counts = [
            self.thesis.distances(&state.colours).max().unwrap_or(0) as f32,
            self.thesis.sum(&state.colours) as f32,
            off as f32,
            self.spread(state),
            self.alone.as_ref().map_or(0, |groups| groups.sum(state)) as f32,
            self.group.as_ref().map_or(0, |groups| groups.of(state)) as f32,
        ];
        std::array::from_fn(|place| (counts[place] / self.maxima[place]).min(1.0))
    }
}
