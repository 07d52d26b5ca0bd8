//! Klondike: seven columns, most cards face down, and a stock to turn.
//! [`rules`] are the plain rules, which judge every solution; [`variant`] the
//! rules as data; [`deals`] makes levels, [`signature`] tells them apart,
//! [`metrics`] measures solutions, [`measures`] levels; [`notation`], [`peers`]
//! and [`moves`] are their text; [`searches`] has the generic searches on [`features`], [`table`] the packed position;
//! [`blocking`] proves positions lost without a search, [`unplayable`] and
//! [`odds`] count what the thesis counts; [`view`] is what a player sees,
//! [`picture`] and [`hand`] how a person sees and plays it,
//! [`players`] are the players, [`playout`] their random playouts.

mod bits;
pub(crate) mod blocking;
pub(crate) mod deals;
pub(crate) mod env;
pub(crate) mod features;
pub(crate) mod hand;
pub(crate) mod ladder;
pub(crate) mod measures;
pub(crate) mod metrics;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod odds;
pub(crate) mod open;
pub(crate) mod peers;
pub(crate) mod picture;
pub(crate) mod players;
pub(crate) mod playout;
pub(crate) mod rules;
pub(crate) mod searches;
pub(crate) mod signature;
mod steps;
mod stock_offset;
pub(crate) mod table;
pub(crate) mod unplayable;
pub(crate) mod variant;
pub(crate) mod view;

use crate::cards::hand::CardHand;
use crate::cards::show::Pointer;
use crate::cards::tabletop::CardTable;
use engine::env::{Setup, batch};
use engine::play::{
    HiddenBridge, HiddenGame, HiddenRules, LearnProgress, Lessons, PlayerLine, Progress,
};
use engine::search::{
    AStar, Beam, BreadthFirst, DepthFirst, Greedy, IdaStar, Staged, WeightedAStar, line,
};
use engine::{
    About, Environment, Fault, Feature, Hand, Hidden, LevelId, Measure, Measurer, Picture, Rules,
    Screen, Settings, Solver, Step, Tabletop, Weights,
};
use rules::{Move, Position};
use searches::Searches;
use std::marker::PhantomData;
use variant::Variant;
use view::View;

/// The game.
pub struct Klondike;

static ABOUT: About = About {
    name: "klondike",
    title: "Klondike",
    summary: "Seven columns, most cards face down, and a stock to turn; bring all cards home by suit, ace to king",
    variants: &variant::ABOUT,
    sources: deals::ABOUT,
    metrics: metrics::METRICS,
    example: "klondike:draw3#1",
    samples: &["klondike:draw3#1", "klondike:draw1#2"],
    extensions: &[],
    ladder: &[],
};

static SOLVERS: &[Solver<Position>] = &[
    Solver {
        name: "open",
        summary: "decides with all cards known: wins, or proves that nothing does",
        settings: [&[], &[]],
        make: |_| Ok(Box::<open::Open>::default()),
    },
    Solver {
        name: "short",
        summary: "as open, then looks for few moves as long as the budget lasts",
        settings: [&[], &[]],
        make: |_| Ok(Box::<open::Short>::default()),
    },
    Solver {
        name: "plain",
        summary: "breadth-first under the plain rules: fewest moves, for small positions only",
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

/// Cards home, in the groups of Donkersteeg's figures 6.1, 6.3 and 6.5: the
/// thesis (section 6.1) names 0, up to 5, 6 to 10, and at the end 40 to 52 and
/// 52, and calls games stuck that end with at most 20.
const PROGRESS: Progress = Progress {
    unit: "cards home",
    groups: &[
        ("0", 0),
        ("1-5", 5),
        ("6-10", 10),
        ("11-20", 20),
        ("21-30", 30),
        ("31-40", 40),
        ("41-51", 51),
        ("52", 52),
    ],
    stuck: 20,
};

impl Rules for Klondike {
    type State = Position;

    fn about(&self) -> &'static About {
        &ABOUT
    }
    fn hidden(&self) -> Option<&'static dyn HiddenGame> {
        Some(&HiddenBridge(Klondike))
    }
    fn solvers(&self) -> &'static [Solver<Position>] {
        SOLVERS
    }
    fn features(&self) -> &'static [Feature] {
        &features::FEATURES
    }
    fn deal(&self, id: &LevelId) -> Result<Position, Fault> {
        deals::deal(id)
    }
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        deals::variant_of(id)
    }
    fn read(&self, variant: &str, text: &str) -> Result<Position, Fault> {
        let variant = match variant {
            "" => variant::DRAW_THREE,
            words => Variant::parse(words)?,
        };
        notation::read(variant, text)
    }
    fn write(&self, position: &Position) -> String {
        notation::write(position)
    }
    fn variant(&self, position: &Position) -> String {
        position.variant.name()
    }
    fn read_moves(&self, start: &Position, text: &str) -> Result<Vec<Move>, Fault> {
        moves::read_all(start, text)
    }
    fn add_move(&self, text: &mut String, position: &Position, mv: Move) {
        text.push_str(&moves::write(position, mv));
    }
    fn step(&self, position: &Position, mv: Move) -> Step {
        moves::step(position, mv)
    }
    fn count_move(&self, lengths: &mut [u64], position: &Position, mv: Move, _: Option<Move>) {
        metrics::count(lengths, position, mv);
    }
    fn signature(&self, position: &Position) -> Vec<u8> {
        signature::signature(position)
    }
    fn measures(&self) -> &'static [Measure] {
        &measures::MEASURES
    }
    fn measurer(&self, _: &Settings) -> Box<dyn Measurer<Position>> {
        Box::<measures::Measuring>::default()
    }
    fn show(&self, position: &Position) -> Screen {
        picture::screen(&position.open_view(), &Pointer::default())
    }
    fn tabletop(&self) -> Option<&'static dyn Tabletop<Position>> {
        Some(&CardTable(PhantomData::<hand::Open>))
    }
    fn hand(&self) -> Option<Box<dyn Hand<Position>>> {
        Some(Box::new(CardHand::<hand::Open>::default()))
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

impl HiddenRules for Klondike {
    fn players(&self) -> &'static [PlayerLine<View>] {
        players::PLAYERS
    }

    fn adviser(&self) -> &'static str {
        "monte-carlo"
    }

    fn progress(&self) -> Progress {
        PROGRESS
    }

    fn show_view(&self, view: &View) -> Screen {
        picture::screen(view, &Pointer::default())
    }
    fn draw_view(&self, view: &View) -> Picture {
        picture::draw_view(view)
    }
    fn hidden_hand(&self) -> Option<Box<dyn Hand<Position>>> {
        Some(Box::new(CardHand::<hand::Covered>::default()))
    }

    fn learn(&self, lessons: &Lessons, progress: LearnProgress) -> Result<Weights, Fault> {
        let Lessons {
            kind,
            games,
            seed,
            explore,
        } = lessons;
        let variant = Variant::parse(kind)?;
        Ok(players::learn::learn(variant, *games, *seed, *explore, progress).to_weights())
    }
}
