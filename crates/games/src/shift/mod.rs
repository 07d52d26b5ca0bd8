//! Shift: balls on a small board of rocks and goals. A push moves all balls
//! one cell at once; a ball stays when the edge, a rock, or a ball that
//! itself stays is ahead of it. The level is solved when every ball is on a
//! goal of its colour. The game is known as "Move"; Mutser's thesis on the
//! difficulty of levels studied it.

pub(crate) mod bits;
pub(crate) mod env;
pub(crate) mod generate;
pub(crate) mod hand;
pub(crate) mod layout;
pub(crate) mod levels;
pub(crate) mod measures;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod rules;
pub(crate) mod signature;
pub(crate) mod solver;
pub(crate) mod tabletop;
pub(crate) mod variant;

use engine::env::{Setup, batch};
use engine::search::{
    AStar, Beam, BreadthFirst, DepthFirst, Greedy, IdaStar, Staged, WeightedAStar, line,
};
use engine::{
    About, Environment, Fault, Feature, Hand, LevelId, Measure, Measurer, Picture, Rules, Setting,
    Settings, Solver, Step, Tabletop,
};
use rules::{Board, Move};
use solver::breadth;
use solver::searches::{self, Searches};

/// The game.
pub struct Shift;

static ABOUT: About = About {
    name: "shift",
    title: "Shift",
    summary: "Push all balls at once, one cell at a time, until each is on a goal of its colour",
    variants: &[(
        "5x5",
        "width x height from 1x1 to 8x8; a board that is read tells its own size",
    )],
    sources: &[
        (
            "thesis",
            "Mutser's generator: a random walk of backward moves; any number below 2^64",
        ),
        (
            "5x5",
            "the same on a board of this size; with moves= a start out of the list of all starts",
        ),
    ],
    metrics: moves::METRICS,
    example: "shift:thesis#2",
    samples: &["shift:thesis#2", "shift:4x4,moves=8#1"],
    extensions: &["shift"],
    ladder: &[
        "3x3",
        "4x4",
        "5x5",
        "5x5,moves=12",
        "5x5,balls=5,moves=15",
        "5x5,balls=5,moves=20",
        "5x5,balls=5,moves=25",
    ],
};

static SOLVERS: &[Solver<Board>] = &[
    Solver {
        name: "meet",
        summary: "the fewest moves, or a proof: breadth-first from both ends until they meet",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(breadth::Meet)),
    },
    searches::OPTIMAL,
    Solver {
        name: "breadth",
        summary: "the fewest moves, or a proof: breadth-first on boards of bits",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(breadth::Breadth)),
    },
    Solver {
        name: "plain",
        summary: "breadth-first under the plain rules, to compare with",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(BreadthFirst)),
    },
    line::<Searches, WeightedAStar>(),
    line::<Searches, Staged>(),
    line::<Searches, AStar>(),
    line::<Searches, IdaStar>(),
    line::<Searches, Greedy>(),
    line::<Searches, Beam>(),
    line::<Searches, DepthFirst>(),
];

impl Rules for Shift {
    type State = Board;

    fn about(&self) -> &'static About {
        &ABOUT
    }
    fn solvers(&self) -> &'static [Solver<Board>] {
        SOLVERS
    }
    fn features(&self) -> &'static [Feature] {
        &solver::features::FEATURES
    }
    fn options(&self) -> &'static [Setting] {
        &levels::OPTIONS
    }
    fn deal(&self, id: &LevelId) -> Result<Board, Fault> {
        levels::deal(id)
    }
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        levels::variant_of(id)
    }
    fn read(&self, variant: &str, text: &str) -> Result<Board, Fault> {
        notation::read(variant, text)
    }
    fn write(&self, board: &Board) -> String {
        notation::write(board)
    }
    fn variant(&self, board: &Board) -> String {
        board.ground().size.name()
    }
    fn read_moves(&self, start: &Board, text: &str) -> Result<Vec<Move>, Fault> {
        moves::read_all(start, text)
    }
    fn add_move(&self, text: &mut String, _: &Board, mv: Move) {
        text.push_str(moves::write(mv.to));
    }
    fn step(&self, board: &Board, mv: Move) -> Step {
        moves::step(board, mv)
    }
    fn count_move(&self, lengths: &mut [u64], _: &Board, mv: Move, before: Option<Move>) {
        moves::count(lengths, mv, before);
    }
    fn signature(&self, board: &Board) -> Vec<u8> {
        signature::signature(board)
    }
    fn measures(&self) -> &'static [Measure] {
        &measures::MEASURES
    }
    fn measurer(&self, _: &Settings) -> Box<dyn Measurer<Board>> {
        Box::new(measures::Measuring)
    }
    fn tabletop(&self) -> Option<&'static dyn Tabletop<Board>> {
        Some(&tabletop::Ground)
    }
    fn hand(&self) -> Option<Box<dyn Hand<Board>>> {
        Some(Box::new(hand::Arrows))
    }
    fn draw(&self, start: &Board, moves: &[Move]) -> Picture {
        picture::draw(start, moves)
    }
    fn environment(
        &self,
        id: &LevelId,
        setup: &Setup,
    ) -> Result<Option<Box<dyn Environment + '_>>, Fault> {
        batch(self, env::encoding(id)?, id, setup).map(Some)
    }
}
