//! What can be read off a board, each number from 0 to 1 and smaller for
//! better boards, and weighted sums of them as heuristics. Elyasaf, Hauptman
//! and Sipper (2011) name the first three and pattern databases.

use super::conflict::Conflict;
use super::heuristics::Admissible;
use super::manhattan::Manhattan;
use super::rules::{Board, Move};
use super::variant::Variant;
use super::walking::Walking;
use engine::heuristic::Sum;
use engine::search::{Guide, Guides};
use engine::{Feature, Heuristic};

/// How many features there are.
pub const COUNT: usize = 6;

/// The features.
pub static FEATURES: [Feature; COUNT] = [
    Feature {
        name: "manhattan",
        summary: "the tiles' distances from home in rows and columns; of the sum of each tile's largest",
    },
    Feature {
        name: "geometric-mean",
        summary: "geometric mean of the distances, each one larger so that zeros count, less one; of rows and columns less two",
    },
    Feature {
        name: "linear-conflict",
        summary: "pairs of tiles in their home row in the wrong order; of all pairs in rows",
    },
    Feature {
        name: "misplaced",
        summary: "tiles that are not home; of all tiles",
    },
    Feature {
        name: "walking-distance",
        summary: "walking distance, 0 on boards of more than 16 cells; of the largest there is",
    },
    Feature {
        name: "pattern-database",
        summary: "the heuristic zones, 0 on boards of more than 25 cells; of twice the maximum of manhattan",
    },
];

const WALKING: usize = 4;
const PATTERN: usize = 5;

/// What guides a search.
pub type Chosen = Guide<Admissible, COUNT>;

/// Heuristics by name. None of the game's own overestimates.
pub static GUIDES: Guides<Admissible, COUNT> = Guides {
    game: "sliding",
    named: &[
        ("pdb", Guide::Own(Admissible::Patterns)),
        ("zones", Guide::Own(Admissible::Zones)),
        ("walking", Guide::Own(Admissible::Walking)),
        ("conflict", Guide::Own(Admissible::Conflict)),
        ("manhattan", Guide::Own(Admissible::Manhattan)),
    ],
    features: &FEATURES,
};

/// Whether walking distances are needed.
pub fn walks(chosen: &Chosen) -> bool {
    *chosen == Guide::Own(Admissible::Walking) || chosen.weighs(WALKING)
}

/// Whether pattern databases are needed.
pub fn has_patterns(chosen: &Chosen) -> bool {
    matches!(chosen, Guide::Own(Admissible::Patterns | Admissible::Zones)) || chosen.weighs(PATTERN)
}

/// Weights of features on boards of one variant.
pub struct Weighing<'a> {
    sum: Sum<COUNT>,
    maxima: [f32; COUNT],
    manhattan: Manhattan,
    conflict: Conflict,
    walking: Option<&'a Walking>,
}

/// What each feature is divided by on boards of this variant.
fn maxima(variant: Variant, walking: Option<&Walking>) -> [f32; COUNT] {
    let (rows, columns) = (f32::from(variant.rows), f32::from(variant.columns));
    let cells = 0..variant.cells();
    let tiles = cells.filter(|&cell| cell != variant.goal_cell(0));
    let farthest = |cell| {
        let (row, column) = variant.place(cell);
        let down = row.max(variant.rows - 1 - row);
        f32::from(down + column.max(variant.columns - 1 - column))
    };
    let manhattan = tiles.map(farthest).sum();
    [
        manhattan,
        rows + columns - 2.0,
        rows * columns * (columns - 1.0) / 2.0,
        rows * columns - 1.0,
        walking.map_or(1.0, |walking| walking.farthest() as f32),
        2.0 * manhattan,
    ]
}

impl<'a> Weighing<'a> {
    /// The weights that were chosen; a heuristic counts for itself.
    pub fn new(chosen: &Chosen, variant: Variant, walking: Option<&'a Walking>) -> Self {
        let maxima = maxima(variant, walking);
        Weighing {
            sum: chosen.sum(&maxima),
            maxima,
            manhattan: Manhattan::new(variant),
            conflict: Conflict::new(variant),
            walking,
        }
    }

    /// A feature by its place in the list, from 0 to 1; `patterns` is the
    /// estimate of the pattern databases.
    pub fn feature<const ROOM: usize>(
        &self,
        feature: usize,
        board: &Board<ROOM>,
        walked: (u32, u32),
        patterns: u32,
    ) -> f32 {
        let distances = || {
            let tiles = board.tiles().iter().enumerate();
            let tiles = tiles.filter(|(_, tile)| **tile != 0);
            tiles.map(|(cell, &tile)| self.manhattan.distance(tile, cell))
        };
        let value = match feature {
            0 => distances().sum::<u32>() as f32,
            1 => {
                let logs: f32 = distances().map(|d| (d as f32 + 1.0).ln()).sum();
                (logs / (board.tiles().len() - 1) as f32).exp() - 1.0
            }
            2 => self.conflict.pairs_in_rows(board) as f32,
            3 => distances().filter(|&d| d > 0).count() as f32,
            WALKING => self.walking.map_or(0, |w| w.estimate(walked, board)) as f32,
            _ => patterns as f32,
        };
        value / self.maxima[feature]
    }
}

/// A weighted sum, with the heuristic that the pattern databases are.
pub struct Weighted<'a, H> {
    /// The weights.
    pub weighing: &'a Weighing<'a>,
    /// The pattern databases, or nothing.
    pub patterns: &'a H,
}

impl<const ROOM: usize, H: Heuristic<Board<ROOM>>> Heuristic<Board<ROOM>> for Weighted<'_, H> {
    type Carry = ((u32, u32), H::Carry);

    fn start(&self, board: &Board<ROOM>) -> Self::Carry {
        let walked = self.weighing.walking.map(|walking| walking.start(board));
        (walked.unwrap_or_default(), self.patterns.start(board))
    }

    #[inline]
    fn after(&self, (walked, patterns): Self::Carry, board: &Board<ROOM>, mv: Move) -> Self::Carry {
        let on = |walking: &Walking| walking.after(walked, board, mv);
        let walked = self.weighing.walking.map_or(walked, on);
        (walked, self.patterns.after(patterns, board, mv))
    }

    #[inline]
    fn estimate(&self, (walked, patterns): Self::Carry, board: &Board<ROOM>) -> u32 {
        let patterns = self.patterns.estimate(patterns, board);
        let weighing = self.weighing;
        let feature = |place| weighing.feature(place, board, walked, patterns);
        weighing.sum.of(feature)
    }

    fn points_a_move(&self) -> u32 {
        self.weighing.sum.points_a_move()
    }
}
