//! Lazors: beams of light cross a grid on the slant, blocks throw them back,
//! end them or split them, and the free blocks are to be put down so that
//! light comes to every point. Pyrosphere's game; with mirrors only it is the
//! one of Mutser's thesis.

pub(crate) mod beams;
pub(crate) mod env;
pub(crate) mod features;
pub(crate) mod generate;
pub(crate) mod hand;
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
    About, Environment, Fault, Feature, Hand, LevelId, Measure, Measurer, Picture, Puzzle, Rules,
    Setting, Settings, Solver, Step, Tabletop,
};
use rules::{Move, Position};
use searches::Searches;

/// The game.
pub struct Lazors;

static ABOUT: About = About {
    name: "lazors",
    title: "Lazors",
    summary: "Put blocks on a grid so that light of all lasers comes to every point",
    variants: &[(
        "5x5",
        "width x height from 1x1 to 16x16, after it what is wanted of a level: 5x5,mirrors=5",
    )],
    sources: &[(
        "seed",
        "levels of our own, made from any number below 2^64; with one solution unless asked otherwise",
    )],
    metrics: moves::METRICS,
    example: "lazors:5x5,mirrors=5#17",
    samples: &["lazors:3x3,mirrors=3#1", "lazors:2x3,mirrors=2#2"],
    extensions: &["bff"],
    ladder: &[
        "3x3", "4x4", "4x5", "5x5", "5x6", "6x6", "7x7", "8x8", "9x9",
    ],
};

static SOLVERS: &[Solver<Position>] = &[
    Solver {
        name: "beams",
        summary: "decides cell by cell along the beams: a solution, how many there are, or a proof",
        settings: [&[solver::COUNT], &[]],
        make: |settings| Ok(Box::new(solver::Beams::new(settings)?)),
    },
    Solver {
        name: "plain",
        summary: "breadth-first over all ways to put blocks down, for small levels only",
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

impl Rules for Lazors {
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
        levels::OPTIONS
    }
    fn deal(&self, id: &LevelId) -> Result<Position, Fault> {
        levels::deal(id)
    }
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        levels::variant_of(id)
    }
    fn read(&self, variant: &str, text: &str) -> Result<Position, Fault> {
        notation::read(variant::parse(variant)?, text)
    }
    fn write(&self, position: &Position) -> String {
        notation::write(position)
    }
    fn variant(&self, position: &Position) -> String {
        let level = position.level();
        variant::name(level.columns, level.rows)
    }
    fn read_moves(&self, start: &Position, text: &str) -> Result<Vec<Move>, Fault> {
        moves::read_all(start.level(), text)
    }
    fn add_move(&self, text: &mut String, position: &Position, mv: Move) {
        text.push_str(&moves::write(position.level(), mv));
    }
    fn step(&self, position: &Position, mv: Move) -> Step {
        moves::step(position.level(), mv)
    }
    fn count_move(&self, lengths: &mut [u64], _: &Position, _: Move, _: Option<Move>) {
        lengths[0] += 1;
    }
    fn signature(&self, position: &Position) -> Vec<u8> {
        signature::signature(position)
    }
    fn measures(&self) -> &'static [Measure] {
        measures::MEASURES
    }
    fn measurer(&self, _: &Settings) -> Box<dyn Measurer<Position>> {
        Box::new(measures::Ruler::default())
    }
    /// The last position: what was put down, and where light goes then.
    fn draw(&self, start: &Position, moves: &[Move]) -> Picture {
        let mut end = start.clone();
        moves.iter().for_each(|&mv| end.apply(mv));
        picture::draw(&end)
    }
    fn tabletop(&self) -> Option<&'static dyn Tabletop<Position>> {
        Some(&tabletop::Bench)
    }
    fn hand(&self) -> Option<Box<dyn Hand<Position>>> {
        Some(Box::new(hand::Finger::default()))
    }
    fn solved_board(&self, end: &Position) -> Option<String> {
        Some(notation::board(end))
    }
    fn environment(
        &self,
        id: &LevelId,
        setup: &Setup,
    ) -> Result<Option<Box<dyn Environment + '_>>, Fault> {
        batch(self, env::encoding(id)?, id, setup).map(Some)
    }
}
