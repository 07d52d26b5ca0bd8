//! The generic searches on Shift with a choice of heuristics. The solver
//! `optimal` is one of them: A*.

use super::features::{COUNT, Chosen, GUIDES, Reading};
use super::groups::Groups;
use super::packed::{Ground, Packed};
use super::thesis::Thesis;
use crate::shift::moves;
use crate::shift::rules::{Board, Direction, Move};
use engine::heuristic::Sum;
use engine::search::{AStar, Generic, Search, Searched, WEIGHTS};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use engine::{Fault, Heuristic, Meter, Outcome, Setting, Settings, Solver};

const SOUND: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "strong",
    summary: "strong: groups of three balls where that is cheap, else two; thesis: Mutser's equation (2); single, pairs, triples: groups of that many balls; none",
};
const HEURISTIC: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "strong",
    summary: "strong, thesis, single, pairs, triples, none, or a feature",
};

/// A heuristic that never overestimates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// No guess at all.
    None,
    /// Mutser's equation (2).
    Thesis,
    /// Groups of that many balls.
    Groups(usize),
    /// Groups of three balls where their tables are small, else of two.
    Strong,
}

/// The most placements of three balls for which the strong heuristic looks at
/// groups of three.
const SMALL: usize = 12_000;

impl Guess {
    /// Its groups of balls, laid out for a level, if it has any.
    pub fn groups(self, ground: &Ground) -> Option<Groups> {
        let size = match self {
            Guess::None | Guess::Thesis => return None,
            Guess::Groups(size) => size,
            Guess::Strong => {
                let open = ground.walls.open.count_ones() as usize;
                if open.pow(3) <= SMALL { 3 } else { 2 }
            }
        };
        Some(Groups::new(ground, size))
    }
}

/// A heuristic laid out for a level.
pub enum Laid {
    /// No guess at all.
    None,
    /// Mutser's.
    Thesis(Thesis),
    /// Groups of balls.
    Groups(Groups),
    /// A weighted sum of features.
    Features(Sum<COUNT>, Box<Reading>),
}

impl Laid {
    /// Lays out a heuristic for the level of `board`, whose ground this is.
    pub fn new(chosen: &Chosen, board: &Board, ground: &Ground) -> Laid {
        match chosen {
            Chosen::Own(Guess::Thesis) => Laid::Thesis(Thesis::new(&ground.goals)),
            Chosen::Own(guess) => guess.groups(ground).map_or(Laid::None, Laid::Groups),
            Chosen::Counts(_) | Chosen::Weights(_) => {
                let reading = Reading::new(chosen, board, ground);
                Laid::Features(chosen.sum(reading.maxima()), Box::new(reading))
            }
        }
    }

    /// Bytes of tables.
    fn bytes(&self) -> usize {
        match self {
            Laid::None | Laid::Thesis(_) => 0,
            Laid::Groups(groups) => groups.bytes(),
            Laid::Features(_, reading) => reading.bytes(),
        }
    }

    /// Whether tables show, without a search, that a position is lost.
    fn is_lost(&self, state: &Packed) -> bool {
        match self {
            Laid::None | Laid::Thesis(_) => false,
            Laid::Groups(groups) => groups.is_lost(state),
            Laid::Features(_, reading) => reading.is_lost(state),
        }
    }
}

impl Heuristic<Packed<'_>> for Laid {
    type Carry = ();

    fn start(&self, _: &Packed) {}
    fn after(&self, (): (), _: &Packed, _: Direction) {}
    fn estimate(&self, (): (), state: &Packed) -> u32 {
        match self {
            Laid::None => 0,
            Laid::Thesis(thesis) => thesis.estimate((), state),
            Laid::Groups(groups) => groups.of(state),
            Laid::Features(sum, reading) => {
                let features = reading.of(state);
                sum.of(|place| features[place])
            }
        }
    }
    fn points_a_move(&self) -> u32 {
        match self {
            Laid::Features(sum, _) => sum.points_a_move(),
            _ => 1,
        }
    }
}

/// The fewest moves, proved.
pub const OPTIMAL: Solver<Board> = Solver {
    name: "optimal",
    summary: "the fewest moves, or a proof: A* with heuristics that never overestimate",
    settings: [&[SOUND], &[]],
    make: |settings| {
        let chosen = Chosen::Own(GUIDES.choose_own(settings, &SOUND)?);
        let game = Searches { chosen };
        let search = AStar;
        Ok(Box::new(Generic { game, search }))
    },
};

/// Shift as it was set.
pub struct Searches {
    chosen: Chosen,
}

impl Searched for Searches {
    type State = Board;
    const SETTINGS: &'static [Setting] = &[HEURISTIC, WEIGHTS];

    fn new(settings: &Settings) -> Result<Self, Fault> {
        let chosen = GUIDES.choose(settings, &HEURISTIC)?;
        Ok(Searches { chosen })
    }

    fn search<X: Search>(&mut self, search: &X, start: &Board, meter: &mut Meter) -> Outcome<Move> {
        let ground = Ground::new(start);
        let packed = Packed::new(&ground);
        let heuristic = Laid::new(&self.chosen, start, &ground);
        let outcome = match meter.hold(heuristic.bytes() as u64) {
            Some(limit) => Outcome::GaveUp(limit),
            // A proof without a search, once a state may be looked at.
            None if heuristic.is_lost(&packed) => match meter.check_state() {
                Some(limit) => Outcome::GaveUp(limit),
                None => Outcome::Unsolvable,
            },
            None => search.run(&packed, &heuristic, meter),
        };
        outcome.map(|ways| moves::pushed(start, &ways))
    }
}
