//! The sliding-tile puzzle: a board of numbered tiles with one cell left
//! blank; a tile beside the blank slides into it, until all numbers are in
//! order. The 15-puzzle is its board of 4×4.

pub(crate) mod conflict;
pub(crate) mod env;
pub(crate) mod features;
pub(crate) mod hand;
pub(crate) mod heuristics;
pub(crate) mod levels;
pub(crate) mod manhattan;
pub(crate) mod measures;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod pattern;
pub(crate) mod picture;
pub(crate) mod quick;
pub(crate) mod rules;
pub(crate) mod searches;
pub(crate) mod symmetry;
pub(crate) mod tabletop;
pub(crate) mod variant;
pub(crate) mod walking;

use engine::env::{Setup, batch};
use engine::search::{
    AStar, Beam, BreadthFirst, DepthFirst, Greedy, IdaStar, Staged, WeightedAStar, line,
};
use engine::{
    About, Environment, Fault, Feature, Hand, LevelId, Measure, Measurer, Picture, Rules, Settings,
    Solver, Step, Tabletop,
};
use rules::{Board, Move};
use searches::Searches;
use variant::Wanted;

/// The game.
pub struct Sliding;

static ABOUT: About = About {
    name: "sliding",
    title: "Sliding tiles",
    summary: "Slide numbered tiles into the one blank cell until all are in order",
    variants: &[
        (
            "4x4",
            "width x height from 2x2 to 10x10; the blank ends last (1, 2, …, 15, blank)",
        ),
        (
            "4x4-blank-first",
            "the same sizes; the blank ends first (blank, 1, 2, …, 15), as in Korf's boards",
        ),
    ],
    sources: &[(
        "seed",
        "our own shuffles, uniform over the boards that can be solved, any number below 2^64",
    )],
    metrics: moves::METRICS,
    example: "sliding:4x4#17",
    samples: &["sliding:3x3#5", "sliding:2x3-blank-first#6"],
    extensions: &[],
    ladder: &[],
};

static SOLVERS: &[Solver<Board>] = &[
    Solver {
        name: "quick",
        summary: "a solution at once, not the shortest: up to 4x4 at most twice the fewest moves",
        settings: [&[], &[]],
        make: |settings| Ok(Box::new(quick::Quick::new(settings)?)),
    },
    searches::OPTIMAL,
    Solver {
        name: "plain",
        summary: "breadth-first: the fewest moves, for small boards only",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(BreadthFirst)),
    },
    line::<Searches, WeightedAStar>(),
    line::<Searches, AStar>(),
    line::<Searches, IdaStar>(),
    line::<Searches, Greedy>(),
    line::<Searches, Beam>(),
    line::<Searches, DepthFirst>(),
    line::<Searches, Staged>(),
    line::<Searches, BreadthFirst>(),
];

impl Rules for Sliding {
    type State = Board;

    fn about(&self) -> &'static About {
        &ABOUT
    }
    fn solvers(&self) -> &'static [Solver<Board>] {
        SOLVERS
    }
    fn features(&self) -> &'static [Feature] {
        &features::FEATURES
    }
    fn deal(&self, id: &LevelId) -> Result<Board, Fault> {
        levels::deal(id)
    }
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        levels::variant_of(id)
    }
    fn read(&self, variant: &str, text: &str) -> Result<Board, Fault> {
        notation::read(Wanted::parse(variant)?, text)
    }
    fn write(&self, board: &Board) -> String {
        notation::write(board)
    }
    fn variant(&self, board: &Board) -> String {
        board.variant().name()
    }
    fn read_moves(&self, _: &Board, text: &str) -> Result<Vec<Move>, Fault> {
        moves::read_all(text)
    }
    fn add_move(&self, text: &mut String, _: &Board, mv: Move) {
        text.push_str(moves::write(mv));
    }
    fn step(&self, board: &Board, mv: Move) -> Step {
        moves::step(board, mv)
    }
    fn count_move(&self, lengths: &mut [u64], _: &Board, mv: Move, before: Option<Move>) {
        moves::count(lengths, mv, before);
    }
    fn measures(&self) -> &'static [Measure] {
        &measures::MEASURES
    }
    fn measurer(&self, settings: &Settings) -> Box<dyn Measurer<Board>> {
        Box::new(measures::Ruler::new(settings))
    }
    fn signature(&self, board: &Board) -> Vec<u8> {
        symmetry::signature(board)
    }
    fn draw(&self, board: &Board, moves: &[Move]) -> Picture {
        picture::draw(board, moves)
    }
    fn tabletop(&self) -> Option<&'static dyn Tabletop<Board>> {
        Some(&tabletop::Tray)
    }
    fn hand(&self) -> Option<Box<dyn Hand<Board>>> {
        Some(Box::new(hand::Arrows))
    }
    fn environment(
        &self,
        id: &LevelId,
        setup: &Setup,
    ) -> Result<Option<Box<dyn Environment + '_>>, Fault> {
        batch(self, env::encoding(id)?, id, setup).map(Some)
    }
}
