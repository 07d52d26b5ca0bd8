//! Klondike: seven columns, most cards face down, and a stock to turn.
//! [`rules`] are the plain rules, which judge every solution; [`variant`] the
//! rules as data; [`deals`] makes levels, [`signature`] tells them apart,
//! [`metrics`] measures solutions, [`measures`] levels; [`notation`], [`peers`]
//! and [`moves`] are their text; [`searches`] has the generic searches on [`features`], [`table`] the packed position;
//! [`blocking`] proves positions lost without a search, [`unplayable`] and
//! [`odds`] count what the thesis counts; [`view`] is what a player sees,
//! [`players`] are those who play, [`playout`] plays at random for them.

mod bits;
pub(crate) mod blocking;
pub(crate) mod deals;
pub(crate) mod features;
pub(crate) mod measures;
pub(crate) mod metrics;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod odds;
pub(crate) mod open;
pub(crate) mod peers;
pub(crate) mod players;
pub(crate) mod playout;
pub(crate) mod rules;
pub(crate) mod searches;
pub(crate) mod signature;
mod steps;
pub(crate) mod table;
mod thirds;
pub(crate) mod unplayable;
pub(crate) mod variant;
pub(crate) mod view;

use engine::play::{HiddenRules, PlayerLine};
use engine::search::{
    AStar, Beam, BreadthFirst, DepthFirst, Greedy, IdaStar, Staged, WeightedAStar, line,
};
use engine::{
    About, Fault, Feature, LevelId, Measure, Measurer, Rules, Settings, Solver, Step, Weights,
};
use rules::{Move, Position};
use searches::Searches;
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
    extensions: &[],
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

impl Rules for Klondike {
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
    fn deal(&self, id: &LevelId) -> Result<Position, Fault> {
        deals::deal(id)
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
    fn write_move(&self, position: &Position, mv: Move) -> String {
        moves::write(position, mv)
    }
    fn step(&self, position: &Position, mv: Move) -> Step {
        moves::step(position, mv)
    }
    fn lengths(&self, start: &Position, moves: &[Move]) -> Vec<u64> {
        metrics::lengths(start, moves)
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
}

impl HiddenRules for Klondike {
    fn players(&self) -> &'static [PlayerLine<View>] {
        players::PLAYERS
    }

    fn kind(&self, rules: &str, draw: Option<u8>) -> Result<String, Fault> {
        // `common` is what people play; any other word is a variant's.
        let word = match rules {
            "common" => "draw3",
            other => other,
        };
        let mut variant = Variant::parse(word)?;
        if let Some(draw) = draw {
            if !(1..=variant::MOST_DRAWN).contains(&draw) {
                let expected = format!("a number from 1 to {}", variant::MOST_DRAWN);
                return Err(Fault::new("--draw", draw.to_string(), expected));
            }
            variant.draw = draw;
        }
        Ok(variant.name())
    }

    fn show_view(&self, view: &View) -> engine::Screen {
        engine::screen::plain(&view.to_string())
    }

    fn learn(
        &self,
        kind: &str,
        games: u64,
        seed: u64,
        explore: f64,
        tell: &mut dyn FnMut(u64, f64) -> bool,
    ) -> Result<Weights, Fault> {
        let variant = Variant::parse(kind)?;
        Ok(players::learn::learn(variant, games, seed, explore, tell).to_weights())
    }
}
