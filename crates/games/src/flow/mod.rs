//! Flow, also known as Numberlink or Arukone: pairs of equal letters on a
//! board are joined by paths that do not cross and, in the usual game, cover
//! every cell.

pub(crate) mod cover;
pub(crate) mod env;
pub(crate) mod features;
pub(crate) mod generate;
pub(crate) mod hand;
pub(crate) mod human;
pub(crate) mod levels;
pub(crate) mod measures;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod rules;
pub(crate) mod searches;
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
use rules::{Move, Position};
use searches::Searches;
use std::ops::Range;
use variant::Wanted;

/// The game.
pub struct Flow;

static ABOUT: About = About {
    name: "flow",
    title: "Flow",
    summary: "Join pairs of endpoints by paths that do not cross and cover the board",
    variants: &[
        (
            "9x9",
            "width x height from 2x2 to 128x128; every cell must be covered",
        ),
        ("9x9-paths", "the same sizes; cells may stay empty"),
    ],
    sources: &[(
        "seed",
        "our own levels, any number below 2^64; after the size may stand what is wanted: flow:9x9,colours=8#17",
    )],
    metrics: moves::METRICS,
    example: "flow:9x9#17",
    samples: &["flow:4x4,colours=3#1", "flow:5x4-paths#2"],
    extensions: &["flow"],
    ladder: &["5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "11x11", "12x12"],
};

static SOLVERS: &[Solver<Position>] = &[
    Solver {
        name: "learner",
        summary: "tries edges and learns from contradictions: a solution, or a proof, and whether it is the only one",
        settings: [&[solver::COUNT, solver::TURNS], &[]],
        make: |settings| Ok(Box::new(solver::Learner::new(settings)?)),
    },
    Solver {
        name: "plain",
        summary: "breadth-first, path by path: for the smallest boards only",
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
    line::<Searches, BreadthFirst>(),
];

impl Rules for Flow {
    type State = Position;

    fn about(&self) -> &'static About {
        &ABOUT
    }
    fn solvers(&self) -> &'static [Solver<Position>] {
        SOLVERS
    }
    fn features(&self) -> &'static [Feature] {
        &features::FEATURES
    }
    fn options(&self) -> &'static [Setting] {
        &levels::OPTIONS
    }
    fn deal(&self, id: &LevelId) -> Result<Position, Fault> {
        levels::deal(id)
    }
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        levels::variant_of(id)
    }
    fn read(&self, variant: &str, text: &str) -> Result<Position, Fault> {
        notation::read(Wanted::parse(variant)?, text)
    }
    fn write(&self, position: &Position) -> String {
        notation::write(position)
    }
    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            "sized",
            "a line with width and height before the rows, as files of many boards have it",
        )]
    }
    fn write_as(&self, _sized: &str, position: &Position) -> String {
        let variant = position.level().variant();
        let head = format!("{} {}\n", variant.width, variant.height);
        head + &notation::write(position)
    }
    fn split(&self, text: &str) -> Vec<Range<usize>> {
        notation::split(text)
    }
    fn solved_board(&self, end: &Position) -> Option<String> {
        Some(notation::write_filled(end))
    }
    fn variant(&self, position: &Position) -> String {
        position.level().variant().name()
    }
    fn read_moves(&self, start: &Position, text: &str) -> Result<Vec<Move>, Fault> {
        moves::read_all(start.level(), text)
    }
    fn add_move(&self, text: &mut String, position: &Position, mv: Move) {
        text.push_str(&moves::write(position.level(), mv));
    }
    fn step(&self, position: &Position, mv: Move) -> Step {
        moves::step(position, mv)
    }
    fn count_move(&self, lengths: &mut [u64], _: &Position, mv: Move, before: Option<Move>) {
        moves::count(lengths, mv, before);
    }
    fn signature(&self, position: &Position) -> Vec<u8> {
        signature::signature(position.level())
    }
    fn measures(&self) -> &'static [Measure] {
        &measures::MEASURES
    }
    fn measurer(&self, _: &Settings) -> Box<dyn Measurer<Position>> {
        Box::new(measures::FlowMeasurer)
    }
    fn tabletop(&self) -> Option<&'static dyn Tabletop<Position>> {
        Some(&tabletop::Sheet)
    }
    fn hand(&self) -> Option<Box<dyn Hand<Position>>> {
        Some(Box::new(hand::FlowHand::default()))
    }
    fn draw(&self, start: &Position, moves: &[Move]) -> Picture {
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
