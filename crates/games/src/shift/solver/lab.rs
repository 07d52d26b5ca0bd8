//! The generic searches on Shift with a choice of heuristics. The solver
//! `optimal` is one of them: A*.

use super::groups::{Groups, LOST};
use super::packed::{Ground, Packed};
use super::thesis::Thesis;
use crate::shift::moves;
use crate::shift::rules::{Board, Direction};
use engine::game::MadeSolver;
use engine::heuristic::Blind;
use engine::notation::quoted;
use engine::search::{AStar, Search};
use engine::settings::HEURISTIC as HEURISTIC_NAME;
use engine::{
    Answer, Budget, Fault, Heuristic, Meter, Outcome, Setting, Settings, Solve, Solver, Watch,
};

const HEURISTIC: Setting = Setting {
    name: HEURISTIC_NAME,
    default: "strong",
    summary: "strong: groups of three balls where that is cheap, else two; thesis: Mutser's equation (2); single, pairs, triples: groups of so many balls; none",
};

/// A heuristic by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// No guess at all.
    None,
    /// Mutser's equation (2).
    Thesis,
    /// Groups of so many balls.
    Groups(usize),
    /// Groups of three balls where their tables are small, else of two.
    Strong,
}

impl Guess {
    /// All of them with their names.
    pub const ALL: [(&'static str, Guess); 6] = [
        ("strong", Guess::Strong),
        ("thesis", Guess::Thesis),
        ("single", Guess::Groups(1)),
        ("pairs", Guess::Groups(2)),
        ("triples", Guess::Groups(3)),
        ("none", Guess::None),
    ];

    /// Reads a name.
    pub fn parse(name: &str) -> Result<Guess, Fault> {
        let found = Guess::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, guess)| guess).ok_or_else(|| {
            let names = Guess::ALL.map(|(name, _)| name).join(", ");
            Fault::new(HEURISTIC.name, quoted(name), format!("one of {names}"))
        })
    }
}

/// The most placements of three balls for which the strong heuristic looks at
/// groups of three.
const SMALL: usize = 12_000;

/// How many balls the strong heuristic groups.
fn strong_size(ground: &Ground) -> usize {
    let open = ground.walls.open.count_ones() as usize;
    match open.pow(3) <= SMALL {
        true => 3,
        false => 2,
    }
}

/// A heuristic laid out for a level.
pub enum Laid {
    /// No guess at all.
    None(Blind),
    /// Mutser's.
    Thesis(Thesis),
    /// Groups of balls.
    Groups(Groups),
}

impl Laid {
    /// Lays out a heuristic.
    pub fn new(guess: Guess, ground: &Ground) -> Laid {
        match guess {
            Guess::None => Laid::None(Blind),
            Guess::Thesis => Laid::Thesis(Thesis::new(&ground.goals)),
            Guess::Groups(size) => Laid::Groups(Groups::new(ground, size)),
            Guess::Strong => Laid::Groups(Groups::new(ground, strong_size(ground))),
        }
    }

    /// Bytes of tables.
    fn bytes(&self) -> usize {
        match self {
            Laid::Groups(groups) => groups.bytes(),
            Laid::None(_) | Laid::Thesis(_) => 0,
        }
    }
}

impl Heuristic<Packed<'_>> for Laid {
    type Carry = ();

    fn start(&self, _: &Packed) {}
    fn after(&self, (): (), _: &Packed, _: Direction) {}
    fn estimate(&self, (): (), state: &Packed) -> u32 {
        match self {
            Laid::None(_) => 0,
            Laid::Thesis(thesis) => thesis.estimate((), state),
            Laid::Groups(groups) => groups.of(state),
        }
    }
}

/// The fewest moves, proved.
pub const OPTIMAL: Solver<Board> = Solver {
    name: "optimal",
    summary: "the fewest moves, or a proof: A* with heuristics that never overestimate",
    settings: [&[HEURISTIC], &[]],
    make: make::<AStar>,
};

/// A line of the game's list of solvers.
pub const fn line<X: Search>() -> Solver<Board> {
    Solver {
        name: X::NAME,
        summary: X::SUMMARY,
        settings: [&[HEURISTIC], X::SETTINGS],
        make: make::<X>,
    }
}

fn make<X: Search>(settings: &Settings) -> MadeSolver<Board> {
    Ok(Box::new(Lab {
        search: X::new(settings)?,
        guess: Guess::parse(settings.text(&HEURISTIC))?,
    }))
}

struct Lab<X> {
    search: X,
    guess: Guess,
}

impl<X: Search> Solve<Board> for Lab<X> {
    fn solve(&mut self, start: &Board, budget: &Budget, watch: &dyn Watch) -> Answer<Board> {
        let mut meter = Meter::new(budget, watch);
        let ground = Ground::new(start);
        let packed = Packed::new(&ground);
        let heuristic = Laid::new(self.guess, &ground);
        let limit = meter.hold(heuristic.bytes() as u64);
        let outcome = match limit {
            Some(limit) => Outcome::GaveUp(limit),
            // A proof without a search, once a state may be looked at.
            None if heuristic.estimate((), &packed) >= LOST => match meter.check_state() {
                Some(limit) => Outcome::GaveUp(limit),
                None => Outcome::Unsolvable,
            },
            None => self.search.run(&packed, &heuristic, &mut meter),
        };
        Answer::new(
            outcome.map(|ways| moves::pushed(start, &ways)),
            meter.effort,
        )
    }
}
