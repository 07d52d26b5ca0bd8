//! FreeCell and its family. [`rules`] are the plain rules, which judge every
//! solution; [`variant`] the rules as data, [`named`] those with a name;
//! [`deals`] and [`generate`] make levels, [`signature`] tells them apart,
//! [`metrics`] measures solutions; [`notation`] and [`moves`] are their text;
//! [`picture`] and [`hand`] what a person sees and plays with; [`env`] what a learner does; the other files solve.

pub(crate) mod atkinson;
pub(crate) mod beam;
pub(crate) mod board;
pub(crate) mod bucket_queue;
pub(crate) mod cells;
pub(crate) mod deals;
pub(crate) mod env;
pub(crate) mod exact;
pub(crate) mod fast;
pub(crate) mod features;
pub(crate) mod generate;
pub(crate) mod greedy;
pub(crate) mod hand;
pub(crate) mod identity;
pub(crate) mod layout;
pub(crate) mod measures;
pub(crate) mod metrics;
pub(crate) mod movegen;
pub(crate) mod moves;
pub(crate) mod named;
pub(crate) mod notation;
pub(crate) mod optimal;
pub(crate) mod pace;
pub(crate) mod packed;
pub(crate) mod parameters;
pub(crate) mod picture;
pub(crate) mod portfolio;
pub(crate) mod rules;
pub(crate) mod safe_home;
pub(crate) mod score;
pub(crate) mod searches;
pub(crate) mod short;
pub(crate) mod signature;
pub(crate) mod solution;
pub(crate) mod variant;
pub(crate) mod visited;

use crate::cards::hand::CardHand;
use crate::cards::show;
use crate::cards::tabletop::CardTable;
use engine::env::{Setup, batch};
use engine::search::{
    AStar, Beam, BreadthFirst, DepthFirst, Greedy, IdaStar, Staged, WeightedAStar, line,
};
use engine::{
    About, Environment, Fault, Feature, Hand, LevelId, Measure, Measurer, Picture, Rules, Screen,
    Settings, Solver, Step, Tabletop,
};
use rules::{Move, Position};
use searches::Searches;
use std::marker::PhantomData;
use variant::Variant;

/// The game.
pub struct FreeCell;

static ABOUT: About = About {
    name: "freecell",
    title: "FreeCell and its family",
    summary: "All 52 cards lie open; bring them home by suit, ace to king, with a few free cells to park in",
    variants: &named::ABOUT,
    sources: &[
        (
            "ms",
            "Microsoft's numbering, 1 to 8589934591 (used where no source is named)",
        ),
        ("seed", "our own shuffles, any number below 2^64"),
        ("aces-0 … aces-6", "all aces with that many cards on them"),
        (
            "kings-0 … kings-6",
            "all kings with that many cards on them",
        ),
        (
            "aces-0-kings-deep",
            "all aces exposed, all kings at the bottom",
        ),
        (
            "aces-deep-kings-0",
            "all aces at the bottom, all kings exposed",
        ),
        ("colour-sorted", "each column all red or all black"),
        (
            "colour-sorted-aces-0 …",
            "the same with aces or kings placed in any of the ways above",
        ),
        (
            "blocking-2 … blocking-K",
            "each ace directly under a card of that rank",
        ),
    ],
    metrics: metrics::METRICS,
    example: "freecell:ms#617",
    samples: &["freecell:ms#1", "freecell:eight-off#1"],
    extensions: &[],
    ladder: &[],
};

static SOLVERS: &[Solver<Position>] = &[
    Solver {
        name: "fast",
        summary: "greedy searches in turn, then the complete one: a solution or a proof, quickly",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(fast::Fast::default())),
    },
    Solver {
        name: "exact",
        summary: "complete search: a solution or a proof that there is none",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(exact::Exact::default())),
    },
    Solver {
        name: "short",
        summary: "fewer and fewer moves, as long as the budget lasts",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(short::Short::default())),
    },
    Solver {
        name: "optimal",
        summary: "the fewest single-card moves, proved",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(optimal::Optimal::default())),
    },
    Solver {
        name: "cells",
        summary: "the fewest free cells with which the deal can be won, proved",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(cells::Cells::default())),
    },
    Solver {
        name: "plain",
        summary: "breadth-first under the plain rules: fewest moves, for small positions only",
        settings: [&[], &[]],
        make: |_| Ok(Box::new(BreadthFirst)),
    },
    atkinson::LINE,
    line::<Searches, Staged>(),
    line::<Searches, AStar>(),
    line::<Searches, WeightedAStar>(),
    line::<Searches, IdaStar>(),
    line::<Searches, Greedy>(),
    line::<Searches, Beam>(),
    line::<Searches, DepthFirst>(),
    line::<Searches, BreadthFirst>(),
];

impl Rules for FreeCell {
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
    fn variant_of(&self, id: &LevelId) -> Result<String, Fault> {
        deals::variant_of(id)
    }
    fn read(&self, variant: &str, text: &str) -> Result<Position, Fault> {
        let variant = if variant.is_empty() {
            variant::FREECELL
        } else {
            Variant::parse(variant)?
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
        moves::add(text, position, mv);
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
    fn show(&self, position: &Position) -> Screen {
        show::screen(&picture::table(position), &show::Pointer::default())
    }
    fn tabletop(&self) -> Option<&'static dyn Tabletop<Position>> {
        Some(&CardTable(PhantomData::<hand::Family>))
    }
    fn hand(&self) -> Option<Box<dyn Hand<Position>>> {
        Some(Box::new(CardHand::<hand::Family>::default()))
    }
    fn draw(&self, start: &Position, moves: &[Move]) -> Picture {
        picture::draw(start, moves)
    }
    fn measures(&self) -> &'static [Measure] {
        &measures::MEASURES
    }
    fn measurer(&self, _: &Settings) -> Box<dyn Measurer<Position>> {
        Box::new(measures::Measuring::default())
    }
    fn environment(
        &self,
        id: &LevelId,
        setup: &Setup,
    ) -> Result<Option<Box<dyn Environment + '_>>, Fault> {
        batch(self, env::encoding(id)?, id, setup).map(Some)
    }
}
